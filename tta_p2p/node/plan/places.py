"""Places: where a table is announced, where one is joined, and where its players are."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import trio

from tta_p2p.net.addresses import Address, fingerprint, parse_address, peer_addresses
from tta_p2p.net.errors import BadAddress
from tta_p2p.net.invitations import parse_places
from tta_p2p.net.ports import Port
from tta_p2p.node.lobby.announcements import TableSign, announce_beside, announce_table, find_table
from tta_p2p.node.lobby.exchange import Agreement, LobbyFailed, places_seen
from tta_p2p.node.lobby.greeting import hello
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.plan.plans import Plan


def announcement(
    plan: Plan,
    port: Port,
    sign: TableSign,
    identity: bytes,
    game: str,
    report: Callable[[str], None],
    nursery: trio.Nursery,
) -> AbstractAsyncContextManager[None]:
    """Announce the table of a plan while the body runs, and beside it, where it does not want to stay quiet.

    ``game``: what is played there; ``nursery``: where that goes on.
    """
    if plan.quiet:
        return contextlib.nullcontext()
    rules = hello(game).rules
    told = (plan.table or plan.name, port, sign, rules, identity, plan.id, plan.interfaces, report, game)
    return announce_beside(lambda: announce_table(*told), nursery)


async def join_target(plan: Plan) -> tuple[tuple[Address, ...], str]:
    """Find the table that a plan wants to join, and its game; empty where nobody has said that.

    Raises LobbyFailed, NetError.
    """
    if plan.again is not None:
        return tuple(parse_address(place) for place in plan.again.places), plan.again.conditions.game
    if plan.address:
        return parse_places(plan.address), ""
    if not plan.table:
        raise LobbyFailed("none-named")
    found = await find_table(plan.table, plan.interfaces)
    return found.addresses, found.notice.plays


def with_host_address(agreed: Agreement, addresses: Sequence[Address]) -> Agreement:
    """The agreed table with its host where it was found: it is surely there, whatever it says itself."""
    places = (places_seen([found.host for found in addresses], agreed.places[0]), *agreed.places[1:])
    return replace(agreed, places=places)


def tables_of(guest: LobbyGuest, addresses: Sequence[Address]) -> list[tuple[Address, ...]]:
    """The places of the other signers of a guest's charter, one tuple each; the host, found at ``addresses``, first.

    Each place has the fingerprint that its owner has in the room.
    """
    room = guest.visit.room
    others = [party for party in room.parties if party.identity != guest.key.identity] if room is not None else []
    tables = []
    for number, party in enumerate(others):
        known = (*(place.place for place in addresses if number == 0), *peer_addresses(party.places))
        tables.append(tuple(replace(place, fingerprint=fingerprint(party.identity)) for place in dict.fromkeys(known)))
    return [table for table in tables if table]


def places_of(texts: Iterable[str]) -> tuple[Address, ...]:
    """The addresses among what a data folder holds: an older version may have stored what is none."""
    found: list[Address] = []
    for text in texts:
        with contextlib.suppress(BadAddress):
            found.append(parse_address(text).place)
    return tuple(found)
