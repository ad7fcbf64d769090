"""What a seat may see: the public state, and the faces the seat knows."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .. import knowledge
from ..contract import Among, AtLeast, Back, Face, Handle, Knowledge, Rng, Seat
from . import encoding
from .state import State


class View(msgspec.Struct, frozen=True):
    """A seat's view of a game."""

    seat: Seat | None
    state: bytes
    faces: dict[Handle, Face]
    among: tuple[Among, ...]
    worth: tuple[AtLeast, ...]


def view(s: State, knows: Knowledge, seat: Seat | None) -> View:
    """Give what this seat may see."""
    return View(seat, encoding.encode(s), dict(sorted(knows.faces.items())), knows.among, knows.worth)


def resample(seen: View, rng: Rng) -> Mapping[Handle, Face]:
    """Give a face for every hidden handle that agrees with the view."""
    s = encoding.decode(seen.state)
    knows = Knowledge(seen.faces, seen.among, seen.worth)
    return knowledge.sample(s.backs, unseen(s), knows, rng)


def unseen(s: State) -> dict[Back, tuple[Face, ...]]:
    """Give for every back which faces its hidden handles carry together."""
    return {
        back: tuple(face for face, number in sorted(faces.items()) for _ in range(number))
        for back, faces in sorted(s.unseen.items())
        if faces
    }
