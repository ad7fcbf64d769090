"""A whole table in one process, for tours, examples and experiments: every operator's session, joined in memory.

An application does the same with a session on each machine: store, send, let the driver read the events, ask on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from protocol import transcript
from protocol.charter import Charter, signed_by_all
from protocol.errors import OutOfOrder
from protocol.events import Event, OperationEnded, SeatsLeft, SessionFailed
from protocol.fiatshamir import Entropy
from protocol.messages import Motion
from protocol.operations import Act, Operation, Seal
from protocol.ops.result import Result
from protocol.play import Referee
from protocol.session import Session, SessionOutput
from protocol.signatures import Signer
from protocol.transcript import Record


class MemoryTable:
    """The sessions of all operators of a charter, by operator; ``events`` and ``journals`` hold their output.

    >>> import os
    >>> from protocol.charter import Operator, Seat
    >>> from protocol.operations import Random
    >>> from protocol.signatures import IdentityKey
    >>> keys = [IdentityKey(bytes([number]) * 32) for number in (1, 2)]
    >>> nodes = tuple(Operator(key.identity, bytes(32), key.identity, "node") for key in keys)
    >>> charter = Charter("dice", bytes(32), b"", (), nodes, (Seat(0, "Ann"), Seat(1, "Bob")))
    >>> rolled = MemoryTable(charter, keys, os.urandom).ask(Random(6))
    >>> rolled[0] == rolled[1], rolled[0].value in range(6)
    (True, True)
    """

    def __init__(
        self,
        charter: Charter,
        signers: Sequence[Signer],
        entropy: Entropy,
        referee: Callable[[], Referee] | None = None,
    ) -> None:
        """Have all operators sign the charter, draw seats and make keys."""
        self.signed = signed_by_all(charter, signers)
        self.sessions = {
            operator: Session(
                self.signed, entropy, operator=operator, signer=signer, referee=referee() if referee else None
            )
            for operator, signer in enumerate(signers)
        }
        self.events: dict[int, list[Event]] = {operator: [] for operator in self.sessions}
        self.journals: dict[int, list[Record]] = {operator: [] for operator in self.sessions}
        self._on_the_way: deque[tuple[int, bytes]] = deque()
        self.settle()

    def ask(self, operation: Operation, answers: Mapping[int, bytes] | None = None) -> dict[int, Result]:
        """Have every driver request this operation; its results by operator. ``answers``: payloads of acting seats.

        Raises ``OutOfOrder`` where it has not ended because somebody is missing or has not answered.
        """
        before = {operator: len(self._ended(operator)) for operator in self.sessions}
        for session in self.sessions.values():
            session.request(operation)
        self.settle()
        seats = (operation.seat,) if isinstance(operation, Act) else getattr(operation, "seats", ())
        if isinstance(operation, Act | Seal):
            for seat in seats:
                operator = self.signed.charter.seats[seat].operator
                if answers and seat in answers and operator in self.sessions:
                    self.sessions[operator].answer(seat, answers[seat])
                    self.settle()
        results = {
            operator: self._ended(operator)[-1].result
            for operator, count in before.items()
            if len(self._ended(operator)) > count
        }
        if len(results) < len(self.sessions):
            waits = next(iter(self.sessions.values())).waiting()
            raise OutOfOrder("; ".join(f"seat {wait.seat} has yet to give: {wait.why}" for wait in waits))
        return results

    def disconnect(self, operator: int) -> None:
        """An operator's machine falls silent."""
        del self.sessions[operator]

    def agree(self, motion: Motion) -> dict[int, tuple[int, ...]]:
        """Have all present operators vote yes; the seats that left by that, as each operator learned."""
        before = {operator: len(events) for operator, events in self.events.items()}
        for session in self.sessions.values():
            session.vote(motion)
        self.settle()
        return {
            operator: event.seats
            for operator in self.sessions
            for event in self.events[operator][before[operator] :]
            if isinstance(event, SeatsLeft)
        }

    def file(self, operator: int) -> Iterator[bytes]:
        """The transcript file, as this operator writes it, piece by piece."""
        return transcript.write(self.signed, self.sessions[operator].records)

    def _ended(self, operator: int) -> list[OperationEnded]:
        return [event for event in self.events[operator] if isinstance(event, OperationEnded)]

    def settle(self) -> None:
        """Carry messages until nobody has anything more to say."""
        for operator, session in self.sessions.items():
            self._take(operator, session.poll())
        while self._on_the_way:
            to, data = self._on_the_way.popleft()
            if to in self.sessions:
                self.sessions[to].receive(data)
                self._take(to, self.sessions[to].poll())

    def _take(self, operator: int, output: SessionOutput) -> None:
        self.journals[operator] += output.store
        self.events[operator] += output.events
        for event in output.events:
            if isinstance(event, SessionFailed):
                raise event.fault
        for data in output.send:
            self._on_the_way += [(other, data) for other in self.sessions if other != operator]
