"""Statistics of simulations in Through the Ages."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Line
from ..entry import Statistics
from .ratings import strength
from .state import State

TOLD = {
    "taken": ("takes",),
    "technologies": ("develops",),
    "leaders": ("leader",),
    "wonders": ("wonder-finished",),
    "prepared": ("prepares",),
    "upgrades": ("upgrades",),
    "tactics": ("tactic", "copies"),
    "bids": ("bids",),
    "attacks": ("attacks", "declares"),
    "wars": ("war",),
    "uprisings": ("uprising",),
    "shortages": ("starvation",),
}
"""What is counted of each seat, and the keys of the lines of the log that tell it once each."""
AGES = ("culture-a", "culture-1", "culture-2", "culture-3", "culture-4")
"""The culture scored in each age, what was lost in it taken off; the game is scored in the last."""
CULTURE = {"culture": 1, "culture-for": 1, "culture-lost": -1}
DONE = {
    "taken": ("takes",),
    "played": ("plays", "develops", "leader", "wonder-finished", "tactic", "colonizes"),
}
"""What is done with cards, and the keys of the lines that tell it."""


def statistics(state: State, log: Sequence[Line]) -> Statistics:
    """Count rounds, what each seat did and how often, what it was left with, and which cards it used."""
    seats = range(len(state.players))
    counted = {}
    for name, keys in TOLD.items():
        found = [line.args[0] for line in log if line.key in keys]
        counted[name] = tuple(map(found.count, seats))
    built = {line.args[:2]: int(str(line.args[2])) for line in log if line.key == "stages"}  # the last of each wonder
    counted["stages"] = tuple(sum(n for (who, _), n in built.items() if who == seat) for seat in seats)
    lost = [line.args for line in log if line.key == "corruption"]
    counted["corruption"] = tuple(sum(int(str(args[1])) for args in lost if args[0] == seat) for seat in seats)
    counted["strength"] = tuple(strength(state, seat) for seat in seats)
    return Statistics({"rounds": state.round}, counted | _by_age(state, log), _cards(log))


def _by_age(state: State, log: Sequence[Line]) -> dict[str, tuple[int, ...]]:
    found = [[0] * len(state.players) for _ in AGES]
    age = 0
    for line in log:
        if line.key == "age-ends":
            age += 1
        elif line.key in CULTURE:
            seat, amount = line.args[:2]
            assert isinstance(seat, int) and isinstance(amount, int)
            found[age][seat] += CULTURE[line.key] * amount
    return dict(zip(AGES, map(tuple, found), strict=True))


def _cards(log: Sequence[Line]) -> dict[str, dict[str, tuple[int, ...]]]:
    found: dict[str, dict[str, set[int]]] = {done: {} for done in DONE}
    for done, keys in DONE.items():
        for line in log:
            if line.key in keys:
                seat, face = line.args[:2]
                assert isinstance(seat, int) and isinstance(face, str)
                found[done].setdefault(face, set()).add(seat)
    return {done: {face: tuple(sorted(who)) for face, who in by.items()} for done, by in found.items()}
