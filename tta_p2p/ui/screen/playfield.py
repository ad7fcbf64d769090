"""The game between the edges: what there is to choose among, boards, what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..blocks import Block, Fields, Para, lay_out
from ..cells import ELLIPSIS, EMPTY, Row, Span, Target, plain, retarget, row, width, wrap
from ..history import player_of_moment, timeline_of
from ..presenter import Scene
from ..reading import Reading
from ..room import ListLine, list_rows
from ..style import Style
from ..texts import sentence
from .boards import ActLetter, Board, Spot
from .rows import NOTE_ROWS, exact_rows, fit, highlight, join_columns, latest_notes, merge_blocks, truncate
from .screen_state import (
    ALL_ACTS,
    HAND,
    SOME_ACTS,
    TURNS,
    ScreenState,
    current_spots,
    focus_note,
    focus_number,
    marked_number,
)

ROOMY = (120, 40)
"""Columns and rows from which a rival's board and the log stand side by side."""
PANEL = 43
"""Columns of the panel of things to choose among where a board stands beside it; fewer in a narrow window."""
AWAY = "×"
"""Stands behind the name of who is not connected."""
PREVIEW = 3
"""Rows that are kept of what an act costs and does where there is no room for all of it."""
HEADING = 4
"""Rows of a heading at most."""
NARROWEST = 22
"""Columns of that panel at least where something is drawn beside it."""
BELOW = 5
"""Rows of what is said below both in a narrow window."""
KEPT = 4
"""Rows below both that stay where the panels would take more: the preview of a marked line comes and goes there."""
LEAST_COLUMNS = 28
"""Columns that panel has at least."""
WRAPPING = 3
"""Rows that must stand free before lines of the panel take a second one."""
STEP = 4
"""It is so many columns narrower or wider at once, so that it stays where it is from act to act."""
STRIP = 2
"""Rows at the bottom of a large window that what is said of the mark has at least, over all columns."""
MANY = 99
"""More rows than any panel takes."""
PANEL_ROWS = 13
"""Rows of that panel."""
SAID_LEAST = 2
"""Rows below both at least: one for what was said, one for what is in focus."""
PANEL_LEAST = 7
"""Rows of that panel that stay where a low window cuts it: some of a heading, the mark, lines around it."""


def game_rows(look: ScreenState, reading: Reading, board: Board, style: Style, room: int, taken: int) -> list[Row]:
    """Give the rows between the title and the keys; ``taken``: rows at the bottom over which something else lies."""
    scene = reading.scene
    assert scene is not None
    roomy = _is_roomy(style, room)
    above = board.overview(scene, style)
    above = _mark_disconnected(above, reading, style) if board.has_player_rows else above
    if pictured := _picture_layout(look, reading, board, style, room - len(above), taken):
        return [*above, *pictured]
    if not board.has_panels:
        rows = _list_layout(look, reading, board, style, above, room, taken)
        return [*rows, *_notes(look, reading, board, style, room - len(rows) - taken)]
    above = _with_neighbours(above, look, reading, board, style, room, taken)
    wanted = max(SAID_LEAST, _wanted_rows(look, reading, board, style))
    above, tall = _split_rows(
        above, reading, board, style, room, max(taken, min(wanted, BELOW + _task_rows(look, style)))
    )
    free = room - len(above) - 1 - tall - taken
    two = roomy and free >= PANEL_ROWS  # rivals' boards have their own place
    mine = replace(look, rival_offset=0) if two else look
    columns = _panel_columns(mine, reading, board, style, roomy, two)
    side = replace(style, width=style.width - columns - 1)
    if tall >= board.panel_rows:  # rows that nothing below takes
        kept = PANEL_ROWS if two else max(KEPT, taken, min(wanted, BELOW)) + 2 * roomy
        most = room - len(above) - roomy - kept
        wraps = roomy or most >= board.panel_rows + WRAPPING
        tall = max(tall, min(most, _panel_need(mine, reading, board, style, columns, wraps)))
    left = _panel(look, reading, board, style, columns, tall)
    right = _side(mine, reading, board, side, tall)
    if not roomy and not taken:  # rows that stand empty in both are for what has none below them
        missing = wanted - (room - len(above) - tall)
        tall -= max(0, min(tall - len(left), tall - len(right), missing))
    rows = [*above, *([EMPTY] if roomy else []), *join_columns(left, right, columns, tall, style)]
    rest = room - len(rows) - taken
    if not two:
        return [*rows, *_notes(look, reading, board, style, rest)]
    lower = style.width // 3 if board.has_neighbours else max(columns, style.width // 2)
    others = replace(style, width=style.width - lower - 1)
    about = _about_rows(look, reading, board, style)
    strip = max(STRIP, len(about))
    rivals = _rival_rows(look, reading, board, others, rest - 1)
    if rest - 1 - len(rivals) < strip:  # it stands beside the boards, as narrow as that is
        said = _notes(look, reading, board, replace(style, width=lower), rest - 1)
        return [*rows, EMPTY, *join_columns(said, rivals, lower, rest - 1, style)]
    said = _notes(look, reading, board, replace(style, width=lower), rest - 1 - strip, about=False)
    beside = join_columns(said, rivals, lower, rest - 1 - strip, style)
    return [*rows, EMPTY, *beside, *[EMPTY] * (strip - len(about)), *about]


