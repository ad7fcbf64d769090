"""Games as environments of PettingZoo: its own tests accept them, and a seat observes what its view says."""

from __future__ import annotations

import warnings
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tta_p2p import registry
from tta_p2p.bots.environment import MAX_ACTIONS, OBSERVATION_SIZE, TableEnv, TooManyActs, env, hash_features
from tta_p2p.games.chance import Chance
from tta_p2p.games.knowledge import sample
from tta_p2p.games.local import LocalGame


def played(table: TableEnv, seed: int) -> list[str]:
    """A whole game by chance; the acts, as the seat protocol has them."""
    table.reset(seed=seed)
    chance, acts = Chance(seed), list[str]()
    for agent in table.agent_iter():
        seen, _, over, _, info = table.last()
        if over:
            table.step(None)
            continue
        assert seen is not None
        mask = seen["action_mask"]
        assert mask.sum() == len(info["legal"]) and mask[: len(info["legal"])].all()
        others = [one for one in table.possible_agents if one != agent]
        assert len(acts) > 5 or not any(table.observe(one)["action_mask"].any() for one in others)
        action = chance.below(len(info["legal"]))
        acts.append(info["legal"][action])
        table.step(action)
    return acts


@pytest.mark.parametrize("game", registry.bundled_games())
def test_pettingzoo_accepts_every_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation|Environment has not defined a render", UserWarning)
        api_test(env(game), num_cycles=5)
        seed_test(lambda: env(game), num_cycles=3)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats"), [("smugglers", 3), ("seven_wonders", 3)])
def test_a_game_is_played_to_its_end_and_rewards_say_whom_a_seat_leaves_behind(game: str, seats: int) -> None:
    table = env(game, seats=seats)
    first = played(table, 4)
    places = {place.seat: place.place for place in table.game.standings(table.table.state).places}
    assert table.table.over and len(places) == seats
    assert played(table, 4) == first != played(table, 5)
    table.reset(seed=4)
    rewards = dict[str, float]()
    for act in first:
        table.step(table.infos[table.agent_selection]["legal"].index(act))
        rewards = dict(table.rewards)
        assert all(table.terminations.values()) or not any(rewards.values()), "nothing before the end"
    assert sum(rewards.values()) == pytest.approx(0) and max(rewards.values()) > 0
    ordered = sorted(places, key=lambda seat: (-rewards[f"seat_{seat}"], seat))
    assert [places[seat] for seat in ordered] == sorted(places.values())
    assert {agent: info["place"] for agent, info in table.infos.items()} == {f"seat_{s}": p for s, p in places.items()}


@pytest.mark.parametrize("where", ["docs/writing-a-bot.md", "tta_p2p/bots/environment.py"])
def test_what_the_documentation_shows_plays_a_game(where: str) -> None:
    text = (Path(__file__).parents[2] / where).read_text("utf-8")
    shown = text[text.index("    from tta_p2p.bots.environment") :].split("\n\n")[:2]
    names = dict[str, Any]()
    exec(dedent("\n".join(shown)), names)
    assert names["table"].agents == [] and names["over"] is True


def test_without_a_seed_every_game_is_another() -> None:
    table, dealt = env("smugglers"), set[str]()
    for seed in (1, None, None, 1):
        table.reset(seed=seed)
        dealt.add(str(table.infos[table.agent_selection]["view"]))
    assert len(dealt) == 3


def test_a_seat_observes_the_same_in_worlds_that_differ_only_in_what_it_does_not_know() -> None:
    table, chance = env("seven_wonders", seats=3), Chance(7)
    table.reset(seed=7)
    for _ in range(12):
        table.step(chance.below(len(table.infos[table.agent_selection]["legal"])))
    game, ours = table.game, table.table
    knows = ours.dealer.knowledge_of(0)
    backs = {handle: place.back for handle, place in game.hidden_cards(ours.state).items()}
    world = sample(backs, game.unseen(ours.state), knows, chance)
    assert any(world[handle] != ours.dealer.faces[handle] for handle in backs)
    before = [table.observe(agent)["observation"] for agent in table.possible_agents]
    table.table = LocalGame.from_world(
        game, ours.state, 3, world, knows={None: ours.dealer.knowledge_of(None), 0: knows}
    )
    after = [table.observe(agent)["observation"] for agent in table.possible_agents]
    assert np.array_equal(before[0], after[0]) and not np.array_equal(before[1], after[1])


def test_the_numbers_are_those_of_the_view_or_what_one_makes_of_it() -> None:
    assert not np.array_equal(hash_features({"hand": ["iron"]}), hash_features({"hand": ["bread"]}))
    assert not np.array_equal(hash_features({"coins": 3}), hash_features({"coins": 4}))
    assert np.array_equal(hash_features({"hand": ["iron", "bread"]}), hash_features({"hand": ["bread", "iron"]}))
    table = env("smugglers")
    table.reset(seed=1)
    agent = table.agent_selection
    assert table.observe(agent)["observation"].shape == (OBSERVATION_SIZE,)
    assert np.array_equal(table.observe(agent)["observation"], hash_features(table.infos[agent]["view"]))

    def seats(view: Any, seat: int) -> list[float]:
        return [float(seat), float("coins" in str(view))]

    small = env("smugglers", features=seats, width=2)
    small.reset(seed=1)
    assert small.observation_space("seat_1").contains(small.observe("seat_1"))
    assert list(small.observe("seat_1")["observation"]) == [1.0, 1.0]


def test_what_is_not_open_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = env("smugglers")
    table.reset(seed=1)
    legal = len(table.infos[table.agent_selection]["legal"])
    for action in (legal, MAX_ACTIONS - 1, -1, None):
        with pytest.raises(ValueError, match=f"{legal} legal acts"):
            table.step(action)
    monkeypatch.setattr("tta_p2p.bots.environment.MAX_ACTIONS", 1)
    with pytest.raises(TooManyActs, match="smugglers"):
        table.reset(seed=1)
