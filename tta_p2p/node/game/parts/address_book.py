"""Places where each member was found lately, or is said to be; kept, so that a table meets again after its members have
moved.

The addresses are hints, and nothing in the game depends on them: whoever answers must show the certificate that the
charter pins, so a wrong one costs an attempt to connect. They are erased with the secrets of the game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Annotated, NamedTuple

import msgspec

from tta_p2p.net.addresses import Address, peer_addresses
from tta_p2p.net.members import MemberLink
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.store.database import StoreError

MOST = 4
"""How many addresses of a member are kept that it has shown, and how many that others told."""
LONGEST = 300
"""Letters of an address in the store."""

Texts = Annotated[list[Annotated[str, msgspec.Meta(max_length=LONGEST)]], msgspec.Meta(max_length=MOST)]


class AddressEntry(NamedTuple):
    """The addresses of one member, the latest first; those that stand in the charter's secrets are left out.

    What others tell never takes the place of what the member has shown itself.
    """

    own: tuple[Address, ...] = ()
    """At which it was reached, or of which it has said itself, over its own channel, that it listens there."""
    told: tuple[Address, ...] = ()
    """Of which another member has said that it listens there."""

    def after(self, link: MemberLink) -> AddressEntry:
        """The entry when what the mesh knows of this member now has been taken in."""
        own = latest((*link.own, *self.own), link.agreed)
        return AddressEntry(own, latest((*link.hinted, *self.told), (*link.agreed, *own)))

    def encode(self) -> bytes:
        """The entry for the store."""
        return msgspec.json.encode([[str(place) for place in places] for places in self])


def latest(places: Iterable[Address], known: Iterable[Address]) -> tuple[Address, ...]:
    """The first of these addresses, each once, without those that are known otherwise."""
    left_out = set(known)
    return tuple(dict.fromkeys(place for place in places if place not in left_out))[:MOST]


def read_entry(kept: bytes) -> AddressEntry:
    """An entry of the store, as far as it is sound: of another version, or garbage, it is empty."""
    try:
        own, told = msgspec.json.decode(kept, type=tuple[Texts, Texts])
    except (msgspec.DecodeError, RecursionError, ValueError):
        return AddressEntry()
    return AddressEntry(peer_addresses(own), peer_addresses(told))


class AddressBook(Part):
    """One node's knowledge of the places of the other members of its game."""

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._entries = {operator: AddressEntry() for operator in sorted(context.others)}
        with contextlib.suppress(StoreError):
            kept = context.store.addresses(context.sid)
            self._entries |= {one: read_entry(kept[one]) for one in self._entries.keys() & kept.keys()}
        self._unsaved: set[int] = set()
        for operator, entry in self._entries.items():
            context.mesh.suggest(operator, (*entry.own, *entry.told))

    def peer_connected(self, operator: int) -> None:
        """A member is connected: take in where."""
        self._look_up()

    async def tick(self) -> None:
        """Take in what the mesh has heard meanwhile."""
        self._look_up()

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
        """Count the known addresses of each member, its own and those that others told; never name them."""
        counts = {operator: (len(one.own), len(one.told)) for operator, one in self._entries.items()}
        return ", ".join(f"{operator}: {own} own, {told} told" for operator, (own, told) in sorted(counts.items()))
