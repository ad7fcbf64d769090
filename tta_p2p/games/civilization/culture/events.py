"""Culture events: their effects and targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ...contract import Act, Arg, Card, Claim, Cost, Is, Knowledge, Line, Option, Seat
from ...kit import cards
from ...kit.state import Frame
from ..acts.targets import company, target_line
from ..city.destruction import wreck
from ..city.management import idle_cities
from ..flow import FLOW, Args, Manage, Moves, Start, Swap, Verb, pop, push
from ..map.board import (
    building_at,
    buildings,
    cities_of,
    enemy_at,
    figures_at,
    is_person,
    is_wonder,
    land,
    mask_neighbours,
    mask_of,
    owner_of,
    put,
    site_at,
    sorted_ground,
    squares_of,
    steps,
    terrains,
)
from ..map.clearance import clear
from ..map.squares import SQUARES, Square, name_of
from ..players.holdings import figure_count
from ..players.limits import stacking
from ..players.opponents import named_rival, named_rivals
from ..state import NONE, Group, State
from ..tables.events import EVENTS, Event
from ..tables.techs import LAST, TECHS
from ..technologies.pyramid import fits, learn
from ..windows.declarations import Effect, declare, effect
from .track import spend

PHASES: dict[type[Frame], str] = {Start: "start", Manage: "cities", Moves: "movement"}
LETTER = {"desert": "D", "grassland": "G"}


def _near(s: State, seat: Seat, event: Event, squares: Iterable[Square]) -> list[Square]:
    """Give the squares, of these, that an event reaches from figures and cities of a seat, ascending."""
    here, own = land(s), (*s.figures[seat], *cities_of(s, seat))
    return [
        square
        for square in sorted(squares)
        if square in here and (not event.reach or any(steps(square, one) <= event.reach for one in own))
    ]


def _teachable(s: State, seat: Seat, other: Seat, level: int) -> list[str]:
    """Give the technologies of another seat that a seat can learn, up to a level."""
    theirs = s.techs[other]
    return [n for n in TECHS if n in theirs and n != LAST and TECHS[n].level <= level and fits(s, seat, n)]


def targets(s: State, seat: Seat, event: Event) -> Iterator[tuple[Arg, ...]]:
    """Give every target of an event."""
    match event.does:
        case "production":
            yield from ((name_of(city),) for city in idle_cities(s, seat))
        case "anarchy":
            yield from (named for other, named in named_rivals(s, seat) if s.governments[other] != "anarchy")
        case "swap":
            for other, named in named_rivals(s, seat):
                yield from ((*named, name) for name in _teachable(s, seat, other, event.number))
        case "wreck":
            found = [name_of(one) for one in _near(s, seat, event, buildings(s))]
            if event.number > 1:
                found = [one for one in found if owner_of(s, SQUARES[one]) != seat]
                yield from combinations(found, 2)
            yield from ((one,) for one in found)
        case "spoil":
            for square, here in sorted_ground(s.seats, s.laid):
                bare = not building_at(s, square) and not is_wonder(s.works.get(square, ""))
                if here.terrain in event.kinds and bare and (here.terrain != event.into or here.extra):
                    yield (name_of(square),)
        case "kill":
            yield from _victims(s, seat, event)
        case "push":
            for other, _ in named_rivals(s, seat):
                for square in sorted(s.figures[other]):
                    yield from ((name_of(square), name_of(to)) for to in _pushed(s, other, square, event.number))


def _victims(s: State, seat: Seat, event: Event) -> Iterator[tuple[Arg, ...]]:
    people = (square for square, work in s.works.items() if is_person(work))
    squares = {*people, *(square for other, theirs in enumerate(s.figures) if other != seat for square in theirs)}
    for square in _near(s, seat, event, squares):
        enemy = enemy_at(s, seat, square)
        armies, scouts = figures_at(s, enemy, square) if enemy >= 0 else NONE
        for some in range(min(armies, event.number), -1, -1):
            for few in range(min(scouts, event.number - some), -1, -1):
                if some or few:
                    yield name_of(square), some, few
        work = s.works.get(square, "")
        if event.number > 1 and is_person(work) and owner_of(s, square) != seat:
            yield name_of(square), work


def _pushed(s: State, seat: Seat, start: Square, steps: int) -> list[Square]:
    """Give the land squares to which figures of a seat can be pushed without a battle."""
    size, room = figure_count(s, seat, start), stacking(s, seat)
    known, sea = terrains(s.seats, s.laid)
    closed = mask_of(s.markers) | mask_of(square for square, city in s.cities.items() if city.seat != seat)
    closed |= mask_of(square for square, there in s.figures[seat].items() if sum(there) + size > room)
    for other, theirs in enumerate(s.figures):
        closed |= mask_of(theirs) if other != seat else 0
    reached = 1 << start
    for _ in range(steps):
        reached |= mask_neighbours(reached) & known & ~sea & ~closed
    return squares_of(reached & ~(1 << start) & ~mask_of(s.cities))


@FLOW.verb
class Play(Verb[State]):
    """`event #7=sabotage c4`: a culture event is played on something, and put face up under its deck."""

    name = "event"
    shape = None

    def candidates(self, s: State, frame: Frame, knows: Knowledge) -> Iterator[Args]:
        for handle in s.events[frame.seat]:
            event = EVENTS.get(knows.faces.get(handle, ""))
            if event is not None and event.phase == PHASES[type(frame)]:
                yield from ((Card(handle, event.name), *on) for on in targets(s, frame.seat, event))

    def options(self, s: State, frame: Frame, knows: Knowledge, seat: Seat) -> Iterator[Option]:
        """List what `check` accepts: whether a target is one of an event costs as much as to find them all."""
        for args in self.candidates(s, frame, knows):
            if cards.can_be(s, args[0].handle, args[0].face):
                yield Option(Act(seat, self.name, args))

    def check(self, s: State, frame: Frame, args: Args) -> Cost | Line:
        if not args or not isinstance(args[0], Card) or any(not isinstance(one, str | int) for one in args[1:]):
            return Line("bad-arguments", (self.name,))
        card, event = args[0], EVENTS.get(args[0].face)
        if event is None or card.handle not in s.events[frame.seat] or not cards.can_be(s, card.handle, card.face):
            return Line("no-such-card")
        if event.phase != PHASES[type(frame)]:
            return Line("not-now", (event.name,))
        on = args[1:]
        return () if any(on == one for one in targets(s, frame.seat, event)) else Line("no-such-target", (event.name,))

    def claims(self, s: State, frame: Frame, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Frame, args: Args, cost: Cost) -> None:
        seat, event, on = frame.seat, EVENTS[args[0].face], args[1:]
        spend(s, seat, args[0])
        told = target_line(s, seat, event.name, on)
        s.say(f"plays-{told[0]}" if told else "plays-event", seat, event.name, *(told[1] if told else ()))
        declare(s, Effect(seat, "event", "event", event.name, on), tuple(_aimed_at(s, seat, event, on)))


def _aimed_at(s: State, seat: Seat, event: Event, on: Args) -> Iterator[Seat]:
    """Give the seats that an event is aimed at: by name, by their figures, or by squares of their cities."""
    match event.does:
        case "anarchy" | "swap":
            yield named_rival(s, seat, on)
        case "push":
            yield enemy_at(s, seat, SQUARES[on[0]])
        case "wreck":
            yield from (owner_of(s, SQUARES[one]) for one in on)
        case "spoil":
            if (owner := owner_of(s, SQUARES[on[0]])) >= 0:
                yield owner
        case "kill":
            square = SQUARES[on[0]]
            yield owner_of(s, square) if isinstance(on[1], str) else enemy_at(s, seat, square)


def targets_after_refusal(s: State, frame: Effect, seat: Seat) -> Args:
    """Give the targets left when this seat refuses an event; only an event on several buildings keeps any."""
    event = EVENTS[frame.what]
    return tuple(one for one in frame.on if event.does == "wreck" and owner_of(s, SQUARES[str(one)]) != seat)


@effect("event")
def _happens(s: State, frame: Effect) -> None:
    """Carry out an event, unless its target has left the game."""
    seat, event, on = frame.seat, EVENTS[frame.what], tuple(map(str, frame.on))
    match event.does:
        case "production":
            s.boost[SQUARES[on[0]]] = s.boost.get(SQUARES[on[0]], 0) + event.number
        case "anarchy":
            other = named_rival(s, seat, on)
            if other not in s.active_seats:
                return
            s.governments[other], s.anarchy[other] = "anarchy", s.round
            s.say("governs", other, "anarchy")
        case "swap":
            other = named_rival(s, seat, on)
            if other not in s.active_seats:
                return
            learn(s, seat, on[-1], researched=False)
            push(s, Swap(other, seat, event.number)) if _teachable(s, other, seat, event.number) else None
        case "wreck":
            for one in on:
                wreck(s, seat, SQUARES[one])
        case "spoil":
            _spoil(s, SQUARES[on[0]], event.into)
        case "kill":
            kill(s, seat, SQUARES[on[0]], frame.on[1:])
        case "push":
            square, to = (SQUARES[one] for one in on)
            other = enemy_at(s, seat, square)
            if other < 0:
                return
            group = figures_at(s, other, square)
            put(s, other, square, (-group[0], -group[1]))
            put(s, other, to, group)
            ending, numbers = company(*group)
            s.say(f"pushed-{ending}", other, *on, *numbers)


def _spoil(s: State, square: Square, terrain: str) -> None:
    site = site_at(s.seats, square)
    laid = list(s.laid)
    laid[site] += f"+{LETTER[terrain]}{name_of(square)}"
    s.laid = tuple(laid)
    s.say("becomes", name_of(square), terrain)


def kill(s: State, seat: Seat, square: Square, what: Args) -> None:
    """Kill figures of another seat on a square, or the great person there, unless they are gone."""
    if isinstance(what[0], str):
        if s.works.get(square) != what[0]:
            return
        clear(s, square, -1)
        s.say("killed-person", seat, name_of(square), what[0])
        return
    other = enemy_at(s, seat, square)
    if other < 0:
        return
    put(s, other, square, (-what[0], -what[1]))
    _say_killed(s, seat, other, name_of(square), (what[0], what[1]))


def _say_killed(s: State, seat: Seat, other: Seat, square: str, group: Group) -> None:
    """Tell which figures a seat has killed, and where."""
    ending, numbers = company(*group)
    s.say(f"killed-{ending}", seat, square, other, *numbers)


FLOW.question(Swap, "swap", ("learn",), lambda s, frame: (frame.other,))


@FLOW.verb
class Learn(Verb[State]):
    """`learn writing`: learn free what the other player knows."""

    name = "learn"
    shape = (str,)

    def candidates(self, s: State, frame: Swap, knows: Knowledge) -> Iterator[Args]:
        yield from ((name,) for name in _teachable(s, frame.seat, frame.other, frame.level))

    def check(self, s: State, frame: Swap, args: Args) -> Cost | Line:
        return () if args[0] in _teachable(s, frame.seat, frame.other, frame.level) else Line("no-place", args)

    def do(self, s: State, frame: Swap, args: Args, cost: Cost) -> None:
        pop(s)
        learn(s, frame.seat, args[0], researched=False)
