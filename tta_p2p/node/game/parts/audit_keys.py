"""The keys of a game whose charter opens all hands afterwards: published when its end is signed, kept beside it."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.audit import MAX_STATEMENT, KeyStatement, key_statement
from protocol.errors import OutOfOrder, ProtocolError
from protocol.signatures import Signer
from protocol.wire import decode, encode
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.keys_file import keys_file, read_statements, write_statements
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.roles import KeyPublisher


class AuditKeys(Part, KeyPublisher):
    """The key statements of all seats, as they come in; ``path`` is where they are kept."""

    serves = Stake.PLAY
    kinds = frozenset({FrameKind.KEYS})

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._session, self._charter = context.table.session, context.charter
        self.path = keys_file(context.folder, context.sid)
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
        for statement in read_statements(self.path):
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

    def peer_connected(self, operator: int) -> None:
        """Hand a peer all statements that are known here."""
        for data in self.frames():
            self.context.mesh.send(operator, FrameKind.KEYS, data)

    def closed(self) -> None:
        """Hand all who are here the statements that are known."""
        for data in self.frames():
            self.context.mesh.send_all(FrameKind.KEYS, data)

    def frames(self) -> list[bytes]:
        """All statements that are known here, for whoever lacks them."""
        return [encode(statement) for statement in self._statements.values()] if self.open else []

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A peer hands over a statement. A wrong one is dropped."""
        return FrameValue.NEEDED if self.take(operator, payload) else FrameValue.USELESS

    def summary(self) -> str:
        """The seats whose keys are published."""
        return f"keys of {sorted(self._statements)}" if self.open else ""

    def take(self, operator: int, data: bytes) -> bool:
        """Take in a statement of a peer; whether it was of use."""
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
        write_statements(self.path, (self._statements[seat] for seat in sorted(self._statements)))
