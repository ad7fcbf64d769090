"""Places of the own node and of the others."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.address_book import LONGEST, AddressReply, AddressRequest

from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord, offered_with
from ..instructions import Display, Instruction, SendRequest, text_display
from ..part import Part
from ..reading import Reading
from ..state import ClientState


class AddressBookPart(Part):
    """Says where the own node is reached, and lets people say where somebody is."""

    reply_types = change_types = notice_types = (AddressReply,)

    def __init__(self) -> None:
        self.commands = (
            CommandWord("address", _address, rank=77, group={"others": "address"}, is_offered=offered_with("address")),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Tell it: nothing of it is kept."""
        return state, (reply,)

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say where somebody is looked for, or where others reach the own node."""
        assert isinstance(change, AddressReply)
        words = reading.words
        if change.names:
            yield text_display(
                words("address.sought", names=words.any_of(change.names), places=words.listed(change.places))
            )
        elif change.own:
            yield text_display(words("address.own", places=words.any_of(change.own)))
            yield text_display(words("address.say", place=change.own[0]))
        else:
            yield text_display(words("address.none"), "warn")


def _address(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Say where somebody is, by an address or an invitation; alone: ask where others reach the own node."""
    yield SendRequest(AddressRequest((rest[:LONGEST],) if rest else ()), (AddressReply,))


PART = AddressBookPart()
