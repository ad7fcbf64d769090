"""Whether what a data folder holds is sound and belongs together: key, store, log, marks and games.

Everything is read, and nothing is written, made or mended: a folder is the same afterwards, byte for byte.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from protocol.charter import decode_charter
from protocol.errors import ProtocolError
from protocol.signatures import IdentityKey
from protocol.versions import VersionMismatch
from tta_p2p.i18n import Words
from tta_p2p.net.addresses import fingerprint
from tta_p2p.node.machine.roster import ID
from tta_p2p.node.plan.plans import Secrets
from tta_p2p.store import files as store_files
from tta_p2p.store import identity, marks, repair
from tta_p2p.store.database import DATABASE, GameRow, Repair, Store, is_played, mark_of
from tta_p2p.store.identity import KEY_FILE
from tta_p2p.store.schema import VERSION
from tta_p2p.table import local_record

CheckResult = tuple[bool, str]
"""Whether it is sound, and what there is to say."""


def key(folder: Path, name: str, words: Words) -> Iterator[CheckResult]:
    """The identity key, and whether the games under way were begun with it. Raises BadIdentity, StoreError, OSError."""
    begun = dict(_identities(folder))
    path = folder / KEY_FILE
    if not path.exists():
        identity.check_here(folder)
        if begun:
            yield False, words("doctor.key-gone", keys=words.listed(sorted({*begun.values()})), file=path)
        else:
            yield True, words("doctor.key-none")
        return
    own = fingerprint(IdentityKey(identity.load(folder, os.environ.get("TTA_PASSPHRASE"))).identity)
    yield True, words("doctor.key-ok", name=name, key=own)
    others = {sid: begun_with for sid, begun_with in begun.items() if begun_with != own}
    if others:
        games, keys = words.listed([sid[:ID] for sid in others]), words.listed(sorted({*others.values()}))
        yield False, words("doctor.key-other", games=games, keys=keys, key=own, file=path)


def store(folder: Path, words: Words) -> Iterator[CheckResult]:
    """The store, its log and its games. Raises StoreError, OSError."""
    path = folder / DATABASE
    files, seen = store_files.read_files(folder), store_files.traces_of_play(folder)
    if store_files.version_of(files) in (0, VERSION):
        if not store_files.is_laid_out(files):
            told = {"file": path, "folder": folder, "seen": words.listed(seen[:3])}
            yield (False, words("doctor.store-gone", **told)) if seen else (True, words("doctor.store-none", **told))
            return
        if (damage := store_files.damage_of(files)) not in ("", "rows"):
            file = folder / (repair.LOG if damage == "log" else DATABASE)
            yield False, words("doctor.store-damaged", file=file, kept=folder / repair.DAMAGED)
            return
    with contextlib.closing(Store(folder, only_look=True)) as found:
        games = found.games()
        yield True, words("doctor.store-ok", n=len(games), folder=folder)
        yield from _games(found, games, words)
        yield from ((False, text) for text in _lacks(found, games, words))
    for kept in repair.damaged_folders(folder):
        yield True, words("doctor.store-kept", folder=kept)


def _games(found: Store, games: list[GameRow], words: Words) -> Iterator[CheckResult]:
    path = found.folder / DATABASE
    for row in games:
        id, folder = row.sid.hex()[:ID], found.folder
        if not row.sound:
            yield False, words("doctor.game-damaged", id=id, file=path, folder=folder)
            continue
        damage = found.read_journal(row.sid).damage
        if damage is not None:
            alone = local_record.is_local(row.charter) or not row.under_way
            key = "doctor.journal-damaged-alone" if alone else "doctor.journal-damaged"
            yield False, words(key, id=id, file=path, number=damage.number + 1, folder=folder)
        elif _may_be_older(found, row):
            yield False, words("doctor.game-older", id=id, file=path)


def shared_folders(folder: Path, words: Words) -> Iterator[CheckResult]:
    """The folders through which games under way are played. Raises StoreError, OSError."""
    if not (folder / DATABASE).exists():
        return
    with contextlib.closing(Store(folder, only_look=True)) as found:
        rows = [row for row in found.games() if row.sound and row.under_way and not local_record.is_local(row.charter)]
    named: dict[str, list[str]] = {}
    for row in rows:
        with contextlib.suppress(msgspec.DecodeError, ValueError, RecursionError):
            if shared := msgspec.msgpack.decode(row.secrets, type=Secrets).folder:
                named.setdefault(shared, []).append(row.sid.hex()[:ID])
    for shared, games in named.items():
        usable = Path(shared).is_dir() and os.access(shared, os.R_OK | os.W_OK | os.X_OK)
        key = "doctor.folder-ok" if usable else "doctor.folder-off"
        yield usable, words(key, folder=shared, games=words.listed(games))


def older_copy(folder: Path, words: Words) -> Iterator[str]:
    """Name the signs of an older copy, or of a folder without its log: games and moves that it lacks.

    Raises StoreError, OSError.
    """
    if not (folder / DATABASE).exists():
        return
    with contextlib.closing(Store(folder, only_look=True)) as found:
        for row in (games := found.games()):
            if row.sound and _may_be_older(found, row):
                yield words("doctor.game-older", id=row.sid.hex()[:ID], file=folder / DATABASE)
        yield from _lacks(found, games, words)


def _lacks(found: Store, games: list[GameRow], words: Words) -> Iterator[str]:
    """Games that the marks name and the store does not hold."""
    names = {path.name[:17] for path in (found.folder / marks.FOLDER).glob("*.*")}
    lost = sorted(names - {mark_of(row.sid) for row in games})
    if lost:
        told = {"games": words.listed([one[:ID] for one in lost]), "marks": found.folder / marks.FOLDER}
        yield words("doctor.store-lacks", **told, file=found.folder / DATABASE, folder=found.folder)


def _may_be_older(found: Store, row: GameRow) -> bool:
    """Whether a game under way, which no node plays now, may have been played on in a newer copy of the store."""
    signed = row.under_way and not local_record.is_local(row.charter)
    return signed and not marks.is_newest(found, row.sid) and not is_played(found.folder, row.sid)


def _identities(folder: Path) -> Iterator[tuple[str, str]]:
    """The games under way, each with the fingerprint of the identity it was begun with here, where that is known."""
    files = store_files.read_files(folder)
    if not store_files.is_laid_out(files) or store_files.damage_of(files) not in ("", "rows"):
        return
    with contextlib.closing(Store(folder, only_look=True)) as found:
        for row in found.games():
            if row.sound and row.under_way and not local_record.is_local(row.charter):
                with contextlib.suppress(ProtocolError, VersionMismatch, IndexError):  # of another version, which knows
                    charter = decode_charter(row.charter).charter
                    yield row.sid.hex(), fingerprint(charter.operators[row.operator].identity)


def repair_text(mended: Repair, words: Words) -> Iterator[str]:
    """Say what is in use again, and of what too little is left."""
    if mended.unwritten:
        file = mended.kept / DATABASE
        yield words("told.store-unmended", n=mended.games + mended.damaged, file=file, folder=mended.kept)
        return
    yield words("told.store-mended", n=mended.games, kept=mended.kept)
    if mended.damaged:
        yield words("told.store-mended-lost", n=mended.damaged, folder=mended.kept.parent.parent)
