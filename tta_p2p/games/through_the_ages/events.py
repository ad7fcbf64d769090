"""Events: preparing one, revealing the current one, carrying it out, cards of the row by agreement."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Claim, Cost, Face, Handle, Knowledge, Line, OneOf, Shown
from ..kit.records import replace
from .civil import cannot_take, take
from .colonization import PutUp
from .costs import take_price
from .economy import score_culture
from .effects import effect
from .flow import Args, Verb, listener, pop, push, question, runner, verb, verb_for
from .index import EVENTS, TERRITORIES
from .phases import Politics, RowCards
from .piles import age_of, return_cards, show, shuffle
from .politics import begin, known_cards
from .row import Fill, slide
from .state import State, TableFrame
from .tableau import Do
from .tables import effects as e
from .tables.model import AGES

SEEDS = EVENTS.keys() | TERRITORIES.keys()
"""What can be prepared."""

# --- preparing -----------------------------------------------------------------------------------------------


def seed_faces(s: State, handle: Handle) -> tuple[Face, ...]:
    """Give the events and territories a hidden card could be, as far as everybody knows, sorted."""
    unseen = s.unseen[s.backs[handle]]
    return tuple(sorted(face for face in unseen if face in SEEDS))


@verb
class Seed(Verb):
    """`seed #214`: prepare that event or territory face down and score its level; the current event is revealed."""

    name = "seed"
    shape = (Card,)

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> Iterator[Args]:
        for card in known_cards(s, frame.seat, knows, SEEDS):
            yield (Card(card.handle),)

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        card: Card = args[0]
        if card.face:
            return Line("face-down-only")
        if card.handle not in s.players[frame.seat].military_hand:
            return Line("not-in-hand", (card,))
        return () if seed_faces(s, card.handle) else Line("no-seed", (card,))

    def claims(self, s: State, frame: Politics, args: Args) -> tuple[Claim, ...]:
        return (OneOf(args[0].handle, seed_faces(s, args[0].handle)),)

    def effects(self, s: State, frame: Politics, args: Args) -> tuple[Line, ...]:
        return (Line("reveals-event"),)

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        seat, handle = frame.seat, args[0].handle
        level = age_of(s, handle)
        push(s, Reveal(seat))
        return_cards(s, seat, (handle,))
        s.future_events += (handle,)
        s.say("prepares", seat, Card(handle), level)
        score_culture(s, seat, level, "preparing")


# --- revealing -----------------------------------------------------------------------------------------------


class Reveal(TableFrame, frozen=True):
    """Turn up the top current event and carry it out."""


class Revealed(TableFrame, frozen=True):
    """Hear which event was turned up."""


class Occur(TableFrame, frozen=True):
    """Carry out the parts of an event one after another, whoever leaves meanwhile."""

    effects: tuple[e.Effect, ...]
    source: Face


class AfterEvent(TableFrame, frozen=True):
    """An event is over: if it was the last one, the future events become the current ones."""


@runner(Reveal, eager=True)
def _reveal(s: State, frame: Reveal) -> None:
    push(s, AfterEvent(frame.seat))
    if s.current_events:
        top, s.current_events = s.current_events[:1], s.current_events[1:]
        show(s, top, Revealed(frame.seat))


@listener(Revealed)
def _revealed(s: State, frame: Revealed, fact: Shown) -> None:
    face = fact.faces[0]
    s.past_events += (face,)
    s.say("event", face)
    if face in TERRITORIES:
        push(s, PutUp(frame.seat, face))
    else:
        effects = EVENTS[face].effects
        if effects:
            push(s, Occur(frame.seat, effects, face))


@runner(Occur)
def _occur(s: State, frame: Occur) -> None:
    first, *rest = frame.effects
    if rest:
        push(s, replace(frame, effects=tuple(rest)))
    push(s, Do(s.clockwise(s.current)[0], (first,), frame.source))


@runner(AfterEvent)
def _after_event(s: State, frame: AfterEvent) -> None:
    if s.log and s.log[-1].key == "event":  # nobody was asked, and nothing has come of it
        s.say("event-idle")
    if s.current_events or not s.future_events:
        return
    ages = {handle: age_of(s, handle) for handle in s.future_events}
    current: tuple[Handle, ...] = ()
    for age in sorted(set(ages.values())):
        pile = tuple(handle for handle in s.future_events if ages[handle] == age)
        current += shuffle(s, f"events-{AGES[age].lower()}", pile, ()) if len(pile) > 1 else pile
    s.current_events, s.future_events = current, ()
    s.say("events-renewed", len(current))


# --- cards of the row by agreement ---------------------------------------------------------------------------


class AfterRowCards(TableFrame, frozen=True):
    """Close up and fill the row after cards were taken from it by agreement."""


@effect(e.TakeRowCards)
def _take_row_cards(s: State, do: Do, one: e.TakeRowCards) -> None:
    push(s, RowCards(do.seat, one.worth, False), AfterRowCards(do.seat))


@runner(AfterRowCards)
def _after_row_cards(s: State, frame: AfterRowCards) -> None:
    slide(s)
    push(s, Fill(frame.seat))


@verb_for(RowCards)
class TakeByAgreement(Verb):
    """`take 7`: take the card on the seventh space of the row, without spending actions."""

    name = "take"
    shape = (int,)

    def candidates(self, s: State, frame: RowCards, knows: Knowledge) -> Iterator[Args]:
        for space, face in enumerate(s.row):
            if face:
                yield (space + 1,)

    def check(self, s: State, frame: RowCards, args: Args) -> Cost | Line:
        space = args[0] - 1
        if not 0 <= space < len(s.row):
            return Line("no-such-space")
        past_limit = s.options.agreement_hand_limit == "may-be-exceeded"
        refusal = cannot_take(s, frame.seat, space, past_limit)
        if refusal is not None:
            return refusal
        price = take_price(s, s.players[frame.seat], space)
        return () if price <= frame.left else Line("agreement-used", (frame.left, price))

    def effects(self, s: State, frame: RowCards, args: Args) -> tuple[Line, ...]:
        price = take_price(s, s.players[frame.seat], args[0] - 1)
        return (Line("agreement", (price, frame.left)),)

    def do(self, s: State, frame: RowCards, args: Args, cost: Cost) -> None:
        pop(s)
        p = s.players[frame.seat]
        price = take_price(s, p, args[0] - 1)
        if not frame.taken:
            p.forfeit += 1
        push(s, RowCards(frame.seat, frame.left - price, True))
        take(s, frame.seat, args[0] - 1)


@verb_for(RowCards)
class AgreementDone(Verb):
    """`done`: take no further card."""

    name = "done"

    def check(self, s: State, frame: RowCards, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: RowCards, args: Args, cost: Cost) -> None:
        pop(s)
        if not frame.taken:
            s.say("no-row-cards", frame.seat)


question(RowCards, "row-cards", ("take", "done"), lambda s, frame: (frame.left,), idle="done")
