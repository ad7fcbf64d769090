"""Players at the seats of this node: people, bots and programs."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from protocol.charter import Charter
from tta_p2p.bots.levels import effective_level
from tta_p2p.node.programs.program import PROGRAM
from tta_p2p.seats import messages as say


class Players:
    """The own seats, as seats of the charter, that no person plays."""

    def __init__(
        self, charter: Charter, operator: int, bots: Mapping[int, str], programs: Collection[int], *, pace: float
    ) -> None:
        """``bots``: the level of each seat that a bot plays, as a person or an earlier release has named it;
        ``programs``: the seats of which programs are clients; ``pace``: seconds between acts of bots.
        """
        self.bots = {seat: effective_level(charter.game, level) for seat, level in bots.items()}
        self.stand_ins: dict[int, str] = {}
        """The levels of bots that play for people who asked for it, by the seat."""
        self.has_lent = False
        """Whether one of those bots has acted since this node was started."""
        self.programs, self.levels = frozenset(programs), {**self.bots, **dict.fromkeys(programs, PROGRAM)}
        self.given_up: dict[int, say.ErrorReply] = {}
        """Seats that wait for a person because their program does not work, and why."""
        self.slow: dict[int, say.ErrorReply] = {}
        """Seats whose program has not answered for long, with what people were told of it."""
        self.only_bots = all(seat in self.levels for seat in charter.seats_of(operator))
        """Whether no person plays here."""
        self.pace = pace
