"""Another game at the same table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.rematch import RematchReply, RematchRequest

from ..cells import EMPTY, Row, row
from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord, is_no, offered_with
from ..instructions import Display, Instruction, SendRequest, text_display
from ..key_row import key_rows
from ..part import KeyEffect, Part, PartState, store_if_changed
from ..reading import Reading
from ..state import ClientState


@dataclass(frozen=True)
class RematchState(PartState):
    """The players that want a rematch, and whether the table is open; None: nobody has said anything."""

    rematch: RematchReply | None = None


class RematchPart(Part):
    """Asks who plays again, and says who does."""

    reply_types = (RematchReply, say.WelcomeReply)
    change_types = notice_types = (RematchReply,)

    def __init__(self) -> None:
        self.commands = (
            CommandWord(
                "rematch",
                _rematch,
                rank=80,
                key_help=True,
                group={"others": "rematch"},
                is_offered=offered_with("rematch"),
            ),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note who wants to play again; the greeting of the next game at one keyboard makes all anew."""
        if isinstance(reply, RematchReply):
            return store_if_changed(state, RematchState(reply), reply)
        said = state.part(RematchState).rematch
        return state.for_next_game() if state.is_local and said is not None and said.open else state, ()

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say who wants to play again, and what is to be done for that."""
        assert isinstance(change, RematchReply)
        words = reading.words
        own = reading.state.operator
        others = [name for name in change.names if own is None or name != reading.state.operator_name(own)]
        if change.open:
            key = "rematch.here" if not change.host else "rematch.going" if change.mine else "rematch.open"
            yield text_display(words(key, host=change.host), "mine")
            return
        if others:
            yield text_display(words("rematch.wanted", names=words.listed(others), n=len(others)), "mine")
        if change.mine and change.host and own is not None and change.host != reading.state.operator_name(own):
            yield text_display(words("rematch.waits", host=change.host))

    def greeting(self, state: ClientState) -> Iterable[say.Request]:
        """Have the node stay after the end as long as this person may play again."""
        return (RematchRequest("perhaps"),) if "rematch" in state.offers else ()

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Play again, once the game is over."""
        ended = reading.state.game_over is not None or reading.state.ended_early
        return KeyEffect("rematch") if does == "rematch" and ended else None

    def after_game(self, reading: Reading) -> Iterator[Display]:
        """Say how to play again, or that the node that could be asked has gone."""
        if "rematch" in reading.state.offers and reading.state.seat is not None:
            gone = reading.state.is_node_gone
            yield (
                text_display(reading.words("rematch.gone"))
                if gone
                else text_display(reading.words("rematch.offered"), "mine")
            )

    def after_game_keys(self, reading: Reading) -> Row:
        """Say which key plays again, and with whom."""
        state, words, said = reading.state, reading.words, reading.state.part(RematchState).rematch
        if "rematch" not in state.offers or state.is_node_gone:
            return EMPTY
        named = [*([said.host] if said.open and said.host else []), *said.names] if said is not None else []
        own = state.operator_name(state.operator) if state.operator is not None else None
        eager = [name for name in dict.fromkeys(named) if name != own]
        key = "screen.keys.rematch-with" if eager else "screen.keys.rematch"
        return row(*key_rows(words, key, names=words.listed(eager)))


def _rematch(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Play again at the same table, or not."""
    state = context.state
    if state.game_over is None and not state.ended_early:
        yield text_display(context.words("rematch.not-over"))
    elif "rematch" not in state.offers:
        yield text_display(context.words("rematch.alone" if state.is_local else "rematch.elsewhere"))
    elif state.is_node_gone:
        yield text_display(context.words("rematch.gone"))
    elif is_no(context, rest):
        yield SendRequest(RematchRequest("no"))
        yield text_display(context.words("rematch.declined"))
    else:
        yield SendRequest(RematchRequest("yes"), (RematchReply, say.LobbyReply))


PART = RematchPart()
