"""Games that are named where a command line has no place for one: it says the whole line that was meant."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.main import get_command

from tests.cli.terminals import commands, here
from tta_p2p import registry
from tta_p2p.cli.help.game_words import NamedGame, named_game, with_game
from tta_p2p.cli.main import build
from tta_p2p.cli.options.choices import chosen_game

PEOPLE = ("Ann", "Bob", "Cara", "Al", "C", "7", "Sam", "Caravaggio", "Seventh", "张三", "さくら", "Wonder")
PLAY = get_command(build()).commands["play"]  # type: ignore[attr-defined]


def called(game: str) -> list[str]:
    """All words that stand for a game: its name, short names, titles."""
    entry = registry.entry(game)
    return [game, game.replace("_", "-"), *entry.aliases, entry.title, *entry.titles.values()]


def beginnings(game: str) -> list[str]:
    """The beginnings of the name of a game that mean it."""
    if registry.entry(game).example:
        return []
    some = [game[:length] for length in range(registry.SHORTEST, len(game))]
    return [one for one in some if registry.bundled_game(one, begun=True)]


def offered(told: str) -> list[str]:
    """The words of the line that is to be typed."""
    return shlex.split(told.split("type: ")[1].split(". Where a player is called so: ")[0])


@pytest.mark.parametrize("game", registry.bundled_games())
def test_the_name_of_a_game_is_refused_with_the_line_that_plays_it(game: str, tmp_path: Path) -> None:
    for word in called(game) + beginnings(game):
        told = here(tmp_path, "play", word)
        assert told.returncode == 2, word
        plays, named = told.stderr.split("type: ")[1].split(". Where a player is called so: ")
        assert chosen_game(shlex.split(plays)[-1]) == game
        assert shlex.split(named)[-3:-1] == [word, "--game"] and not (tmp_path / "games").exists()


@pytest.mark.parametrize("game", registry.bundled_games())
def test_a_game_in_place_of_a_command_is_answered_with_the_line_that_plays_it(game: str, tmp_path: Path) -> None:
    for word in called(game) + beginnings(game):
        for typed in ([word], word.split()):
            told = here(tmp_path, *typed, "--seats", "3")
            assert told.returncode == 2, word
            assert offered(told.stderr)[1:-1] == ["play", "--seats", "3", "--game"], told.stderr
            assert chosen_game(offered(told.stderr)[-1]) == game
        assert offered(here(tmp_path, word, "host", "--name", "Ann").stderr)[1:4] == ["host", "--name", "Ann"]
    assert "works inside a game" in here(tmp_path, "undo").stderr


def games_behind() -> list[str]:
    """The commands that take a game by its option and no words."""
    return [
        name
        for name, one in commands().commands.items()
        if any("--game" in param.opts for param in one.params)
        and not any(param.param_type_name == "argument" for param in one.params)
    ]


@pytest.mark.parametrize("name", games_behind())
def test_a_game_behind_a_command_is_answered_with_the_line_that_chooses_it(name: str, tmp_path: Path) -> None:
    for game in registry.bundled_games():
        for word in called(game) + beginnings(game):
            told = here(tmp_path, name, *word.split())
            assert told.returncode == 2
            assert offered(told.stderr)[1:-1] == [name, "--game"] and chosen_game(offered(told.stderr)[-1]) == game
    assert "more than this command takes" in here(tmp_path, name, "Ann").stderr
    assert "more than this command takes" in here(tmp_path, name, "civ", "--game", "7w").stderr, "which is meant?"
    assert len(games_behind()) > 2


def test_a_game_behind_a_command_about_none_is_answered_with_the_line_that_plays_it(tmp_path: Path) -> None:
    for word in ("civ", "7w", "seven wonders"):
        told = here(tmp_path, "games", *word.split())
        assert told.returncode == 2
        assert offered(told.stderr)[1:3] == ["play", "--game"] and chosen_game(offered(told.stderr)[-1]) == chosen_game(
            word
        )
        assert "tta games takes none" in " ".join(told.stderr.split())
    assert "more than this command takes" in here(tmp_path, "games", "Ann").stderr


def test_a_game_in_place_of_a_topic_is_answered_with_the_line_that_looks_up_its_rules(tmp_path: Path) -> None:
    for typed, topic, game in (("civ", [], "civilization"), ("7w guild", ["guild"], "seven_wonders")):
        told = here(tmp_path, "rules", *typed.split())
        words = offered(told.stderr)
        assert told.returncode == 2 and words[1:-2] == ["rules", *topic] and chosen_game(words[-1]) == game
        assert here(tmp_path, *words[1:]).returncode == 0
    assert "Civil actions" in here(tmp_path, "rules", "civil").stdout, "rules may begin as the name of a game does"
    assert "names a game" not in here(tmp_path, "rules", "civ", "--game", "7w").stderr
    assert "names a game" not in here(tmp_path, "rules", "through-the-ages").stderr, "it is that game's rules"


def test_an_option_for_a_name_is_answered_with_the_line_that_has_the_name_alone(tmp_path: Path) -> None:
    for typed in (["--name", "Ann"], ["--name=Ann"], ["--player", "Ann"]):
        told = here(tmp_path, "play", *typed, "--seats", "3")
        assert told.returncode == 2 and "(tta play Ann --seats 3)" in told.stderr.replace("\n", " "), told.stderr
    assert "Did you mean --game" in here(tmp_path, "play", "--nam", "Ann").stderr


def test_with_a_game_beside_it_the_word_is_a_player(tmp_path: Path) -> None:
    assert "names a game" in here(tmp_path, "play", "Ann", "civ").stderr, "also beside another player"
    told = here(tmp_path, "play", "civ", "civ", "--game", "civ").stderr
    assert "names a game" not in told and "Two players are called “civ”" in told


def test_the_line_has_the_language_that_was_asked_for(tmp_path: Path) -> None:
    told = here(tmp_path, "play", "Ann", "civ", "--lang", "zh-Hans", "--ascii").stderr
    assert "play Ann --ascii --lang zh-Hans --game civilization" in told
    assert "play Ann civ --ascii --lang zh-Hans --game through-the-ages" in told


OPTIONS = (("--seats", "3"), ("--seed=4",), ("--level", "hard"), ("--lines",), ("--option", "civ"), ("--variant", "-"))


@given(
    st.lists(st.sampled_from(OPTIONS), max_size=3),
    st.lists(st.sampled_from(("Ann", "Bob", "7")), max_size=2),
    st.sampled_from((("civ",), ("7", "wonders"), ("7w",), ("through", "the", "ages"), ("Seven", "wonders"))),
    st.data(),
)
def test_nothing_that_was_typed_is_lost_but_the_name_of_the_game(
    options: list[Sequence[str]], people: list[str], words: Sequence[str], data: st.DataObject
) -> None:
    parts = data.draw(st.permutations([*options, *((one,) for one in people), words]))
    typed = [word for part in parts for word in part]
    rest = [word for part in parts if part is not words for word in part]
    game = registry.resolve(" ".join(words))
    assert named_game(PLAY, typed, alone=True) == NamedGame(game, " ".join(words), tuple(rest))
    whole = shlex.split(with_game(["play"], rest, game))
    assert whole[1 : 2 + len(rest)] == ["play", *rest] and registry.resolve(whole[-1]) == game
    assert named_game(PLAY, [*rest, "--game", "civ"]) is None


def test_people_are_called_as_they_like() -> None:
    for name in PEOPLE:
        assert registry.bundled_game(name, begun=True) is None, name
        assert named_game(PLAY, [name, "Ann"], alone=True) is None
    assert named_game(PLAY, ["Ann", "--", "civ"]) == NamedGame("civilization", "civ", ("Ann", "--"))
    assert with_game(["play"], ["Ann", "--"], "civilization").endswith("play Ann --game civilization --")


def test_the_line_that_names_a_player_without_an_option_keeps_the_language(tmp_path: Path) -> None:
    for asked in (["--lang", "ja"], ["--lang=ja"]):
        told = here(tmp_path, *asked, "play", "--name", "Ann")
        assert told.returncode == 2 and "--lang ja play Ann" in told.stderr, told.stderr
    assert "--lang" not in here(tmp_path, "play", "--name", "Ann").stderr
