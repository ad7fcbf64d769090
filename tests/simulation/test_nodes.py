"""A few games of whole nodes in a simulated world; `./scripts/soak nodes` plays more."""

from __future__ import annotations

import pytest

from tests.simulation.mutants import MUTANTS
from tests.simulation.world import play

MOST = 30
"""How many games a campaign may need at most to find a node that breaks one rule."""


def test_a_seed_gives_the_same_run_again_to_every_byte_and_second() -> None:
    (first, one), (again, two) = play(1, "kills"), play(1, "kills")
    assert one.story == two.story and len(one.story) > 100
    assert first.trace == again.trace and first.found == [], "\n".join(one.story)


@pytest.mark.parametrize(
    "theme, seed",
    [("disk", 3), ("everything", 3), ("liars", 3), ("network", 3), ("people", 3), ("kills", 7), ("", 20002)],
)
def test_whatever_goes_wrong_nobody_honest_is_accused_and_the_game_ends(theme: str, seed: int) -> None:
    told, world = play(seed, theme)
    assert told.found == [], "\n".join(world.story)
    assert told.counts["accusations of honest"] == told.counts["said twice"] == 0
    assert told.counts["nodes over"] >= len(world.computers) - len(world.villains)


@pytest.mark.parametrize("seed", [122, 1000])
def test_a_table_of_bots_that_waits_for_who_never_comes_back_says_so(seed: int) -> None:
    told, world = play(seed)
    assert told.found == [], "\n".join(world.story)
    assert told.counts["nodes that wait for somebody who has lost everything"] == 2


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_simulator_finds_a_node_that_breaks_one_rule(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    theme, first, breaks = MUTANTS[mutant]
    breaks(monkeypatch)
    assert any(play(seed, theme)[0].found for seed in range(first, first + MOST))
