"""Positions of random games, each with what its seat knows: where orders are tried."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from tta_p2p.cli.simulation.trials import choose
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Decision, Knowledge, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import load_rules


class PlayPosition(NamedTuple):
    """A seat that is to decide."""

    game: Game[Any, Any]
    state: Any
    knows: Knowledge
    seat: Seat

    @property
    def decision(self) -> Decision:
        """The decision."""
        decision = self.game.decision(self.state)
        assert decision is not None
        return decision

    def legal(self) -> list[Act]:
        """All legal acts."""
        return [option.act for option in self.game.legal(self.state, self.knows, self.seat)]


@lru_cache
def positions(name: str, seats: int, seed: int, most: int) -> tuple[PlayPosition, ...]:
    """All positions of the beginning of a random game: one for each act."""
    local: LocalGame[Any, Any] = LocalGame(load_rules(name), seats, {}, chance=seed)
    local.answer_needs()
    chance, found = Chance(seed), list[PlayPosition]()
    while (decision := local.decision) is not None and len(found) < most:
        acts = []
        for seat in decision.seats if decision.sealed else decision.seats[:1]:
            found.append(PlayPosition(local.game, local.state, local.dealer.knowledge_of(seat), seat))
            options = [one for one in local.legal(seat) if one.act.verb != "resign"]
            acts.append(choose(name, "eager", chance, decision, options).act)
        local.act(*acts)
    return tuple(found)
