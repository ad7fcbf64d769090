"""Rows below the game: what was said last, and of what the mark stands on, what it costs and does."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Block, Para, lay_out
from ..cells import EMPTY, Row, Span, row, wrap
from ..reading import Reading
from ..style import Style
from .boards import Board, Spot
from .rows import NOTE_ROWS, exact_rows, latest_notes, merge_blocks, truncate
from .screen_state import ScreenState, current_spots, focus_note

NEWS = 2
"""Rows of what has just been said that stay where all that is said of the mark needs the rest."""
PREVIEW = 3
"""Rows that are kept of what an act costs and does where there is no room for all of it."""


def task_rows(look: ScreenState, style: Style) -> int:
    """Give the rows of what a tutorial asks for."""
    return len(wrap(style.spell(row(Span(look.task, "mine"))), style.width)) if look.task else 0


def fresh_rows(look: ScreenState, style: Style) -> int:
    """Give the rows of what has come since the last key."""
    return len(lay_out(look.notes[-look.fresh_notes :], style)) if look.fresh_notes else 0


def focus_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give how many rows all that is said of the focus takes, with what has just come or one row before it."""
    found = current_spots(look, reading, board)
    note = mark_note(look, reading, board, found)
    fresh = fresh_rows(look, style)
    about = len(wrap(style.spell(note), style.width) if note else [])
    return max(1, fresh) + about + len(preview_rows(look, style))


def wanted_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give how many rows all that is said below the panels takes."""
    return task_rows(look, style) + focus_rows(look, reading, board, style)


def mark_need(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give the rows in which all that is said of the mark is whole, below some of what a key has just done."""
    last = min(NEWS, fresh_rows(look, style), len(lay_out(look.notes[-1:], style)))
    return task_rows(look, style) + last + len(about_rows(look, reading, board, style))


def _is_previewed(spot: Spot) -> bool:
    """Whether more is said of a line than its own text: what its act does, why there is none, or what Enter lists."""
    return spot.item is not None or bool(spot.refusal) or len(spot.acts) > 1


def kept_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give the rows that stay below the game wherever the mark stands.

    One is for what was said last, one for what a line costs and does, the rest for the longest text of a line.
    """
    spots = current_spots(look, reading, board)
    notes = [*(spot.note for spot in spots), look.last_act_note[1]]
    longest = max((len(wrap(style.spell(note), style.width)) for note in notes if note), default=0)
    is_previewed = not spots or any(map(_is_previewed, spots))
    return 1 + longest + is_previewed + task_rows(look, style)


def least_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give the rows that are taken wherever the mark stands: by the shortest text, and by what an act costs and does.

    That has its row before the rules have said it, so that nothing moves when they do.
    """
    spots = current_spots(look, reading, board)
    shortest = min((len(wrap(style.spell(spot.note), style.width)) if spot.note else 0 for spot in spots), default=0)
    is_previewed = not spots or any(map(_is_previewed, spots))
    return max(1, shortest + is_previewed)


def preview_blocks(look: ScreenState) -> tuple[Block, ...]:
    """Give what an act costs and does, or why it is not possible, unless the last answer says the same right above."""
    fresh = look.notes[-look.fresh_notes :] if look.fresh_notes else ()
    return () if fresh == look.preview else look.preview


def preview_rows(look: ScreenState, style: Style) -> list[Row]:
    """Give what an act costs and does in rows."""
    return merge_blocks(preview_blocks(look), style)


def mark_note(look: ScreenState, reading: Reading, board: Board, found: tuple[Spot, ...]) -> Row:
    """Give what is said of what the mark stands on: of a place, what is there."""
    if not look.is_on_map or reading.scene is None:
        return focus_note(look, found)
    blocks = board.place_blocks(look.place, reading.scene)
    return blocks[0].text if blocks and isinstance(blocks[0], Para) else focus_note(look, found)


def note_rows(
    look: ScreenState, reading: Reading, board: Board, style: Style, lines: int, *, about: bool = True
) -> list[Row]:
    """Give what was said last and, below it, what the act in focus costs and does (unless ``about`` is no)."""
    if lines <= 0:
        return []
    task = wrap(style.spell(row(Span(look.task, "mine"))), style.width) if look.task else []
    lines -= len(task)
    if not about:
        look = replace(look, preview=())
    found = current_spots(look, reading, board)
    note = mark_note(look, reading, board, found) if about else EMPTY
    fresh = fresh_rows(look, style)
    focus = wrap(style.spell(note), style.width) if note else []
    # The line said last may be the result of a key, and is read first; those before it stand in the log, and leave
    # their rows to what is in focus.
    told = preview_rows(look, style)
    sure = min(fresh, len(lay_out(look.notes[-1:], style)), max(NEWS, lines - len(focus) - len(told)))
    most = max(min(2, lines), lines - sure)
    room_for_all = sure + len(focus) + len(told) <= lines
    if len(focus) > 1 and not room_for_all and fresh and reading.state.may_act:
        left = lines - sure - len(told)
        focus = truncate(focus, left, style) if left > 0 else []
    # The cost and effect of an act are seen whole wherever that is possible: a row is enough to say that more was said.
    whole = lines - bool(fresh)
    told = told if len(told) <= whole else truncate(told, max(1, min(PREVIEW, lines - 2), lines - sure), style)
    preview = [*(truncate(focus, most - len(told), style) if most > len(told) else []), *told]
    preview = preview or ([EMPTY] if about and fresh < lines else [])
    # The log keeps its place as the mark moves, unless that took much of its room.
    room = lines - max(len(preview), min(kept_rows(look, reading, board, style) - 1, lines // 3) if about else 0)
    said = latest_notes(look.notes[-NOTE_ROWS:], room, style)
    if len(said) < fresh and len(lay_out(look.notes[-1:], style)) < room:  # not all of what has just been said is seen
        more = row(Span(reading.words("screen.more-said"), "label"))
        said = [more, *latest_notes(look.notes[-NOTE_ROWS:], room - 1, style)]
    between = max(0, lines - room - len(preview))
    return [*exact_rows(said, room), *[EMPTY] * between, *task, *preview]  # type: ignore[list-item]


def about_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> list[Row]:
    """Give all that is said of what is marked, and what it costs and does."""
    note = mark_note(look, reading, board, current_spots(look, reading, board))
    return [*(wrap(style.spell(note), style.width) if note else []), *preview_rows(look, style)]
