"""Whether the own node is connected with those of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import msgspec

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.connections import ConnectionReply

from ..changes import Change, Update
from ..instructions import Display, text_display
from ..part import Area, Part, PartState, Placement, Urgency
from ..reading import Reading
from ..state import ClientState
from . import is_paused


@dataclass(frozen=True)
class ConnectionsState(PartState):
    """The operators that the own node has met; the greeting says beside each seat whether it is connected."""

    unmet_operators: frozenset[int] = frozenset()
    """The operators of whom the own node has said that it has not been connected with them since it was started."""


class ConnectionsPart(Part):
    """Says who cannot be reached, and who can again."""

    reply_types = change_types = notice_types = (ConnectionReply,)

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note whether somebody is connected; it is news where the game needs them."""
        assert isinstance(reply, ConnectionReply)
        unmet = state.part(ConnectionsState).unmet_operators
        unmet = unmet - {reply.operator} if reply.yes or reply.met else unmet | {reply.operator}
        after = _set_connected(state.with_part(ConnectionsState(unmet)), reply.operator, reply.yes)
        if after == state:
            return state, ()
        told = state.is_needed(reply.operator) and not _is_as_expected(state, reply)
        return after, ((reply,) if told else ())

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say who is or is not connected."""
        assert isinstance(change, ConnectionReply)
        if change.yes:
            yield text_display(reading.words("connected.again" if change.met else "connected.now", name=change.name))
        else:
            yield _disconnection(change.name, change.met, reading)

    def placement(self, change: Change, reading: Reading) -> Placement | None:
        """Show it with the question whether to go on without them, where that is asked."""
        assert isinstance(change, ConnectionReply)
        asked = reading.state.confirmation
        return Placement(Area.QUESTION) if asked is not None and asked.motion == ("gone", change.operator) else None

    def status(self, reading: Reading, urgency: Urgency) -> str:
        """Say that somebody cannot be reached whom the game waits for."""
        if urgency is not Urgency.WAITING:
            return ""
        state = reading.state
        away = (wait.name for wait in state.waits if wait.seat != state.seat and not wait.connected)
        name = next(away, None)
        return reading.words("screen.away", name=name) if name is not None else ""

    def wait_lines(
        self, wait: say.SeatWait, reading: Reading, line: Callable[[str], Display]
    ) -> tuple[Display, ...] | None:
        """Say that somebody cannot be reached whom the game waits for."""
        if wait.connected:
            return None
        return (
            _disconnection(wait.name, True, reading)
            if wait.name in reading.state.duplicate_names
            else line("wait-away"),
        )

    def wait_details(self, reading: Reading, waited: float = 0.0) -> Iterator[Display]:
        """Say who else cannot be reached."""
        state = reading.state
        named = {wait.name for wait in state.waits}
        for name, operator in {info.operated_by: info.operator for info in state.disconnected_seats}.items():
            if name not in named:
                yield _disconnection(name, operator not in state.part(ConnectionsState).unmet_operators, reading)


def _disconnection(name: str, met: bool, reading: Reading) -> Display:
    """Say that somebody is not connected, and what that means; ``met``: they have been."""
    key = "lost" if met else "not-yet"
    if name in reading.state.duplicate_names:
        key = "doubled"
    elif is_paused(reading.state):
        key += ".paused"  # nothing goes on without them, nor with them
    return text_display(reading.words(f"connected.{key}", name=name), "warn")


def _is_as_expected(state: ClientState, said: ConnectionReply) -> bool:
    """Whether somebody is connected of whom nothing else was said yet, since the own node had just begun to play."""
    seats = state.welcome.seats if state.welcome is not None else []
    return said.yes and any(info.operator == said.operator and info.connecting for info in seats)


def _set_connected(state: ClientState, operator: int, yes: bool) -> ClientState:
    """Note whether somebody is connected, where it stands who plays."""
    welcome = state.welcome
    if welcome is None or all(
        info.operator != operator or (info.connected == yes and not info.connecting) for info in welcome.seats
    ):
        return state
    seats = [
        msgspec.structs.replace(info, connected=yes, connecting=False) if info.operator == operator else info
        for info in welcome.seats
    ]
    return replace(state, welcome=msgspec.structs.replace(welcome, seats=seats))


PART = ConnectionsPart()
