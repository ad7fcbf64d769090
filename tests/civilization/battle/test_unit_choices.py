"""Choices that the rulebook or a card leaves to a player: which dead unit China saves, the barbarians' decks."""

from __future__ import annotations

import pytest

from tests.civilization.battle.attacks import bereft, deck, village
from tests.civilization.players.departures import field, gone, three
from tests.table.due_orders import due, skip
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.contract import Act
from tta_p2p.table.orders import Orders

from ..invariants import faults
from ..play import Table, play, power

# --- China ---------------------------------------------------------------------------------------------------


def test_china_saves_which_of_its_dead_it_wants() -> None:
    """Two of the same strength are of two types, and a weaker one may be wanted, too."""
    table = bereft("mounted-1", "infantry-3", "artillery-3")
    assert (table.asked, table.seat) == ("save", 0) and not list(faults(table.s))
    assert table.legal("save") == ["infantry-3", "artillery-3", "mounted-1"] and table.legal("bury") == [""]
    table.do("save artillery-3")
    assert table.force(0) == ["artillery-3"] and not list(faults(table.s))
    assert table.s.dead["infantry"] == ("infantry-3",) and table.s.dead["mounted"] == ("mounted-1",)
    assert table.asked != "save"


def test_china_may_save_none() -> None:
    table = bereft("mounted-1").do("bury")
    assert table.force(0) == [] and table.s.dead["mounted"] == ("mounted-1",) and not list(faults(table.s))


def test_nobody_else_is_asked_and_nobody_without_dead() -> None:
    assert bereft("mounted-1", nation="rome").asked != "save" and bereft().asked != "save"


def test_always_the_strongest_is_a_standing_answer() -> None:
    table = bereft("mounted-1", "infantry-3", "artillery-3")
    orders = Orders(GAME)
    orders.add(0, skip("save"), table.s)
    act = due(orders, table.local, 0)
    assert act == Act(0, "save", ("infantry-3",)), "of equals who died first"
    table.local.act(act)
    table.local.answer_needs()
    assert table.force(0) == ["infantry-3"]


def test_who_lets_all_pass_until_the_own_turn_keeps_its_strongest_unit() -> None:
    table = bereft("mounted-1", "infantry-3")
    orders = Orders(GAME)
    orders.add(0, skip(), table.s)
    assert due(orders, table.local, 0) == Act(0, "save", ("infantry-3",))


def test_units_of_who_leaves_before_saving_one_lie_open() -> None:
    start, target = field()
    table = play(
        power("rome", forces=["aircraft-6"], figures={start: (1, 0)}),
        power("china", forces=["mounted-1"], figures={target: (1, 0)}),
        power("egypt"),
        phase="movement",
    )
    table.do(f"move {start} {target} 1 0", "front mounted-1", "strike aircraft-6 1")
    assert (table.asked, table.seat) == ("save", 1)
    gone(table, 1)
    assert table.s.dead["mounted"] == ("mounted-1",) and (table.asked, table.seat) == ("moves", 0)


# --- barbarians ----------------------------------------------------------------------------------------------


def kinds(table: Table) -> list[str]:
    """The types of the barbarians' units."""
    assert table.s.battle is not None
    return sorted(table.local.dealer.faces[handle].partition("-")[0] for handle in table.s.battle.hands[1])


def test_the_player_of_the_barbarians_says_from_which_deck_a_missing_unit_comes() -> None:
    table = village("artillery")
    assert (table.asked, table.seat) == ("levy", 1) and kinds(table) == ["infantry", "mounted"]
    assert table.legal("levy") == ["infantry", "mounted"]
    assert table.why("levy artillery") == table.why("levy aircraft") == "no-unit-left"
    table.do("levy mounted")
    assert (table.asked, table.seat) == ("blow", 1) and kinds(table) == ["infantry", "mounted", "mounted"]
    assert not list(faults(table.s))


def test_where_one_deck_is_left_nobody_is_asked() -> None:
    table = village("artillery", "infantry")
    assert table.asked == "blow" and kinds(table) == ["mounted"] * 3


def test_where_no_deck_is_left_the_barbarians_have_no_unit() -> None:
    """Aircraft are of no first rank (rulebook 904)."""
    table = village("artillery", "infantry", "mounted")
    assert (table.asked, table.seat) == ("blow", 0) and kinds(table) == []
    table.do("front aircraft-6")
    assert table.asked == "village"


def test_the_first_deck_that_has_one_is_a_standing_answer() -> None:
    table = village("artillery")
    orders = Orders(GAME)
    orders.add(1, skip("levy"), table.s)
    assert due(orders, table.local, 1) == Act(1, "levy", ("infantry",))


def test_nobody_else_knows_which_unit_came_from_where() -> None:
    table = village("artillery").do("levy mounted")
    assert table.s.battle is not None
    hand, knows = set(table.s.battle.hands[1]), table.local.dealer.knowledge_of
    assert not hand & knows(0).faces.keys() and hand <= knows(1).faces.keys()


def test_the_battle_begins_without_who_should_have_said_from_where_units_come() -> None:
    rome = {"figures": {"g6": (2, 0)}, "forces": ["infantry-1", "mounted-2", "aircraft-5"]}
    egypt = {"forces": deck("artillery")}
    table = three("movement", {"forces": []}, egypt, rome=rome, tiles={"e5": "n12:0"}, markers={"g5": "village-iron"})
    table.do("move g6 g5 2 0")
    assert (table.asked, table.seat) == ("levy", 1)
    gone(table, 1)
    assert (table.asked, table.seat) == ("blow", 0), "Rome plays its units out"


@pytest.mark.parametrize("leaver", [0, 1])
def test_a_battle_is_broken_off_where_units_are_still_to_come(leaver: int) -> None:
    table = village("artillery")
    gone(table, leaver)
    assert table.s.over and not list(faults(table.s))
