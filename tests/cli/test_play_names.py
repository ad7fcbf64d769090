"""Names of players for `tta play`: what names a game is no player unless the game is chosen beside it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.terminals import here
from tta_p2p import registry
from tta_p2p.cli.options.choices import chosen_game

PEOPLE = ("Ann", "Bob", "Cara", "Al", "C", "7", "Sam", "Caravaggio", "Seventh", "张三", "さくら")


def called(game: str) -> list[str]:
    """All words that stand for a game: its name, short names, titles."""
    entry = registry.entry(game)
    return [game, game.replace("_", "-"), *entry.aliases, entry.title, *entry.titles.values()]


@pytest.mark.parametrize("game", registry.bundled_games())
def test_the_name_of_a_game_is_refused_with_the_line_that_plays_it(game: str, tmp_path: Path) -> None:
    words = called(game)
    if not registry.entry(game).example:
        words += [
            game[:length]
            for length in range(registry.SHORTEST, len(game))
            if registry.bundled_game(game[:length], begun=True)
        ]
    for word in words:
        told = here(tmp_path, "play", word)
        assert told.returncode == 2, word
        plays, named = told.stderr.split("type: ")[1].split(". Where a player is called so: ")
        assert chosen_game(shlex.split(plays)[-1]) == game
        assert shlex.split(named)[-3:-1] == [word, "--game"] and not (tmp_path / "games").exists()


def test_with_a_game_beside_it_the_word_is_a_player(tmp_path: Path) -> None:
    assert "names a game" in here(tmp_path, "play", "Ann", "civ").stderr, "also beside another player"
    told = here(tmp_path, "play", "civ", "civ", "--game", "civ").stderr
    assert "names a game" not in told and "Two players are called “civ”" in told


def test_people_are_called_as_they_like() -> None:
    for name in PEOPLE:
        assert registry.bundled_game(name, begun=True) is None, name
