"""Checks before a game is resumed: the same identity, and a store that holds the bytes that were written to it.

Of a damaged journal two things are kept: the part before the damage, and each later record that is sound by itself
(messages, proofs, own secrets). The others hand over the rest, as to any node whose store may be an older copy; so this
node sends nothing before it has heard from everybody what it had said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from protocol.charter import Charter, decode_charter
from protocol.errors import ProtocolError
from protocol.signatures import IdentityKey
from protocol.transcript import OperationRecord, Record, RewindRecord, SecretRecord
from protocol.versions import VersionMismatch
from protocol.wire import encode
from tta_p2p.i18n import Words, choose
from tta_p2p.net.addresses import fingerprint
from tta_p2p.node.game.hints import read_hints
from tta_p2p.node.lobby.messages import Room, read_lobby
from tta_p2p.node.plan.plans import PendingCharter, decode_pending_charter
from tta_p2p.node.service.notices import error_reply, halt_reply
from tta_p2p.seats import messages as say
from tta_p2p.store import identity
from tta_p2p.store.chain import LoadedJournal
from tta_p2p.store.database import DATABASE, GameRow, Store
from tta_p2p.table.audit import read_record

SECRET_NAME = b"\x93\xa4kept"
"""How the record of a secret begins; its name follows."""
SECRETS = ("keys", "seal", "coin")
"""What secrets there are, by the first word of their names; what is worst to lose stands first."""

_MAX_NAME = 128
"""The most characters that the name of a secret has."""


class CannotResume(Exception):
    """A game cannot be taken up again; ``said`` tells why, and what to do."""

    def __init__(self, said: say.HaltReply) -> None:
        super().__init__(said.text)
        self.said = said

    def told(self, environment: Mapping[str, str]) -> str:
        """Say it in the language of whoever started this."""
        return text_for(f"halted.{self.said.key}", self.said.args, environment)


def text_for(key: str, args: Sequence[say.TextArgument], environment: Mapping[str, str]) -> str:
    """The text of a key in the language of a process."""
    return Words(choose("", environment)).line(key, args)


def begun_charter(store: Store, identity_key: bytes, signature: bytes) -> bytes | None:
    """The charter of a stored game by a signer's identity and signature. Raises StoreError.

    It may be of another table, whose guest was lost before it heard that the game had begun.
    """
    for row in store.games():
        if row.sound:
            with suppress(ProtocolError):
                signed = decode_charter(row.charter)
                by = zip(signed.charter.operators, signed.signatures, strict=True)
                if any(one.identity == identity_key and its == signature for one, its in by):
                    return row.charter
    return None


def charter_of(store: Store, sid: bytes) -> tuple[GameRow, Charter]:
    """The game to be taken up again. Raises CannotResume, StoreError, VersionMismatch."""
    row = store.game(sid)
    if row is None or (row.sound and not row.secrets):
        raise CannotResume(halt_reply("no-such-game"))
    if not row.sound:
        raise CannotResume(halt_reply("damaged-game", str(store.folder / DATABASE)))
    try:
        charter = decode_charter(row.charter).charter
    except VersionMismatch:
        raise
    except ProtocolError as error:  # a row that came with the folder of somebody else
        raise CannotResume(halt_reply("damaged-game", str(store.folder / DATABASE))) from error
    if not 0 <= row.operator < len(charter.operators):
        raise CannotResume(halt_reply("damaged-game", str(store.folder / DATABASE)))
    return row, charter


def pending_charter_of(store: Store, sid: bytes) -> PendingCharter | None:
    """Find the record of a charter signed here, where nobody knows whether all signed. Raises CannotResume."""
    row = next((row for row in store.signed() if row.sid == sid), None)
    if row is None:
        return None
    try:
        if row.sound:
            return decode_pending_charter(row.kept)
    except (msgspec.DecodeError, RecursionError, ValueError):
        pass
    raise CannotResume(halt_reply("damaged-game", str(store.folder / DATABASE)))


def check_hints(store: Store, sid: bytes, places: Iterable[str]) -> None:
    """Raise NotPossible where no other member of a game can be at one of these places. Raises CannotResume too."""
    signed = pending_charter_of(store, sid)
    if signed is None:
        row, charter = charter_of(store, sid)
        read_hints(places, [one.identity for one in charter.operators], row.operator)
        return
    room = read_lobby(signed.room)
    members = [one.identity for one in room.parties] if isinstance(room, Room) else []
    read_hints(places, members, members.index(signed.identity) if signed.identity in members else -1)


def own_key(begun: bytes, home: Path, passphrase: str | None) -> IdentityKey:
    """The identity with which a game was begun; no new one is ever made here. Raises CannotResume, BadIdentity."""
    path = home / identity.KEY_FILE
    if not path.exists():
        raise CannotResume(halt_reply("no-identity", fingerprint(begun), str(path)))
    key = IdentityKey(identity.load(home, passphrase))
    if key.identity != begun:
        raise CannotResume(halt_reply("other-identity", fingerprint(begun), fingerprint(key.identity), str(path)))
    return key


@dataclass(frozen=True, slots=True)
class ResumptionJournal:
    """The journal of a game as it is taken up again; ``said``: what was wrong with it, for the people here."""

    records: list[Record]
    said: say.ErrorReply | None = None


def journal_of(store: Store, row: GameRow) -> ResumptionJournal:
    """The journal of a game; a damaged one is mended in the store. Raises CannotResume, StoreError."""
    read = store.read_journal(row.sid)
    if read.damage is None:
        return ResumptionJournal([read_record(data) for data in read.records])
    path, number = str(store.folder / DATABASE), read.damage.number + 1
    if not row.under_way:
        raise CannotResume(halt_reply("damaged-over", path, number))
    records = sound_records(read) + lost_secrets(read)
    store.mend(row.sid, [data for data, _ in records])
    lost = {record.name.partition(" ")[0] for _, record in lost_secrets(read)}
    first = next((kind for kind in SECRETS if kind in lost), None)
    if first is not None:
        said = error_reply("node.damaged-secrets", path, number, first)
    else:
        said = error_reply("node.damaged", path, number, damaged_tag(read))
    return ResumptionJournal([record for _, record in records], said)


def sound_records(read: LoadedJournal) -> list[tuple[bytes, Record]]:
    """Give the sound records of a damaged journal: all before the damage, and behind it those that stand by themselves.

    Operations and goings-back mean something in their order only; the rules ask for them again.
    """
    before = [(data, read_record(data)) for data in read.records]
    behind = [(data, read_record(data)) for data in read.beyond]
    return before + [
        (data, record) for data, record in behind if not isinstance(record, OperationRecord | RewindRecord)
    ]


def lost_secrets(read: LoadedJournal) -> list[tuple[bytes, SecretRecord]]:
    """Records that say which secrets were lost: others have perhaps heard what was said with them; none is made anew.

    Those who heard it may have lost it as well, and find it again in an older copy of their stores.
    """
    held = {record.name for _, record in sound_records(read) if isinstance(record, SecretRecord)}
    names = sorted({secret_name(record) for record in read.changed} - held)
    lost = [SecretRecord(name, b"") for name in names if name.partition(" ")[0] in SECRETS and len(name) <= _MAX_NAME]
    return [(encode(record), record) for record in lost]


def damaged_tag(read: LoadedJournal) -> str:
    """Give the tag of the first damaged record, as far as it still shows: one of the protocol's records."""
    found = read.damage.found if read.damage is not None else None
    if found is None:
        return "missing"
    tags = [tag for tag in ("asked", "said", "caught", "kept", "rewound") if tag.encode() in found[:10]]
    return tags[0] if tags else "unreadable"


