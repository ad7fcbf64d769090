"""Figures that simulations count in Civilization."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..contract import Line
from ..entry import Statistics
from .map.board import cities_of
from .state import State
from .tables.buildings import BUILDINGS
from .tables.wonders import WONDERS

VICTORIES = ("culture", "technology", "economy", "military", "quiet")

FOUGHT = ("totals", "totals-barbarians")
"""Lines that end a battle."""


def statistics(state: State, log: Sequence[Line]) -> Statistics:
    """Count rounds, battles, deals, victories by kind, and each seat's civilization, deeds and final holdings."""
    game = {f"won-{how}": int(state.ending == how) for how in VICTORIES}
    keys = [line.key for line in log]
    return Statistics(
        {"rounds": state.round, "battles": sum(key in FOUGHT for key in keys), "deals": keys.count("accepts"), **game},
        {
            "techs": tuple(map(len, state.techs)),
            "culture-level": tuple(state.level),
            "cities": tuple(len(cities_of(state, seat)) for seat in range(state.seats)),
        },
        {
            "led": {name: (seat,) for seat, name in enumerate(state.civilizations)},
            "learned": _who(log, "learns"),
            "built": _who(log, "builds", (*WONDERS, *BUILDINGS)),
            "ruled": _who(log, "governs"),
        },
    )


def _who(log: Sequence[Line], key: str, among: Collection[str] = ()) -> dict[str, tuple[int, ...]]:
    """Give the seats of the lines with a key, by what each line names (only `among`, if given)."""
    found: dict[str, set[int]] = {}
    for line in log:
        if line.key == key:
            seat, face = line.args[:2]
            assert isinstance(seat, int) and isinstance(face, str)
            if not among or face in among:
                found.setdefault(face, set()).add(seat)
    return {face: tuple(sorted(seats)) for face, seats in found.items()}
