"""The schema of a game holds for every turn and act of whole games, and refuses what is none."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.bots.table import begin
from tests.seats.json_schema import WORDS, Schema
from tests.texts import texts_of
from tta_p2p import registry
from tta_p2p.games.chance import Chance
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats import encoding
from tta_p2p.seats.schema import schema

MOST = 1500
SEEDS = {"civilization": (0, 7), "through_the_ages": (1, 2)}
"""The games that are played of those that are long: in them every act is done that is in a dozen others."""
OFTEN, SELDOM, BEGINNING = 7, 17, 100
"""Every how many decisions a turn is looked at: in the first hundred, and later, where views are long and alike.

Neither has a divisor in common with one more than there are seats, so that all of them have their turns.
"""


def turns(game: str, seed: int) -> Iterator[dict[str, Any]]:
    """What the seats of a game between random players are sent, as they read it: every few turns, and the acts."""
    rules = registry.load_rules(game)
    seats = rules.seats[seed % len(rules.seats)]
    table = LocalTable(rules, seats, local=begin(rules, seats, seed=seed))
    chance = Chance(seed)
    for number in range(MOST):
        if table.local.over:
            break
        seat = table._deciding()[0]
        options = [option.act for option in table.draft(seat).legal() if option.act.verb != "resign"]
        if number % (OFTEN if number < BEGINNING else SELDOM) == 0:
            turn = table.desk._turn(table, (None, *range(seats))[number % (seats + 1)])
            yield msgspec.json.decode(encoding.write_line(turn))
        act = {"do": "act", "text": rules.write(chance.choice(options))}
        yield act
        table.act(rules.read(act["text"], seat))


@pytest.mark.parametrize("game", registry.names())
def test_every_turn_and_act_of_whole_games_follows_the_schema(game: str) -> None:
    rules = schema(registry.load_rules(game), texts_of(game))
    kinds = {kind: {"$ref": f"#/$defs/{kind}"} for kind in ("turn", "act")}
    assert rules["anyOf"] == list(kinds.values()) and rules.keys() <= WORDS | {"anyOf"}, "either is all that it asks"
    wrong = {kind: Schema(rules, one).wrong for kind, one in kinds.items()}
    for seed in SEEDS.get(game, range(3)):
        looked_at = 0
        for line in turns(game, seed):
            assert wrong["turn" if "is" in line else "act"](line) == []
            looked_at += "is" in line
        assert looked_at >= 2


@pytest.mark.parametrize("game", registry.names())
def test_what_is_no_turn_and_no_act_of_the_game_is_refused(game: str) -> None:
    rules = schema(registry.load_rules(game), texts_of(game))
    turn = next(line for line in turns(game, 1) if "is" in line and line["view"])
    wrong = Schema(rules, rules["$defs"]["turn"]).wrong
    assert not wrong({**turn, "view": None}), "there may be nothing to see"
    for name in rules["$defs"]["turn"]["required"]:
        lacking = {key: value for key, value in turn.items() if key != name}
        assert wrong(lacking)
    lacking = copy.deepcopy(turn)
    lacking["view"].pop(next(iter(lacking["view"])))
    assert wrong(lacking)
    done = next(line["text"] for line in turns(game, 1) if "is" not in line)
    assert not Schema(rules).wrong({"do": "act", "text": done})
    for text in ("", "fly away", " end", f"{done} ", f"{done}  1"):
        assert Schema(rules).wrong({"do": "act", "text": text})
