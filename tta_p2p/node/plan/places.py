"""Places: where a table is announced, where one is joined, and where its players are."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import trio

from tta_p2p.net.addresses import Address, HostKind, fingerprint, parse_address, peer_addresses
from tta_p2p.net.errors import BadAddress, Unreachable
from tta_p2p.net.folder.doors import SharedFolder, TableNote
from tta_p2p.net.folder.streams import FOLDER_PATIENCE
from tta_p2p.net.invitations import parse_places
from tta_p2p.net.ports import Port
from tta_p2p.net.routes import routes
from tta_p2p.node.lobby.announcements import TableSign, announce_beside, announce_table, find_table
from tta_p2p.node.lobby.exchange import Agreement, LobbyFailed, places_seen
from tta_p2p.node.lobby.greeting import hello
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.plan.plans import Plan

ONION_KNOCKING = 120.0
"""Seconds for which a table that is reached by way of Tor is knocked at, at least."""


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
    """Find the table that a plan wants to join, one address at least, and its game; empty where nobody has said that.

    Raises LobbyFailed, NetError.
    """
    addresses, plays = await _look_for(plan)
    if not addresses:
        raise Unreachable("no address of that table is known").because("no-address")
    return addresses, plays


async def _look_for(plan: Plan) -> tuple[tuple[Address, ...], str]:
    if plan.again is not None:
        return tuple(parse_address(place) for place in plan.again.places), plan.again.conditions.game
    if plan.address:
        return parse_places(plan.address), ""
    if not plan.table and not plan.folder:
        raise LobbyFailed("none-named")
    if plan.folder:
        note = await find_in_folder(plan)
        return (note.address,), note.game
    found = await find_table(plan.table, plan.interfaces)
    return found.addresses, found.notice.plays


async def find_in_folder(plan: Plan) -> TableNote:
    """Find the one table in the folder of a plan, or the one of that name or key, as soon as its note is there.

    Raises LobbyFailed where several could be meant, NetError.
    """
    folder = routes().folder
    assert folder is not None
    while True:
        notes = await folder.notes()
        meant = [one for one in notes if not plan.table or plan.table in (one.table, one.key)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise LobbyFailed("several-in-folder", str(folder.path), [f"{one.table} ({one.key})" for one in meant])
        await trio.sleep(folder.look)


async def tables_in_folder(folder: str) -> list[TableNote]:
    """Give the tables in a folder, for a person who looks. Raises Unreachable."""
    return await SharedFolder(Path(folder), trio.to_thread.run_sync, os.urandom).notes()


def in_folder(table: str, note: TableNote | None, port: Port) -> AbstractAsyncContextManager[None]:
    """Hold the door of this node open in its folder as well, if it has one, while the body runs.

    ``table``: the number of the table there; ``note``: what is told of it.
    """
    folder = routes().folder
    return contextlib.nullcontext() if folder is None or not table else folder.door(table, note, port.serve)


def with_host_address(agreed: Agreement, addresses: Sequence[Address]) -> Agreement:
    """The agreed table with its host where it was found: it is surely there, whatever it says itself."""
    hosts = [found.host for found in addresses if found.kind is not HostKind.FOLDER]
    places = (places_seen(hosts, agreed.places[0]), *agreed.places[1:])
    return replace(agreed, places=places)


def knocking(tried: float, addresses: Sequence[Address]) -> float:
    """Seconds for which a table is knocked at; ``tried``: as its person wants.

    A service that has just opened is found after a while, and whoever copies a folder may do so once a day.
    """
    kinds = {one.kind for one in addresses}
    if HostKind.FOLDER in kinds:
        return FOLDER_PATIENCE
    return max(tried, ONION_KNOCKING) if tried and HostKind.ONION in kinds else tried


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
