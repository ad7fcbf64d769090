"""Asking peers for what this node lacks, and after a resume staying silent until they have handed it over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Annotated

import msgspec
import trio

from protocol.errors import ProtocolError
from tta_p2p.net.framing import Kind

if TYPE_CHECKING:
    from tta_p2p.node.playing import Playing

AGAIN = 3.0
"""Seconds between two questions of a node that waits."""

ROUND_ABOUT = 0.9
"""Seconds between two questions of a node that waits for somebody whom it does not reach: others may."""

DEAF = 30.0
"""Seconds after which a node that came back waits no longer for a peer that is there and never says what it has heard.

Longer than a frozen peer stays connected: who is honest answers, or is not there.
"""


class Where(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a node stands in every lane, and a nonce for the signed answer."""

    nonce: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    heads: dict[bytes, tuple[int, int]]


class CatchingUp:
    """What one node asks, answers and waits for before it speaks again."""

    def __init__(self, playing: Playing, entropy: Callable[[int], bytes]) -> None:
        self.playing = playing
        self.speaking = not playing.resumed
        """Whether this node may say anything: after a resume, only when its peers have told what it had said before."""
        self._entropy = entropy
        self._stands: dict[int, dict[bytes, tuple[int, int]]] = {}
        """Where each peer stood when it last asked."""
        self._done: set[int] = set()
        self._nonces: dict[int, bytes] = {}
        self._asked_at: dict[int, float] = {}
        self._since: dict[int, float] = {}
        """When each peer was first asked since it is connected."""
        self._answered: set[int] = set()

    def ask(self, operator: int, unless_within: float = 0.0) -> None:
        """Ask a peer for what this node lacks, unless it was asked so many seconds ago."""
        if unless_within and trio.current_time() <= self._asked_at.get(operator, 0.0) + unless_within:
            return
        self._asked_at[operator] = trio.current_time()
        self._since.setdefault(operator, trio.current_time())
        nonce = self._nonces[operator] = self._entropy(32)
        where = Where(nonce, self.playing.table.session.heads())
        self.playing.mesh.send(operator, Kind.HEADS, msgspec.msgpack.encode(where))

    def to_ask_again(self) -> list[int]:
        """Whom a waiting node asks again now."""
        before = trio.current_time() - AGAIN
        return [operator for operator in sorted(self.playing.here) if self._asked_at.get(operator, 0.0) < before]

    def ask_round_about(self, missing: Collection[int]) -> None:
        """These peers are waited for and not reached: what they say may have come to others."""
        if missing:
            for operator in sorted(self.playing.here):
                self.ask(operator, unless_within=ROUND_ABOUT)

    def answer(self, operator: int, payload: bytes) -> None:
        """Hand over what a peer lacks, and say, signed, what was heard of it."""
        try:
            asked = msgspec.msgpack.decode(payload, type=Where)
        except msgspec.DecodeError:
            return
        self._stands[operator] = asked.heads
        self.playing.mesh.catch_up(operator, self._missing(asked))

    def all_stand_here(self) -> bool:
        """Whether all who still play have said that they stand where this node does."""
        table, seats = self.playing.table, self.playing.charter.seats
        others = {seats[seat].operator for seat in table.session.seated} - {self.playing.row.operator}
        heads = table.session.heads()
        return all(self._stands.get(operator) == heads for operator in others)

    def _missing(self, asked: Where) -> Iterator[tuple[int, bytes]]:
        """What the mesh hands over; looked for when it begins to, which no number of questions makes more frequent."""
        session = self.playing.table.session
        frames, head = session.missing_for(asked.heads), session.head(asked.nonce)
        yield from ((int(Kind.MESSAGE), data) for data in frames)
        yield int(Kind.HEAD), head

    def hear(self, operator: int, payload: bytes) -> None:
        """A peer has handed over what this node lacked and says, signed, what it has heard of it."""
        nonce = self._nonces.pop(operator, None)
        try:
            done = nonce is not None and self.playing.table.session.check_head(payload, nonce, True)
        except ProtocolError:
            return
        if nonce is not None:
            self._answered.add(operator)
        if done:
            self._done.add(operator)
            self.try_to_speak()
        elif nonce is not None and not self.speaking:
            self.playing.nursery.start_soon(self._ask_soon, operator)

    def forget(self, operator: int) -> None:
        """A peer has gone; what it handed over may not be all any more."""
        self._done.discard(operator)
        self._answered.discard(operator)
        self._since.pop(operator, None)

    def _deaf(self, operator: int) -> bool:
        """Whether a peer is connected and does not answer: it must not keep this node silent for ever."""
        since = self._since.get(operator, trio.current_time())
        return operator not in self._answered and trio.current_time() > since + DEAF

    def try_to_speak(self) -> None:
        """After a resume: speak once everybody reachable has told what this node had said before."""
        playing = self.playing
        others = len(playing.charter.operators) - 1
        done = self._done & playing.here
        heard = bool(done) and all(operator in done or self._deaf(operator) for operator in playing.here)
        settled = trio.current_time() > playing.started + 1.0 or len(playing.here) == others
        if not self.speaking and (not others or (heard and settled)):
            self.speaking = True
            playing.table.speak()

    async def _ask_soon(self, operator: int) -> None:
        await trio.sleep(0.2)
        self.ask(operator)
