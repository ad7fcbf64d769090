"""A few games of the campaign: honest people and liars under everything at once; `scripts/soak protocol` plays more."""

from __future__ import annotations

import pytest

from protocol.messages import decode_envelope
from tests.protocol.campaign.mutants import MUTANTS
from tests.protocol.campaign.play import THEMES, Game

SEEDS = (0, 4, 74, 115, 126)

MOST = 40
"""How many games a campaign may need at most to find a program that breaks one rule; most need far fewer."""


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_at_once_nobody_honest_is_blamed_and_the_game_ends(seed: int) -> None:
    told = Game(seed, "everything").play()
    assert told.found == []
    assert told.counts["accusations of honest"] == told.counts["said twice"] == 0
    assert told.counts["messages"] > 0 and told.ended


@pytest.mark.parametrize("theme", sorted(set(THEMES) - {"everything", "two tales"}))  # these two beside
def test_whatever_happens_most_nobody_honest_is_blamed_and_the_game_ends(theme: str) -> None:
    told = Game(3, theme).play()
    assert told.found == [] and told.counts["messages"] > 0


def test_who_gives_a_card_back_face_down_after_two_tales_opens_nothing() -> None:
    for seed in (29, 20):  # the second shows a program that opens before all have heard the same
        told = Game(seed, "two tales").play()
        assert told.found == [] and told.counts["lie: two tales"] > 0


def test_who_goes_back_to_the_end_of_the_game_hears_nothing_more_beside_it() -> None:
    told = Game(15350698).play()
    assert told.found == [] and told.counts["files called-off"] > 0


def test_a_word_that_is_only_handed_over_counts_as_said() -> None:
    game = Game(3, "old stores")
    one = game.honest()[0]
    other = next(mind for minds in game.minds.values() for mind in minds if mind is not one)
    one.flush()
    game.wires.clear()
    game.watch._spoken.clear()
    handed = [frame for frame in one.answer(other, bytes(32)) if isinstance(frame, bytes)]
    said = [decode_envelope(frame) for frame in handed]
    assert said and game.watch._spoken == {envelope.slot: {envelope.id: one.life} for envelope in said}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_campaign_finds_a_program_that_breaks_one_rule(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    theme, first, breaks = MUTANTS[mutant]
    breaks(monkeypatch)
    assert any(Game(seed, theme).play().found for seed in range(first, first + MOST))
