"""Proofs against operators who were voted out as cheats, for a node that has lost them with its newest store.

Such a node gets back its vote with the other messages, but the proof it must ask for, or its own file calls somebody a
cheat and shows nothing. A proof holds the game up to there: it goes in pieces, and stands by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
import trio

from protocol.certificates import Certificate
from protocol.errors import BadEncoding
from protocol.wire import decode
from tta_p2p.net.framing import TABLE_LIMIT, FrameKind
from tta_p2p.net.tasks import Hint, Stake, contain
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.roles import ProofSource
from tta_p2p.node.workers.pool import WorkerFailed
from tta_p2p.table.audit import convincing

PIECE = 256 * 1024
"""Bytes of a proof in one frame."""

ROOM = 1024 * 1024
"""How much longer than twice the game as it is known here a proof may be, in bytes: it may hold what was given up."""

FALSE = 2000.0
"""What a proof that proves nothing, or something else, costs its sender's patience."""

A_SECOND = 400.0
"""What each second costs that such a proof was looked at: more than a sender's patience regains meanwhile."""

MOST_WRONG = 3
"""How many proofs of one peer may prove nothing, or end the process that checks them, before no more are taken."""

Whole = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class ProofPiece(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Some bytes of the proof against an operator, from byte ``at`` of ``whole``."""

    operator: Whole
    at: Whole
    whole: Whole
    data: bytes


class ProofExchange(Part, ProofSource):
    """One node's missing proofs, its requests, the parts it puts together, and the proofs it hands over."""

    serves = Stake.PLAY
    kinds = frozenset({FrameKind.CERTIFICATE})

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._session, self._signed, self._charter = context.table.session, context.signed, context.charter
        self._mesh, self._workers, self._loop = context.mesh, context.environment.workers, context.loop
        self._had: dict[tuple[int, int], bytearray] = {}
        """What has come so far, by peer and by the operator whom it is to convict."""
        self._checked: set[tuple[int, int]] = set()
        """Which of them are whole and being looked at."""
        self._one_by_one = trio.Lock()
        """So that the checks of the game wait for one of them at most."""
        self._granted: dict[tuple[int, int], int] = {}
        """How many bytes more may come because they were asked for, even if somebody else was faster."""

        self._wrong: dict[int, int] = {}
        """How many proofs of each peer have proved nothing, or could not be checked here."""

    def wanted(self, peer: int) -> dict[int, int]:
        """Name the proofs to ask a peer for: operators, and the bytes of each proof that it has already sent."""
        unproved = self._session.missing_proofs
        if self._wrong.get(peer, 0) >= MOST_WRONG:
            return {}
        lacking = [gone for gone in unproved if (peer, gone) not in self._checked]
        self._granted |= {(peer, gone): self._longest() for gone in lacking}
        return {gone: len(self._had.get((peer, gone), b"")) for gone in lacking}

    def has(self, asked: Mapping[int, int]) -> bool:
        """Whether something that is asked for is here."""
        return any(self._find(gone) for gone in asked)

    def pieces(self, asked: Mapping[int, int]) -> Iterator[tuple[int, bytes]]:
        """The frames that a peer asks for."""
        for gone, at in asked.items():
            proof = self._find(gone)
            for start in range(at, len(proof), PIECE):
                piece = ProofPiece(gone, start, len(proof), proof[start : start + PIECE])
                yield int(FrameKind.CERTIFICATE), msgspec.msgpack.encode(piece)

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A peer hands over a piece of a proof."""
        if not self.take(operator, payload):
            return FrameValue.USELESS
        self.arrived_at = trio.current_time()
        return FrameValue.NEEDED

    def take(self, peer: int, payload: bytes) -> bool:
        """Take in a piece of a proof; whether it was asked for."""
        try:
            piece = decode(payload, ProofPiece, TABLE_LIMIT)
        except BadEncoding:
            return False
        key = (peer, piece.operator)
        if self._wrong.get(peer, 0) >= MOST_WRONG:
            return False
        if not piece.at < piece.whole <= self._longest() or len(piece.data) != min(PIECE, piece.whole - piece.at):
            return False  # nobody honest hands it over in drops, and each would count as something that has moved
        if key not in self._granted or len(payload) > self._granted[key]:
            return False
        self._granted[key] -= len(payload)
        if piece.operator not in self._session.missing_proofs or key in self._checked:
            return True
        had = self._had.setdefault(key, bytearray())
        if piece.at != len(had):
            return True
        had += piece.data
        if len(had) == piece.whole:
            self._checked.add(key)
            del self._had[key]
            self.start(self._check, key, bytes(had))
        return True

    async def _check(self, key: tuple[int, int], data: bytes) -> None:
        found: Certificate | None = None
        with contain(Hint.ASIDE, self._charter.operators[key[0]].name):
            found = await self._proven(key, data)
        self._checked.discard(key)
        if found is not None:
            await self._loop.accept_certificate(found)

    async def _proven(self, key: tuple[int, int], data: bytes) -> Certificate | None:
        """Read the offences that a proof proves, if any; a worthless one costs the peer that hands it over."""
        found: Certificate | None = None
        async with self._one_by_one:
            began = trio.current_time()
            try:
                found = await self._workers.run(convincing, self._signed, data)
            except WorkerFailed as error:  # nothing is known; it is asked for again, but not for ever
                self._count_failure(key[0])
                await trio.sleep(error.wait)
            else:
                if found is None or self._charter.seats[found.seat].operator != key[1]:  # not what was asked for
                    self._count(key[0], trio.current_time() - began)
        return found

    def _count(self, peer: int, seconds: float) -> None:
        """A peer has handed over what proves nothing, and it was looked at for so long: that costs it."""
        wrong = self._wrong[peer] = self._wrong.get(peer, 0) + 1
        no_more = "; no more are taken from it" if wrong == MOST_WRONG else ""
        name = self._charter.operators[peer].name
        print(f"{name} has handed over {wrong} proofs that prove nothing{no_more}", file=sys.stderr, flush=True)
        self._mesh.charge(peer, FALSE + A_SECOND * seconds)

    def _count_failure(self, peer: int) -> None:
        """This node could not look at what a peer has handed over: that costs the peer nothing, only a try."""
        tried = self._wrong[peer] = self._wrong.get(peer, 0) + 1
        no_more = "; it asks for no more of them there" if tried == MOST_WRONG else ""
        name = self._charter.operators[peer].name
        print(f"this node failed to check a proof that {name} handed over{no_more}", file=sys.stderr, flush=True)

    def _find(self, operator: int) -> bytes:
        there = operator < len(self._charter.operators)
        return self._session.proof(operator) if there else b""

    def _longest(self) -> int:
        said = self._session.messages.values()
        return 2 * sum(len(envelope.body) + 256 for envelope in said) + ROOM
