"""The next entry of a bot, computed in a worker, or in this process where no worker can.

An entry is all acts of a seat up to the one that cannot be undone. It depends on the level, the seed and the knowledge
of the seat, never on earlier thoughts of a bot: so it is the same wherever and however often it is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tta_p2p.bots.advice import advise
from tta_p2p.bots.base import ActProposal, Bot, Situation
from tta_p2p.bots.levels import is_instant, make_bot
from tta_p2p.games.contract import Act, Knowledge, Seat
from tta_p2p.games.game import Game
from tta_p2p.registry import load_rules
from tta_p2p.table.draft import Draft

if TYPE_CHECKING:  # a worker that thinks needs none of what a node runs on
    from tta_p2p.node.workers.pool import WorkerPool


def seed_of(seed: int, seat: int, facts: int) -> str:
    """The seed of what a seat decides after so many facts."""
    return f"{seed}/{seat}/{facts}"


def entry(game: Game[Any, Any], bot: Bot, state: Any, knows: Knowledge, seat: Seat) -> tuple[Act, ...]:
    """The acts with which a bot that must decide goes on, to the first that cannot be undone."""
    draft, acts = Draft(game, state, knows, seat), list[Act]()
    decision = game.decision(state)
    while not draft.closed:
        acts.append(bot.choose(Situation(game, draft.state, draft.knows, seat, draft.legal())))
        if decision is not None and decision.sealed:
            break
        draft.act(acts[-1])
    return tuple(acts)


def entry_of(game: str, level: str, seed: str, state: Any, knows: Knowledge, seat: Seat) -> tuple[Act, ...]:
    """The same for a bot of a level, with everything named so that it can be handed to another process."""
    return entry(load_rules(game), make_bot(level, seed, game), state, knows, seat)


def advice_of(game: str, level: str, seed: str, state: Any, knows: Knowledge, seat: Seat) -> tuple[ActProposal, ...]:
    """Give the choice of a bot of a level here, and its next best; named so that another process can say it."""
    rules = load_rules(game)
    return advise(Situation(rules, state, knows, seat, rules.legal(state, knows, seat)), level, seed)


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    """The next acts of the bot at one seat."""

    level: str
    draft: Draft
    """The draft it goes on with: as long as the table has it, nothing has changed that the bot knows of."""
    before: tuple[Act, ...]
    """What was in the draft when it began to think."""
    acts: tuple[Act, ...]

    def applies(self, level: str, draft: Draft) -> bool:
        """Whether a bot of this level still has something of it to do."""
        done, whole = tuple(draft.acts), self.before + self.acts
        same = self.level == level and self.draft is draft and done == whole[: len(done)]
        return same and len(self.before) <= len(done) < len(whole)

    @property
    def next(self) -> Act:
        """The act that comes next."""
        return self.acts[len(self.draft.acts) - len(self.before)]


async def plan_entry(
    thinkers: WorkerPool, game: str, level: str, seed: str, state: Any, knows: Knowledge, seat: Seat
) -> tuple[Act, ...]:
    """Work out the result of `entry_of` while this process goes on. Raises WorkerFailed with a fault if that fails."""
    asked = (game, level, seed, state, knows, seat)
    if is_instant(level):
        return entry_of(*asked)
    acts: tuple[Act, ...] = await thinkers.run_with_fallback(entry_of, *asked)
    return acts
