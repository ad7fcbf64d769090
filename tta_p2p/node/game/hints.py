"""Hints of people about members' places: the charter's keys tell which members an address may belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.errors import BadAddress
from tta_p2p.net.invitations import read_places
from tta_p2p.node.service.tables import NotPossible


def read_hints(texts: Iterable[str], members: Sequence[bytes], own: int) -> Mapping[int, tuple[Address, ...]]:
    """The addresses that a person gives, by the operators who may be there.

    ``members``: the identities of all operators, in their order; ``own``: the number of the person's own.

    An address with a key is of that operator alone; one without may be of any other, since whoever answers must show
    a certificate. Raises NotPossible where a text is no address, or its key nobody's at this table.
    """
    keys = {fingerprint(identity): number for number, identity in enumerate(members) if number != own}
    found: dict[int, list[Address]] = {number: [] for number in sorted(keys.values())}
    for text in texts:
        try:
            places = read_places(text)
        except BadAddress as error:
            raise NotPossible("node.no-address", text[:60]) from error
        for place in places:
            if place.fingerprint and place.fingerprint not in keys:
                raise NotPossible("node.no-member", str(place))
            for number in [keys[place.fingerprint]] if place.fingerprint else found:
                found[number].append(place.place)
    return {number: tuple(dict.fromkeys(given)) for number, given in found.items() if given}
