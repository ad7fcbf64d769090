"""The seven wonders, both sides of each."""

from __future__ import annotations

from .model import (
    MADE,
    RAW,
    AnyScience,
    Board,
    Coins,
    Cost,
    FreeColour,
    FreeTurn,
    FromDiscards,
    LastCard,
    Makes,
    Points,
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
            Stage(Cost(stone=2), (Points(3),)),
            Stage(Cost(ore=2), (Makes(RAW),)),
            Stage(Cost(papyrus=1, cloth=1), (Points(7),)),
        ),
        night=(
            Stage(Cost(clay=2), (Makes(RAW),)),
            Stage(Cost(ore=3), (Makes(MADE),)),
            Stage(Cost(wood=4), (Points(7),)),
        ),
    ),
    Board(
        "babylon",
        "wood",
        day=(
            Stage(Cost(clay=2), (Points(3),)),
            Stage(Cost(ore=2, cloth=1), (AnyScience(),)),
            Stage(Cost(wood=4), (Points(7),)),
        ),
        night=(
            Stage(Cost(stone=2), (LastCard(),)),
            Stage(Cost(clay=3, glass=1), (AnyScience(),)),
        ),
    ),
    Board(
        "ephesos",
        "papyrus",
        day=(
            Stage(Cost(clay=2), (Points(3),)),
            Stage(Cost(wood=2), (Coins(9),)),
            Stage(Cost(ore=2, glass=1), (Points(7),)),
        ),
        night=(
            Stage(Cost(stone=2), (Coins(4), Points(2))),
            Stage(Cost(wood=2), (Coins(4), Points(3))),
            Stage(Cost(ore=2, cloth=1), (Coins(4), Points(5))),
        ),
    ),
    Board(
        "gizah",
        "stone",
        day=(
            Stage(Cost(wood=2), (Points(3),)),
            Stage(Cost(clay=2, cloth=1), (Points(5),)),
            Stage(Cost(stone=4), (Points(7),)),
        ),
        night=(
            Stage(Cost(wood=2), (Points(3),)),
            Stage(Cost(stone=3), (Points(5),)),
            Stage(Cost(clay=3), (Points(5),)),
            Stage(Cost(stone=4, papyrus=1), (Points(7),)),
        ),
    ),
    Board(
        "halikarnassos",
        "cloth",
        day=(
            Stage(Cost(ore=2), (Points(3),)),
            Stage(Cost(glass=1, papyrus=1), (FromDiscards(),)),
            Stage(Cost(stone=3), (Points(7),)),
        ),
        night=(
            Stage(Cost(clay=2), (FromDiscards(), Points(2))),
            Stage(Cost(glass=1, papyrus=1), (FromDiscards(), Points(1))),
            Stage(Cost(wood=3), (FromDiscards(),)),
        ),
    ),
    Board(
        "olympia",
        "clay",
        day=(
            Stage(Cost(stone=2), (Points(3),)),
            Stage(Cost(wood=2), (FreeColour(),)),
            Stage(Cost(clay=3), (Points(7),)),
        ),
        night=(
            Stage(Cost(ore=2), (FreeTurn(1), Points(2))),
            Stage(Cost(clay=3), (FreeTurn(TURNS), Points(3))),
            Stage(Cost(glass=1, papyrus=1, cloth=1), (Points(5),)),
        ),
    ),
    Board(
        "rhodos",
        "ore",
        day=(
            Stage(Cost(wood=2), (Points(3),)),
            Stage(Cost(clay=3), (Shields(2),)),
            Stage(Cost(ore=4), (Points(7),)),
        ),
        night=(
            Stage(Cost(stone=3), (Shields(1), Coins(3), Points(3))),
            Stage(Cost(ore=4), (Shields(1), Coins(4), Points(4))),
        ),
    ),
)
