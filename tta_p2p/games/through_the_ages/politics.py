"""The politics phase: at most one political action (rulebook: political actions)."""

from __future__ import annotations

from ..contract import Cost, Line
from .flow import Args, Verb, asks, pop, verb
from .phases import Politics
from .state import State


@verb
class PassPolitics(Verb):
    """`pass`: no political action."""

    name = "pass"

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        pop(s)
        p = s.players[frame.seat]
        p.forfeit = max(0, p.forfeit - 1)


asks(Politics, "politics", ("pass",))
