"""Deals of the trade phase: what is named changes hands if the other player takes it, and nothing else does."""

from __future__ import annotations

import pytest

from tests.civilization.turn.deals import ring, trading
from tta_p2p.bots.base import Situation
from tta_p2p.bots.easy import EasyBot
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.players.limits import culture_hand
from tta_p2p.games.contract import Act, Card, Illegal, Knowledge, Left, Pass
from tta_p2p.testing.departures import Departures

from ..invariants import faults
from ..play import Table, play, power


def faces(table: Table, handles: tuple[int, ...]) -> list[str]:
    """What is printed on hidden cards, sorted."""
    return sorted(table.local.dealer.faces[handle] for handle in handles)


def test_what_is_named_changes_hands_at_once_when_it_is_accepted() -> None:
    table = trading(
        {"goods": {"iron": 2}, "culture": 8, "huts": ["hut-wheat"]},
        rome={"culture": 3, "huts": ["hut-silk", "hut-spy"], "events": ["drought"]},
    )
    trade = list(table.s.trade)
    table.do("deal germany", "offer trade 2", "offer hut-spy", "offer drought")
    table.do("want iron 2", "want culture 5", "want hut-wheat")
    assert not table.s.goods[0]["iron"] and table.s.trade == trade, "nothing has changed hands yet"
    table.do("propose")
    assert (table.asked, table.seat) == ("proposal", 1)
    table.do("accept")
    assert table.s.trade[:2] == [trade[0] - 2, trade[1] + 2] and table.s.culture[:2] == [8, 3]
    assert table.s.goods[0]["iron"] == 2 and not table.s.goods[1]["iron"]
    assert faces(table, table.s.huts[0]) == ["hut-silk", "hut-wheat"] and faces(table, table.s.huts[1]) == ["hut-spy"]
    assert not table.s.events[0] and faces(table, table.s.events[1]) == ["drought"]
    assert (table.asked, table.seat) == ("trading", 0) and not list(faults(table.s))


def test_who_gets_a_hidden_card_knows_it_and_nobody_else_learns_anything() -> None:
    table = trading(rome={"huts": ["hut-silk", "hut-spy"]})
    given = next(h for h in table.s.huts[0] if table.local.dealer.faces[h] == "hut-spy")
    table.do("deal germany", "offer hut-spy", "propose")
    assert given not in table.local.dealer.knowledge_of(1).faces, "it is offered face down"
    table.do("accept")
    (got,) = table.s.huts[1]
    assert table.local.dealer.knowledge_of(1).faces[got] == "hut-spy"
    assert got not in table.local.dealer.knowledge_of(2).faces


def test_what_comes_face_down_is_mixed_with_what_is_there_so_that_nobody_can_follow_it() -> None:
    table = trading({"huts": ["hut-wheat"], "villages": ["village-spy"]}, rome={"huts": ["hut-silk", "hut-spy"]})
    before = {*table.s.huts[1], *table.s.huts[0]}
    table.do("deal germany", "offer hut-spy", "propose", "accept")
    assert len(table.s.huts[1]) == 2 and not before & {*table.s.huts[1]}
    assert faces(table, table.s.huts[1]) == ["hut-spy", "hut-wheat"] and len(table.s.villages[1]) == 1


def test_a_deal_that_is_declined_changes_nothing() -> None:
    table = trading({"goods": {"iron": 1}})
    before = (list(table.s.trade), table.s.goods)
    table.do("deal germany", "want iron 1", "offer trade 1", "propose", "decline")
    assert (table.s.trade, table.s.goods) == before and (table.asked, table.seat) == ("trading", 0)


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        ((), "deal rome", "no-rival"),
        (("deal germany",), "propose", "empty-deal"),
        (("deal germany",), "offer trade 28", "only-so-much"),
        (("deal germany",), "want iron 2", "only-so-much"),
        (("deal germany",), "offer coin 1", "not-dealt"),
        (("deal germany",), "offer trade", "bad-arguments"),
        (("deal germany", "offer trade 1"), "offer trade 2", "named-already"),
        (("deal germany", "offer hut-spy"), "offer hut-spy", "named-already"),
        (("deal germany", *(f"offer {what} 1" for what in ("trade", "culture", "wheat", "silk"))), "offer iron 1", ""),
        (("deal germany", "withdraw") * 9, "deal germany", ""),
        (("deal germany", "withdraw") * 10, "deal germany", "dealt-enough"),
        (("deal germany", "withdraw") * 10, "parley germany egypt", "dealt-enough"),
    ],
)
def test_a_deal_names_what_there_is_and_each_thing_once(lines: tuple[str, ...], line: str, why: str) -> None:
    goods = {"iron": 1, "silk": 1, "wheat": 1}
    table = trading({"goods": {"iron": 1}}, rome={"culture": 1, "goods": goods, "huts": ["hut-spy"]})
    table.do(*lines)
    assert table.why(line) == why


