"""Refusals that come from elsewhere: the line of the rules that refused an act, as a proof or a node tells it.

What it names may have been chosen by the author of the act, who cheats. So it is told only where it is what the rules
may say: a key that has a text, and for every place of that text an argument of the form that belongs there. Otherwise
nobody is told more than that the act was against the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Protocol, TypeVar

from . import templates
from .languages import WithTexts, catalogue, game_texts

C = TypeVar("C")

LONGEST = 1000
"""Letters of a reason in a proof; a longer one was cut off there."""
MARKS = frozenset(("?", "/"))
"""Arguments that are no words: for what is on no map, and between two lists."""
NESTED = ("asked", "decision", "declared", "illegal", "log")
"""Kinds of texts that stand in others, with the arguments behind their key as their own."""
LARGEST = 2**63
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,18})", re.ASCII)
_CARD = re.compile(r"#([0-9]{1,18})(?:=(\S+))?", re.ASCII)
_SEATS = ("seat", "whose", "called")
_LISTS = ("all", "paid", "paid-for")
_NUMBERS = ("n", "+", "age")


class WithRefusals(WithTexts, Protocol):
    """A game, as far as its refusals go."""

    seats: tuple[int, ...]

    def faces(self) -> tuple[str, ...]:
        """List every card that can lie hidden."""
        ...


def read_refusal(
    game: WithRefusals, reason: str, card: Callable[[int, str], C]
) -> tuple[str, tuple[int | str | C, ...]] | None:
    """Read the line of the rules that refused an act, as `RuleError` writes it: key and arguments.

    None for what is no such line. ``card`` makes a card of handle and face.
    """
    key, *words = reason.split(" ")
    args = tuple(_read_arg(word, card) for word in words)
    return (key, args) if len(reason) < LONGEST and is_refusal(game, key, args) else None


def _read_arg(word: str, card: Callable[[int, str], C]) -> int | str | C:
    if _NUMBER.fullmatch(word):
        return int(word)
    found = _CARD.fullmatch(word)
    return card(int(found[1]), found[2] or "") if found else word


def is_refusal(game: WithRefusals, key: str, args: Sequence[object]) -> bool:
    """Whether the rules of a game may refuse an act so; a card may be of any class that has a face."""
    return Refusals(game).fit("illegal", key, args)


class Refusals:
    """The texts of a game, and the words that it knows."""

    def __init__(self, game: WithRefusals) -> None:
        self._texts: Mapping[str, str] = game_texts(game, "en")
        self._seats = max(game.seats)
        parts: Set[str] = getattr(game, "parts", frozenset())
        self._words = {*parts, *game.faces(), *MARKS, *(key.partition(".")[2] for key in self._texts)}

    def fit(self, kind: str, key: object, args: Sequence[object]) -> bool:
        """Whether the text of a key of this kind has places for these arguments, and each is of the form it needs."""
        text = self._text(kind, key)
        if key == "due-first" and len(args) > 1:  # what is due has a sentence of its own
            own = self._texts.get(f"illegal.due-first.{args[1]}")
            if own is not None:
                return self._fits(args[0], "act") and self._fill(own, args[2:])
        return text is not None and self._fill(text, args)

    def _text(self, kind: str, key: object) -> str | None:
        kinds = ("asked", "decision") if kind == "asked" else (kind,)
        found = (self._texts[one] for one in (f"{kind}.{key}" for kind in kinds) if one in self._texts)
        common = catalogue("en").get(f"common.{key}") if kind == "illegal" else None
        return next(found, common)

    def _fill(self, text: str, args: Sequence[object]) -> bool:
        if not all(self._is_known(arg) for arg in args):
            return False
        for one in templates.places(text):
            if not (one.place or "").isdigit():
                continue
            at = int(one.place or 0)
            if one.sort in _LISTS:
                continue
            if at >= len(args):
                return False
            if one.sort in NESTED:
                if not self.fit(one.sort, args[at], args[at + 1 :]):
                    return False
            elif not one.forms and not self._fits(args[at], one.sort):
                return False
            by = one.sort.partition("*")[2]
            if by and not (int(by) < len(args) and _is_number(args[int(by)])):
                return False
        return True

    def _is_known(self, arg: object) -> bool:
        """Whether this is a number, a card or a word of the game."""
        if isinstance(arg, str):
            return arg in self._words
        face = getattr(arg, "face", None)
        return _is_number(arg) if face is None else face == "" or face in self._words

    def _fits(self, arg: object, sort: str) -> bool:
        """Whether an argument that is known is what a place shows."""
        sort = sort.partition("*")[0]
        if sort in _SEATS:
            return isinstance(arg, int) and 0 <= arg < self._seats
        if sort in _NUMBERS:
            return isinstance(arg, int)
        if sort == "card" and not isinstance(arg, str):
            return True  # by its number, or with its face
        if sort in ("", "ours", "card"):
            return isinstance(arg, int | str)
        return isinstance(arg, str) and f"{sort}.{arg}" in self._texts


def _is_number(arg: object) -> bool:
    return type(arg) is int and -LARGEST < arg < LARGEST
