"""The plan for another game at the same table, from what is kept of the one that is over."""

from __future__ import annotations

import contextlib
import secrets as tokens
from pathlib import Path

import msgspec

from protocol.charter import Charter
from tta_p2p.bots.levels import effective_level
from tta_p2p.net.addresses import fingerprint, parse_address
from tta_p2p.net.errors import BadAddress
from tta_p2p.node.lobby.conditions import rematch_conditions
from tta_p2p.node.lobby.messages import MOST_PLACES, Room, read_conditions
from tta_p2p.node.plan.plans import FormerOperator, Plan, RematchTerms, Secrets
from tta_p2p.node.plan.resumption import charter_of
from tta_p2p.seats.names import BY_PROGRAM
from tta_p2p.store.database import Store

KNOCKING = 600.0
"""Seconds for which a guest knocks where the host of the game before is, or was."""
REACHING = 60.0
"""The same where somebody has said a moment ago that the table is open: another player may open it otherwise."""


def make_rematch_plan(
    plan: Plan, charter: Charter, operator: int, kept: Secrets, host: int, places: tuple[str, ...] = ()
) -> Plan:
    """The plan of an operator of this game for another one, when operator ``host`` opens the table again.

    ``plan``: that of the game before; ``places``: further addresses that the host has given.
    """
    own = charter.seats_of(operator)
    levels = {seat: effective_level(charter.game, level) for seat, level in kept.bots.items()}
    bots = tuple(levels[seat] for seat in own[1:] if seat in levels)
    programs = tuple(kept.programs[seat] for seat in own if seat in kept.programs)
    hosts = host == operator
    found = []
    for place in (*places, *kept.places[host]):
        with contextlib.suppress(BadAddress):
            key = fingerprint(charter.operators[host].identity)
            found.append(str(parse_address(f"{parse_address(place).place}#{key}")))
    conditions = rematch_conditions(charter, bots if hosts else kept.levels)
    former = tuple(
        FormerOperator(one.identity, one.name, seats_of(charter, number), number in kept.unattended)
        for number, one in enumerate(charter.operators)
    )
    by_program = own[0] in kept.bots or own[0] in kept.programs
    return msgspec.structs.replace(
        plan,
        do="host" if hosts else "join",
        id=tokens.token_hex(4),
        name=charter.operators[operator].name,  # of two who call themselves alike each keeps the name it was given
        conditions=conditions if hosts else None,
        listen=plan.listen or kept.listen,
        public=plan.public or kept.public,
        address="" if hosts else found[0] if found else "",
        table=kept.table,
        sid="",
        sought=(),
        bot=levels.get(own[0], ""),
        programs=programs,
        beside=bool(programs) and own[0] not in kept.programs,
        knocking=REACHING if places else KNOCKING,
        at_once=by_program,
        quiet=plan.quiet or kept.quiet,
        interfaces=plan.interfaces or kept.interfaces,
        onion=bool(kept.onion_seed),
        onion_seed=kept.onion_seed,
        hidden=kept.hidden,
        again=RematchTerms(conditions, former, tuple(dict.fromkeys(found))[: 2 * MOST_PLACES], charter.sid.hex()),
    )


def rematch_plan_of(folder: Path, sid: bytes) -> Plan:
    """The plan for another game like one that is over here: its host opens the table, the others knock there.

    Raises StoreError, CannotResume, VersionMismatch.
    """
    store = Store(folder)
    try:
        row, charter = charter_of(store, sid)
    finally:
        store.close()
    kept = msgspec.msgpack.decode(row.secrets, type=Secrets)
    plan = make_rematch_plan(Plan(do="host", id="", name=""), charter, row.operator, kept, 0)
    chosen = plan.do != "host" or parse_address(plan.listen or "*:0", listening=True).port
    return msgspec.structs.replace(plan, port=0 if chosen else kept.port)


def seats_of(charter: Charter, operator: int) -> tuple[str, ...]:
    """Name the seats of an operator."""
    return tuple(charter.seats[seat].name for seat in charter.seats_of(operator))


def may_be_same_table(again: RematchTerms, room: Room) -> bool:
    """Whether a room may become the same table as before.

    The conditions, levels of bots included, are the same; each party present has its key, name, seats and attendance of
    before. A game whose levels of bots were not kept makes another table.
    """
    there = {FormerOperator(one.identity, one.name, one.seats, one.unattended) for one in room.parties}
    bots = sum(not seat.endswith(BY_PROGRAM) for one in there for seat in one.seats[1:])
    proposed = read_conditions(room.conditions)
    return there <= {*again.operators} and proposed == again.conditions and bots == len(proposed.bots)


def is_same_table(again: RematchTerms, room: Room) -> bool:
    """Whether a room is the same table as before: same conditions, all parties present, nobody else."""
    everybody = sorted(one.identity for one in room.parties) == sorted(one.identity for one in again.operators)
    return bool(again.operators) and everybody and may_be_same_table(again, room)
