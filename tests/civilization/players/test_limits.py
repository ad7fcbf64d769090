"""Rules that hold at every instant: anarchy lasts until the next turn, and nobody keeps too many culture events."""

from __future__ import annotations

import pytest

from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.players.limits import culture_hand
from tta_p2p.games.contract import Left

from ..invariants import faults
from ..play import Table, play, power

CAPITALS = {"f3": "capital"}, {"b14": "capital"}
THREE = ["sabotage", "drought", "defection"]


def to_start(table: Table, seat: int, round_: int) -> Table:
    """Decline everything until this seat's start of turn."""
    while (table.asked, table.s.round) != ("start", round_) or table.seat != seat:
        assert table.s.round <= round_ and table.local.decision is not None
        if table.asked == "study":
            table.study(*["wait"] * len(table.local.decision.seats))
        else:
            table.do(table.local.decision.idle)
    return table


def test_anarchy_by_an_event_lasts_until_the_next_turn_whatever_was_learned() -> None:
    """Rulebook 576: another government is taken up at the start of the turn after the one in which anarchy began."""
    table = play(
        power("rome", cities=CAPITALS[0], events=["the-citizens-are-revolting"]),
        power("germany", cities=CAPITALS[1], techs=["pottery"], trade=11),
        phase="research",
        round=4,
        first=1,
    )
    table.study("research monarchy")
    table.do("event the-citizens-are-revolting", "end")
    assert (table.asked, table.seat, table.s.governments[1]) == ("start", 1, "anarchy")
    assert table.why("government despotism") == table.why("government monarchy") == "anarchy-lasts"
    assert table.legal("government") == []
    to_start(table, 1, 6)
    assert table.legal("government") == ["despotism", "monarchy"]


def test_who_leaves_monarchy_discards_at_once() -> None:
    rome = power("rome", cities=CAPITALS[0], government="monarchy", techs=["monarchy"], events=THREE)
    table = play(rome, power("germany"))
    table.do("government anarchy")
    assert (table.asked, table.seat) == ("discard", 0) and not list(faults(table.s))
    table.do("drop drought")
    assert table.asked == "start" and len(table.s.events[0]) == 2 == culture_hand(table.s, 0)


def test_who_is_thrown_into_anarchy_discards_at_once() -> None:
    rome = power("rome", cities=CAPITALS[0], government="monarchy", techs=["monarchy"], events=THREE)
    table = play(rome, power("germany", events=["the-citizens-are-revolting"]), first=1, current=1)
    table.do("event the-citizens-are-revolting", "pass")
    assert (table.asked, table.seat) == ("discard", 0)
    assert (table.do("drop drought").asked, table.seat) == ("start", 1)


def blockaded(**given: object) -> Table:
    """Rome keeps three events by Computers, with five coins; one of them is a bank that Germany blockades."""
    rome = {"techs": ["computers"], "tokens": {"sheet": 3}, "events": THREE, **given}
    return play(
        power("rome", cities=CAPITALS[0], **rome),
        power("germany", cities=CAPITALS[1], figures={"g1": (1, 0)}),
        phase="movement",
        current=1,
        first=1,
        works={"g2": "bank"},
    )


def test_whose_coins_fall_discards_in_the_middle_of_anothers_phase() -> None:
    table = blockaded()
    assert (coins(table.s, 0), culture_hand(table.s, 0)) == (5, 3)
    table.do("move g1 g2 1 0", "pass")
    assert coins(table.s, 0) == 4 and (table.asked, table.seat) == ("discard", 0) and not list(faults(table.s))
    table.do("drop drought")
    assert (table.asked, table.seat) == ("moves", 1) and len(table.s.events[0]) == 2


def test_all_that_is_too_much_is_dropped_one_after_the_other() -> None:
    rome = {"techs": ["computers", "monarchy"], "government": "monarchy", "tokens": {"sheet": 3}}
    table = blockaded(**rome, events=[*THREE, "lost"])
    table.s.governments[0] = "despotism"
    table.s.tokens[0]["sheet"] = 2
    GAME.flow.run(table.s)
    table.local.answer_needs()
    table.do("drop drought")
    assert (table.asked, table.seat) == ("discard", 0)
    table.do("drop sabotage")
    assert (table.asked, table.seat) == ("moves", 1) and len(table.s.events[0]) == 2


def test_nobody_discards_for_a_limit_that_has_risen_again() -> None:
    """The player who blockades leaves before Rome has discarded."""
    table = play(
        power("rome", techs=["computers"], tokens={"sheet": 5}, events=THREE),
        power("germany"),
        power("egypt"),
        phase="movement",
        current=1,
        first=1,
    )
    table.s.tokens[0]["sheet"] = 3
    GAME.flow.run(table.s)
    assert table.asked == "discard"
    table.s.tokens[0]["sheet"] = 5
    table.local.apply(Left(2, "gone"))
    table.local.answer_needs()
    assert table.asked == "moves" and len(table.s.events[0]) == 3


@pytest.mark.parametrize("seat", [0, 1])
def test_a_start_of_turn_still_changes_the_government_once(seat: int) -> None:
    table = play(power("rome", cities=CAPITALS[0]), power("germany", cities=CAPITALS[1]), first=seat, current=seat)
    table.do("government anarchy")
    assert table.why("government despotism") == "changed-already"