def secret_name(record: bytes) -> str:
    """The name of the secret that a damaged record held; empty if that cannot be seen.

    One byte of the tag, of the name's length, or of the word with which the name begins may be another.
    """
    if not _nearly(record, SECRET_NAME):
        return ""
    rest = record[len(SECRET_NAME) :]
    told = _told_length(rest)
    fitting = [length for length in (told, *range(_MAX_NAME + 1)) if _is_followed_by_secret(rest, length)]
    begin, length = _name_place(fitting[0] if fitting else told)
    name = rest[begin : begin + length]
    for word in SECRETS:
        if _nearly(name, word.encode() + b" "):
            return f"{word} {name[len(word) + 1 :].decode('utf-8', 'replace')}"
    return name.decode("utf-8", "replace")


def _told_length(rest: bytes) -> int:
    """The length of a name as its MessagePack header tells it: in the first byte, or in the second."""
    first, second = rest.ljust(2, b"\0")[:2]
    return first & 31 if first < 0xD9 else second


def _name_place(length: int) -> tuple[int, int]:
    """Give the place behind the tag where a name of this length begins, and the length."""
    return (1 if length < 32 else 2), length


def _is_followed_by_secret(rest: bytes, length: int) -> bool:
    """Whether behind a name of this length stands the header of a secret that ends with the record."""
    end = sum(_name_place(length))
    left = len(rest) - end
    return rest[end : end + 2] == bytes((0xC4, (left - 2) & 255)) and 2 <= left < 258


def _nearly(data: bytes, start: bytes) -> bool:
    """Whether data begins like this, but for one byte at most."""
    return len(data) >= len(start) and sum(a != b for a, b in zip(data, start, strict=False)) <= 1
