"""What a seat alone has got to see: huts, villages, culture events and units that are new among its hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .cards import gist
from .wording import Wording

SORTS = ("markers", "events", "units")
"""What is hidden of a seat."""


def _held(wording: Wording) -> dict[str, Counter[str]]:
    """Give the faces of the own hidden cards, sort by sort; units in battle are still one's own."""
    s, seat = wording.s, wording.seat
    assert seat is not None
    fighting = [one for side in (0, 1) if s.battle and s.battle.seats[side] == seat for one in s.battle.hands[side]]
    of_sorts = ((*s.huts[seat], *s.villages[seat]), s.events[seat], (*s.forces[seat], *fighting))
    known = (Counter(wording.faces[one] for one in handles if one in wording.faces) for handles in of_sorts)
    return dict(zip(SORTS, known, strict=True))


def _fought(wording: Wording) -> Counter[str]:
    """Give the own units that have been played in the battle: those that come home are nothing new."""
    battle = wording.s.battle
    found = Counter[str]()
    for side in (0, 1):
        if battle is not None and battle.seats[side] == wording.seat:
            found.update((*(front.units[side] for front in battle.fronts), *battle.dead[side]))
    return found


def gained(before: Wording, after: Wording) -> Iterator[str]:
    """Say what is new, a sentence each."""
    words, then, now = after.words, _held(before), _held(after)
    then["units"] += _fought(before)
    for sort in SORTS:
        for face in sorted((now[sort] - then[sort]).elements()):
            told = gist(after, face) if sort != "units" else ""
            yield words(f"civ.gained.{sort}", name=after.texts.card(face), gist=told).rstrip()
