"""From a line that is typed, or a command that a key stands for, to instructions.

A word that is no command is an act. Commands may be written with a colon before them (`:row`), which also tells a
command from an act of the same name; `act …` is always an act.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tta_p2p.keyboard.input_method import plain_letters
from tta_p2p.seats import messages as say

from .. import act_menu
from ..instructions import AskConfirmation, Instruction, Quit, SendRequest, ShowNewsStep, TakeSeat, text_display
from ..parts import all_parts
from ..plain_view import normalize_name
from . import acts, help, history, lobby, views
from .table import Applicability, CommandContext, CommandTable, is_no, is_yes

MAX_LINE = 1000
"""A line of more letters is nothing that somebody means."""
CANCEL = "#"
"""A line that says nothing: it only calls off what is asked."""
OF_GAME = (
    *((10, help.COMMANDS), (20, acts.COMMANDS), (40, views.COMMANDS)),
    *((50, history.COMMANDS), (100, lobby.COMMANDS)),
)
"""The commands that every game has, with where the page of help lists them; those of parts say so themselves."""
COMMANDS = CommandTable(
    (
        *(replace(command, rank=rank) for rank, some in OF_GAME for command in some),
        *(command for part in all_parts() for command in part.commands),
    ),
)
"""Every command there is."""


def instructions(context: CommandContext, line: str) -> Iterator[Instruction]:
    """Do what a line says."""
    state, written = context.state, line.strip()
    typed = plain_letters(written)
    if state.handover_seat is not None and (not typed or split(context, typed)[0] != "quit"):
        yield TakeSeat(state.handover_seat)
        return
    if state.confirmation is not None:
        yield AskConfirmation(None)
        answered = typed == "" or is_yes(context, typed) or is_no(context, typed)
        yield from _answer_confirmation(context, typed)
        if answered:
            return
    if state.news_step is not None:
        if not typed:
            yield from views.show_news_step(context, state.news_step)
            return
        yield ShowNewsStep(None)
    if not typed or typed.startswith("#"):
        return
    name, rest = split(context, typed)
    found = context.table.commands.get(name) if name is not None else None
    if len(typed) > MAX_LINE and not (found is not None and found.prose):
        yield text_display(context.words("line-too-long", n=len(typed), most=MAX_LINE), "warn")
        return
    if found is not None and found.prose:
        rest = written[len(typed) - len(rest) :] if rest else rest  # what others read stays as it was written
    yield from acts.act(context, rest) if name is None else command(context, name, rest)


def command(context: CommandContext, name: str, rest: str = "") -> Iterator[Instruction]:
    """Carry out a command, or show a page, by its full name."""
    found = context.table.commands.get(name)
    if found is None:
        yield from views.page(context, name, rest)
    elif not applies(context, found.applicability):
        yield text_display(context.words(found.applicability.value))
    else:
        yield from found.handler(context, rest)


def applies(context: CommandContext, when: Applicability) -> bool:
    """Whether what applies then applies now."""
    state = context.state
    match when:
        case Applicability.LOBBY:
            return state.lobby is not None and state.welcome is None
        case Applicability.DEALT:
            return state.turn is not None
    return True


def needs_turn(context: CommandContext, line: str) -> bool:
    """Whether a script must wait for its turn before this line means anything."""
    state = context.state
    if state.confirmation is not None or state.handover_seat is not None or state.seat is None or not line.strip():
        return False
    name, _ = split(context, line)
    if name in ("undo", "reset") and state.may_change_choice:
        return False
    return name is None or (name in context.table.commands and context.table.commands[name].own_turn)


def completions(context: CommandContext) -> tuple[str, ...]:
    """Give what can be typed now: acts, commands and pages, and questions about cards."""
    reading, presenter = context.reading, context.presenter
    if presenter is None:
        away = reading.state.other_guests if "dismiss" in reading.state.offers else ()
        return (*context.names(), *(f"dismiss {name}" for name in away))
    offered: tuple[str, ...] = ()
    if reading.scene is not None and (reading.scene.turn.mine or reading.state.may_change_choice):
        offered = act_menu.completions(reading.menu)
    return (*offered, *context.names(), *(f"? {name.lower()}" for name in presenter.sheet_names.values()))


def split(context: CommandContext, line: str) -> tuple[str | None, str]:
    """Tell a command from an act: the command's name (None: an act) and what comes after it."""
    typed = line.strip()
    for name, command in context.table.commands.items():
        if command.mark and typed.startswith(command.mark):
            return name, typed.removeprefix(command.mark).strip()
    first, _, rest = typed.removeprefix(":").partition(" ")
    found = context.find_name(first)
    if found is not None and (typed.startswith(":") or not _is_act(context, typed)):
        return found, rest.strip()
    if typed.startswith(":"):
        return "help", typed[1:]
    return None, typed


def _is_act(context: CommandContext, typed: str) -> bool:
    """Whether this is what a legal act is called, or the notation of one, or of one like it that is not possible.

    That wins over a command, but never over resigning.
    """
    verb, *args = typed.split()
    if normalize_name(typed) == "resign":
        return False
    alike = (args and entry.verb == verb and entry.text != verb for entry in context.reading.menu.entries)
    return any(alike) or bool(act_menu.find_exact(typed, context.reading.menu))


def _enters(context: CommandContext, typed: str) -> bool:
    """Whether an empty line says yes: a person has pressed Enter alone, at a question that this confirms."""
    asked = context.state.confirmation
    return asked is not None and asked.enter_confirms and context.interactive and not typed


def _answer_confirmation(context: CommandContext, typed: str) -> Iterator[Instruction]:
    """Take a line as the answer to what was asked; another line only calls that off."""
    confirmation = context.state.confirmation
    assert confirmation is not None
    yes, no = is_yes(context, typed) or _enters(context, typed), is_no(context, typed)
    if not yes and not no:
        if typed and typed != CANCEL:
            yield text_display(context.words("no-answer.vote" if confirmation.motion else "no-answer"))
        return
    for request in confirmation.yes if yes else confirmation.no:
        if isinstance(request, say.ByeRequest):
            yield Quit()
        else:
            yield SendRequest(
                request, (say.TurnReply, say.GameOverReply) if isinstance(request, say.ActRequest) else ()
            )
