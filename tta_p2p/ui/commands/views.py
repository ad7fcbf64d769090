"""Looking: pages of the game, the log, whom it waits for, what everybody agreed to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tta_p2p.seats import messages as say

from ..announcements import halted, notes_of, told
from ..blocks import Page, Para
from ..cells import row
from ..digest import digest, since_own_turn, steps
from ..instructions import Display, Instruction, SendRequest, SetBrief, StepTo, tell
from ..lobby_page import conditions_blocks, lobby_blocks, welcome_blocks
from ..log_text import latest, paragraphs
from ..parts import rests, with_hook
from ..plain_view import whole
from ..state import TO_DECIDE
from .table import Applies, CommandContext, CommandWord, asks

LAST_LINES = 20
"""So many lines of the log are shown where no number is given."""


def page(context: CommandContext, name: str, about: str) -> Iterator[Instruction]:
    """Show a page of the game."""
    if context.reading.scene is None or context.presenter is None:
        yield tell(context.words("no-game-yet"))
    elif about and name in context.presenter.of_players and not _is_player(context, about):
        names = context.words.listed(context.presenter.texts.names)
        yield tell(context.words("no-player", typed=about, names=names))
    else:
        yield Display(context.presenter.page(name, about, context.reading.scene))


def _is_player(context: CommandContext, name: str) -> bool:
    presenter, scene = context.presenter, context.reading.scene
    return presenter is not None and scene is not None and presenter.seat_called(name, scene) is not None


def who(context: CommandContext, rest: str = "") -> Iterator[Instruction]:
    """Say whom the game waits for, and why: all of it at once, so that no part of it scrolls another away."""
    said = [display.some for display in _waited_for(context)]
    blocks = tuple(block for some in said for block in (some.blocks if isinstance(some, Page) else some))
    yield Display(blocks, passing=True)


def _waited_for(context: CommandContext) -> Iterator[Display]:
    state, words, scene, presenter = context.state, context.words, context.reading.scene, context.presenter
    said = False
    if state.over is not None:
        yield from told(state.over, context.reading, context.interactive)
        return
    if state.halted is not None:
        yield halted(state.halted, words)
        said = True
    if state.ended:
        yield tell(words("ended.watched" if state.looks_on else "ended"))
        return
    for part in with_hook("obstacles"):
        yield from part.obstacles(context.reading)
    said = said or rests(state)
    decision = scene.turn.decision if scene is not None and not rests(state) else None
    deciding = decision.seats if decision is not None else []
    if decision is not None and decision.sealed:  # who has chosen already is not waited for
        deciding = [seat for seat in deciding if any(wait.seat == seat for wait in state.waits)] or deciding
    if scene is not None and decision is not None and presenter is not None:
        if state.seat in deciding and not (decision.sealed and state.may_choose_anew):
            yield tell(row(words("decides"), " ", presenter.decision(scene)))
        others = words.listed([presenter.texts.name(seat) for seat in deciding if seat != state.seat])
        if others:
            yield tell(words("decides.others", names=others, what=presenter.waiting(scene)))
        said = True
    for wait in state.waits:
        told_of = _wait(wait, deciding, context)
        yield from told_of
        said = said or bool(told_of)
    for part in with_hook("waits"):
        yield from part.waits(context.reading, context.waited)
    for part in with_hook("checked"):
        yield from part.checked(context.reading, over=False)
    if not said:
        yield tell(words("waits-for-nobody"))


def _wait(wait: say.SeatWait, deciding: Sequence[int], context: CommandContext) -> tuple[Display, ...]:
    """Say that the game waits for somebody, unless it is said already what they have to decide."""
    reading, words = context.reading, context.words

    def line(key: str) -> Display:
        own = (why for part in with_hook("why") if (why := part.why(wait, reading)))
        why = next(own, words.get(f"why.{wait.why}", wait.why))
        seconds = int(wait.since + context.waited)
        return tell(words(key, name=wait.name or words("this-node"), why=why, seconds=seconds))

    for part in with_hook("wait"):
        if (told_of := part.wait(wait, reading, line)) is not None:
            return told_of
    return () if wait.seat in deciding and wait.why in TO_DECIDE else (line("wait"),)


def _log(context: CommandContext, rest: str) -> Iterator[Instruction]:
    log, presenter = context.state.log, context.presenter
    if not log or presenter is None:
        yield tell(context.words("log-empty"), hanging=0)
        return
    number = whole(rest)
    last = len(log) if rest == "all" else LAST_LINES if number is None else number
    yield Display(paragraphs(latest(log, last), presenter.addressed(context.state.seat)))


def _news(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Tell what has happened since the own last turn: by player, or deed by deed."""
    lines, presenter, seat = since_own_turn(context.state), context.presenter, context.state.seat
    if presenter is None:
        yield tell(context.words("no-game-yet"))
    elif rest:
        yield from step(context, 0)
    elif news := digest(lines, presenter.addressed(seat), seat, merged=True):
        yield Display(news)
    else:
        yield tell(context.words("news.nothing"))


def step(context: CommandContext, number: int) -> Iterator[Instruction]:
    """Show one deed of the news, counted from 0; behind the last one that was all."""
    presenter, words = context.presenter, context.words
    lines, seat = since_own_turn(context.state), context.state.seat
    found = steps(lines, presenter.addressed(seat), seat) if presenter is not None else ()
    if number >= len(found):
        yield StepTo(None)
        yield tell(words("news.end" if found else "news.nothing"))
        return
    yield StepTo(number + 1)
    yield Display((Para(found[number], 2, 2),))
    if not number or not (number + 1) % 10:
        yield tell(words("news.step", number=number + 1, n=len(found)))


def _conditions(context: CommandContext, rest: str) -> Iterator[Instruction]:
    welcome, lobby, words, presenter = context.state.welcome, context.state.lobby, context.words, context.presenter
    if welcome is not None and presenter is not None:
        seats = welcome_blocks(welcome, words, presenter, again=True, notes=notes_of(context.state))
        yield Display((*seats, *conditions_blocks(welcome, words, presenter)))
    elif lobby is not None:
        yield Display(lobby_blocks(lobby, words))
    else:
        yield tell(words("no-game-yet"))


def _look(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.RefreshRequest(), (say.TurnReply, say.LobbyReply))


def _brief(context: CommandContext, rest: str) -> Iterator[Instruction]:
    brief = rest != "off" if rest else not context.state.brief
    yield SetBrief(brief)
    yield tell(context.words("brief-on" if brief else "brief-off"))


COMMANDS = (
    CommandWord("news", _news, ("since",), Applies.DEALT, listed={"see": "news"}),
    CommandWord("log", _log, listed={"see": "log"}),
    CommandWord("brief", _brief, listed={"see": "brief"}),
    CommandWord("look", _look, offered=asks("look")),
    CommandWord("who", who, ("waiting",), listed={"others": "who"}),
    CommandWord("conditions", _conditions, ("players", "charter"), listed={"others": "conditions"}),
)
