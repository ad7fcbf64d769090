"""Local games begun, and taken up again from the store that keeps them."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator

import msgspec

from tta_p2p.bots.levels import effective_level
from tta_p2p.games.contract import Seat
from tta_p2p.games.game import narrowed
from tta_p2p.node.local.storage import LocalGameStore
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.workers.pool import WorkerPool
from tta_p2p.registry import load_rules
from tta_p2p.store.database import Store
from tta_p2p.table import binding, local_record
from tta_p2p.table.local_record import LocalCharter
from tta_p2p.table.orders import SeatOrders, read_orders
from tta_p2p.table.origin import GameOrigin, masked
from tta_p2p.table.recording import Recording


def new_charter(
    game: str,
    seats: int,
    options: dict[str, bool | int | str],
    seed: int,
    names: tuple[str, ...],
    bots: dict[Seat, str],
    programs: dict[Seat, tuple[tuple[str, ...], str]],
) -> LocalCharter:
    """The charter of a game that begins now."""
    rules = load_rules(game).played_by(options)
    digest, options = binding.rules_digest(rules), narrowed(rules, options)
    return LocalCharter(secrets.token_bytes(32), game, digest, seats, options, seed, names, bots, programs)


def continuation_charter(recording: Recording, origin: GameOrigin, seed: int, bots: dict[Seat, str]) -> LocalCharter:
    """The charter of a game that goes on from a moment of a recorded one, with its players' names."""
    rules = masked(binding.rules_digest(recording.game))
    names, sid, options = recording.names, secrets.token_bytes(32), dict(recording.options)
    return LocalCharter(sid, recording.game.name, rules, len(names), options, seed, names, bots, {}, origin)


def rematch_charter(charter: LocalCharter) -> LocalCharter:
    """The charter of a game with the same players and conditions that begins now, with chance of its own."""
    rules = binding.rules_digest(load_rules(charter.game).played_by(charter.options))
    sid, seed = secrets.token_bytes(32), secrets.randbits(63)
    return msgspec.structs.replace(charter, sid=sid, rules=rules, seed=seed, origin=None)


def lay_out(charter: LocalCharter, store: Store, thinkers: WorkerPool | None = None) -> LocalTable:
    """The table of a local game as it stands in the store, or laid out anew if it is not there yet.

    Raises Damaged, BadEntry, UnknownGame and StoreError.
    """
    row = store.game(charter.sid)
    deeds = (
        [local_record.read_record(data) for data in store.journal(charter.sid, alone=True)] if row is not None else []
    )
    local = local_record.deal(charter, deeds)
    after = local_record.bots_after(charter, deeds)
    bots = {seat: effective_level(charter.game, level) for seat, level in after.items()}
    programs = [seat for seat in charter.programs if seat not in bots]
    table = LocalTable(
        local.game, charter.seats, charter.options, charter.seed, charter.names, bots,
        local=local, programs=programs, kept=LocalGameStore(store, charter, stored=row is not None), thinkers=thinkers,
    )  # fmt: skip
    if row is not None:
        table.restore(store.drafts(charter.sid), _orders(store, charter.sid))
    return table


def _orders(store: Store, sid: bytes) -> dict[Seat, SeatOrders]:
    found: dict[Seat, SeatOrders] = {}
    for seat, data in store.skips(sid).items():
        with contextlib.suppress(msgspec.DecodeError, RecursionError, ValueError):  # another version
            found[seat] = read_orders(data)
    return found


@contextlib.contextmanager
def open_table(charter: LocalCharter, store: Store) -> Iterator[LocalTable]:
    """The table of a local game, which no other process plays meanwhile. Raises GameInUse, and as `lay_out`."""
    with store.hold(charter.sid):
        with contextlib.closing(WorkerPool()) as thinkers:
            table = lay_out(charter, store, thinkers)
            yield table
        if table.kept is not None:
            table.kept.touch()
