"""A low window cuts the board: the text of the marked line and a new message have room in every position."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from tests.ui.asking.positions import frames, position
from tests.ui.fake_node import make_table
from tests.ui.screen.keyboard import Person, at_the_screen
from tta_p2p.games.local import LocalGame
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.screen.rows import merge_blocks
from tta_p2p.ui.screen.screen_state import focus_note
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import MIN_WINDOW

WINDOWS = (("en", MIN_WINDOW), ("zh-Hans", MIN_WINDOW), ("en", (80, 24)))
LINES = 2
"""So many lines of a list are marked."""
BEGIN = 16
"""Letters of a row that show it is there."""


def packed(text: str) -> str:
    return "".join(text.split())


def told_of_mark(ann: Person) -> list[str]:
    """What is said of the line in focus: its note, and what the rules say of it."""
    look, spots = ann.face.screen_state, ann.face.spots()
    said = (plain(focus_note(look, spots)), " ".join(map(plain, merge_blocks(look.preview, ann.face.style))))
    return [packed(one) for one in said if one.strip()]


async def looked_at(local: LocalGame[Any, Any], language: str, size: tuple[int, int]) -> list[str]:
    """Mark the first lines with and without something told; what of it is not in the picture."""
    assert local.decision is not None
    seat = local.decision.seats[0]
    table = make_table(local.game.name, local.seats, people=range(local.seats), local=local)
    missing = []
    async with at_the_screen(table, SeatRequest(seat), language, size) as ann:
        await ann.press("esc", "esc", "home")
        for number in range(LINES):
            for news in ("", f"news{number}"):
                if news:
                    ann.face.display((Para(row(news)),))
                    assert ann.face.screen_state.page is None, "a message of a row has room"
                seen, said = packed(ann.sees()), told_of_mark(ann)
                missing += [news] if news not in seen else []
                missing += said[-1:] if said and not any(one[:BEGIN] in seen for one in said) else []
            await ann.press("down")
    return missing


@pytest.mark.parametrize(("game", "frame"), frames())
def test_what_is_said_of_the_mark_and_what_was_told_are_seen_in_a_low_window(game: str, frame: str) -> None:
    found = {
        (language, size): missing
        for language, size in WINDOWS
        if (missing := trio.run(looked_at, position(game, frame), language, size))
    }
    assert found == {}
