"""Whoever looks on through the own node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.spectators import SpectatorsReply

from ..changes import Change, Heard
from ..instructions import Display, tell
from ..part import Part, PartState, noted
from ..reading import Reading
from ..state import ClientState


@dataclass(frozen=True)
class SpectatorsState(PartState):
    """The names that they give themselves; None: nothing was said of them."""

    names: tuple[str, ...] | None = None


class SpectatorsPart(Part):
    """Says who looks on."""

    hears = tells = keeps = (SpectatorsReply,)

    def hear(self, state: ClientState, reply: say.Reply, before: ClientState) -> Heard:
        """Note who looks on."""
        assert isinstance(reply, SpectatorsReply)
        return noted(state, SpectatorsState(tuple(reply.names)), reply)

    def told(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say who looks on."""
        assert isinstance(change, SpectatorsReply)
        key = "watched" if change.names else "watched.nobody"
        yield tell(reading.words(key, names=reading.words.listed(change.names)))


PART = SpectatorsPart()
