"""The tactics: what an army needs, and what a full and an outdated one add."""

from __future__ import annotations

import pytest

from tta_p2p.games.through_the_ages.index import LEVEL, TACTICS

from ..editions import of_2015
from ..play import me, play, plays

# tactic: infantry, cavalry, artillery, strength of an army, of an outdated one
ARMIES = {
    "fighting-band": (2, 0, 0, 1, 1),
    "heavy-cavalry": (0, 3, 0, 4, 4),
    "legion": (3, 0, 0, 2, 2),
    "medieval-army": (1, 1, 0, 2, 2),
    "phalanx": (2, 1, 0, 3, 3),
    "classic-army": (2, 2, 0, 8, 4),
    "conquistadors": (1, 2, 0, 5, 3),
    "defensive-army": (2, 0, 1, 6, 3),
    "fortifications": (0, 0, 2, 5, 3),
    "mobile-artillery": (0, 1, 1, 5, 3),
    "napoleonic-army": (1, 1, 1, 7, 4),
    "entrenchments": (1, 0, 2, 9, 5),
    "mechanized-army": (0, 1, 2, 10, 5),
    "modern-army": (2, 1, 1, 13, 7),
    "shock-troops": (1, 3, 0, 11, 6),
}
MODERN = {
    1: ("swordsmen", "knights", "cannon"),
    2: ("riflemen", "cavalrymen", "cannon"),
    3: ("riflemen", "tanks", "rockets"),
}
OUTDATED = {
    1: ("warriors", "knights", "cannon"),
    2: ("warriors", "knights", "cannon"),
    3: ("warriors", "knights", "rockets"),
}
POWER = {"warriors": 1, "swordsmen": 2, "knights": 2, "cannon": 3}
POWER |= {"riflemen": 3, "cavalrymen": 3, "tanks": 5, "rockets": 5}


def test_all_are_here() -> None:
    assert {*ARMIES} == {*of_2015(TACTICS)}


@pytest.mark.parametrize("card", ARMIES)
@plays(*ARMIES)
def test_a_tactic_played_makes_one_army_of_just_enough_units(card: str) -> None:
    *needs, bonus, _ = ARMIES[card]
    units = {unit: number for unit, number in zip(MODERN[LEVEL[card]], needs, strict=True) if number}
    plain = sum(POWER[unit] * number for unit, number in units.items())
    game = play(me(hand=[card], workers={"warriors": 0, **units}, unused=0))
    game.expect(0, strength=plain)
    game.act(f"tactic {card}").expect(0, strength=plain + bonus, military_actions=1, hand=[], exclusive=True)
    for unit in units:
        lessened = play(me(tactic=card, workers={"warriors": 0, **units, unit: units[unit] - 1}, unused=0))
        lessened.expect(0, strength=plain - POWER[unit])


@pytest.mark.parametrize("card", ARMIES)
@plays(*ARMIES)
def test_one_unit_two_levels_below_the_tactic_makes_its_army_outdated(card: str) -> None:
    *needs, bonus, outdated = ARMIES[card]
    kinds = zip(MODERN[LEVEL[card]], OUTDATED[LEVEL[card]], needs, strict=True)
    units: dict[str, int] = {"warriors": 0}
    old = False
    for modern, outdating, number in kinds:
        if number and not old and LEVEL[outdating] <= LEVEL[card] - 2:
            units[outdating] = 1
            units[modern] = number - 1
            old = True
        elif number:
            units[modern] = number
    plain = sum(POWER[unit] * number for unit, number in units.items())
    game = play(me(tactic=card, workers=units, unused=0), age="III")
    game.expect(0, strength=plain + (outdated if old else bonus))


@pytest.mark.parametrize("card", ARMIES)
@plays(*ARMIES)
def test_a_common_tactic_is_copied_for_two_military_actions(card: str) -> None:
    game = play(me(), common_tactics=[card])
    assert game.cost(f"copy {card}") == {"military-action": 2}
    game.act(f"copy {card}").expect(0, tactic=card, exclusive=False, military_actions=0)
    assert game.refused(f"copy {card}") == "tactic-this-turn"
