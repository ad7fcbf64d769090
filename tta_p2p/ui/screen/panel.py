"""Rows of what there is to choose among, under its heading; and the boards of players that stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..blocks import Fields, lay_out
from ..cells import ELLIPSIS, EMPTY, Row, Span, Target, plain, retarget, row, width, wrap
from ..history import player_of_moment, timeline_of
from ..reading import Reading
from ..room import ListLine, list_rows
from ..style import Style
from ..texts import sentence
from .boards import ActLetter, Board, Spot
from .rows import fit, highlight, truncate
from .screen_state import (
    ALL_ACTS,
    HAND,
    SOME_ACTS,
    TURNS,
    ScreenState,
    current_spots,
    focus_number,
    marked_number,
)

HEADING = 4
"""Rows of a heading at most."""
LEAST_LINES = 3
"""Rows of lines that a heading of several rows leaves."""
LEAST_RIVAL = 5
"""Rows of one more board of a rival at least."""
MANY = 99
"""More rows than any panel takes."""


def choice_rows(look: ScreenState, reading: Reading, board: Board, style: Style, columns: int, lines: int) -> list[Row]:
    """Give what there is to choose among, scrolled so that the focus is seen, under a heading if it is a list."""
    found = current_spots(look, reading, board, columns - 2)
    at = focus_number(look, found)
    heading = panel_heading(look, reading, board) if is_list(look, found) else EMPTY
    if (
        not look.list_name
        and board.choices.spots(reading, look.seen_things, columns - 2) is not None
        and len(found) <= lines
    ):
        heading = (
            panel_heading(look, reading, board)
            if reading.scene is not None and board.choices.has_heading(reading.scene)
            else EMPTY
        )
    elif not found:
        heading = panel_heading(look, reading, board)
    if look.list_filter and not found:
        return [
            *wrap(style.spell(heading), columns),
            *wrap(row(Span(reading.words("screen.filter.none"), "warn")), columns),
        ]
    count = f"  {at + 1}/{len(found)}"
    if look.list_name == ALL_ACTS and heading and width(style.spell(heading)) + len(count) > columns:
        heading = row(Span(reading.words("screen.all-acts"), "heading"), Span(f"  {look.list_filter}", "label"))
    # Over all moves it was read before they were listed; in few rows lines are worth more.
    whole = 1 if look.list_name == ALL_ACTS else min(HEADING, max(1, lines - LEAST_LINES))
    most = max(1, whole, lines - len(found))  # the mark has a row in any case
    narrow = replace(style, width=columns)
    above = truncate(wrap(style.spell(heading), columns), most, narrow) if heading else []
    if above and len(found) > lines - len(above) and width(plain(above[-1]).rstrip()) + len(count) > columns:
        narrow = replace(style, width=columns - len(count))  # what it says of how many there are fits
        above = truncate(wrap(style.spell(heading), narrow.width), most, narrow)
    room = lines - len(above)
    start = max(0, min(at - room // 2, len(found) - room))
    names = tuple(plain(style.spell(row(name))) for name in reading.presenter.texts.names) if reading.presenter else ()
    entries = [_list_line(spot, style) for spot in found]
    laid = list_rows(entries, columns - 1, room, names, plain(style.spell(row(ELLIPSIS))))
    marked, role = marked_number(look, found, board), "trace" if look.is_on_map else "focus"
    rows = [
        retarget(one, Target("marked" if number == marked else "line", found[number].key))
        for number in range(start, min(start + room, len(found)))
        for one in mark_rows(laid[number], role if number == marked else "", columns, style)
    ]
    if above and len(found) > room:
        above[-1] = row(above[-1], Span(count, "label"))
    return [*above, *rows]


def _list_line(spot: Spot, style: Style) -> ListLine:
    def spelled(ways: Sequence[tuple[Row, Row]]) -> tuple[tuple[Row, Row], ...]:
        return tuple((style.spell(head), style.spell(detail)) for head, detail in ways)

    head, detail = style.spell(spot.text), style.spell(spot.detail)
    return ListLine(head, detail, style.spell(spot.price), spelled(spot.shorter), spelled(spot.least), spot.alike)


def mark_rows(rows: list[Row], role: str, columns: int, style: Style) -> list[Row]:
    """Give the rows of a line with the mark in this role before them, or (empty) the space for it."""
    sign = plain(style.spell(row("▸")))
    said = [fit(row(sign if role and not number else " ", one), columns, style) for number, one in enumerate(rows)]
    return [highlight(one, role) for one in said] if role else said


def panel_heading(look: ScreenState, reading: Reading, board: Board) -> Row:
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
        if look.list_filter:
            return row(asked, Span(f"  {look.list_filter}", "label"))
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


def board_rows(look: ScreenState, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
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


def rival_rows(look: ScreenState, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
    """Give the board of who plays, else of the next player; then those of others as far as there are rows.

    ``style.lines`` and ``style.sure``: of these rows, as in `Board.side_panel`.
    """
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
        above = len(found) + bool(found)
        if further and min(lines, style.sure or lines) - above < LEAST_RIVAL:
            break
        part = replace(style, lines=style.lines and style.lines - above, sure=style.sure and max(1, style.sure - above))
        found += [*([EMPTY] if found else []), *board.side_panel(scene, seat, part, lines - above)]
    return found


def is_list(look: ScreenState, found: tuple[Spot, ...]) -> bool:
    """Whether these are acts, or anything else that is not the game's own panel."""
    return bool(found and (found[0].item is not None or found[0].acts or look.list_name))
