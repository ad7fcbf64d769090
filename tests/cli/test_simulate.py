"""`tta simulate` plays every game, and says how often with the interval in which the rate lies."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from math import comb, log10
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.terminals import TTA, eventually, here
from tests.ground.repository import ROOT
from tests.patience import PATIENCE
from tta_p2p import registry
from tta_p2p.cli.simulation.intervals import Proportion, elo, elo_of
from tta_p2p.cli.simulation.summary import as_csv, in_words, summary
from tta_p2p.cli.simulation.trials import GameTrial, TrialResult, Windows, play


def told(home: Path, *words: object) -> dict[str, Any]:
    done = here(home, "simulate", "--jobs", "1", *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game", registry.bundled_games())
def test_every_game_is_simulated_with_every_number_of_seats_and_counts_what_is_its_own(
    game: str, tmp_path: Path
) -> None:
    numbers = registry.entry(game).seats
    for seats in numbers[:1] if game == "civilization" else numbers:  # its games are long; four play it below
        found = told(tmp_path, "--game", game, "--seats", seats, "--games", 1, "--bots", "random")
        (one,) = found["games"]
        assert one["seats"] == len(one["points"]) == len(one["places"]) == seats and one["ending"]
        assert all(len(numbers) == seats for numbers in one["seat_figures"].values())
        assert found["summary"]["game"] == game and found["summary"]["broke_off"]["times"] == 0
        figures = {*found["summary"]["figures"], *found["summary"]["levels"]["random"]["figures"]}
        assert (registry.entry(game).statistics is None) == (one["seat_figures"] == {}) == (figures == set())
        assert game != "through_the_ages" or {"rounds", "uprisings", "technologies"} < figures


def kept(home: Path, *words: object) -> tuple[str, ...]:
    """Play these games once; the words that show them again."""
    asked = ("--jobs", 1, *words)
    file = home / "games.json"
    file.write_text(here(home, "simulate", *asked, "--json").stdout)
    return ("simulate", *map(str, asked), "--games", "0", "--add", str(file))


def test_twenty_games_of_caravan_say_who_came_first_and_how_surely(tmp_path: Path) -> None:
    again = kept(tmp_path, "--game", "caravan", "--games", 20, "--bots", "easy,random")
    found = json.loads(here(tmp_path, *again, "--json").stdout)
    summary, games = found["summary"], found["games"]
    assert len(games) == summary["ended"] == 20 and summary["endings"] == {"sold-out": 20}
    first = [sum(game["places"][seat] == 1 for game in games) for seat in range(2)]
    for told_, times in zip(summary["first"], first, strict=True):
        assert (told_["times"], told_["of"]) == (times, 20) and told_["low"] < times / 20 < told_["high"]
    assert sum(level["first"]["times"] for level in summary["levels"].values()) == sum(first)
    said = here(tmp_path, *again, "--cards").stdout
    assert "Nobody used a card that Caravan counts." in said
    assert "20 of 20 games of Caravan ended" in said
    assert all(f"{level}: " in said and " of 20 seats" in said for level in ("easy", "random"))


def test_a_scenario_is_taken_where_the_game_has_some_and_says_who_plays(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text('{"seats": 4, "age": 3}')
    (one,) = told(tmp_path, "--game", "7w", "--scenario", file, "--games", 1)["games"]
    assert one["seats"] == 4
    for game, more, words in (
        ("caravan", (), "Caravan has no scenarios"),
        ("7w", ("--seats", 4), "The scenario decides how many play"),
        ("tta", ("--variant", "short"), "The scenario decides how many play"),
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


def test_by_how_much_a_level_leads_is_told_with_its_interval() -> None:
    played = [play(GameTrial("smugglers", seed, 2, bots=("easy", "random"))) for seed in range(1, 9)]
    found = summary("smugglers", played, 1.0)["levels"]
    easy, random = found["easy"]["margin"], found["random"]["margin"]
    leads = [one.points[0] - one.points[1] for one in played]
    assert easy["mean"] == sum(leads) / len(leads) and easy["low"] < easy["mean"] < easy["high"]
    assert (random["mean"], random["low"], random["high"]) == (-easy["mean"], -easy["high"], -easy["low"])


def test_what_a_seat_is_asked_in_the_turns_of_others_is_counted_and_what_is_left_of_it_for_who_skips() -> None:
    windows = Windows(3)
    told = [(0, 0, "end"), (1, 0, "pass"), (1, 0, "answer"), (2, 0, "answer"), (2, 0, "pass"), (2, 1, "pass"),
            (1, 1, "end"), (1, 2, "pass"), (1, 2, "pass"), (0, None, "pass")]  # fmt: skip
    for seat, whose, verb in told:
        windows.decided(seat, whose, True, verb == ("end" if seat == whose else "pass"))
    windows.decided(0, 2, False, False)
    assert windows.all == [0, 4, 3], "neither the own turn nor everybody's, nor what cannot be declined"
    assert windows.left == [0, 2, 2], "who has declined is asked again after a turn of its own"


def test_more_levels_than_seats_are_refused(tmp_path: Path) -> None:
    done = here(tmp_path, "simulate", "--game", "caravan", "--seats", "2", "--bots", "random,easy,easy")
    assert done.returncode == 2 and "3 levels of bots, but only 2 seats" in done.stderr


def test_civilization_asks_in_the_turns_of_others_and_the_summary_gives_the_median_of_seats() -> None:
    one = play(GameTrial("civilization", 4, 4))
    assert not one.error and sum(one.windows) > 0
    assert all(left <= of for left, of in zip(one.windows_left, one.windows, strict=True))
    played = [one, replace(one, seed=3, windows=(0, 0, 0, 1), windows_left=(0, 0, 0, 0))]
    found = summary("civilization", played, 1.0)
    assert found["windows"] == (1 + min(one.windows)) / 2
    lines = in_words(found, played, cards=True)
    assert not any("won by" in line for line in lines[:3]) and all("Victory by" in line for line in lines[1:3])
    told = [line for line in lines if "turns of others" in line]
    assert told and f"{found['windows']:.0f} times" in told[0] and f"{found['windows_left']:.0f} times" in told[0]
    assert set(found["cards"]) == {"led", "learned", "built", "ruled"}
    led = found["cards"]["led"].values()
    assert sum(one["often"]["times"] for one in led) == 8 and sum(one["first"]["times"] for one in led) == 2


def ended(seed: int, places: tuple[int, ...], bots: tuple[str, ...], **more: Any) -> TrialResult:
    points = tuple(10 - place for place in places)
    parts = tuple({"sales": one} for one in points)
    return TrialResult(seed, len(places), points, places, "sold-out", 5, 5, 0.1, 0.1, bots, parts=parts, **more)


def test_elo_is_ten_times_the_score_for_400_points_and_knows_no_bound_without_a_loss() -> None:
    assert elo(0.5) == 0 and elo(10 / 11) == pytest.approx(400) and elo(1 / 11) == pytest.approx(-400)
    assert elo(0.0) is None and elo(1.0) is None
    score = Proportion(30, 40)
    low, high = score.interval
    wanted = {"mean": 0.75, "low": low, "high": high}
    assert elo_of(score) == {key: pytest.approx(400 * log10(rate / (1 - rate))) for key, rate in wanted.items()}
    won = elo_of(Proportion(10, 10))
    assert won["mean"] is None and won["high"] is None and won["low"] is not None and won["low"] > 0


def test_elo_is_measured_from_the_weakest_level_and_a_game_counts_once() -> None:
    played = [
        ended(1, (1, 2, 3), ("normal", "easy", "easy")),  # ahead of both
        ended(2, (2, 1, 3), ("normal", "easy", "easy")),  # ahead of one of two: half a game
        ended(3, (1, 1, 3), ("normal", "easy", "easy")),  # ahead of one, level with the other
        ended(4, (3, 1, 2), ("normal", "easy", "easy")),
    ]
    levels = summary("caravan", played, 1.0)["levels"]
    assert "elo" not in levels["easy"] and levels["normal"]["elo"]["against"] == "easy"
    score = levels["normal"]["score"]
    assert (score["times"], score["of"]) == (1 + 0.5 + 0.75 + 0, 4)
    assert levels["normal"]["elo"]["mean"] == pytest.approx(400 * log10(2.25 / 1.75))


def test_of_each_card_it_is_told_how_often_it_was_used_and_how_many_of_those_came_first() -> None:
    played = [
        ended(1, (1, 2), ("easy", "random"), cards={"taken": {"iron": (0, 1), "bread": (0,)}}),
        ended(2, (2, 1), ("random", "easy"), cards={"taken": {"iron": (0,)}}),
    ]
    cards = summary("caravan", played, 1.0)["cards"]
    assert {face: (of["often"]["times"], of["often"]["of"]) for face, of in cards["taken"].items()} == {
        "bread": (1, 4), "iron": (3, 4),
    }  # fmt: skip
    first = cards["taken"]["iron"]["first"]
    assert (first["times"], first["of"]) == (1, 3) and first["low"] < 1 / 3 < first["high"]


def test_the_table_for_other_programs_has_a_line_for_each_seat_and_its_points_add_up(tmp_path: Path) -> None:
    (tmp_path / "late.json").write_text('{"seats": 3, "age": 3}')
    again = kept(tmp_path, "--game", "7w", "--scenario", tmp_path / "late.json", "--games", 2, "--bots", "easy,random")
    rows = list(csv.DictReader(io.StringIO(here(tmp_path, *again, "--csv").stdout)))
    games = json.loads(here(tmp_path, *again, "--json").stdout)["games"]
    assert [(int(row["seed"]), int(row["seat"])) for row in rows] == [(g["seed"], n) for g in games for n in range(3)]
    for row, (game, seat) in zip(rows, [(game, seat) for game in games for seat in range(3)], strict=True):
        assert row["bot"] == game["bots"][seat] and int(row["points"]) == game["points"][seat]
        assert sum(int(row[key]) for key in row if key.startswith("points.")) == game["points"][seat]
        assert int(row["figure.buildings"]) == game["seat_figures"]["buildings"][seat]


def test_games_of_an_earlier_run_count_with_new_ones_as_if_all_had_been_played_at_once(tmp_path: Path) -> None:
    def said(*words: object) -> str:
        asked = ("simulate", "--game", "smugglers", "--jobs", "1", "--bots", "easy,random", *words)
        done = here(tmp_path, *asked)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def counted(text: str) -> Any:
        found = json.loads(text)
        games = [{key: value for key, value in one.items() if "second" not in key} for one in found["games"]]
        return games, {key: value for key, value in found["summary"].items() if "second" not in key}

    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.write_text(said("--games", 2, "--json"))
    second.write_text(said("--games", 2, "--seed", 3, "--add", first, "--json"))
    together = counted(said("--games", 4, "--json"))
    assert counted(second.read_text()) == together
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text(said("--games", 2, "--seed", 3, "--json"))
    summed = said("--games", 0, "--add", first, "--add", elsewhere, "--json")
    assert counted(summed) == together, "as do games that two machines have played"
    took = [json.loads(file.read_text())["summary"]["seconds"] for file in (first, second)]
    assert took[1] > took[0], "the time of the earlier games counts too"
    assert "4 of 4 games of Smugglers ended" in said("--games", 0, "--add", second)
    other = tmp_path / "other.json"
    other.write_text('{"games": [], "summary": {}}')
    for words, why in (
        (("--bots", "easy", "--add", first), "under these conditions"),
        (("--bots", "easy,random", "--seats", 3, "--add", first), "under these conditions"),
        (("--bots", "easy,random", "--games", 1, "--add", first), "Seed 1 would count twice (--seed)"),
        (("--bots", "easy,random", "--games", 0, "--add", first, "--add", second), f"count twice ({second})"),
        (("--games", 0, "--add", other), f"{other} does not hold games"),
        (("--games", 0), "--games 0 plays nothing"),
    ):
        done = here(tmp_path, "simulate", "--game", "smugglers", "--jobs", 1, *words)
        assert done.returncode == 2 and why in done.stderr and done.stdout == "", (words, done.stderr)


def test_a_game_that_never_began_has_a_line_with_its_error() -> None:
    broken = TrialResult(3, 2, (), (), "", 0, 0, 0.0, 0.0, error="Traceback\nValueError: no deck")
    (row,) = csv.DictReader(io.StringIO(as_csv("caravan", [broken])))
    assert row["seed"] == "3" and row["error"] == "ValueError: no deck" and not row["seat"]


def test_what_bots_do_stands_beside_what_people_do_and_each_card_where_it_is_asked(tmp_path: Path) -> None:
    again = kept(tmp_path, "--game", "tta", "--seats", 2, "--games", 1, "--bots", "easy,random")
    plain, cards = here(tmp_path, *again).stdout, here(tmp_path, *again, "--cards").stdout
    (line,) = [line.split() for line in plain.splitlines() if line.startswith("technologies developed")]
    assert line[-1] == "11.8" and len(line) == 5
    assert "Elo" in plain and "points from production" in plain
    assert "share of seats" in cards and "share of seats" not in plain


def test_ctrl_c_ends_the_games_of_all_processes(tmp_path: Path) -> None:
    """Nobody waits for a game that has begun: here for programs that answer nothing, and are given up in the end."""
    began, pressed, late = tmp_path / "began", tmp_path / "pressed", tmp_path / "late"
    silent = tmp_path / "silent.sh"
    silent.write_text(f"#!/bin/sh\necho >> {began}\n[ -e {pressed} ] && echo >> {late}\nexec cat > /dev/null\n")
    silent.chmod(0o755)
    words = ("simulate", "--game", "caravan", "--games", "6", "--jobs", "2", "--bots", "easy")
    process = subprocess.Popen(
        [*TTA, *words, "--bot-command", str(silent)],
        env={**os.environ, "TTA_HOME": str(tmp_path / "home")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # what runs beside a shell is deaf to it
    )
    try:
        eventually("a game of each process has begun", lambda: began.exists() and began.read_text().count("\n") > 1)
        pressed.touch()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) != 0
        assert not late.exists(), "another game has begun"
    finally:
        process.kill()
        process.wait()


def test_ctrl_c_tells_of_the_games_that_have_ended(tmp_path: Path) -> None:
    begun, program = tmp_path / "begun", tmp_path / "program.sh"
    random_bot = f"exec {sys.executable} {ROOT / 'docs/examples/random_bot.py'}"
    silent = f'[ "$(wc -l < {begun})" -gt 2 ] || {random_bot}\nwhile read line; do :; done'
    program.write_text(f"#!/bin/sh\necho >> {begun}\n{silent}\n")
    program.chmod(0o755)
    words = ("simulate", "--game", "caravan", "--games", "6", "--jobs", "1", "--bots", "easy", "--json")
    process = subprocess.Popen(
        [*TTA, *words, "--bot-command", str(program)],
        env={**os.environ, "TTA_HOME": str(tmp_path / "home")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        eventually("a third game has begun", lambda: begun.exists() and begun.read_text().count("\n") > 2)
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130 and "Interrupted after 2 of 6 games" in errors.decode()
        assert [one["seed"] for one in json.loads(said)["games"]] == [1, 2]
    finally:
        process.kill()
        process.wait()
