"""The games of a data folder, as people read them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from protocol.charter import decode_charter
from protocol.errors import ProtocolError
from protocol.versions import VersionMismatch
from tta_p2p.games.game import Game
from tta_p2p.node.machine.roster import RunningNode
from tta_p2p.node.plan.plans import decode_pending_charter
from tta_p2p.node.plan.resumption import CannotResume
from tta_p2p.node.service.notices import halt_reply
from tta_p2p.registry import UnknownGame
from tta_p2p.store.database import DATABASE, UNDER_WAY, GameRow, Repair, SignedRow, Store, StoreError
from tta_p2p.store.errors import READ_ONLY
from tta_p2p.table import binding, local_record
from tta_p2p.table.binding import Places, read_places
from tta_p2p.table.recording import DamagedFile
from tta_p2p.table.releases import ReleaseMismatch, rules_by

DAMAGED = "damaged"
"""The status of a game of which the store does not say what was written to it."""


STATUSES = (*UNDER_WAY, "over", "called-off", "forfeited")
"""Statuses of a game that all have signed."""
LATEST = 253_402_300_800 - 86_400
"""Seconds from 1970 to the last day that calendars have."""

SIGNED = "signed"
"""The status of a game whose charter was signed here, where it is not known whether all have."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game in the store."""

    sid: str
    game: str
    status: str
    touched: int
    me: str
    players: tuple[str, ...]
    id: str = ""
    """What its nodes here are called while it has not begun."""
    needs: str = ""
    """The program that plays it on or shows it, if this is another one."""
    readable: bool = True
    """Whether this program can read its conditions, whatever its rules are."""
    local: bool = False
    """Whether it is played on this machine alone, and so proves nothing."""
    result: Places = ()
    """How it ended; empty where that is not known."""
    origin: tuple[str, str] = ("", "")
    """The sid of the game that it goes on from (empty: a file without one), and the turn; no turn: from none."""

    @property
    def under_way(self) -> bool:
        """Whether it has not ended."""
        return self.status in (*UNDER_WAY, SIGNED)

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


class _Called(msgspec.Struct):
    """The names in the record beside a game (`plans.Secrets`)."""

    id: str = ""


def _called(row: GameRow) -> str:
    try:
        id = msgspec.msgpack.decode(row.secrets, type=_Called).id
    except (msgspec.DecodeError, RecursionError, ValueError):
        return ""
    return id if id.isascii() and id.isalnum() else ""


def open_for_listing(folder: Path) -> Store:
    """The store of a data folder; what is sound of it where it cannot be opened, written or mended. Raises StoreError.

    Another process has it open, or nothing may be written there, or the disk is full.
    """
    try:
        store = Store(folder)
    except StoreError as error:
        with contextlib.suppress(StoreError):
            looked = Store(folder, only_look=True)
            if looked.lists_all() or error.code.startswith(READ_ONLY):
                return looked
            looked.close()
        raise
    if store.lists_all():
        return store
    store.close()
    return Store(folder, only_look=True)


def stored_games(folder: Path, mended: Callable[[Repair], None] = lambda _: None) -> list[StoredGame]:
    """All games, the last played first; ``mended`` hears what was damaged and is sound again. Raises StoreError."""
    store = open_for_listing(folder)
    try:
        if store.repair is not None:
            mended(store.repair)
        games = [_stored(replace(row, touched=_moment(row.touched))) for row in store.games()]
        games += [_signed(replace(row, made=_moment(row.made))) for row in store.signed()]
        games = [replace(one, result=read_places(store.result(bytes.fromhex(one.sid)) or b"")) for one in games]
        return sorted(games, key=lambda game: -game.touched)
    finally:
        store.close()


def _moment(seconds: int) -> int:
    """Seconds since 1970 that a calendar has; the first of them for others."""
    return seconds if 0 <= seconds < LATEST else 0


def _stored(row: GameRow) -> StoredGame:
    """Read a row, which may have come with a folder of somebody else: its seal says only that it is as it was written.

    What no program of ours writes is a damaged game.
    """
    damaged = StoredGame(row.sid.hex(), row.game, DAMAGED, row.touched, "", (), _called(row))
    if not row.sound or row.status not in STATUSES:
        return damaged
    if local_record.is_local(row.charter):
        return _local(row)
    try:
        charter = decode_charter(row.charter).charter
    except VersionMismatch as error:
        return replace(damaged, status=row.status, needs=error.needed, readable=False)
    except ProtocolError:
        return damaged
    if not 0 <= row.operator < len(charter.operators):
        return damaged
    players = tuple(seat.name for seat in charter.seats)
    me = charter.operators[row.operator].name
    found = replace(damaged, status=row.status, me=me, players=players)
    return replace(found, needs=needed(charter.game, charter.rules, binding.charter_rules))


def needed(name: str, rules: bytes, digest: Callable[[Game[Any, Any]], bytes]) -> str:
    """The program that plays by the rules of a charter; "" where this one does, or where no such game is here.

    ``digest``: how that kind of charter sums up the rules of a game.
    """
    try:
        here = digest(rules_by(name, rules, digest))
    except UnknownGame:
        return ""
    return "" if here == rules else ReleaseMismatch(name, rules).needed


def records_of(store: Store, row: GameRow) -> list[bytes]:
    """All records of a game, to be looked at. Raises Damaged; CannotResume where their owner cannot be read."""
    alone = local_record.is_local(row.charter)
    if not row.sound:
        try:
            _ = local_record.read_charter(row.charter) if alone else decode_charter(row.charter)
        except (DamagedFile, ProtocolError) as error:
            raise CannotResume(halt_reply("damaged-game", str(store.folder / DATABASE))) from error
    return store.journal(row.sid, alone=alone)


def signs(node: RunningNode, game: StoredGame) -> bool:
    """Whether a node has signed this game and asks whether it has begun."""
    return game.status == SIGNED and not node.sid and node.id == game.id


def _signed(row: SignedRow) -> StoredGame:
    try:
        if row.sound:
            kept = decode_pending_charter(row.kept)
            return StoredGame(row.sid.hex(), kept.game, SIGNED, row.made, kept.me, kept.players, kept.id)
    except (msgspec.DecodeError, RecursionError, ValueError):
        pass
    return StoredGame(row.sid.hex(), "", DAMAGED, row.made, "", ())


def _local(row: GameRow) -> StoredGame:
    try:
        charter = local_record.read_charter(row.charter)
    except DamagedFile:
        return StoredGame(row.sid.hex(), row.game, DAMAGED, row.touched, "", (), local=True)
    me = charter.names[charter.people[0]] if charter.people else charter.names[0]
    needs = needed(charter.game, charter.rules, partial(local_record.local_rules_digest, charter))
    found = StoredGame(row.sid.hex(), row.game, row.status, row.touched, me, charter.names, needs=needs, local=True)
    return replace(found, origin=(charter.origin.sid.hex(), charter.origin.turn)) if charter.origin else found
