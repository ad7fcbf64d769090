"""What bots advise: first what they would do themselves, then other acts, with what they see in it."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.bots.positions import beginnings
from tests.bots.table import Table, begin, bots, play
from tests.texts import texts_of
from tta_p2p import registry
from tta_p2p.bots.advice import MAX_PROPOSALS, advise
from tta_p2p.bots.base import Situation, game_attribute
from tta_p2p.bots.levels import game_levels, make_bot
from tta_p2p.bots.through_the_ages.act_evaluator import easy_evaluator
from tta_p2p.bots.through_the_ages.turn_search import TurnPlanner
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act

ASKED = 6
"""How many decisions of a game are asked about."""


@pytest.mark.parametrize(
    ("name", "level"), [(name, level) for name in registry.names() for level in game_levels(name) if level != "hard"]
)
def test_the_first_is_what_the_bot_would_do_and_the_others_are_other_acts(name: str, level: str) -> None:
    game = registry.load_rules(name)
    asked = several = 0

    def watch(table: Table, situation: Situation, act: Act) -> None:
        nonlocal asked, several
        if len(situation.options) == 1:
            return
        found = advise(situation, level, "5")
        chosen, planned = make_bot(level, "5").choose(situation), name == "through_the_ages" and level == "normal"
        assert chosen in [one.acts[0] for one in (found if planned else found[:1])]  # advice is planned with more care
        first = [one.acts[0] for one in found]
        assert len({*first}) == len(first) <= MAX_PROPOSALS
        assert {*first} <= {option.act for option in situation.options}
        several += len(found) > 1
        asked += 1
        if asked >= ASKED:
            raise StopIteration

    with suppress(StopIteration):
        play(begin(game, game.seats[0], seed=9), bots(["random"] * game.seats[0]), watch)
    assert asked >= 5, "there was something to ask"
    knows = game_attribute(name, "make_evaluator", None) is not None
    assert (several > asked // 2) == (level != "random" and knows)


def test_reasons_add_up_to_what_a_turn_brings_and_have_words() -> None:
    seen = set[str]()
    for situation in beginnings(every=8):
        now = easy_evaluator(situation, NORMAL).evaluate(situation.state).permanent
        found = TurnPlanner(Chance(5)).proposals(situation, MAX_PROPOSALS)
        assert len(found) == MAX_PROPOSALS
        for one in found:
            assert one.value is not None and one.reasons is not None
            assert sum(one.reasons.values()) == one.value - now
            seen |= {key for key, worth in one.reasons.items() if worth}
        assert found[0].value is not None
        assert found[0].value == max(one.value or 0 for one in found)
    assert len(seen) >= 8
    game = registry.load_rules("through_the_ages")
    for language in ("en", "zh-Hans"):
        said = {key.removeprefix("advice.") for key in texts_of(game, language) if key.startswith("advice.")}
        assert seen <= said == {*(found[0].reasons or {})}
