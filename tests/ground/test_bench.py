"""The frame of the benchmarks. Nothing here measures a time."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks import (
    Row,
    Table,
    __main__,
    _against,
    _apart,
    _results,
    _shapes,
    ancestors,
    bots,
    engine,
    exploiters,
    measure,
    network,
    personalities,
    serving,
)
from benchmarks._sampled import sampled

from protocol.operations import Act, Bundle, Deal, Operation, Show, Shuffle
from tests.ground.repository import ROOT
from tta_p2p import registry
from tta_p2p.bots import through_the_ages
from tta_p2p.bots.levels import choices as offered
from tta_p2p.bots.levels import levels
from tta_p2p.bots.through_the_ages.lookahead import LookaheadPlanner
from tta_p2p.bots.through_the_ages.weights import NORMAL

TABLE = Table(
    "Shuffling",
    [Row("prove", 71.25, {"aim": "7 N"}), Row("verify, all of them", 0.05)],
    unit=Row("multiplication", 0.05),
)


def test_a_table_shows_milliseconds_multiples_of_its_unit_and_further_columns_aligned() -> None:
    assert TABLE.as_text().splitlines() == [
        "Shuffling",
        "unit: multiplication, 0.0500 ms",
        "                         ms    ×unit  aim",
        "prove                  71.2  1,425.0  7 N",
        "verify, all of them  0.0500      1.0",
    ]


def test_json_has_the_same_figures_unrounded() -> None:
    told = json.loads(json.dumps(TABLE.as_json()))
    assert told["rows"][0] == {"label": "prove", "milliseconds": 71.25, "multiple": 1425.0, "columns": {"aim": "7 N"}}
    assert told["unit"] == {"label": "multiplication", "milliseconds": 0.05}


def test_a_table_without_a_unit_has_no_multiples() -> None:
    bare = Table("Bare", [Row("one", 2.0)])
    assert "×unit" not in bare.as_text()
    assert bare.as_json()["unit"] is None and "multiple" not in bare.as_json()["rows"][0]


def test_measuring_calls_the_work_at_least_as_often_as_asked() -> None:
    calls: list[None] = []
    assert measure(lambda: calls.append(None), seconds=0, least=5) >= 0
    assert len(calls) == 5


def test_benchmarks_are_found_by_their_file_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {path.stem for path in (ROOT / "scripts" / "benchmarks").glob("*.py")}
    assert set(__main__.names()) == {name for name in files if not name.startswith("_")}
    monkeypatch.setattr("sys.argv", ["bench", "--list"])
    assert __main__.main() == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == __main__.names()
    assert all(len(line.split()) > 2 for line in listed), "the first line of a benchmark's docstring describes it"


@pytest.mark.parametrize("game", registry.bundled_games())
def test_the_engine_of_any_game_is_measured(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GAMES", 1)
    monkeypatch.setattr(engine, "MOST", 3)
    monkeypatch.setattr(engine, "measure", lambda work, *_: [work()] and 1.0)
    games, operations = engine.run(game)
    assert [row.label.split()[-2] for row in games.rows] == [str(seats) for seats in registry.entry(game).seats]
    assert registry.title(game) in games.title and registry.title(game) in operations.title
    assert "digest" in {row.label for row in operations.rows}


def test_bots_are_measured_in_any_game_where_all_choose_at_once_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "GAMES", 1)
    for game in ("caravan", "smugglers"):
        games, choices = bots.run(game)
        assert len(games.rows) == sum(level in offered(game) for level in levels()) * len(registry.entry(game).seats)
        assert all(int(row.columns["choices"]) > 0 for row in games.rows)
        assert f"{registry.entry(game).seats[-1]} seats" in choices.title


def test_the_seat_service_is_measured_for_more_and_more_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "ACTS", 2)
    monkeypatch.setattr(serving, "measure", lambda work, *_: [work()] and 1.0)
    for game in ("caravan", "smugglers"):  # all at once, and in turn
        for clients, table in zip(serving.CLIENTS, serving.run(game), strict=True):
            assert table.title.endswith(f"clients: {clients}")
            assert all(float(row.columns["kB a client"]) > 0 for row in table.rows if row.columns)
            assert len([row for row in table.rows if row.columns]) == (2 if clients else 0)


def test_a_personality_and_its_level_are_told_apart_at_both_seats_of_a_deal() -> None:
    """Between a bot and itself every deal is even, and what each does is counted for each alone."""
    chance, easy = map(personalities.level_maker, ("random", "easy"))
    mine, theirs = personalities.play_deal(chance, easy, 3)
    again, _ = personalities.play_deal(chance, easy, 3)
    assert (mine.won, theirs.won) == (0.0, 1.0) and mine.lead == -theirs.lead < 0
    assert mine.figures["culture a turn"] < theirs.figures["culture a turn"] and again.figures == mine.figures
    same = personalities.play_deal(chance, chance, 3)
    assert [side.won for side in same] == [0.5, 0.5] and [side.lead for side in same] == [0.0, 0.0]


def test_a_table_of_personalities_gives_the_interval_of_deals() -> None:
    def deal(won: float, wars: float) -> tuple[personalities.Side, personalities.Side]:
        return (
            personalities.Side(won, 10 * won, 1000.0, {"wars": wars}),
            personalities.Side(1 - won, -10 * won, 3000.0, {"wars": 0.0}),
        )

    table = personalities.table("normal:warlike", "normal", [deal(1.0, 1.0), deal(0.5, 3.0), deal(0.5, 2.0)])
    first, second = table.rows
    assert first.columns == {"first": "67 % (34 to 99)", "lead": "6.7 ±3.3", "wars": "2.0 ±1.1"}
    assert (second.label, second.milliseconds, second.columns["wars"]) == ("normal against it", 3000.0, "0.0 ±0.0")
    assert "6 games of two" in table.title


def test_every_personality_of_a_level_plays_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    side = personalities.Side(0.5, 0.0, 1.0, {"wars": 1.0})
    played = list[tuple[str, str, int]]()
    monkeypatch.setattr(personalities, "level_maker", lambda level: level)
    monkeypatch.setattr(personalities, "play_deal", lambda *deal: (played.append(deal), (side, side))[1])
    words = ["bench", "personalities", "--games", "4", "--seed", "7", "--level", "hard", "--json"]
    monkeypatch.setattr("sys.argv", words)
    assert __main__.main() == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    own = [one for one in offered("through_the_ages") if one.startswith("hard:")]
    assert played == [(who, "hard", deal) for who in own for deal in (7, 8)]
    assert len(own) == len(tables) >= 3 and all(who in told["title"] for who, told in zip(own, tables, strict=True))


def test_every_exploiter_plays_the_level(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    side, played = personalities.Side(0.5, 0.0, 1.0, {"wars": 1.0}), list[tuple[str, str, int]]()
    for name in ("exploiter_maker", "level_maker"):
        monkeypatch.setattr(exploiters, name, lambda player: player)
    monkeypatch.setattr(personalities, "play_deal", lambda *deal: (played.append(deal), (side, side))[1])
    monkeypatch.setattr("sys.argv", ["bench", "exploiters", "--games", "2", "--seed", "7", "--level", "hard", "--json"])
    assert __main__.main() == 0
    assert played == [(name, "hard", 7) for name in exploiters.EXPLOITERS] and len(played) >= 3
    titles = [one["title"] for one in json.loads(capsys.readouterr().out)["tables"]]
    assert [title.split()[0] for title in titles] == list(exploiters.EXPLOITERS)


def test_an_exploiter_plays_by_weights_of_its_own() -> None:
    for name, weights in exploiters.EXPLOITERS.items():
        bot = exploiters.exploiter_maker(name)(1)
        assert isinstance(bot, LookaheadPlanner) and bot.weights == replace(NORMAL, **weights) != NORMAL


def test_bots_of_an_earlier_commit_are_loaded_beside_those_of_now(tmp_path: Path) -> None:
    """And share nothing with them but the rules: what was changed since is as it was."""
    modules = {path.name: path.read_text() for path in Path(through_the_ages.__file__).parent.glob("*.py")}
    changed = modules["weights.py"].replace("science=145", "science=101")
    assert changed != modules["weights.py"]
    package = tmp_path / "repository" / ancestors.PACKAGE.replace(".", "/")
    package.mkdir(parents=True)
    for name, text in {**modules, "weights.py": changed}.items():
        (package / name).write_text(text)
    git = ["git", "-C", str(tmp_path / "repository"), "-c", "user.name=x", "-c", "user.email=x@localhost"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "Bots as they were"]):
        subprocess.run([*git, *words], check=True)
    (package / "weights.py").write_text("nothing that is not committed counts")
    bots = ancestors.load_bots(ancestors.archived(tmp_path / "repository", "HEAD"), tmp_path)
    then, now = (make(1) for make in (ancestors.ancestor_maker(bots, "normal"), exploiters.level_maker("normal")))
    assert vars(then)["weights"].science == 101 and NORMAL.science == 145
    assert type(then).__module__.startswith("ancestor_") and not isinstance(then, LookaheadPlanner)
    assert type(now).__name__ == "NormalBot"
    with pytest.raises(ancestors.NoAncestor, match="do not fit the rules of now"):
        ancestors.load_bots({"__init__.py": "from tta_p2p.games.through_the_ages import gone"}, tmp_path)
    with pytest.raises(ancestors.NoAncestor, match="had no level hard"):
        ancestors.ancestor_maker(ancestors.load_bots({"__init__.py": ""}, tmp_path), "hard")
    with pytest.raises(ancestors.NoAncestor, match="nowhere has no bots to play against"):
        ancestors.archived(tmp_path / "repository", "nowhere")


def test_the_level_and_the_commit_that_are_asked_for_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    side, played = personalities.Side(0.5, 0.0, 1.0, {"wars": 1.0}), list[tuple[object, ...]]()
    monkeypatch.setattr(ancestors, "archived", lambda root, commit: {"commit": commit})
    monkeypatch.setattr(ancestors, "load_bots", lambda modules, folder: modules["commit"])
    monkeypatch.setattr(ancestors, "level_maker", lambda level: level)
    monkeypatch.setattr(ancestors, "ancestor_maker", lambda bots, level: (bots, level))
    monkeypatch.setattr(personalities, "play_deal", lambda *deal: (played.append(deal), (side, side))[1])
    words = ["bench", "ancestors", "--games", "4", "--seed", "7", "--level", "hard", "--commit", "abc", "--json"]
    monkeypatch.setattr("sys.argv", words)
    assert __main__.main() == 0
    assert played == [("hard", ("abc", "normal"), deal) for deal in (7, 8)]
    (told,) = json.loads(capsys.readouterr().out)["tables"]
    digest = ancestors.digest({"commit": "abc"})
    assert told["title"].startswith(f"hard against normal of abc ({digest}), 4 games")


def test_deals_that_were_played_before_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unless the bots or the rules have changed since, or others play."""
    won, lost = (personalities.Side(won, 2 * won - 1, 1.0, {"wars": 1}) for won in (1.0, 0.0))
    played, state = list[int](), tmp_path / "results"

    def play(deal: int) -> tuple[personalities.Side, personalities.Side]:
        if deal == 9:
            raise KeyboardInterrupt
        played.append(deal)
        return won, lost

    with pytest.raises(KeyboardInterrupt):
        _results.play_deals("a against b", play, range(5, 12), state)
    cut = state.read_bytes()[:-20]
    state.write_bytes(cut)  # the last line is cut off
    assert _results.play_deals("a against b", play, range(4, 9), state) == [(won, lost)] * 5
    assert played == [5, 6, 7, 8, 4, 8]
    assert sorted(one.deal for one in _results.read(state)) == [4, 5, 6, 7, 8]
    _results.play_deals("a against c", play, range(5, 6), state)
    monkeypatch.setattr(_results, "sources", lambda: "other sources")
    _results.play_deals("a against b", play, range(5, 6), state)
    assert played == [5, 6, 7, 8, 4, 8, 5, 5]
    monkeypatch.setattr(personalities, "play_deal", lambda *_: play(9))
    monkeypatch.setattr("sys.argv", ["bench", "personalities", "--state", str(state)])
    assert __main__.main() == 130 and "deals that have ended are kept" in capsys.readouterr().err


