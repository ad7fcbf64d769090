"""The plan for another game at the same table, from what is kept of the one that is over."""

from __future__ import annotations

import contextlib
import secrets as tokens
from dataclasses import replace
from pathlib import Path

import msgspec

from protocol.charter import Charter
from tta_p2p.net.addresses import fingerprint, parse_address
from tta_p2p.net.errors import BadAddress
from tta_p2p.node.meeting.conditions import conditions_again
from tta_p2p.node.meeting.lobby_words import Room, read_conditions
from tta_p2p.node.plans import Plan, SameTable, Secrets
from tta_p2p.node.resuming import charter_of
from tta_p2p.store.database import Store

KNOCKING = 600.0
"""Seconds for which a guest knocks where the host of the game before is, or was."""


def plan_again(
    plan: Plan, charter: Charter, operator: int, kept: Secrets, host: int, places: tuple[str, ...] = ()
) -> Plan:
    """What a node does that has played this game as this operator, when this host opens the table again.

    ``plan``: what it was started for; ``places``: where the host says that it is, beside where it was.
    """
    own = charter.seats_of(operator)
    bots = tuple(kept.bots[seat] for seat in own[1:] if seat in kept.bots)
    programs = tuple(kept.programs[seat] for seat in own if seat in kept.programs)
    hosts = host == operator
    found = []
    for place in (*kept.places[host], *places):
        with contextlib.suppress(BadAddress):
            key = fingerprint(charter.operators[host].identity)
            found.append(str(parse_address(f"{parse_address(place).place}#{key}")))
    conditions = conditions_again(charter, bots if hosts else ())
    identities = tuple(one.identity for one in charter.operators)
    return msgspec.structs.replace(
        plan,
        do="host" if hosts else "join",
        id=tokens.token_hex(4),
        name=kept.name,
        conditions=conditions if hosts else None,
        listen=plan.listen or kept.listen,
        public=plan.public or kept.public,
        address="" if hosts else found[0] if found else "",
        table=kept.table,
        sid="",
        bot=kept.bots.get(own[0], ""),
        programs=programs,
        beside=bool(programs) and own[0] not in kept.programs,
        knocking=KNOCKING,
        at_once=hosts or own[0] in kept.bots or own[0] in kept.programs,
        again=SameTable(conditions, identities, tuple(dict.fromkeys(found))[:8], charter.sid.hex()),
    )


def plan_of_stored(folder: Path, sid: bytes) -> Plan:
    """The plan for another game like one that is over here: its host opens the table, the others knock there.

    Raises StoreError, CannotResume, OtherVersion.
    """
    store = Store(folder)
    try:
        row, charter = charter_of(store, sid)
    finally:
        store.close()
    kept = msgspec.msgpack.decode(row.secrets, type=Secrets)
    plan = plan_again(Plan(do="host", id="", name=""), charter, row.operator, kept, 0)
    listen = parse_address(plan.listen or "*:0", listening=True)
    where = f"{listen if listen.port else replace(listen, port=kept.port)}" if plan.do == "host" else plan.listen
    return msgspec.structs.replace(plan, listen=where)


def as_before(again: SameTable, room: Room) -> bool:
    """Whether a room is the same table as before: nothing else is proposed, and nobody else is there."""
    known = all(party.identity in again.players for party in room.parties)
    return known and replace(read_conditions(room.conditions), bots=()) == replace(again.conditions, bots=())
