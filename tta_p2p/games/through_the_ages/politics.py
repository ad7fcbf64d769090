"""The politics phase: at most one political action, Caesar's second one, Joan of Arc's look (rulebook: politics).

A political action is a verb of the `Politics` decision. Its `do` calls `begin`, then pushes what the action is made
of; when that is carried out the phase ends, or Caesar offers a second action.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from ..contract import Card, Cost, Face, Handle, Knowledge, Line, Seat
from .flow import Args, Verb, pop, push, question, runner, verb, verb_for
from .index import POLITICAL_ACTIONS, SPECIALS
from .obstacles import first_obstacle
from .phases import Politics, PoliticsPhase
from .piles import can_be, peek
from .state import Frame, State
from .tableau import Do, leader_goes
from .tables.effects import ColonizeFromHand

PEEKED = "peeked"
"""In `Player.used`: the top current event was looked at this turn."""


class AfterAction(Frame, frozen=True):
    """A political action has been carried out."""

    second: bool


class OnlyLook(Frame, frozen=True):
    """The political action was given up in advance; Joan of Arc may look all the same."""


@runner(PoliticsPhase)
def _phase(s: State, frame: PoliticsPhase) -> None:
    p = s.players[frame.seat]
    if p.forfeit:
        p.forfeit -= 1
        s.say("forfeit", frame.seat)
        if p.leader in SPECIALS["joan-of-arc"] and s.current_events:
            push(s, OnlyLook(frame.seat))
    else:
        push(s, Politics(frame.seat))


def begin(s: State, frame: Politics) -> None:
    """Take the decision off the stack; push what the action is made of afterwards."""
    pop(s)
    push(s, AfterAction(frame.seat, frame.second))


@runner(AfterAction)
def _after(s: State, frame: AfterAction) -> None:
    p = s.players[frame.seat]
    caesar = SPECIALS["julius-caesar"].get(p.leader)
    if frame.second:
        p.used_up += ("julius-caesar",)
    elif caesar and p.used_up.count("julius-caesar") < caesar[0]:
        push(s, Politics(frame.seat, second=True))


# --- cards of the hand ---------------------------------------------------------------------------------------


def known_cards(
    s: State, seat: Seat, knows: Knowledge, faces: Container[Face], leaving_out: Container[Handle] = ()
) -> Iterator[Card]:
    """List the military cards of a seat's hand that are known to be among some faces, with their faces."""
    for handle in s.players[seat].military_hand:
        face = knows.faces.get(handle)
        if face in faces and handle not in leaving_out:
            assert face is not None
            yield Card(handle, face)


def not_held(s: State, seat: Seat, card: Card, faces: Container[Face]) -> Line | None:
    """Say why a seat cannot play this card of its hand as one of these faces; None if it can."""
    if card.handle not in s.players[seat].military_hand or not can_be(s, card.handle, card.face):
        return Line("not-in-hand", (card,))
    return None if card.face in faces else Line("not-allowed-here", (card,))


# --- actions -------------------------------------------------------------------------------------------------


@verb_for(OnlyLook)
@verb_for(Politics)
class PassPolitics(Verb):
    """`pass`: no political action, or no further one."""

    name = "pass"

    def check(self, s: State, frame: Politics | OnlyLook, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Politics | OnlyLook, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("no-look" if type(frame) is OnlyLook else "no-politics", frame.seat)


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
        return first_obstacle(s, frame.seat, effects) or ()

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        leader = s.players[frame.seat].leader
        push(s, Do(frame.seat, POLITICAL_ACTIONS[leader][0].effects, leader))
        leader_goes(s, frame.seat)


@verb
class PeekVerb(Verb):
    """`peek`: Joan of Arc looks at the top card of the current events before her political action."""

    name = "peek"

    def candidates(self, s: State, frame: Politics | OnlyLook, knows: Knowledge) -> Iterator[Args]:
        if s.players[frame.seat].leader in SPECIALS["joan-of-arc"]:
            yield ()

    def check(self, s: State, frame: Politics | OnlyLook, args: Args) -> Cost | Line:
        p = s.players[frame.seat]
        if p.leader not in SPECIALS["joan-of-arc"] or (type(frame) is Politics and frame.second):
            return Line("no-ability", (self.name,))
        if PEEKED in p.used:
            return Line("used-this-turn", (p.leader,))
        return () if s.current_events else Line("no-event")

    def effects(self, s: State, frame: Politics | OnlyLook, args: Args) -> tuple[Line, ...]:
        return (Line("shows-event"),)

    def do(self, s: State, frame: Politics | OnlyLook, args: Args, cost: Cost) -> None:
        if type(frame) is OnlyLook:
            pop(s)
        s.players[frame.seat].used += (PEEKED,)
        peek(s, s.current_events[:1], frame.seat)
        s.say("peeks", frame.seat, Card(s.current_events[0]))


question(
    Politics,
    "politics",
    ("seed", "attack", "declare", "offer", "cancel", "colonize", "peek", "power", "resign", "pass"),
    idle="pass",
)
"""Everything that can be done in the phase; each verb is in the module of its rules."""
question(OnlyLook, "only-look", ("peek", "pass"), idle="pass")
