"""What peers say to a game under way: which part of the node takes a frame in, and what one that helps nobody costs."""

from __future__ import annotations

import trio

from tta_p2p.net.framing import Kind
from tta_p2p.net.tasks import Hint, contain
from tta_p2p.node.game.attendance import Attendance
from tta_p2p.node.game.autopilot import Autopilots
from tta_p2p.node.game.catching_up import CatchingUp
from tta_p2p.node.game.opening import OpenKeys
from tta_p2p.node.game.pausing import Pausing
from tta_p2p.node.game.proofs import ProofExchange
from tta_p2p.node.game.proven import ProvenTable
from tta_p2p.node.game.rematch import Rematch
from tta_p2p.store.database import StoreError
from tta_p2p.table.game_table import GameTable

ASIDE, KNOWN = 10.0, 0.02
"""What a frame beside the game (chat, a question, a statement of keys) costs its sender's patience, and one twice."""


class Hearing:
    """The frames that come from the peers of one game."""

    def __init__(
        self,
        table: GameTable,
        catching_up: CatchingUp,
        proofs: ProofExchange,
        keys: OpenKeys,
        rematch: Rematch,
        autopilots: Autopilots,
        attendance: Attendance,
        pausing: Pausing,
        proven: ProvenTable,
    ) -> None:
        self._table, self._catching_up, self._proofs, self._keys = table, catching_up, proofs, keys
        self._pausing, self._proven = pausing, proven
        self._telling: dict[int, Attendance | Autopilots | Rematch] = {
            Kind.ATTENDED: attendance, Kind.AUTOPILOT: autopilots, Kind.REMATCH: rematch,
        }  # fmt: skip
        self.proof_at = 0.0
        """When a proof came last, by Trio's clock: while it is checked nobody need be asked again."""

    def frame(self, operator: int, kind: int, payload: bytes) -> float:
        """Take in a frame; what it has cost that helps nobody, where 1 is about a signature checked in vain."""
        if kind == Kind.MESSAGE:
            return self._message(operator, payload)
        if kind == Kind.HEADS:
            self._catching_up.answer(operator, payload)
        elif kind == Kind.HEAD:
            self._catching_up.hear(operator, payload)
        elif kind == Kind.CERTIFICATE and self._proofs.hear(operator, payload):
            self.proof_at = trio.current_time()
            return 0.0
        elif kind == Kind.KEYS and self._keys.hear(operator, payload):
            return 0.0
        elif self._pausing.hear(operator, payload) if kind == Kind.WENT_ON else self._beside(operator, kind, payload):
            return 1.0
        return ASIDE + len(payload) / 4096

    def _beside(self, operator: int, kind: int, payload: bytes) -> bool:
        """Take in what is only told, and proved by nothing; whether it is news. Nothing that is said so stops play."""
        with contain(Hint.ASIDE, self._table.charter.operators[operator].name, StoreError, OSError):
            if kind != Kind.CHAT:
                return kind in self._telling and self._telling[kind].hear(operator, payload)
            self._proven.hear_chat(operator, payload)
        return False

    def _message(self, operator: int, payload: bytes) -> float:
        outcome = self._table.receive(payload)
        if outcome == "far":
            self._catching_up.ask(operator, unless_within=0.5)
        if outcome in ("taken", "early"):
            return 0.0
        if self._table.session.fault is not None:
            return KNOWN  # that it helps nobody now is not its sender's fault
        return KNOWN if outcome == "known" else 1 + len(payload) / 4096
