"""Looking: pages of the game, the log, whom it waits for, what everybody agreed to."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say

from ..blocks import Page, Para
from ..cells import row
from ..digest import digest, since_own_turn, steps
from ..history import latest, paragraphs
from ..instructions import Display, Instruction, SendRequest, SetBrief, StepTo, tell
from ..lobby import conditions_blocks, lobby_blocks, welcome_blocks
from ..plain import whole
from ..telling import TO_DECIDE, chain, halted, missed, pause, times, told, unheard
from .base import Applies, CommandContext, CommandWord, asks

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
    if state.pause.holds:
        yield pause(state.pause, context.reading)
        said = True
    yield from unheard(context.reading)
    decision = scene.turn.decision if scene is not None and not state.pause.holds else None
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
        unattended = state.is_unattended(wait)
        if wait.connected and not unattended and wait.seat in deciding and wait.why in TO_DECIDE:
            continue
        if state.pause.holds and wait.why == "pause":
            continue
        if not wait.connected and wait.name in state.doubled:
            yield missed(wait.name, True, context.reading)
            said = True
            continue
        key = "wait-away" if not wait.connected else "wait-unattended" if unattended else "wait"
        seconds = int(wait.since + context.waited)
        name, why = wait.name or words("this-node"), words.get(f"why.{wait.why}", wait.why)
        without = [state.operator_name(operator) for kind, operator in state.motions if kind == "gone"]
        if without and wait.why == "vote-gone":
            why = words("vote-without", names=words.listed(without))
        yield tell(words(key, name=name, why=why, seconds=seconds))
        said = True
    waited = {wait.name for wait in state.waits}
    for name, operator in {info.operated_by: info.operator for info in state.away}.items():
        if name not in waited:
            yield missed(name, operator not in state.unmet, context.reading)
    yield from times(context.reading, context.waited)
    if state.proofs is not None:
        yield tell(words("proofs", n=state.proofs.messages))
        yield from chain(context.reading)
    if not said:
        yield tell(words("waits-for-nobody"))


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
        seats = welcome_blocks(welcome, words, presenter, again=True, unattended=context.state.unattended)
        yield Display((*seats, *conditions_blocks(welcome, words, presenter)))
    elif lobby is not None:
        yield Display(lobby_blocks(lobby, words))
    else:
        yield tell(words("no-game-yet"))


def _look(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.Look(), (say.Turn, say.Lobby))


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
