"""The keys of a game whose charter opens all hands afterwards: published when its end is signed, kept beside it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from protocol.audit import MAX_STATEMENT, KeyStatement, key_statement, write_keys
from protocol.errors import OutOfOrder, ProtocolError
from protocol.session import Session
from protocol.signatures import Signer
from protocol.wire import decode, encode


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
        """The game has ended: state the keys of the own seats, if this game is one to be opened."""
        try:
            for seat in seats:
                self._statements[seat] = key_statement(self._session, signer, seat)
        except OutOfOrder:  # a closed game, or somebody left: keys would open what is to stay hidden
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
        self.path.write_bytes(b"".join(write_keys(self._statements[seat] for seat in sorted(self._statements))))
