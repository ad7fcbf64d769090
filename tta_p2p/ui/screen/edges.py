"""The edges of the picture: the title, the line of keys, and what is asked or typed over the lowest rows."""

from __future__ import annotations

import re
from dataclasses import replace

from ..blocks import Block, Para, lay_out
from ..cells import EMPTY, Piece, Row, Span, plain, row, width, wrap
from ..fairness import agreed
from ..past import course_of
from ..reading import Reading
from ..state import ClientState
from ..style import Style
from ..telling import asking, parting, winners
from .boards import Board
from .look import TURNS, Look, Typing
from .past import title


def title_line(look: Look, reading: Reading, board: Board | None, style: Style) -> Row:
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
    if state.proofs is None:
        if state.local:
            parts.append(Span(words("screen.local"), "label"))
        return style.spelled(_apart(parts))
    sure, n = agreed(reading), state.proofs.messages
    if not sure:  # before what may be cut off
        return style.spelled(_apart([Span(words("screen.proofs.disputed", n=n), "bad"), *parts]))
    ways = [_apart([*parts, Span(words(key, n=n), "label")]) for key in ("screen.proofs", "screen.proofs.short")]
    return style.spelled(next((one for one in ways if width(one) <= style.width), _apart(parts)))


def _apart(parts: list[Piece]) -> Row:
    """Put what belongs side by side into one line."""
    found: list[Piece] = []
    for part in parts:
        found += [Span(" │ ", "label") if found else "", part]
    return row(*found)


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
    away = {wait.name for wait in state.waits if wait.seat != state.seat and not wait.connected}
    if state.doubled & {*(state.missing or ()), *away}:
        return words("screen.doubled")
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


def _is_own(name: str, state: ClientState) -> bool:
    return state.operator is not None and name == state.operator_name(state.operator)


def keys_line(look: Look, reading: Reading, board: Board | None, style: Style) -> Row:
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
        question = state.confirmation
        names = ["asked-enter" if question is not None and question.enter else "asked"]
        names = ["asked-vote"] if question is not None and question.motion is not None else names
        names = ["vote"] if look.vote else names
    elif look.page is not None:
        page = look.page
        names = ["page", *(["step"] if page.deeds else []), *(["cycle"] if page.cycle else []), "back"]
        again = (state.over is not None or state.ended) and "rematch" in state.offers
        names = [*names, "rematch"] if again else names
    elif state.in_lobby:
        names = [
            *(["ready"] if "ready" in state.offers and state.others_here else []),
            *(["start"] if "start" in state.offers else []),
            *(["dismiss"] if "dismiss" in state.offers and state.others_here else []),
            "lobby",
        ]
    elif state.lobby_failed:
        names = ["failed"]
    elif state.over is not None or state.ended:
        names = [*(["rematch"] if "rematch" in state.offers else []), "over"]
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
    else:
        names = ["waiting" if "chat" in state.offers else "watching"]
    eager = [name for name in (state.rematch.names if state.rematch is not None else ()) if not _is_own(name, state)]
    if eager and "rematch" in names:
        names[names.index("rematch")] = "rematch-with"
    said = [words(f"screen.keys.{name}", names=words.listed(eager)) for name in names]
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


def asked(look: Look, reading: Reading, style: Style, comeback: str, most: int) -> list[Row]:
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


def typed(typing: Typing, reading: Reading, style: Style) -> tuple[list[Row], int]:
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
