"""The edges of the picture: the title, the line of keys, and what is asked or typed over the lowest rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tta_p2p.i18n import Words

from ..blocks import Block, Para, lay_out
from ..cells import EMPTY, PHRASE_GAP, Piece, Row, Span, plain, row, width, wrap
from ..history import timeline_of
from ..invitation import may_invite
from ..key_row import join_keys, key_rows, key_target
from ..news_text import confirmation_page, farewell, waits_text, winners
from ..part import Reminder, Urgency
from ..parts import with_hook
from ..reading import Reading
from ..state import ClientState
from ..style import Style
from .boards import Board, game_strokes
from .screen_state import ALL_ACTS, TURNS, InputLine, ScreenState, is_result_page, words_heard
from .turn_list import moment_title


def title_line(look: ScreenState, reading: Reading, board: Board | None, style: Style) -> Row:
    """Say where the game stands, whose turn it is or what is waited for, and how much was checked."""
    presenter, scene, state = reading.presenter, reading.scene, reading.state
    parts: list[Piece] = []
    if look.moment is not None:
        course = timeline_of(state)
        counted = board.deck_counts(scene) if board is not None and scene is not None else EMPTY
        titled = moment_title(course, look.moment, reading)
        ways = [row(titled, Span(" │ ", "label"), some) for some in _without_last_phrases(counted)]
        return style.spell(next((one for one in ways if width(style.spell(one)) <= style.width), titled))
    standing = plain(presenter.progress(scene)) if presenter is not None and scene is not None else ""
    parts += [Span(standing, "heading")] if standing else []
    titles = [part.title(reading) for part in with_hook("title")]
    unread = words_heard(state) - look.words_read
    heard = [Span(reading.words("screen.unread", n=unread), "chat")] if unread > 0 else []
    urgent: list[Piece] = [*(first for first, _ in titles if first is not None), *heard]
    parts = [*urgent, *parts]
    counted = board.deck_counts(scene) if board is not None and scene is not None else EMPTY
    counts = [*_without_last_phrases(counted), EMPTY]
    current = [one for some in counts for one in _turn_status(reading, board, some)]
    ways = [_join_parts([*parts, *now, *proved]) for now in current for proved in _proof_status(reading, titles)]
    # nothing is begun that has no room; pages say where the game stands, none says what has just come
    ways += [_join_parts([*some, *current[-1]]) for some in (parts, urgent, ())]
    return style.spell(next((one for one in ways if width(style.spell(one)) <= style.width), ways[-1]))


def _without_last_phrases(some: Row) -> Iterator[Row]:
    """Give a row, and what is left of it without its last phrases, whatever its parts stand for."""
    while some:
        yield tuple([span._replace(role="label") if span.role == PHRASE_GAP else span for span in some])
        gap = max((at for at, span in enumerate(some) if span.role == PHRASE_GAP), default=0)
        some = some[:gap]


def _turn_status(reading: Reading, board: Board | None, counted: Row) -> Iterator[list[Piece]]:
    """Say whose turn it is and what is left; who is waited for rather than why, where there is no room for both."""
    state = reading.state
    role = "mine" if state.may_act else "warn" if is_troubled(reading) else ""
    away = _absence_text(reading, status_text(reading, board))
    missing: list[Piece] = [Span(away, "warn")] if away else []
    more: list[list[Piece]] = [[*missing, counted], missing, [counted]] if missing else [[counted]]
    for some in more:
        for short in (False, True):
            now = status_text(reading, board, short)
            ends = short and state.game_over is not None
            yield [*([Span(now, role)] if now else []), *(one for one in some if one and not (ends and one is counted))]


def _proof_status(reading: Reading, titles: Iterable[tuple[Span | None, tuple[Span, ...]]]) -> list[list[Piece]]:
    """Say what parts have to say last, the shortest last; nothing is proved of a game on one computer."""
    ways: list[list[Piece]] = [[one] for _, last in titles for one in last]
    local: list[list[Piece]] = [[Span(reading.words("screen.local"), "label")], []]
    return ways or (local if reading.state.is_local else [[]])


def _join_parts(parts: list[Piece]) -> Row:
    """Put what belongs side by side into one line."""
    found: list[Piece] = []
    for part in parts:
        found += [Span(" │ ", "label") if found else "", part]
    return row(*found)


def is_troubled(reading: Reading) -> bool:
    """Whether the game does not go on by itself."""
    return _is_stalled(reading.state) or any(not wait.connected for wait in reading.state.waits)


def _is_stalled(state: ClientState) -> bool:
    troubles = any(part.is_stalled(state) for part in with_hook("is_stalled", "is_paused"))
    return bool(state.halt or state.ended_early or state.cheaters or troubles)


def _absence_text(reading: Reading, now: str) -> str:
    """Say who is not connected; empty: nobody, or what is said `now` says so, or says what matters more."""
    state, words = reading.state, reading.words
    named = {info.operated_by: None for info in state.disconnected_seats if info.operator != state.operator}
    if not named or _is_stalled(state):
        return ""
    told = [words("screen.doubled"), *(words("screen.away", name=name) for name in named)]
    if now in told:
        return ""
    return told[-1] if len(named) == 1 else words("screen.away.several", n=len(named))


def status_text(reading: Reading, board: Board | None = None, short: bool = False) -> str:
    """Say in a few words whose turn it is, or for whom the game waits and (unless `short`) why.

    Who is out of the game, or is being put out, reads that first: a page may lie over what was told.
    """
    state, words, now = reading.state, reading.words, _status_text(reading, board, short)
    if state.game_over is not None or state.ended_early or state.is_local:
        return now
    if state.has_left:
        return words("screen.out", now=now) if now else words("screen.out.alone")
    return _part_status(reading, Urgency.OUT_OF_GAME) or now


def _part_status(reading: Reading, urgency: Urgency, short: bool = False) -> str:
    """Say what parts have to say that is as urgent as this; empty: nothing."""
    for part in with_hook("status"):
        if said := (part.brief_status(reading, urgency) if short else "") or part.status(reading, urgency):
            return said
    return ""


def _status_text(reading: Reading, board: Board | None, short: bool) -> str:
    state, words, scene, presenter = reading.state, reading.words, reading.scene, reading.presenter
    if state.game_over is not None:
        won = "" if state.seat_request.puzzle else winners(state.game_over, reading)  # a missed goal is no victory
        return words("screen.over.won", won=won) if won else words("screen.over")
    if state.ended_early:
        return words("screen.ended")
    away = {wait.name for wait in state.waits if wait.seat != state.seat and not wait.connected}
    missing = (name for part in with_hook("missing_names") for name in part.missing_names(state))
    if state.duplicate_names & {*away, *missing}:
        return words("screen.doubled")
    if stopped := _part_status(reading, Urgency.HALTED):
        return stopped
    if state.halt is not None:
        return words("screen.halted")
    if presenter is None or scene is None:
        return words("screen.preparing" if state.is_preparing or state.welcome is not None else "screen.lobby")
    if own := _part_status(reading, Urgency.OWN_SEAT, short):
        return own
    if state.may_act:
        answers = board is not None and board.is_response(scene)
        if len(state.seat_request.shared_seats) > 1:
            name = presenter.texts.name(state.seat or 0)
            return words("your-decision-named" if answers else "your-turn-named", name=name)
        return words("your-decision" if answers else "your-turn")
    if awaited := _part_status(reading, Urgency.WAITING):
        return awaited
    return waits_text(reading, short)


def current_reminder(state: ClientState) -> Reminder:
    """Give what the key for what the table waits for does in a game."""
    return next((one for part in with_hook("reminder") if (one := part.reminder(state)) is not None), Reminder())


def keys_line(
    look: ScreenState,
    reading: Reading,
    board: Board | None,
    style: Style,
    more: bool = False,
    scrolls: bool = False,
) -> Row:
    """Say which keys do something now.

    ``more``: there is more of the page below what is seen of it; ``scrolls``: there is more of it than can be seen.
    """
    words, state = reading.words, reading.state
    explains, end = look.page is not None and look.page.is_over_question, ""
    asks = (state.confirmation is not None or look.asks_to_leave) and look.input_line is None and not explains
    offered = (part.after_game_keys(reading) for part in with_hook("after_game_keys"))
    afterwards = {plain(text): text for text in offered if text}
    if look.connection_note:
        names = ["any"]
    elif (
        (look.moment is not None or look.list_name == TURNS)
        and look.page is None
        and look.input_line is None
        and not asks
    ):
        several = "eyes" if state.seat_request.shared_seats else "recorded"
        names = ["turns"] if look.list_name else [several] if state.is_recording else ["past"]
    elif look.input_line is not None:
        names = ["typing"]
    elif state.handover_seat is not None and not look.asks_to_leave and not explains:
        names = ["curtain"]
    elif asks:
        question = state.confirmation
        names = ["asked-enter"]
        names = ["asked-vote"] if question is not None and question.motion is not None else names
        names = ["vote"] if look.vote else names
    elif look.page is not None:
        page = look.page
        space = ["more"] if more and not page.from_end else ["step"] if page.actions_shown < len(page.actions) else []
        moves = ["list"] if page.entries else ["page"] if scrolls else []
        names = [*moves, *space, *(["cycle"] if page.cycle else []), "back"]
        again = afterwards if state.game_over is not None or state.ended_early else {}
        names = [*names, *again, *(["leave"] if is_result_page(look, reading) else [])]
    elif state.in_lobby:
        names = [
            *(["ready"] if "ready" in state.offers and state.other_guests else []),
            *(["start"] if "start" in state.offers else []),
            *(["dismiss"] if "dismiss" in state.offers and state.other_guests else []),
            *(["invite"] if may_invite(state.lobby) else []),
            "lobby",
        ]
    elif state.lobby_failed:
        names = ["leave"]
    elif state.game_over is not None or state.ended_early:
        names = [*afterwards, "over"]
    elif state.may_act or state.may_change_choice:
        verbs = {entry.verb for entry in reading.menu.entries}
        ends = board is not None and not verbs.isdisjoint(board.controls.end_verbs)
        letters = board.controls.letters.values() if board is not None else ()
        kinds = any(not verbs.isdisjoint(letter.verbs) for letter in letters)
        kinds = kinds or (board is not None and reading.scene is not None and board.is_own_turn(reading.scene))
        drafted = state.turn is not None and bool(state.turn.draft)
        last = "learn" if look.task else "choose" if board is not None and not kinds else "act"
        end = _end_key(board, verbs)
        skips = board is not None and not verbs.isdisjoint(board.controls.window_verbs) and "skip" in state.offers
        mapped = board is not None and reading.scene is not None and board.has_map and board.places(reading.scene)
        beside = ["place"] if mapped else []
        kept = [name for part in with_hook("question_keys") for name in part.question_keys(reading)]
        window = [*kept, *(["skip"] if skips else [])]
        back = ["back"] if look.list_name else []  # a letter, or a line that stands for several, has opened a list
        names = [*([end] if ends else []), *window, *(["undo"] if drafted else []), *back, *beside, last]
        if look.list_name == ALL_ACTS:  # letters go on with what is typed there
            names = ["filtered" if look.list_filter else "filter"]
    else:
        names = ["waiting" if "chat" in state.offers else "watching"]
    covered = look.page is not None or look.input_line is not None or asks or look.list_name == TURNS
    if look.is_on_map and not covered and not look.connection_note:
        names = ["map"]
    plays = look.page is None and look.input_line is None and look.moment is None and not look.connection_note
    if not asks and plays and (key := current_reminder(state).key):
        names.insert(0, key)
    said, stays = list[Row](), list[int]()
    for name in names:
        typed = look.list_filter
        told = [afterwards[name]] if name in afterwards else key_rows(words, f"screen.keys.{name}", typed=typed)
        stays += range(len(said), len(said) + len(told)) if name in (end, "undo", "back") else ()
        said += told
    if names[-1:] in (["act"], ["learn"]) and board is not None:
        verbs = {entry.verb for entry in reading.menu.entries}
        own = game_strokes(board, words.keys)
        kinds_now = ((key, one) for key, one in board.controls.letters.items() if not verbs.isdisjoint(one.verbs))
        now = [(own[key][0], one) for key, one in kinds_now]
        said[:0] = [_kind_key(words, stroke, f"key.short.{one.text_key(verbs)}") for stroke, one in now]
        stays = [at + len(now) for at in stays]
    # how a turn ends and what takes a move back are looked for in every turn, kinds of acts are in the list of all;
    # in the last cell of the last row nothing is painted: some scroll
    return join_keys(said, style.width - 1, stays)


def _kind_key(words: Words, stroke: str, text: str) -> Row:
    return row(Span(words(text, key=words.stroke(stroke)), "label", key_target(stroke)))


def _end_key(board: Board | None, verbs: set[str]) -> str:
    """Say what the key does that ends a turn or lets something pass: games may call their ways to pass otherwise."""
    verb = next((one for one in board.controls.end_verbs if one in verbs), "") if board is not None else ""
    if board is not None and verb == board.controls.end_verbs[0]:
        return "end"
    return f"pass.{verb}" if board is not None and verb in board.controls.named_passes else "pass"


def question_rows(look: ScreenState, reading: Reading, style: Style, comeback: str, most: int) -> list[Row]:
    """Give what is asked, over the lowest rows; nothing if nothing is asked."""
    state, words = reading.state, reading.words
    if look.connection_note:
        blocks: list[Block] = []
        rows = wrap(style.spell(row(Span(look.connection_note, "warn"))), style.width - 4)
    elif look.asks_to_leave:
        leave = words("screen.leave")
        told = farewell(state, words, comeback, asked=True) if state.game_over is None and not state.ended_early else ""
        rows = wrap(style.spell(row(Span(leave, "mine"), " ", told)), style.width - 4)
    elif state.confirmation is not None:
        blocks = [*look.question, *_paragraphs(confirmation_page(state.confirmation, reading).content)]
        if look.vote:
            blocks.append(Para(row(Span(words(f"screen.vote.{look.vote}"), "mine"))))
        if look.astray:
            blocks.append(Para(row(Span(words("screen.astray"), "warn"))))
        rows = lay_out(blocks, replace(style, width=style.width - 4))
    else:
        return []
    rule = "─" * style.width
    rows = rows[-most:]
    above = row(Span(rule, "label"))
    if state.confirmation is not None and state.confirmation.motion is not None and not look.asks_to_leave:
        vote = row(Span(words("screen.vote.title"), "warn"))  # it looks like no other question: see `QuestionPane`
        above = row(Span("── ", "label"), vote, Span(f" {rule}"[: style.width - width(vote) - 3], "label"))
    return [above, *(row("  ", one) for one in rows), row(Span(rule, "label"))]


def _paragraphs(some: object) -> tuple[Block, ...]:
    return some if isinstance(some, tuple) else ()


def input_rows(typing: InputLine, reading: Reading, style: Style) -> tuple[list[Row], int]:
    """Give the line that is typed, with what it may go on to above it, and the column of the cursor."""
    sign = {":": ": ", "'": reading.words("screen.say"), "/": "/ "}.get(typing.prefix, typing.prefix)
    sign = plain(style.spell(row(sign)))
    room = style.width - width(sign) - 1
    start = 0
    while start < typing.cursor and width(typing.text[start : typing.cursor]) > room:
        start += 1
    line = row(Span(sign, "mine"), typing.text[start:])
    column = width(sign) + width(typing.text[start : typing.cursor])
    offered = [row(Span(cut_line, "label")) for cut_line in typing.completions[:6]]
    return [*offered, line], column
