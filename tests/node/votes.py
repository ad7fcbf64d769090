"""How a node votes, and somebody who listens to what it tells."""

from __future__ import annotations

from typing import Any

from protocol import events
from tests.node.contexts import context_of
from tests.table.peers import Peers
from tta_p2p.node.game.limits import Limits
from tta_p2p.node.game.parts.pause import Pause as PausePart
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.node.game.presence import Presence
from tta_p2p.seats import messages as say


class Nobody:
    """Nobody looks on."""

    clients = ()

    @property
    def desk(self) -> Any:
        """Nobody is at the desk."""
        return self

    def tell_all(self, said: say.Reply) -> None:
        """It is told to nobody."""

    def show_soon(self) -> None:
        """Nothing is shown."""

    def send(self, operator: int, kind: int, payload: bytes) -> None:
        """Nobody hears it."""

    def send_all(self, kind: int, payload: bytes) -> None:
        """Nobody hears it."""


class Listening(Nobody):
    """Keeps what is told."""

    def __init__(self) -> None:
        self.told: list[say.Reply] = []

    def tell_all(self, said: say.Reply) -> None:
        self.told.append(said)


def voting(
    peers: Peers, number: int, listening: Listening, bots: tuple[int, ...] = ()
) -> tuple[Votes, Limits, Presence]:
    """How somebody's node votes, what it knows of limits, and who is there; ``bots``: the nodes without people."""
    presence = Presence()
    context = context_of(
        peers.tables[number],
        number,
        wire=listening,
        presence=presence,
        only_bots=number in bots,
        unattended=bots,
        journal=tuple(peers.stored[number]),
    )
    context.add(PausePart(context))
    votes = context.add(Votes(context))
    presence.start()
    return votes, votes.limits, presence


def hear(peers: Peers, number: int, votes: Votes) -> None:
    """Deliver all, and let somebody's node take note of the votes."""
    peers.deliver()
    for event in peers.events[number]:
        if isinstance(event, events.VoteCast | events.MotionLapsed | events.MotionCarried):
            votes.note_motion(event)
    peers.events[number].clear()
