"""Coming and going: the lobby, and leaving."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say

from ..blocks import Page
from ..cells import row
from ..instructions import AskConfirmation, Display, Instruction, Quit, SendRequest, text_display
from ..invitation import invitation_blocks, may_invite
from ..state import PendingConfirmation
from .table import Applicability, CommandContext, CommandWord, is_no, offered_with


def _ready(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.ReadyRequest(not is_no(context, rest)), (say.LobbyReply,))


def _start(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.StartRequest(), (say.LobbyReply, say.WelcomeReply))


def _dismiss(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.DismissRequest(rest.strip()), (say.LobbyReply,))


def _invite(context: CommandContext, rest: str) -> Iterator[Instruction]:
    lobby = context.state.lobby
    if lobby is None or not may_invite(lobby):
        yield text_display(context.words("invitation.none"))
    else:
        yield Display(Page(row(context.words("invitation.title")), invitation_blocks(lobby, context.words)))


def _quit(context: CommandContext, rest: str) -> Iterator[Instruction]:
    state = context.state
    if state.in_lobby and context.interactive:
        key = "quit.knocking" if state.is_knocking else "quit.lobby.host" if "start" in state.offers else "quit.lobby"
        yield AskConfirmation(PendingConfirmation(key, (say.LeaveRequest(),), (say.ByeRequest(),)))
    elif (
        context.resume_command
        or state.is_recording
        or state.game_over is not None
        or not state.has_begun
        or not context.interactive
    ):
        yield Quit()
    else:
        yield AskConfirmation(PendingConfirmation("quit.lost", (say.ByeRequest(),)))


def _next(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Go to the next game that waits for the person here; only nodes of this machine are asked."""
    state = context.state
    if state.is_local or state.is_recording or state.welcome is None or not context.resume_command:
        yield text_display(context.words("next.not-here"))
    else:
        yield Quit(onward=True)


COMMANDS = (
    CommandWord(
        "ready", _ready, applicability=Applicability.LOBBY, group={"lobby": "ready"}, is_offered=offered_with("ready")
    ),
    CommandWord(
        "start", _start, applicability=Applicability.LOBBY, group={"lobby": "start"}, is_offered=offered_with("start")
    ),
    CommandWord("invite", _invite, applicability=Applicability.LOBBY, group={"lobby": "invite"}),
    CommandWord(
        "dismiss",
        _dismiss,
        prose=True,  # a name stays as it is written
        applicability=Applicability.LOBBY,
        group={"lobby": "dismiss"},
        is_offered=offered_with("dismiss"),
    ),
    CommandWord("next", _next, group={"others": "next"}, key_help=True),
    CommandWord("quit", _quit, ("q", "exit", "leave"), group={"others": "quit", "lobby": "give-up"}, key_help=True),
)
