"""The numbers of lists: what a line shows is what its key does.

A panel of places has the numbers of the menu, which stay for the turn. Any other list numbers itself from 1: what is
decided, and a part of the acts, then mostly take a single digit. The list of all acts has the numbers of the one beside
it: a number never does one thing in one of them and another thing in the other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from ..cells import Row, Span, row
from .boards import Board, Spot

DIGIT_SECONDS = 1.0
"""Seconds between two digits that are one number."""
MOST_DIGITS = 6
"""Digits of a number that are repeated: none in sight has as many."""
ON_PAGE = re.compile(r"(\d+)\)")
"""A number of the menu as pages of a game show it."""


@dataclass(frozen=True)
class DigitEntry:
    """Digits that were typed, when the last of them was, and what was in focus before the first."""

    digits: str
    moment: float
    focus: str
    place: int
    among: frozenset[int]
    """The numbers that could be meant."""
    of_menu: bool
    """Whether they are those of the menu, as a page has shown them."""

    @property
    def has_longer(self) -> bool:
        """Whether there is a longer number that begins so."""
        return any(len(text) > len(self.digits) and text.startswith(self.digits) for text in map(str, self.among))

    @property
    def number(self) -> int | None:
        """The number that they are; None: there is none such."""
        return next((number for number in self.among if str(number) == self.digits), None)


def add_digit(
    before: DigitEntry | None,
    digit: str,
    at: float,
    among: Collection[int],
    of_menu: bool,
    stands: tuple[str, int],
) -> DigitEntry:
    """Type a digit: within a second it goes on with a number, else it begins one.

    So 14 in a list of 13 lines is no 4, and 11 in a list of nine is no 1: somebody who meant another list by it does
    nothing in this one. Where other lines stand there meanwhile, as after an act of somebody else, the digit begins a
    number as well.

    ``at``: seconds of a clock; ``stands``: what is in focus, and where.
    """
    same = before is not None and (before.of_menu or before.among == frozenset(among))
    if before is not None and same and at - before.moment < DIGIT_SECONDS:
        return replace(before, digits=(before.digits + digit)[:MOST_DIGITS], moment=at)
    return DigitEntry(digit, at, *stands, frozenset(among), of_menu)


def with_numbers(spots: Sequence[Spot], numbers: Iterable[int]) -> tuple[Spot, ...]:
    """Give things to choose among other numbers; 0: none."""
    both = list(zip(spots, numbers, strict=True))
    digits = max((len(str(number)) for _, number in both), default=1)
    return tuple(_with_number(spot, number, digits) for spot, number in both)


def _with_number(spot: Spot, number: int, digits: int) -> Spot:
    shown = Span(f"{number or '':>{digits}} ", "number")

    def numbered(text: Row) -> Row:
        return row(shown, text[1:] if _is_numbered(text) else text)

    shorter = tuple((numbered(head), detail) for head, detail in spot.shorter)
    least = tuple((numbered(head), detail) for head, detail in spot.least)
    return replace(spot, text=numbered(spot.text), number=number, shorter=shorter, least=least)


def _is_numbered(text: Row) -> bool:
    return bool(text) and text[0].role == "number" and text[0].text.strip().isdigit()


def with_menu_numbers(spots: tuple[Spot, ...], of: dict[str, int]) -> tuple[Spot, ...]:
    """Give the things of a whole list with numbers of the menu, also those without any; ``of``: by act."""
    if not any(_lacks_number(spot) for spot in spots):
        return spots
    firsts = (spot.number or of.get(spot.acts[0] if spot.acts else spot.key, 0) for spot in spots)
    return with_numbers(spots, firsts)


def _lacks_number(spot: Spot) -> bool:
    """Whether something that can be chosen has no place for a number."""
    return bool(spot.item or spot.acts) and not spot.number and not (spot.text and spot.text[0].role == "number")


def with_list_numbers(spots: tuple[Spot, ...], board: Board) -> tuple[Spot, ...]:
    """Give the things of a list that shows a part with numbers of its own; where all name an amount, that is it."""
    amounts = [board.choices.amount(spot.item) if spot.item is not None else 0 for spot in spots]
    return with_numbers(spots, amounts if all(amounts) else range(1, len(spots) + 1))


def has_menu_numbers(spots: Iterable[Spot]) -> bool:
    """Whether the numbers of a list are those of the menu."""
    return all(spot.item is None or spot.number in (0, spot.item.number) for spot in spots)


def with_numbers_of(shown: Iterable[Spot], found: Sequence[Spot], whole: Iterable[Spot]) -> tuple[Spot, ...]:
    """Give the things of the list of all acts the numbers that they have in a shorter list; the others count on.

    ``shown``: the shorter list; ``whole``: all acts, also those that do not fit what was typed over the list.
    """
    taken = {_acts_of(spot): spot.number for spot in shown if spot.number}
    following, of = count(max(taken.values(), default=0) + 1), dict[str, int]()
    for spot in whole:
        if acts := _acts_of(spot):
            of |= dict.fromkeys(acts, taken.get(acts) or next(following))
    return with_numbers(found, (of.get(next(iter(_acts_of(spot)), ""), 0) for spot in found))


def _acts_of(spot: Spot) -> tuple[str, ...]:
    return (spot.item.text,) if spot.item is not None else spot.acts


def is_auction(spots: Iterable[Spot], board: Board) -> bool:
    """Whether this is an auction, where the number of a line is the bid."""
    return any(spot.item is not None and spot.item.verb in board.controls.bid_verbs for spot in spots)


def with_bid_numbers(spots: tuple[Spot, ...], board: Board) -> tuple[Spot, ...] | None:
    """Give the things of an auction, where the number is the bid; None: it is none."""
    bids = [spot.item is not None and spot.item.verb in board.controls.bid_verbs for spot in spots]
    if not any(bids):
        return None
    both = zip(spots, bids, strict=True)
    return with_numbers(
        spots, (board.choices.amount(spot.item) if bid and spot.item is not None else 0 for spot, bid in both)
    )


def page_numbers(rows: Iterable[Row], menu: frozenset[int]) -> frozenset[int]:
    """Give the numbers of the menu that a page shows."""
    found = (ON_PAGE.fullmatch(span.text.strip()) for one in rows for span in one if span.role == "number")
    return menu & {int(one[1]) for one in found if one}
