"""Tracks drawn: what is left of a bank, how far the next step is, armies by the units they are made of."""

from __future__ import annotations

import pytest

from tests.through_the_ages.play import me, play
from tests.ui.positions import scene
from tta_p2p.games.through_the_ages.tables import BOARD
from tta_p2p.i18n import LANGUAGES
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.through_the_ages.tracks import (
    BLUE,
    GONE,
    STEP,
    YELLOW,
    armies_item,
    blue_bank_item,
    sections,
    tokens_to_step,
    yellow_bank_item,
)

BANKS = ((BOARD.happy_needed, YELLOW), (BOARD.corruption, BLUE))


@pytest.mark.parametrize(("by_tokens", "sign"), BANKS)
def test_a_bank_is_drawn_token_by_token_and_its_first_section_ends_with_the_next_step(
    by_tokens: tuple[int, ...], sign: str
) -> None:
    for left in range(len(by_tokens) + 3):
        drawn, there = sections(by_tokens, left, sign), min(left, len(by_tokens) - 1)
        assert "".join(drawn).count(sign) == there, (left, drawn)
        steps = [n for n in range(1, there + 1) if by_tokens[there - n] != by_tokens[there]]
        expected = (steps[0], by_tokens[there - steps[0]]) if steps else (0, 0)
        assert tokens_to_step(by_tokens, left) == expected
        if drawn:
            assert drawn[0].count(sign) == expected[0] and drawn[0].rstrip(sign).strip(GONE) == "", drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_show_a_bank_says_how_far_the_next_step_is(language: str) -> None:
    for yellow, blue in ((18, 16), (17, 11), (5, 6), (1, 1), (0, 0)):
        local = play(
            me(workers={"warriors": 1}, yellow_bank=yellow, blue_bank=blue), me(), round=5, age="I", phase="actions"
        ).local
        presenter, now = scene(local, 0, language)
        some = now.view.civilizations[0]
        for one, values in (
            (yellow_bank_item(some, presenter.words), tokens_to_step(BOARD.happy_needed, some.yellow_bank)[:1]),
            (blue_bank_item(some, presenter.words), tokens_to_step(BOARD.corruption, some.blue_bank)),
        ):
            assert all(str(n) in plain(way).split(STEP)[0] for way in one.ways for n in values if n), (language, one)


def test_armies_are_drawn_with_their_units_and_the_next_one_with_what_it_has() -> None:
    ann = me(workers={"warriors": 3, "knights": 1}, tactic="heavy-cavalry")
    bob = me(workers={"warriors": 3}, tactic="legion")
    presenter, now = scene(play(ann, bob, round=5, age="I", phase="actions").local, 0)
    ways = [armies_item(some, row(some.tactic.card), presenter.words).ways for some in now.view.civilizations]
    assert [plain(one[0]) for one in ways] == ["heavy-cavalry [c··]", "legion [iii][···] +2"]
    assert [plain(one[1]) for one in ways] == ["heavy-cavalry", "legion 1×[iii] +2"]
