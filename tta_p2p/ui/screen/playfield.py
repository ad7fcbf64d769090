"""The game between the edges: what there is to choose among, boards, what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..blocks import lay_out
from ..cells import EMPTY, Row, Span, plain, row, width
from ..presenter import Scene
from ..reading import Reading
from ..style import Style
from .boards import Board, Spot
from .panel import MANY, board_rows, choice_rows, is_list, panel_heading, rival_rows
from .remarks import (
    about_rows,
    fresh_rows,
    kept_rows,
    least_rows,
    mark_need,
    note_rows,
    preview_rows,
    task_rows,
    wanted_rows,
)
from .rows import join_columns, merge_blocks
from .screen_state import ScreenState, current_spots, focus_number

ROOMY = (120, 40)
"""Columns and rows from which a rival's board and the log stand side by side."""
PANEL = 43
"""Columns of the panel of things to choose among where a board stands beside it; fewer in a narrow window."""
AWAY = "×"
"""Stands behind the name of who is not connected."""
NARROWEST = 22
"""Columns of that panel at least where something is drawn beside it."""
BELOW = 5
"""Rows of what is said below both in a narrow window."""
LEAST_BELOW = 4
"""Rows of that where one more would hide a line of the panels."""
LEAST_COLUMNS = 28
"""Columns that panel has at least."""
STEP = 4
"""It is so many columns narrower or wider at once, so that it stays where it is from act to act."""
STRIP = 2
"""Rows at the bottom of a large window that what is said of the mark has at least, over all columns."""
LOG = 4
"""Rows of what was said last that stay in a large window."""
SHORT = 3
"""Rows that are free below what there is to choose among from which what was said last begins there."""
BOARD = 9
"""Rows of a board beside a drawing, where there is room for one."""
PANEL_ROWS = 13
"""Rows of that panel."""
PANEL_LEAST = 7
"""Rows of that panel that stay where a low window cuts it: some of a heading, the mark, lines around it."""
PANEL_SEEN = 4
"""Rows of it that stay where all that is said of the mark needs the rest: the mark and the lines around it."""
PANEL_COVERED = 2
"""Rows of it that stay while something lies over the bottom of a low window: the numbers of all players come first."""


def game_rows(look: ScreenState, reading: Reading, board: Board, style: Style, room: int, taken: int) -> list[Row]:
    """Give the rows between the title and the keys; ``taken``: rows at the bottom over which something else lies."""
    scene = reading.scene
    assert scene is not None
    above = board.overview(scene, style)
    above = _mark_disconnected(above, reading, style) if board.has_player_rows else above
    if pictured := _picture_layout(look, reading, board, style, room - len(above), taken):
        return [*above, *pictured]
    if not board.has_panels:
        rows = _list_layout(look, reading, board, style, above, room, taken)
        return [*rows, *note_rows(look, reading, board, style, room - len(rows) - taken)]
    columns = _panel_columns(look, reading, board, style, _is_roomy(style, room), False)
    listed = _list_need(look, reading, board, style, columns)
    above = _with_neighbours(above, reading, board, style, room, taken, listed)
    below = _rows_below(look, reading, board, style, room - len(above), taken, listed)
    least = PANEL_COVERED if taken and not task_rows(look, style) else PANEL_LEAST  # a lesson tells of lines there
    above, tall = _split_rows(above, reading, board, style, room, below, least)
    if _is_roomy(style, room) and room - len(above) - 1 - tall - taken >= PANEL_ROWS:
        return [*above, EMPTY, *_long_columns(look, reading, board, style, room - len(above) - 1, taken)]
    side = replace(style, width=style.width - columns - 1)
    if tall >= board.panel_rows:  # rows that nothing below takes
        tall = max(tall, min(room - len(above) - below, _panel_need(look, reading, board, style, columns)))
    sure = tall
    if not taken:
        tall = _without_mark_rows(tall, room - len(above), mark_need(look, reading, board, style))
    # The board is laid out for all rows that are free beside the shortest text, and a longer one lies over its last
    # rows: none stays free that the board could use, and what is seen of it stays where it is as the mark moves.
    least, about = least_rows(look, reading, board, style), about_rows(look, reading, board, style)
    whole = max(sure, room - len(above) - least)
    side = replace(side, sure=sure)
    left = choice_rows(look, reading, board, style, columns, tall)
    right = board_rows(look, reading, board, side, whole)
    wanted, long = len(right), room - len(above) - max(least, len(about))
    said = _said_below(look, reading, board, replace(style, width=columns), long - len(left), len(about))
    if said is not None and not taken and (wanted > tall or min(tall, long) - len(left) >= SHORT):
        right = board_rows(look, reading, board, replace(side, lines=long), whole) if wanted > long else right
        rows = join_columns([*left, *said], right, columns, long, style)
        return [*above, *rows, *[EMPTY] * (least - len(about)), *about]
    tall = min(tall, max(len(left), wanted))  # rows that stand empty in both are for what is said below them
    right = board_rows(look, reading, board, replace(side, lines=tall), whole) if wanted > tall else right
    rows = [*above, *join_columns(left, right, columns, tall, style)]
    return [*rows, *note_rows(look, reading, board, style, room - len(rows) - taken)]


