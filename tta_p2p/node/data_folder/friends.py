"""Friends: players that were met, with the places at which they were found last, and the last game with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from protocol.charter import decode_charter
from protocol.errors import ProtocolError
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.invitations import write_places
from tta_p2p.node.data_folder.address_entries import latest, read_entry
from tta_p2p.node.data_folder.stored_games import open_for_listing
from tta_p2p.node.data_folder.whereabouts import read_whereabouts
from tta_p2p.store.database import Store
from tta_p2p.table import local_record


@dataclass(frozen=True, slots=True)
class Friend:
    """A player that was met: the time of that in seconds since 1970, and the key that tells it from a namesake.

    `place`: where it was found last, in a game under way or one that was played to its end, as `tta join` takes it;
    empty where that is not known. `sid`: the last game with it that is over; empty where there is none.
    """

    name: str
    fingerprint: str
    last_seen: int
    compared: bool
    place: str = ""
    sid: str = ""


def friends(folder: Path) -> list[Friend]:
    """Give all players that were met, the last first. Raises StoreError."""
    store = open_for_listing(folder)
    try:
        kept = {key: _place(key, found) for key, found in read_whereabouts(folder).items()}
        places, games = _games_with(store)
        met = sorted(store.players(), key=lambda one: -one.last_seen)
        return [
            Friend(
                one.name, key := fingerprint(one.identity), one.last_seen, one.compared,
                places.get(key) or kept.get(key, ""), games.get(one.identity, ""),
            )
            for one in met
        ]  # fmt: skip
    finally:
        store.close()


def _place(key: str, found: Iterable[Address]) -> str:
    return write_places([replace(one, fingerprint=key) for one in found])


def _games_with(store: Store) -> tuple[dict[str, str], dict[bytes, str]]:
    """Give, by fingerprint, where each member of a game was found last; by key, the last game with it that is over."""
    places, games = dict[str, str](), dict[bytes, str]()
    for row in sorted(store.games(), key=lambda row: -row.touched):
        if not row.sound or local_record.is_local(row.charter):
            continue
        try:
            charter = decode_charter(row.charter).charter
        except ProtocolError:  # of another version
            continue
        kept = store.addresses(row.sid)
        for operator, member in enumerate(charter.operators):
            if not row.under_way:
                games.setdefault(member.identity, row.sid.hex())
            entry = read_entry(kept.get(operator, b""))
            found: tuple[Address, ...] = latest((*entry.own, *entry.given, *entry.told), ())
            if found and (key := fingerprint(member.identity)) not in places:
                places[key] = _place(key, found)
    return places, games