def _rival_rows(look: ScreenState, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
    if board.has_neighbours:
        return board.neighbour_boards(reading, look.rival_offset, style, lines)
    return _rivals(look, reading, board, style, lines)


def _about_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> list[Row]:
    """Give all that is said of what is marked, and what it costs and does."""
    note = _mark_note(look, reading, board, current_spots(look, reading, board))
    return [*(wrap(style.spell(note), style.width) if note else []), *merge_blocks(_preview_blocks(look), style)]


def _with_neighbours(
    above: list[Row], look: ScreenState, reading: Reading, board: Board, style: Style, room: int, taken: int
) -> list[Row]:
    """Give what stands above, with the boards that always stay in sight, unless those have a place of their own."""
    roomy = _is_roomy(style, room)
    tall = board.panel_rows + 2 if roomy else board.panel_rows
    free = room - len(above) - roomy
    if not board.has_neighbours or (roomy and free - tall - taken >= PANEL_ROWS):
        return above
    listed = min(PANEL_ROWS, len(current_spots(look, reading, board)) + 1)
    return [*above, *board.neighbour_lines(reading, style, free - max(tall, listed) - BELOW)]


def _panel_columns(look: ScreenState, reading: Reading, board: Board, style: Style, roomy: bool, rivals: bool) -> int:
    """Give the columns of the panel: what it or the boards beside it do not need is for the other.

    ``rivals``: whether those of rivals stand below the board beside it.
    """
    base = style.width // 2 if roomy else min(PANEL, style.width * 3 // 5)
    found = current_spots(look, reading, board, style.width - 2)
    lists = max((width(style.spell(row(one.text, one.detail, one.price))) for one in found), default=0) + 2
    wide = replace(style, width=MANY)
    side = max(map(width, _side(look, reading, board, wide, MANY)), default=0)
    if lists > base:
        below = 0
        if rivals and not board.has_neighbours:
            below = max(map(width, _rivals(look, reading, board, wide, MANY)), default=0)
        most = max(base, style.width - 1 - max(side, below))
        if most > base or not _is_list(look, found):
            return min(lists, most)
    heading = width(_heading(look, reading, board)) // 2 + STEP if _is_list(look, found) else 0
    columns = min(base, max(LEAST_COLUMNS, heading, -(-lists // STEP) * STEP))
    least = max(LEAST_COLUMNS, heading, style.width * 2 // 5)
    while style.width - 1 - columns < side and columns - STEP >= least:  # lines that stand free take what is narrower
        if len(_panel(look, reading, board, style, columns - STEP, MANY)) > board.panel_rows:
            break
        columns -= STEP
    return columns


def _is_list(look: ScreenState, found: tuple[Spot, ...]) -> bool:
    """Whether these are acts, or anything else that is not the game's own panel."""
    return bool(found and (found[0].item is not None or found[0].acts or look.list_name))


def _panel_need(look: ScreenState, reading: Reading, board: Board, style: Style, columns: int, wraps: bool) -> int:
    """Give the rows that both panels would take; ``wraps``: with all that is said of each line beside its name."""
    side = _side(look, reading, board, replace(style, width=style.width - columns - 1), MANY)
    found = current_spots(look, reading, board, columns - 2)
    listed = len(found) + bool(look.list_name)  # what a key lists stands under a heading
    lines = len(_panel(look, reading, board, style, columns, MANY)) if wraps else listed
    return max(len(side), lines)


def _split_rows(
    above: list[Row], reading: Reading, board: Board, style: Style, room: int, below: int
) -> tuple[list[Row], int]:
    """Give what stands above the panels and their rows, both cut where so many rows below them would have no room."""
    roomy = _is_roomy(style, room)
    tall = board.panel_rows + 2 if roomy else board.panel_rows
    over = len(above) + tall + roomy + below - room
    if over <= 0:
        return above, tall
    tall = max(min(tall, PANEL_LEAST), tall - over)
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
    return [*above, *_panel(look, reading, board, style, style.width, room - len(above) - notes)]


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
    stands below what there is to choose among; else it takes the place of the drawing when it is asked for.
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
    roomy = columns > PANEL * 3 // 2 and tall > 2 * PANEL_ROWS
    if look.rival_offset and not roomy:
        drawn = _side(look, reading, board, replace(style, width=wide), tall)
    notes = _notes_beside(tall)
    own = replace(style, width=columns)
    left = _panel(look, reading, board, own, columns, tall - notes if not roomy else PANEL_ROWS)
    if not roomy:  # what little there is to choose among leaves to what is said of the focus
        notes = max(notes, min(tall - len(left), _focus_rows(look, reading, board, own)))
    if not roomy:
        left = [*map(row, exact_rows(left, tall - notes)), *_notes(look, reading, board, own, notes - taken)]
        return join_columns(left, drawn, columns, tall, style)
    seat = ((scene.seat or 0) + look.rival_offset) % max(
        1, len(reading.state.welcome.seats) if reading.state.welcome else 1
    )
    between = board.side_panel(scene, seat, own, tall - PANEL_ROWS - notes - 1)
    middle = exact_rows([EMPTY, *between], tall - PANEL_ROWS - notes)
    left = [
        *map(row, exact_rows(left, PANEL_ROWS)),
        *map(row, middle),
        *_notes(look, reading, board, own, notes - taken),
    ]
    return join_columns(left, drawn, columns, tall, style)


def _narrow_layout(look: ScreenState, reading: Reading, board: Board, style: Style, tall: int, taken: int) -> list[Row]:
    """Give a drawing in a narrow window: beside it only what there is to choose among, all that is said below both."""
    scene = reading.scene
    assert scene is not None
    above = max(1, tall - BELOW)
    found = current_spots(look, reading, board)
    drawn = _picture(look, found, board, scene, style, above)
    wide = max((width(one) for one in drawn), default=0)
    if look.rival_offset:
        drawn = _side(look, reading, board, replace(style, width=wide), above)
    columns = style.width - wide - 1
    left = exact_rows(_panel(look, reading, board, replace(style, width=columns), columns, above), above)
    rows = join_columns(list(map(row, left)), drawn, columns, above, style)
    return [*rows, *_notes(look, reading, board, style, tall - above - taken)]


def _wanted_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give how many rows all that is said below the panels takes."""
    return _task_rows(look, style) + _focus_rows(look, reading, board, style)


def _task_rows(look: ScreenState, style: Style) -> int:
    return len(wrap(style.spell(row(Span(look.task, "mine"))), style.width)) if look.task else 0


def _focus_rows(look: ScreenState, reading: Reading, board: Board, style: Style) -> int:
    """Give how many rows all that is said of the focus takes, with what has just come or one row before it."""
    found = current_spots(look, reading, board)
    note = _mark_note(look, reading, board, found)
    fresh = len(lay_out(look.notes[-look.fresh_notes :], style)) if look.fresh_notes else 0
    about = len(wrap(style.spell(note), style.width) if note else [])
    return max(1, fresh) + about + len(merge_blocks(_preview_blocks(look), style))


def _preview_blocks(look: ScreenState) -> tuple[Block, ...]:
    """Give what an act costs and does, or why it is not possible, unless the last answer says the same right above."""
    fresh = look.notes[-look.fresh_notes :] if look.fresh_notes else ()
    return () if fresh == look.preview else look.preview


def _notes_beside(tall: int) -> int:
    """Give how many of so many rows beside a drawing are for what is said."""
    return max(6, tall * 2 // 5) if tall <= 2 * PANEL_ROWS else 8


def room_for_notes(
    look: ScreenState, reading: Reading, board: Board | None, size: tuple[int, int], style: Style
) -> int:
    """Give how many rows there are for what is said, beside at least one for what is said of the focus."""
    columns, lines = size
    style, room = replace(style, width=columns), lines - 2
    if board is None or reading.scene is None:
        return room // 3
    tall = room - len(board.overview(reading.scene, style))
    if pictured := _picture_layout(look, reading, board, style, tall, 0):
        beside_it = columns - max(map(width, board.picture(reading.scene, (), -1, style, tall)), default=0) > PANEL - 3
        return (_notes_beside(tall) if pictured and beside_it else BELOW) - 2
    if not board.has_panels:
        above = board.overview(reading.scene, style)
        told = len(merge_blocks(_preview_blocks(look), style))  # what an act costs and does stays whole
        return room - len(_list_layout(look, reading, board, style, above, room, 0)) - max(1, told)
    task = _task_rows(look, style)
    above = _with_neighbours(board.overview(reading.scene, style), look, reading, board, style, room, 0)
    above, panel = _split_rows(above, reading, board, style, room, BELOW + task)
    return room - len(above) - panel - task - 1


def _panel(look: ScreenState, reading: Reading, board: Board, style: Style, columns: int, lines: int) -> list[Row]:
    """Give what there is to choose among, scrolled so that the focus is seen, under a heading if it is a list."""
    found = current_spots(look, reading, board, columns - 2)
    at = focus_number(look, found)
    heading = _heading(look, reading, board) if _is_list(look, found) else EMPTY
    if (
        not look.list_name
        and board.choices.spots(reading, look.seen_things, columns - 2) is not None
        and len(found) <= lines
    ):
        heading = (
            _heading(look, reading, board)
            if reading.scene is not None and board.choices.has_heading(reading.scene)
            else EMPTY
        )
    elif not found:
        heading = _heading(look, reading, board)
    if look.list_filter and not found:
        return [
            *wrap(style.spell(heading), columns),
            *wrap(row(Span(reading.words("screen.filter.none"), "warn")), columns),
        ]
    count = f"  {at + 1}/{len(found)}"
    above = wrap(style.spell(heading), columns)[:HEADING] if heading else []
    if above and len(found) > lines - len(above) and width(above[-1]) + len(count) > columns:
        above = wrap(style.spell(heading), columns - len(count))[:HEADING]  # what it says of how many there are fits
    room = lines - len(above)
    start = max(0, min(at - room // 2, len(found) - room))
    names = tuple(plain(style.spell(row(name))) for name in reading.presenter.texts.names) if reading.presenter else ()
    entries = [ListLine(*map(style.spell, (spot.text, spot.detail, spot.price))) for spot in found]
    laid = list_rows(entries, columns - 1, room, names, plain(style.spell(row(ELLIPSIS))))
    marked, role = marked_number(look, found, board), "trace" if look.is_on_map else "focus"
    rows = [
        retarget(one, Target("marked" if number == marked else "line", found[number].key))
        for number in range(start, min(start + room, len(found)))
        for one in _mark(laid[number], role if number == marked else "", columns, style)
    ]
    if above and len(found) > room:
        above[-1] = row(above[-1], Span(count, "label"))
    return [*above, *rows]


def _mark(rows: list[Row], role: str, columns: int, style: Style) -> list[Row]:
    """Give the rows of a line with the mark in this role before them, or (empty) the space for it."""
    sign = plain(style.spell(row("▸")))
    said = [fit(row(sign if role and not number else " ", one), columns, style) for number, one in enumerate(rows)]
    return [highlight(one, role) for one in said] if role else said


def _heading(look: ScreenState, reading: Reading, board: Board) -> Row:
    """Say what is chosen among: the decision, or the kind of acts."""
    words, presenter, scene = reading.words, reading.presenter, reading.scene
    assert presenter is not None and scene is not None
    if look.list_name == TURNS:
        return row(Span(words("past.turns"), "heading"))
    if look.list_name == HAND:
        return row(Span(words("screen.hand"), "heading"))
    if look.list_name in board.controls.letters:
        return row(Span(sentence(_kinds(board.controls.letters[look.list_name], reading)), "heading"))
    if look.list_name == SOME_ACTS:
        some = tuple(item for item in reading.menu.entries if item.text in look.list_acts)
        if narrowed := board.choices.group_heading(some, scene):
            return row(Span(narrowed, "heading"))
    if scene.turn.mine:
        asked = row(Span(plain(presenter.decision(scene)), "heading"))
        if look.list_name == ALL_ACTS:  # letters are keys in any other list
            return row(asked, Span(f"  {look.list_filter or words('screen.filter.how')}", "label"))
        return asked
    return row(Span(words("screen.chosen-anew"), "heading")) if reading.state.may_change_choice else EMPTY


def _kinds(letter: ActLetter, reading: Reading) -> str:
    """Say what the list of a key has: the kinds of acts that are in it, or what the key is called."""
    legal, presenter = {item.verb for item in reading.menu.entries}, reading.presenter
    named = (
        [presenter.verb_name(verb) for verb in letter.verbs if verb in legal] if letter.has_kinds and presenter else []
    )
    if not named:
        return reading.words(f"key.{letter.text_key(legal)}")
    return reading.words("comma").join(f"{one[:1].lower()}{one[1:]}" for one in named)


def _side(look: ScreenState, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
    """Give what stands beside the panel: cards that are decided about, else the own board (or who plays, or played)."""
    scene, presenter = reading.scene, reading.presenter
    assert scene is not None and presenter is not None
    number, turned = len(presenter.texts.names), look.rival_offset
    if look.moment is not None:
        player = player_of_moment(timeline_of(reading.state), look.moment)
        seat = player if player is not None else scene.seat or 0
        return board.side_panel(scene, (seat + turned) % number, style, lines)
    about = board.decision_cards(scene)
    if about and not board.is_own_turn(scene) and not turned:
        facts = Fields(tuple((row(label), text) for label, text in board.decision_facts(scene)))
        told = [*lay_out((facts,), style), EMPTY] if facts.pairs else []
        return [*told, *board.card_panel(about, style)]
    seat = scene.seat if scene.seat is not None else (scene.turn.decision.seats[0] if scene.turn.decision else 0)
    return board.side_panel(scene, (seat + turned) % number, style, lines)


def _rivals(look: ScreenState, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
    """Give the board of who plays, else of the next player; then those of others as far as there are rows."""
    scene, state = reading.scene, reading.state
    assert scene is not None
    number = len(state.welcome.seats) if state.welcome is not None else 0
    deciding = scene.turn.decision.seats if scene.turn.decision is not None else []
    others = [seat for seat in deciding if seat != scene.seat]
    first = others[0] if others else ((scene.seat or 0) + 1) % max(1, number)
    found = list[Row]()
    for further in range(max(1, number)):
        seat = (first + look.rival_offset + further) % max(1, number)
        if further and (seat == scene.seat or len(found) + 1 >= lines):
            continue
        one = board.side_panel(scene, seat, style, MANY if further else lines)
        if further and len(found) + 1 + len(one) > lines:
            break
        found += [*([EMPTY] if further else []), *one]
    return found


def _mark_note(look: ScreenState, reading: Reading, board: Board, found: tuple[Spot, ...]) -> Row:
    """Give what is said of what the mark stands on: of a place, what is there."""
    if not look.is_on_map or reading.scene is None:
        return focus_note(look, found)
    blocks = board.place_blocks(look.place, reading.scene)
    return blocks[0].text if blocks and isinstance(blocks[0], Para) else focus_note(look, found)


def _notes(
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
    note = _mark_note(look, reading, board, found) if about else EMPTY
    fresh = len(lay_out(look.notes[-look.fresh_notes :], style)) if look.fresh_notes else 0
    focus = wrap(style.spell(note), style.width) if note else []
    told, most = merge_blocks(_preview_blocks(look), style), max(min(2, lines), lines - fresh)
    # What an act has brought is what is read now: where there is no room for both, a long text of what is in focus
    # has the row that is left, and comes whole with the next key.
    room_for_all = fresh + len(focus) + len(told) <= lines
    if len(focus) > 1 and not room_for_all and fresh and reading.state.may_act:
        focus = truncate(focus, 1, style) if fresh + len(told) < lines else []
    # What an act costs and does is seen whole wherever that is possible: a row is enough to say that more was said.
    whole = lines - bool(fresh)
    told = told if len(told) <= whole else truncate(told, max(1, min(PREVIEW, lines - 2), lines - fresh), style)
    preview = [*(truncate(focus, most - len(told), style) if most > len(told) else []), *told]
    room = lines - max(1, len(preview))
    said = latest_notes(look.notes[-NOTE_ROWS:], room, style)
    if len(said) < fresh and len(lay_out(look.notes[-1:], style)) < room:  # not all of what has just been said is seen
        more = row(Span(reading.words("screen.more-said"), "label"))
        said = [more, *latest_notes(look.notes[-NOTE_ROWS:], room - 1, style)]
    return [*exact_rows(said, room), *task, *(preview or [EMPTY])]  # type: ignore[list-item]
