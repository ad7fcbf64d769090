"""The picture: a pure function of what the client knows, how the screen stands, and how large it is.

A picture is as many rows as the screen has, none wider than it; nothing here knows a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..blocks import Block, Para, lay_out
from ..cells import EMPTY, Row, Span, cut, plain, row, width, wrap
from ..history import course_of
from ..lobby_page import lobby_blocks, welcome_blocks
from ..reading import Reading
from ..style import SMALLEST, Style, has_room
from .boards import Board
from .borders import asked, keys_line, title_line, typed
from .playfield import game_rows
from .rows import SAID, exactly, filled, fit, said_last
from .screen_state import Look, Opened
from .turn_list import said


class Frame(NamedTuple):
    """A picture, and where the cursor stands in it (column, row)."""

    rows: tuple[Row, ...]
    cursor: tuple[int, int] | None = None


def picture(
    look: Look, reading: Reading, board: Board | None, size: tuple[int, int], style: Style, comeback: str = ""
) -> Frame:
    """Give the picture. ``size``: columns and rows; ``comeback``: the command that comes back to the game, if any."""
    columns, lines = size
    style = replace(style, width=columns)
    state, words = reading.state, reading.words
    if not has_room(size):
        text = words("screen.small", columns=SMALLEST[0], lines=SMALLEST[1])
        return Frame(filled(wrap(row(text), max(1, columns)), columns, lines, style))
    if state.handing_over is not None and reading.presenter is not None:
        said = words("hand-over", name=reading.presenter.texts.name(state.handing_over))
        body = [*[EMPTY] * (lines // 3), *wrap(style.spelled(row(Span(said, "mine"))), columns)]
        box = asked(look, reading, style, comeback, lines - 6) if look.leaving else []
        keys = fit(keys_line(look, reading, board, style), columns - 1, style)
        return Frame(filled([*exactly(body, lines - 1 - len(box)), *box, keys], columns, lines, style))
    title = title_line(look, reading, board, style)
    if look.past is not None:
        look = replace(look, said=_done_then(look.past, reading), fresh=0, preview=(), new=frozenset())
    room = lines - 2
    box = asked(look, reading, style, comeback, room - 4)
    cursor = None
    if look.typing is not None:
        box, column = typed(look.typing, reading, style)
        cursor = (min(columns - 1, column), lines - 2)
    told = page_rows(look.page, style, room - len(box) - 1) if look.page is not None else []
    if look.page is not None:
        body = _page(look.page, told, style, room - len(box))
        low = look.page.low and not look.page.step  # what is told step by step keeps its place
        if low and reading.scene is not None and board is not None:
            taken = len(box) + (len(body) if board.panels else 0)
            below = replace(look, said=(), fresh=0) if look.page.deeds else look  # the page tells the same
            above = exactly(game_rows(below, reading, board, style, room, taken), room - len(box) - len(body))
            body = [*map(row, above), *body]
    elif reading.scene is None or board is None:
        body = _before(look, reading, style, room - len(box))
    else:
        body = game_rows(look, reading, board, style, room, len(box))
    more = look.page is not None and goes_on(look.page, told, room - len(box) - 1)
    keys = fit(keys_line(look, reading, board, style, more), columns - 1, style)  # see `painting`: the last cell stays
    rows = [title, *exactly(body, room - len(box)), *box, keys]
    return Frame(filled(rows, columns, lines, style), cursor)


def _done_then(at: int, reading: Reading) -> tuple[Block, ...]:
    """Say what had been done last at a place of the past, and before that."""
    course = course_of(reading.state)
    blocks = tuple(block for place in course[max(0, at - 2) : at + 1] for block in said(place.lines, reading))
    return blocks if at else (*blocks, Para(row(reading.words("past.begins"))))


def page_rows(page: Opened, style: Style, room: int = 0) -> list[Row]:
    """Give all rows of a page, of which so many are seen at once (0: all)."""
    style = replace(style, lines=max(0, room))
    if page.step:
        told = [_deed_rows(deed, style, "  ") for deed in page.deeds[: page.step - 1]]
        return [one for rows in (*told, _deed_rows(page.deeds[page.step - 1], style, "▸ ")) for one in rows]
    return lay_out(page.blocks, style)


def _deed_rows(deed: Row, style: Style, sign: str) -> list[Row]:
    parts = wrap(style.spelled(deed), style.width - 2)
    return [row("  " if number else sign, part) for number, part in enumerate(parts)]


def told_next(page: Opened, style: Style, room: int) -> Opened | None:
    """Give a page of news as it stands when the rest of it, or the next deed, is asked for; None: that was all.

    What is longer than the room for it is told a screen at a time, from its beginning.
    """
    if not page.step:
        below = max(0, len(page_rows(page, style, room)) - room) - page.scroll
        if below > 0:
            return replace(page, scroll=page.scroll + min(below, room))
    elif page.scroll:
        return replace(page, scroll=max(0, page.scroll - room))
    if page.step >= len(page.deeds):
        return None
    tall = len(_deed_rows(page.deeds[page.step], style, ""))
    return replace(page, step=page.step + 1, scroll=max(0, tall - room))


def goes_on(page: Opened, rows: Sequence[Row], room: int) -> bool:
    """Whether something of what is told now, all rows of it, is still to be read below."""
    return bool(page.scroll) if page.step else page.scroll < len(rows) - room


def _page(page: Opened, rows: Sequence[Row], style: Style, lines: int) -> list[Row]:
    room = lines - 1
    last = max(0, len(rows) - room)
    start = max(0, last - page.scroll) if page.end or page.step else min(page.scroll, last)
    seen = f" {start + 1}–{min(len(rows), start + room)}/{len(rows)} " if len(rows) > room else " "
    seen = f" {page.step}/{len(page.deeds)} " if page.step else seen
    title = cut(style.spelled(page.title), style.width - width(seen) - 6)
    if not title:
        return [row(Span("─" * max(2, style.width - width(seen)) + seen, "label")), *rows[start : start + room]]
    rule = "─" * max(2, style.width - width(title) - width(seen) - 4)
    head = row(Span("── ", "label"), Span(plain(title), "heading"), " ", Span(rule + seen, "label"))
    return [head, *rows[start : start + room]]


def _before(look: Look, reading: Reading, style: Style, lines: int) -> list[Row]:
    """Give the lobby, or what is played by whom until the cards are dealt."""
    rows, todo, said, room = _beforehand(look, reading, style, lines)
    if len(rows) > room:
        start = min(look.scroll, len(rows) - room)
        rest = len(rows) - start - room
        more = [row(Span(reading.words("screen.more-below", n=rest + 1), "label"))] if rest else []
        rows = [*rows[start : start + room - len(more)], *more]
    return [*rows, *todo, *([EMPTY] if said else []), *said]


def hidden_before(look: Look, reading: Reading, style: Style, lines: int) -> int:
    """Give how far what is shown before the game can be scrolled."""
    rows, _, _, room = _beforehand(look, reading, style, lines)
    return max(0, len(rows) - room)


def _beforehand(look: Look, reading: Reading, style: Style, lines: int) -> tuple[list[Row], list[Row], list[Row], int]:
    """Give all rows of what is to be read, what is to be done, what was said, and how many rows the first have."""
    state, words = reading.state, reading.words
    rows, todo = list[Row](), list[Row]()
    if state.welcome is not None and reading.presenter is not None:
        blocks = welcome_blocks(state.welcome, words, reading.presenter, watching=state.wish.watch)
        rows = lay_out(blocks, style)
    elif state.lobby is not None:
        blocks = lobby_blocks(state.lobby, words, by_keys=True)
        rows = lay_out(blocks[:-1], style)
        todo = lay_out(blocks[-1:], style)  # seen wherever the rest is scrolled to
    fresh = len(lay_out(look.said[-look.fresh :], style)) if look.fresh else 0
    most = max(3, min(fresh, lines // 2), lines - len(rows) - len(todo) - 1)
    said = said_last(look.said[-SAID:], most, style)
    return rows, todo, said, lines - len(said) - len(todo) - bool(said)
