"""Skiff: Smugglers with thirteen crates, soon over, for tests of nodes that ask no more of a game than its end.

It is known to these tests and their nodes only, never to the commands, and read about in the words of Smugglers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from typing import Any

from tta_p2p import registry
from tta_p2p.games.entry import Entry
from tta_p2p.games.game import Game
from tta_p2p.games.smugglers.rules import BARRELS, Smugglers

SKIFF = EntryPoint("skiff", "tests.node.skiff:ENTRY", registry.GAMES)


class Skiff(Smugglers):
    """Two have four turns each, three two, and four one, whoever begins: who needs more plays Smugglers."""

    name = "skiff"
    crates = (*BARRELS * 3, "lamp-1", "lamp-1", "lamp-2", "lamp-3")


def _rules() -> Game[Any, Any]:
    return Skiff()


ENTRY = Entry("Skiff", seats=Skiff.seats, rules=_rules, example=True)


@contextmanager
def known() -> Iterator[None]:
    """It is installed beside this program meanwhile."""
    installed = registry._entry_points

    def with_it(group: str) -> Mapping[str, EntryPoint]:
        return {**installed(group), SKIFF.name: SKIFF} if group == registry.GAMES else installed(group)

    registry._entry_points = with_it  # type: ignore[assignment]
    try:
        yield
    finally:
        registry._entry_points = installed