def test_a_card_of_somebody_who_has_no_part_in_it_cannot_be_named() -> None:
    table = trading({}, {"huts": ["hut-spy"]})
    table.do("deal germany")
    assert table.why("want hut-spy") == table.why("offer hut-spy") == "no-such-card"
    shown = Act(0, "want", (Card(table.s.huts[2][0], "hut-spy"),))
    assert GAME.explain(table.s, table.local.dealer.knowledge_of(0), shown).refusal is not None


def test_trade_that_a_dial_does_not_hold_is_lost_and_too_many_events_are_discarded() -> None:
    events = ["drought", "jousting-tourney", "a-gift-from-afar"]
    table = trading({"trade": 25}, rome={"trade": 20, "techs": ["pottery"], "events": events})
    full = table.s.trade[1]
    table.do("deal germany", "offer trade 10", *(f"offer {event}" for event in events), "propose", "accept")
    assert table.s.trade[1] == min(27, full + 10) == 27
    assert (table.asked, table.seat) == ("discard", 1)
    while table.asked == "discard":
        table.do(f"drop {faces(table, table.s.events[1])[0]}")
    assert len(table.s.events[1]) == culture_hand(table.s, 1) < len(events) and not list(faults(table.s))


def test_two_players_deal_as_all_do_where_nothing_else_was_chosen() -> None:
    assert play(power("rome", trade=9), power("germany", trade=9), phase="trade").asked == "trading"
    table = play(power("rome"), phase="trade")
    table.do("deal", "offer trade 1", "propose")
    assert (table.asked, table.seat) == ("proposal", 1)
    silk = {"techs": ["horseback-riding"], "goods": {"silk": 1}}
    for rule in ("never", "of-three"):
        assert play(power("rome"), phase="trade", options={"deals": rule}).asked != "trading"
        assert play(power("rome", **silk), phase="trade", options={"deals": rule}).why("deal") == "no-deals"
    three = [play(*(power(name) for name in ("rome", "germany", "egypt")), phase="trade", options={"deals": rule})
             for rule in ("never", "of-three")]  # fmt: skip
    assert [one.asked == "trading" for one in three] == [False, True]


def test_a_deal_between_three_is_made_when_both_others_have_accepted_it() -> None:
    table = ring().do("propose")
    assert (table.asked, table.seat) == ("proposal-of-several", 1)
    table.do("accept")
    assert (table.asked, table.seat) == ("proposal-of-several", 2)
    assert table.s.goods[0]["wheat"] == 1 and not table.s.culture[0], "nothing has changed hands yet"
    table.do("accept")
    assert table.s.goods[1]["wheat"] == 1 and table.s.goods[2]["iron"] == 1 and table.s.culture == [4, 0, 1]
    assert faces(table, table.s.huts[2]) == ["hut-silk"] and faces(table, table.s.huts[1]) == ["hut-spy"]
    assert (table.asked, table.seat) == ("trading", 0) and not list(faults(table.s))


@pytest.mark.parametrize("answers", [("decline",), ("accept", "decline")])
def test_a_deal_between_three_is_none_where_one_declines(answers: tuple[str, ...]) -> None:
    table = ring().do("propose", *answers)
    assert (table.asked, table.seat) == ("trading", 0)
    assert table.s.goods[0]["wheat"] == table.s.goods[1]["iron"] == 1 and table.s.culture == [0, 0, 5]


