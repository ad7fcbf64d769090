"""Seats that leave, and positions in which they do."""

from __future__ import annotations

from tests.civilization.invariants import faults
from tests.civilization.play import Table, play, power
from tta_p2p.games.civilization.map.board import capital_of, land, neighbours
from tta_p2p.games.civilization.map.squares import SQUARES, name_of
from tta_p2p.games.contract import Left


def gone(table: Table, seat: int) -> Table:
    """Let a seat leave, and go on until somebody is asked."""
    table.local.apply(Left(seat, "resigned"))
    table.local.answer_needs()
    assert not list(faults(table.s)) and table.s.left[seat] == "resigned"
    return table


def three(phase: str, *others: dict[str, object], rome: dict[str, object], **given: object) -> Table:
    """Rome acts, Germany and Egypt are the others."""
    nations = zip(("germany", "egypt"), [*others, {}, {}], strict=False)
    return play(power("rome", **rome), *(power(name, **one) for name, one in nations), phase=phase, **given)


def beside(seat: int, number: int = 0) -> str:
    """Give a square of land beside the capital of a seat, one of several."""
    s = three("start", rome={}).s
    found = [square for square in neighbours(capital_of(s, seat)) if land(s)[square].terrain != "water"]
    return name_of(found[number])


def field() -> tuple[str, str]:
    """Give two squares of land, one beside the other, from where Rome attacks and where the second player stands."""
    start, target = beside(1, 0), ""
    s = three("start", rome={}).s
    for one in (name_of(square) for square in sorted(land(s))):
        near = SQUARES[one] - SQUARES[start]
        if near in (1, -1, 16, -16) and land(s)[SQUARES[one]].terrain != "water" and SQUARES[one] not in s.cities:
            target = one
    assert target
    return start, target


def war(more: dict[str, object] | None = None) -> Table:
    """Rome, with more than its units, has attacked an army of Germany."""
    start, target = field()
    table = three(
        "movement",
        {"figures": {target: (1, 0)}, "forces": ["infantry-2", "mounted-1", "artillery-1"]},
        rome={"figures": {start: (2, 0)}, "forces": ["infantry-1", "mounted-2", "artillery-2"], **(more or {})},
    )
    table.do(f"move {start} {target} 2 0")
    assert table.s.battle is not None and table.seat == 1
    return table
