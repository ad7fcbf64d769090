"""The signs of the map: one table, from which squares are drawn and the legend is made.

A sign means the same in cells of any size. A square is a mark, its ground, what lies there, whether it is blocked, who
stands there and how many of them, always in this order; where there is no room, what comes first gives way.

Figures of the own seat are capitals, those of a single rival the same letters small. Several rivals have a letter each,
so that no colour is needed: a capital where there is an army, a small one where there are scouts alone. It stands
before their cities as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from tta_p2p.games.civilization.map.drawing import SIGNS as EXTRAS
from tta_p2p.games.civilization.tables.model import RESOURCES

from ..cells import PHRASE_GAP, Row, Span, Target, join, row
from .wording import CivilizationWording


class Ground(NamedTuple):
    """The look of a terrain: its sign, and the hue behind it."""

    sign: str
    hue: str


GROUNDS = MappingProxyType({
    "forest": Ground("T", "green"), "grassland": Ground(",", "lime"), "desert": Ground(":", "sand"),
    "mountain": Ground("^", "grey"), "water": Ground("~", "blue"),
})  # fmt: skip
DARK = "."
"""A square that lies face down: a full stop takes one byte, and one column in every terminal."""
CITY, CAPITAL, BUILDING, WONDER, PERSON, HUT, VILLAGE = "#", "@", "=", "%", "&", "h", "v"
BLOCKED = "x"
ARMY, SCOUT, BOTH = "A", "S", "B"
MAY_ENTER, FOCUS = ">", "!"
"""Before a square that an act could be about, and before one the act in focus is about."""
FIXED = "\u00a0"
"""A space at which no line is broken, and that is no part of a mark before it."""
MARK = "chip.yellow"
"""The role of a mark."""
CHIPS = MappingProxyType({
    "mine": "chip.cyan", "rival.red": "chip.red", "rival.magenta": "chip.magenta", "rival.white": "chip.white",
})  # fmt: skip
"""The colour in which a player is named -> the role of a city or figures on the map."""
THINGS = (
    ("capital", CAPITAL), ("city", CITY), ("building", BUILDING), ("wonder", WONDER), ("person", PERSON), ("hut", HUT),
    ("village", VILLAGE),
)  # fmt: skip
RIVAL_LETTERS = "CDEFGJLMOPQRUYZ"
"""Letters that are no sign."""
FIGURES = (("army", ARMY), ("scout", SCOUT), ("both", BOTH))
MARKS = (("possible", MAY_ENTER), ("focus", FOCUS))


def rival_letters(wording: CivilizationWording) -> Mapping[int, str]:
    """Give the letter of each of several rivals, by seat; none where there is but one."""
    rivals = [seat for seat in wording.seats if not wording.is_own(seat)]
    return _letters(tuple((seat, wording.texts.name(seat)) for seat in rivals)) if len(rivals) > 1 else {}


@cache
def _letters(rivals: tuple[tuple[int, str], ...]) -> Mapping[int, str]:
    """Give each its initial, or the first letter that is free."""
    found, free = dict[int, str](), list(RIVAL_LETTERS)
    for seat, name in rivals:
        if (letter := name[:1].upper()) in free:
            free.remove(letter)
            found[seat] = letter
    return found | {seat: free.pop(0) for seat, _ in rivals if seat not in found}


def owner_chip(wording: CivilizationWording, seat: int) -> str:
    """Give the role of a city or figures of a seat."""
    return CHIPS[wording.side(seat)]


def owner_sign(wording: CivilizationWording, seat: int) -> Span:
    """Give the letter of the armies of a seat as the map has it."""
    letter = ARMY if wording.is_own(seat) else rival_letters(wording).get(seat, ARMY.lower())
    return Span(letter, owner_chip(wording, seat), Target("player", str(seat)))


def sign_entries(wording: CivilizationWording) -> list[Row]:
    """Give each sign of the map with what it means."""
    words = wording.words
    told = [(Span(sign, MARK), words(f"civ.sign.{name}")) for name, sign in MARKS]
    letters = rival_letters(wording)
    for seat in wording.seats:
        letter = ARMY if wording.is_own(seat) else ARMY.lower()
        name = wording.texts.name(seat)
        if seat in letters:
            letter, name = f"{letters[seat]}{letters[seat].lower()}", words("civ.sign.rival", name=name)
        told.append((Span(letter, owner_chip(wording, seat)), name))
    told += [(Span(sign), words(f"civ.sign.{name}")) for name, sign in (*FIGURES, *THINGS, ("blocked", BLOCKED))]
    told += [(Span(sign), wording.texts.card(name)) for name, sign in EXTRAS.items() if name in RESOURCES]
    told += [(Span(sign), words(f"civ.sign.{name}")) for name, sign in EXTRAS.items() if name not in RESOURCES]
    told += [(Span(one.sign, f"ground.{one.hue}"), words(f"civ.terrain.{name}")) for name, one in GROUNDS.items()]
    told.append((Span(DARK, "label"), words("civ.sign.dark")))
    return [row(sign, FIXED, name) for sign, name in told]


def legend_row(wording: CivilizationWording) -> Row:
    """Give all signs in a row that is broken between two of them."""
    return join(sign_entries(wording), Span("  ", PHRASE_GAP))
