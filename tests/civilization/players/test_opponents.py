"""With several other players an act says at which of them it is aimed; who refuses an event spares itself alone."""

from __future__ import annotations

import pytest

from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import capital_of, land, neighbours
from tta_p2p.games.civilization.map.squares import name_of
from tta_p2p.games.contract import Act

from ..play import Table, play, power

REVOLT = "the-citizens-are-revolting"


def three(
    phase: str, first: dict[str, object], *others: dict[str, object], works: dict[str, str] | None = None
) -> Table:
    """Rome acts, Germany and Egypt are the others."""
    given = [*others, {}, {}][:2]
    powers = [power(name, **one) for name, one in zip(("germany", "egypt"), given, strict=True)]
    return play(power("rome", **first), *powers, phase=phase, works=works or {})


def near(seat: int) -> str:
    """Give a square of land beside the capital of a seat."""
    table = three("start", {})
    found = neighbours(capital_of(table.s, seat))
    return name_of(next(square for square in found if land(table.s)[square].terrain != "water"))


@pytest.mark.parametrize(("nation", "governments"), [("germany", [1]), ("egypt", [2])])
def test_citizens_revolt_where_the_act_says(nation: str, governments: list[int]) -> None:
    table = three("start", {"events": [REVOLT]})
    assert [one.split()[-1] for one in table.legal("event")] == ["germany", "egypt"]
    assert table.why(f"event {REVOLT}") == "no-such-target"
    table.do(f"event {REVOLT} {nation}")
    assert [seat for seat in range(3) if table.s.governments[seat] == "anarchy"] == governments


def test_technologies_are_exchanged_with_the_one_who_is_named() -> None:
    first: dict[str, object] = {"events": ["exchange-of-ideas"], "techs": ["pottery"]}
    table = three("start", first, {"techs": ["currency"]}, {"techs": ["writing"]})
    assert table.why("event exchange-of-ideas germany writing") == "no-such-target"
    table.do("event exchange-of-ideas egypt writing")
    assert (table.asked, table.seat) == ("swap", 2) and "writing" in table.s.techs[0]
    table.do("learn pottery")
    assert "pottery" in table.s.techs[2] and "pottery" not in table.s.techs[1]


@pytest.mark.parametrize("seat", [1, 2])
def test_figures_of_any_other_are_pushed(seat: int) -> None:
    at = {one: near(one) for one in (1, 2)}
    table = three("cities", {"events": ["lost"]}, *({"figures": {at[one]: (1, 0)}} for one in (1, 2)))
    to = next(one.split()[-1] for one in table.legal("event") if one.split()[-2] == at[seat])
    table.do(f"event lost {at[seat]} {to}")
    assert table.at(seat, to) == (1, 0) and table.at(3 - seat, at[3 - seat]) == (1, 0)


@pytest.mark.parametrize(("nation", "trade"), [("germany", [9, 6, 0]), ("egypt", [9, 0, 6])])
def test_horseback_riding_brings_trade_to_the_one_who_is_named(nation: str, trade: list[int]) -> None:
    table = three("trade", {"techs": ["horseback-riding"], "goods": {"silk": 1}})
    before = list(table.s.trade)
    assert table.why("use horseback-riding - silk") == "no-target"
    act = Act(0, "use", ("horseback-riding", nation, "silk"))
    assert GAME.label(table.s, act).key == "use-with-whom"
    table.do(f"use horseback-riding {nation} silk")
    assert [table.s.trade[seat] - before[seat] for seat in range(3)] == trade


@pytest.mark.parametrize("refuses", [True, False])
def test_who_refuses_a_disaster_saves_its_own_building_only(refuses: bool) -> None:
    one, other, nations = near(1), near(2), "united-nations"
    table = three("start", {"events": ["disaster"]}, works={one: "temple", other: "temple"})
    haven = next(
        name_of(square)
        for square in neighbours(capital_of(table.s, 1))
        if land(table.s)[square].terrain != "water" and name_of(square) != one
    )
    works = {one: "temple", other: "temple", haven: nations}
    table = three("start", {"events": ["disaster"]}, works=works)
    (both,) = (act for act in table.legal("event") if one in act.split() and other in act.split())
    table.do(f"event disaster {' '.join(both.split()[1:])}")
    assert (table.asked, table.seat) == ("answer-event", 1)
    table.do("refuse" if refuses else "pass")
    left = ["temple", nations] if refuses else [nations]
    assert sorted(table.s.works.values()) == left and table.asked == "start"


@pytest.mark.parametrize("seat", [1, 2])
def test_who_pays_with_a_gift_from_afar_says_who_gets_the_coin(seat: int) -> None:
    gift = "a-gift-from-afar"
    table = three("cities", {"techs": ["animal-husbandry"], "events": [gift]})
    city = capital_of(table.s, 0)
    table.do(f"use animal-husbandry {name_of(city)} {gift}")
    assert (table.asked, table.seat) == ("grant", 0) and table.s.boost[city] == 3
    assert table.legal("grant") == ["germany", "egypt"] and table.why("grant rome") == "no-target"
    table.do(f"grant {table.s.civilizations[seat]}")
    assert [tokens.get("sheet", 0) for tokens in table.s.tokens] == [int(one == seat) for one in range(3)]
    assert table.asked == "manage"


def test_of_two_players_the_other_one_gets_the_coin_unasked() -> None:
    rome = power("rome", techs=["animal-husbandry"], events=["a-gift-from-afar"])
    table = play(rome, power("germany"), phase="cities")
    table.do(f"use animal-husbandry {name_of(capital_of(table.s, 0))} a-gift-from-afar")
    assert table.asked == "manage" and table.s.tokens[1] == {"sheet": 1}


def test_a_spy_paid_with_a_gift_from_afar_cancels_and_gives_its_coin() -> None:
    gift = "a-gift-from-afar"
    spy = {"techs": ["writing"], "events": [gift]}
    table = three("cities", {}, spy, {"techs": ["writing"], "events": [gift]})
    city = name_of(capital_of(table.s, 0))
    table.do(f"arts {city}")
    assert (table.asked, table.seat) == ("answer-action", 1)
    table.do(f"answer writing {gift}")
    while table.asked.startswith("answer"):
        table.do("pass")
    assert (table.asked, table.seat) == ("grant", 1) and not table.s.culture[0]
    table.do("grant rome")
    assert table.s.tokens[0] == {"sheet": 1} and (table.asked, table.seat) == ("manage", 0)