def test_a_change_of_a_rule_gives_the_sources_another_name(tmp_path: Path) -> None:
    for folder in _results.SOURCES:
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "one.py").write_text("1")
    before = _results.sources(tmp_path)
    for folder in _results.SOURCES:
        (tmp_path / folder / "deep" / "one.py").write_text("2")
        _results.sources.cache_clear()
        assert _results.sources(tmp_path) != before
    assert _results.sources() != before


@pytest.mark.parametrize("found", ["a folder", "other lines"])
def test_a_file_without_results_is_refused_before_anything_is_played(
    found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if found == "other lines":
        (tmp_path / "state").write_text('{"rounds": 3}\n')
    else:
        (tmp_path / "state").mkdir()
    monkeypatch.setattr(personalities, "play_deal", lambda *_: pytest.fail("a deal was played"))
    monkeypatch.setattr("sys.argv", ["bench", "personalities", "--state", str(tmp_path / "state")])
    with pytest.raises(SystemExit) as exit_:
        __main__.main()
    assert exit_.value.code == 2 and ("no results" in (err := capsys.readouterr().err) or "cannot be read" in err)


def test_whoever_reads_no_further_ends_a_run_without_a_traceback() -> None:
    words = [sys.executable, "-P", "-m", "benchmarks", "--list"]
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, env=environment, check=False)
    os.close(writing)
    assert done.returncode == 1 and not done.stderr, done.stderr.decode()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("bots", "--game", "chess"), "caravan, civilization, seven_wonders"),
        (("protocol", "--game", "caravan"), "the benchmark protocol plays no game"),
        (("ancestors", "--commit", "nowhere"), "nowhere has no bots to play against"),
    ],
)
def test_a_game_that_cannot_be_measured_is_refused(
    asked: tuple[str, ...], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", *asked])
    with pytest.raises(SystemExit) as exit_:
        __main__.main()
    assert exit_.value.code == 2 and words in capsys.readouterr().err


def test_an_unknown_benchmark_is_refused_with_the_names_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "no-such"])
    with pytest.raises(SystemExit) as exit_:
        __main__.main()
    assert exit_.value.code == 2
    assert "startup" in capsys.readouterr().err


