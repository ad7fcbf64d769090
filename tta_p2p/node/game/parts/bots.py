"""The bots at the seats of a playing node: they think beside it, and tell nothing by how long they think.

Where people play, what a bot has decided leaves at a point of a grid that begins when its seat is asked: 0.5 seconds
later, whatever there was to think about, or at the next point if it took longer. Bots among themselves are not held up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import trio

from protocol.errors import Fault
from tta_p2p.bots.levels import is_instant
from tta_p2p.games.contract import Act
from tta_p2p.net.tasks import Stake
from tta_p2p.node.data_folder.lent_games import keep_lent_game
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.workers.bot_entry import PlannedEntry, entry_of, plan_entry, seed_of
from tta_p2p.node.workers.pool import WorkerFailed
from tta_p2p.table.draft import Draft
from tta_p2p.table.game_table import GameTable


def release_time(asked: float, ready: float, grid: float) -> float:
    """Give the moment at which a ready answer leaves: at once without a grid, at its first point or later.

    >>> release_time(10.0, 10.1, 0.5), release_time(10.0, 10.7, 0.5), release_time(10.0, 10.1, 0)
    (10.5, 11.0, 10.1)
    """
    return asked + grid * max(1, math.ceil(round((ready - asked) / grid, 6))) if grid else ready


@dataclass(slots=True)
class Thought:
    """The thoughts or the decision of the bot at one seat."""

    level: str
    draft: Draft
    before: tuple[Act, ...]
    """What was in the draft when it began to think."""
    asked: float
    plan: PlannedEntry | None = None
    """None while it thinks."""
    due: float = 0.0
    """When what it has decided leaves."""
    fault: Fault | None = None
    """What this program failed at while it thought."""
    wake_times: set[float] = field(default_factory=set)
    """The times at which the node looks again."""

    def decide(self, acts: tuple[Act, ...]) -> None:
        """It has thought of this."""
        self.plan = PlannedEntry(self.level, self.draft, self.before, acts)

    def applies(self, level: str, draft: Draft) -> bool:
        """Whether this is what a bot of this level is still to think of or to do."""
        if self.plan is not None:
            return self.plan.applies(level, draft)
        return self.level == level and self.draft is draft and self.before == tuple(draft.acts)


class Bots(Part):
    """The bots of one node, and bots that play for its people."""

    serves = Stake.PLAY

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._players, self._thinkers, self._loop = context.players, context.environment.thinkers, context.loop
        self._seed, self._grid = context.setup.seed, context.setup.grid
        by_itself = {context.operator} if context.players.only_bots else set[int]()
        self._people = frozenset(range(len(context.charter.operators))) - context.unattended - by_itself
        """The operators at whose nodes a person plays."""
        self._thoughts: dict[int, Thought] = {}
        """By own seats of the charter."""
        self._acted_at = -math.inf

    def act(self) -> bool:
        """One act of one bot that must decide and may act now; whether there was one."""
        levels, table = self._players.bots | self._players.stand_ins, self.context.table
        if not levels or not self.context.may_act or table.seating is None:
            return False
        for seat in table.to_decide():
            own = table.seating.to_charter(seat)
            if own in levels and self._act_at(table, seat, own, levels[own]):
                return True
        return False

    def _act_at(self, table: GameTable, seat: int, own: int, level: str) -> bool:
        draft, thought = table.draft(seat), self._thoughts.get(own)
        if thought is None or not thought.applies(level, draft):
            thought = self._thoughts[own] = Thought(level, draft, tuple(draft.acts), trio.current_time())
            self._begin(thought, table, seat, seed_of(self._seed, own, len(table.facts)))
        if thought.fault is not None:
            table.fail(thought.fault)
            return True
        if thought.plan is None:
            return False
        may_at = max(thought.due, self._acted_at + self._players.pace)
        if trio.current_time() < may_at:
            if may_at not in thought.wake_times:
                thought.wake_times.add(may_at)
                self.start(self._wake_at, may_at)
            return False
        self._acted_at = trio.current_time()
        table.act(thought.plan.next)
        if own in self._players.stand_ins and not self._players.has_lent:
            self._players.has_lent = True
            self.start(self._keep_lent)
        return True

    async def _keep_lent(self) -> None:
        """Keep that a bot has acted for its person, which outlasts this node."""
        await self.context.environment.aside(keep_lent_game, self.context.folder, self.context.sid)

    def _begin(self, thought: Thought, table: GameTable, seat: int, seed: str) -> None:
        draft = thought.draft
        grid = self._grid if self._with_people(table) else 0.0
        asked = (table.game.name, thought.level, seed, draft.state, draft.knows, seat)
        if is_instant(thought.level):
            thought.decide(entry_of(*asked))
            thought.due = release_time(thought.asked, thought.asked, grid)
            return

        async def find_out() -> None:
            try:
                thought.decide(await plan_entry(self._thinkers, *asked))
            except WorkerFailed as error:
                thought.fault = error.fault
            thought.due = release_time(thought.asked, trio.current_time(), grid)
            await self._loop.wake()

        self.start(find_out)

    async def _wake_at(self, moment: float) -> None:
        await trio.sleep_until(moment)
        await self._loop.wake()

    def _with_people(self, table: GameTable) -> bool:
        """Whether anybody is at the table from whom something may be hidden."""
        seats = table.charter.seats
        return any(seats[seat].operator in self._people for seat in table.session.play.present)
