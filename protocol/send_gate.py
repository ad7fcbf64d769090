"""Whether this node sends, and where: never in a place where it may have sent already.

A restarted node sends nothing at first. A complete journal lets it go on; with an older one it first gets from all
others the messages of its own that they hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from protocol import signatures
from protocol.charter import Charter
from protocol.errors import BadEncoding, OutOfOrder
from protocol.events import DuplicateNode, SecretsLost
from protocol.lanes import Lane
from protocol.messages import decode_head
from protocol.outbox import Outbox
from protocol.output import SessionOutput
from protocol.signatures import Signer


class SendGate:
    """The seats of one node, and whether they send; a node without seats never does."""

    def __init__(
        self,
        charter: Charter,
        operator: int | None,
        signer: Signer | None,
        resumed: bool,
        stale: bool,
        output: SessionOutput,
    ) -> None:
        """``resumed``: the node may have sent already. ``stale``: it may have sent more than its journal holds."""
        self.operator, self.signer = operator, signer
        self.seats = () if operator is None else charter.seats_of(operator)
        self.outbox = Outbox(self.seats)
        """The messages of these seats that this node knows."""
        self.sending = not resumed
        """Whether this node takes part, beyond replaying its journal."""
        self.duplicate = self.secrets_lost = False
        """Whether another copy of this node sends, and whether a secret of it is gone."""
        self.secrets_spent = False
        """Whether the game finished here: no later message needs a secret."""
        self.resume_epoch = -1
        """The last epoch in which the person here resumed after a pause."""
        self.rewind_epoch = -1
        """The epoch in which the node rewinds; it sends nothing until that epoch has ended."""
        self._charter, self._output = charter, output
        self._resumed, self._stale = resumed, stale
        self._heard_from: set[int] = set()
        """The operators whose head has come since the restart."""

    def may_send(self, epoch: int) -> bool:
        """Whether this node sends in this epoch, where a message of it is due."""
        silent = self.duplicate or (self.secrets_lost and not self.secrets_spent)
        return self.signer is not None and self.sending and not silent and not self.is_rewinding(epoch)

    def may_send_in(self, lane: Lane, seat: int) -> bool:
        """Whether a seat may send in the open step: only where it cannot have sent before."""
        return self.may_send(lane.epoch) and self.outbox.is_free(lane.id, lane.epoch, lane.step, seat)

    @property
    def stale(self) -> bool:
        """Whether this node may have sent more than its journal holds."""
        return self._stale

    @property
    def is_resumed(self) -> bool:
        """Whether this node has seats and was in the game before its last start."""
        return self._resumed and self.signer is not None

    def is_rewinding(self, epoch: int) -> bool:
        """Whether this node is on its way to the place where the table goes on after an equivocation.

        Then its past messages may go beyond what it knows: anything it would send now may contradict them, and an
        unknown message of its own proves no second copy.
        """
        return epoch <= self.rewind_epoch

    def mark_duplicate(self, seat: int) -> None:
        """Fall silent, since another copy of this node sent a message of a seat."""
        if not self.duplicate and not self.secrets_lost:
            self._output.events.append(DuplicateNode(seat))
        self.duplicate = True

    def mark_secrets_lost(self, seat: int, reason: str, sealed: bool = False) -> None:
        """Fall silent, since a secret of a seat is gone: this node can only watch from now on."""
        if not self.duplicate and not self.secrets_lost:
            self._output.events.append(SecretsLost(seat, reason, sealed))
        self.secrets_lost = True

    # After a resume.

    def missing_heads(self, present: Iterable[int]) -> tuple[int, ...]:
        """The operators among these whose head has not come since the restart; none without one."""
        if not self._resumed:
            return ()
        return tuple(one for one in present if one != self.operator and one not in self._heard_from)

    def start_sending(self, unheard: Collection[int], without: Collection[int]) -> None:
        """Go on, ``without`` those who are not waited for. Raises ``OutOfOrder`` where others are unheard yet."""
        if self._stale and not set(unheard) <= set(without):
            raise OutOfOrder("not everybody has said yet what this node had said before")
        self.sending = True

    def stop_sending(self, unheard: Collection[int]) -> None:
        """Send nothing before the next ``start_sending`` where heads are missing and the journal is stale."""
        self.sending = self.sending and not (self._stale and unheard)

    def take_head(self, data: bytes, nonces: Collection[bytes]) -> int:
        """The operator of this head for one of the nonces: it has handed over all messages of this node that it knows.

        Raises ``BadEncoding`` or ``BadSignature`` for anything but a fresh head of another operator of this game.
        """
        head = decode_head(data)
        if head.sid != self._charter.sid or head.nonce not in nonces or head.seat >= len(self._charter.seats):
            raise BadEncoding("this says nothing about this game now")
        if head.to != self.operator:
            raise BadEncoding("this was said to somebody else")
        if head.seat in self.seats:
            raise BadEncoding("nobody tells itself what it has heard")
        signatures.verify(self._charter.identity_of(head.seat), head.signature, signatures.HEAD, *head.fields())
        operator = self._charter.seats[head.seat].operator
        self._heard_from.add(operator)
        return operator
