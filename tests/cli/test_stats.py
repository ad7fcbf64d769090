"""`tta stats` and `tta export --csv`: the figures of stored games, as the games themselves give them."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Evening
from tests.cli.terminals import here
from tests.texts import texts_of
from tta_p2p import registry
from tta_p2p.cli.simulation.trials import choose
from tta_p2p.cli.stored_games import kept_results, own_record
from tta_p2p.cli.stored_games.own_record import OwnGame
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.node.data_folder.lent_games import keep_lent_game
from tta_p2p.node.local.games import new_charter
from tta_p2p.node.local.storage import LocalGameStore
from tta_p2p.store.database import Store
from tta_p2p.table.local_record import DecisionRecord, deal
from tta_p2p.table.results import GameResult, PlayerResult

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


def told(home: Path, *words: str) -> list[dict[str, Any]]:
    found = json.loads(here(home, "stats", "--json", *words).stdout)
    assert isinstance(found, list)
    return found


def standings(players: list[Mapping[str, Any]]) -> dict[int, tuple[int, int, dict[str, int]]]:
    return {player["seat"]: (player["place"], player["points"], player["parts"]) for player in players}


@pytest.mark.parametrize("game", registry.bundled_games())
def test_every_game_says_of_itself_where_points_came_from_and_what_it_counts(game: str, tmp_path: Path) -> None:
    local = played(tmp_path, game)
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
        won = ("Won by", "获胜", "獲勝", "の勝ち", "Shared", "并列", "並列", "同率")
        assert any(word in listed for word in won) and (language == "ja" or "分" not in listed)


def refuse(*_: object) -> None:
    raise AssertionError("a finished game is played through again")


def test_a_finished_game_is_played_through_once_and_again_where_what_was_kept_is_not_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path, "caravan")
    first = told(tmp_path)
    (kept,) = (tmp_path / kept_results.FOLDER).iterdir()
    whole = kept.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(kept_results, "result_of", refuse)
        assert told(tmp_path) == first and first
    for wrong in (b"", b"[]", whole[:-9], whole.replace(b'"place":1', b'"place":"x"'), b"[" * 100_000,
                  whole.replace(b'"digest":"', b'"digest":"0')):  # fmt: skip
        kept.write_bytes(wrong)
        assert told(tmp_path) == first and kept.read_bytes() == whole
    kept.unlink()
    kept.mkdir()
    assert told(tmp_path) == first, "what cannot be kept is worked out each time"
    kept.rmdir()
    monkeypatch.setattr(kept_results, "LAYOUT", -1)
    assert told(tmp_path) == first and kept.read_bytes() != whole, "another layout is another result"


def result(places: tuple[int, ...], points: tuple[int, ...], persons: tuple[str, ...], **more: Any) -> OwnGame:
    """A game of which the first seat is yours."""
    players = tuple(
        PlayerResult(seat, f"P{persons[seat]}", not seat, places[seat], points[seat], "", {}, {}, persons[seat])
        for seat in range(len(places))
    )
    return OwnGame(GameResult("caravan", {}, players, {}, **more), players[0], more.pop("ended", 0))


def test_opponents_are_people_and_counted_by_their_keys() -> None:
    games = [
        result((1, 2, 3), (30, 20, 10), ("me", "bob", "")),
        result((2, 1), (10, 40), ("me", "bob")),
        result((1, 1), (10, 10), ("me", "cid")),
        result((1, 2), (9, 1), ("me", "")),
        result((1, 2), (9, 1), ("me", "me")),
    ]
    bob, cid = own_record.opponents(games)
    assert (bob.person, bob.games, bob.ahead, bob.behind, bob.lead) == ("bob", 2, 1, 1, -10)
    assert (cid.person, cid.games, cid.ahead, cid.behind, cid.lead) == ("cid", 1, 0, 0, 0)
    most, widest = own_record.best(games) or (None, None)
    assert most is games[0] and widest is games[0] and own_record.best([]) is None


def test_cards_count_where_you_used_them_and_a_shared_win_counts_in_part() -> None:
    cards = {"played": {"moses": (0, 1), "homer": (1,)}}
    games = [
        result((1, 2), (2, 1), ("me", ""), cards=cards),
        result((1, 1), (1, 1), ("me", ""), cards=cards),
        result((2, 1), (1, 2), ("me", ""), cards={"played": {"moses": (1,)}}),
    ]
    (moses,) = own_record.card_uses(games)
    assert (moses.face, moses.games, moses.first.times, moses.first.of) == ("moses", 2, 1.5, 2)


def test_records_opponents_and_cards_are_told(evening: Evening, tmp_path: Path) -> None:
    home = tmp_path / "ada"
    shutil.copytree(evening.homes[0], home)
    played(home, "through_the_ages")
    played(home, "seven_wonders")
    shown = here(home, "stats", "--cards").stdout
    assert re.search(r"^  against +games +you ahead +behind +lead$", shown, re.M)
    assert re.search("^  Bela +1 ", shown, re.M)
    assert re.search(r" +kind +games +you won$", shown, re.M)
    chinese = here(home, "stats", "--cards", "--lang", "zh-Hans").stdout
    assert "对手" in chinese and "局数" in chinese


def test_what_a_bot_has_played_is_no_record_and_no_game_won_or_lost(tmp_path: Path) -> None:
    for _ in range(3):
        played(tmp_path, "caravan")
    before = here(tmp_path, "stats").stdout
    assert "Your best" in before and re.search(r"You won \d of 3", before)
    games = told(tmp_path)
    for one in games[:2]:
        keep_lent_game(tmp_path, bytes.fromhex(one["id"]))
    after = here(tmp_path, "stats").stdout
    assert "Your best" not in after and re.search(r"You won \d of 1", after), "one game is no record"
    assert len(told(tmp_path)) == 3


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
