"""The picture: a pure function of what the client knows, how the screen stands, and how large it is.

A picture is as many rows as the screen has, none wider than it; nothing here knows a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..blocks import Block, Fields, Para, lay_out
from ..cells import EMPTY, Row, Span, Target, cut, plain, retarget, row, width, wrap
from ..history import timeline_of
from ..lobby_page import lobby_blocks, welcome_blocks
from ..reading import Reading
from ..style import MIN_WINDOW, Style, has_room
from .boards import Board
from .borders import input_rows, keys_line, question_rows, title_line
from .filters import fits_filter, fits_sample
from .playfield import game_rows
from .rows import NOTE_ROWS, exact_rows, fill_block, fit, latest_notes
from .screen_state import OpenPage, ScreenState, entry_name, shown_entries
from .turn_list import player_digest


class ScreenFrame(NamedTuple):
    """A picture, and where the cursor stands in it (column, row)."""

    rows: tuple[Row, ...]
    cursor: tuple[int, int] | None = None


def picture(
    look: ScreenState, reading: Reading, board: Board | None, size: tuple[int, int], style: Style, comeback: str = ""
) -> ScreenFrame:
    """Give the picture. ``size``: columns and rows; ``comeback``: the command that comes back to the game, if any."""
    columns, lines = size
    style = replace(style, width=columns)
    state, words = reading.state, reading.words
    if not has_room(size):
        text = words("screen.small", columns=MIN_WINDOW[0], lines=MIN_WINDOW[1])
        return ScreenFrame(fill_block(wrap(row(text), max(1, columns)), columns, lines, style))
    if state.handover_seat is not None and reading.presenter is not None:
        said = words("hand-over", name=reading.presenter.texts.name(state.handover_seat))
        body = [*[EMPTY] * (lines // 3), *wrap(style.spell(row(Span(said, "mine"))), columns)]
        box = question_rows(look, reading, style, comeback, lines - 6) if look.asks_to_leave else []
        if look.page is not None and look.page.is_over_question:  # of the game nothing is shown
            room = lines - 1 - len(box)
            body = _page(look.page, page_rows(look.page, style, room - 1), style, room)
        keys = fit(keys_line(look, reading, board, style), columns - 1, style)
        return ScreenFrame(fill_block([*exact_rows(body, lines - 1 - len(box)), *box, keys], columns, lines, style))
    title = title_line(look, reading, board, style)
    if look.moment is not None:
        look = replace(
            look, notes=_last_action(look.moment, reading), fresh_notes=0, preview=(), seen_things=frozenset()
        )
    room = lines - 2
    box = question_rows(look, reading, style, comeback, room - 4)
    if look.page is not None and look.page.note:
        box = [*wrap(style.spell(look.page.note), columns), *box]
    cursor = None
    if look.input_line is not None:
        box, column = input_rows(look.input_line, reading, style)
        cursor = (min(columns - 1, column), lines - 2)
    told = page_rows(look.page, style, room - len(box) - 1) if look.page is not None else []
    if look.page is not None and look.page.filter and not told:
        none = "none" if reading.presenter is None else "look-up"
        told = wrap(style.spell(row(Span(words(f"screen.filter.{none}", typed=look.page.filter), "warn"))), columns)
    if look.page is not None:
        body = _page(look.page, told, style, room - len(box))
        low = look.page.is_low and not look.page.actions_shown  # what is told step by step keeps its place
        if low and reading.scene is not None and board is not None:
            taken = len(box) + (len(body) if board.has_panels else 0)
            # Cost and effect of the marked act are worth more there than the log; a page of news tells the same.
            below = replace(look, notes=() if look.page.actions else look.notes, fresh_notes=0)
            above = exact_rows(game_rows(below, reading, board, style, room, taken), room - len(box) - len(body))
            body = [*map(row, above), *body]
    elif reading.scene is None or board is None:
        body = _before(look, reading, style, room - len(box))
    else:
        body = game_rows(look, reading, board, style, room, len(box))
    more = look.page is not None and has_more(look.page, told, room - len(box) - 1)
    scrolls = len(told) > room - len(box) - 1
    keys = fit(
        keys_line(look, reading, board, style, more, scrolls), columns - 1, style
    )  # see `painting`: the last cell stays
    rows = fill_block([title, *exact_rows(body, room - len(box)), *box, keys], columns, lines, style)
    return ScreenFrame(rows, cursor or mark_place(rows))


def mark_place(rows: Sequence[Row]) -> tuple[int, int] | None:
    """Give the place (column, row) of the mark, where screen readers look for the cursor; None where none is seen."""
    for line, one in enumerate(rows):
        column = 0
        for span in one:
            if span.role == "focus":
                return column, line
            column += width(span.text)
    return None


def _last_action(at: int, reading: Reading) -> tuple[Block, ...]:
    """Say what had been done last at a place of the past, and before that."""
    course = timeline_of(reading.state)
    blocks = tuple(block for place in course[max(0, at - 2) : at + 1] for block in player_digest(place.lines, reading))
    return blocks if at else (*blocks, Para(row(reading.words("past.begins"))))


def page_rows(page: OpenPage, style: Style, room: int = 0) -> list[Row]:
    """Give all rows of a page, of which so many are seen at once (0: all)."""
    style = replace(style, lines=max(0, room))
    if page.actions_shown:
        told = [_action_rows(deed, style, "  ") for deed in page.actions[: page.actions_shown - 1]]
        return [
            one for rows in (*told, _action_rows(page.actions[page.actions_shown - 1], style, "▸ ")) for one in rows
        ]
    if not page.entries:
        return lay_out(page.blocks, style)
    marked = entry_rows(page, style)[page.mark] if page.mark >= 0 else range(0)
    entries = {id(page.blocks[one.block]): entry_name(one) for one in page.entries}
    rows = list[Row]()
    for block in _shown_blocks(page):
        aim = Target("entry", entries[id(block)]) if id(block) in entries else None
        rows += [retarget(one, aim) if aim is not None else one for one in lay_out([block], style)]
    return [_marked(one, style, number == marked.start) if number in marked else one for number, one in enumerate(rows)]


def _shown_blocks(page: OpenPage) -> Iterator[Block]:
    """Give the blocks of a page: all of it, or what can be chosen and then what is explained that fits its filter."""
    if not page.filter:
        yield from page.blocks
        return
    listed = {one.block for one in page.entries}
    yield from (page.blocks[one.block] for one in shown_entries(page))
    for number, block in enumerate(page.blocks):
        if number not in listed and isinstance(block, Fields):
            pairs = tuple(
                pair for pair in block.pairs if fits_filter(page.filter, *pair) or fits_sample(page.filter, *pair)
            )
            if pairs:
                yield replace(block, pairs=pairs)


def entry_rows(page: OpenPage, style: Style) -> list[range]:
    """Give the rows of each line that can be chosen, as `page_rows` counts them."""
    style, at, found = replace(style, lines=0), 0, list[range]()
    listed = {id(page.blocks[one.block]) for one in page.entries}
    for block in _shown_blocks(page):
        rows = len(lay_out([block], style))
        if id(block) in listed:
            found.append(range(at, at + rows))
        at += rows
    return found


def _marked(some: Row, style: Style, first: bool) -> Row:
    text = plain(some)
    sign = plain(style.spell(row("▸" if first else " ")))
    aim = next((span.target for span in some if span.target is not None), None)
    return (Span(sign + text[1:], "focus", Target("marked-entry", aim.name) if aim is not None else None),)


def _action_rows(deed: Row, style: Style, sign: str) -> list[Row]:
    parts = wrap(style.spell(deed), style.width - 2)
    return [row("  " if number else sign, part) for number, part in enumerate(parts)]


def next_news_step(page: OpenPage, style: Style, room: int) -> OpenPage | None:
    """Give a page of news as it stands when the rest of it, or the next deed, is asked for; None: that was all.

    What is longer than the room for it is told a screen at a time, from its beginning.
    """
    if not page.actions_shown:
        below = max(0, len(page_rows(page, style, room)) - room) - page.scroll
        if below > 0:
            return replace(page, scroll=page.scroll + min(below, room))
    elif page.scroll:
        return replace(page, scroll=max(0, page.scroll - room))
    if page.actions_shown >= len(page.actions):
        return None
    tall = len(_action_rows(page.actions[page.actions_shown], style, ""))
    return replace(page, actions_shown=page.actions_shown + 1, scroll=max(0, tall - room))


def has_more(page: OpenPage, rows: Sequence[Row], room: int) -> bool:
    """Whether something of what is told now, all rows of it, is still to be read below."""
    return bool(page.scroll) if page.actions_shown else page.scroll < len(rows) - room


def _page(page: OpenPage, rows: Sequence[Row], style: Style, lines: int) -> list[Row]:
    room = lines - 1
    last = max(0, len(rows) - room)
    start = max(0, last - page.scroll) if page.from_end or page.actions_shown else min(page.scroll, last)
    if page.note and page.mark >= 0:  # it takes rows, and says something of the line that is marked
        start = max(start, entry_rows(page, style)[page.mark].stop - room)
    seen = f" {start + 1}–{min(len(rows), start + room)}/{len(rows)} " if len(rows) > room else " "
    seen = f" {page.actions_shown}/{len(page.actions)} " if page.actions_shown else seen
    named = row(page.title, ": ", page.filter) if page.filter else page.title
    title = cut(style.spell(named), style.width - width(seen) - 6)
    if not title:
        return [row(Span("─" * max(2, style.width - width(seen)) + seen, "label")), *rows[start : start + room]]
    rule = "─" * max(2, style.width - width(title) - width(seen) - 4)
    head = row(Span("── ", "label"), Span(plain(title), "heading"), " ", Span(rule + seen, "label"))
    return [head, *rows[start : start + room]]


def _before(look: ScreenState, reading: Reading, style: Style, lines: int) -> list[Row]:
    """Give the lobby, or what is played by whom until the cards are dealt."""
    rows, todo, said, room = _lobby_rows(look, reading, style, lines)
    if len(rows) > room:
        start = min(look.lobby_scroll, len(rows) - room)
        rest = len(rows) - start - room
        more = [row(Span(reading.words("screen.more-below", n=rest + 1), "label"))] if rest else []
        rows = [*rows[start : start + room - len(more)], *more]
    return [*rows, *todo, *([EMPTY] if said else []), *said]


def hidden_lobby_rows(look: ScreenState, reading: Reading, style: Style, lines: int) -> int:
    """Give how far what is shown before the game can be scrolled."""
    rows, _, _, room = _lobby_rows(look, reading, style, lines)
    return max(0, len(rows) - room)


def _lobby_rows(
    look: ScreenState, reading: Reading, style: Style, lines: int
) -> tuple[list[Row], list[Row], list[Row], int]:
    """Give all rows of what is to be read, what is to be done, what was said, and how many rows the first have."""
    state, words = reading.state, reading.words
    rows, todo = list[Row](), list[Row]()
    if state.welcome is not None and reading.presenter is not None:
        blocks = welcome_blocks(state.welcome, words, reading.presenter, watching=state.seat_request.spectate)
        rows = lay_out(blocks, style)
    elif state.lobby is not None:
        blocks = lobby_blocks(state.lobby, words, by_keys=True)
        rows = lay_out(blocks[:-1], style)
        todo = lay_out(blocks[-1:], style)  # seen wherever the rest is scrolled to
    fresh = len(lay_out(look.notes[-look.fresh_notes :], style)) if look.fresh_notes else 0
    most = max(3, min(fresh, lines // 2), lines - len(rows) - len(todo) - 1)
    said = latest_notes(look.notes[-NOTE_ROWS:], most, style)
    return rows, todo, said, lines - len(said) - len(todo) - bool(said)
