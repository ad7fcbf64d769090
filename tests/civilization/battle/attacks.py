"""Battles of Civilization under way: attacks on a rival's army and on a village."""

from __future__ import annotations

from typing import Any

from tests.civilization.play import Table, play, power

CAPITALS = {"f3": "capital"}, {"b14": "capital"}


def war(
    own: list[str],
    theirs: list[str],
    target: str = "f2",
    enemy: tuple[int, int] = (1, 0),
    armies: int = 1,
    **given: object,
) -> Table:
    """Germany, seat 1, stands beside f2 at g2 and attacks what Rome has there."""
    rome = power("rome", cities=CAPITALS[0], forces=theirs, figures={target: enemy}, **given.pop("rome", {}))  # type: ignore[arg-type]
    german = {"techs": [], **given.pop("german", {})}  # type: ignore[dict-item]
    germany = power("germany", cities=CAPITALS[1], forces=own, figures={"g2": (armies, 0)}, **german)
    table = play(rome, germany, phase="movement", current=1, first=1, **given)
    return table.do(f"move g2 {target} {armies} 0")


def bereft(*dead: str, nation: str = "china", **given: Any) -> Table:
    """Germany, seat 1, has attacked China with aircraft that kill one unit after the other on a front of its own."""
    table = play(
        power(nation, cities={"f3": "capital"}, forces=list(dead), figures={"f2": (1, 0)}, **given),
        power("germany", cities={"b14": "capital"}, forces=["aircraft-6"] * 3, figures={"f1": (1, 0)}),
        phase="movement",
        current=1,
        first=1,
    ).do("move f1 f2 1 0")
    for number, face in enumerate(dead, 1):
        table.do(f"front {face}", f"strike aircraft-6 {number}")
    while table.asked == "blow":
        table.do("front aircraft-6")
    return table


def deck(kind: str) -> list[str]:
    """Every unit of a type."""
    return [f"{kind}-{one}" for one, many in ((1, 3), (2, 9), (3, 3)) for _ in range(many)]


def village(*gone: str, **given: Any) -> Table:
    """Rome attacks a village on c1; decks of these types are empty, since Germany has all their units."""
    germany = [face for kind in gone for face in deck(kind)]
    return play(
        power("rome", cities={"f3": "capital"}, figures={"c2": (1, 0)}, forces=["aircraft-6"], **given),
        power("germany", cities={"b14": "capital"}, forces=germany),
        phase="movement",
        tiles={"a1": "n12:0"},
        markers={"c1": "village-iron"},
    ).do("move c2 c1 1 0")
