"""Whether this node speaks, and where: never where it has perhaps said something already.

A node that comes back says nothing at first. With a journal that holds all that it has said it just goes on; with an
older one it hears from everybody else first what they have heard of it.
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
from protocol.output import Output
from protocol.signatures import Signer


class SendGate:
    """The seats of one node, and whether they speak; without seats it never does."""

    def __init__(
        self, charter: Charter, operator: int | None, signer: Signer | None, resumed: bool, stale: bool, output: Output
    ) -> None:
        """``resumed``: it has perhaps spoken already. ``stale``: perhaps more than stands in its journal."""
        self.operator, self.signer = operator, signer
        self.seats = () if operator is None else charter.seats_of(operator)
        self.outbox = Outbox(self.seats)
        """What these seats have said, as far as it is known here."""
        self.sending = not resumed
        """Whether this node takes part, and does not only take up again what there was."""
        self.duplicate = self.secrets_lost = False
        """Whether another copy of this node speaks, and whether a secret of it is gone."""
        self.secrets_spent = False
        """Whether the game has finished here: what is said after that takes no secret of it."""
        self.resume_epoch = -1
        """The last epoch in which the person here has said that the game goes on after a pause."""
        self.rewind_epoch = -1
        """The epoch in which it goes back to an earlier place; it says nothing until that epoch has ended."""
        self._charter, self._output = charter, output
        self._resumed, self._stale = resumed, stale
        self._heard_from: set[int] = set()
        """The operators who have said, since this node came back, what they had heard of it."""

    def may_send(self, epoch: int) -> bool:
        """Whether this node says something in this epoch, where it is asked."""
        silent = self.duplicate or (self.secrets_lost and not self.secrets_spent)
        return self.signer is not None and self.sending and not silent and not self.is_rewinding(epoch)

    def may_send_in(self, lane: Lane, seat: int) -> bool:
        """Whether a seat may say something in the open step: only where it cannot have said anything before."""
        return self.may_send(lane.epoch) and self.outbox.is_free(lane.id, lane.epoch, lane.step, seat)

    @property
    def stale(self) -> bool:
        """Whether this node has perhaps said more than stands in its journal."""
        return self._stale

    @property
    def is_resumed(self) -> bool:
        """Whether this is a node with seats that has been in the game before."""
        return self._resumed and self.signer is not None

    def is_rewinding(self, epoch: int) -> bool:
        """Whether this node is on its way to the place where the table goes on after two tales.

        It has said more than it knows of then: what it would say now (a vote with its place, for instance) it has
        perhaps gone beyond, and what it hears of itself is no sign of a second copy.
        """
        return epoch <= self.rewind_epoch

    def mark_duplicate(self, seat: int) -> None:
        """A seat has said something that this program has not: another copy of it speaks, and this one no more."""
        if not self.duplicate and not self.secrets_lost:
            self._output.events.append(DuplicateNode(seat))
        self.duplicate = True

    def mark_secrets_lost(self, seat: int, reason: str) -> None:
        """A secret of a seat is gone: this node can only watch from now on."""
        if not self.duplicate and not self.secrets_lost:
            self._output.events.append(SecretsLost(seat, reason))
        self.secrets_lost = True

    # After a resume.

    def missing_heads(self, present: Iterable[int]) -> tuple[int, ...]:
        """Of these operators: those who have not yet said what they had heard of this node, if it came back."""
        if not self._resumed:
            return ()
        return tuple(one for one in present if one != self.operator and one not in self._heard_from)

    def start_sending(self, unheard: Collection[int], without: Collection[int]) -> None:
        """Go on, ``without`` those who are not waited for. Raises ``OutOfOrder`` where others are unheard yet."""
        if self._stale and not set(unheard) <= set(without):
            raise OutOfOrder("not everybody has said yet what this node had said before")
        self.sending = True

    def stop_sending(self, unheard: Collection[int]) -> None:
        """Say nothing any more before ``start_sending`` where somebody is unheard."""
        self.sending = self.sending and not (self._stale and unheard)

    def take_head(self, data: bytes, nonces: Collection[bytes]) -> int:
        """The operator who says, for one of these nonces, that it has handed over all that it knows of this node.

        Raises ``BadEncoding`` or ``BadSignature`` for what is no fresh statement of another operator of this game.
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
