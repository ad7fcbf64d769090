"""Numbers that have changed since the last key are bold until the next one, in all games and without colours too."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.fake_node import make_table
from tests.ui.positions import random_moments
from tests.ui.screen.keyboard import at_the_screen, coming, face_of
from tta_p2p.ui.cells import Row, Span, figure, plain, row
from tta_p2p.ui.commands import parser
from tta_p2p.ui.commands.table import CommandContext
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.figures import embolden_changes, figures_of
from tta_p2p.ui.screen.painter import code_of
from tta_p2p.ui.style import BOLD, COLOURS, bold

GAMES = ("through_the_ages", "seven_wonders", "civilization")


def bold_numbers(face: ScreenFace, size: tuple[int, int] = (80, 24)) -> list[str]:
    return [span.text for line in face.frame(size).rows for span in line if span.role.startswith(BOLD)]


def told(face: ScreenFace, local: object, seat: int | None) -> None:
    """Let a client hear of another moment of the game."""
    context = face.context
    assert context is not None
    reading = context.reading
    for reply in coming(local, seat)[1:]:  # type: ignore[arg-type]
        (state, _), _ = reduce_reply(reading.state, reply), reading
        reading = reading.of(state)
        face.refresh(CommandContext(reading, parser.COMMANDS, True, "tta attach"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("game", GAMES)
def test_what_has_changed_is_bold_until_the_next_key(game: str, size: tuple[int, int]) -> None:
    moments = random_moments(game, 3, seed=5, every=1)
    face, changed = face_of(next(moments)[0], 0, size=size), 0
    for local, _ in islice(moments, 25):
        before = plain_rows(face, size)
        face.press("ctrl l")  # whatever it does: the picture before it has been seen
        face.frame(size)
        assert not bold_numbers(face, size)
        told(face, local, 0)
        seen = bold_numbers(face, size)
        changed += len(seen)
        assert all(one.isdigit() for one in seen)
        if seen:
            assert plain_rows(face, size) != before
    assert changed, "nothing was ever bold"


def plain_rows(face: ScreenFace, size: tuple[int, int]) -> list[str]:
    return [plain(one) for one in face.frame(size).rows]


async def test_an_own_act_shows_what_it_has_changed() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        assert not bold_numbers(ann.face), "all of it is new"
        seen = await ann.press("enter")
        own = next(line for line in ann.face.frame().rows if plain(line).startswith(("Ann", "You")))
        actions = [span.text for span in own if span.role.startswith(BOLD)]
        assert actions, seen
        assert actions == ["0", "1"], "a civil action is used, of as many as before, and a card has come"
        await ann.press("down")
        assert not bold_numbers(ann.face)


async def test_another_window_is_no_change() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        ann.face.frame((80, 24))
        await ann.press("down")
        ann.face.frame((120, 40))
        assert not bold_numbers(ann.face, (120, 40))


NUMBERS = st.lists(st.integers(0, 99), min_size=1, max_size=4)


def line_of(numbers: list[int], cuts: list[int]) -> Row:
    """A figure of some numbers, broken into spans between them."""
    pieces = [row(Span(f"{number}{'/' if at in cuts else '+'}", "good")) for at, number in enumerate(numbers)]
    return figure(row(*pieces), 1, "stock")


@given(NUMBERS, NUMBERS, st.lists(st.integers(0, 3)))
def test_only_numbers_that_differ_are_bold_and_no_letter_is_lost(
    before: list[int], after: list[int], cuts: list[int]
) -> None:
    rows = (line_of(after, cuts), row("of nobody: 17"))
    found = embolden_changes(rows, figures_of([line_of(before, [])]))
    assert [plain(one) for one in found] == [plain(one) for one in rows]
    shown = [span.text for line in found for span in line if span.role.startswith(BOLD)]
    pairs = zip(before, after, strict=True) if len(before) == len(after) else [(-1, one) for one in after]
    assert shown == [str(now) for was, now in pairs if was != now]
    assert all(re.fullmatch(r"\d+", one) for one in shown)


def test_bold_is_seen_with_few_colours_and_with_none() -> None:
    for role in ("", *COLOURS):
        for colour in (True, False):
            code = code_of(bold(role), colour).split(";")
            assert code[0] == "1" and "2" not in code
            hues = {*code_of(role, colour).split(";")} - {"", "1", "2"}
            assert {*code} - {"1"} == hues, "the hue stays"
