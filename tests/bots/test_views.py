"""A bot sees what its seat sees and nothing else: in two worlds that differ in what is hidden it does the same."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest

from tests.bots.table import Table, begin, bots, play, seen
from tta_p2p import registry
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import choices, levels, make_bot
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act
from tta_p2p.games.knowledge import sample
from tta_p2p.games.local import LocalGame

EACH = 2
"""How many decisions of each kind are tried in two worlds."""
MOST = 12


@pytest.mark.parametrize(
    ("name", "level"), [(name, level) for name in registry.names() for level in levels() if level in choices(name)]
)
def test_a_bot_does_the_same_in_worlds_that_differ_only_in_what_its_seat_does_not_know(name: str, level: str) -> None:
    game = registry.load_rules(name)
    tried: Counter[str] = Counter()
    changed = 0

    def watch(table: Table, situation: Situation, act: Act) -> None:
        nonlocal changed
        if sum(tried.values()) >= MOST:
            raise StopIteration
        decision = table.decision
        assert decision is not None
        if len(situation.options) < 2 or tried[decision.key] >= EACH * game.seats[0] * 2:
            return
        tried[decision.key] += 1
        backs = {handle: place.back for handle, place in game.hidden_cards(table.state).items()}
        world = sample(backs, game.unseen(table.state), situation.knowledge, Chance(len(table.facts)))
        changed += any(world[handle] != table.dealer.faces[handle] for handle in backs)
        knows = {None: situation.knowledge, **dict.fromkeys(range(table.seats), situation.knowledge)}
        other: Table = LocalGame.from_world(game, table.state, table.seats, world, knows=knows)
        twin = seen(other, situation.seat)
        assert twin.options == situation.options
        assert make_bot(level, 5).choose(twin) == make_bot(level, 5).choose(situation)

    with suppress(StopIteration):
        play(begin(game, game.seats[0], seed=6), bots(["random"] * game.seats[0]), watch)
    assert changed >= 5, "there was something to see"
