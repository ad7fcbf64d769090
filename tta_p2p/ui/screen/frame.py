"""The picture: a pure function of what the client knows, how the screen stands, and how large it is.

A picture is as many rows as the screen has, none wider than it; nothing here knows a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..blocks import Block, Fields, Para, lay_out
from ..cells import EMPTY, MORE, Piece, Row, Span, cut, pad, plain, row, width, wrap
from ..fairness import agreed
from ..lobby import lobby_blocks, welcome_blocks
from ..past import course_of, player_at
from ..reading import Reading
from ..style import SMALLEST, Style
from ..telling import asking, parting, winners
from ..texts import sentence
from .boards import Board, Spot, card_rows
from .look import HAND, TURNS, Look, Opened, Typing, focused, spots
from .past import said, title

ROOMY = (120, 40)
"""Columns and rows from which a rival's board and the log stand side by side."""
PANEL = 43
"""Columns of the panel of things to choose among where a board stands beside it."""
HEADING = 3
"""Rows of a heading at most."""
PANEL_ROWS = 13
"""Rows of that panel."""
SAID = 40
"""So many blocks of what was said are laid out at most."""


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
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        text = words("screen.small", columns=SMALLEST[0], lines=SMALLEST[1])
        return Frame(_filled(wrap(row(text), max(1, columns)), columns, lines, style))
    if state.handing_over is not None and reading.presenter is not None:
        said = words("hand-over", name=reading.presenter.texts.name(state.handing_over))
        body = [*[EMPTY] * (lines // 3), *wrap(style.spelled(row(Span(said, "mine"))), columns)]
        return Frame(_filled(body, columns, lines, style))
    title, keys = _title(look, reading, board, style), _keys_line(look, reading, board, style)
    if look.past is not None:
        look = replace(look, said=_done_then(look.past, reading), preview=(), new=frozenset())
    room = lines - 2
    box = _box(look, reading, style, comeback, room - 4)
    cursor = None
    if look.typing is not None:
        box, column = _typing(look.typing, reading, style)
        cursor = (min(columns - 1, column), lines - 2)
    if look.page is not None:
        body = _page(look.page, reading, style, room - len(box))
        if look.page.low and reading.scene is not None and board is not None:
            taken = len(box) + (len(body) if board.panels else 0)
            above = _exactly(_game(look, reading, board, style, room, taken), room - len(box) - len(body))
            body = [*map(row, above), *body]
    elif reading.scene is None or board is None:
        body = _before(look, reading, style, room - len(box))
    else:
        body = _game(look, reading, board, style, room, len(box))
    rows = [title, *_exactly(body, room - len(box)), *box, keys]
    return Frame(_filled(rows, columns, lines, style), cursor)


# --- rows of a size ------------------------------------------------------------------------------------


def _fit(some: Piece, columns: int, style: Style) -> Row:
    """Give a row of exactly so many cells, in letters that can be shown."""
    more = plain(style.spelled(row(MORE)))
    return pad(cut(style.spelled(row(some)), columns, more), columns)


def _filled(rows: Iterable[Piece], columns: int, lines: int, style: Style) -> tuple[Row, ...]:
    return tuple(_fit(one, columns, style) for one in _exactly(list(rows), lines))


def _exactly(rows: Sequence[Piece], lines: int) -> list[Piece]:
    return [*rows[: max(0, lines)], *[EMPTY] * max(0, lines - len(rows))]


def _beside(left: Sequence[Row], right: Sequence[Row], columns: int, lines: int, style: Style) -> list[Row]:
    """Put rows beside each other; ``columns`` are those of the left ones."""
    rest = style.width - columns - 1
    pairs = zip(_exactly(left, lines), _exactly(right, lines), strict=True)
    return [row(_fit(one, columns, style), " ", _fit(other, rest, style)) for one, other in pairs]


def in_focus(some: Row) -> Row:
    """Give a row as it looks when the focus is on it: marked by a sign as well."""
    return (Span(plain(some), "focus"),)


# --- the game ------------------------------------------------------------------------------------------


def _game(look: Look, reading: Reading, board: Board, style: Style, room: int, taken: int) -> list[Row]:
    """Give the rows between the title and the keys; ``taken``: rows at the bottom over which something else lies."""
    scene = reading.scene
    assert scene is not None
    roomy = style.width >= ROOMY[0] and room + 2 >= ROOMY[1]
    above = board.overview(scene, style)
    if pictured := _pictured(look, reading, board, style, room - len(above), taken):
        return [*above, *pictured]
    if not board.panels:
        notes = max(5 if roomy else 4, room // 5, taken)
        most = room - notes - min(room // 2 - 2, 1 + len(spots(look, reading, board)))
        if len(above) > most:
            above = [*above[: most - 1], row(Span(reading.words("screen.more"), "label"))]
        panel = _panel(look, reading, board, style, style.width, room - len(above) - notes)
        return [*above, *panel, *_notes(look, reading, board, style, notes - taken)]
    columns = style.width * 2 // 5 if roomy else PANEL
    tall = PANEL_ROWS + 2 if roomy else PANEL_ROWS
    left = _panel(look, reading, board, style, columns, tall)
    side = replace(style, width=style.width - columns - 1)
    right = _side(look, reading, board, side, tall)
    rows = [*above, *([EMPTY] if roomy else []), *_beside(left, right, columns, tall, style)]
    rest = room - len(rows) - taken
    if not roomy or rest < PANEL_ROWS:
        return [*rows, *_notes(look, reading, board, style, rest)]
    half = style.width // 2
    rival = _rival(look, reading, board, replace(style, width=style.width - half - 1), rest - 1)
    said = _notes(look, reading, board, replace(style, width=half), rest - 1)
    return [*rows, EMPTY, *_beside(said, rival, half, rest - 1, style)]


def _pictured(look: Look, reading: Reading, board: Board, style: Style, tall: int, taken: int) -> list[Row]:
    """Give what the game draws on the right, with what there is to choose among and what was said beside it.

    Empty where the game draws nothing, or there is no room for it. Where there is much room the board of a player
    stands below what there is to choose among; else it takes the place of the drawing when it is asked for.
    """
    scene = reading.scene
    assert scene is not None
    found = spots(look, reading, board)
    drawn = board.picture(scene, found, focused(look, found), style, tall)
    wide = max((width(one) for one in drawn), default=0)
    columns = style.width - wide - 1
    if not drawn or columns < PANEL - 3:
        return []
    roomy = columns > PANEL * 3 // 2 and tall > 2 * PANEL_ROWS
    if look.rival and not roomy:
        drawn = _side(look, reading, board, replace(style, width=wide), tall)
    notes = _notes_beside(tall)
    own = replace(style, width=columns)
    left = _panel(look, reading, board, own, columns, tall - notes if not roomy else PANEL_ROWS)
    if not roomy:
        left = [*map(row, _exactly(left, tall - notes)), *_notes(look, reading, board, own, notes - taken)]
        return _beside(left, drawn, columns, tall, style)
    seat = ((scene.seat or 0) + look.rival) % max(1, len(reading.state.welcome.seats) if reading.state.welcome else 1)
    between = board.side(scene, seat, own, tall - PANEL_ROWS - notes - 1)
    middle = _exactly([EMPTY, *between], tall - PANEL_ROWS - notes)
    left = [*map(row, _exactly(left, PANEL_ROWS)), *map(row, middle), *_notes(look, reading, board, own, notes - taken)]
    return _beside(left, drawn, columns, tall, style)


def _notes_beside(tall: int) -> int:
    """Give how many of so many rows beside a drawing are for what is said."""
    return max(6, tall * 2 // 5) if tall <= 2 * PANEL_ROWS else 8


def room_for_notes(look: Look, reading: Reading, board: Board | None, size: tuple[int, int], style: Style) -> int:
    """Give how many rows there are for what is said, beside at least one for what is said of the focus."""
    columns, lines = size
    style, room = replace(style, width=columns), lines - 2
    if board is None or reading.scene is None:
        return room // 3
    tall = room - len(board.overview(reading.scene, style))
    if _pictured(look, reading, board, style, tall, 0):
        return _notes_beside(tall) - 2
    if not board.panels:
        return max(5 if columns >= ROOMY[0] and lines >= ROOMY[1] else 4, room // 5) - 1
    task = wrap(style.spelled(row(Span(look.task, "mine"))), columns) if look.task else []
    return room - len(board.overview(reading.scene, style)) - PANEL_ROWS - max(1, len(task))


def _panel(look: Look, reading: Reading, board: Board, style: Style, columns: int, lines: int) -> list[Row]:
    """Give what there is to choose among, scrolled so that the focus is seen, under a heading if it is a list."""
    found = spots(look, reading, board, columns - 2)
    at = focused(look, found)
    listed = found and (found[0].item is not None or look.shown)
    heading = _heading(look, reading, board) if listed else EMPTY
    if not look.shown and board.spots(reading, look.new, columns - 2) is not None and len(found) <= lines:
        heading = EMPTY
    elif not found:
        heading = _heading(look, reading, board)
    above = wrap(style.spelled(heading), columns)[:HEADING] if heading else []
    room = lines - len(above)
    start = max(0, min(at - room // 2, len(found) - room))
    rows = [_spot(spot, number == at, columns, style) for number, spot in enumerate(found)][start : start + room]
    if above and len(found) > room:
        above[-1] = row(above[-1], Span(f"  {at + 1}/{len(found)}", "label"))
    return [*above, *rows]


def _spot(spot: Spot, has_focus: bool, columns: int, style: Style) -> Row:
    sign = plain(style.spelled(row("▸")))
    text = _fit(row(sign if has_focus else " ", spot.text), columns, style)
    return in_focus(text) if has_focus else text


def _heading(look: Look, reading: Reading, board: Board) -> Row:
    """Say what is chosen among: the decision, or the kind of acts."""
    words, presenter, scene = reading.words, reading.presenter, reading.scene
    assert presenter is not None and scene is not None
    if look.shown == TURNS:
        return row(Span(words("past.turns"), "heading"))
    if look.shown == HAND:
        return row(Span(words("screen.hand"), "heading"))
    if look.shown in board.letters:
        return row(Span(sentence(words(f"key.{board.letters[look.shown].does}")), "heading"))
    if scene.turn.mine:
        return row(Span(plain(presenter.decision(scene)), "heading"))
    return row(Span(words("screen.chosen-anew"), "heading")) if reading.state.may_choose_anew else EMPTY


def _side(look: Look, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
    """Give what stands beside the panel: cards that are decided about, else the own board (or who plays, or played)."""
    scene, presenter = reading.scene, reading.presenter
    assert scene is not None and presenter is not None
    number = len(presenter.texts.names)
    roomy = style.width + PANEL > ROOMY[0]
    turned = 0 if roomy else look.rival
    if look.past is not None:
        player = player_at(course_of(reading.state), look.past)
        seat = player if player is not None else scene.seat or 0
        return board.side(scene, (seat + turned) % number, style, lines)
    about = board.decided_about(scene)
    if about and not board.own_turn(scene) and not turned:
        facts = Fields(tuple((row(label), text) for label, text in board.facts(scene)))
        told = [*lay_out((facts,), style), EMPTY] if facts.fields else []
        return [*told, *card_rows(presenter, about, style)]
    seat = scene.seat if scene.seat is not None else (scene.turn.decision.seats[0] if scene.turn.decision else 0)
    return board.side(scene, (seat + turned) % number, style, lines)


def _rival(look: Look, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
    """Give the board of who plays, else of the next player."""
    scene, state = reading.scene, reading.state
    assert scene is not None
    number = len(state.welcome.seats) if state.welcome is not None else 0
    deciding = scene.turn.decision.seats if scene.turn.decision is not None else []
    others = [seat for seat in deciding if seat != scene.seat]
    seat = others[0] if others else ((scene.seat or 0) + 1) % max(1, number)
    seat = (seat + look.rival) % max(1, number)
    return board.side(scene, seat, style, lines)


def _notes(look: Look, reading: Reading, board: Board, style: Style, lines: int) -> list[Row]:
    """Give what was said last and, below it, what the act in focus costs and does."""
    if lines <= 0:
        return []
    task = wrap(style.spelled(row(Span(look.task, "mine"))), style.width) if look.task else []
    lines -= len(task)
    found = spots(look, reading, board)
    note = found[focused(look, found)].note if found else EMPTY
    fresh = len(lay_out(look.said[-look.fresh :], style)) if look.fresh else 0
    about = wrap(style.spelled(note), style.width) if note else []
    # What an act has brought is what is read now: a long text of what is in focus comes with the next key.
    about = about if len(about) < 2 or not (fresh and reading.state.may_act) else []
    preview = [*about, *_as_one(look.preview, style)]
    preview = _ending(preview, max(min(2, lines), lines - max(not task, fresh)), style)
    room = lines - max(1, len(preview))
    said = _said_last(look.said[-SAID:], room, style)
    if len(said) < fresh and len(lay_out(look.said[-1:], style)) < room:  # not all of what has just been said is seen
        more = row(Span(reading.words("screen.more-said"), "label"))
        said = [more, *_said_last(look.said[-SAID:], room - 1, style)]
    return [*_exactly(said, room), *task, *(preview or [EMPTY])]  # type: ignore[list-item]


def _ending(rows: Sequence[Row], most: int, style: Style) -> list[Row]:
    """Give no more rows than so many; where some are left out, the last one says so."""
    if len(rows) <= most:
        return list(rows)
    return [*rows[: most - 1], _fit(row(plain(rows[most - 1]), " ", rows[most]), style.width, style)]


def _said_last(blocks: Sequence[Block], room: int, style: Style) -> list[Row]:
    """Give what was said last, each thing whole or not at all, but for the very last one: that is cut at its end."""
    rows: list[Row] = []
    for block in reversed(blocks):
        one = lay_out((block,), style)
        if room > 0 and not rows:
            one = _ending(one, room, style)
        if len(rows) + len(one) > room:
            break
        rows = [*one, *rows]
    return rows


def _as_one(blocks: Sequence[Block], style: Style) -> list[Row]:
    """Lay blocks out as one paragraph, so that they take few rows."""
    wide = replace(style, width=10_000)
    text: list[Piece] = []
    for one in (one for block in blocks for one in lay_out((block,), wide)):
        said = " ".join(plain(one).split())
        between = "" if not text else " " if plain(row(*text))[-1:] in ".。" else "; "
        text += [between, Span(said, one[0].role if one else "")]
    return wrap(style.spelled(row(*text)), style.width) if text else []


# --- everything else -----------------------------------------------------------------------------------


def _done_then(at: int, reading: Reading) -> tuple[Block, ...]:
    """Say what had been done last at a place of the past, and before that."""
    course = course_of(reading.state)
    blocks = tuple(block for place in course[max(0, at - 2) : at + 1] for block in said(place.lines, reading))
    return blocks if at else (*blocks, Para(row(reading.words("past.begins"))))


def _title(look: Look, reading: Reading, board: Board | None, style: Style) -> Row:
    """Say where the game stands, whose turn it is or what is waited for, and how much was checked."""
    words, presenter, scene, state = reading.words, reading.presenter, reading.scene, reading.state
    parts: list[Piece] = []
    if look.past is not None:
        course = course_of(state)
        counts = board.counts(scene) if board is not None and scene is not None else EMPTY
        whole = row(title(course, look.past, reading), Span(" │ ", "label") if counts else "", counts)
        return style.spelled(whole)
    if presenter is not None and scene is not None:
        standing = presenter.standing(scene)
        parts += [row(Span(plain(standing), "heading"))] if standing else []
    now = whats_up(reading)
    parts += [Span(now, "mine" if state.may_act else "warn" if troubled(reading) else "")] if now else []
    if board is not None and scene is not None and (counts := board.counts(scene)):
        parts.append(counts)
    if state.proofs is not None:
        sure = agreed(reading)
        key = "screen.proofs" if sure else "screen.proofs.disputed"
        parts.append(Span(words(key, n=state.proofs.messages), "label" if sure else "bad"))
    elif state.local:
        parts.append(Span(words("screen.local"), "label"))
    found: list[Piece] = []
    for part in parts:
        found += [Span(" │ ", "label") if found else "", part]
    return style.spelled(row(*found))


def troubled(reading: Reading) -> bool:
    """Whether the game does not go on by itself."""
    state = reading.state
    away = any(not wait.connected for wait in state.waits)
    return bool(state.halted or state.pause.holds or state.ended or state.missing or state.accused or away)


def whats_up(reading: Reading) -> str:
    """Say in a few words whose turn it is, or for whom or what the game waits."""
    state, words, scene, presenter = reading.state, reading.words, reading.scene, reading.presenter
    if state.over is not None:
        won = winners(state.over, reading)
        return words("screen.over.won", won=won) if won else words("screen.over")
    if state.ended:
        return words("screen.ended")
    if state.pause.holds:
        if state.pause.missing:
            return words("screen.paused", names=words.listed(state.pause.missing))
        return words("screen.paused-here" if "resume" in state.offers else "screen.paused-others")
    if state.halted is not None:
        return words("screen.halted")
    if state.missing:
        return words("screen.returning", names=words.listed(state.missing))
    if presenter is None or scene is None:
        return words("screen.preparing" if state.preparing or state.welcome is not None else "screen.lobby")
    if state.owes_vote and state.confirmation is None:  # it was asked, and Esc put the question away
        return words("screen.owes-vote")
    if state.seat is not None and state.seat in state.autopilots:
        return words("screen.autopilot")
    if state.may_act:
        several = len(state.wish.others) > 1
        turn = words("your-turn-named", name=presenter.texts.name(state.seat or 0)) if several else words("your-turn")
        return turn
    for wait in state.waits:
        if wait.seat != state.seat and not wait.connected:
            return words("screen.away", name=wait.name)
    for wait in state.waits:
        if wait.seat != state.seat and state.is_unattended(wait):
            return words("screen.unattended", name=wait.name)
    for wait in state.waits:
        if wait.seat != state.seat and wait.why not in ("its-turn", "sealed-answer"):
            name = wait.name or words("this-node")
            return words("screen.waits", names=name, what=words.get(f"why.{wait.why}", wait.why))
    decision = scene.turn.decision
    if decision is None:
        return ""
    waited = [wait.seat for wait in state.waits]
    deciding = [seat for seat in decision.seats if seat in waited] or decision.seats
    names = words.listed([_called(seat, reading) for seat in deciding if seat != state.seat])
    return words("screen.waits", names=names, what=presenter.waiting(scene)) if names else ""


def _called(seat: int, reading: Reading) -> str:
    """Name a player; one for whom a bot plays with that."""
    assert reading.presenter is not None
    name = reading.presenter.texts.name(seat)
    return reading.words("screen.by-bot", name=name) if seat in reading.state.autopilots else name


def _keys_line(look: Look, reading: Reading, board: Board | None, style: Style) -> Row:
    """Say which keys do something now."""
    words, state = reading.words, reading.state
    asks = (state.confirmation is not None or look.leaving) and look.typing is None
    if look.lost:
        names = ["any"]
    elif (look.past is not None or look.shown == TURNS) and look.page is None and look.typing is None and not asks:
        several = "eyes" if state.wish.others else "recorded"
        names = ["turns"] if look.shown else [several] if state.recorded else ["past"]
    elif look.typing is not None:
        names = ["typing"]
    elif asks:
        names = ["asked-enter" if state.confirmation is not None and state.confirmation.enter else "asked"]
        names = ["vote"] if look.vote else names
    elif look.page is not None:
        page = look.page
        names = ["page", *(["step"] if page.deeds else []), *(["cycle"] if page.cycle else []), "back"]
    elif state.in_lobby:
        names = [
            *(["ready"] if "ready" in state.offers else []),
            *(["start"] if "start" in state.offers else []),
            "lobby",
        ]
    elif state.may_act or state.may_choose_anew:
        verbs = {entry.verb for entry in reading.menu.entries}
        ends = board is not None and not verbs.isdisjoint(board.ending)
        letters = board.letters.values() if board is not None else ()
        kinds = any(not verbs.isdisjoint(letter.verbs) for letter in letters)
        kinds = kinds or (board is not None and reading.scene is not None and board.own_turn(reading.scene))
        drafted = state.turn is not None and bool(state.turn.draft)
        last = "learn" if look.task else "choose" if board is not None and not kinds else "act"
        end = "end" if board is not None and board.ending[0] in verbs else "pass"
        names = [*([end] if ends else []), *(["undo"] if drafted else []), last]
    elif state.over is not None:
        names = [*(["rematch"] if "rematch" in state.offers else []), "over"]
    else:
        names = ["waiting" if "chat" in state.offers else "watching"]
    said = [words(f"screen.keys.{name}") for name in names]
    if names[-1:] in (["act"], ["learn"]) and board is not None:
        verbs = {entry.verb for entry in reading.menu.entries}
        now = [(key, one) for key, one in board.letters.items() if not verbs.isdisjoint(one.verbs)]
        said.insert(0, "  ".join(words(f"key.short.{one.does}", key=key) for key, one in now))
    line = "  ".join(part for part in said if part)
    if width(line) > style.width:  # all of it closer together rather than a part: first keys with wide letters
        line = re.sub(r"(?<=\S) (?=[^\x00-\u2fff])", "", line)
    if width(line) > style.width:
        line = line.replace("  ", " ")
    return row(Span(line, "label"))


def _box(look: Look, reading: Reading, style: Style, comeback: str, most: int) -> list[Row]:
    """Give what is asked, over the lowest rows; nothing if nothing is asked."""
    state, words = reading.state, reading.words
    if look.lost:
        blocks: list[Block] = []
        rows = wrap(style.spelled(row(Span(look.lost, "warn"))), style.width - 4)
    elif look.leaving:
        leave = words("screen.leave")
        told = parting(state, words, comeback) if state.over is None and not state.ended else ""
        rows = wrap(style.spelled(row(Span(leave, "mine"), " ", told)), style.width - 4)
    elif state.confirmation is not None:
        blocks = [*look.question, *_paragraphs(asking(state.confirmation, reading).some)]
        if look.vote:
            blocks.append(Para(row(Span(words(f"screen.vote.{look.vote}"), "mine"))))
        rows = lay_out(blocks, replace(style, width=style.width - 4))
    else:
        return []
    rule = "─" * style.width
    rows = rows[-most:]
    return [row(Span(rule, "label")), *(row("  ", one) for one in rows), row(Span(rule, "label"))]


def _paragraphs(some: object) -> tuple[Block, ...]:
    return some if isinstance(some, tuple) else ()


def _typing(typing: Typing, reading: Reading, style: Style) -> tuple[list[Row], int]:
    """Give the line that is typed, with what it may go on to above it, and the column of the cursor."""
    sign = {":": ": ", "'": reading.words("screen.say"), "/": "/ "}.get(typing.before, typing.before)
    sign = plain(style.spelled(row(sign)))
    room = style.width - width(sign) - 1
    start = 0
    while width(typing.text[start : typing.at]) > room:
        start += 1
    line = row(Span(sign, "mine"), typing.text[start:])
    column = width(sign) + width(typing.text[start : typing.at])
    offered = [row(Span(cut_line, "label")) for cut_line in typing.offered[:6]]
    return [*offered, line], column


def page_rows(page: Opened, style: Style) -> list[Row]:
    """Give all rows of a page."""
    if page.step:
        rows: list[Row] = []
        for number, deed in enumerate(page.deeds[: page.step], 1):
            last = number == page.step
            parts = wrap(style.spelled(deed), style.width - 2)
            rows += [row("  " if part is not parts[0] else "▸ " if last else "  ", part) for part in parts]
        return rows
    return lay_out(page.blocks, style)


def _page(page: Opened, reading: Reading, style: Style, lines: int) -> list[Row]:
    rows = page_rows(page, style)
    room = lines - 1
    last = max(0, len(rows) - room)
    start = last if page.end or page.step else min(page.scroll, last)
    start = max(0, min(last, last - page.scroll)) if page.end else start
    seen = f" {start + 1}–{min(len(rows), start + room)}/{len(rows)} " if len(rows) > room else " "
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
    said = _said_last(look.said[-SAID:], most, style)
    return rows, todo, said, lines - len(said) - len(todo) - bool(said)