@pytest.mark.parametrize("leaves", [0, 1, 2])
def test_a_deal_between_three_goes_with_any_of_them(leaves: int) -> None:
    table = ring().do("propose", "accept")
    table.local.apply(Left(leaves, "gone"))
    table.local.answer_needs()
    assert "proposal" not in table.asked and not list(faults(table.s))
    others = [seat for seat in range(3) if seat != leaves]
    assert all(not table.s.goods[seat]["wheat"] for seat in others if seat)


def test_a_deal_that_others_have_made_in_the_part_of_a_seat_that_leaves_is_still_a_deal() -> None:
    """Germany answers Rome's proposal with one to Egypt, and Rome leaves."""
    table = trading({"culture": 3}).do("deal germany", "want culture 3", "propose", "deal egypt", "offer culture 2")
    table.local.apply(Left(0, "gone"))
    table.local.answer_needs()
    table.do("propose", "accept")
    assert table.s.culture[1:] == [1, 2] and (table.asked, table.seat) == ("trading", 1) and not list(faults(table.s))


def test_whoever_leaves_while_deals_are_made_the_others_deal_on() -> None:
    """At every kind of moment of a trade phase with much to deal for, each seat leaves."""
    things = {"culture": 2, "goods": {"iron": 1}, "huts": ["hut-spy"]}
    table = trading(things, things, rome={**things, "events": ["drought"]})
    chance = Chance(3)
    departures = Departures(chance.fork("departures"), faults)
    for _ in range(150):
        decision = table.local.decision
        assert decision is not None and table.s.phase == "trade"
        departures(table.local)
        options = table.local.legal(decision.seats[0])
        verbs = [*dict.fromkeys(one.act.verb for one in options if one.act.verb not in ("end", "withdraw"))]
        verb = chance.choice(verbs) if verbs else "end"
        table.local.act(chance.choice([one for one in options if one.act.verb == verb]).act)
        table.local.answer_needs()


def test_four_deal_at_one_table_and_whoever_is_named_has_a_part_in_it() -> None:
    nations = ("rome", "germany", "egypt", "america")
    table = play(*(power(name, culture=2) for name in nations), phase="trade")
    parties = {"germany egypt", "germany america", "egypt america", "germany egypt america"}
    assert {*table.legal("parley")} == parties and {*table.legal("deal")} == set(nations[1:])
    table.do("parley germany egypt america", "offer germany culture 1", "hand germany egypt culture 1")
    assert table.why("propose") == "no-part-of-deal" and table.why("hand germany germany trade 1") == "bad-arguments"
    assert table.why("hand rome germany trade 1") == "bad-arguments", "that is an offer"
    table.do("hand egypt america culture 1", "want america culture 1", "propose", "accept", "accept", "accept")
    assert table.s.culture == [2, 2, 2, 2] and table.asked == "trading"


def test_one_thing_is_not_named_for_two() -> None:
    table = trading(rome={"culture": 3, "huts": ["hut-spy"]}).do("parley germany egypt", "offer germany culture 2")
    assert table.why("offer egypt culture 2") == "only-so-much" and table.why("offer egypt culture 1") == ""
    table.do("offer germany hut-spy")
    assert table.why("offer egypt hut-spy") == "named-already"


def test_whoever_is_asked_proposes_something_else_at_once() -> None:
    table = trading({"culture": 4}).do("deal germany", "want culture 4", "propose")
    table.do("deal rome", "offer culture 2", "want trade 1", "propose")
    assert (table.asked, table.seat) == ("proposal", 0)
    table.do("accept")
    assert table.s.culture[:2] == [2, 2] and (table.asked, table.seat) == ("trading", 0)


def test_whoever_had_its_part_before_a_deal_has_another_one() -> None:
    """All may deal until nobody wants to: Rome has ended its part, then Germany and Egypt make a deal."""
    table = trading({"culture": 2}).do("end", "deal egypt", "offer culture 2", "want trade 1", "propose", "accept")
    table.do("end")
    assert (table.asked, table.seat) == ("trading", 2)
    table.do("end")
    assert (table.asked, table.seat) == ("trading", 0), "it may answer that with a deal"
    table.do("end")
    assert table.asked == "manage", "nobody else has heard anything new"
    quiet = trading().do("end", "end", "end")
    assert quiet.asked == "manage"