def _without_mark_rows(tall: int, room: int, need: int) -> int:
    """Give the rows of a list that leave room for all that is said of the mark, if enough of the list is seen."""
    return max(min(tall, PANEL_SEEN), min(tall, room - need))


def _said_below(
    look: ScreenState, reading: Reading, board: Board, style: Style, free: int, about: int
) -> list[Row] | None:
    """Give what was said last in so many rows below what there is to choose among; None: it has no room there.

    ``about``: rows of what is said of the mark, below that: some are kept for longer texts, so that nothing moves.
    """
    fresh, task = fresh_rows(look, style), task_rows(look, style)
    whole = max(len(lay_out(look.notes[-1:], style)), fresh) + task
    if fresh + task > free or whole > free < SHORT:  # the end of what was read before is worth less than many rows
        return None
    needed = min(free, whole)
    kept = min(BELOW, kept_rows(look, reading, board, style) - 1, (free + about) // 3)
    steady = free - max(0, kept - about)
    return note_rows(look, reading, board, style, max(steady, needed), about=False)


def _rows_below(
    look: ScreenState, reading: Reading, board: Board, style: Style, room: int, taken: int, listed: int
) -> int:
    """Give the rows below the panels: as many for every mark, and what an act costs and does under a question too.

    Where the panels have no room for all they are to show, longer texts give way. ``listed``: see `_list_need`.
    """
    task, spare = task_rows(look, style), room - max(board.panel_rows, listed)
    is_long = len(current_spots(look, reading, board)) >= board.panel_rows
    gives_way = listed > board.panel_rows or (is_long and spare == LEAST_BELOW)
    most = max(spare, (LEAST_BELOW if gives_way else BELOW) + task)
    least = min(kept_rows(look, reading, board, style), most)
    return max(least, taken + max(task, len(preview_rows(look, style)))) if taken else least


def _long_columns(look: ScreenState, reading: Reading, board: Board, style: Style, room: int, taken: int) -> list[Row]:
    """Give two columns from top to bottom: what there is to choose among and the log, the own board and others.

    What is said of the mark stands below, over all columns, unless boards that always stay in sight need the room.
    """
    own = replace(look, rival_offset=0)
    columns = style.width // 3 if board.has_neighbours else _panel_columns(own, reading, board, style, True, True)
    beside, side = replace(style, width=columns), replace(style, width=style.width - columns - 1)
    about = about_rows(look, reading, board, style)
    strip = max(STRIP, len(about), min(BELOW, kept_rows(look, reading, board, style) - 1))
    tall = room - taken
    right = board_rows(own, reading, board, side, tall)
    free = 0
    if board.has_neighbours:
        others = board.neighbour_boards(reading, look.rival_offset, side, tall - len(right) - 1)
        strip = strip if len(right) + 1 + len(others) < tall - strip else 0
    else:
        # As where one board stands beside the list: boards have the rows that the shortest text leaves, and a longer
        # one lies over the last of them.
        free = strip - len(about) if not taken else 0
        most = strip - min(strip, least_rows(look, reading, board, style)) if not taken else 0
        sure = tall - strip - len(right) - 2
        side = replace(side, lines=max(0, sure + free), sure=max(0, sure))
        others = rival_rows(look, reading, board, side, sure + most)
    tall -= strip + bool(strip)
    left = choice_rows(look, reading, board, style, columns, max(1, tall - min(LOG, len(look.notes)) - 1))
    said = note_rows(look, reading, board, beside, tall - len(left) - 1, about=not strip)
    rows = join_columns([*left, EMPTY, *said], [*right, EMPTY, *others], columns, tall + free, style)
    return [*rows, EMPTY, *[EMPTY] * (strip - len(about) - free), *about] if strip else rows


def _list_need(look: ScreenState, reading: Reading, board: Board, style: Style, columns: int) -> int:
    """Give the rows that what there is to choose among takes with nothing of it cut, as far as boards give way to it.

    That a card of the hand is worth something is worth more than what neighbours have built, and than the log.
    """
    return min(PANEL_ROWS, len(choice_rows(look, reading, board, style, columns, MANY)))


def _with_neighbours(
    above: list[Row], reading: Reading, board: Board, style: Style, room: int, taken: int, listed: int
) -> list[Row]:
    """Give what stands above, with the boards that always stay in sight, unless those have a place of their own.

    ``listed``: see `_list_need`.
    """
    roomy = _is_roomy(style, room)
    tall = board.panel_rows + 2 if roomy else board.panel_rows
    free = room - len(above) - roomy
    if not board.has_neighbours or (roomy and free - tall - taken >= PANEL_ROWS):
        return above
    below = LEAST_BELOW if listed > tall else BELOW
    return [*above, *board.neighbour_lines(reading, style, free - max(tall, listed) - below)]


def _panel_columns(look: ScreenState, reading: Reading, board: Board, style: Style, roomy: bool, rivals: bool) -> int:
    """Give the columns of the panel: what it or the boards beside it do not need is for the other.

    ``rivals``: whether those of rivals stand below the board beside it.
    """
    base = style.width // 2 if roomy else min(PANEL, style.width * 3 // 5)
    found = current_spots(look, reading, board, style.width - 2)
    lists = max((width(style.spell(row(one.text, one.detail, one.price))) for one in found), default=0) + 2
    wide = replace(style, width=MANY)
    side = max(map(width, board_rows(look, reading, board, wide, MANY)), default=0)
    if lists > base:
        below = 0
        if rivals and not board.has_neighbours:
            below = max(map(width, rival_rows(look, reading, board, wide, MANY)), default=0)
        most = max(base, style.width - 1 - max(side, below))
        if most > base or not is_list(look, found):
            return min(lists, most)
    least = PANEL if rivals else LEAST_COLUMNS  # the log stands below it
    heading = width(panel_heading(look, reading, board)) // 2 + STEP if is_list(look, found) else 0
    columns = min(base, max(least, heading, -(-lists // STEP) * STEP))
    least = max(least, heading, style.width * 2 // 5)
    while style.width - 1 - columns < side and columns - STEP >= least:  # lines that stand free take what is narrower
        if len(choice_rows(look, reading, board, style, columns - STEP, MANY)) > board.panel_rows:
            break
        columns -= STEP
    return columns


def _panel_need(look: ScreenState, reading: Reading, board: Board, style: Style, columns: int) -> int:
    """Give the rows that both panels would take, with all that is said of each line beside its name."""
    side = board_rows(look, reading, board, replace(style, width=style.width - columns - 1), MANY)
    return max(len(side), len(choice_rows(look, reading, board, style, columns, MANY)))


def _split_rows(
    above: list[Row], reading: Reading, board: Board, style: Style, room: int, below: int, least: int
) -> tuple[list[Row], int]:
    """Give what stands above the panels and their rows, both cut where so many rows below them would have no room.

    ``least``: rows of the panels that what stands above never takes.
    """
    roomy = _is_roomy(style, room)
    tall = board.panel_rows + 2 if roomy else board.panel_rows
    over = len(above) + tall + roomy + below - room
    if over <= 0:
        return above, tall
    tall = max(min(tall, least), tall - over)
    most = max(1, room - below - tall - roomy)
    if len(above) > most:
        above = [*above[: most - 1], row(Span(reading.words("screen.more"), "label"))]
    return above, tall


def _list_layout(
    look: ScreenState, reading: Reading, board: Board, style: Style, above: list[Row], room: int, taken: int
) -> list[Row]:
    """Give what stands above and what there is to choose among, of a board that is a list.

    The rest is for what is said; a list that is long leaves some rows to that.
    """
    notes = max(5 if _is_roomy(style, room) else 4, room // 5, taken)
    most = room - notes - min(room // 2 - 2, 1 + len(current_spots(look, reading, board)))
    if len(above) > most:
        above = [*above[: most - 1], row(Span(reading.words("screen.more"), "label"))]
    return [*above, *choice_rows(look, reading, board, style, style.width, room - len(above) - notes)]


def _is_roomy(style: Style, room: int) -> bool:
    return style.width >= ROOMY[0] and room + 2 >= ROOMY[1]


def _mark_disconnected(rows: list[Row], reading: Reading, style: Style) -> list[Row]:
    """Put a sign behind the names of those who are not connected, in place of the space that stands there."""
    presenter, away = reading.presenter, reading.state.disconnected_seats
    if presenter is None or not away:
        return rows
    names = {plain(style.spell(row(presenter.texts.name(info.seat)))) for info in away}
    sign = plain(style.spell(row(AWAY)))[:1]
    marked = []
    for one in rows:
        text = plain(one)
        ends = (found.end() for name in names if (found := re.search(rf"(?<!\S){re.escape(name)}\*?(?= )", text)))
        at = next(ends, None)
        marked.append(row(*_put_sign(one, at, Span(sign, "warn"))) if at is not None else one)
    return marked


def _put_sign(some: Row, at: int, sign: Span) -> Iterator[Span]:
    """Put a sign in place of the letter that stands there."""
    for span in some:
        text = span.text
        if 0 <= at < len(text):
            yield from (span._replace(text=text[:at]), sign, span._replace(text=text[at + 1 :]))
        else:
            yield span
        at -= len(text)


def _picture(
    look: ScreenState, found: tuple[Spot, ...], board: Board, scene: Scene, style: Style, lines: int
) -> list[Row]:
    """Give what the game draws."""
    place = look.place if look.is_on_map else ""
    return board.picture(scene, found, focus_number(look, found), style, lines, place)


def _picture_layout(
    look: ScreenState, reading: Reading, board: Board, style: Style, tall: int, taken: int
) -> list[Row]:
    """Give what the game draws on the right, with what there is to choose among and what was said beside it.

    Empty where the game draws nothing, or there is no room for it. Where there is much room the board of a player
    stands below what was said; else it takes the place of the drawing when it is asked for.
    """
    scene = reading.scene
    assert scene is not None
    found = current_spots(look, reading, board)
    drawn = _picture(look, found, board, scene, style, tall)
    wide = max((width(one) for one in drawn), default=0)
    columns = style.width - wide - 1
    if not drawn or columns < NARROWEST:
        return []
    if columns < PANEL - 3:
        return _narrow_layout(look, reading, board, style, tall, taken)
    own = replace(style, width=columns)
    below = _rows_beside(look, reading, board, own)
    roomy = _has_board(tall)
    if look.rival_offset and not roomy:
        drawn = board_rows(look, reading, board, replace(style, width=wide), tall)
    listed = tall - taken - below - (BOARD + LOG if roomy else 0)
    if not roomy and not taken:
        listed = _without_mark_rows(listed, tall, mark_need(look, reading, board, own))
    left = choice_rows(look, reading, board, own, columns, listed)
    rest = tall - taken - len(left)
    if not roomy:
        left = [*left, *note_rows(look, reading, board, own, rest)]
        return join_columns(left, drawn, columns, tall, style)
    seat = ((scene.seat or 0) + look.rival_offset) % max(
        1, len(reading.state.welcome.seats) if reading.state.welcome else 1
    )
    about = about_rows(look, reading, board, own)
    strip = max(below - 1, len(about))
    most = min(tall - PANEL_ROWS - LOG - BELOW, rest - strip - 3)
    between = board.side_panel(scene, seat, own, max(0, most))
    said = note_rows(look, reading, board, own, rest - strip - len(between) - 3, about=False)
    left = [*left, EMPTY, *said, EMPTY, *between, EMPTY, *[EMPTY] * (strip - len(about)), *about]
    return join_columns(left, drawn, columns, tall, style)


def _rows_beside(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give the rows below what there is to choose among beside a drawing: for the longest text so far, whole."""
    longest = len(merge_blocks(look.longest_preview, style))
    return min(BELOW, max(kept_rows(look, reading, board, style), 1 + longest))


def _has_board(tall: int) -> bool:
    """Whether a board has room in so many rows beside a drawing."""
    return tall >= PANEL_ROWS + LOG + BOARD + BELOW


def _narrow_layout(look: ScreenState, reading: Reading, board: Board, style: Style, tall: int, taken: int) -> list[Row]:
    """Give a drawing in a narrow window: what there is to choose among beside it, what is said of that below both.

    What was said last stands below what there is to choose among if there is room, else below both.
    """
    scene = reading.scene
    assert scene is not None
    found = current_spots(look, reading, board)
    wide = max((width(one) for one in _picture(look, found, board, scene, style, tall)), default=0)
    beside = replace(style, width=style.width - wide - 1)
    below = max(
        _rows_below(look, reading, board, style, tall, taken, 0), min(BELOW, wanted_rows(look, reading, board, style))
    )
    listed = len(choice_rows(look, reading, board, beside, beside.width, MANY))
    is_short = tall - below + 1 - listed >= LOG and not taken
    above = max(1, tall - below + is_short)
    if not taken:
        above = _without_mark_rows(above, tall, mark_need(look, reading, board, style))
    left = choice_rows(look, reading, board, beside, beside.width, above)
    drawn = _picture(look, found, board, scene, style, above)
    if look.rival_offset:
        drawn = board_rows(look, reading, board, replace(style, width=wide), above)
    about = about_rows(look, reading, board, style)
    if not is_short or len(about) > tall - above or fresh_rows(look, beside) > above - len(left):
        rows = join_columns(left, drawn, beside.width, above, style)
        return [*rows, *note_rows(look, reading, board, style, tall - above - taken)]
    said = note_rows(look, reading, board, beside, above - len(left), about=False)
    rows = join_columns([*left, *said], drawn, beside.width, above, style)
    return [*rows, *[EMPTY] * (tall - above - len(about)), *about]


def note_columns(look: ScreenState, reading: Reading, board: Board, size: tuple[int, int], style: Style) -> int:
    """Give the columns of what is said: those beside a drawing, or all of them."""
    columns, lines = size
    style, scene = replace(style, width=columns), reading.scene
    if scene is None:
        return columns
    tall = lines - 2 - len(board.overview(scene, style))
    if not _picture_layout(look, reading, board, style, tall, 0):
        return columns
    beside = _columns_beside(scene, board, style, tall)
    return beside if beside >= PANEL - 3 else columns


def _columns_beside(scene: Scene, board: Board, style: Style, tall: int) -> int:
    """Give the columns that a drawing leaves."""
    return style.width - max(map(width, board.picture(scene, (), -1, style, tall)), default=0) - 1


def room_for_notes(
    look: ScreenState, reading: Reading, board: Board | None, size: tuple[int, int], style: Style
) -> int:
    """Give how many rows there are for what is said, beside at least one for what is said of the focus."""
    columns, lines = size
    style, room = replace(style, width=columns), lines - 2
    if board is None or reading.scene is None:
        return room // 3
    tall = room - len(board.overview(reading.scene, style))
    if _picture_layout(look, reading, board, style, tall, 0):
        beside = _columns_beside(reading.scene, board, style, tall)
        if beside < PANEL - 3:
            return BELOW - 2
        own = replace(style, width=beside)
        below = _rows_beside(look, reading, board, own)
        most = tall - below - (BOARD + LOG if _has_board(tall) else 0)
        rest = tall - len(choice_rows(look, reading, board, own, beside, most))
        about = below if _has_board(tall) else max(1, len(preview_rows(look, own)))
        return max(1, rest - about - (BOARD + 1 if _has_board(tall) else 0))
    if not board.has_panels:
        above = board.overview(reading.scene, style)
        told = len(preview_rows(look, style))  # what an act costs and does stays whole
        return room - len(_list_layout(look, reading, board, style, above, room, 0)) - max(1, told)
    task = task_rows(look, style)
    columns = _panel_columns(look, reading, board, style, _is_roomy(style, room), False)
    listed = _list_need(look, reading, board, style, columns)
    above = _with_neighbours(board.overview(reading.scene, style), reading, board, style, room, 0, listed)
    below = LEAST_BELOW if listed > board.panel_rows else BELOW
    above, panel = _split_rows(above, reading, board, style, room, below + task, PANEL_LEAST)
    panel = max(panel, listed) if panel >= board.panel_rows else panel
    return room - len(above) - panel - task - 1
