"""Windows: who is asked, what each answer does, and what an answer to an answer does."""

from __future__ import annotations

import pytest

from tests.civilization.windows.responses import GERMANY, ROME, SPY, rome
from tests.table.due_orders import due, skip
from tta_p2p.bots.civilization.evaluator import CivilizationEvaluator
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.contract import Act
from tta_p2p.i18n import Words
from tta_p2p.table.orders import Orders
from tta_p2p.ui.texts import Texts

from ..invariants import faults
from ..play import play, power

REVOLT = "the-citizens-are-revolting"


def test_writing_cancels_what_a_city_does_and_the_city_has_acted() -> None:
    table = rome(theirs={"techs": ["writing"], **SPY})
    before = table.s.culture[0]
    table.do("arts f3")
    assert (table.asked, table.seat) == ("answer-action", 1) and table.s.culture[0] == before
    table.do("answer writing hut-spy")
    assert (table.asked, table.seat) == ("manage", 0) and table.s.culture[0] == before
    assert SQUARES["f3"] in table.s.acted and not table.s.huts[1] and not list(faults(table.s))


def test_what_nobody_answers_happens() -> None:
    table = rome(theirs={"techs": ["writing"], **SPY})
    table.do("arts f3", "pass")
    assert table.asked == "manage" and table.s.culture[0] > 0 and len(table.s.huts[1]) == 1


@pytest.mark.parametrize("act", ["build f3 scout f4", "unit f3 infantry", "harvest", "arts f3", "build f3 army f4"])
def test_each_action_of_a_city_can_be_cancelled(act: str) -> None:
    table = rome(techs=["pottery"], trade=27, theirs={"techs": ["writing"], **SPY})
    if act == "harvest":
        act = f"harvest {table.legal('harvest')[0]}"
    before = (dict(table.s.figures[0]), table.s.forces[0], dict(table.s.goods[0]), table.s.culture[0])
    table.do(act, "answer writing hut-spy")
    assert (dict(table.s.figures[0]), table.s.forces[0], dict(table.s.goods[0]), table.s.culture[0]) == before


def test_who_is_asked_follows_from_what_all_see() -> None:
    assert rome(theirs={**SPY}).do("arts f3").asked == "manage"
    assert rome(theirs={"techs": ["writing"]}).do("arts f3").asked == "manage"
    hidden = rome(theirs={"techs": ["writing"], "huts": ["hut-wheat"]}).do("arts f3")
    assert hidden.asked == "answer-action" and hidden.legal("answer") == [], "it could be a spy"
    truly = rome(theirs={"techs": ["writing"], **SPY}).do("arts f3", "answer writing hut-spy")
    assert truly.asked == "manage" and not truly.s.culture[0] and not truly.s.huts[1]


def test_civil_service_cancels_a_culture_event() -> None:
    table = rome("start", events=[REVOLT], theirs={"techs": ["civil-service"], **SPY})
    table.do(f"event {REVOLT}")
    assert table.asked == "answer-event" and table.s.governments[1] != "anarchy"
    table.do("answer civil-service hut-spy")
    assert table.s.governments[1] != "anarchy" and table.s.spent[1] == (REVOLT,) and table.asked == "start"


@pytest.mark.parametrize("card", ["bread-and-circuses", "jousting-tourney", "primetime-tv"])
def test_events_cancel_events_aimed_at_their_owner(card: str) -> None:
    table = rome("start", events=[REVOLT], theirs={"events": [card]})
    table.do(f"event {REVOLT}", f"counter {card}")
    assert table.s.governments[1] != "anarchy" and not table.s.events[1] and table.asked == "start"


def test_bread_and_circuses_answer_only_what_is_aimed_at_their_owner() -> None:
    love = "we-love-the-despot-day"
    none = rome(events=[love], theirs={"events": ["bread-and-circuses"]})
    none.do(f"event {love} f3")
    assert none.asked == "manage", "nobody who holds cards of that back could answer"
    both = rome(events=[love], theirs={"events": ["bread-and-circuses", "jousting-tourney"]})
    both.do(f"event {love} f3")
    assert both.asked == "answer-event" and both.why("counter bread-and-circuses") == "not-at-you"
    both.do("counter jousting-tourney")
    assert not both.s.boost


