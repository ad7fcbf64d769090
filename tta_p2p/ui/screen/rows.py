"""Rows cut and filled to the size there is for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from tta_p2p.i18n import Words

from ..blocks import Block, Para, lay_out
from ..cells import COLUMN_GAP, ELLIPSIS, EMPTY, NO_BREAK, Piece, Row, Span, cut, pad, plain, row, wrap
from ..style import Style

NOTE_ROWS = 60
"""So many blocks of what was said are laid out at most."""


@lru_cache(NO_BREAK)
def fit(some: Piece, columns: int, style: Style) -> Row:
    """Give a row of exactly so many cells, in letters that can be shown."""
    more = plain(style.spell(row(ELLIPSIS)))
    return pad(cut(style.spell(row(some)), columns, more), columns)


def fill_block(rows: Iterable[Piece], columns: int, lines: int, style: Style) -> tuple[Row, ...]:
    """Give exactly so many rows of so many cells."""
    return tuple(fit(one, columns, style) for one in exact_rows(list(rows), lines))


def exact_rows(rows: Sequence[Piece], lines: int) -> list[Piece]:
    """Give exactly so many rows: what is too much is cut off, what is missing is empty."""
    return [*rows[: max(0, lines)], *[EMPTY] * max(0, lines - len(rows))]


def join_columns(left: Sequence[Row], right: Sequence[Row], columns: int, lines: int, style: Style) -> list[Row]:
    """Put rows beside each other; ``columns`` are those of the left ones."""
    rest = style.width - columns - 1
    pairs = zip(exact_rows(left, lines), exact_rows(right, lines), strict=True)
    gap = Span(" ", COLUMN_GAP)
    return [row(fit(one, columns, style), gap, fit(other, rest, style)) for one, other in pairs]


def highlight(some: Row, role: str = "focus") -> Row:
    """Give a row as it looks when the focus is on it, as far as anything stands there: marked by a sign as well."""
    text = plain(some)
    said = text.rstrip()
    return row(Span(said, role), text[len(said) :])


def truncate(rows: Sequence[Row], most: int, style: Style) -> list[Row]:
    """Give no more rows than so many; where some are left out, the last one says so."""
    if len(rows) <= most:
        return list(rows)
    return [*rows[: most - 1], fit(row(plain(rows[most - 1]), " ", plain(rows[most]).lstrip()), style.width, style)]


def label_rows(label: Piece, text: Piece, size: int, style: Style) -> list[Row]:
    """Give a text in rows beside what it is called, which takes so many cells; without that it has one row."""
    said = style.spell(row(text))
    if not plain(label):
        return [cut(said, style.width)]
    named = row(*(span if span.role else span._replace(role="label") for span in style.spell(row(label))))
    head = pad(cut(named, size - 1, ""), size)
    return [row(head if not number else " " * size, one) for number, one in enumerate(wrap(said, style.width - size))]


def left_out(words: Words, key: str, style: Style) -> Callable[[int], Row]:
    """Give what says how many parts of a column have no room, and the ``key`` that shows them."""
    return lambda n: style.spell(row(Span(words("screen.left-out", n=n, key=key), "label")))


def latest_notes(blocks: Sequence[Block], room: int, style: Style) -> list[Row]:
    """Give what was said last, each thing whole or not at all; the very last one is cut at its end if it is a text."""
    rows: list[Row] = []
    for block in reversed(blocks):
        one = lay_out((block,), style)
        if room > 0 and not rows and isinstance(block, Para):
            if len(one) > room and block.core:
                one = lay_out((replace(block, text=block.core),), style)
            one = truncate(one, room, style)
        if len(rows) + len(one) > room:
            break
        rows = [*one, *rows]
    return rows


def merge_blocks(blocks: Sequence[Block], style: Style) -> list[Row]:
    """Lay blocks out as one paragraph, so that they take few rows."""
    wide = replace(style, width=10_000)
    text: list[Piece] = []
    for one in (one for block in blocks for one in lay_out((block,), wide)):
        said = " ".join(plain(one).split())
        if text and plain(row(*text))[-1:] in ".。":
            text += [" "]
        elif text:
            text += [". " if said[:1].isupper() else "; "]  # a sentence begins after a full stop
        text += [Span(said, one[0].role if one else "")]
    return wrap(style.spell(row(*text)), style.width) if text else []
