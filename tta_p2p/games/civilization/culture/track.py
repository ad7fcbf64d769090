"""The culture track: progress on it, and hands of culture events."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Card, Claim, Cost, Handle, Is, Knowledge, Line, Seat
from ...kit import cards
from ..flow import FLOW, Args, Discard, Manage, Verb, check_event_limit, pop, win_game
from ..players.limits import culture_hand
from ..state import State
from ..tables.events import EVENTS
from ..tables.hidden import BACK
from ..tables.track import TRACK
from .great_people import draw_person


def advance(s: State, seat: Seat) -> None:
    """Move a seat one space forward on the culture track, and give what the space brings."""
    step = TRACK[s.level[seat]]
    s.level[seat] += 1
    s.say("advances", seat, s.level[seat])
    if step.reward == "victory":
        win_game(s, seat, "culture")
    elif step.reward == "person":
        draw_person(s, seat)
    else:
        draw_event(s, seat, step.level)


def draw_event(s: State, seat: Seat, level: int) -> None:
    """Deal a seat a culture event of this level, if one is left; spent ones are shuffled when they come up."""
    if not s.event_decks[level]:
        if not s.spent[level]:
            s.say("no-event", seat)
            return
        s.event_decks[level] = cards.shuffle(s, f"events-{level}", (), s.spent[level])
        s.spent[level] = ()
    top, *rest = s.event_decks[level]
    s.event_decks[level] = tuple(rest)
    cards.deal(s, seat, (top,))
    add_to_hand(s, seat, top, level)
    s.say("event", seat, level)


def add_to_hand(s: State, seat: Seat, handle: Handle, level: int) -> None:
    """Take a card into a seat's hand, mixed with those of the same back; discard if it is one too many."""
    backs = cards.future_backs(s, BACK.__getitem__)
    same = tuple(one for one in s.events[seat] if backs[one] == f"event-{level}")
    others = tuple(one for one in s.events[seat] if one not in same)
    s.events[seat] = (*others, *cards.remix(s, seat, (*same, handle)))
    check_event_limit(s, seat)


def spend(s: State, seat: Seat, card: Card) -> None:
    """Put a culture event of a seat face up under its deck."""
    s.events[seat] = tuple(handle for handle in s.events[seat] if handle != card.handle)
    cards.reveal(s, card.handle, card.face)
    level = EVENTS[card.face].level
    s.spent[level] = (*s.spent[level], card.face)


FLOW.question(Discard, "discard", ("drop",), lambda s, frame: (culture_hand(s, frame.seat),))


@FLOW.verb
class Drop(Verb[State]):
    """`drop #7=drought`: one culture event too many is discarded."""

    name = "drop"
    shape = (Card,)

    def candidates(self, s: State, frame: Discard, knows: Knowledge) -> Iterator[Args]:
        for handle in s.events[frame.seat]:
            yield (Card(handle, knows.faces.get(handle, "")),)

    def check(self, s: State, frame: Discard, args: Args) -> Cost | Line:
        handle, face = args[0].handle, args[0].face
        return () if handle in s.events[frame.seat] and cards.can_be(s, handle, face) else Line("no-such-card")

    def claims(self, s: State, frame: Discard, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Discard, args: Args, cost: Cost) -> None:
        pop(s)
        spend(s, frame.seat, args[0])
        s.say("drops", frame.seat, args[0].face)


@FLOW.verb
class Advance(Verb[State]):
    """`advance`: one space on the culture track."""

    name = "advance"

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        step = TRACK[s.level[frame.seat]]
        if s.culture[frame.seat] < step.culture:
            return Line("culture-short", (step.culture,))
        if s.trade[frame.seat] < step.trade:
            return Line("trade-short", (step.trade,))
        return (("culture", step.culture), *((("trade", step.trade),) if step.trade else ()))

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        step = TRACK[s.level[frame.seat]]
        s.culture[frame.seat] -= step.culture
        s.trade[frame.seat] -= step.trade
        advance(s, frame.seat)
