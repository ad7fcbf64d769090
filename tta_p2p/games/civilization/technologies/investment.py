"""Investment: a coin a turn on a technology, for trade or culture."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Cost, Knowledge, Line
from ..flow import FLOW, Args, Manage, Verb
from ..state import State
from ..tables.techs import MOST_COINS
from .coin_tokens import add_coin

INVESTMENTS = {"democracy": ("trade", 6), "printing-press": ("culture", 5)}
"""Technologies that take a coin once a turn, and what they take for it."""


@FLOW.verb
class Invest(Verb[State]):
    """`invest democracy`: put a coin on a technology that takes trade or culture for it."""

    name = "invest"
    shape = (str,)

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        yield from ((tech,) for tech in INVESTMENTS)

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        seat, tech = frame.seat, args[0]
        if tech not in INVESTMENTS or tech not in s.techs[seat]:
            return Line("unknown-tech", args)
        if s.once(seat, tech):
            return Line("used-already", args)
        if s.tokens[seat].get(tech, 0) >= MOST_COINS:
            return Line("coins-full", args)
        what, number = INVESTMENTS[tech]
        if {"trade": s.trade, "culture": s.culture}[what][seat] < number:
            return Line(f"{what}-short", (number,))
        return ((what, number),)

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        seat, ((what, number),) = frame.seat, cost
        {"trade": s.trade, "culture": s.culture}[what][seat] -= number
        s.used = (*s.used, (seat, args[0]))
        add_coin(s, seat, args[0])
