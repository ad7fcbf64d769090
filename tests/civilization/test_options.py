"""Options the rulebook names: the learning game, loot as it is printed; and turns in which nobody acts."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.cli.commands.simulate import _unattended
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.turn.phases import QUIET
from tta_p2p.games.contract import Acts
from tta_p2p.games.local import LocalGame

from .golden import eager
from .invariants import faults
from .play import Table, play, power

# --- the learning game ---------------------------------------------------------------------------------------


def learning(seats: int, seed: int, **options: str) -> LocalGame[Any, Any]:
    """A learning game that has just begun."""
    local: LocalGame[Any, Any] = LocalGame(GAME, seats, {"game": "learning", **options}, seed)
    local.answer_needs()
    return local


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_learning_game_has_neither_egypt_nor_rome_nor_wonders(seats: int) -> None:
    for seed in range(6):
        s = learning(seats, seed).state
        assert {*s.civilizations} <= {"america", "china", "germany", "russia"} and len({*s.civilizations}) == seats
        assert not s.wonders and not s.wonder_deck and not list(faults(s))


def test_egypt_and_rome_cannot_be_chosen_in_it() -> None:
    local = learning(2, 1, civilizations="chosen")
    assert local.decision is not None
    offered = [option.act.args[0] for option in local.legal(local.decision.seats[0])]
    assert offered == ["america", "china", "germany", "russia"]


def founders(cities: int, game: str) -> Table:
    """Germany can found the second or the third of its cities."""
    own = {"f3": "capital", **({"c3": "city"} if cities > 1 else {})}
    return play(
        power("germany", techs=["irrigation"], cities=own, figures={"b6": (0, 1)}),
        power("russia"),
        options={"game": game},
        tiles={"a5": "n02:0", "a1": "n12:0"},
        markers={},
    )


def test_the_first_third_city_ends_it_and_nobody_has_won_or_lost() -> None:
    two = founders(1, "learning").do("found b6 scout")
    assert not two.s.over and len(two.s.cities) == 3
    table = founders(2, "learning").do("found b6 scout")
    assert table.s.ending == "lesson" and table.s.winner == -1
    assert {place.place for place in GAME.standings(table.s).places} == {1}


def test_a_third_city_ends_no_other_game() -> None:
    table = founders(2, "whole").do("found b6 scout")
    assert not table.s.over and table.asked == "start"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_learning_game_is_played_to_its_end(seed: int) -> None:
    from tta_p2p.games.chance import Chance

    local, chance = learning(2, seed), Chance(seed)
    while (decision := local.decision) is not None:
        local.act(*(eager(chance, decision, local.legal(seat)).act for seat in decision.seats))
        assert not list(faults(local.state)) and not local.state.wonders
    assert local.state.ending in ("lesson", "culture", "economy", "military", "technology")


# --- loot ----------------------------------------------------------------------------------------------------


def looting(loot: str, city: bool) -> Table:
    """Germany has beaten Rome, on land or in a city of Rome, and there is something of everything to take."""
    target = "b6" if city else "a6"
    rome = power(
        "rome", cities={"f3": "capital", **({"b6": "city"} if city else {})}, forces=[],
        figures={} if city else {"a6": (1, 0)}, techs=["writing"], trade=9, culture=9, goods={"iron": 1, "silk": 1},
        huts=["hut-silk"], events=["drought"], tokens={"sheet": 1},
    )  # fmt: skip
    germany = power("germany", cities={"b14": "capital"}, forces=["aircraft-7"], figures={"b5": (1, 0)})
    table = play(
        rome, germany, phase="movement", current=1, first=1, tiles={"a5": "n02:0", "a1": "n12:0"}, markers={},
        options={"loot": loot},
    )  # fmt: skip
    table.do(f"move b5 {target} 1 0")
    while table.asked.startswith("answer"):
        table.do("pass")
    table.do("front aircraft-7")
    assert table.asked == "loot"
    return table


def verbs(table: Table) -> set[str]:
    """Things that can be taken, but for `enough`."""
    found = {option.act.verb for option in table.local.legal(table.seat)} - {"enough"}
    return (found - {"seize"}) | {f"seize {what}" for what in table.legal("seize")}


THINGS = {"seize iron", "seize silk", "seize-marker"}


def test_the_revised_table_is_the_default_and_gives_more() -> None:
    assert GAME.settings[3].choices[0] == "revised"
    every = {*THINGS, "seize trade", "seize culture", "seize-coin", "melt", "seize-event", "study"}
    assert verbs(looting("revised", city=True)) == every


def test_for_figures_the_rulebook_prints_trade_culture_or_a_resource() -> None:
    table = looting("printed", city=False)
    assert verbs(table) == {*THINGS, "seize trade", "seize culture"}
    assert table.why("melt sheet") == table.why("seize-coin sheet") == table.why("study writing") == "no-such-loot"
    table.do("seize trade")
    assert table.asked != "loot" and table.s.trade[1] == 3


def test_for_a_city_the_rulebook_prints_a_technology_an_event_or_two_resources() -> None:
    table = looting("printed", city=True)
    assert verbs(table) == {*THINGS, "seize-event", "study"}
    assert table.why("seize trade") == "no-such-loot"
    table.do("seize iron")
    assert table.asked == "loot" and verbs(table) == {"seize silk", "seize-marker"}
    assert table.why("study writing") == "loot-short" and table.why("seize culture") == "no-such-loot"
    table.do("seize-marker hut-silk")
    assert table.asked != "loot" and table.s.goods[1]["iron"] == 1 and len(table.s.huts[1]) == 1


def test_who_takes_a_technology_takes_nothing_else() -> None:
    table = looting("printed", city=True).do("study writing")
    assert table.asked != "loot" and "writing" in table.s.techs[1]


# --- turns in which nobody acts ------------------------------------------------------------------------------


def idle(rounds: int, **options: str) -> Table:
    """Everybody declines everything, for so many turns or until the game is over."""
    table = play(power("rome", level=1), power("germany", level=2), options=options)
    while table.s.round <= rounds and not table.local.over:
        decision = table.local.decision
        assert decision is not None
        acts = tuple(decision.default(seat) for seat in decision.seats)
        table.local.apply(Acts(acts) if decision.sealed else acts[0])
        table.local.answer_needs()
    return table


def test_turns_in_which_nobody_acts_end_a_game_only_where_that_was_chosen() -> None:
    """The rulebook knows no such end."""
    assert not idle(QUIET + 3).local.over
    table = idle(QUIET + 3, **{"idle-turns": "end"})
    assert (table.s.ending, table.s.winner, table.s.round) == ("quiet", 1, QUIET + 1)


def test_games_in_which_no_person_sits_end_so() -> None:
    assert _unattended("civilization", []) == ["idle-turns=end"]
    assert _unattended("civilization", ["idle-turns=play-on"]) == ["idle-turns=play-on"]
    assert _unattended("smugglers", ["crates=1"]) == ["crates=1"]
