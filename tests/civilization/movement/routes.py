"""Positions for tests of the ways of figures: over land between neighbours, and on water."""

from __future__ import annotations

from tests.civilization.play import Table, play, power

CAPITALS = ({"f3": "capital"}, {"c14": "capital"})


def three() -> Table:
    """From h11 to i12 there are two ways: a scout of Germany is near to one of them, one of China near to the other."""
    tiles = {one: f"n{at:02}:0" for at, one in enumerate(("e5", "i5", "c9", "g9", "k9", "e13", "i13"), 1)}
    others = [
        power(name, figures={square: (0, 1)}, events=["defection"])
        for name, square in (("germany", "m11"), ("china", "h16"))
    ]
    return play(power("rome", figures={"h11": (1, 0)}), *others, phase="movement", tiles=tiles, markers={})


def afloat(*techs: str) -> Table:
    own = power("rome", cities=CAPITALS[0], figures={"f2": (1, 0)}, techs=list(techs))
    return play(own, power("germany", cities=CAPITALS[1]), phase="movement")
