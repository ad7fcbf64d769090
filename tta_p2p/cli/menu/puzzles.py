"""Puzzles in the start menu: those of each game, with what became of them, and the one that is next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tta_p2p.cli.menu.new_game import games_in_order
from tta_p2p.cli.options.choices import written_name
from tta_p2p.cli.output.speech import text_of, title_of, words
from tta_p2p.cli.terminal.puzzle_progress import PuzzleProgress, next_puzzle, progress_of, read_progress
from tta_p2p.store.home import home
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import row
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.puzzle import puzzles_for
from tta_p2p.ui.puzzle_guide import PuzzlePages
from tta_p2p.ui.screen.menu import MenuEntry, MenuList


def puzzle_list(go: Callable[..., None]) -> MenuList:
    """List the puzzles of all games in order, with the mark on the next one. ``go``: runs a command, word by word."""
    progress, entries, counts, begin = read_progress(home()), list[MenuEntry](), list[Para](), -1
    for game in games_in_order():
        puzzles = puzzles_for(game)
        if not puzzles:
            continue
        pages = PuzzlePages(presenter_for(game, words()))
        records = [progress_of(progress, game, one.name) for one in puzzles]
        following = next_puzzle(progress, game, [one.name for one in puzzles])
        solved = sum(one.solved for one in records)
        counts.append(Para(row(text_of("menu.puzzles.of", game=title_of(game), n=len(puzzles), solved=solved))))
        for number, (one, record) in enumerate(zip(puzzles, records, strict=True)):
            if number == following and begin < 0:
                begin = len(entries)
            told = text_of("puzzle.line", n=number + 1, theme=pages.theme(one), goal=pages.short_goal(one))
            entries.append(
                MenuEntry(
                    told, "", _standing(record, number == following), text_of(f"puzzle.level.{len(one.missed)}"),
                    partial(go, "puzzle", str(number + 1), "--game", written_name(game)),
                )
            )  # fmt: skip
    return MenuList(text_of("menu.puzzles"), tuple(entries), tuple(counts), max(0, begin))


def puzzle_status(record: PuzzleProgress) -> str:
    """Say in a word or two what became of a puzzle; empty if it was not tried."""
    status = "solved" if record.solved else "tried" if record.tries else ""
    return text_of(f"puzzle.status.{status}", n=record.tries) if status else ""


def _standing(record: PuzzleProgress, is_next: bool) -> str:
    """Say what became of a puzzle, and if it is the next one to solve."""
    status = puzzle_status(record)
    if not is_next:
        return status
    return text_of("menu.puzzles.next.tried", tries=status) if status else text_of("menu.puzzles.next")
