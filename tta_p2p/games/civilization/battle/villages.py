"""A conquered village: it holds a resource or a great person."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Card, Claim, Cost, Is, Knowledge, Line, OneOf, Seat
from ...kit import cards
from ..culture.great_people import draw_person
from ..culture.track import advance
from ..flow import FLOW, Args, NewVillage, Verb, pop, push
from ..map.squares import Square, name_of
from ..state import State
from ..tables.hidden import VILLAGES

PERSON_FACE = "village-person"
RESOURCE_FACES = tuple(f"village-{what}" for what in VILLAGES if what != "person")


def take_village(s: State, seat: Seat, square: Square) -> None:
    """Deal a seat the village it has conquered, and ask what it holds."""
    handle = s.markers.pop(square)
    cards.deal(s, seat, (handle,))
    s.fresh = (handle,)
    s.say("takes-village", seat, name_of(square))
    push(s, NewVillage(seat, handle))
    if s.civilizations[seat] == "china":
        s.culture[seat] += 3
        s.say("culture", seat, 3, "china")
    if s.civilizations[seat] == "rome":
        advance(s, seat)


FLOW.question(NewVillage, "village", ("store", "welcome"))


@FLOW.verb
class Store(Verb[State]):
    """`store #7`: the village holds a resource, and is kept face down."""

    name = "store"
    shape = (Card,)

    def candidates(self, s: State, frame: NewVillage, knows: Knowledge) -> Iterator[Args]:
        if knows.faces.get(frame.handle) in RESOURCE_FACES:
            yield (Card(frame.handle),)

    def check(self, s: State, frame: NewVillage, args: Args) -> Cost | Line:
        return () if args[0] == Card(frame.handle) else Line("no-such-card")

    def claims(self, s: State, frame: NewVillage, args: Args) -> tuple[Claim, ...]:
        return (OneOf(frame.handle, RESOURCE_FACES),)

    def do(self, s: State, frame: NewVillage, args: Args, cost: Cost) -> None:
        pop(s)
        s.fresh = ()
        s.villages[frame.seat] = cards.remix(s, frame.seat, (*s.villages[frame.seat], frame.handle))
        s.say("stores", frame.seat)


@FLOW.verb
class Welcome(Verb[State]):
    """`welcome #7=village-person`: a great person is found, and the village put away."""

    name = "welcome"
    shape = (Card,)

    def candidates(self, s: State, frame: NewVillage, knows: Knowledge) -> Iterator[Args]:
        if knows.faces.get(frame.handle) == PERSON_FACE:
            yield (Card(frame.handle, PERSON_FACE),)

    def check(self, s: State, frame: NewVillage, args: Args) -> Cost | Line:
        fits_ = args[0] == Card(frame.handle, PERSON_FACE) and cards.can_be(s, frame.handle, PERSON_FACE)
        return () if fits_ else Line("no-such-card")

    def claims(self, s: State, frame: NewVillage, args: Args) -> tuple[Claim, ...]:
        return (Is(frame.handle, PERSON_FACE),)

    def do(self, s: State, frame: NewVillage, args: Args, cost: Cost) -> None:
        pop(s)
        s.fresh = ()
        cards.reveal(s, frame.handle, PERSON_FACE)
        s.say("welcomes", frame.seat)
        draw_person(s, frame.seat)
