"""Random complete games with politics, and events that go on when the current player leaves."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.colonization import fleet_force
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import TACTICS
from tta_p2p.games.through_the_ages.state import Player

from ..choosing import lively
from ..counting import conserved
from ..play import me, play, them
from .revealing import reveal

POLITICAL = {"seed", "attack", "declare", "pass", "bid", "send", "bonus", "throw", "done"}
PACTS = {"offer", "accept", "cancel"}


def random_game(seats: int, seed: int) -> Counter[str]:
    """Play a game to its end; count the verbs used."""
    game = LocalGame(GAME, seats, chance=seed)
    game.answer_needs()
    chance = Chance(f"politics {seats} {seed}")
    verbs: Counter[str] = Counter()
    while not game.over:
        decision = game.decision
        assert decision is not None
        act = lively(chance, game.legal(decision.seats[0])).act
        verbs[act.verb] += 1
        game.act(act)
        assert not any(conserved(game.state).values()), act
    return verbs


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_with_all_of_politics_end(seats: int) -> None:
    verbs: Counter[str] = Counter()
    wanted = POLITICAL | (PACTS if seats > 2 else set())
    for seed in range(20):  # many end early, by a resignation
        verbs += random_game(seats, seed)
        if wanted <= set(verbs):
            break
    assert wanted <= set(verbs), sorted(wanted - set(verbs))
    assert seats > 2 or not verbs["offer"]


def test_an_event_goes_on_among_those_who_stay_when_the_current_player_leaves() -> None:
    game = reveal("development-of-markets", seats=3)
    game.leave(0)
    game.act("choose 1", seat=1).act("choose 2", seat=2)
    game.expect(1, food=2).expect(2, resource=2)
    assert (game.who, game.asked) == (1, "politics")


def test_the_next_player_counts_as_current_for_what_is_left_of_an_event() -> None:
    game = reveal("refugees", me(), them(workers={"warriors": 1}, unused=0), them(unused=0))
    assert game.who == 2  # the weakest, asked which worker to lose
    game.leave(0)
    game.act("give-up philosophy", seat=2)
    game.expect(1, culture=3, unused=1).expect(2, culture=0)


def test_a_player_who_leaves_in_the_middle_of_an_event_is_passed_over() -> None:
    game = reveal("development-of-markets", seats=3)
    game.act("choose 1", seat=0)
    game.leave(1)
    game.act("choose 2", seat=2)
    assert (game.who, game.asked) == (0, "actions")


def test_the_row_is_filled_even_if_the_one_who_took_from_it_leaves() -> None:
    game = reveal("international-agreement", me(workers={"warriors": 2}), them(), them())
    game.act(game.legal("take")[0])
    game.leave(0)
    assert all(game.state.row) and (game.who, game.asked) == (1, "politics")


def test_an_event_is_lost_with_its_preparer_before_it_has_reached_the_table_and_the_revealed_one_is_not() -> None:
    civilizations = [me(hand=["crusades"]), them(), them()]
    game = play(*civilizations, phase="politics", current_events=["rats", "raiders"])
    game.local.apply(game.find("seed crusades"))
    game.leave(0)
    assert game.state.past_events == ("rats",) and game.state.future_events == ()
    assert (game.who, game.asked) == (1, "politics")


def test_preparing_reveals_nothing_where_no_current_event_is_left() -> None:
    civilizations = [me(hand=["crusades"]), them(hand=["foray"], leader="joan-of-arc"), them()]
    game = play(*civilizations, phase="politics", current_events=["rats"])
    game.local.apply(game.find("seed crusades"))
    game.leave(0)
    assert not game.state.current_events and game.refused("peek") == "no-event"
    game.act("seed foray", seat=1)
    assert game.state.past_events == ("rats",) and len(game.state.current_events) == 1


UNITS = ("warriors", "swordsmen", "riflemen", "knights", "cavalrymen", "cannon", "rockets", "air-forces")


@given(
    st.sampled_from([*TACTICS, ""]),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=len(UNITS), max_size=len(UNITS)),
)
def test_no_part_of_an_army_is_a_larger_force_than_all_of_it(tactic: str, numbers: list[tuple[int, int]]) -> None:
    p = Player(0)
    p.tactic = tactic
    everything = {unit: a + b for unit, (a, b) in zip(UNITS, numbers, strict=True)}
    part = {unit: a for unit, (a, _) in zip(UNITS, numbers, strict=True)}
    assert fleet_force(p, part) <= fleet_force(p, everything)
