"""An act is worked out once where it is heard, however often it is asked about; its author has tried it before."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.table.peers import Peers
from tta_p2p.games.contract import Act, Acts, Fact, Step
from tta_p2p.registry import load_rules


class Counting:
    """Rules that count how often each decision is applied."""

    total: Counter[type]

    def apply(self, state: Any, fact: Fact) -> Step[Any]:
        if isinstance(fact, Act | Acts):
            self.total[type(fact)] += 1
        return super().apply(state, fact)  # type: ignore[misc, no-any-return]


@pytest.mark.parametrize("name", ["smugglers", "caravan"])
def test_every_act_is_judged_once_a_peer(name: str) -> None:
    peers = Peers(name, [0, 1, 2], seed=3)
    rules = type(load_rules(name))
    for table in peers.tables:
        game: Any = type("Counted", (Counting, rules), {"total": Counter()})()
        table.referee.game = game
    peers.play()
    for number, table in enumerate(peers.tables):
        game = table.game
        decided = Counter(type(fact) for fact in table.facts)
        own = sum(isinstance(fact, Act) and fact.seat in table.own_seats for fact in table.facts)
        assert decided[Act] + decided[Acts] > 3
        assert game.total[Act] == decided[Act] + own, f"peer {number} tries its own acts in its draft, and judges them"
        assert game.total[Acts] == decided[Acts]