def test_mass_media_cancels_an_ability_and_what_was_paid_is_lost() -> None:
    theirs = {"techs": ["mass-media"], **SPY}
    table = rome(techs=["currency"], goods={"incense": 1}, theirs=theirs)
    table.do("use currency - incense")
    assert table.asked == "answer-ability"
    table.do("answer mass-media hut-spy")
    assert table.s.culture[0] == 0 and not table.s.goods[0]["incense"]
    assert rome(techs=["currency"], goods={"incense": 1}).do("use currency - incense").s.culture[0] == 3


def test_primetime_tv_cancels_an_ability_jousting_tourney_does_not() -> None:
    theirs = {"events": ["primetime-tv", "jousting-tourney"]}
    table = rome(techs=["currency"], goods={"incense": 1}, theirs=theirs)
    table.do("use currency - incense")
    assert table.asked == "answer-ability" and table.why("counter jousting-tourney") == "not-now"
    table.do("counter primetime-tv")
    assert table.s.culture[0] == 0


def test_events_of_who_knows_mass_media_are_not_cancelled() -> None:
    table = rome("start", events=[REVOLT], techs=["mass-media"], theirs={"events": ["jousting-tourney"]})
    table.do(f"event {REVOLT}")
    assert table.s.governments[1] == "anarchy"


def test_communism_holds_figures_for_the_rest_of_the_turn() -> None:
    table = rome("movement", figures={"f4": (2, 0)}, theirs={"techs": ["communism"], **SPY})
    (first, *_) = [one for one in table.legal("move") if one.endswith(" 1 0")]
    table.do(f"move {first}")
    assert table.asked == "answer-move" and table.at(0, "f4") == (2, 0)
    table.do("lock f4 hut-spy")
    assert table.at(0, "f4") == (2, 0) and table.asked == "on-the-way"
    table.do("stop")
    assert not [one for one in table.legal("move") if one.startswith("f4")] and table.why(f"move {first}") == "locked"


def test_the_united_nations_refuse_what_is_aimed_at_their_owner() -> None:
    table = rome("start", events=[REVOLT], techs=["mass-media"], works={"c15": "united-nations"})
    table.do(f"event {REVOLT}")
    assert table.asked == "answer-event"
    table.do("refuse")
    assert table.s.governments[1] != "anarchy" and table.asked == "start"
    love = rome(events=["we-love-the-despot-day"], works={"c15": "united-nations"})
    assert love.do("event we-love-the-despot-day f3").asked == "manage", "it is not aimed at them"


def test_an_answer_is_answered() -> None:
    table = rome("start", events=[REVOLT, "jousting-tourney"], theirs={"events": ["jousting-tourney"]})
    table.do(f"event {REVOLT}", "counter jousting-tourney")
    assert (table.asked, table.seat) == ("answer-event", 0)
    table.do("counter jousting-tourney")
    assert table.s.governments[1] == "anarchy" and not list(faults(table.s))


def test_mass_media_stops_a_spy_of_writing() -> None:
    table = rome(techs=["mass-media"], **SPY, theirs={"techs": ["writing"], **SPY})
    table.do("arts f3", "answer writing hut-spy")
    assert (table.asked, table.seat) == ("answer-ability", 0)
    table.do("answer mass-media hut-spy")
    assert table.s.culture[0] > 0 and table.asked == "manage"


def test_a_technology_answers_once_a_turn() -> None:
    table = rome(
        techs=["currency", "chivalry"],
        goods={"incense": 2},
        theirs={"techs": ["mass-media"], "huts": ["hut-spy", "hut-spy"]},
    )
    table.do("use currency - incense", "answer mass-media hut-spy")
    assert table.do("use chivalry - incense").asked == "manage" and table.s.culture[0] == 5
    assert len(table.s.huts[1]) == 1


def test_atomic_theory_that_is_cancelled_gives_no_action() -> None:
    theirs = {"techs": ["mass-media"], **SPY}
    table = rome(techs=["atomic-theory"], huts=[], villages=["village-uranium"], theirs=theirs)
    table.do("use atomic-theory - village-uranium", "answer mass-media hut-spy", "arts f3")
    assert not table.legal("arts")


