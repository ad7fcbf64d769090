"""`tta simulate` plays every game, and says how often with the interval in which the rate lies."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.terminals import here
from tta_p2p import registry
from tta_p2p.cli._simulation import Trial, play
from tta_p2p.cli._summary import Proportion, summary
from tta_p2p.cli.simulate import handed_out


def told(home: Path, *words: object) -> dict[str, Any]:
    done = here(home, "simulate", "--jobs", "1", *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game", registry.shipped())
def test_every_game_is_simulated_with_every_number_of_seats(game: str, tmp_path: Path) -> None:
    for seats in registry.entry(game).seats:
        found = told(tmp_path, "--game", game, "--seats", seats, "--games", 1)
        (one,) = found["games"]
        assert one["seats"] == len(one["points"]) == len(one["places"]) == seats and one["ending"]
        assert all(len(numbers) == seats for numbers in one["seat_figures"].values())
        assert found["summary"]["game"] == game and found["summary"]["broke_off"]["times"] == 0


def test_what_is_counted_is_the_games(tmp_path: Path) -> None:
    figures = {}
    for game in registry.shipped():
        found = told(tmp_path, "--game", game, "--games", 1, "--bots", "random")
        assert (registry.entry(game).figures is None) == (found["games"][0]["seat_figures"] == {})
        figures[game] = {*found["summary"]["figures"], *found["summary"]["levels"]["random"]["figures"]}
    assert figures["caravan"] == set() and figures["through_the_ages"] == {"rounds", "uprisings", "shortages"}


def test_fifty_games_of_caravan_say_who_came_first_and_how_surely(tmp_path: Path) -> None:
    found = told(tmp_path, "--game", "caravan", "--games", 50, "--bots", "easy,random")
    summary, games = found["summary"], found["games"]
    assert len(games) == summary["ended"] == 50 and summary["endings"] == {"sold-out": 50}
    first = [sum(game["places"][seat] == 1 for game in games) for seat in range(2)]
    for told_, times in zip(summary["first"], first, strict=True):
        assert (told_["times"], told_["of"]) == (times, 50) and told_["low"] < times / 50 < told_["high"]
    assert sum(level["first"]["times"] for level in summary["levels"].values()) == sum(first)
    asked = ("--game", "caravan", "--games", "50", "--bots", "easy,random", "--jobs", "1")
    said = here(tmp_path, "simulate", *asked).stdout
    assert "50 of 50 games of Caravan ended" in said
    assert all(f"{level}: " in said and " of 50 seats" in said for level in ("easy", "random"))


def test_a_scenario_is_taken_where_the_game_has_some_and_says_who_plays(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text('{"seats": 4, "age": 3}')
    (one,) = told(tmp_path, "--game", "7w", "--scenario", file, "--games", 1)["games"]
    assert one["seats"] == 4
    for game, more, words in (
        ("caravan", (), "Caravan has no scenarios"),
        ("7w", ("--seats", 4), "A scenario says itself how many play"),
        ("tta", ("--variant", "short"), "A scenario says itself how many play"),
    ):
        done = here(tmp_path, "simulate", "--game", game, "--scenario", file, *more)
        assert done.returncode == 2 and words in done.stderr and done.stdout == ""


@given(st.data())
def test_the_interval_holds_the_rate_and_shrinks_as_more_is_seen(data: st.DataObject) -> None:
    of = data.draw(st.integers(1, 400))
    times = data.draw(st.integers(0, of))
    rate = Proportion(times, of)
    low, high = rate.interval
    assert 0 <= low <= rate.rate <= high <= 1 and low < high
    mirrored = Proportion(of - times, of).interval
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high))
    more_low, more_high = Proportion(4 * times, 4 * of).interval
    assert low <= more_low + 1e-12 and more_high <= high + 1e-12
    assert more_high - more_low < high - low


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_about_nineteen_in_twenty_intervals_hold_the_true_rate(share: float) -> None:
    of = 40
    held = 0.0
    for times in range(of + 1):
        low, high = Proportion(times, of).interval
        held += (low <= share <= high) * comb(of, times) * share**times * (1 - share) ** (of - times)
    assert 0.92 < held < 0.98


def test_without_anything_seen_any_rate_may_be_true() -> None:
    assert Proportion(0, 0).interval == (0.0, 1.0)


def test_games_are_handed_out_to_whatever_carries_out_work_and_are_the_same_there() -> None:
    wanted = [Trial("smugglers", seed, 2, bots=("easy", "random")) for seed in range(1, 5)]
    with ThreadPoolExecutor(2) as executor:
        played = sorted(handed_out(executor, wanted), key=lambda one: one.seed)
    assert [one.points for one in played] == [play(trial).points for trial in wanted]


def test_by_how_much_a_level_leads_is_told_with_its_interval() -> None:
    played = [play(Trial("smugglers", seed, 2, bots=("easy", "random"))) for seed in range(1, 9)]
    found = summary("smugglers", played, 1.0)["levels"]
    easy, random = found["easy"]["margin"], found["random"]["margin"]
    leads = [one.points[0] - one.points[1] for one in played]
    assert easy["mean"] == sum(leads) / len(leads) and easy["low"] < easy["mean"] < easy["high"]
    assert (random["mean"], random["low"], random["high"]) == (-easy["mean"], -easy["high"], -easy["low"])
