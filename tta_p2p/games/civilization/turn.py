"""A turn: its phases, each seat's part in them, trade."""

from __future__ import annotations

from .culture import advance
from .flow import (
    FLOW,
    BeginMoves,
    BeginStart,
    Collect,
    EndStudy,
    Manage,
    NextTurn,
    Phase,
    Start,
    Study,
    push,
)
from .state import State
from .tables.techs import MAX_TRADE
from .values import has_wonder, trade_income

PHASES = ("start", "trade", "cities", "movement", "research")


@FLOW.runs(NextTurn)
def _next_turn(s: State, frame: NextTurn) -> None:
    if s.round or s.first not in s.staying:
        s.first = s.after(s.first)
    s.round += 1
    s.used, s.acted = (), ()
    s.boost.clear()
    s.say("turn", s.round, s.first)
    push(s, *(Phase(0, name) for name in PHASES), NextTurn(0))


@FLOW.runs(Phase)
def _phase(s: State, frame: Phase) -> None:
    s.phase = frame.name
    if frame.name == "research":
        push(s, Study(0), EndStudy(0))
        return
    kind = {"start": BeginStart, "trade": Collect, "cities": Manage, "movement": BeginMoves}[frame.name]
    push(s, *(kind(seat) for seat in s.order()))


@FLOW.runs(BeginStart)
def _begin_start(s: State, frame: BeginStart) -> None:
    """The wonders that work at the start of a turn, then the seat's own acts."""
    seat = frame.seat
    push(s, Start(seat))
    s.ready[seat], s.unlocked[seat] = s.unlocked[seat], ()
    for wonder, culture in (("stonehenge", 1), ("louvre", 3)):
        if has_wonder(s, seat, wonder):
            s.culture[seat] += culture
            s.say("culture", seat, culture, wonder)
    if has_wonder(s, seat, "colossus"):
        gain_trade(s, seat, 3)
        s.say("trade", seat, 3, "colossus")
    if has_wonder(s, seat, "panama-canal"):
        s.tokens[seat]["panama-canal"] = s.tokens[seat].get("panama-canal", 0) + 1
        s.say("coin", seat, "panama-canal")
    if has_wonder(s, seat, "sydney-opera-house"):
        advance(s, seat)


def gain_trade(s: State, seat: int, number: int) -> None:
    """Turn a trade dial up (or down), no further than it goes."""
    s.trade[seat] = max(0, min(MAX_TRADE, s.trade[seat] + number))


@FLOW.runs(Collect)
def _collect(s: State, frame: Collect) -> None:
    seat = frame.seat
    found = trade_income(s, seat)
    if s.governments[seat] == "democracy":
        found += 2
    gain_trade(s, seat, found)
    if s.governments[seat] == "fundamentalism":
        gain_trade(s, seat, -2)
    s.say("collects", seat, found, s.trade[seat])
