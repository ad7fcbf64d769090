"""Resigning: a political action by which a civilization leaves the game (rulebook: resigning)."""

from __future__ import annotations

from ..contract import Cost, Handle, Line
from .departure import leave
from .flow import Args, Verb, pop, push, runner, verb
from .phases import Politics
from .piles import return_cards
from .state import Frame, State


class Resigned(Frame, frozen=True):
    """A seat has resigned and laid down its hidden cards, those it had thrown away too."""

    hand: tuple[Handle, ...]


@verb
class Resign(Verb):
    """`resign`: leave the game; not in the age in which it ends."""

    name = "resign"

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        return Line("too-late-to-resign") if s.age > s.options.last_full_age else ()

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        pop(s)
        p = s.players[frame.seat]
        hand, p.thrown = p.military_hand + p.thrown, ()
        push(s, Resigned(frame.seat, hand))
        if hand:
            return_cards(s, frame.seat, hand)


@runner(Resigned)
def _resigned(s: State, frame: Resigned) -> None:
    s.gone_hidden += frame.hand
    leave(s, frame.seat, "resigned")
