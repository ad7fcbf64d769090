"""Rome acts, Germany may answer: positions for tests of what interrupts a player."""

from __future__ import annotations

from tests.civilization.play import Table, play, power

ROME, GERMANY = {"f3": "capital"}, {"c14": "capital"}


def rome(phase: str = "cities", **given: object) -> Table:
    """Rome at f3 acts, Germany at c14 (`theirs`) may answer."""
    table = {one: given.pop(one) for one in ("works", "wonders", "tiles", "options") if one in given}
    theirs = {"cities": GERMANY, **given.pop("theirs", {})}  # type: ignore[dict-item]
    return play(power("rome", cities=ROME, **given), power("germany", **theirs), phase=phase, **table)  # type: ignore[arg-type]


SPY = {"huts": ["hut-spy"]}


def moving(event: str = "wholesale-defection", **theirs: object) -> Table:
    """Rome moves two armies and a scout from f4; Germany, far away, holds a culture event."""
    return rome("movement", figures={"f4": (2, 1)}, techs=["masonry"], theirs={"events": [event], **theirs})


def go(table: Table, armies: int, scouts: int) -> str:
    """Let Rome set out from f4 with this group, and give where it is going."""
    to = next(one.split()[1] for one in table.legal("move") if one.endswith(f" {armies} {scouts}"))
    table.do(f"move f4 {to} {armies} {scouts}")
    return to
