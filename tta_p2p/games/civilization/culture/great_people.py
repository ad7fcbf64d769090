"""Great people: turned up, placed on the map, kept on the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Cost, Knowledge, Line, Seat, Shown
from ...kit import cards
from ..flow import FLOW, Args, GetsPerson, PlacePerson, Start, Verb, pop, push
from ..map.board import cities_of, enemy_at, is_person, land, neighbours, owner_of
from ..map.clearance import clear
from ..map.squares import SQUARES, Square, name_of
from ..state import State


def draw_person(s: State, seat: Seat) -> None:
    """Turn up a great person for a seat, if one is left."""
    if s.person_deck:
        top, s.person_deck = s.person_deck[:1], s.person_deck[1:]
        cards.show(s, top, GetsPerson(seat))
    else:
        s.say("no-person", seat)


@FLOW.listener(GetsPerson)
def _gets_person(s: State, frame: GetsPerson, fact: Shown) -> None:
    s.say("person", frame.seat, *fact.faces)
    if frame.seat in s.active_seats:
        s.people[frame.seat] = (*s.people[frame.seat], *fact.faces)
        push(s, PlacePerson(frame.seat, fact.faces[0]))


def person_squares(s: State, seat: Seat) -> Iterator[Square]:
    """Give the squares for great people of a seat: outskirts that are neither water nor blockaded."""
    for city in cities_of(s, seat):
        for square in neighbours(city):
            if land(s)[square].terrain != "water" and enemy_at(s, seat, square) < 0:
                yield square


def _why_no_person(s: State, seat: Seat, square: Square, name: str) -> Line:
    """Say why no great person can be placed on a square."""
    if all(square not in neighbours(city) for city in cities_of(s, seat)):
        return Line("not-in-outskirts", (name,))
    return Line("blockaded" if enemy_at(s, seat, square) >= 0 else "nothing-on-water", (name,))


def placement_limit(s: State, seat: Seat) -> int:
    """Give how often great people may be placed at a start of turn, so that two cannot replace each other forever.

    Twice the number of a seat's people is enough for every outcome: each goes once to its final square, and of those
    that change places among themselves, at least two, one is first put away by another.
    """
    placed = (square for square, work in s.works.items() if is_person(work))
    return 2 * (len(s.people[seat]) + sum(owner_of(s, square) == seat for square in placed))


FLOW.question(PlacePerson, "person", ("place", "keep"), lambda s, frame: (frame.person,), idle="keep")


def _without(people: tuple[str, ...], person: str) -> tuple[str, ...]:
    at = people.index(person)
    return people[:at] + people[at + 1 :]


@FLOW.verb
class PlaceVerb(Verb[State]):
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
        if isinstance(frame, Start) and s.used.count((frame.seat, "place")) >= placement_limit(s, frame.seat):
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
