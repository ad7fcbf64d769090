"""Explanations of an act before it is taken, in lines for the player.

What the table shows after the act and did not before (`changes`) comes after the lines of its verb. What dealers have
still to answer is not foreseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..contract import NO_KNOWLEDGE, Act, Cost, Line, Option, Seat
from . import flow
from .changes import changes
from .costs import CIVIL, MILITARY
from .departure import leave
from .effects import Choose
from .forecast import end_lines
from .phases import Order
from .ratings import civil_left, military_left
from .resignation import Resign
from .state import Frame, State
from .tables import BOARD
from .turn import End


def effects(s: State, act: Act, frame: Frame, handler: flow.Verb, after: State) -> tuple[Line, ...]:
    """Say what an act does that leads to this state."""
    seat = act.seat
    if isinstance(handler, End):
        return end_lines(s, seat)
    if isinstance(handler, Resign):
        return _resignation_lines(s, seat)
    cost = handler.check(s, frame, act.args)
    assert not isinstance(cost, Line)
    lines = (
        *handler.effects(s, frame, act.args),
        *_paid_besides(after, seat, cost),
        *changes(s, after, seat),
        *(_actions(s, after, seat) if after.current == s.current else ()),  # else it ends the turn, as everybody's does
    )
    asks, question = flow.decision_frame(after), flow.decision(after)
    if asks is not None and question is not None and asks.seat == seat and type(asks) is not type(frame):
        lines += (Line("then", (question.key, *question.args)), *_prices(after, seat))
    return lines


# --- what is paid, won and given back ------------------------------------------------------------------------


def _paid(after: State, seat: Seat) -> Counter[str]:
    """Count what the log of an act that was carried out says a seat has paid."""
    found: Counter[str] = Counter()
    for line in after.log:
        if line.key == "pays" and line.args[0] == seat:
            _, amount, name = line.args
            assert isinstance(amount, int)
            found[str(name)] += amount
    return found


def _paid_besides(after: State, seat: Seat, cost: Cost) -> Iterator[Line]:
    """Say what an action ordered by a card costs beside the act itself."""
    for name, amount in (_paid(after, seat) - Counter(dict(cost))).items():
        yield Line("pays-too", (name, amount))


def _actions(before: State, after: State, seat: Seat) -> Iterator[Line]:
    """Say which actions are won or given back, or lost beyond what is paid."""
    paid = _paid(after, seat)
    for name, left in ((CIVIL, civil_left), (MILITARY, military_left)):
        had, has = left(before, seat), left(after, seat)
        more = has - (had - paid[name])
        if more > 0:
            yield Line("actions-won", (seat, name, more, has))
        elif more < 0:
            yield Line("actions-gone", (seat, name, -more, has))


# --- what an action that is ordered would cost ---------------------------------------------------------------


def _prices(s: State, seat: Seat) -> Iterator[Line]:
    """Say what everything costs that may be done next by order of a card, behind a choice of orders too."""
    asks = flow.decision_frame(s)
    if type(asks) is Order:
        for option in flow.legal(s, NO_KNOWLEDGE, seat):
            yield from _price(option)
    elif type(asks) is Choose:
        for option in flow.legal(s, NO_KNOWLEDGE, seat):
            twin = s.copy()
            flow.act(twin, option.act)
            flow.run(twin)
            if type(flow.decision_frame(twin)) is Order:
                yield from _prices(twin, seat)


def _price(option: Option) -> Iterator[Line]:
    act = option.act
    key = "price-upgrade" if act.verb == "upgrade" else "price"
    about = act.args if act.verb == "upgrade" else (act.verb, *act.args)
    if not option.cost:
        yield Line(f"{key}-free", about)
    for name, amount in option.cost:
        yield Line(key, (*about, name, amount))


# --- resigning -----------------------------------------------------------------------------------------------


def _resignation_lines(s: State, seat: Seat) -> tuple[Line, ...]:
    """Say that a seat would leave, what becomes of wars, and what changes for those who stay."""
    lines = [Line("leaves-game", (seat,))]
    for war in s.wars:
        if war.rival == seat:
            lines.append(Line("war-given-up", (war.attacker, war.card, BOARD.resignation_culture)))
        elif war.attacker == seat:
            lines.append(Line("war-dropped", (seat, war.card, war.rival)))
    after = s.copy()
    leave(after, seat, "resigned")
    lines += changes(s, after, seat)
    if after.over:
        lines.append(Line("game-ends", (after.starting,)))
    return tuple(lines)
