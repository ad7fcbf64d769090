"""Contents of the decks of a game, by variant, age and the number of seats still playing."""

from __future__ import annotations

from ..contract import Back, Face, UpcomingShuffle
from .index import EVENTS, back
from .options import Options
from .state import State
from .tables import Variant, civil_deck, military_deck

DECKS = ("civil", "military")
_LAST_AGE, _MOST_PLAYERS = 3, 4


def deck_faces(options: Options, deck: str, age: int, players: int) -> tuple[Face, ...]:
    """Give the faces of a deck; none after the last full age."""
    if age > options.last_full_age:
        return ()
    make = civil_deck if deck == "civil" else military_deck
    return make(age, max(2, players), Variant(options.variant), options.edition)


def end_events(edition: str) -> tuple[Back, tuple[Face, ...]]:
    """Give back and faces of the events that a shorter game scores at its end: those of the last age."""
    faces = military_deck(_LAST_AGE, _MOST_PLAYERS, edition=edition)
    return back("military", _LAST_AGE), tuple(face for face in faces if face in EVENTS)


def upcoming_shuffles(s: State) -> tuple[UpcomingShuffle, ...]:
    """Name the decks still to be laid out."""
    found = []
    for age in range(s.age + 1, s.options.last_full_age + 1):
        for deck in DECKS:
            faces = deck_faces(s.options, deck, age, s.playing)
            if faces and not s.over:
                found.append(UpcomingShuffle(back(deck, age), faces))
    return tuple(found)