def test_computers_that_are_apart_play_a_game_and_a_star_takes_more_trips_and_no_more_than_twice_as_many() -> None:
    trips, said = [], set()
    for star in (False, True):
        apart = _apart.Apart("caravan", 3, 0.05, star)
        rows = {row.label: row for row in apart.play(1000)}
        said.add(apart.messages)
        assert {"sitting down", "shuffle", "seal", "finish"} <= rows.keys()
        assert all(row.milliseconds > 0 for row in rows.values())
        trips.append(float(rows["everything, a decision"].columns["trips"]))
    assert trips[0] < trips[1] <= 2 * trips[0] and len(said) == 1, "the game is the same"


def test_what_is_waited_for_at_the_end_of_turns_is_told_apart_from_all_else() -> None:
    def wait(trips: int, *operations: Operation, passes: bool = True) -> _apart.Wait:
        return _apart.Wait("end", "actions", trips * 0.05, trips, passes, operations)

    waited = [
        wait(3, Bundle((Deal((1, 2), 0), Show((3,)))), Act(1)),
        wait(5, Deal((4,), 0)),
        wait(7, Deal((5,), 0), Shuffle((), ("one",), (6,))),
        wait(9, Show((7,))),
        wait(9, Deal((8,), 0), passes=False),
    ]
    ends, mixed = network.in_them(waited)
    assert ends.columns == {"times": "2", "round trips": "2.00", "most": "2.5"} and round(ends.milliseconds) == 200
    assert mixed.columns == {"times": "1", "round trips": "3.50", "most": "3.5"}
    assert network.in_them(waited[3:]) == []


