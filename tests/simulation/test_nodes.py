"""A few games of whole nodes in a simulated world; `./scripts/soak nodes` plays more."""

from __future__ import annotations

import pytest

from tests.simulation import world as worlds
from tests.simulation.mutants import BRIEF, DAYS, LONG, MUTANTS
from tests.simulation.world import Told, World, play

MOST = 30
"""How many games a campaign may need at most to find a node that breaks one rule."""


def test_a_seed_gives_the_same_run_again_to_every_byte_and_second() -> None:
    (first, one), (again, two) = (play(7, "kills", brief=True) for _ in range(2))
    assert one.story == two.story and len(one.story) > 100
    assert first.trace == again.trace
    all_end(first, one, {"kill -9 at a store", "power lost"})


@pytest.mark.parametrize(
    "theme, seed, brief, games, reached",
    [
        ("disk", 3, True, 1, {"old copy", "torn log", "kill -9", "channels broken while all sign"}),
        ("everything", 3, True, 1, {"flipped byte", "full disk", "old copy", "cut off from all"}),
        ("network", 2, True, 2, {"broken connection", "half-dead connection", "kills while all sign"}),
        ("days", 9, True, 1, {"torn heads of stores", "connections without a descriptor"}),
        ("lobby", 1, True, 1, {"guests that slept in a lobby", "hosts that slept in a lobby", "lobbies dialled again"}),
        (
            "lobby",
            2,
            True,
            1,
            {"guests that were frozen in a lobby", "hosts that were frozen in a lobby", "lobbies dialled again"},
        ),
        ("", 520074, True, 1, {"guests that were frozen in a lobby"}),  # before the host had shown it its seat
        ("names", 4, True, 1, {"slow names", "look-ups of 20 seconds"}),
        ("people", 3, False, 1, {"silent person", "broken connection", "spectators who see the end"}),
    ],
)
def test_whatever_goes_wrong_nobody_honest_is_accused_and_the_game_ends(
    theme: str, seed: int, brief: bool, games: int, reached: set[str]
) -> None:
    all_end(*play(seed, theme, brief=brief), reached, games)


def all_end(told: Told, world: World, reached: set[str], games: int = 1) -> None:
    """Nothing was found in games in which this was reached, and all but liars have the end of each."""
    assert told.found == [], "\n".join(world.story)
    assert not {what for what in reached if not told.counts[what]}, "another seed is needed for what this one was for"
    assert told.counts["accusations of honest"] == told.counts["said twice"] == 0
    assert told.counts["games"] == games
    assert told.counts["nodes over"] >= games * (len(world.computers) - len(world.villains))


@pytest.mark.parametrize("seed, ends", [(2, "over"), (19, "called-off")])
def test_bots_go_on_without_a_node_of_bots_that_is_lost_for_good_or_call_the_game_off(
    seed: int, ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "PATIENCE", LONG)
    told, world = play(seed, "lost")
    assert told.found == [], "\n".join(world.story)
    lost = [computer for computer in world.computers if computer.given_up]
    assert lost and not any(world.played)
    assert told.counts[f"nodes {ends}"] == len(world.computers) - len(lost)


def test_nodes_of_bots_never_move_anything_against_a_person_who_is_lost_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worlds, "SOON", BRIEF)
    told, world = play(11, "lost", brief=True)
    assert told.found == [], "\n".join(world.story)
    assert [world.played[one.number] for one in world.computers if one.given_up] == [False, True]
    assert told.counts["nodes that wait for somebody who has lost everything"] == 2
    assert told.counts["nodes called-off"] == told.counts["nodes over"] == 0


def test_who_is_killed_while_all_sign_is_at_the_table_all_the_same() -> None:
    told, world = play(35, "nothing")
    assert told.found == [], "\n".join(world.story)
    assert told.counts["kills while all sign"] == 1
    assert (told.counts["games"], told.counts["nodes over"]) == (1, len(world.computers))


def test_a_liar_with_two_programs_that_say_different_things_is_the_only_one_accused_and_the_game_ends() -> None:
    told, world = play(503, "liars", brief=True)
    all_end(told, world, {"accusations of liars", "half-dead connection", "second programs of liars"})


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_simulator_finds_a_node_that_breaks_one_rule(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    theme, first, patience, breaks = MUTANTS[mutant]
    monkeypatch.setattr(worlds, "PATIENCE", patience)
    breaks(monkeypatch)
    brief = patience == DAYS
    assert any(play(seed, theme, brief=brief)[0].found for seed in range(first, first + MOST))
