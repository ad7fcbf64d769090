"""The politics phase: at most one political action, Caesar's second one, Joan of Arc's look (rulebook: politics).

A political action is a verb of the `Politics` decision. Its `do` calls `begin`, then pushes what the action is made
of; when that is carried out the phase ends, or Caesar offers a second action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..contract import Cost, Knowledge, Line
from .effects import possible
from .flow import Args, Verb, asks, pop, push, runs, verb
from .index import POLITICAL_ACTIONS, SPECIALS
from .phases import Politics, PoliticsPhase
from .piles import peek
from .state import Frame, State
from .tableau import Do, leader_goes
from .tables.effects import ColonizeFromHand

PEEKED = "peeked"
"""In `Player.used`: the top current event was looked at this turn."""


@dataclass(frozen=True, slots=True)
class AfterAction(Frame):
    """A political action has been carried out."""

    second: bool


@runs(PoliticsPhase)
def _phase(s: State, frame: PoliticsPhase) -> None:
    p = s.players[frame.seat]
    if p.forfeit:
        p.forfeit -= 1
        s.say("forfeit", frame.seat)
    else:
        push(s, Politics(frame.seat))


def begin(s: State, frame: Politics) -> None:
    """Take the decision off the stack; push what the action is made of afterwards."""
    pop(s)
    push(s, AfterAction(frame.seat, frame.second))


@runs(AfterAction)
def _after(s: State, frame: AfterAction) -> None:
    p = s.players[frame.seat]
    caesar = SPECIALS["julius-caesar"].get(p.leader)
    if frame.second:
        p.used_up += ("julius-caesar",)
    elif caesar and p.used_up.count("julius-caesar") < caesar[0]:
        push(s, Politics(frame.seat, second=True))


@verb
class PassPolitics(Verb):
    """`pass`: no political action, or no further one."""

    name = "pass"

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        pop(s)


@verb
class Power(Verb):
    """`power`: as the political action your leader leaves the game for what its text says."""

    name = "power"

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> Iterator[Args]:
        if s.players[frame.seat].leader in POLITICAL_ACTIONS:
            yield ()

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        leader = s.players[frame.seat].leader
        if leader not in POLITICAL_ACTIONS:
            return Line("no-ability", (self.name,))
        effects = POLITICAL_ACTIONS[leader][0].effects
        if any(isinstance(one, ColonizeFromHand) for one in effects):
            return Line("name-territory")
        return () if possible(s, frame.seat, effects) else Line("impossible", (leader,))

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        leader = s.players[frame.seat].leader
        push(s, Do(frame.seat, POLITICAL_ACTIONS[leader][0].effects, leader))
        leader_goes(s, frame.seat)


@verb
class Peek(Verb):
    """`peek`: Joan of Arc looks at the top card of the current events before her political action."""

    name = "peek"

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> Iterator[Args]:
        if s.players[frame.seat].leader in SPECIALS["joan-of-arc"]:
            yield ()

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        p = s.players[frame.seat]
        if p.leader not in SPECIALS["joan-of-arc"] or frame.second:
            return Line("no-ability", (self.name,))
        if PEEKED in p.used:
            return Line("used-this-turn", (p.leader,))
        return () if s.current_events else Line("no-event")

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        s.players[frame.seat].used += (PEEKED,)
        peek(s, s.current_events[:1], frame.seat)
        s.say("peeks", frame.seat)


asks(Politics, "politics", ("peek", "power", "pass"))
