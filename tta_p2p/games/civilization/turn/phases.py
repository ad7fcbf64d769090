"""The phases of a turn, each seat's part in them, and trade income."""

from __future__ import annotations

from ...contract import Seat
from ..city.yields import trade_income
from ..culture.track import advance
from ..flow import (
    FLOW,
    BeginMoves,
    BeginStart,
    BeginTrading,
    Collect,
    EndStudy,
    Manage,
    Moves,
    NextTurn,
    Phase,
    Start,
    Study,
    Trading,
    push,
    win_game,
)
from ..players.coins import coins
from ..players.holdings import gain_trade, has_wonder
from ..state import State
from ..technologies.pyramid import research_choices
from ..technologies.resource_abilities import can_trade
from .deals import TradeAgain, partners

PHASES = ("start", "trade", "cities", "movement", "research")
QUIET = 5
"""The number of idle turns that end the game, if that option was chosen."""


PARTS = (BeginStart, Start, Collect, BeginTrading, Trading, Manage, BeginMoves, Moves)


def phase_seat(s: State) -> Seat | None:
    """Give the seat whose part of a phase it is, whoever is asked; None amid research and before the first turn."""
    return next((frame.seat for frame in reversed(s.stack) if isinstance(frame, PARTS)), None)


@FLOW.runner(NextTurn)
def _next_turn(s: State, frame: NextTurn) -> None:
    if s.round or s.first not in s.active_seats:
        s.first = s.seat_after(s.first)
    if s.quiet_ends and s.round - s.stirred >= QUIET:
        win_game(s, max(s.order(), key=lambda seat: (s.level[seat], len(s.techs[seat]), coins(s, seat))), "quiet")
        return
    s.round += 1
    s.used, s.acted = (), ()
    s.boost.clear()
    s.say("turn", s.round, s.first)
    push(s, *(Phase(0, name) for name in PHASES), NextTurn(0))


@FLOW.runner(Phase)
def _phase(s: State, frame: Phase) -> None:
    s.phase = frame.name
    if frame.name == "research":
        for seat in s.order():
            if not research_choices(s, seat):
                s.say("no-study", seat, s.trade[seat])
        push(s, Study(0), EndStudy(0))
        return
    if frame.name == "trade":  # all collect first, so that everybody knows the stakes of deals
        order = s.order()
        push(s, *(Collect(seat) for seat in order), *(BeginTrading(seat) for seat in order), TradeAgain(0))
        return
    kind = {"start": BeginStart, "cities": Manage, "movement": BeginMoves}[frame.name]
    push(s, *(kind(seat) for seat in s.order()))


@FLOW.runner(BeginTrading)
def _begin_trading(s: State, frame: BeginTrading) -> None:
    s.used = (*s.used, (frame.seat, "traded"))
    if can_trade(s, frame.seat) or partners(s, frame.seat):
        push(s, Trading(frame.seat))


@FLOW.runner(TradeAgain)
def _trade_again(s: State, frame: TradeAgain) -> None:
    """Seats that had their part before the last deal may answer it with another."""
    again = [seat for seat in s.order() if not s.once(seat, "traded") and partners(s, seat)]
    if again:
        push(s, *(BeginTrading(seat) for seat in again), TradeAgain(0))


@FLOW.runner(BeginStart)
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


@FLOW.runner(Collect)
def _collect(s: State, frame: Collect) -> None:
    seat = frame.seat
    found = trade_income(s, seat)
    if s.governments[seat] == "democracy":
        found += 2
    gain_trade(s, seat, found)
    if s.governments[seat] == "fundamentalism":
        gain_trade(s, seat, -2)
    s.say("collects", seat, found, s.trade[seat])
