"""Whole games between bots: they end by the rules, are the same again, and an easy bot plays well."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.bots.table import Table, begin, bots, play, points, seen
from tta_p2p import registry
from tta_p2p.bots.base import Bot, Situation, UnknownLevel, game_attribute
from tta_p2p.bots.levels import choices, levels, make_bot
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act
from tta_p2p.games.knowledge import sample
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.game import GAME

TABLES = [(edition, variant) for edition, rules in EDITIONS.items() for variant in rules.variants]
WITHOUT = [name for name in registry.names() if game_attribute(name, "make_evaluator", None) is None]
"""The games for which no bot has an evaluation of its own; those of the others are played in the tests of each."""


class Watched:
    """A bot that is looked at while it chooses: what it was shown has to be afterwards as it was before."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, situation: Situation) -> Act:
        before, knows = GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)
        act = self.bot.choose(situation)
        assert (GAME.encode(situation.state), msgspec.msgpack.encode(situation.knowledge)) == (before, knows)
        return act


class Played(NamedTuple):
    """A game that is over, and the first decisions of every kind in it: how it stood, and what was done."""

    table: Table
    decisions: list[tuple[Situation, Act]]


@pytest.fixture(scope="module")
def three() -> Played:
    """A complete game of three easy bots, with two decisions of a kind."""
    kept: Counter[str] = Counter()
    decisions: list[tuple[Situation, Act]] = []

    def watch(table: Table, situation: Situation, act: Act) -> None:
        kept[act.verb] += 1
        if kept[act.verb] <= 2:
            decisions.append((situation, act))

    players = [Watched(bot) for bot in bots(["easy"] * 3)]
    return Played(play(begin(GAME, 3, seed=5), players, watch), decisions)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=map("-".join, TABLES))
def test_every_variant_is_played_to_its_end_nobody_resigns_and_choosing_changes_nothing(number: int) -> None:
    """By one that plans and by chance; three easy bots play the complete game (`three`)."""
    verbs: Counter[str] = Counter()

    def watch(table: Table, situation: Situation, act: Act) -> None:
        verbs[act.verb] += 1

    # The smallest table that has all of the variant: there are pacts from three seats on.
    edition, variant = TABLES[number]
    seats = 3 if variant.endswith("pacts") else 2
    players = [Watched(bot) for bot in bots(["normal", "random", "random"][:seats])]
    table = play(begin(GAME, seats, {"edition": edition, "variant": variant}, seed=number), players, watch)
    standings = GAME.standings(table.state)
    assert standings.ending is not None and standings.ending.key == "last-round"
    least = 4 if variant == "simple" else 10
    assert verbs["take"] > least * seats and verbs["end"] > least * seats
    assert not verbs["resign"]


@pytest.mark.parametrize(
    ("name", "level"),
    [(name, level) for name in WITHOUT for level in levels() if level in choices(name)],
)
def test_games_without_an_evaluation_are_played_too(level: str, name: str) -> None:
    game = registry.load_rules(name)
    # Chance plays all numbers of seats in the conformance of each game.
    assert play(begin(game, game.seats[0], seed=1), bots([level, *["random"] * (game.seats[0] - 1)])).over


def test_bots_of_civilization_choose_their_civilization_where_it_is_not_by_lot() -> None:
    game, chosen = registry.load_rules("civilization"), set[str]()

    def watch(table: Table, situation: Situation, act: Act) -> None:
        if all(table.state.civilizations):
            raise StopIteration  # how such games go on is played elsewhere
        if not table.state.civilizations[situation.seat]:
            chosen.add(str(act))

    table = begin(game, 2, {"civilizations": "chosen"}, seed=3)
    with suppress(StopIteration):
        play(table, bots(["easy", "random"]), watch)
    assert len(chosen) == 2 and all(table.state.civilizations)


@pytest.mark.parametrize("seats", [2, 3])
def test_easy_bots_beat_random_ones_by_far(seats: int) -> None:
    seat = 3 % seats
    order = ["random"] * seats
    order[seat] = "easy"
    found = points(play(begin(GAME, seats, seed=100 + seat), bots(order, seat)))
    easy = found.pop(seat)
    assert easy > 100
    assert easy > max(found) + 60


def test_easy_bots_build_an_economy_keep_their_people_content_and_fight_colonize_and_finish_wonders(
    three: Played,
) -> None:
    state = three.table.state
    told = Counter(line.key for line in three.table.log)
    assert told["uprising"] == 0
    assert told["starvation"] <= 2
    assert told["develops"] >= 9 and told["leader"] >= 3
    for seat in range(3):
        p = state.players[seat]
        assert sum(p.workers.values()) >= 9  # seven in the beginning, one of them unused
        made = economy.resource_production(state, seat) + ratings.culture(state, seat)
        assert made >= 10  # two in the beginning
    assert told["colonizes"] >= 1
    assert told["attacks"] >= 1
    assert sum(len(p.wonders) for p in state.players) >= 3


def test_the_same_seeds_give_the_same_game_whatever_the_order_of_hashes_and_the_games_before() -> None:
    code = (
        "from tests.bots.table import begin, bots, play, thinking_little\n"
        "from tta_p2p.games.through_the_ages.game import GAME\n"
        "with thinking_little():\n"
        "    game = play(begin(GAME, 2, {'variant': 'short'}, seed=8), bots(['easy', 'normal']))\n"
        "    print(GAME.digest(game.state).hex())"
    )
    here = play(begin(GAME, 2, {"variant": "short"}, seed=8), bots(["easy", "normal"]))
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}  # here it is another one, by chance
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == GAME.digest(here.state).hex()


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_bot_chooses_the_same_whatever_the_cards_are_that_it_does_not_know(level: str, three: Played) -> None:
    changed = 0
    done: set[str] = set()
    for number, (situation, _) in enumerate(three.decisions):
        state, seats = situation.state, len(situation.state.players)
        chosen = make_bot(level, 77).choose(situation)
        done.add(chosen.verb)
        hidden = {handle: place.back for handle, place in GAME.hidden_cards(state).items()}
        world = sample(hidden, GAME.unseen(state), situation.knowledge, Chance(number))
        changed += any(three.table.dealer.faces.get(handle) != face for handle, face in world.items())
        everybody: Any = {seat: situation.knowledge for seat in (None, *range(seats))}
        other: Table = LocalGame.from_world(GAME, state, seats, world, knows=everybody)
        twin = seen(other, situation.seat)
        assert twin.options == situation.options
        assert make_bot(level, 77).choose(twin) == chosen
    assert changed > 20
    assert {"attack", "bid"} <= {act.verb for _, act in three.decisions}
    assert {"seed", "take", "build", "discard"} <= done


def test_bots_go_on_when_another_seat_leaves() -> None:
    table = begin(GAME, 3, {"variant": "short"}, seed=5)
    players = bots(["easy", "random", "random"])

    def watch(table: Table, situation: Situation, act: Act) -> None:
        if table.state.round == 4 and table.state.players[1].playing and situation.seat == 2:
            raise StopIteration

    with pytest.raises(StopIteration):
        play(table, players, watch)
    table.leave(1, "gone")
    play(table, players)
    places = GAME.standings(table.state).places
    assert [place.left for place in sorted(places, key=lambda place: place.seat)] == [None, "gone", None]


def test_an_unknown_level_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownLevel, match="no bots of level 'wise'; its levels are random, easy"):
        make_bot("wise", 1)
