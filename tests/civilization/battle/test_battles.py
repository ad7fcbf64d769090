"""Battles: hands, fronts, trumps, wounds, bonuses, and what comes of them."""

from __future__ import annotations

import pytest

from tests.civilization.battle.attacks import CAPITALS, war
from tta_p2p.games.civilization.battle.combat import clash
from tta_p2p.games.civilization.battle.strength import battle_hand, strength
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.state import Front

from ..play import Table, play, power

# --- the examples of the rulebook ----------------------------------------------------------------------------


def test_a_unit_that_is_not_attacked_opens_a_front() -> None:
    table = war(["mounted-3"], ["mounted-2"])
    table.do("front mounted-2")
    assert table.s.battle is not None and table.s.battle.fronts == (Front(("", "mounted-2")),)
    table.do("front mounted-3")
    assert table.at(1, "f2") == (1, 0) and table.at(0, "f2") == (0, 0)


def table_of_knights() -> Table:
    """Nobody is asked here for more than the strength of units."""
    return play(power("rome"), power("germany"))


def test_three_beats_two_and_keeps_two_wounds() -> None:
    front, fallen = clash(table_of_knights().s, (0, 1), Front(("mounted-3", "mounted-2")))
    assert fallen == ("", "mounted-2") and front == Front(("mounted-3", ""), (2, 0))


def test_a_wounded_unit_strikes_with_all_its_strength() -> None:
    front, fallen = clash(table_of_knights().s, (0, 1), Front(("mounted-3", "mounted-3"), (2, 0)))
    assert fallen == ("mounted-3", "mounted-3") and front == Front(("", ""))


def test_who_trumps_strikes_first_and_the_dead_do_not_strike_back() -> None:
    front, fallen = clash(table_of_knights().s, (0, 1), Front(("mounted-3", "infantry-3"), (2, 0)))
    assert fallen == ("mounted-3", "") and front == Front(("", "infantry-3"))


def test_who_survives_the_trump_strikes_back() -> None:
    front, fallen = clash(table_of_knights().s, (0, 1), Front(("mounted-3", "infantry-2")))
    assert fallen == ("", "infantry-2") and front == Front(("mounted-3", ""), (2, 0))


@pytest.mark.parametrize(
    ("winner", "loser"), [("infantry", "mounted"), ("mounted", "artillery"), ("artillery", "infantry")]
)
def test_trumps_go_round(winner: str, loser: str) -> None:
    s = table_of_knights().s
    assert clash(s, (0, 1), Front((f"{winner}-2", f"{loser}-2")))[1] == ("", f"{loser}-2")
    assert clash(s, (0, 1), Front((f"{loser}-2", f"{winner}-2")))[1] == (f"{loser}-2", "")


def test_aircraft_trump_nothing_and_nothing_trumps_them() -> None:
    _, fallen = clash(table_of_knights().s, (0, 1), Front(("aircraft-5", "artillery-3")))
    assert fallen == ("", "artillery-3")
    front, _ = clash(table_of_knights().s, (0, 1), Front(("aircraft-5", "artillery-3")))
    assert front.wounds == (3, 0)


def test_the_difference_of_bonuses_goes_to_the_higher_side() -> None:
    """12 against 8 gives 4 and nothing."""
    table = war(
        ["mounted-2"],
        ["mounted-2"],
        works={"e4": "general", "e3": "academy", "f4": "general", "a14": "general", "b13": "academy"},
    )
    battle = table.s.battle
    assert battle is not None and battle.bonus == (0, 4)


def test_an_army_falls_upon_two_armies_and_a_scout() -> None:
    """All three die if it wins, and it takes loot."""
    table = war(
        ["mounted-3"],
        [],
        enemy=(2, 1),
        rome={"techs": ["masonry"], "trade": 2},
    )
    assert table.at(0, "f2") == (2, 1)
    table.do("front mounted-3")
    assert table.at(0, "f2") == (0, 0) and table.at(1, "f2") == (1, 0)
    assert table.asked == "loot"
    table.do("seize trade")
    assert table.s.trade[1] == 2 and table.s.trade[0] == 0


# --- hands ---------------------------------------------------------------------------------------------------


def test_hands_are_three_and_grow() -> None:
    s = table_of_knights().s
    assert [battle_hand(s, 0, armies, False) for armies in (1, 2, 3)] == [3, 5, 7]
    assert battle_hand(s, 0, 0, True) == 6
    table = play(
        power("rome", government="fundamentalism", techs=["computers"], tokens={"pottery": 4}), power("germany")
    )
    assert coins(table.s, 0) == 5 and battle_hand(table.s, 0, 1, False) == 5


def test_a_hand_is_drawn_at_random_and_seen_by_its_owner_alone() -> None:
    forces = ["mounted-1", "mounted-2", "mounted-3", "infantry-1", "infantry-2", "artillery-1"]
    table = war(forces, ["artillery-2", "infantry-3"])
    battle = table.s.battle
    assert battle is not None
    assert [len(hand) for hand in battle.hands] == [3, 2] and len(table.s.forces[1]) == 3
    assert set(battle.hands[0]) <= table.local.dealer.knowledge_of(1).faces.keys()
    assert not set(battle.hands[0]) & table.local.dealer.knowledge_of(0).faces.keys()


