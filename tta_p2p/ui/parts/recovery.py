"""A node that came back with a store that may be old, and asks the others what was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.recovery import EndRecoveryRequest, RecoveryReply

from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord, offered_with
from ..instructions import AskConfirmation, Display, Instruction, text_display
from ..part import Part, PartState, Urgency
from ..reading import Reading
from ..state import ClientState, PendingConfirmation


@dataclass(frozen=True)
class RecoveryState(PartState):
    """Whether the own node knows all that it has said."""

    missing: tuple[str, ...] | None = None
    """Whom it waits for since it came back with a store that may be old; None: it has not come back so."""


class RecoveryPart(Part):
    """Says whom the own node waits for, and lets it play on without them."""

    reply_types = change_types = notice_types = (RecoveryReply,)

    def __init__(self) -> None:
        self.commands = (CommandWord("go-on", _go_on, rank=76, is_offered=offered_with("go-on")),)

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note whom the own node waits for."""
        assert isinstance(reply, RecoveryReply)
        after = replace(state, duplicate_names=state.duplicate_names & {*reply.missing}).with_part(
            RecoveryState(tuple(reply.missing))
        )
        return (state, ()) if after == state else (after, (reply,))

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say whom the own node waits for."""
        assert isinstance(change, RecoveryReply)
        names = reading.words.listed(change.missing)
        yield text_display(reading.words("returning" if change.missing else "returning.over", names=names), "warn")

    def is_stalled(self, state: ClientState) -> bool:
        """Whether the own node plays on only once others have told it what it has said."""
        return bool(state.part(RecoveryState).missing)

    def missing_names(self, state: ClientState) -> Iterable[str]:
        """Name them."""
        return state.part(RecoveryState).missing or ()

    def status(self, reading: Reading, urgency: Urgency) -> str:
        """Say whom the own node waits for, unless more than that is amiss."""
        missing = reading.state.part(RecoveryState).missing
        if urgency is not Urgency.HALTED or reading.state.halt is not None or not missing:
            return ""
        return reading.words("screen.returning", names=reading.words.listed(missing))

    def obstacles(self, reading: Reading) -> Iterator[Display]:
        """Say whom the own node waits for."""
        return self.delivery_note(reading)

    def delivery_note(self, reading: Reading) -> Iterator[Display]:
        """Say why nobody hears yet what is done here: the own node first asks others what it has said."""
        if missing := reading.state.part(RecoveryState).missing:
            yield text_display(reading.words("returning", names=reading.words.listed(missing)), "warn")


def _go_on(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if missing := context.state.part(RecoveryState).missing:
        yield AskConfirmation(PendingConfirmation("go-on.risk", (EndRecoveryRequest(),), names=missing))
    else:
        yield text_display(context.words("go-on.nobody"))


PART = RecoveryPart()
