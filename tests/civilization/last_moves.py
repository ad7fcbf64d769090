"""Positions in which a move may decide the game."""

from __future__ import annotations

from .play import Table, play, power


def near_bank(square: str = "a12") -> Table:
    """Germany lacks one coin, and will have it once it has researched; an army of Rome stands near its bank."""
    return play(
        power("rome", figures={square: (1, 0)}),
        power("germany", techs=["currency", "pottery", "animal-husbandry"], trade=11, tokens={"sheet": 13}, figures={}),
        tiles={"a9": "n05:0"}, works={"b13": "bank"}, phase="movement",
    )  # fmt: skip


def before_capital(forces: int, techs: list[str], theirs: int) -> Table:
    """Rome's armies stand before the capital of Germany."""
    return play(
        power("rome", cities={"f3": "capital"}, forces=["infantry-2"] * forces, techs=["masonry", *techs],
              figures={"b13": (3, 0)}),
        power("germany", cities={"b14": "capital"}, forces=["mounted-2"] * theirs),
        phase="movement",
    )  # fmt: skip
