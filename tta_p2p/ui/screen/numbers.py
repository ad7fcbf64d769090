"""The numbers of lists: what a line shows is what its key does.

A whole list has the numbers of the menu, which stay for the turn; a list that shows a part of it numbers itself from 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ..cells import Row, Span, row
from .boards import Board, Spot

TOGETHER = 1.0
"""Seconds between two digits that may be one number."""
ON_PAGE = re.compile(r"(\d+)\)")
"""A number of the menu as pages of a game show it."""


@dataclass(frozen=True)
class Typed:
    """Digits that were typed, when the last of them was, and what was in focus before the first."""

    digits: str
    at: float
    focus: str
    place: int
    among: frozenset[int]
    """The numbers that could be meant."""
    of_menu: bool
    """Whether they are those of the menu, as a page has shown them."""

    @property
    def longer(self) -> bool:
        """Whether there is a longer number that begins so."""
        return any(len(text) > len(self.digits) and text.startswith(self.digits) for text in map(str, self.among))

    @property
    def may_go_on(self) -> bool:
        """Whether a number of more digits is in sight."""
        return any(len(str(number)) > len(self.digits) for number in self.among)

    @property
    def number(self) -> int | None:
        """The number that they are; None: there is none such."""
        return next((number for number in self.among if str(number) == self.digits), None)


def typed_on(
    before: Typed | None,
    digit: str,
    at: float,
    among: Collection[int],
    of_menu: bool,
    stands: tuple[str, int],
    *,
    bids: bool = False,
) -> Typed:
    """Type a digit: within a second it goes on with a number where one of more digits is in sight; else it begins one.

    So 14 in a list of 13 lines is no 4, and 2 and 3 in a list of nine are two numbers. A bid may have any number of
    digits, so that 12 is never 2. Where other lines stand there meanwhile, as after an act of somebody else, the digit
    begins a number as well.

    ``at``: seconds of a clock; ``stands``: what is in focus, and where; ``bids``: whether the numbers are bids.
    """
    same = before is not None and (before.of_menu or before.among == frozenset(among))
    if before is not None and same and at - before.at < TOGETHER and (bids or before.may_go_on):
        return replace(before, digits=before.digits + digit, at=at)
    return Typed(digit, at, *stands, frozenset(among), of_menu)


def numbered(spots: Sequence[Spot], numbers: Iterable[int]) -> tuple[Spot, ...]:
    """Give things to choose among other numbers; 0: none."""
    both = list(zip(spots, numbers, strict=True))
    digits = max((len(str(number)) for _, number in both), default=1)
    return tuple(_with(spot, number, digits) for spot, number in both)


def _with(spot: Spot, number: int, digits: int) -> Spot:
    rest = spot.text[1:] if _is_numbered(spot) else spot.text
    return replace(spot, text=row(Span(f"{number or '':>{digits}} ", "number"), rest), number=number)


def _is_numbered(spot: Spot) -> bool:
    return bool(spot.text) and spot.text[0].role == "number" and spot.text[0].text.strip().isdigit()


def of_menu(spots: tuple[Spot, ...], of: dict[str, int]) -> tuple[Spot, ...]:
    """Give the things of a whole list with numbers of the menu, also those without any; ``of``: by act."""
    if not any(_bare(spot) for spot in spots):
        return spots
    firsts = (spot.number or of.get(spot.several[0] if spot.several else spot.key, 0) for spot in spots)
    return numbered(spots, firsts)


def _bare(spot: Spot) -> bool:
    """Whether something that can be chosen has no place for a number."""
    return bool(spot.item or spot.several) and not spot.number and not (spot.text and spot.text[0].role == "number")


def of_part(spots: tuple[Spot, ...], board: Board) -> tuple[Spot, ...]:
    """Give the things of a list that shows a part with numbers of its own; where all name an amount, that is it."""
    amounts = [board.choices.amount(spot.item) if spot.item is not None else 0 for spot in spots]
    return numbered(spots, amounts if all(amounts) else range(1, len(spots) + 1))


def is_auction(spots: Iterable[Spot], board: Board) -> bool:
    """Whether this is an auction, where the number of a line is the bid."""
    return any(spot.item is not None and spot.item.verb in board.controls.bids for spot in spots)


def of_bids(spots: tuple[Spot, ...], board: Board) -> tuple[Spot, ...] | None:
    """Give the things of an auction, where the number is the bid; None: it is none."""
    bids = [spot.item is not None and spot.item.verb in board.controls.bids for spot in spots]
    if not any(bids):
        return None
    both = zip(spots, bids, strict=True)
    return numbered(
        spots, (board.choices.amount(spot.item) if bid and spot.item is not None else 0 for spot, bid in both)
    )


def on_page(rows: Iterable[Row], menu: frozenset[int]) -> frozenset[int]:
    """Give the numbers of the menu that a page shows."""
    found = (ON_PAGE.fullmatch(span.text.strip()) for one in rows for span in one if span.role == "number")
    return menu & {int(one[1]) for one in found if one}
