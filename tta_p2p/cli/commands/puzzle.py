"""`tta puzzle`: find the best turn from a position."""

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.help.command import GameCommand
from tta_p2p.cli.options.choices import Game, chosen_game
from tta_p2p.cli.options.groups import DisplayOptions, with_groups
from tta_p2p.cli.output.speech import tell, text_of, title_of, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tta_p2p.ui.blocks import Block
    from tta_p2p.ui.presenter import Presenter
    from tta_p2p.ui.puzzle import Puzzle

NEXT = "next"


@with_groups
def puzzle(
    named: Annotated[str, typer.Argument()] = "",
    acts: Annotated[list[str] | None, typer.Argument()] = None,
    *,
    solution: Annotated[bool, typer.Option("--solution")] = False,
    game: Game = DEFAULT_GAME,
    display: Annotated[DisplayOptions, "screen", "plain", "ascii"],
) -> None:
    """List puzzles, set one, compare a turn with its best one, or show that."""
    from dataclasses import replace

    from tta_p2p.cli.terminal import start_line
    from tta_p2p.cli.terminal.puzzle import solve
    from tta_p2p.ui.puzzle import puzzles_for

    name = chosen_game(game)
    found = puzzles_for(name)
    if not found:
        raise CommandFailed(text_of("puzzle.none", game=title_of(name)))
    if not named:
        _list(name, found)
        return
    number = _next(name, found) if named == NEXT else _number(named, len(found))
    if solution:
        _show_solution(name, found[number])
    elif acts:
        _answer(name, found[number], acts)
    else:
        manner = replace(display.manner(), brief=True)
        with start_line.shown(name, manner):
            raise typer.Exit(solve(name, found, number, manner))


def _number(named: str, most: int) -> int:
    """Give the place of a puzzle (from 0 on) by its number."""
    if not named.isascii() or not named.isdecimal() or not 1 <= int(named) <= most:
        raise CommandFailed(text_of("puzzle.number", asked=named, n=most), USAGE)
    return int(named) - 1


def _next(game: str, puzzles: "Sequence[Puzzle]") -> int:
    """Give the place of the first puzzle that is not solved, from the one on that began last."""
    from tta_p2p.cli.terminal.puzzle_progress import next_puzzle, read_progress
    from tta_p2p.store.home import home

    found = next_puzzle(read_progress(home()), game, [one.name for one in puzzles])
    if found is None:
        tell("puzzle.all-solved")
    return found or 0


def _list(game: str, puzzles: "Sequence[Puzzle]") -> None:
    from tta_p2p.cli.menu.puzzles import puzzle_status
    from tta_p2p.cli.terminal.puzzle_progress import progress_of, read_progress
    from tta_p2p.store.home import home
    from tta_p2p.ui.blocks import Gap, Heading, Para
    from tta_p2p.ui.cells import row
    from tta_p2p.ui.presenter import presenter_for
    from tta_p2p.ui.puzzle_guide import PuzzlePages

    progress, pages = read_progress(home()), PuzzlePages(presenter_for(game, words()))
    made = [progress_of(progress, game, one.name) for one in puzzles]
    solved = sum(one.solved for one in made)
    told: list[Block] = [Para(row(text_of("puzzle.list", game=title_of(game), n=len(puzzles), solved=solved)))]
    level = -1
    for number, (one, record) in enumerate(zip(puzzles, made, strict=True), 1):
        if len(one.missed) != level:
            level = len(one.missed)
            told += [Gap(), Heading(row(text_of(f"puzzle.level.{level}")))]
        line = text_of("puzzle.line", n=number, theme=pages.theme(one), goal=pages.short_goal(one))
        told.append(Para(row(f"{line}  {puzzle_status(record)}".rstrip()), 2, 6))
    _show(told)


def _show_solution(game: str, puzzle: "Puzzle") -> None:
    from tta_p2p.ui.puzzle_guide import PuzzlePages

    _show(PuzzlePages(_presenter(game, puzzle)).solution(puzzle))


def _presenter(game: str, puzzle: "Puzzle") -> "Presenter":
    """Give a presenter that names players as they are named while the puzzle is played."""
    from tta_p2p.cli.terminal.desk import desk_names
    from tta_p2p.node.data_folder.people import own_name
    from tta_p2p.ui.presenter import presenter_for

    return presenter_for(game, words(), desk_names(own_name(), range(1, puzzle.make().seats)))


def _answer(game: str, puzzle: "Puzzle", acts: "Sequence[str]") -> None:
    import contextlib

    from tta_p2p.cli.terminal.puzzle_progress import keep_try
    from tta_p2p.store.home import home
    from tta_p2p.ui.puzzle import BadTurn, judge
    from tta_p2p.ui.puzzle_guide import PuzzlePages, compare

    try:
        verdict = judge(puzzle, acts)
    except BadTurn as error:
        raise CommandFailed(
            text_of("puzzle.not-legal", act=error.act) if error.act else text_of("puzzle.not-over"), USAGE
        ) from error
    with contextlib.suppress(OSError):
        keep_try(home(), game, puzzle.name, verdict.is_best(puzzle), 0)
    presenter = _presenter(game, puzzle)
    _show(compare(puzzle, verdict, PuzzlePages(presenter), presenter.words))
    raise typer.Exit(0 if verdict.is_best(puzzle) else 1)


def _show(blocks: "Iterable[Block]") -> None:
    from tta_p2p.cli.output.pager import show, size
    from tta_p2p.ui.blocks import lay_out
    from tta_p2p.ui.style import Style

    show(lay_out(tuple(blocks), Style(size())))


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("puzzle", cls=GameCommand, rich_help_panel="look-up")(puzzle)
