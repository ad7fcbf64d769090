"""Workers for a strength or a happiness that a scenario asks for: the fewest that make it, or why there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

from ..contract import Face, Seat
from ..entry import ImpossibleScenario
from .index import HAPPY, IS_URBAN, KIND, LEVEL, STRENGTH, URBAN_LIMIT, WORKER_TECHNOLOGIES
from .ratings import happiness, strength
from .scenario_seats import Civilization, tokens_for_workers
from .state import Player, State
from .tables import BOARD, PRINTED
from .tables.words import Kind

_MOST_FOR_HAPPINESS = BOARD.most_happy + 2
"""Workers tried at most for a happiness: one for every face, and some against unhappy ones."""

_KINDS_OF_UNITS = 4
"""How many technologies units are tried on, if there are so many."""

Available = Callable[[Face], bool]
"""Whether a copy of a technology can still be put into play."""


def asks_for_rating(one: Civilization) -> bool:
    """Whether a civilization asks for a rating."""
    return one.strength is not None or one.happiness is not None


def find_workers(s: State, seat: Seat, one: Civilization, there: Available) -> dict[Face, int]:
    """Give a seat's workers, named ones and those that are found; they are put on its cards in `s` as well.

    Raises ImpossibleScenario.
    """
    p = s.players[seat]
    happy = _WorkerSearch(s, p, one, "happiness", one.happiness, happiness, _happy(s, p, one, there))
    strong = _WorkerSearch(s, p, one, "strength", one.strength, strength, _units(s, p, one, there))
    tried = set()
    for _ in happy.ways(_MOST_FOR_HAPPINESS):
        hopeless = strong.least(), strong.free()
        if hopeless not in tried:
            tried.add(hopeless)
            for _ in strong.ways(strong.free()):
                return {face: n for face, n in p.workers.items() if n or face in one.workers or face in PRINTED}
    raise ImpossibleScenario(f"seat {seat}: {happy.why or strong.why}")


def _units(s: State, p: Player, one: Civilization, there: Available) -> list[Face]:
    """Give infantry, and where it lacks technologies the strongest other units."""
    infantry = _free(s, p, one, there, [face for face in WORKER_TECHNOLOGIES if KIND[face] is Kind.INFANTRY])
    others = [face for face in WORKER_TECHNOLOGIES if KIND[face] in (Kind.CAVALRY, Kind.ARTILLERY)]
    others = sorted(_free(s, p, one, there, others), key=lambda face: -STRENGTH[face])
    return infantry + others[: max(0, _KINDS_OF_UNITS - len(infantry))]


def _happy(s: State, p: Player, one: Civilization, there: Available) -> list[Face]:
    kinds = (Kind.TEMPLE, Kind.ARENA, Kind.THEATER)
    faces = [face for kind in kinds for face in WORKER_TECHNOLOGIES if KIND[face] is kind and HAPPY.get(face)]
    return _free(s, p, one, there, faces)


def _free(s: State, p: Player, one: Civilization, there: Available, faces: Sequence[Face]) -> list[Face]:
    """Give the technologies of begun ages on which workers may be put freely, older ones first within a kind."""

    def free(face: Face) -> bool:
        begun = LEVEL[face] <= min(s.age, s.options.last_full_age) and face not in one.workers
        return begun and face not in one.hand and (face in p.workers or there(face))

    return [face for face in faces if free(face)]


class _WorkerSearch:
    """Ways to put workers on some cards so that a rating is as wanted."""

    def __init__(
        self,
        s: State,
        p: Player,
        one: Civilization,
        name: str,
        wanted: int | None,
        rating: Callable[[State, Seat], int],
        faces: list[Face],
    ) -> None:
        self.s, self.p, self.one = s, p, one
        self.name, self.wanted, self.rating, self.faces = name, wanted, rating, faces
        self.why = ""
        """Why there was no way when all had been tried for the first time."""
        if wanted is not None:
            p.workers.update((face, 0) for face in faces if face in p.workers)

    def least(self) -> int:
        """Give the rating without workers on these cards."""
        return self.rating(self.s, self.p.seat)

    def free(self) -> int:
        """Give how many workers can still be put on cards."""
        p = self.p
        return max(0, tokens_for_workers(p, self.one, self.s.age) - p.unused - sum(p.workers.values()))

    def ways(self, most: int) -> Iterator[None]:
        """Put up to so many workers on the cards in every way that makes the rating, those with few workers first."""
        if self.wanted is None:
            yield
            return
        p, before, made, found = self.p, dict(self.p.workers), {self.least()}, False
        for placed in self._placed(min(most, self.free())):
            p.workers = {**before, **{face: before.get(face, 0) + number for face, number in placed.items()}}
            made.add(self.rating(self.s, p.seat))
            if self.rating(self.s, p.seat) == self.wanted:
                found = True
                yield
        p.workers = before
        if not found and not self.why:
            self.why = f"{self.name} {self.wanted} cannot be: {self._reason(made)}"

    def _placed(self, most: int) -> Iterator[Counter[Face]]:
        """Give what may be put on the cards within the urban limit, few workers first."""
        limit = URBAN_LIMIT[self.p.government]
        room = {KIND[face]: limit if face in IS_URBAN else most for face in self.faces}
        for face, number in self.p.workers.items():
            if face in IS_URBAN and KIND[face] in room:
                room[KIND[face]] -= number
        for number in range(most + 1):
            for chosen in combinations_with_replacement(self.faces, number):
                kinds = Counter(KIND[face] for face in chosen)
                if all(many <= room[kind] for kind, many in kinds.items()):
                    yield Counter(chosen)

    def _reason(self, made: set[int]) -> str:
        assert self.wanted is not None
        if not self.faces:
            return f"it is {min(made)}, and there is no further card to put workers on"
        on = ", ".join(self.faces)
        below = [number for number in made if number < self.wanted]
        above = [number for number in made if number > self.wanted]
        if not below:
            return f"it is {min(above)} without workers on {on}"
        if not above:
            return f"with workers on {on} it is {max(below)} at most"
        return f"with workers on {on} it is {max(below)} or {min(above)}"
