"""Levels are true: a game has those that play it differently; what it lacks is refused, or called what it is."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.bots.table import Table, begin, play
from tta_p2p import registry
from tta_p2p.bots.base import Situation, UnknownLevel
from tta_p2p.bots.levels import (
    adviser_level,
    check_level,
    choices,
    effective_level,
    game_levels,
    levels,
    make_bot,
    personality_levels,
)
from tta_p2p.games.contract import Act

LACKED = [(game, level) for game in registry.names() for level in choices() if level not in choices(game)]
ASKED = 60
"""How many decisions of a game are asked about at the most."""


def test_which_levels_a_game_has_is_known_by_what_bots_know_of_it() -> None:
    has = {game: choices(game) for game in registry.names()}
    assert has["through_the_ages"] == choices() == (*levels(), *personality_levels())
    assert has["seven_wonders"] == has["civilization"] == choices()
    assert has["caravan"] == has["smugglers"] == ("random", "easy")
    assert {game: adviser_level(game) for game in has} == {game: game_levels(game)[-1] for game in has}


@pytest.mark.parametrize(("game", "level"), LACKED)
def test_a_level_that_a_game_does_not_have_is_refused_with_those_that_it_has(game: str, level: str) -> None:
    for refused in (lambda: make_bot(level, 1, game), lambda: check_level(game, "easy", level)):
        with pytest.raises(UnknownLevel) as caught:
            refused()
        assert caught.value.choices == choices(game) and level in str(caught.value)
        assert registry.title(game) in str(caught.value) and ", ".join(choices(game)) in str(caught.value)


@pytest.mark.parametrize("game", registry.names())
def test_what_an_earlier_release_let_pass_is_called_what_plays(game: str) -> None:
    for level in choices():
        named = effective_level(game, level)
        assert named in choices(game) and effective_level(game, named) == named
        assert (named == level) == (level in choices(game))
        assert levels().index(named.partition(":")[0]) <= levels().index(level.partition(":")[0])
    assert effective_level("caravan", "hard") == effective_level("caravan", "hard:builder") == "easy"
    assert effective_level(game, "wise") == "wise" and effective_level(game, "normal:wise") == "normal:wise"


@pytest.mark.parametrize("game", [name for name in registry.names() if name != "smugglers"])
def test_no_two_levels_of_a_game_are_one_bot(game: str) -> None:
    """In Smugglers, which is there to show how a game is made, `easy` has nothing to judge by and plays by chance."""
    chosen: dict[str, list[Act]] = {level: [] for level in game_levels(game)}

    def watch(table: Table, situation: Situation, act: Act) -> None:
        if len(situation.options) > 2:
            for level, acts in chosen.items():
                acts.append(make_bot(level, 5, game).choose(situation))
            if _tell_apart(chosen) or len(chosen["random"]) >= ASKED:
                raise StopIteration

    rules = registry.load_rules(game)
    with suppress(StopIteration):
        players = [make_bot("random", seat, game) for seat in range(rules.seats[0])]
        play(begin(rules, rules.seats[0], seed=2), players, watch)
    assert _tell_apart(chosen)


def _tell_apart(chosen: dict[str, list[Act]]) -> bool:
    return len({tuple(acts) for acts in chosen.values()}) == len(chosen)
