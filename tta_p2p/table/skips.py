"""Standing passes: what a seat has declined in advance, so that nobody waits until it says so each time.

To *skip* is to have what declines, or what is meant as a rule (`Decision.idle`), said for the seat as soon as it is
asked, until its own turn comes or for one kind of decision. A decision without such an answer is never skipped, nor one
within a draft: what a seat's own acts lead to is its own to decide. So is what everybody decides at once, in nobody's
turn.
"""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import Act, Decision, Seat
from tta_p2p.games.game import Game

MY_TURN = ""
"""Stands for everything that is asked until the own turn comes; every other word is the key of a decision."""


SkipState = dict[str, tuple[int, Seat | None]]
"""What a seat skips: by kind, the turn in which it was asked for, and whose that was."""


class Skips:
    """The skips of one table's seats."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._skips: dict[Seat, SkipState] = {}

    def add(self, seat: Seat, kind: str, state: Any) -> None:
        """Skip `MY_TURN` or a kind of decision, from this state on."""
        self._skips.setdefault(seat, {})[kind] = self._game.turn(state)

    def take_back(self, seat: Seat, kind: str | None = None) -> bool:
        """Skip a kind no longer, or nothing (None); whether that changes anything."""
        own = self._skips.get(seat, {})
        if kind is None:
            return bool(self._skips.pop(seat, None))
        return own.pop(kind, None) is not None

    def of(self, seat: Seat, state: Any) -> tuple[str, ...]:
        """Give what a seat skips in this state, in the order in which it has said so."""
        own = self._skips.get(seat, {})
        now = self._game.turn(state)
        if MY_TURN in own and now[1] == seat and now != own[MY_TURN]:
            del own[MY_TURN]
        return tuple(own)

    def kept(self, seat: Seat) -> SkipState:
        """Give what a seat skips, to be kept and restored."""
        return dict(self._skips.get(seat, {}))

    def restore(self, seat: Seat, kept: SkipState) -> None:
        """Skip again what was kept, beside what has been asked for since."""
        self._skips[seat] = {**kept, **self._skips.get(seat, {})}

    def due(self, seat: Seat, state: Any) -> Act | None:
        """Give the act by which a seat that is to decide declines; None where it decides itself."""
        decision: Decision | None = self._game.decision(state)
        if decision is None or not decision.idle or seat not in decision.seats:
            return None
        kinds = self.of(seat, state)
        others = MY_TURN in kinds and self._game.turn(state)[1] not in (seat, None)
        return decision.default(seat) if others or decision.key in kinds else None