def test_the_oracle_shows_the_hand_of_the_enemy() -> None:
    table = war(["mounted-1", "mounted-2", "mounted-3", "infantry-1"], ["artillery-2"], works={"e4": "oracle"})
    battle = table.s.battle
    assert battle is not None
    among = table.local.dealer.knowledge_of(0).among
    seen = [one for one in among if set(one.handles) == set(battle.hands[0]) and len(one.handles) == 3]
    faces = [table.local.dealer.faces[handle] for handle in battle.hands[0]]
    assert {(one.faces, one.count) for one in seen} >= {((face,), faces.count(face)) for face in faces}


def test_ranks_and_himeji_make_units_stronger() -> None:
    table = play(
        power("rome", cities=CAPITALS[0], techs=["chivalry", "replaceable-parts"]),
        power("germany"),
        works={"e4": "himeji-samurai-castle"},
    )
    assert strength(table.s, 0, "mounted-2") == 4 and strength(table.s, 0, "infantry-1") == 5
    assert strength(table.s, 0, "aircraft-6") == 7
    assert strength(table.s, 1, "mounted-2") == 2 and strength(table.s, -1, "mounted-2") == 2


# --- results -------------------------------------------------------------------------------------------------


def test_equal_sides_are_a_victory_of_the_defender() -> None:
    table = war(["mounted-2"], ["mounted-2"], german={"trade": 5})
    table.do("front mounted-2", "front mounted-2")
    assert table.at(1, "f2") == (0, 0) == table.at(1, "g2") and table.at(0, "f2") == (1, 0)
    assert table.asked == "loot" and table.seat == 0
    table.do("seize trade")
    assert table.s.trade == [3, 2] and table.s.tokens[0] == {"code-of-laws": 1}


def test_survivors_go_home_and_the_dead_lie_open() -> None:
    table = war(["mounted-3", "infantry-2"], ["mounted-1", "artillery-2"])
    table.do("front mounted-1", "strike mounted-3 1", "front artillery-2", "front infantry-2")
    assert table.force(1) == ["infantry-2", "mounted-3"] and table.force(0) == ["artillery-2"]
    assert table.s.dead["mounted"] == ("mounted-1",)


def test_the_winner_loses_an_army_for_two_units_but_never_the_last() -> None:
    dead = ["mounted-1", "mounted-1"]
    strong = [*dead, "artillery-3", "artillery-3", "infantry-3"]
    table = war(strong, ["infantry-2", "infantry-2"], armies=2, german={"techs": []})
    table.do("front infantry-2", "strike mounted-1 1", "front infantry-2", "strike mounted-1 2")
    while table.asked == "blow":
        table.do(f"front {sorted(table.local.dealer.faces[h] for h in table.s.battle.hands[0])[0]}")  # type: ignore[union-attr]
    assert table.at(1, "f2") == (1, 0)


def test_scouts_alone_die_at_once() -> None:
    table = war(["mounted-2"], ["mounted-2"], enemy=(0, 1), rome={"culture": 7})
    assert table.asked == "loot" and table.at(0, "f2") == (0, 0) and table.at(1, "f2") == (1, 0)
    table.do("seize culture")
    assert table.s.culture == [4, 3]


def city_war(own: list[str], theirs: list[str], kind: str = "city", works: dict[str, str] | None = None) -> Table:
    """Germany attacks the Roman city b6 from b5."""
    table = play(
        power("rome", cities={"f3": "capital", "b6": kind}, forces=theirs, techs=["writing"]),
        power("germany", cities=CAPITALS[1], forces=own, figures={"b5": (2, 0)}),
        phase="movement",
        current=1,
        first=1,
        tiles={"a5": "n02:0", "a1": "n12:0"},
        markers={},
        works=works or {},
    )
    return table.do("move b5 b6 2 0")


def test_a_city_counts_six_and_a_wall_four_and_the_attacker_plays_first_then() -> None:
    table = city_war(["mounted-3"], ["mounted-1"])
    assert table.s.battle is not None and table.s.battle.bonus == (0, 6) and table.seat == 0
    walled = city_war(["mounted-3"], ["mounted-1"], "walled-city")
    assert walled.s.battle is not None and walled.s.battle.bonus == (0, 10) and walled.seat == 1


def test_a_conquered_city_is_gone_with_all_around_it() -> None:
    strong = ["mounted-3", "mounted-3", "mounted-3"]
    table = city_war(strong, [], works={"a5": "market", "a6": "artist", "c5": "stonehenge"})
    table.do(*["front mounted-3"] * 3)
    assert SQUARES["b6"] not in table.s.cities and table.s.works == {}
    assert table.s.pools["market-bank"] == 5 and table.at(1, "b6") == (2, 0)
    assert table.asked == "loot" and "writing" in table.legal("study")
    table.do("study writing")
    assert "writing" in table.s.techs[1]


