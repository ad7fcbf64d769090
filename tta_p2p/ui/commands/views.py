"""Looking: pages of the game, the log, whom it waits for, what everybody agreed to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tta_p2p.seats import messages as say

from ..blocks import Page, Para
from ..cells import row
from ..digest import action_rows, digest, since_own_turn
from ..instructions import Display, Instruction, SendRequest, SetBrief, ShowNewsStep, text_display
from ..lobby_page import conditions_blocks, lobby_blocks, lobby_waits, welcome_blocks
from ..log_text import latest_lines, log_paragraphs
from ..news_text import announce, halt_text, seat_notes
from ..parts import is_paused, with_hook
from ..plain_view import parse_number
from ..state import DECISION_REASONS
from .table import Applicability, CommandContext, CommandWord, offered_with

LAST_LINES = 20
"""So many lines of the log are shown where no number is given."""


def page(context: CommandContext, name: str, about: str) -> Iterator[Instruction]:
    """Show a page of the game."""
    if context.reading.scene is None or context.presenter is None:
        yield text_display(context.words("no-game-yet"))
    elif about and name in context.presenter.player_pages and not _is_player(context, about):
        names = context.words.listed(context.presenter.texts.names)
        yield text_display(context.words("no-player", typed=about, names=names))
    else:
        yield Display(context.presenter.page(name, about, context.reading.scene))


def _is_player(context: CommandContext, name: str) -> bool:
    presenter, scene = context.presenter, context.reading.scene
    return presenter is not None and scene is not None and presenter.find_seat(name, scene) is not None


def _who(context: CommandContext, rest: str = "") -> Iterator[Instruction]:
    """Say whom the game waits for, and why: all of it at once, so that no part of it scrolls another away."""
    said = [display.content for display in _wait_report(context)]
    blocks = tuple(block for some in said for block in (some.blocks if isinstance(some, Page) else some))
    yield Display(blocks, transient=True)


def _wait_report(context: CommandContext) -> Iterator[Display]:
    state, words, scene, presenter = context.state, context.words, context.reading.scene, context.presenter
    said = False
    if state.game_over is not None:
        yield from announce(state.game_over, context.reading, context.interactive and not context.names_keys)
        return
    if state.halt is not None:
        yield halt_text(state.halt, words)
        said = True
    if state.ended_early:
        yield text_display(words("ended.watched" if state.is_spectating else "ended"))
        return
    for part in with_hook("obstacles"):
        yield from part.obstacles(context.reading)
    said = said or is_paused(state)
    decision = scene.turn.decision if scene is not None and not is_paused(state) else None
    deciding = decision.seats if decision is not None else []
    if decision is not None and decision.sealed:  # who has chosen already is not waited for
        deciding = [seat for seat in deciding if any(wait.seat == seat for wait in state.waits)] or deciding
    if scene is not None and decision is not None and presenter is not None:
        if state.seat in deciding and not (decision.sealed and state.may_change_choice):
            yield text_display(row(words("decides"), " ", presenter.decision(scene)))
        others = words.listed([presenter.texts.name(seat) for seat in deciding if seat != state.seat])
        if others:
            yield text_display(presenter.wait_text(scene, ("decides.others", "decides.others.to"), others))
        said = True
    if state.lobby is not None and state.in_lobby:
        yield from (text_display(line) for line in lobby_waits(state.lobby, words))
        said = True
    for wait in state.waits:
        told_of = _wait_line(wait, deciding, context)
        yield from told_of
        said = said or bool(told_of)
    for part in with_hook("wait_details"):
        yield from part.wait_details(context.reading, context.wait_seconds)
    for part in with_hook("proof_summary"):
        yield from part.proof_summary(context.reading, over=False)
    if not said:
        yield text_display(words("waits-for-nobody"))


def _wait_line(wait: say.SeatWait, deciding: Sequence[int], context: CommandContext) -> tuple[Display, ...]:
    """Say that the game waits for somebody, unless it is said already what they have to decide."""
    reading, words = context.reading, context.words

    def line(key: str) -> Display:
        own = (why for part in with_hook("wait_reason") if (why := part.wait_reason(wait, reading)))
        why = next(own, words.name_of("why", wait.why))
        seconds = int(wait.since + context.wait_seconds)
        return text_display(words(key, name=wait.name or words("this-node"), why=why, seconds=seconds))

    for part in with_hook("wait_lines"):
        if (told_of := part.wait_lines(wait, reading, line)) is not None:
            return told_of
    return () if wait.seat in deciding and wait.why in DECISION_REASONS else (line("wait"),)


def _log(context: CommandContext, rest: str) -> Iterator[Instruction]:
    log, presenter = context.state.log, context.presenter
    if not log or presenter is None:
        yield text_display(context.words("log-empty"), hanging=0)
        return
    number = parse_number(rest)
    last = len(log) if rest == "all" else LAST_LINES if number is None else number
    yield Display(log_paragraphs(latest_lines(log, last), presenter.texts_for(context.state.seat)))


def _news(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Tell what has happened since the own last turn: by player, or deed by deed."""
    lines, presenter, seat = since_own_turn(context.state), context.presenter, context.state.seat
    if presenter is None:
        yield text_display(context.words("no-game-yet"))
    elif rest:
        yield from show_news_step(context, 0)
    elif news := digest(lines, presenter.texts_for(seat), seat, merged=True):
        yield Display(news)
    else:
        yield text_display(context.words("news.nothing"))


def show_news_step(context: CommandContext, number: int) -> Iterator[Instruction]:
    """Show one deed of the news, counted from 0; behind the last one that was all."""
    presenter, words = context.presenter, context.words
    lines, seat = since_own_turn(context.state), context.state.seat
    found = action_rows(lines, presenter.texts_for(seat), seat) if presenter is not None else ()
    if number >= len(found):
        yield ShowNewsStep(None)
        yield text_display(words("news.end" if found else "news.nothing"))
        return
    yield ShowNewsStep(number + 1)
    yield Display((Para(found[number], 2, 2),))
    if not number or not (number + 1) % 10:
        yield text_display(words("news.step", number=number + 1, n=len(found)))


def _conditions(context: CommandContext, rest: str) -> Iterator[Instruction]:
    welcome, lobby, words, presenter = context.state.welcome, context.state.lobby, context.words, context.presenter
    if welcome is not None and presenter is not None:
        seats = welcome_blocks(welcome, words, presenter, again=True, notes=seat_notes(context.state))
        yield Display((*seats, *conditions_blocks(welcome, words, presenter)))
    elif lobby is not None:
        yield Display(lobby_blocks(lobby, words))
    else:
        yield text_display(words("no-game-yet"))


def _look(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.RefreshRequest(), (say.TurnReply, say.LobbyReply))


def _brief(context: CommandContext, rest: str) -> Iterator[Instruction]:
    brief = rest != "off" if rest else not context.state.brief
    yield SetBrief(brief)
    yield text_display(context.words("brief-on" if brief else "brief-off"))


COMMANDS = (
    CommandWord("news", _news, ("since",), Applicability.DEALT, group={"see": "news"}),
    CommandWord("log", _log, group={"see": "log"}),
    CommandWord("brief", _brief, group={"see": "brief"}),
    CommandWord("look", _look, is_offered=offered_with("look")),
    CommandWord("who", _who, ("waiting",), group={"others": "who"}),
    CommandWord("conditions", _conditions, ("players", "charter"), group={"others": "conditions"}),
)
