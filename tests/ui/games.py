"""The games that all tests of the digest are about, and who plays them."""

from __future__ import annotations

GAMES = [("caravan", 3), ("smugglers", 3), ("seven_wonders", 3), ("through_the_ages", 3)]
NAMES = ("Ann", "Bob", "Cid")
