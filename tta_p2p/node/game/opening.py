"""The keys of a game whose charter opens all hands afterwards: published when its end is signed, kept beside it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from protocol.audit import MAX_STATEMENT, KeyStatement, key_statement, read_keys, write_keys
from protocol.errors import OutOfOrder, ProtocolError
from protocol.session import Session
from protocol.signatures import Signer
from protocol.wire import decode, encode
from tta_p2p.store.reading import read_regular


def keys_file(folder: Path, sid: bytes) -> Path:
    """Where the published keys of a game are kept in a data folder."""
    return folder / "transcripts" / f"{sid.hex()[:16]}.keys"


def are_published(path: Path, seats: Iterable[int]) -> bool:
    """Whether a file holds statements of all these seats."""
    return set(seats) <= {statement.seat for statement in _read(path)}


def _read(path: Path) -> list[KeyStatement]:
    try:
        return read_keys(read_regular(path))
    except (OSError, ProtocolError):
        return []


class OpenKeys:
    """The key statements of all seats, as they come in; ``path`` is where they are kept."""

    def __init__(self, session: Session, path: Path) -> None:
        self._session = session
        self._charter = session.charter.charter
        self.path = path
        self._statements: dict[int, KeyStatement] = {}
        self._early: dict[int, list[bytes]] = {}
        self.open = False
        """Whether the end is signed by all, so that keys may be published."""

    @property
    def complete(self) -> bool:
        """Whether nobody's keys are missing any more."""
        return not self.open or len(self._statements) == len(self._charter.seats)

    def publish(self, signer: Signer, seats: Iterable[int]) -> None:
        """The game has ended: state the keys of the own seats, if this game is one to be opened.

        What was stated before, by a node that has erased its secrets since, stands in the file.
        """
        for statement in _read(self.path):
            self._take(encode(statement))
        try:
            for seat in seats:
                if seat not in self._statements:
                    self._statements[seat] = key_statement(self._session, signer, seat)
        except OutOfOrder:  # a closed game, or somebody left: keys would open what is to stay hidden
            self._statements.clear()
            return
        self.open = True
        for statements in self._early.values():
            for data in statements:
                self._take(data)
        self._early.clear()
        self._write()

    def frames(self) -> list[bytes]:
        """All statements that are known here, for whoever lacks them."""
        return [encode(statement) for statement in self._statements.values()] if self.open else []

    def hear(self, operator: int, data: bytes) -> bool:
        """Somebody hands over a statement; whether it was of use. A wrong one is dropped."""
        if self.open:
            if not self._take(data):
                return False
            self._write()
            return True
        early = self._early.setdefault(operator, [])  # it has seen the end before us; nobody fills another's place
        if len(data) > MAX_STATEMENT or data in early or len(early) == len(self._charter.seats):
            return False
        early.append(data)
        return True

    def _take(self, data: bytes) -> bool:
        try:
            statement = decode(data, KeyStatement, MAX_STATEMENT)
            statement.check(self._charter, self._session.chain)
        except ProtocolError:
            return False
        new = statement.seat not in self._statements
        self._statements.setdefault(statement.seat, statement)
        return new

    def _write(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(b"".join(write_keys(self._statements[seat] for seat in sorted(self._statements))))
            file.flush()
            os.fsync(file.fileno())  # the secrets are erased when their owner's statement is there
        fresh.replace(self.path)
