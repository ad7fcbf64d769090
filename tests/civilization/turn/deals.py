"""Three nations that trade, and a ring of three promises."""

from __future__ import annotations

from typing import Any

from tests.civilization.play import Table, play, power


def trading(*others: dict[str, Any], rome: dict[str, Any] | None = None, **given: Any) -> Table:
    """Rome, Germany and Egypt in the trade phase; Rome, the first, has its part."""
    nations = zip(("rome", "germany", "egypt"), [rome or {}, *others, {}, {}], strict=False)
    table = play(*(power(name, **one) for name, one in nations), phase="trade", **given)
    assert (table.asked, table.seat) == ("trading", 0)
    return table


def ring(**given: Any) -> Table:
    """Rome gives Germany wheat, Germany gives Egypt iron and a hut, Egypt gives Rome culture."""
    germany = {"goods": {"iron": 1}, "huts": ["hut-spy", "hut-silk"]}
    table = trading(germany, {"culture": 5}, rome={"goods": {"wheat": 1}}, **given)
    table.do("parley germany egypt", "offer germany wheat 1", "want egypt culture 4", "hand germany egypt iron 1")
    return table.do("hand germany egypt hut-silk")
