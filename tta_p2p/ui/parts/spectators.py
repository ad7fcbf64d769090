"""Spectators that look on through the own node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.spectators import SpectatorsReply

from ..changes import Change, Update
from ..instructions import Display, text_display
from ..part import Part, PartState, store_if_changed
from ..reading import Reading
from ..state import ClientState


@dataclass(frozen=True)
class SpectatorsState(PartState):
    """The names that they give themselves; None: nothing was said of them."""

    names: tuple[str, ...] | None = None


class SpectatorsPart(Part):
    """Says who looks on."""

    reply_types = change_types = notice_types = (SpectatorsReply,)

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note who looks on."""
        assert isinstance(reply, SpectatorsReply)
        return store_if_changed(state, SpectatorsState(tuple(reply.names)), reply)

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say who looks on."""
        assert isinstance(change, SpectatorsReply)
        key = "watched" if change.names else "watched.nobody"
        yield text_display(reading.words(key, names=reading.words.listed(change.names)))


PART = SpectatorsPart()
