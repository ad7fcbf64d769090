"""`tta simulate`: whole games from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tta_p2p import registry
from tta_p2p.bots.through_the_ages import human_averages
from tta_p2p.cli import main
from tta_p2p.cli.simulation import trials
from tta_p2p.games.through_the_ages.game import GAME, ThroughTheAges
from tta_p2p.games.through_the_ages.index import LEADERS, WONDERS


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(main.build(), ["simulate", "--jobs", "1", *arguments])


def told(*arguments: str) -> dict[str, Any]:
    result = simulate(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def _points(found: dict[str, Any]) -> list[Any]:
    return [(one["seed"], one["points"], one["acts"]) for one in found["games"]]


def test_equal_seeds_give_equal_games_on_any_number_of_processes() -> None:
    alone = told("--seats", "2", "--games", "3", "--seed", "5")
    assert [one["seed"] for one in alone["games"]] == [5, 6, 7]
    assert all(one["ending"] == "last-round" for one in alone["games"])
    assert _points(told("--seats", "2", "--games", "3", "--seed", "5", "--jobs", "2")) == _points(alone)
    assert len(set(map(str, _points(alone)))) == 3


def test_the_summary_adds_the_games_up() -> None:
    found = told("--seats", "3", "--games", "2", "--variant", "first-game")
    games, summary = found["games"], found["summary"]
    assert summary["games"] == summary["ended"] == 2
    assert summary["acts_per_game"] == (games[0]["acts"] + games[1]["acts"]) / 2
    assert summary["points"] == [(a + b) / 2 for a, b in zip(games[0]["points"], games[1]["points"], strict=True)]
    assert sum(seat["times"] for seat in summary["first"]) >= 2
    assert summary["figures"] == {"rounds": (games[0]["figures"]["rounds"] + games[1]["figures"]["rounds"]) / 2}


def test_games_begin_with_a_scenario_file(tmp_path: Path) -> None:
    file = tmp_path / "late.json"
    file.write_text('{"age": "IV", "seats": 2, "civilizations": [{"culture": 100}]}')
    games = told("--scenario", str(file), "--games", "1")["games"]
    assert games[0]["figures"] == {"rounds": 17}
    assert games[0]["points"][0] >= 80


@pytest.mark.parametrize(
    ("content", "words"),
    [("{", "is not JSON"), ('{"age": "V"}', "no Age V"), ('{"ages": "I"}', "unknown field `ages`")],
)
def test_a_bad_scenario_is_refused_in_words(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(content)
    result = simulate("--scenario", str(file))
    assert result.exit_code != 0
    assert words in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--variant", "longest"], "For variant choose complete"), (["--style", "wise"], "There are eager and any")],
)
def test_an_unknown_variant_or_style_is_refused_naming_those_there_are(arguments: list[str], words: str) -> None:
    result = simulate(*arguments)
    assert result.exit_code != 0
    assert words in str(result.exception)


def test_a_game_that_breaks_off_is_named_by_its_seed_with_its_last_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = ThroughTheAges.legal

    def broken(self: ThroughTheAges, state: Any, knows: Any, seat: int) -> Any:
        if state.round == 3:
            raise RuntimeError("no rule for that")
        return legal(self, state, knows, seat)

    monkeypatch.setattr(ThroughTheAges, "legal", broken)
    result = simulate("--games", "2", "--seed", "40", "--seats", "4")
    assert result.exit_code != 0
    assert "2 of 2 games broke off; their seeds: 40, 41" in str(result.exception)
    assert "no rule for that" in result.stderr and "seat 3: end" in result.stderr


def test_random_seats_do_not_resign() -> None:
    for style in trials.STYLES:
        assert trials.play(trials.GameTrial(GAME.name, 3, 3, style=style)).ending == "last-round"


def test_bots_play_on_from_a_scenario_take_its_seats_in_turn_and_are_told_by_level(tmp_path: Path) -> None:
    file = tmp_path / "late.json"
    file.write_text('{"age": "III", "seats": 3}')
    found = told("--scenario", str(file), "--games", "3", "--bots", "easy,random,random")
    assert [one["bots"] for one in found["games"]] == [
        ["easy", "random", "random"], ["random", "random", "easy"], ["random", "easy", "random"],
    ]  # fmt: skip
    levels = found["summary"]["levels"]
    assert levels["easy"]["seats"] == 3 and levels["random"]["seats"] == 6
    assert levels["easy"]["first"]["times"] == levels["easy"]["first"]["of"] == 3
    assert set(levels["easy"]["figures"]) == set(found["games"][0]["seat_figures"]) > {"uprisings", "shortages"}
    played = sum(sum(one["points"]) for one in found["games"])
    assert 3 * levels["easy"]["points"] + 6 * levels["random"]["points"] == pytest.approx(played)
    file.write_text('{"age": "III", "seats": 2}')
    said = simulate("--scenario", str(file), "--games", "1", "--bots", "easy").output
    assert "first in 50% (9% to 91%) of 2 seats" in said and "uprisings" in said and "moves, 1" in said


def test_an_unknown_level_is_refused_naming_those_there_are() -> None:
    result = simulate("--bots", "easy,wise")
    assert result.exit_code != 0
    assert "has no bots of level “wise”. Choose random, easy, normal or hard" in str(result.exception)


def test_culture_by_age_adds_up_to_the_points_and_cards_to_what_was_counted() -> None:
    for one in told("--seats", "2", "--games", "1", "--bots", "easy,random", "--variant", "short")["games"]:
        for seat, points in enumerate(one["points"]):
            by_age = [counts[seat] for key, counts in one["seat_figures"].items() if key.startswith("culture-")]
            assert sum(by_age) == points == sum(one["parts"][seat].values())
            taken = [face for face, who in one["cards"]["taken"].items() if seat in who]
            assert 0 < len(taken) <= one["seat_figures"]["taken"][seat]
            played = {face for face, who in one["cards"]["played"].items() if seat in who}
            assert len(played & set(LEADERS)) == one["seat_figures"]["leaders"][seat]
            assert len(played & set(WONDERS)) == one["seat_figures"]["wonders"][seat]


def test_what_people_do_is_known_by_figures_that_are_counted() -> None:
    (one,) = told("--seats", "2", "--games", "1")["games"]
    for seats in registry.entry("through_the_ages").seats:
        assert set(human_averages(seats)) <= {"points", *one["seat_figures"]}
