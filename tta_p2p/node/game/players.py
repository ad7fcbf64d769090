"""Who plays the seats of this node: people, bots and programs."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import trio

from protocol.charter import Charter
from tta_p2p.bots.base import Bot, Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.node.programs.program import PROGRAM
from tta_p2p.seats import messages as say
from tta_p2p.table.game_table import GameTable


class Players:
    """The own seats, as seats of the charter, that no person plays."""

    def __init__(
        self,
        charter: Charter,
        operator: int,
        bots: Mapping[int, str],
        programs: Collection[int],
        *,
        seed: int,
        pace: float,
    ) -> None:
        """``bots``: the level of each seat that a bot plays; ``programs``: the seats of which programs are clients;
        ``pace``: seconds between acts of bots.
        """
        self.bots: dict[int, Bot] = {seat: make_bot(level, seed + seat) for seat, level in bots.items()}
        self.stand_ins: dict[int, Bot] = {}
        """Bots that play for people who asked for it, by the seat."""
        self.programs, self.levels = frozenset(programs), {**bots, **dict.fromkeys(programs, PROGRAM)}
        self.given_up: dict[int, say.Failed] = {}
        """Seats that wait for a person because their program does not work, and why."""
        self.only_bots = all(seat in self.levels for seat in charter.seats_of(operator))
        """Whether no person plays here."""
        self.pace = pace
        self._acted_at = 0.0

    def act(self, table: GameTable) -> bool:
        """One act of one bot that must decide; whether there was one."""
        if not (self.bots or self.stand_ins) or (self.pace and trio.current_time() < self._acted_at + self.pace):
            return False
        assert table.seating is not None
        for seat in table.to_decide():
            own = table.seating.to_charter(seat)
            bot = self.bots.get(own) or self.stand_ins.get(own)
            if bot is not None:
                self._acted_at = trio.current_time()
                draft = table.draft(seat)
                situation = Situation(table.game, draft.state, draft.knows, seat, draft.legal())
                table.act(bot.choose(situation))
                return True
        return False
