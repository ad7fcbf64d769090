"""Puzzles in the start menu: those of each game, with what became of them, and the one that is next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tta_p2p.cli.menu.new_game import games_in_order
from tta_p2p.cli.options.choices import written_name
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.cli.terminal.puzzle_progress import PuzzleProgress, next_puzzle, progress_of, read_progress
from tta_p2p.store.home import home
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.puzzle import puzzles_for
from tta_p2p.ui.puzzle_guide import PuzzlePages
from tta_p2p.ui.screen.menu import MenuEntry, MenuList


def puzzle_list(go: Callable[..., None]) -> MenuList:
    """List the puzzles of all games, the next one that is not solved first. ``go``: runs a command, word by word."""
    progress, first, rest = read_progress(home()), [], []
    for game in games_in_order():
        puzzles = puzzles_for(game)
        if not puzzles:
            continue
        pages, records = (
            PuzzlePages(presenter_for(game, words())),
            [progress_of(progress, game, one.name) for one in puzzles],
        )
        following = next_puzzle(progress, game, [one.name for one in puzzles])
        for number, (one, record) in enumerate(zip(puzzles, records, strict=True)):
            told = text_of("puzzle.line", n=number + 1, theme=pages.theme(one), goal=pages.short_goal(one))
            entry = MenuEntry(
                told, "", puzzle_status(record), text_of(f"puzzle.level.{len(one.missed)}"),
                partial(go, "puzzle", str(number + 1), "--game", written_name(game)),
            )  # fmt: skip
            if number == following:
                first.append(entry)
            rest.append(entry)
    return MenuList(text_of("menu.puzzles"), (*first, *rest))


def puzzle_status(record: PuzzleProgress) -> str:
    """Say in a word or two what became of a puzzle; empty if it was not tried."""
    status = "solved" if record.solved else "tried" if record.tries else ""
    return text_of(f"puzzle.status.{status}", n=record.tries) if status else ""
