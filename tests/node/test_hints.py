"""The advice a player may ask for: that of the best bot there is."""

from __future__ import annotations

import pytest

from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import levels, make_bot
from tta_p2p.node.game.local import LocalTable
from tta_p2p.node.serving.desk import _hinted
from tta_p2p.registry import find


@pytest.mark.parametrize("game", ["seven_wonders", "through_the_ages", "caravan"])
def test_a_hint_is_what_the_strongest_level_would_do(game: str) -> None:
    table = LocalTable(find(game), 3, {}, 7, ["Ann", "Bob", "Cid"], {})
    table.local.settle()
    draft = table.draft(0)
    situation = Situation(table.game, draft.state, draft.knows, 0, draft.legal())
    best = make_bot(levels()[-1], 0).choose(situation)
    assert _hinted(table, 0).text == table.game.write(best)