def test_all_have_collected_trade_before_anybody_deals() -> None:
    table = trading()
    assert all(table.s.trade), "also those whose part is still to come"


@pytest.mark.parametrize("leaves", [0, 1])
@pytest.mark.parametrize("asked", ["terms", "proposal", "passing"])
def test_a_deal_goes_with_either_side_of_it_and_what_was_under_way_arrives(leaves: int, asked: str) -> None:
    """Where the giver leaves, what it was passing on arrives before it is mixed."""
    table = trading(
        {"huts": ["hut-wheat", "hut-iron"], "villages": ["village-spy"]},
        rome={"huts": ["hut-silk", "hut-spy"], "events": ["drought"]},
    )
    table.do("deal germany", "offer hut-spy", "offer hut-silk", "offer drought", "want hut-wheat", "want village-spy")
    if asked != "terms":
        table.do("propose")
    if asked == "passing":
        table.local.apply(table.act("accept"))
        assert any(isinstance(need, Pass) for need in GAME.needs(table.s))
    table.local.apply(Left(leaves, "gone"))
    numbers = [need.number for need in GAME.needs(table.s)]
    assert numbers == sorted(numbers), "needs are answered by their numbers"
    table.local.answer_needs()
    assert not list(faults(table.s)) and (table.asked, table.seat) == ("trading", 1 - leaves)
    own = [faces(table, table.s.huts[leaves]), faces(table, table.s.huts[1 - leaves])]
    if asked == "passing":
        kept = ["hut-silk", "hut-spy"] if leaves == 0 else ["hut-wheat"]
        assert own == [[], sorted([*kept, *(["hut-iron"] if leaves == 0 else [])])]
    else:
        assert own == [[], ["hut-iron", "hut-wheat"] if leaves == 0 else ["hut-silk", "hut-spy"]]


@pytest.mark.parametrize(
    ("offer", "want", "answer"), [("culture 3", "trade 1", "accept"), ("trade 1", "iron 1", "decline")]
)
def test_a_bot_takes_a_deal_that_is_good_for_it_and_leaves_one_that_is_not(offer: str, want: str, answer: str) -> None:
    table = trading({"goods": {"iron": 1}}, rome={"culture": 3})
    table.do("deal germany", f"offer {offer}", f"want {want}", "propose")
    situation = Situation(GAME, table.s, table.local.dealer.knowledge_of(1), 1, table.local.legal(1))
    assert EasyBot(Chance(7)).choose(situation).verb == answer


def test_everybody_reads_what_is_proposed() -> None:
    table = trading({"goods": {"iron": 2}}, rome={"huts": ["hut-spy", "hut-silk"]})
    table.do("deal germany", "offer hut-spy", "offer hut-silk", "want iron 2")
    decision = GAME.decision(table.s)
    assert decision is not None and decision.args == (1, "hut", "hut", "/", "iron", "iron")
    table.local.act(table.act("propose"))
    assert GAME.legal(table.s, Knowledge(), 1), "a deal is taken or left without knowing a card"


@pytest.mark.parametrize("line", ["offer trade 1", "want trade 1", "event defection f4 1 0"])
def test_a_truth_value_is_no_number(line: str) -> None:
    """To Python `True` is 1: one act would be written in two ways."""
    if line.startswith("event"):
        germany = power("germany", cities={"c14": "capital"}, figures={"f4": (1, 0)})
        table = play(power("rome", cities={"f3": "capital"}, events=["defection"]), germany, phase="movement")
    else:
        table = trading(rome={"trade": 5}).do("deal germany")
    act = table.act(line)
    assert table.why(line) == "" and 1 in act.args
    false = Act(act.seat, act.verb, tuple(True if arg == 1 else arg for arg in act.args))
    told = GAME.explain(table.s, table.local.dealer.knowledge_of(act.seat), false)
    assert told.refusal is not None and told.refusal.key == "bad-arguments"
    with pytest.raises(Illegal, match="bad-arguments"):
        GAME.apply(table.s, false)