def test_a_standing_pass_lasts_until_the_own_part_comes() -> None:
    table = rome(theirs={"techs": ["writing"], "trade": 9, **SPY})
    assert GAME.turn(table.s) == (table.s.round, 0)
    orders = Orders(GAME)
    table.do("arts f3")
    orders.add(1, skip(), table.s)
    assert due(orders, table.local, 1) == Act(1, "pass")
    table.do("pass", "end")
    assert (table.asked, table.seat) == ("manage", 1) and due(orders, table.local, 1) is None
    table.do("end", "end", "end")
    assert GAME.turn(table.s)[1] is None and table.asked == "study"
    orders.add(1, skip(), table.s)
    assert due(orders, table.local, 1) is None, "all research at once: that is nobody else's turn"
    kind = Orders(GAME)
    other = rome(theirs={"techs": ["writing"], **SPY}).do("arts f3")
    kind.add(1, skip("answer-action"), other.s)
    assert due(kind, other.local, 1) == Act(1, "pass")


def test_a_bot_judges_what_waits_as_if_nobody_answered() -> None:
    waiting = rome(theirs={"techs": ["writing"], **SPY}).do("arts f3")
    through = rome(theirs={"techs": ["writing"], **SPY}).do("arts f3", "pass")
    assert CivilizationEvaluator(0, waiting.s).evaluate(waiting.s) == CivilizationEvaluator(0, through.s).evaluate(
        through.s
    )


def test_a_shipment_is_cancelled() -> None:
    theirs = {"techs": ["mass-media"], **SPY}
    table = rome(techs=["steam-power"], goods={"silk": 1}, figures={"f4": (1, 0)}, theirs=theirs)
    (first, *_) = table.legal("ship")
    table.do(f"ship {first}", "answer mass-media hut-spy")
    assert table.at(0, "f4") == (1, 0) and not table.s.goods[0]["silk"] and table.legal("ship") == []


def test_communism_holds_a_figure_that_goes_on() -> None:
    theirs = {"techs": ["communism"], **SPY}
    table = rome("movement", figures={"f4": (1, 0)}, theirs=theirs)
    table.do("discover f4 f5 1 0", "pass", "go e4")
    assert table.asked == "answer-move" and table.at(0, "f4") == (1, 0)
    table.do("lock f4 hut-spy")
    assert table.asked == "moves" and table.at(0, "f4") == (1, 0), "it can do nothing else, and is not asked"
    assert table.why("move f4 e4 1 0") == "all-moved" and not list(faults(table.s))


def test_communism_holds_a_spy_of_russia() -> None:
    own = power("russia", cities=ROME, figures={"b13": (0, 1)})
    theirs = power("germany", cities=GERMANY, techs=["communism", "writing"], huts=["hut-spy"])
    table = play(own, theirs, phase="movement")
    table.do("sacrifice b13 scout c14 writing", "lock b13 hut-spy", "stop")
    assert table.at(0, "b13") == (0, 1) and "writing" not in table.s.techs[0] and not table.s.once(0, "russia")
    assert table.why("sacrifice b13 scout c14 writing") == "no-figure-there" and table.legal("sacrifice") == []


@pytest.mark.parametrize(
    ("phase", "act", "said"),
    [
        ("cities", "arts f3", "Ann's city f3 is about to devote itself to the arts: do you cancel it?"),
        ("cities", "unit f3 infantry", "Ann's city f3 is about to train infantry: do you cancel it?"),
        ("cities", "build f3 army f4", "Ann's city f3 is about to build an army on f4: do you cancel it?"),
        ("movement", "move f2 g2 2 0", "2 of Ann's armies are about to go from f2 to g2: do you answer?"),
    ],
)
def test_who_could_answer_is_told_what_a_city_or_figures_are_about_to_do(phase: str, act: str, said: str) -> None:
    table = rome(phase, figures={"f2": (2, 0)}, trade=20, theirs={"techs": ["writing", "communism"], **SPY}).do(act)
    assert table.local.decision is not None and table.seat == 1
    assert Texts(GAME, Words(), ("Ann", "Bob"), 1).say("decision", table.asked, table.local.decision.args) == said
