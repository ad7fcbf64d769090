"""The end of the game: final scoring and standings (rulebook: end of the game)."""

from __future__ import annotations

from ..contract import Face, Line, Place, Shown, Standings
from .final_events import score_events
from .flow import listener, push, runner
from .index import TRIGGERS
from .piles import age_of, cancel, show
from .ratings import active_cards
from .state import Frame, State, TableFrame
from .tableau import trigger
from .tables.words import When
from .variants import VariantScoring


class GameEnd(TableFrame, frozen=True):
    """Score what scores when the game ends; the starting player counts as current."""


class FinalCard(Frame, frozen=True):
    """Score what a card of a seat brings when the game ends."""

    face: Face


class EndEvents(TableFrame, frozen=True):
    """Turn up what is left in the event decks of the last age."""


class EndEventsShown(TableFrame, frozen=True):
    """Hear which events are scored at the end."""


class Finish(TableFrame, frozen=True):
    """The game is over."""


@runner(GameEnd)
def _game_end(s: State, frame: GameEnd) -> None:
    s.current = s.starting
    push(s, EndEvents(frame.seat), VariantScoring(frame.seat), Finish(frame.seat))
    scoring = TRIGGERS[When.LEAVE_OR_END]
    order = s.clockwise(s.current)
    push(s, *(FinalCard(seat, face) for seat in order for face in active_cards(s.players[seat]) if face in scoring))


@runner(FinalCard)
def _final_card(s: State, frame: FinalCard) -> None:
    s.say("end-card", frame.seat, frame.face)
    trigger(s, frame.seat, When.LEAVE_OR_END, frame.face)


@runner(EndEvents)
def _end_events(s: State, frame: EndEvents) -> None:
    last = s.options.age_of_end_events
    scored = tuple(h for h in s.current_events + s.future_events if age_of(s, h) == last)
    rest = tuple(h for h in s.current_events + s.future_events if h not in scored)
    s.gone_hidden += rest
    s.current_events = s.future_events = ()
    if scored:
        show(s, scored, EndEventsShown(frame.seat))


@listener(EndEventsShown)
def _end_events_shown(s: State, frame: EndEventsShown, fact: Shown) -> None:
    s.current = s.starting
    push(s, *score_events(s, fact.faces))


@runner(Finish)
def _finish(s: State, frame: Finish) -> None:
    finish(s, "last-round")


def finish(s: State, ending: str) -> None:
    """End the game."""
    s.ending = ending
    s.stack.clear()
    cancel(s, s.pending)
    s.say("game-over")


def standings(s: State) -> Standings:
    """Give places by culture; tied seats share one, seats that left come last."""
    points = {p.seat: p.culture for p in s.players if p.left is None}
    places = []
    for p in s.players:
        ahead = sum(other > p.culture for other in points.values()) if p.left is None else len(points)
        parts = tuple(sorted((part, n) for part, n in p.culture_parts.items() if n))
        places.append(Place(p.seat, ahead + 1, p.culture, parts, p.left))
    places.sort(key=lambda place: (place.place, place.seat))
    return Standings(s.over, tuple(places), Line(s.ending) if s.over else None)
