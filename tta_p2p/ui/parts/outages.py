"""Outages of others' nodes, as these have told them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.outages import OutageReply

from ..changes import Change, Update
from ..instructions import Display, text_display
from ..part import Part, PartState
from ..reading import Reading
from ..state import ClientState


@dataclass(frozen=True)
class OutagesState(PartState):
    """The outages that other nodes have told."""

    known: tuple[OutageReply, ...] = ()
    """The last word of each that is not back."""


class OutagesPart(Part):
    """Says why the node of somebody has stopped, and what the others can do."""

    reply_types = change_types = notice_types = (OutageReply,)

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note it; that a node is back, the connection says."""
        assert isinstance(reply, OutageReply)
        known = state.part(OutagesState).known
        if reply in known:
            return state, ()
        others = tuple(one for one in known if one.operator != reply.operator)
        told = (reply,) if reply.why else ()
        return state.with_part(OutagesState(others + told)), told

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say that a node has stopped, and why."""
        assert isinstance(change, OutageReply)
        yield _outage(change, reading)

    def wait_details(self, reading: Reading, waited: float = 0.0) -> Iterator[Display]:
        """Say it again to whoever asks for whom the game waits."""
        for known in reading.state.part(OutagesState).known:
            yield _outage(known, reading)


def _outage(said: OutageReply, reading: Reading) -> Display:
    key = f"outage.{said.why}"
    why = key if reading.words.optional(key) is not None else "outage.other"
    return text_display(reading.words(why, name=said.name), "warn")


PART = OutagesPart()
"""Why the nodes of others say nothing more."""