@pytest.mark.parametrize(("what", "trips"), [(network.DRAW, 1.0), (network.SHOW, 2.0)])
def test_round_trips_are_counted_without_a_clock(what: str, trips: float) -> None:
    """A draw is a confirmation and shares; everything said at once goes together; a star has twice the way."""
    assert [network.counted_trips(what, star=star) for star in (False, True)] == [trips, 2 * trips]


def test_the_unit_is_sampled_beside_what_is_measured_and_counts_among_it_only_when_it_is_told() -> None:
    before = _shapes.processor()
    with sampled() as unit:
        assert _shapes.processor() == before
        assert unit() > 0
    assert _shapes.processor() > before


def test_shapes_are_compared_by_their_medians_and_their_spread_is_told() -> None:
    first, second = _shapes.compared({_shapes.SHAPES[1]: [6.0, 3.0, 1.0], _shapes.SHAPES[0]: [3.0, 1.0, 2.0]}, "a game")
    assert (first.milliseconds, first.columns["times"], second.milliseconds) == (2.0, "1.00", 3.0)
    assert second.columns == {"least": "1.0", "most": "6.0", "of": "3", "times": "1.67", "pairs": "0.50 to 3.00"}
    assert [_shapes.in_turn(number)[0] for number in range(3)] == [*_shapes.SHAPES, _shapes.SHAPES[0]]


