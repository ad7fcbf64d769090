"""What `--seats`, `--variant` and `--option` take: what the game offers and nothing else, in words that name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminals import here, tta
from tta_p2p import registry
from tta_p2p.cli import errors
from tta_p2p.cli.options import choices
from tta_p2p.i18n import Words


def test_an_option_is_added_to_the_variant() -> None:
    options = choices.read_options("through_the_ages", "short", ["homer-face=lost", "annex=without-effect"])
    assert options == {"variant": "short", "homer-face": "lost", "annex": "without-effect"}


@pytest.mark.parametrize("game", registry.names())
def test_what_nobody_chooses_is_as_the_game_has_it(game: str) -> None:
    seats = choices.chosen_seats(game, None)
    assert seats == min(registry.entry(game).seats)
    chosen = choices.chosen_options(game, seats, "", [])
    assert chosen == {setting.name: setting.choices[0] for setting in registry.load_rules(game).settings}


@pytest.mark.parametrize("game", registry.names())
def test_everything_a_game_offers_can_be_chosen_as_it_is_written(game: str) -> None:
    for setting in registry.load_rules(game).settings:
        for choice in setting.choices:
            options = choices.read_options(game, "", [f"{setting.name}={choice}"])
            assert options == {setting.name: choice} and type(options[setting.name]) is type(choice)


@pytest.mark.parametrize(
    ("game", "variant", "chosen", "text"),
    [
        ("through_the_ages", "", ["homer=lost"], "Through the Ages has no option “homer”. You can choose variant"),
        ("through_the_ages", "", ["homer-face"], "needs a value: homer-face=kept or homer-face=lost"),
        ("through_the_ages", "shrot", [], "no variant “shrot”. For variant choose complete, first-game, short"),
        ("caravan", "short", [], r"Caravan has no variants. You can choose sale \(3, 2 or 4\)"),
        ("seven_wonders", "", ["sides=3"], "7 Wonders has no option “sides=3”. For sides choose chosen, by-lot"),
    ],
)
def test_what_the_game_does_not_offer_is_refused_in_words(
    game: str, variant: str, chosen: list[str], text: str
) -> None:
    with pytest.raises(errors.CommandFailed, match=text):
        choices.read_options(game, variant, chosen)


def test_a_mistyped_game_is_refused_with_the_one_that_is_nearest() -> None:
    for asked, meant in (("carvan", "caravan"), ("Through the Age", "through-the-ages"), ("7wonders", "seven-wonders")):
        with pytest.raises(errors.CommandFailed, match=f"Did you mean {meant}\\? There are civilization "):
            choices.chosen_game(asked)
    with pytest.raises(
        errors.CommandFailed, match=r"no game “chess”. There are civilization .*through-the-ages \(tta\)"
    ):
        choices.chosen_game("chess")


@pytest.mark.parametrize("game", registry.bundled_games())
@pytest.mark.parametrize("command", ["host", "demo", "simulate", "play"])
def test_a_number_of_seats_that_cannot_be_is_refused_at_once_with_those_that_can(
    command: str, game: str, tmp_path: Path
) -> None:
    known = registry.entry(game)
    for seats in (min(known.seats) - 1, max(known.seats) + 1):
        asked = [("--seats", str(seats))]
        if command == "play":
            asked.append((*(f"player{number}" for number in range(seats)), "--bots", "0"))
        for words in asked:
            done = here(tmp_path, command, "--game", known.aliases[0] if known.aliases else game, *words)
            assert done.returncode == errors.USAGE and done.stdout == ""
            assert f"{known.title} is for {Words().any_of(known.seats)} players, not {seats}." in done.stderr


def test_who_plays_alone_is_joined_by_as_many_bots_as_there_are_seats(tmp_path: Path) -> None:
    for asked, bots in (((), 2), (("--seats", "5"), 4), (("--bots", "3"), 3), (("--seats", "5", "--bots", "4"), 4)):
        said = tta(tmp_path, "play", "Ann", "--game", "7w", *asked, "--plain", typed="quit\n")
        assert said.returncode == 0 and said.stdout.count("bot (easy)") == bots, said.stdout + said.stderr
    refused = here(tmp_path, "play", "Ann", "Bob", "--game", "7w", "--seats", "5", "--bots", "2")
    assert refused.returncode == errors.USAGE and "4 are to play, but the table has 5 seats" in refused.stderr
