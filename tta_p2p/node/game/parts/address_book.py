"""Places where each member was found lately, or is said to be; kept, so that a table meets again after its members have
moved.

The addresses are hints, and nothing in the game depends on them: whoever answers must show the certificate that the
charter pins, so a wrong one costs an attempt to connect. They are erased with the secrets of the game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace

from tta_p2p.net.addresses import Address, HostKind, fingerprint
from tta_p2p.net.interfaces import MAX_INVITED
from tta_p2p.net.tasks import Stake
from tta_p2p.node.data_folder.address_entries import AddressEntry, latest, read_entry
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.hints import read_hints
from tta_p2p.node.game.part import Part
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import address_book as words
from tta_p2p.store.database import StoreError


class AddressBook(Part):
    """One node's knowledge of the places of the other members of its game."""

    serves = Stake.HINT
    requests = (words.AddressRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._entries = {operator: AddressEntry() for operator in sorted(context.others)}
        with contextlib.suppress(StoreError):
            kept = context.store.addresses(context.sid)
            self._entries |= {one: read_entry(kept[one]) for one in self._entries.keys() & kept.keys()}
        self._unsaved: set[int] = set()
        for operator, entry in self._entries.items():
            context.mesh.suggest(operator, (*entry.own, *entry.told))
            context.mesh.direct(operator, entry.given)
        self._seek(read_hints(context.setup.sought, self._members(), context.operator))
        self._told = context.mesh.addresses

    def offers(self, client: Client) -> bool:
        """Everybody here may say where somebody is: a hint, and a wrong one costs an attempt to connect."""
        return True

    def ask(self, client: Client, request: say.Request) -> None:
        """A person says where somebody is, or asks where others reach this node. Raises NotPossible."""
        assert isinstance(request, words.AddressRequest)
        found = read_hints(request.places, self._members(), self.context.operator)
        self._seek(found)
        names = tuple(self.context.name(operator) for operator in sorted(found))
        places = dict.fromkeys(place for given in found.values() for place in given)
        client.say(words.AddressReply(self._own(), names, tuple(map(str, places))))

    def _seek(self, found: Mapping[int, tuple[Address, ...]]) -> None:
        """Look for members where the person here says that they are, the latest first."""
        tor = self.context.setup.tor
        if tor is not None and any(place.kind is HostKind.ONION for places in found.values() for place in places):
            tor.want()
        for operator, places in found.items():
            entry = self._entries[operator]
            given = latest((*places, *entry.given), ())
            self.context.mesh.direct(operator, given)
            self._entries[operator] = entry._replace(given=given)
            self._unsaved.add(operator)

    def _members(self) -> list[bytes]:
        return [one.identity for one in self.context.charter.operators]

    def _own(self) -> tuple[str, ...]:
        """The addresses at which others reach this node, as they type them: of loopback where there are no others."""
        key = fingerprint(self.context.charter.operators[self.context.operator].identity)
        there = [one for one in self.context.mesh.addresses if not one.is_loopback] or self.context.mesh.addresses
        return tuple(str(replace(one, fingerprint=key)) for one in there[:MAX_INVITED])

    def peer_connected(self, operator: int) -> None:
        """A member is connected: take in where."""
        self._look_up()

    async def tick(self) -> None:
        """Take in what the mesh has heard meanwhile, and tell people when this computer has other addresses."""
        self._look_up()
        if self._told != self.context.mesh.addresses:
            self._told = self.context.mesh.addresses
            self.context.tell_all(words.AddressReply(self._own()))

    def _look_up(self) -> None:
        for link in self.context.mesh.links:
            entry = self._entries[link.operator]
            if (fresh := entry.after(link)) != entry:
                self._entries[link.operator] = fresh
                self._unsaved.add(link.operator)

    async def save(self) -> None:
        """Store what has changed, as long as the game has its secrets. The game goes on where that is not possible."""
        while self._unsaved and not self.context.erased:
            operator = self._unsaved.pop()
            data = self._entries[operator].encode()
            with contextlib.suppress(StoreError):
                await self.context.environment.aside(
                    self.context.store.save_addresses, self.context.sid, operator, data
                )

    def summary(self) -> str:
        """Count the known addresses of each member, its own and those that others told or gave; never name them."""
        counts = [(operator, *map(len, entry)) for operator, entry in sorted(self._entries.items())]
        return ", ".join(f"{one}: {own} own, {told} told, {given} given" for one, own, told, given in counts)
