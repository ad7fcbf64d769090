"""Rome with its capital, for tests of what cities do."""

from __future__ import annotations

from tests.civilization.play import Table, play, power

ROME = {"f3": "capital"}
TILES = {"a1": "n12:0", "a5": "n02:0", "e5": "n10:0"}


def rome(phase: str = "cities", works: dict[str, str] | None = None, **given: object) -> Table:
    """Rome with its capital on f3, which makes 6 production and 2 trade."""
    return play(power("rome", cities=ROME, **given), power("germany"), phase=phase, works=works or {})
