"""The culture track and great people."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Claim, Cost, Handle, Is, Knowledge, Line, Seat, Shown
from ..kit import cards
from .board import SQUARES, around, cities_of, enemy_at, is_person, is_wonder, land, name_of, outskirts_owner, owner_of
from .flow import FLOW, Args, Discard, GetsPerson, Manage, PlacePerson, Start, Verb, look_over, pop, push, wins
from .state import Square, State
from .tables.buildings import BUILDINGS
from .tables.events import EVENTS
from .tables.hidden import BACK
from .tables.track import TRACK
from .values import culture_hand


def draw_person(s: State, seat: Seat) -> None:
    """Turn up a great person for a seat, if one is left."""
    if s.person_deck:
        top, s.person_deck = s.person_deck[:1], s.person_deck[1:]
        cards.show(s, top, GetsPerson(seat))
    else:
        s.say("no-person", seat)


@FLOW.hears(GetsPerson)
def _gets_person(s: State, frame: GetsPerson, fact: Shown) -> None:
    s.say("person", frame.seat, *fact.faces)
    if frame.seat in s.staying:
        s.people[frame.seat] = (*s.people[frame.seat], *fact.faces)
        push(s, PlacePerson(frame.seat, fact.faces[0]))


# --- the track -----------------------------------------------------------------------------------------------


def advance(s: State, seat: Seat) -> None:
    """Move a seat one space forward on the culture track, and give what the space brings."""
    step = TRACK[s.level[seat]]
    s.level[seat] += 1
    s.say("advances", seat, s.level[seat])
    if step.reward == "victory":
        wins(s, seat, "culture")
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
    hold(s, seat, top, level)
    s.say("event", seat, level)


def hold(s: State, seat: Seat, handle: Handle, level: int) -> None:
    """Take a card that was given to a seat into its hand, mixed with those of the same back; perhaps it is too many."""
    backs = cards.backs_to_come(s, BACK.__getitem__)
    same = tuple(one for one in s.events[seat] if backs[one] == f"event-{level}")
    others = tuple(one for one in s.events[seat] if one not in same)
    s.events[seat] = (*others, *cards.remix(s, seat, (*same, handle)))
    look_over(s, seat)


def spend(s: State, seat: Seat, card: Card) -> None:
    """Put a culture event of a seat face up under its deck."""
    s.events[seat] = tuple(handle for handle in s.events[seat] if handle != card.handle)
    cards.reveal(s, card.handle, card.face)
    level = EVENTS[card.face].level
    s.spent[level] = (*s.spent[level], card.face)


FLOW.asks(Discard, "discard", ("drop",), lambda s, frame: (culture_hand(s, frame.seat),))


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


# --- great people --------------------------------------------------------------------------------------------


def clear(s: State, square: Square, seat: Seat) -> None:
    """Take away what stands on a square: a building goes to the market, a great person to its seat's sheet (-1: out
    of the game, as a wonder always does)."""
    work = s.works.pop(square, "")
    if work in BUILDINGS:
        s.pools[BUILDINGS[work].pool] += 1
    elif is_person(work) and seat >= 0:
        s.people[seat] = (*s.people[seat], work)
    elif is_wonder(work):
        for tokens in s.tokens:
            tokens.pop(work, None)
        s.say("wonder-gone", work)


def person_squares(s: State, seat: Seat) -> Iterator[Square]:
    """Give where a seat may place a great person: outskirts that are not water, and not blockaded."""
    for city in cities_of(s, seat):
        for square in around(city):
            if land(s)[square].terrain != "water" and enemy_at(s, seat, square) < 0:
                yield square


def _why_no_person(s: State, seat: Seat, square: Square, name: str) -> Line:
    """Say why no great person can be placed on a square."""
    if all(square not in around(city) for city in cities_of(s, seat)):
        return Line("not-in-outskirts", (name,))
    return Line("blockaded" if enemy_at(s, seat, square) >= 0 else "nothing-on-water", (name,))


def most_placed(s: State, seat: Seat) -> int:
    """Give how often great people are placed at a start of turn, so that two who replace each other end.

    Twice as often as a seat has people reaches whatever any number of placements could: each goes once to where it
    stays, and of those that change places among themselves, at least two, one is put away first by another one.
    """
    placed = (square for square, work in s.works.items() if is_person(work))
    return 2 * (len(s.people[seat]) + sum(owner_of(s, square) == seat for square in placed))


FLOW.asks(PlacePerson, "person", ("place", "keep"), lambda s, frame: (frame.person,), idle="keep")


def _without(people: tuple[str, ...], person: str) -> tuple[str, ...]:
    at = people.index(person)
    return people[:at] + people[at + 1 :]


@FLOW.verb
class Place(Verb[State]):
    """`place builder c4`: the great person works there."""

    name = "place"
    shape = (str, str)

    def candidates(self, s: State, frame: PlacePerson | Start, knows: Knowledge) -> Iterator[Args]:
        people = (frame.person,) if isinstance(frame, PlacePerson) else sorted(set(s.people[frame.seat]))
        if people:
            squares = list(person_squares(s, frame.seat))
            yield from ((person, name_of(square)) for person in people for square in squares)

    def check(self, s: State, frame: PlacePerson | Start, args: Args) -> Cost | Line:
        person, square = args[0], SQUARES.get(args[1], -1)
        if person not in s.people[frame.seat] or (isinstance(frame, PlacePerson) and person != frame.person):
            return Line("no-such-person", args[:1])
        if square not in person_squares(s, frame.seat):
            return _why_no_person(s, frame.seat, square, args[1])
        if isinstance(frame, Start) and s.used.count((frame.seat, "place")) >= most_placed(s, frame.seat):
            return Line("placed-already")
        return Line("stands", args) if s.works.get(square) == person else ()

    def do(self, s: State, frame: PlacePerson | Start, args: Args, cost: Cost) -> None:
        if isinstance(frame, PlacePerson):
            pop(s)
        else:
            s.used = (*s.used, (frame.seat, "place"))
        person, square = args[0], SQUARES[args[1]]
        s.people[frame.seat] = _without(s.people[frame.seat], person)
        clear(s, square, frame.seat)
        s.works[square] = person
        s.say("places", frame.seat, *args)


@FLOW.verb
class Keep(Verb[State]):
    """`keep`: the great person waits on your sheet."""

    name = "keep"

    def check(self, s: State, frame: PlacePerson, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: PlacePerson, args: Args, cost: Cost) -> None:
        pop(s)


__all__ = ["advance", "clear", "draw_person", "outskirts_owner", "person_squares"]
