"""The edges of the picture: the title, the line of keys, and what is asked or typed over the lowest rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tta_p2p.i18n import Words

from ..announcements import asking, parting, winners
from ..blocks import Block, Para, lay_out
from ..cells import EMPTY, Piece, Row, Span, plain, row, width, wrap
from ..history import course_of
from ..invitation import may_invite
from ..part import Due, Urgency
from ..parts import with_hook
from ..reading import Reading
from ..state import TO_DECIDE, ClientState
from ..style import Style
from .boards import Board
from .screen_state import TURNS, Look, Typing, tells_the_end
from .turn_list import title


def title_line(look: Look, reading: Reading, board: Board | None, style: Style) -> Row:
    """Say where the game stands, whose turn it is or what is waited for, and how much was checked."""
    presenter, scene, state = reading.presenter, reading.scene, reading.state
    parts: list[Piece] = []
    if look.past is not None:
        course = course_of(state)
        counts = board.counts(scene) if board is not None and scene is not None else EMPTY
        whole = row(title(course, look.past, reading), Span(" │ ", "label") if counts else "", counts)
        return style.spelled(whole)
    if presenter is not None and scene is not None:
        standing = presenter.standing(scene)
        parts += [row(Span(plain(standing), "heading"))] if standing else []
    titles = [part.title(reading) for part in with_hook("title")]
    parts = [*(first for first, _ in titles if first is not None), *parts]
    counted = board.counts(scene) if board is not None and scene is not None else EMPTY
    current = list(_now(reading, board, counted))
    ways = [_apart([*parts, *now, *proved]) for now in current for proved in _proved(reading, titles)]
    ways.append(_apart([*parts, *current[-1]]))  # nothing is begun that has no room
    return style.spelled(next((one for one in ways if width(one) <= style.width), ways[-1]))


def _now(reading: Reading, board: Board | None, counted: Row) -> Iterator[list[Piece]]:
    """Say whose turn it is and what is left; who is waited for rather than why, where there is no room for both."""
    state = reading.state
    role = "mine" if state.may_act else "warn" if troubled(reading) else ""
    away = _away_too(reading, whats_up(reading, board))
    missing: list[Piece] = [Span(away, "warn")] if away else []
    more: list[list[Piece]] = [[*missing, counted], missing, [counted]] if missing else [[counted]]
    for some in more:
        for short in (False, True):
            now = whats_up(reading, board, short)
            ends = short and state.over is not None
            yield [*([Span(now, role)] if now else []), *(one for one in some if one and not (ends and one is counted))]


def _proved(reading: Reading, titles: Iterable[tuple[Span | None, tuple[Span, ...]]]) -> list[list[Piece]]:
    """Say what parts have to say last, the shortest last; nothing is proved of a game on one computer."""
    ways: list[list[Piece]] = [[one] for _, last in titles for one in last]
    local: list[list[Piece]] = [[Span(reading.words("screen.local"), "label")], []]
    return ways or (local if reading.state.local else [[]])


def _apart(parts: list[Piece]) -> Row:
    """Put what belongs side by side into one line."""
    found: list[Piece] = []
    for part in parts:
        found += [Span(" │ ", "label") if found else "", part]
    return row(*found)


def troubled(reading: Reading) -> bool:
    """Whether the game does not go on by itself."""
    return _stands_still(reading.state) or any(not wait.connected for wait in reading.state.waits)


def _stands_still(state: ClientState) -> bool:
    troubles = any(part.troubles(state) for part in with_hook("troubles", "rests"))
    return bool(state.halted or state.ended or state.caught or troubles)


def _away_too(reading: Reading, now: str) -> str:
    """Say who is not connected; empty: nobody, or what is said `now` says so, or says what matters more."""
    state, words = reading.state, reading.words
    named = {info.operated_by: None for info in state.away if info.operator != state.operator}
    if not named or _stands_still(state):
        return ""
    told = [words("screen.doubled"), *(words("screen.away", name=name) for name in named)]
    if now in told:
        return ""
    return told[-1] if len(named) == 1 else words("screen.away.several", n=len(named))


def whats_up(reading: Reading, board: Board | None = None, short: bool = False) -> str:
    """Say in a few words whose turn it is, or for whom the game waits and (unless `short`) why.

    Who is out of the game, or is being put out, reads that first: a page may lie over what was told.
    """
    state, words, now = reading.state, reading.words, _whats_up(reading, board, short)
    if state.over is not None or state.ended or state.local:
        return now
    if state.has_left:
        return words("screen.out", now=now) if now else words("screen.out.alone")
    return _status(reading, Urgency.OUT) or now


def _status(reading: Reading, urgency: Urgency) -> str:
    """Say what parts have to say that is as urgent as this; empty: nothing."""
    return next((said for part in with_hook("status") if (said := part.status(reading, urgency))), "")


def _whats_up(reading: Reading, board: Board | None, short: bool) -> str:
    state, words, scene, presenter = reading.state, reading.words, reading.scene, reading.presenter
    if state.over is not None:
        won = winners(state.over, reading)
        return words("screen.over.won", won=won) if won else words("screen.over")
    if state.ended:
        return words("screen.ended")
    away = {wait.name for wait in state.waits if wait.seat != state.seat and not wait.connected}
    if state.doubled & {*away, *(name for part in with_hook("awaits") for name in part.awaits(state))}:
        return words("screen.doubled")
    if stopped := _status(reading, Urgency.STOPPED):
        return stopped
    if state.halted is not None:
        return words("screen.halted")
    if presenter is None or scene is None:
        return words("screen.preparing" if state.preparing or state.welcome is not None else "screen.lobby")
    if own := _status(reading, Urgency.OWN):
        return own
    if state.may_act:
        answers = board is not None and board.answers(scene)
        if len(state.wish.others) > 1:
            name = presenter.texts.name(state.seat or 0)
            return words("your-decision-named" if answers else "your-turn-named", name=name)
        return words("your-decision" if answers else "your-turn")
    if awaited := _status(reading, Urgency.AWAITED):
        return awaited
    for wait in state.waits:
        if wait.seat != state.seat and wait.why not in TO_DECIDE:
            alike = [one for one in state.waits if one.why == wait.why and one.seat != state.seat]
            names = words.listed([*dict.fromkeys(one.name or words("this-node") for one in alike)])
            return _waits(names, words.get(f"why.{wait.why}", wait.why), short, words)
    decision = scene.turn.decision
    if decision is None:
        return ""
    waited = [wait.seat for wait in state.waits]
    deciding = [seat for seat in decision.seats if seat in waited] or decision.seats
    names = words.listed([_called(seat, reading) for seat in deciding if seat != state.seat])
    return _waits(names, presenter.waiting(scene), short, words) if names else ""


def _waits(names: str, what: str, short: bool, words: Words) -> str:
    return words("screen.waits.short", names=names) if short else words("screen.waits", names=names, what=what)


def _called(seat: int, reading: Reading) -> str:
    """Name a player; one for whom a bot plays with that."""
    assert reading.presenter is not None
    name = reading.presenter.texts.name(seat)
    return reading.words("screen.by-bot", name=name) if seat in reading.state.lent else name


def due(state: ClientState) -> Due:
    """Give what the key for what the table waits for does in a game."""
    return next((one for part in with_hook("due") if (one := part.due(state)) is not None), Due())


def keys_line(look: Look, reading: Reading, board: Board | None, style: Style, more: bool = False) -> Row:
    """Say which keys do something now; ``more``: there is more of the page below what is seen of it."""
    words, state = reading.words, reading.state
    asks = (state.confirmation is not None or look.leaving) and look.typing is None
    afterwards = {text: text for part in with_hook("keys_afterwards") if (text := part.keys_afterwards(reading))}
    if look.lost:
        names = ["any"]
    elif (look.past is not None or look.shown == TURNS) and look.page is None and look.typing is None and not asks:
        several = "eyes" if state.wish.others else "recorded"
        names = ["turns"] if look.shown else [several] if state.recorded else ["past"]
    elif look.typing is not None:
        names = ["typing"]
    elif state.handing_over is not None and not look.leaving:
        names = ["curtain"]
    elif asks:
        question = state.confirmation
        names = ["asked-enter" if question is not None and question.enter else "asked"]
        names = ["asked-vote"] if question is not None and question.motion is not None else names
        names = ["vote"] if look.vote else names
    elif look.page is not None:
        page = look.page
        space = ["more"] if more and not page.end else ["step"] if page.step < len(page.deeds) else []
        names = ["page", *space, *(["cycle"] if page.cycle else []), "back"]
        again = afterwards if state.over is not None or state.ended else {}
        names = [*names, *again, *(["leave"] if tells_the_end(look, reading) else [])]
    elif state.in_lobby:
        names = [
            *(["ready"] if "ready" in state.offers and state.others_here else []),
            *(["start"] if "start" in state.offers else []),
            *(["dismiss"] if "dismiss" in state.offers and state.others_here else []),
            *(["invite"] if may_invite(state.lobby) else []),
            "lobby",
        ]
    elif state.lobby_failed:
        names = ["leave"]
    elif state.over is not None or state.ended:
        names = [*afterwards, "over"]
    elif state.may_act or state.may_choose_anew:
        verbs = {entry.verb for entry in reading.menu.entries}
        ends = board is not None and not verbs.isdisjoint(board.controls.ending)
        letters = board.controls.letters.values() if board is not None else ()
        kinds = any(not verbs.isdisjoint(letter.verbs) for letter in letters)
        kinds = kinds or (board is not None and reading.scene is not None and board.own_turn(reading.scene))
        drafted = state.turn is not None and bool(state.turn.draft)
        last = "learn" if look.task else "choose" if board is not None and not kinds else "act"
        end = _ending(board, verbs, words)
        window = board is not None and not verbs.isdisjoint(board.controls.windows) and "skip" in state.offers
        names = [*([end] if ends else []), *(["skip"] if window else []), *(["undo"] if drafted else []), last]
    else:
        names = ["waiting" if "chat" in state.offers else "watching"]
    plays = look.page is None and look.typing is None and look.past is None and not look.lost
    if not asks and plays and (key := due(state).key):
        names.insert(0, key)
    said = [afterwards.get(name) or words(f"screen.keys.{name}") for name in names]
    if names[-1:] in (["act"], ["learn"]) and board is not None:
        verbs = {entry.verb for entry in reading.menu.entries}
        now = [(key, one) for key, one in board.controls.letters.items() if not verbs.isdisjoint(one.verbs)]
        said.insert(0, "  ".join(words(f"key.short.{one.called(verbs)}", key=key) for key, one in now))
    line = "  ".join(part for part in said if part)
    room = style.width - 1  # in the last cell of the last row nothing is painted: some terminals scroll
    if width(line) > room:  # all of it closer together rather than a part: first keys with wide letters
        line = re.sub(r"(?<=\S) (?=[^\x00-\u2fff])", "", line)
    if width(line.replace("  ", " ")) > room:  # help and leaving stay, what stands before them gives way
        keys = line.split("  ")
        while len(keys) > 3 and width("  ".join(keys)) > room:
            del keys[-3]
        line = "  ".join(keys)
    if width(line) > room:
        line = line.replace("  ", " ")
    return row(Span(line, "label"))


def _ending(board: Board | None, verbs: set[str], words: Words) -> str:
    """Say what the key does that ends a turn or lets something pass: games may call their ways to pass otherwise."""
    verb = next((one for one in board.controls.ending if one in verbs), "") if board is not None else ""
    if board is not None and verb == board.controls.ending[0]:
        return "end"
    return f"pass.{verb}" if f"screen.keys.pass.{verb}" in words else "pass"


def asked(look: Look, reading: Reading, style: Style, comeback: str, most: int) -> list[Row]:
    """Give what is asked, over the lowest rows; nothing if nothing is asked."""
    state, words = reading.state, reading.words
    if look.lost:
        blocks: list[Block] = []
        rows = wrap(style.spelled(row(Span(look.lost, "warn"))), style.width - 4)
    elif look.leaving:
        leave = words("screen.leave")
        told = parting(state, words, comeback, asked=True) if state.over is None and not state.ended else ""
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
    while start < typing.at and width(typing.text[start : typing.at]) > room:
        start += 1
    line = row(Span(sign, "mine"), typing.text[start:])
    column = width(sign) + width(typing.text[start : typing.at])
    offered = [row(Span(cut_line, "label")) for cut_line in typing.offered[:6]]
    return [*offered, line], column
