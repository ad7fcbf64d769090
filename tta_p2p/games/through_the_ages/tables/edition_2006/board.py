"""Boards of the edition of 2006: two blue tokens more, another corruption, and the ends of the tracks."""

from __future__ import annotations

from ....kit.records import replace
from ..boards import BOARD, Tracks

BOARD_2006 = replace(
    BOARD,
    blue_squares=18,
    corruption=(6, 4, 4, 4, 4, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    blue_in_bank=18,
)

TRACKS_2006 = Tracks(science_points=40, science=30, culture=30, strength=60)