def test_a_run_is_compared_with_a_stored_one_in_units_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The machine of the second run is half as fast; only what the program does more of is told."""
    rows = {"same": (10.0, "1,000"), "slower": (10.0, "100"), "more": (10.0, "100"), "gone": (10.0, "1")}
    later = {"same": (20.0, "1,000"), "slower": (26.0, "100"), "more": (20.0, "126"), "new": (1.0, "1")}
    path = tmp_path / "run.json"

    def run(found: Mapping[str, tuple[float, str]], unit: float, *more: str) -> int:
        table = Table("T", [Row(label, ms, {"bytes": size, "acts/s": size}) for label, (ms, size) in found.items()])
        monkeypatch.setattr(bots, "run", lambda: [table])
        monkeypatch.setattr(_against, "machine_unit", lambda: unit)
        monkeypatch.setattr("sys.argv", ["bench", "bots", "--json", *more])
        return __main__.main()

    assert run(rows, 0.1) == 0
    path.write_text(capsys.readouterr().out)
    assert run(rows, 0.1, "--against", str(path)) == 0
    assert run(later, 0.2, "--against", str(path)) == 1
    assert capsys.readouterr().err.splitlines()[-3:] == [
        "bots: T: slower: 1.30 times as much",
        "bots: T: more, bytes: 1.26 times as much",
        "6 figures compared, 2 more than a quarter above the stored run; 1 rows are new",
    ]


def test_a_file_that_is_no_stored_run_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    for content in (b"", b"\xff", b"[]", b'{"tables": [{"rows": 1}]}'):
        path.write_bytes(content)
        monkeypatch.setattr("sys.argv", ["bench", "startup", "--against", str(path)])
        with pytest.raises(SystemExit):
            __main__.main()
        assert f"{path} is no run of the benchmarks" in capsys.readouterr().err


def test_the_unit_of_the_machine_is_a_time() -> None:
    assert _against.machine_unit() > 0
