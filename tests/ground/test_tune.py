"""Tuning: a climb finds the top of a hill, promotion needs games, and a tiny budget plays real ones."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
import tune

from tta_p2p.bots.through_the_ages.lookahead import LookaheadPlanner
from tta_p2p.bots.through_the_ages.turn_search import TurnPlanner
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.chance import Chance

TOP = {"science": 150.0, "strength": 90.0, "wonder": 120.0}


def hill(table: tune.Table) -> float:
    return -sum(((value - TOP[name]) / 100) ** 2 for name, value in table.items())


def test_a_climb_comes_near_the_top_although_each_comparison_is_noisy() -> None:
    noise = random.Random(5)

    def compare(up: tune.Table, down: tune.Table, number: int) -> float:
        return max(-1.0, min(1.0, 8 * (hill(up) - hill(down)) + noise.gauss(0, 0.3)))

    start = dict.fromkeys(TOP, 100.0)
    *_, last = tune.climb(start, compare, range(300), "3", width=15, step=10)
    assert hill(last) > hill(start) / 4
    first, second, third = tune.climb(start, lambda *_: 0.5, range(3), "3", width=15, step=10)
    assert [second, third] == list(tune.climb(first, lambda *_: 0.5, range(1, 3), "3", width=15, step=10))


@pytest.mark.parametrize(("leads", "verdict"), [((5,), True), ((-5,), False), ((5, -5), False), ((0,), False)])
def test_the_sequential_test_decides_for_who_wins_and_against_who_is_only_as_good(
    leads: tuple[int, ...], verdict: bool
) -> None:
    test = tune.Sequential()
    test.note(leads[0])
    assert test.verdict is None
    for number in range(2_000):
        test.note(leads[number % len(leads)])
        if test.verdict is not None:
            break
    assert test.verdict is verdict


def lead(one: int, other: int, deal: int) -> tuple[int, int]:
    """Players are numbers: who is better leads, with luck."""
    luck = random.Random(deal)
    return one - other + luck.randint(-9, 9), one - other + luck.randint(-9, 9)


@pytest.mark.parametrize(
    ("proposal", "incumbent", "anchor", "asked", "verdict"),
    [
        (13, 10, 0, True, True),
        (10, 13, 0, False, False),  # worse
        (10, 10, 0, False, False),  # only as good
    ],
)
def test_games_alone_decide_what_is_promoted(
    proposal: int, incumbent: int, anchor: int, asked: bool, verdict: bool
) -> None:
    *told, last = tune.promoted(proposal, incumbent, anchor, lead, iter(range(5_000)), 1_000)
    assert last is verdict
    assert any("against easy" in str(line) for line in told) is asked
    *told, last = tune.promoted(proposal, incumbent, anchor, lead, iter(range(5_000)), 2)
    assert last is False and len(told) == 2, "two deals decide nothing"


def test_who_only_beats_the_incumbent_is_not_promoted() -> None:
    def play(one: str, other: str, deal: int) -> tuple[int, int]:
        beats = {("new", "old"), ("old", "easy")}
        return (5, 5) if (one, other) in beats else (-5, -5)

    *_, last = tune.promoted("new", "old", "easy", play, iter(range(500)), 100)
    assert last is False


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that look at one plan at a time."""
    for name in ("planner", "player"):
        monkeypatch.setattr(tune, name, lambda weights: lambda seed: TurnPlanner(Chance(seed), 1, weights))


def test_a_climb_is_judged_by_bots_that_look_ahead() -> None:
    climber, judge = (make(NORMAL)(1) for make in (tune.planner, tune.player))
    assert isinstance(climber, TurnPlanner) and isinstance(judge, LookaheadPlanner)


@pytest.mark.usefixtures("narrow")
def test_a_tiny_budget_plays_real_games_and_says_what_came_of_it() -> None:
    out = io.StringIO()
    budget = "science strength --rounds 1 --deals 1 --promotion 1 --variant first-game --seed 5"
    assert tune.main(budget.split(), out) == 1, "one deal is too little to be promoted"
    first, *_, last = out.getvalue().splitlines()
    assert first.startswith("round 1: science=") and last == "not promoted: what there is stays"
    assert f"science={NORMAL.science}," not in first


@pytest.mark.usefixtures("narrow")
def test_an_exploiter_climbs_against_normal_and_goes_on_where_it_stood(tmp_path: Path) -> None:
    """It is the same climb in two runs as in one; each round is written down, and the games judge at the end."""
    words = ["strength", "early", "--exploiter", "raider", "--deals", "1", "--variant", "first-game", "--seed", "5"]
    words.append("--promotion")
    once, twice, out = tmp_path / "once", tmp_path / "twice", io.StringIO()
    tune.main([*words, "0", "--rounds", "2", "--state", str(once)], out)
    tune.main([*words, "0", "--rounds", "2", "--state", str(twice), "--minutes", "0"], io.StringIO())
    assert json.loads(twice.read_text())["rounds"] == 1
    tune.main([*words, "1", "--rounds", "2", "--state", str(twice)], end := io.StringIO())
    tables = [json.loads(path.read_text())["table"] for path in (once, twice)]
    assert tables[0] == tables[1] and set(tables[0]) == {"strength", "early"}
    assert tables[0] != {name: float(getattr(NORMAL, name)) for name in tables[0]}
    *_, judged, written = end.getvalue().splitlines()
    assert judged.startswith("raider comes first in ") and judged.endswith(" of 2 games against normal")
    assert "rival=60" in written and "early=" in written, "weights that are not climbed stay those of the exploiter"


def test_a_file_of_another_climb_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "climb"
    fresh = tune.Progress("", "complete", 1, 4, 0, 0.0, {"science": 145.0})
    assert tune.read_progress(path, fresh) is fresh
    replace(fresh, rounds=3).write(path)
    assert tune.read_progress(path, fresh).rounds == 3
    others = ["--seed", "2"], ["--variant", "short"], ["--deals", "3"], ["--exploiter", "raider"]
    for other in (["wonder"], *(["science", *option] for option in others)):
        with pytest.raises(SystemExit):
            tune.main([*other, "--state", str(path)])
        assert f"{path} holds a climb by other names" in capsys.readouterr().err
    whole = path.read_text()
    damages = [(whole, ""), (whole, "[]"), ("145.0", '"much"'), ("145.0", "NaN"), ("145.0", "1e999"), ("145.0", "-3")]
    for was, damaged in [*damages, ('"rounds": 3', '"rounds": -3'), ("complete", "\udcff")]:
        path.write_text(whole.replace(was, damaged), encoding="utf-8", errors="surrogateescape")
        with pytest.raises(tune.BadState, match="does not hold a climb"):
            tune.read_progress(path, fresh)


def test_a_place_that_cannot_be_written_is_refused_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        tune.main(["--state", str(tmp_path / "nowhere" / "climb")])
    assert "climb cannot be written: No such file" in capsys.readouterr().err


def test_a_climb_that_is_interrupted_says_where_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> tuple[int, int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(tune, "margins", interrupt)
    path = tmp_path / "climb"
    assert tune.main(["--state", str(path), "--minutes", "0"]) == 130
    assert f"interrupted; {path} goes on" in capsys.readouterr().err
    assert path.exists(), "it was begun"


def test_an_unknown_weight_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tune.main(["luck"])
    assert "no weight 'luck'; there are: science, resource" in capsys.readouterr().err
