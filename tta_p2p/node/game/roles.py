"""Roles in which parts and the loop ask other parts: each has a neutral answer where no part plays it.

`GameContext.part(Role)` gives the part that plays a role, or the role itself. So no part imports another one, and a
game goes on where one is missing: without the part `pause`, for one, nobody is ever paused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from protocol.signatures import Signer


class PauseKeeper:
    """Knows which nodes have not gone on since a pause."""

    resume_requested_at = 0.0
    """When the person here said that it goes on, or the pause was seen to be over, in seconds of Trio's clock; at first
    the start.
    """

    @property
    def resume_requested(self) -> bool:
        """Whether the person here goes on from the pause that holds."""
        return False

    @property
    def holds_for_all(self) -> bool:
        """Whether a pause holds that nobody has gone on from, by what all have said or told."""
        return False

    def paused_operators(self) -> frozenset[int]:
        """The operators who have not gone on since the last pause, by what they have said or told."""
        return frozenset()

    def agree(self) -> None:
        """The person here votes for or against a pause: it goes on only from those before."""


class MotionSource:
    """Lets people move something, and vote on it."""

    motions: tuple[str, ...] = ()
    """The kinds of motions that can be moved."""


class Asker:
    """Asks the others for what this node lacks; by itself, as here, it asks nobody."""

    def ask_all(self) -> None:
        """Ask all who are here."""


class OutageTeller:
    """Tells the others why this node says nothing more."""

    def tell(self, why: str) -> None:
        """Say why, one of `faults.OUTAGES`, now and to whoever connects later."""


class GameClock:
    """Knows for how long each seat has been waited for, also before this node was started anew."""

    noticed_at = -1
    """How many facts there were when a person here was last told of their turn; -1: they never were."""

    @property
    def used(self) -> tuple[float, ...]:
        """Seconds that each seat of the charter has used; nothing where nobody counts."""
        return ()

    def note_turn(self, facts: int) -> None:
        """Take note that a person here is told of their turn, now that there are so many facts."""

    async def keep(self) -> None:
        """Store now what was noted."""

    def waited(self, seat: int | None, why: str) -> float:
        """Seconds for which the game waited for a seat of the charter at this place before this node was started."""
        return 0.0


class ProofSource:
    """Has the proofs that convict cheats, and asks peers for those that are lacking."""

    arrived_at = 0.0
    """When a piece of a proof came last, in seconds of Trio's clock."""

    def wanted(self, peer: int) -> dict[int, int]:
        """Name the proofs to ask a peer for: operators, and the bytes of each proof that it has already sent."""
        return {}

    def has(self, asked: Mapping[int, int]) -> bool:
        """Whether something that is asked for is here."""
        return False

    def pieces(self, asked: Mapping[int, int]) -> Iterator[tuple[int, bytes]]:
        """The frames that a peer asks for."""
        return iter(())


class KeyPublisher:
    """Publishes the keys of a game that opens all hands after its end."""

    @property
    def complete(self) -> bool:
        """Whether nobody's keys are missing any more."""
        return True

    def publish(self, signer: Signer, seats: Iterable[int]) -> None:
        """State the keys of the own seats: the end of the game is signed, and its secrets are not erased yet."""


@dataclass(frozen=True, slots=True)
class NextTable:
    """The operator that opens the table of the next game, and the addresses at which it says that others find it."""

    host: int
    places: tuple[str, ...] = ()


class Successor:
    """Knows where this node goes on when its game is over."""

    next_table: NextTable | None = None
    """Where this node goes on, once that is known."""
    settled = False
    """Whether it is there: then that does not change any more, unless nobody comes together there."""

    def look_elsewhere(self, host: int) -> None:
        """Nobody comes together at the table that ``host`` has said to open: go on otherwise."""
        self.next_table, self.settled = None, False
