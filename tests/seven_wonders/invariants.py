"""What must hold after every act of every game; watched in random games by `scripts/soak`."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Decision, Left
from tta_p2p.games.local import LocalDealer, LocalGame
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.testing.sample import REASONS

from . import oracle


class Replay:
    """A game told again fact by fact; it shows a decision only when it has come as far as the game it follows."""

    def __init__(self, game: LocalGame[State, Any]) -> None:
        self.game = game
        self.state = GAME.start(game.options, game.seats).state
        self.heard = 0

    @property
    def dealer(self) -> LocalDealer[State, Any]:
        """The dealer of the game."""
        return self.game.dealer

    @property
    def decision(self) -> Decision | None:
        """Who must decide what, at the end of all facts."""
        return GAME.decision(self.state) if self.heard == len(self.game.facts) else None


class Watcher:
    """Lets the second reading of the rules (`oracle`) check every fact.

    `leaving`: about every so many acts of seats one leaves (0: none does); a call is for the acts of all seats at once.
    """

    def __init__(self, seed: int = 0, leaving: int = 0) -> None:
        self.chance = Chance(seed).fork("watcher")
        self.leaving = leaving
        self.replay: Replay | None = None

    def __call__(self, game: LocalGame[State, Any]) -> None:
        """Check all that has happened since the last call."""
        if self.replay is None:
            self.replay = Replay(game)
            self.oracle = oracle.Watcher(self.replay)
        replay = self.replay
        for fact in game.facts[replay.heard :]:
            replay.state, replay.heard = GAME.apply(replay.state, fact).state, replay.heard + 1
            if isinstance(fact, Left):
                self.oracle.left()
            else:
                self.oracle(fact)
        assert GAME.encode(replay.state) == GAME.encode(game.state)
        if game.over:
            self.oracle.end()
        elif self.leaving and not self.chance.below(max(1, self.leaving // game.seats)):
            game.leave(self.chance.choice(game.state.active_seats), self.chance.choice(REASONS))
