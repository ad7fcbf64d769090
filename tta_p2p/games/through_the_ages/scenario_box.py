"""The cards a scenario is laid out with, taken out one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..chance import Chance
from ..contract import Back, Face
from ..entry import ImpossibleScenario
from .index import BACK, LEVEL
from .tables.model import AGES


class Box:
    """The cards of the decks laid out so far, taken out one by one; says where a missing one went."""

    def __init__(self, decks: Mapping[Back, Sequence[Face]], seats: int) -> None:
        self.left = {one: Counter(faces) for one, faces in decks.items()}
        self._all = {one: Counter(faces) for one, faces in decks.items()}
        self._where: dict[Face, list[str]] = {}
        self._seats = seats

    def take(self, face: Face, where: str) -> Face:
        """Take a card out. Raises ImpossibleScenario."""
        name = BACK.get(face)
        if name is None:
            raise ImpossibleScenario(f"{where}: there is no card {face!r}")
        if name not in self.left:
            raise ImpossibleScenario(f"{where}: {face} is of Age {AGES[LEVEL[face]]}, which has not begun")
        if not self._all[name][face]:
            raise ImpossibleScenario(f"{where}: {face} is not in such a game of {self._seats} players")
        if not self.left[name][face]:
            taken = ", ".join(self._where[face])
            raise ImpossibleScenario(f"{where}: there is no further {face}; it is in {taken} already")
        self.left[name][face] -= 1
        self._where.setdefault(face, []).append(where)
        return face

    def has(self, face: Face) -> bool:
        """Say whether there is a further copy of a card."""
        return self.left.get(BACK.get(face, ""), Counter())[face] > 0

    def rest(self, name: Back, chance: Chance, where: str) -> list[Face]:
        """Take out all that is left with a back, shuffled, for a place."""
        faces = sorted(self.left[name].elements())
        for face in faces:
            self._where.setdefault(face, []).append(where)
        self.left[name].clear()
        return chance.shuffled(faces)
