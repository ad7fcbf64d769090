"""The addresses of the members of a table as a store keeps them: hints, and nothing in a game depends on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple

import msgspec

from tta_p2p.net.addresses import Address, peer_addresses
from tta_p2p.net.members import MemberLink

MOST = 4
"""How many addresses of a member are kept of each kind: that it has shown, that others told, that a person gave."""
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
    given: tuple[Address, ...] = ()
    """Of which the person here has said that it is there now."""

    def after(self, link: MemberLink) -> AddressEntry:
        """The entry when what the mesh knows of this member now has been taken in."""
        own = latest((*link.own, *self.own), link.agreed)
        told = latest((*link.hinted, *self.told), (*link.agreed, *own))
        return AddressEntry(own, told, latest(self.given, (*link.agreed, *own, *told)))

    def encode(self) -> bytes:
        """The entry for the store; without what a person gave as releases write it that know nothing of that."""
        kinds = self if self.given else self[:2]
        return msgspec.json.encode([[str(place) for place in places] for places in kinds])


def latest(places: Iterable[Address], known: Iterable[Address]) -> tuple[Address, ...]:
    """The first of these addresses, each once, without those that are known otherwise."""
    left_out = set(known)
    return tuple(dict.fromkeys(place for place in places if place not in left_out))[:MOST]


def read_entry(kept: bytes) -> AddressEntry:
    """An entry of the store, as far as it is sound: of another version, or garbage, it is empty."""
    try:
        kinds = msgspec.json.decode(kept, type=Annotated[list[Texts], msgspec.Meta(min_length=2, max_length=3)])
    except (msgspec.DecodeError, RecursionError, ValueError):
        return AddressEntry()
    return AddressEntry(*map(peer_addresses, kinds))
