"""Unit cards: decks, recruits, and the dead under the decks."""

from __future__ import annotations

from collections.abc import Iterable

from ...contract import Face, Handle, Seat
from ...kit import cards
from ..state import State


def can_draw(s: State, kind: str) -> bool:
    """Whether a deck of units has a card, face down or face up under it."""
    return bool(s.decks[kind] or s.dead[kind])


def draw(s: State, kind: str) -> Handle:
    """Take the top card of a deck that has one; the dead are shuffled when they come up."""
    if not s.decks[kind]:
        s.decks[kind] = cards.shuffle(s, kind, (), s.dead[kind])
        s.dead[kind] = ()
    top, *rest = s.decks[kind]
    s.decks[kind] = tuple(rest)
    return top


def recruit(s: State, seat: Seat, kind: str) -> None:
    """Draw a unit into a seat's standing forces, unseen by others, if there is one."""
    if can_draw(s, kind):
        handle = draw(s, kind)
        cards.deal(s, seat, (handle,))
        s.forces[seat] = cards.remix(s, seat, (*s.forces[seat], handle))
        s.say("recruits", seat, kind)


def bury(s: State, faces: Iterable[Face]) -> None:
    """Put units face up under their decks."""
    for face in faces:
        kind = face.partition("-")[0]
        s.dead[kind] = (*s.dead[kind], face)
