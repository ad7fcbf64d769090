"""Presets of colours: which hues the roles have, for dark and light terminals and for eyes that mix some of them up.

A preset gives each hue of the 16 colours, by its code, another code: of the 16 where a terminal has no more, else of
256. How far apart the hues are then is tested by CIEDE2000, also as people see them who lack one kind of cone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

HUES = ("31", "32", "33", "34", "35", "36")
"""The codes of red, green, yellow, blue, magenta and cyan letters."""


GROUNDS = ("42", "102", "43", "100", "44")
"""The codes of what is behind the letters of drawings: green, lime, sand, grey, blue."""
TEXTURES = ("92", "93", "90", "37", "94")
"""The codes of the signs and names of squares on each of these grounds, fainter than what stands there."""
CHIPS = ("46", "41", "45", "107", "103")
"""The codes behind the letters of pieces: cyan, red, magenta, white, and yellow, which is a mark."""
ON_GREEN = "91"
"""The code of letters on the green ground: it is bright among 16 colours and dark among 256."""


class Preset(NamedTuple):
    """Codes in place of those of hues: where there are 16 colours, and where there are 256."""

    few: Mapping[str, str]
    many: Mapping[str, str]


def _preset(few: tuple[int, ...], many: tuple[int, ...], **more: str) -> Preset:
    whole = {hue: f"38;5;{number}" for hue, number in zip(HUES, many, strict=True)}
    return Preset({**_FEW, **dict(zip(HUES, map(str, few), strict=True)), **more}, {**whole, **more})


def _drawn(preset: Preset, few: tuple[int, ...], textures: tuple[int, ...], many: tuple[int, ...]) -> Preset:
    """Give a preset with other colours in drawings.

    ``few``: behind the letters of grounds and pieces of 16 colours; ``many``: of 256; ``textures`` on grounds of 256.
    """
    behind = (*GROUNDS, *CHIPS)
    whole = {code: f"48;5;{number}" for code, number in zip(behind, many, strict=True)}
    whole |= {code: f"38;5;{number}" for code, number in zip(TEXTURES, textures, strict=True)}
    drawn = {code: str(number) for code, number in zip(behind, few, strict=True)} if few else {}
    return Preset({**preset.few, **drawn}, {**preset.many, **whole})


_FEW = {ON_GREEN: "30"}
_PLAIN_TEXTURES = dict(zip(TEXTURES, ("30", "30", "30", "97", "97"), strict=True))
"""Black and white for them among 16 colours, where nothing is to be faint."""
_BRIGHT = (91, 92, 93, 94, 95, 96)
PRESETS: Mapping[str, Preset] = {
    "usual": Preset(_FEW, {}),
    "dark": _preset(_BRIGHT, (196, 35, 223, 27, 219, 45)),
    "light": _preset((31, 30, 90, 34, 35, 94), (52, 22, 94, 17, 162, 24)),
    "high-contrast": _drawn(
        Preset(*({**one, "2": "22"} for one in _preset(_BRIGHT, (196, 48, 223, 27, 219, 45), **_PLAIN_TEXTURES))),
        (),
        (120, 233, 58, 252, 111),
        (22, 70, 222, 239, 19, 45, 124, 90, 231, 226),
    ),
    "red-green": _drawn(
        _preset((91, 36, 93, 34, 95, 97), (130, 115, 226, 153, 99, 66)),
        (42, 46, 103, 100, 44, 105, 41, 45, 107, 106),
        (114, 23, 94, 248, 153),
        (28, 36, 178, 59, 62, 110, 52, 18, 231, 229),
    ),
    "blue-yellow": _drawn(
        _preset((91, 90, 97, 34, 95, 96), (196, 101, 223, 31, 201, 50), **{"93": "36"}),
        (42, 106, 43, 100, 44, 45, 41, 104, 107, 103),
        (71, 59, 130, 248, 153),
        (22, 144, 214, 59, 63, 39, 124, 53, 231, 154),
    ),
}  # fmt: skip
"""All presets by name. Of 16 colours six can be read on white: there black stands for green, bright blue for cyan.
High contrast has nothing faint. The last two are for eyes that mix up red and green, or
blue and yellow.

A drawing brings what is behind its letters, so it is the same on dark and light terminals; it is another one for eyes
that would take one of its grounds, or a piece on it, for another.
"""
