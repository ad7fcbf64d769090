"""Coming and going: the lobby, and leaving."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say

from ..blocks import Page
from ..cells import row
from ..instructions import AskConfirmation, Display, Instruction, Quit, SendRequest, tell
from ..invitation import invitation_blocks, may_invite
from ..state import Confirmation
from .table import Applies, CommandContext, CommandWord, asks, is_no


def _ready(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.ReadyRequest(not is_no(context, rest)), (say.LobbyReply,))


def _start(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.StartRequest(), (say.LobbyReply, say.WelcomeReply))


def _dismiss(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.DismissRequest(rest.strip()), (say.LobbyReply,))


def _invite(context: CommandContext, rest: str) -> Iterator[Instruction]:
    lobby = context.state.lobby
    if lobby is None or not may_invite(lobby):
        yield tell(context.words("invitation.none"))
    else:
        yield Display(Page(row(context.words("invitation.title")), invitation_blocks(lobby, context.words)))


def _quit(context: CommandContext, rest: str) -> Iterator[Instruction]:
    state = context.state
    if state.in_lobby and context.interactive:
        key = "quit.knocking" if state.knocks else "quit.lobby.host" if "start" in state.offers else "quit.lobby"
        yield AskConfirmation(Confirmation(key, (say.LeaveRequest(),), (say.ByeRequest(),)))
    elif context.comeback or state.recorded or state.over is not None or not state.begun or not context.interactive:
        yield Quit()
    else:
        yield AskConfirmation(Confirmation("quit.lost", (say.ByeRequest(),)))


COMMANDS = (
    CommandWord("ready", _ready, when=Applies.LOBBY, listed={"lobby": "ready"}, offered=asks("ready")),
    CommandWord("start", _start, when=Applies.LOBBY, listed={"lobby": "start"}, offered=asks("start")),
    CommandWord("invite", _invite, when=Applies.LOBBY, listed={"lobby": "invite"}),
    CommandWord("dismiss", _dismiss, when=Applies.LOBBY, listed={"lobby": "dismiss"}, offered=asks("dismiss")),
    CommandWord("quit", _quit, ("q", "exit", "leave"), listed={"others": "quit", "lobby": "give-up"}, keyed=True),
)
