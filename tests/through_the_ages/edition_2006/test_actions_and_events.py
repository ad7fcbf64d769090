"""Action cards, events and territories of the edition of 2006."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.through_the_ages.index import ACTION_CARDS, EVENTS, LEVEL, TACTICS, TERRITORIES

from ..editions import own_of_2006
from ..play import me, plays, them
from .positions import old, turned_up

GAINS: dict[str, dict[str, int]] = {
    "revolutionary-idea-a": {"science": 1},
    "revolutionary-idea-i": {"science": 2},
    "work-of-art-a": {"culture": 6},
    "work-of-art-i": {"culture": 5},
    "work-of-art-ii": {"culture": 4},
    "work-of-art-iii": {"culture": 3},
    "bountiful-harvest-i": {"food": 2},
    "bountiful-harvest-ii": {"food": 3},
    "bountiful-harvest-iii": {"food": 4},
    "mineral-deposits-i": {"resource": 2},
    "mineral-deposits-ii": {"resource": 3},
    "mineral-deposits-iii": {"resource": 4},
}
BUILDS = {
    "ideal-building-site-a": ("philosophy", 1),
    "ideal-building-site-i": ("philosophy", 2),
    "ideal-building-site-ii": ("alchemy", 3),
    "ideal-building-site-iii": ("alchemy", 4),
    "rich-land-a-2006": ("bronze", 1),
    "rich-land-i-2006": ("iron", 2),
    "rich-land-ii-2006": ("iron", 3),
}
PRICE = {"philosophy": 3, "alchemy": 6, "bronze": 2, "iron": 5}


def test_all_action_cards_are_here() -> None:
    named = {*GAINS, *BUILDS, "efficient-upgrade-i", "breakthrough-ii-2006"}
    assert named == {*own_of_2006(ACTION_CARDS)}


@pytest.mark.parametrize("card", GAINS)
@plays(*GAINS)
def test_an_action_card_gives_what_it_says(card: str) -> None:
    game = old(me(hand=[card]), age=max(1, LEVEL[card]))
    game.act(f"play {card}").expect(0, hand=[], civil_actions=3, **GAINS[card])


@pytest.mark.parametrize("card", BUILDS)
@plays(*BUILDS)
def test_an_action_card_builds_for_less_and_upgrades_nothing(card: str) -> None:
    what, less = BUILDS[card]
    one = me(hand=[card], technologies=["alchemy", "iron"], resource=PRICE[what] - less)
    game = old(one, age=max(1, LEVEL[card])).act(f"play {card}")
    assert not game.legal("upgrade")
    game.act(f"build {what}").expect(0, resource=0, unused=0, civil_actions=3)


@plays("efficient-upgrade-i")
def test_efficient_upgrade_of_age_i() -> None:
    game = old(me(hand=["efficient-upgrade-i"], technologies=["iron"], resource=1)).act("play efficient-upgrade-i")
    game.act("upgrade bronze iron").expect(0, resource=0, workers={"iron": 1, "bronze": 1}, civil_actions=3)


@plays("breakthrough-ii-2006")
def test_breakthrough_of_age_ii_gives_four() -> None:
    game = old(me(hand=["breakthrough-ii-2006", "coal"], science=7), age=2)
    game.act("play breakthrough-ii-2006", "develop coal").expect(0, science=4, civil_actions=3)


# --- events --------------------------------------------------------------------------------------------------


def test_all_events_are_here() -> None:
    assert {*own_of_2006(EVENTS)} == {
        "development-of-politics-2006",
        "no-event",
        "civil-unrest-2006",
        "economic-progress-2006",
        "impact-of-agriculture-2006",
        "impact-of-colonies-2006",
        "impact-of-industry-2006",
    }


@plays("development-of-politics-2006", "no-event")
def test_after_development_of_politics_the_player_on_turn_keeps_all_cards() -> None:
    hand = ["legion", "raid-i-2006"]
    game = turned_up("development-of-politics-2006", me(hand=hand), them(hand=[*hand]))
    game.expect(0, hand_size=2 + 3).expect(1, hand_size=5)
    assert (game.asked, game.who) == ("actions", 0)
    game.act("end").until("discard", seat=1)
    idle = turned_up("no-event", me(hand=[*hand, "enslave-2006"]), them())
    assert (idle.asked, idle.who) == ("discard", 0)
    assert "event-idle" in [line.key for line in idle.local.log]


@plays("civil-unrest-2006")
def test_civil_unrest_takes_culture_alone() -> None:
    game = turned_up("civil-unrest-2006", me(), them(yellow_bank=8, culture=20, unused=4), age=2)
    game.expect(1, culture=20 - 4 * 4, blue_bank=18)


@plays("economic-progress-2006")
def test_economic_progress_ends_with_corruption() -> None:
    tokens = {"bronze": 8}
    game = turned_up("economic-progress-2006", me(), them(tokens=tokens, yellow_bank=12), age=2)
    # 10 tokens in the bank: 2 to farms, of which 2 are eaten, 2 to mines: 8 are left
    game.expect(1, food=0, resource=8 + 2 - 2, blue_bank=10)


def at_the_end(event: str, one: Any, **table: Any) -> int:
    """What an impact scores for seat 1 at the end of the game."""
    game = old(me(), one, age="IV", phase="game-end", current_events=[event], **table)
    return int(game.value(1, "culture"))


@plays("impact-of-agriculture-2006", "impact-of-colonies-2006", "impact-of-industry-2006")
def test_impacts_count_farms_colonies_and_all_resources() -> None:
    assert at_the_end("impact-of-agriculture-2006", them(workers={"irrigation": 2})) == 2 + 4
    assert at_the_end("impact-of-colonies-2006", them(colonies=["fertile-territory-i"])) == 4
    labs = them(leader="nikola-tesla", wonders=["transcontinental-railroad-2006"], workers={"alchemy": 2, "iron": 1})
    assert at_the_end("impact-of-industry-2006", labs) == 2 + 2 + 2 + 2


# --- territories and tactics ---------------------------------------------------------------------------------

GIVES: dict[str, dict[str, int]] = {
    "fertile-territory-i": {"yellow_bank": 3, "food": 3, "blue_bank": -3},
    "wealthy-territory-i-2006": {"blue_bank": 2 - 5, "resource": 5},
    "fertile-territory-ii": {"yellow_bank": 4, "food": 5, "blue_bank": -5},
    "wealthy-territory-ii-2006": {"blue_bank": 3 - 8, "resource": 8},
}


@pytest.mark.parametrize("card", GIVES)
@plays(*GIVES)
def test_a_territory_gives_what_it_says(card: str) -> None:
    assert {*GIVES} == {*own_of_2006(TERRITORIES)}
    game = turned_up(card, me(workers={"warriors": 0}), them(workers={"warriors": 2}))
    game.act("bid 1", "send warriors", "done", seat=1)
    before = old(me(), them(workers={"warriors": 1}), age=max(1, LEVEL[card]))
    for what, change in GIVES[card].items():
        assert game.value(1, what) == before.value(1, what) + change, what


# card: infantry, cavalry, artillery, what an army adds, what an outdated one does (on Warriors and Knights)
ARMIES = {
    "light-cavalry": (0, 2, 0, 2, 2),
    "classic-army-2006": (2, 2, 0, 9, 5),
    "fortifications-2006": (0, 0, 2, 4, 4),
    "mobile-artillery-2006": (0, 1, 1, 5, 5),
    "napoleonic-army-2006": (1, 1, 1, 8, 4),
}


@pytest.mark.parametrize("card", ARMIES)
@plays(*ARMIES)
def test_a_tactic_adds_what_it_says(card: str) -> None:
    *needs, bonus, outdated = ARMIES[card]
    assert {*ARMIES} == {*own_of_2006(TACTICS)}
    power = {"swordsmen-2006": 2, "knights-2006": 2, "cannon-2006": 3, "warriors": 1}
    units = {unit: number for unit, number in zip(power, needs, strict=False) if number}
    plain = sum(power[unit] * number for unit, number in units.items())
    game = old(me(hand=[card], workers={"warriors": 0, **units}, unused=0), age=2)
    game.act(f"tactic {card}").expect(0, strength=plain + bonus, military_actions=1)
    aged = {("warriors" if unit == "swordsmen-2006" else unit): number for unit, number in units.items()}
    old_plain = sum(power[unit] * number for unit, number in aged.items())
    adds = outdated if "swordsmen-2006" in units else bonus
    old(me(tactic=card, workers={"warriors": 0, **aged}, unused=0), age=2).expect(0, strength=old_plain + adds)
