"""Every game as an environment of PettingZoo, for programs that learn: one process, no network, no clock.

    from tta_p2p.bots.environment import env

    table = env("smugglers", seats=3)
    table.reset(seed=1)
    for agent in table.agent_iter():
        seen, reward, over, _, info = table.last()
        table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))

An action is a place in the list of legal acts, of which `info["legal"]` has the words of the seat protocol. Acts that
no bot takes, giving up for one, are left out. A seat observes its view and nothing else: `info["view"]` has it as plain
data, the observation in numbers. It takes the extra `tta-p2p[learning]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tta_p2p.bots.base import Situation, sensible_options
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Option, Options, Seat, Value
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import load_rules

MAX_ACTIONS = 1024
"""How many acts an action can choose from; the longest list that games of chance have brought is half of it."""
OBSERVATION_SIZE = 2048
"""How many numbers an observation has, if nobody says otherwise."""

Features = Callable[[Any, Seat], Any]
"""From a view as plain data, and the seat that has it, to numbers; always the same number of them."""


class TooManyActs(Exception):
    """A decision has more legal acts than an action can choose from."""


def hash_features(view: Any, width: int = OBSERVATION_SIZE) -> Any:
    """A view of any game in so many numbers, by feature hashing (K. Weinberger and others, 2009).

    Each number or word of the view is added, or taken away, where the hash of its place in the view says. Of a list of
    words it only counts which there are.
    """
    found = np.zeros(width, np.float32)
    for place, value in _leaves(view, ""):
        number = crc32(place.encode())
        found[number % width] += value if number & 1 << 31 else -value
    return np.sign(found) * np.log1p(np.abs(found))


def _leaves(data: Any, place: str) -> Iterator[tuple[str, float]]:
    """Give each place in plain data with its value; a word has a place of its own and is 1."""
    if isinstance(data, dict):
        for key, of in data.items():
            yield from _leaves(of, f"{place}/{key}")
    elif isinstance(data, list | tuple):
        for number, of in enumerate(data):
            yield from _leaves(of, f"{place}/{number}" if isinstance(of, dict | list | tuple) else place)
    elif isinstance(data, str):
        yield f"{place}={data}", 1.0
    elif data is not None:
        yield place, float(data)


class TableEnv(AECEnv[str, dict[str, Any], int]):
    """A table: the agents are its seats, `seat_0` onwards, and act in the order in which the game asks them.

    What several seats decide in secret is carried out when the last of them has acted. Rewards come at the end: the
    share of the others whom a seat leaves behind, from -1 (none) to 1 (all); who shares a place has half of it.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        features: Features | None = None,
        width: int = OBSERVATION_SIZE,
    ) -> None:
        """`features`: what a seat observes, `width` numbers, if not `hash_features`. Raises UnknownGame."""
        super().__init__()
        self.game = load_rules(game)
        self.seats = seats or self.game.seats[0]
        self.options: Options = dict(options or {})
        self.metadata = {"name": f"{game}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._features: Features = features or (lambda view, _: hash_features(view, width))
        of_view = spaces.Box(-np.inf, np.inf, (width,), np.float32)
        mask = spaces.Box(0, 1, (MAX_ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": of_view, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(MAX_ACTIONS) for agent in self.possible_agents}
        self._seed = self._dealt = 0
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        """The space of an agent's observations: `observation`, and a mask of the open actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Places in the list of legal acts."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: with a seed always the same one, without it another one each time. Raises BadOptions.

        `options` are for what other environments may want; those of the game are said when the table is made.
        """
        if seed is not None:
            self._seed, self._dealt = seed, 0
        chance = Chance(self._seed).fork(f"dealer {self._dealt}")
        self._dealt += 1
        self.table: LocalGame[Any, Any] = LocalGame(self.game, self.seats, self.options, chance)
        self.table.answer_needs()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._pending_acts: list[Act] = []
        self._next_decision()

    def observe(self, agent: str) -> dict[str, Any]:
        """Give an agent the view of its seat, and the actions open to it now."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(MAX_ACTIONS, np.int8)
        if agent == self.agent_selection:
            mask[: len(self._legal)] = 1
        return {"observation": np.asarray(self._features(self._view(seat), seat), np.float32), "action_mask": mask}

    def _view(self, seat: Seat) -> Any:
        return msgspec.to_builtins(self.table.view(seat), str_keys=True)

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act. Raises ValueError where the action is not open to it."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        if action is None or not 0 <= action < len(self._legal):
            raise ValueError(f"{agent} has {len(self._legal)} legal acts, and none with the number {action}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._pending_acts.append(self._legal[action].act)
        decision = self.table.decision
        assert decision is not None
        if not decision.sealed or len(self._pending_acts) == len(decision.seats):
            acts, self._pending_acts = self._pending_acts, []
            self.table.act(*acts)
        self._next_decision()
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is open."""

    def _next_decision(self) -> None:
        """Find out whose turn it is, or who has won."""
        decision = self.table.decision
        self._legal: list[Option] = []
        self.infos = {agent: {} for agent in self.agents}
        if decision is None:
            self._end()
            return
        seat = decision.seats[len(self._pending_acts) if decision.sealed else 0]
        options = self.table.legal(seat)
        self._legal = sensible_options(
            Situation(self.game, self.table.state, self.table.dealer.knowledge_of(seat), seat, options)
        )
        if len(self._legal) > MAX_ACTIONS:
            raise TooManyActs(f"{self.game.name}: {len(self._legal)} legal acts in one decision, {decision.key}")
        self.agent_selection = self.possible_agents[seat]
        legal = [self.game.write(option.act) for option in self._legal]
        self.infos[self.agent_selection] = {"decision": decision.key, "legal": legal, "view": self._view(seat)}

    def _end(self) -> None:
        """Reward everybody."""
        places = self.game.standings(self.table.state).places
        for one in places:
            agent, others = self.possible_agents[one.seat], [place for place in places if place.seat != one.seat]
            behind = sum((one.place < other.place) - (one.place > other.place) for other in others)
            self.rewards[agent] = behind / len(others)
            self.infos[agent] = {"points": one.points, "place": one.place}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


def env(game: str, **more: Any) -> TableEnv:
    """A table of a game, as environments of PettingZoo are made; `more`: see `TableEnv`."""
    return TableEnv(game, **more)
