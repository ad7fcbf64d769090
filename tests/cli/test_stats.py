"""`tta stats` and `tta export --csv`: the figures of stored games, as the games themselves give them."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Evening
from tests.cli.terminals import here
from tests.texts import texts_of
from tta_p2p import registry
from tta_p2p.cli.simulation.trials import choose
from tta_p2p.cli.stored_games import results
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.node.local.games import new_charter
from tta_p2p.node.local.storage import LocalGameStore
from tta_p2p.store.database import Store
from tta_p2p.table.local_record import DecisionRecord, deal

SEED = 2
"""Of the games that are played: a brief one of Civilization."""


def played(home: Path, game: str) -> LocalGame[Any, Any]:
    """Play a game by chance and store it as a local one, of which the first seat is yours."""
    seats = min(registry.entry(game).seats)
    names = ("Ada", *(f"Bot {seat}" for seat in range(1, seats)))
    bots = dict.fromkeys(range(1, seats), "random")
    charter = new_charter(game, seats, {}, SEED, names, bots, {})
    local, chance = deal(charter), Chance(game)
    store = Store(home)
    kept = LocalGameStore(store, charter)
    while not local.over:
        decision = local.decision
        assert decision is not None
        deciding = decision.seats if decision.sealed else decision.seats[:1]
        acts = tuple(choose(game, "eager", chance, decision, local.legal(seat)).act for seat in deciding)
        local.act(*acts)
        kept.keep(DecisionRecord(acts))
    kept.keep_result(local.game.standings(local.state))
    store.close()
    return local


def remembered(read: Callable[..., Any]) -> Callable[..., Any]:
    """How a game is read, which is played again for it: once for these bytes."""
    kept: dict[object, Any] = {}

    def reading(charter: bytes, journal: Iterable[bytes], operator: int) -> Any:
        question = (charter, tuple(journal), operator)
        if question not in kept:
            kept[question] = read(*question)
        return kept[question]

    return reading


def told(home: Path, *words: str) -> list[dict[str, Any]]:
    found = json.loads(here(home, "stats", "--json", *words).stdout)
    assert isinstance(found, list)
    return found


def standings(players: list[Mapping[str, Any]]) -> dict[int, tuple[int, int, dict[str, int]]]:
    return {player["seat"]: (player["place"], player["points"], player["parts"]) for player in players}


@pytest.mark.parametrize("game", registry.bundled_games())
def test_every_game_says_of_itself_where_points_came_from_and_what_it_counts(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = played(tmp_path, game)
    monkeypatch.setattr(results, "result_of", remembered(results.result_of))
    (found,) = told(tmp_path)
    assert found["game"] == game and found["local"] and found["seconds"] >= 0
    places = local.game.standings(local.state).places
    assert standings(found["players"]) == {one.seat: (one.place, one.points, dict(one.parts)) for one in places}
    assert [player["name"] for player in found["players"] if player["you"]] == ["Ada"]
    count = registry.entry(game).statistics
    if count is not None:
        counted = count(local.state, local.log)
        assert found["figures"] == dict(counted.game)
        for player in found["players"]:
            assert player["figures"] == {key: each[player["seat"]] for key, each in counted.seats.items()}
    rows = list(csv.DictReader(io.StringIO(here(tmp_path, "stats", "--csv").stdout)))
    assert [(int(row["seat"]), int(row["points"])) for row in rows] == [(one.seat, one.points) for one in places]
    for row, one in zip(rows, places, strict=True):
        assert {key: int(row[f"points.{key}"]) for key, _ in one.parts} == dict(one.parts)
    mine = next(one for one in places if one.seat == 0)
    for language in LANGUAGES:
        texts = texts_of(local.game, language)
        shown = "".join(here(tmp_path, "stats", "--lang", language).stdout.split())
        if registry.has_points(game):
            sources = ["".join(texts[f"score.{part}"].split()) for part, points in mine.parts if points]
            assert [source for source in sources if source not in shown] == []
            continue
        ending = local.game.standings(local.state).ending
        assert ending is not None and "".join(texts[f"ending.{ending.key}"].split()) in shown
        assert not any(word in shown for word in ("points", "分", "".join(texts["score.victory"].split()) + "1"))
        listed = here(tmp_path, "games", "--lang", language).stdout
        assert ("Won by" in listed or "获胜" in listed or "Shared" in listed or "并列" in listed) and "分" not in listed


def test_a_game_played_with_others_counts_with_what_everybody_signed(evening: Evening, tmp_path: Path) -> None:
    home = tmp_path / "ada"
    shutil.copytree(evening.homes[0], home)
    (found,) = told(home)
    signed = {one["seat"]: (one["place"], one["points"], one["parts"]) for one in evening.result["standings"]}
    assert not found["local"] and standings(found["players"]) == signed
    assert [player["name"] for player in found["players"] if player["you"]] == ["Ada"]
    assert told(home, "--game", "caravan") == [] and len(told(home, "--game", "smugglers")) == 1


def test_one_game_is_written_as_a_table(evening: Evening, tmp_path: Path) -> None:
    home, path = tmp_path / "ada", tmp_path / "game.csv"
    shutil.copytree(evening.homes[0], home)
    done = here(home, "export", "--csv", "--out", str(path))
    assert done.returncode == 0 and str(path) in done.stdout
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))
    assert [row["name"] for row in rows if row["you"] == "True"] == ["Ada"] and len(rows) == 2


def test_without_a_finished_game_there_is_nothing_to_show(tmp_path: Path) -> None:
    assert told(tmp_path) == []
    assert "You have not played a game to its end yet" in here(tmp_path, "stats").stdout
    assert here(tmp_path, "stats", "--csv").stdout.splitlines()[0].startswith("game,id,began,ended,seconds")
