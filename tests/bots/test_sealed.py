"""Decisions in which all answer at once: a bot guesses what the others answer, and knows no more than it may."""

from __future__ import annotations

import pytest

from tests.bots.table import Table, begin, bots, play, points, seen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.bots.sampling import sample_answers
from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts
from tta_p2p.games.knowledge import sample
from tta_p2p.games.local import LocalGame

GAME = Caravan()


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_the_others_may_answer_is_legal_whatever_they_hold(seats: int) -> None:
    chance = Chance(seats)

    def watch(table: Table, situation: Situation, act: Act) -> None:
        others = sample_answers(GAME, table.state, situation.knowledge, situation.seat, chance, ())
        assert table.decision is not None
        assert {one.seat for one in (act, *others)} == set(table.decision.seats)
        GAME.apply(table.state, Acts(tuple(sorted((act, *others), key=lambda one: one.seat))))

    play(begin(GAME, seats, seed=seats), bots(["random"] * seats), watch)


def test_easy_bots_keep_what_is_worth_more_than_a_sale() -> None:
    easy = random = 0
    for seed in range(20):
        order = ["random"] * 2
        order[seed % 2] = "easy"
        found = points(play(begin(GAME, 2, seed=seed), bots(order, seed)))
        easy += found[seed % 2]
        random += found[1 - seed % 2]
    assert easy > random * 5 // 4


def test_the_cards_of_the_others_change_nothing_in_what_is_chosen() -> None:
    changed = 0

    def watch(table: Table, situation: Situation, act: Act) -> None:
        nonlocal changed
        backs = {handle: place.back for handle, place in GAME.hidden_cards(table.state).items()}
        world = sample(backs, GAME.unseen(table.state), situation.knowledge, Chance(len(table.facts)))
        changed += any(world[handle] != table.dealer.faces[handle] for handle in backs)
        knows = {None: situation.knowledge, **dict.fromkeys(range(table.seats), situation.knowledge)}
        other: Table = LocalGame.from_world(GAME, table.state, table.seats, world, knows=knows)
        twin = seen(other, situation.seat)
        assert make_bot("easy", 5).choose(twin) == make_bot("easy", 5).choose(situation)

    play(begin(GAME, 3, seed=9), bots(["easy"] * 3), watch)
    assert changed >= 9
