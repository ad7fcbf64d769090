"""Guesses at typed words that are no legal act: notation for the rules, which then say why it is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tta_p2p.games.civilization.city.management import idle_cities
from tta_p2p.games.civilization.map.board import cities_of, figures_at, neighbours, steps
from tta_p2p.games.civilization.map.paths import unexplored_squares
from tta_p2p.games.civilization.map.squares import SQUARES, name_of
from tta_p2p.games.civilization.movement.phase import unmoved_figures
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.hidden import BACK
from tta_p2p.games.civilization.tables.model import RESOURCES

from ..plain_view import FILLERS, normalize_name, parse_number, with_faces
from ..presenter import Guess
from ..texts import Texts

FIGURES = ("army", "scout")
ORDER: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "build": ("city", "what", "square"),
    "give": ("city", "what", "square"),
    "unit": ("city", "what"),
    "arts": ("city",),
    "split": ("city",),
    "harvest": ("city", "what"),
    "reap": ("city", "what", "what"),
    "found": ("square", "what"),
    "gather": ("square", "city"),
    "leave": ("what", "square"),
    "post": ("what", "square"),
    "place": ("what", "square"),
    "move": ("square", "square", "group"),
    "discover": ("square", "square", "group"),
})  # fmt: skip
"""Verbs whose arguments may be typed in another order, or left out where only one thing can be meant."""
IN_ANY_CITY = ("harvest", "unit", "arts")
"""Verbs of which each city has a reason of its own where none is named."""
WORDS_TAKEN = ("gold",)
"""What lies on squares and cannot be harvested, so that somebody may ask why."""
FIGURES_CALLED = frozenset(("army", "figure", "scout"))
"""Words of what verbs are called that say what is meant."""
PLURALS = MappingProxyType({"armies": "army", "scouts": "scout"})
_PIECES = re.compile(r"[a-z]\d{1,2}|\d+|[^\x00-\x7f]+|[\w-]+")
_SQUARE = re.compile(r"[a-z]\d")
_BETWEEN = re.compile("[从到在用向和给的上与]")
"""What stands between the things an act names in a script without spaces, and is part of no name of them."""


_WRITTEN = re.compile(r"[a-z]?\d{1,2}|#.*")
"""Numbers, squares, even such as the map does not have, and cards by their numbers: the rules say what they think."""


def guess(typed: Sequence[str], s: State, seat: int, texts: Texts) -> Guess:
    """Give notation for the words of an act, its verb first; what is left out is what it most likely is."""
    verb = typed[0]
    called = set((texts.optional(f"act.{verb}") or "").lower().split()) - FIGURES_CALLED
    typed = [verb, *(word for word in typed[1:] if word not in called)]
    words = with_faces(_kinds(_pieces(typed[1:]), texts), texts.cards, _near(verb))
    known = {*SQUARES, *FIGURES, *RESOURCES, *texts.cards, *WORDS_TAKEN}
    wrong = [word for word in words if word not in known and not _WRITTEN.fullmatch(word)]
    if wrong:
        return Guess(" ".join([verb, *words]), tuple(wrong))
    if verb == "discover" and len(words) == 1 and words[0] in SQUARES:
        words = _with_origin(s, seat, words[0])
    squares = [word for word in words if word in SQUARES]
    if verb == "move" and len(squares) == 1:
        words = [*_nearest_origin(s, seat, SQUARES[squares[0]]), *words]
    own = {name_of(city) for city in cities_of(s, seat)}
    if verb in IN_ANY_CITY and len(own) > 1 and not any(map(_WRITTEN.fullmatch, words)):
        return Guess(" ".join([verb, *words]))
    order = ORDER.get(verb)
    return Guess(" ".join([verb, *(words if order is None else _ordered(order, words, s, seat))]))


def _with_origin(s: State, seat: int, over: str) -> list[str]:
    """Put before a square, whose tile shall be discovered, that of the own figures which are nearest to it."""
    square, own = SQUARES[over], sorted(s.figures[seat])
    if square in own or not own:
        return [over]
    return [name_of(min(own, key=lambda one: (square not in unexplored_squares(s, one), steps(one, square)))), over]


def _nearest_origin(s: State, seat: int, to: int) -> list[str]:
    """Give the square of the own figures that are nearest to a square, of those that can move if any can."""
    own = sorted(s.figures[seat])
    if to in own or not own:
        return []
    return [name_of(min(own, key=lambda one: (not any(unmoved_figures(s, seat, one)), steps(one, to))))]


def _pieces(typed: Sequence[str]) -> list[str]:
    """Split words of a script without spaces from the squares beside them, and leave out what says nothing."""
    found: list[str] = []
    for word in typed:
        parted = _BETWEEN.sub(" ", word) if _SQUARE.search(word) else word
        found += [word] if word.isascii() else _PIECES.findall(parted)
    return [word for word in found if word not in FILLERS]


def _kinds(words: Sequence[str], texts: Texts) -> list[str]:
    """Replace what figures are called by their notation."""
    called = {normalize_name(texts.optional(f"kind.{kind}") or kind): kind for kind in FIGURES} | dict(PLURALS)
    return [called.get(normalize_name(word), word) for word in words]


def names_figures(words: Sequence[str], texts: Texts) -> bool:
    """Whether an army or a scout is among the words of an act."""
    return any(word in FIGURES for word in _kinds(_pieces(words), texts))


def _near(verb: str) -> set[str]:
    """Give the parts that are rather meant by a verb, where several are called alike."""
    return set(RESOURCES) if verb in ("harvest", "reap") else {face for face in BACK if verb == "place"}


def _ordered(order: Sequence[str], words: Sequence[str], s: State, seat: int) -> list[str]:
    squares = [word for word in words if word in SQUARES]
    numbers = [number for number in map(parse_number, words) if number is not None]
    things = [word for word in words if word not in SQUARES and parse_number(word) is None]
    group = _typed_group(words, numbers) if "group" in order else None
    if group is not None:
        things = []
    city = _city(order, squares, things, s, seat) if "city" in order else ""
    found: list[str] = []
    for slot in order:
        if slot == "city":
            found += [city] if city else []
        elif slot == "square" and squares:
            found.append(squares.pop(0))
        elif slot == "square" and "group" in order and not found:
            break
        elif slot == "what" and things:
            found.append(things.pop(0))
        elif slot == "group" and len(found) == 2:
            found += map(str, group or _whole_group(s, seat, found[0]))
    return [*found, *squares, *things]


def _city(order: Sequence[str], squares: list[str], things: list[str], s: State, seat: int) -> str:
    """Give the city that is meant, and take it out of the squares that were typed."""
    own = [name_of(city) for city in cities_of(s, seat)]
    named = next((square for square in squares if square in own), "")
    if order[0] == "square":  # which scout, and then for which city it gathers
        return squares.pop(-1) if len(squares) > 1 else (own or [""])[0]
    if named:
        squares.remove(named)
        return _with_walls(named, things, squares)
    if len(squares) > order.count("square"):
        return squares.pop(0)
    if squares:
        own = [city for city in own if SQUARES[squares[0]] in neighbours(SQUARES[city])] or own
    able = [name_of(city) for city in idle_cities(s, seat) if name_of(city) in own]
    return (able or own or [""])[0]


def _with_walls(city: str, things: Sequence[str], squares: list[str]) -> str:
    """Walls stand around their city, whether that is said twice or not."""
    if "walls" in things and not squares:
        squares.append(city)
    return city


def _typed_group(words: Sequence[str], numbers: Sequence[int]) -> tuple[int, int] | None:
    """Give the figures that were named: `2 armies`, `1 scout`, `2 0`; None: none were."""
    counts = dict.fromkeys(FIGURES, 0)
    for at, word in enumerate(words):
        if word in counts:
            counts[word] = (parse_number(words[at - 1]) if at else None) or 1
    if any(counts.values()):
        return counts["army"], counts["scout"]
    if numbers:
        return numbers[0], numbers[1] if len(numbers) > 1 else 0
    return None


def _whole_group(s: State, seat: int, square: str) -> tuple[int, int]:
    """Give the figures that would go from a square if all did that can."""
    at = SQUARES[square]
    ready = unmoved_figures(s, seat, at)
    there = ready if any(ready) else figures_at(s, seat, at)
    return there if any(there) else (1, 0)
