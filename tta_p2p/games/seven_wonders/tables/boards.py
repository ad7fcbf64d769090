"""The seven wonders, both sides of each."""

from __future__ import annotations

from .model import (
    MADE,
    RAW,
    AnyScience,
    Board,
    Coins,
    FreeColour,
    FreeTurn,
    FromDiscards,
    LastCard,
    Makes,
    Points,
    Price,
    Shields,
    Stage,
)

TURNS = 6
"""How many turns an age has."""

BOARDS: tuple[Board, ...] = (
    Board(
        "alexandria",
        "glass",
        day=(
            Stage(Price(stone=2), (Points(3),)),
            Stage(Price(ore=2), (Makes(RAW),)),
            Stage(Price(papyrus=1, cloth=1), (Points(7),)),
        ),
        night=(
            Stage(Price(clay=2), (Makes(RAW),)),
            Stage(Price(ore=3), (Makes(MADE),)),
            Stage(Price(wood=4), (Points(7),)),
        ),
    ),
    Board(
        "babylon",
        "wood",
        day=(
            Stage(Price(clay=2), (Points(3),)),
            Stage(Price(ore=2, cloth=1), (AnyScience(),)),
            Stage(Price(wood=4), (Points(7),)),
        ),
        night=(
            Stage(Price(stone=2), (LastCard(),)),
            Stage(Price(clay=3, glass=1), (AnyScience(),)),
        ),
    ),
    Board(
        "ephesos",
        "papyrus",
        day=(
            Stage(Price(clay=2), (Points(3),)),
            Stage(Price(wood=2), (Coins(9),)),
            Stage(Price(ore=2, glass=1), (Points(7),)),
        ),
        night=(
            Stage(Price(stone=2), (Coins(4), Points(2))),
            Stage(Price(wood=2), (Coins(4), Points(3))),
            Stage(Price(ore=2, cloth=1), (Coins(4), Points(5))),
        ),
    ),
    Board(
        "gizah",
        "stone",
        day=(
            Stage(Price(wood=2), (Points(3),)),
            Stage(Price(clay=2, cloth=1), (Points(5),)),
            Stage(Price(stone=4), (Points(7),)),
        ),
        night=(
            Stage(Price(wood=2), (Points(3),)),
            Stage(Price(stone=3), (Points(5),)),
            Stage(Price(clay=3), (Points(5),)),
            Stage(Price(stone=4, papyrus=1), (Points(7),)),
        ),
    ),
    Board(
        "halikarnassos",
        "cloth",
        day=(
            Stage(Price(ore=2), (Points(3),)),
            Stage(Price(glass=1, papyrus=1), (FromDiscards(),)),
            Stage(Price(stone=3), (Points(7),)),
        ),
        night=(
            Stage(Price(clay=2), (FromDiscards(), Points(2))),
            Stage(Price(glass=1, papyrus=1), (FromDiscards(), Points(1))),
            Stage(Price(wood=3), (FromDiscards(),)),
        ),
    ),
    Board(
        "olympia",
        "clay",
        day=(
            Stage(Price(stone=2), (Points(3),)),
            Stage(Price(wood=2), (FreeColour(),)),
            Stage(Price(clay=3), (Points(7),)),
        ),
        night=(
            Stage(Price(ore=2), (FreeTurn(1), Points(2))),
            Stage(Price(clay=3), (FreeTurn(TURNS), Points(3))),
            Stage(Price(glass=1, papyrus=1, cloth=1), (Points(5),)),
        ),
    ),
    Board(
        "rhodos",
        "ore",
        day=(
            Stage(Price(wood=2), (Points(3),)),
            Stage(Price(clay=3), (Shields(2),)),
            Stage(Price(ore=4), (Points(7),)),
        ),
        night=(
            Stage(Price(stone=3), (Shields(1), Coins(3), Points(3))),
            Stage(Price(ore=4), (Shields(1), Coins(4), Points(4))),
        ),
    ),
)
