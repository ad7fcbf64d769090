"""Changes that variants make besides their decks (handbook: the first game, variants; old rulebook: its three games).

First game: a scoring of its own. Complete short game: events of Age III that are scored at the end, some open and
one kept by each seat, and a War over Culture for everybody. Global conflict: strength scores when an age ends. Of 2006:
the simple game has a scoring of its own, in the advanced game some events of Age III lie open and score at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Cost, Handle, Knowledge, Line, Seat, Shown
from .decks import end_events
from .economy import food_production, resource_production, score_culture
from .final_events import score_events
from .flow import Args, Verb, listener, pop, push, question, runner, verb
from .formulas import technologies
from .index import KIND, LEVEL
from .piles import peek, show, shuffle
from .ratings import happiness, science, strength
from .state import Frame, Player, State, TableFrame
from .tables import BOARD
from .tables.words import Kind

END_EVENTS = "end-events"
"""Name of the deck of events the short game scores at its end."""
WITH_END_EVENTS = ("short", "advanced")
"""The variants that have such a deck."""
OPEN_EVENTS, EVENTS_EACH = 3, 2
"""How many of them lie open, and how many each seat gets."""
ADVANCED_EVENTS = 4
"""How many lie open in the advanced game of 2006."""
KEPT_FROM = 2
"""The age at whose beginning each seat keeps one of its events and lays the others aside."""
_II = 2


class OpenEvents(TableFrame, frozen=True):
    """Hear which events lie open from the beginning."""


class KeepEvent(Frame, frozen=True):
    """Keep one of the events dealt at the beginning, having looked at them now."""


class VariantScoring(TableFrame, frozen=True):
    """Score what only the variant scores at the end of the game."""


class KeptEvents(TableFrame, frozen=True):
    """Mix and turn up the events that were kept."""


class KeptEventsShown(TableFrame, frozen=True):
    """Hear which events were kept."""


# --- the beginning -------------------------------------------------------------------------------------------


def set_up(s: State) -> None:
    """Add to the setup what a variant adds."""
    if s.options.variant not in WITH_END_EVENTS:
        return
    back, faces = end_events(s.options.edition)
    s.laid[back] = len(s.players)
    handles = shuffle(s, END_EVENTS, (), faces)
    if s.options.variant == "advanced":
        s.gone_hidden += handles[ADVANCED_EVENTS:]
        show(s, handles[:ADVANCED_EVENTS], OpenEvents(0))
        return
    dealt = EVENTS_EACH * len(s.players)
    s.seat_events = tuple(handles[first : first + EVENTS_EACH] for first in range(0, dealt, EVENTS_EACH))
    s.gone_hidden += handles[dealt + OPEN_EVENTS :]
    show(s, handles[dealt : dealt + OPEN_EVENTS], OpenEvents(0))


@listener(OpenEvents)
def _open_events(s: State, frame: OpenEvents, fact: Shown) -> None:
    s.open_events = fact.faces
    for face in fact.faces:
        s.say("open-event", face)


# --- ages ----------------------------------------------------------------------------------------------------


def age_ending(s: State) -> None:
    """Do what a variant does when an age ends, before anything leaves."""
    if s.options.variant != "global-conflict" or s.age == 0:
        return
    order = s.clockwise(s.current)
    strengths = {seat: strength(s, seat) for seat in order}
    least = min(strengths.values())
    s.say("global-conflict")
    for seat in order:
        score_culture(s, seat, strengths[seat] - least, "global-conflict")


def age_ended(s: State, ended: int) -> None:
    """Do what a variant does when an age has ended (its decks are laid out already)."""
    if s.options.variant != "short" or ended + 1 != KEPT_FROM:
        return
    order = s.clockwise(s.current)
    for seat in order:
        peek(s, s.seat_events[seat], seat)
    push(s, *(KeepEvent(seat) for seat in order))


@verb
class Keep(Verb):
    """`keep #214`: that event is scored at the end, the other one is not."""

    name = "keep"
    shape = (Card,)

    def candidates(self, s: State, frame: KeepEvent, knows: Knowledge) -> Iterator[Args]:
        for handle in s.seat_events[frame.seat]:
            yield (Card(handle),)

    def check(self, s: State, frame: KeepEvent, args: Args) -> Cost | Line:
        (card,) = args
        if card.face:
            return Line("face-down-only")
        return () if card.handle in s.seat_events[frame.seat] else Line("no-such-choice")

    def do(self, s: State, frame: KeepEvent, args: Args, cost: Cost) -> None:
        pop(s)
        kept: Handle = args[0].handle
        s.gone_hidden += tuple(handle for handle in s.seat_events[frame.seat] if handle != kept)
        _set_events(s, frame.seat, (kept,))
        s.say("keeps-event", frame.seat)


question(KeepEvent, "keep-event", ("keep",))


def clear_seat(s: State, seat: Seat) -> None:
    """Take what a variant dealt to a seat that leaves out of the game."""
    if s.seat_events:
        s.gone_hidden += s.seat_events[seat]
        _set_events(s, seat, ())


def _set_events(s: State, seat: Seat, handles: tuple[Handle, ...]) -> None:
    s.seat_events = (*s.seat_events[:seat], handles, *s.seat_events[seat + 1 :])


# --- the end -------------------------------------------------------------------------------------------------


@runner(VariantScoring)
def _variant_scoring(s: State, frame: VariantScoring) -> None:
    if s.options.variant == "first-game":
        for seat in s.clockwise(s.current):
            for part, culture in first_game_score(s, seat).items():
                score_culture(s, seat, culture, part, named=True)
    elif s.options.simple:
        for seat in s.clockwise(s.current):
            for part, culture in simple_game_score(s, seat).items():
                score_culture(s, seat, culture, part, named=True)
    elif s.options.variant == "advanced":
        faces, s.open_events = s.open_events, ()
        push(s, *score_events(s, faces))
    elif s.options.variant == "short":
        for seat in s.clockwise(s.current):
            score_culture(s, seat, _wonders(s.players[seat]), "wonder", named=True)
        faces, s.open_events = s.open_events, ()
        push(s, *score_events(s, faces), KeptEvents(frame.seat))


def first_game_score(s: State, seat: Seat) -> dict[str, int]:
    """Give what a seat scores at the end of the first game, by part."""
    p = s.players[seat]
    points = 0
    for face in technologies(p):
        by_level = BOARD.first_game_government if KIND[face] is Kind.GOVERNMENT else BOARD.first_game_technology
        points += by_level[LEVEL[face]]
    return {
        "technology": points,
        "science": science(s, seat),
        "strength": strength(s, seat),
        "happiness": happiness(s, seat),
        "food-and-resource": food_production(s, seat) + resource_production(s, seat),
        "territory": BOARD.first_game_colony * len(p.colonies),
        "wonder": _wonders(p),
    }


def simple_game_score(s: State, seat: Seat) -> dict[str, int]:
    """Give what a seat scores at the end of the simple game of 2006, by part."""
    return {
        "technology": 2 * sum(LEVEL[face] == 1 for face in technologies(s.players[seat])),
        "science": science(s, seat),
        "strength": 2 * strength(s, seat),
        "happiness": 2 * happiness(s, seat),
        "food-and-resource": food_production(s, seat) + resource_production(s, seat),
    }


def _wonders(p: Player) -> int:
    return BOARD.age_ii_wonder * sum(LEVEL[face] == _II for face in p.wonders)


@runner(KeptEvents)
def _kept_events(s: State, frame: KeptEvents) -> None:
    kept = tuple(handle for handles in s.seat_events for handle in handles)
    s.seat_events = ()
    if kept:
        show(s, shuffle(s, f"{END_EVENTS}-kept", kept, ()), KeptEventsShown(frame.seat))


@listener(KeptEventsShown)
def _kept_events_shown(s: State, frame: KeptEventsShown, fact: Shown) -> None:
    s.current = s.starting
    push(s, *score_events(s, fact.faces))
