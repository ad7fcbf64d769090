"""Near victories: told to the other players at once, and marked in the table of all players."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.techs import LAST
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.pyramid import researchable

from .wording import CivilizationWording

NEAR = 3
"""The most coins or spaces short of a near victory."""
SIGN = "!"
"""Marks a number of a near victory."""


def near(wording: CivilizationWording, seat: int) -> dict[str, int]:
    """Give the near victories of a seat, each with its number so far; room for Space Flight is 1."""
    s = wording.state
    if not wording.is_set_up(seat) or s.left[seat]:
        return {}
    some = {"track": s.level[seat], "coins": wording.coins(seat), "techs": int(LAST in researchable(s.techs[seat]))}
    short = {"track": len(TRACK) - NEAR, "coins": COINS_TO_WIN - NEAR, "techs": 1}
    return {way: number for way, number in some.items() if number >= short[way]}


def near_victories(before: CivilizationWording, after: CivilizationWording) -> Iterator[str]:
    """Tell each near victory of another player that has come nearer, a sentence each."""
    of = {"track": len(TRACK), "coins": COINS_TO_WIN, "techs": 1}
    won = of | {"techs": 2}  # room for Space Flight has not won yet
    for seat in after.seats:
        then = near(before, seat)
        for way, number in near(after, seat).items():
            if seat != after.seat and then.get(way, 0) < number < won[way]:
                yield after.words(f"civ.near.{way}", name=after.texts.name(seat), n=number, of=of[way])