def test_who_takes_a_capital_has_won() -> None:
    table = play(
        power("rome", cities=CAPITALS[0], forces=[]),
        power(
            "germany",
            cities=CAPITALS[1],
            forces=["mounted-3"] * 3 + ["infantry-3"] * 3,
            figures={"f2": (2, 0)},
            techs=["replaceable-parts"],
        ),
        phase="movement",
        current=1,
        first=1,
    ).do("move f2 f3 2 0")
    while table.asked == "blow":
        hand = table.s.battle.hands[0]  # type: ignore[union-attr]
        table.do(f"front {sorted(table.local.dealer.faces[handle] for handle in hand)[0]}")
    assert (table.s.ending, table.s.winner) == ("military", 1)


def test_democracy_attacks_no_city() -> None:
    table = play(
        power("rome", cities=CAPITALS[0]),
        power("germany", government="democracy", figures={"f2": (1, 0)}),
        phase="movement",
        current=1,
        first=1,
    )
    assert table.why("move f2 f3 1 0") == "democracy-spares-cities"


# --- villages ------------------------------------------------------------------------------------------------


def village(face: str, own: list[str], **given: object) -> Table:
    """Rome attacks a village on c1, from c2."""
    return play(
        power("rome", cities=CAPITALS[0], forces=own, figures={"c2": (1, 0)}, **given),
        power("germany", cities=CAPITALS[1], forces=[]),
        phase="movement",
        tiles={"a1": "n12:0"},
        markers={"c1": face},
    ).do("move c2 c1 1 0")


def fight(table: Table) -> Table:
    """Let both sides open fronts only."""
    while table.asked == "blow":
        table.do("front " + table.local.dealer.faces[_first(table)])
    return table


def _first(table: Table) -> int:
    battle = table.s.battle
    assert battle is not None
    side = 0 if table.seat == battle.seats[0] else 1
    return battle.hands[side][0]


def test_barbarians_are_one_of_each_and_of_the_first_rank() -> None:
    table = village("village-iron", ["mounted-3"])
    battle = table.s.battle
    assert battle is not None and battle.players == (0, 1) and table.seat == 1
    kinds = sorted(table.local.dealer.faces[handle].partition("-")[0] for handle in battle.hands[1])
    assert kinds == ["artillery", "infantry", "mounted"]


def test_a_village_with_a_resource_is_kept_face_down() -> None:
    table = fight(village("village-iron", ["mounted-3"] * 3, techs=["chivalry", "railroad", "combustion"]))
    assert table.asked == "village" and [option.act.verb for option in table.local.legal(0)] == ["store"]
    table.do("store village-iron")
    assert len(table.s.villages[0]) == 1 and table.at(0, "c1") == (1, 0)
    assert table.s.villages[0][0] not in table.local.dealer.knowledge_of(1).faces
    assert table.s.level[0] == 1  # Rome advances for a village
    assert sum(map(len, table.s.dead.values())) == 3


def test_a_village_with_a_great_person_brings_one() -> None:
    table = fight(village("village-person", ["mounted-3"] * 3, techs=["chivalry", "railroad", "combustion"]))
    table.do("welcome village-person")
    assert table.asked == "person" and len(table.s.people[0]) == 1


def test_who_loses_to_barbarians_loses_the_figures_alone() -> None:
    table = fight(village("village-iron", [], trade=9))
    assert table.at(0, "c1") == (0, 0) == table.at(0, "c2") and table.s.trade[0] == 9
    assert SQUARES["c1"] in table.s.markers


def test_a_hut_is_taken_unseen_and_ends_the_move() -> None:
    table = play(
        power("china", cities=CAPITALS[0], figures={"b3": (1, 0)}),
        power("germany", cities=CAPITALS[1]),
        phase="movement",
        tiles={"a1": "n12:0"},
        markers={"b4": "hut-silk"},
    ).do("move b3 b4 1 0")
    (hut,) = table.s.huts[0]
    assert (
        table.local.dealer.knowledge_of(0).faces[hut] == "hut-silk"
        and hut not in table.local.dealer.knowledge_of(1).faces
    )
    assert table.s.culture[0] == 3 and table.asked == "moves"


def test_scouts_enter_neither_but_huts_under_a_republic() -> None:
    def scout(government: str, square: str, face: str) -> str:
        table = play(
            power("rome", government=government, cities=CAPITALS[0], figures={"b3": (0, 1), "c2": (0, 1)}),
            power("germany", cities=CAPITALS[1]),
            phase="movement",
            tiles={"a1": "n12:0"},
            markers={square: face},
        )
        start = "b3" if square == "b4" else "c2"
        return table.why(f"move {start} {square} 0 1")

    assert scout("despotism", "b4", "hut-silk") == "no-way-for-scouts" and scout("republic", "b4", "hut-silk") == ""
    assert scout("republic", "c1", "village-iron") == "no-way-for-scouts"
