"""Presets of colours: which hues the roles have, for dark and light terminals and for eyes that mix some of them up.

A preset gives each hue of the 16 colours, by its code, another code: of the 16 where a terminal has no more, else of
256. How far apart the hues are then is tested by CIEDE2000, also as people see them who lack one kind of cone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

HUES = ("31", "32", "33", "34", "35", "36")
"""The codes of red, green, yellow, blue, magenta and cyan letters."""


class Preset(NamedTuple):
    """Codes in place of those of hues: where there are 16 colours, and where there are 256."""

    few: Mapping[str, str]
    many: Mapping[str, str]


def _preset(few: tuple[int, ...], many: tuple[int, ...], **more: str) -> Preset:
    whole = {hue: f"38;5;{number}" for hue, number in zip(HUES, many, strict=True)}
    return Preset({**dict(zip(HUES, map(str, few), strict=True)), **more}, {**whole, **more})


_BRIGHT = (91, 92, 93, 94, 95, 96)
PRESETS: Mapping[str, Preset] = {
    "usual": Preset({}, {}),
    "dark": _preset(_BRIGHT, (196, 35, 223, 27, 219, 45)),
    "light": _preset((31, 32, 90, 30, 35, 36), (52, 22, 94, 17, 162, 24)),
    "high-contrast": Preset(*({**one, "2": "22"} for one in _preset(_BRIGHT, (196, 48, 223, 27, 219, 45)))),
    "red-green": _preset((91, 36, 93, 34, 95, 97), (130, 115, 226, 153, 99, 66)),
    "blue-yellow": _preset((91, 90, 97, 34, 95, 96), (196, 101, 223, 31, 201, 50)),
}
"""All presets by name. High contrast has nothing faint. The last two are for eyes that mix up red and green, or
blue and yellow.
"""
