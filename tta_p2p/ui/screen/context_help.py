"""Help for what is seen right now: where one is, and what can be done there."""

from __future__ import annotations

from collections.abc import Mapping

from tta_p2p.i18n import command
from tta_p2p.keyboard.table import ACTIONS

from ..blocks import Block, Fields, Gap, Heading, Para
from ..cells import Span, row
from ..commands.help import typed_commands
from ..commands.table import CommandContext
from ..parts import is_paused, with_hook
from ..reading import Reading
from .boards import Board, verb_keys
from .borders import status_text
from .keys import EntryGroup, KeyLine, key_lines, search_words
from .screen_state import ScreenState

ANSWERS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "leave": (("enter", "yes"), ("no", "escape")),
    "curtain": (("enter",), ("leave",)),
    "vote": (("yes",), ("no",), ("enter",), ("escape",)),
    "asked": (("enter", "yes"), ("no",), ("escape",)),
}
"""The actions that answer each sort of question; the text `screen.question.SORT.ACTION` says what the first does."""


def help_topic(reading: Reading, board: Board | None) -> str:
    """Name where somebody is: a text `screen.here.NAME`."""
    state, scene = reading.state, reading.scene
    if state.in_lobby:
        return "lobby"
    if state.lobby_failed:
        return "failed"
    stands = ""
    if state.game_over is not None or state.ended_early:
        stands = "over"
    elif is_paused(state):
        stands = "paused"
    elif state.halt is not None or any(part.is_stalled(state) for part in with_hook("is_stalled", "is_paused")):
        stands = "halted"
    if stands:
        return f"watching-{stands}" if state.is_spectating or state.is_recording else stands
    if scene is None:
        return "preparing"
    if state.seat is None:
        return "watching"
    if state.may_act:
        if scene.turn.decision is not None and scene.turn.decision.sealed:
            return "turn-sealed"
        if board is not None and not board.has_panels:
            return "turn-listed"
        return "turn" if board is None or board.is_own_part(scene) else "decision"
    if state.may_change_choice:
        return "sealed"
    return "away" if any(not wait.connected for wait in state.waits) else "waiting"


PAST_KEYS = (
    (("left", "right"), "step"), (("page-up", "page-down"), "turn"), (("first", "last"), "whole"), (("more",), "play"),
    (("past",), "list"),
)  # fmt: skip
"""Actions while the past is looked at, with the texts `key.past.NAME`; in a recording more (`RECORDED_KEYS`)."""
RECORDED_KEYS = ((("seat",), "seat"), (("leave",), "quit"))


def past_blocks(context: CommandContext) -> tuple[Block, ...]:
    """Give what is to be known where somebody looks back, or steps through a recording."""
    here = "recorded" if context.reading.state.is_recording else "past"
    return Para(row(context.reading.words(f"screen.here.{here}"))), Gap()


def past_entries(context: CommandContext, board: Board | None) -> tuple[EntryGroup, ...]:
    """Give the keys of the past, and those that show something: they can be chosen there."""
    words, state = context.reading.words, context.reading.state
    more = RECORDED_KEYS if state.is_recording else ((("escape",), "now"),)
    keys = []
    for acts, name in PAST_KEYS + more:
        written = " ".join(words.stroke(words.keys.strokes(one)[0]) for one in acts)
        keys.append(KeyLine(written, words(f"key.past.{name}"), ACTIONS[acts[0]].strokes[0] if len(acts) == 1 else ""))
    taken = {one.written for one in keys}
    seen = [
        line
        for title, lines in key_lines(words, board, offers=state.offers)
        if title == words("keys.see")
        for line in lines
        if line.written not in taken
    ]
    return EntryGroup(words("keys.past"), tuple(keys)), EntryGroup(words("keys.see"), tuple(seen))


def question_blocks(context: CommandContext, look: ScreenState) -> tuple[Block, ...]:
    """Give what the keys do that answer what is asked now: whether to leave, who goes on, a question, or a vote."""
    words, asked = context.words, context.state.confirmation
    if look.asks_to_leave:
        kind = "leave"
    elif context.state.handover_seat is not None:
        kind = "curtain"
    else:
        kind = "vote" if asked is not None and asked.motion is not None else "asked"
    lines = tuple(
        (row(Span(" ".join(words.stroke(words.keys.strokes(one)[0]) for one in actions), "number")),
         row(words(f"screen.question.{kind}.{actions[0]}")))
        for actions in ANSWERS[kind]
    )  # fmt: skip
    return Para(row(words(f"screen.question.{kind}"))), Gap(), Fields(lines, 2)


def context_blocks(context: CommandContext, board: Board | None) -> tuple[Block, ...]:
    """Give what is to be known where somebody is."""
    reading = context.reading
    now = status_text(reading, board)
    told = Para(row(reading.words(f"screen.here.{help_topic(reading, board)}")))
    presenter = reading.presenter if board is not None and reading.state.may_act else None
    possible: tuple[Block, ...] = ()
    if board is not None and presenter is not None:
        possible = presenter.possible_acts(reading.menu.entries, verb_keys(board, reading.words))
    return (*((Heading(row(now)),) if now else ()), told, *possible, Gap())


def context_entries(context: CommandContext, board: Board | None) -> tuple[EntryGroup, ...]:
    """Give all keys, and what is only typed: it can be chosen there."""
    words, state = context.reading.words, context.reading.state
    groups = [EntryGroup(title, tuple(lines)) for title, lines in key_lines(words, board, state.in_lobby, state.offers)]
    typed = tuple(
        KeyLine(usage, explained, _typed(usage), search_words(words, usage.partition(" ")[0]))
        for usage, explained in typed_commands(context)
    )
    if state.welcome is None:
        return tuple(groups)
    shell = KeyLine(command("settings"), words("keys.settings"), "", search_words(words, "settings"), True)
    return (*groups, EntryGroup(words("keys.typed"), (*typed, shell)))


def _typed(usage: str) -> str:
    """Give what is typed for a command: what follows its name is left to the person."""
    name, _, rest = usage.partition(" ")
    return f":{name} " if rest else f":{name}"
