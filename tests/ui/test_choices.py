"""What a game lets a table choose is explained in a sentence where it is chosen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.texts import QUOTED
from tta_p2p import registry
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.help.pages import choice_text
from tta_p2p.cli.options.choices import chosen_game, chosen_options
from tta_p2p.games.game import complete_options
from tta_p2p.i18n import LANGUAGES, Words, game_texts
from tta_p2p.seats import messages as say
from tta_p2p.seats.messages import TextRef
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.lobby_page import conditions, conditions_blocks
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import Style

GAMES = [name for name in registry.names() if not registry.entry(name).example]
CHOICES = [
    (game, setting.name, choice)
    for game in GAMES
    for setting in registry.load_rules(game).settings
    for choice in setting.choices
]


def texts(game: str, language: str) -> Mapping[str, str]:
    """Give the texts of a game in a language."""
    return game_texts(registry.load_rules(game), language)


@pytest.mark.parametrize("language", QUOTED)
def test_each_choice_of_each_game_says_in_one_sentence_what_it_changes(language: str) -> None:
    end = {"en": ".", "zh-Hans": "。"}[language]
    said: dict[str, str] = {}
    for game, setting, choice in CHOICES:
        text = texts(game, language).get(f"choice.{setting}.{choice}", "")
        said[f"{game} {setting}={choice}"] = text
        assert text.endswith(end) and text.count(end) == 1 and len(text) < 150, (game, setting, choice, text)
    assert len(set(said.values())) == len(said) > 30
    explained = [
        key for game in GAMES for key in game_texts(registry.load_rules(game), language) if key[:7] == "choice."
    ]
    assert len(explained) == len(CHOICES), "no choice is explained that there is not"


def test_the_help_and_the_lobby_explain_what_was_chosen() -> None:
    assert choice_text("through_the_ages", "variant", "peaceful") == "No aggressions, wars or pacts."
    chosen = [TextRef("game-variant", ["through_the_ages", 2, "variant.peaceful"])]
    said = conditions(
        "through_the_ages", [*chosen, TextRef("setting", ["annex", "annex.without-effect", "x"])], Words()
    )
    assert "No aggressions, wars or pacts." in said
    assert "You can play Annex against a rival without a colony, and it does nothing." in said
    usual = [TextRef("setting", ["annex", "annex.needs-colony", "x"])]
    assert len(conditions("through_the_ages", usual, Words())) == 1, "what every game begins with needs no word"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_of_another_edition_says_what_stands_in_and_no_ruling_that_means_nothing_there(language: str) -> None:
    words = Words(language)
    for edition, rulings, stands_in in (("2015", 6, False), ("2006", 2, True)):
        options = complete_options(registry.load_rules("through_the_ages").settings, {"edition": edition})
        welcome = say.WelcomeReply(say.VERSION, "through_the_ages", "1", 0, [], {**options}, [])
        presenter = presenter_for("through_the_ages", words)
        told = "\n".join(lines(conditions_blocks(welcome, words, presenter), Style()))
        assert (texts("through_the_ages", language)["choice.edition.2006"] in told) == stands_in
        named = [texts("through_the_ages", language)[f"setting.{name}"] for name in options]
        assert sum(name in told for name in named) == rulings + 2


def test_an_option_of_the_other_edition_is_refused_with_what_to_do() -> None:
    for chosen, variant, said in (
        ([], "simple", "add --option edition=2006"),
        (["edition=2006"], "short", "its variants are complete, simple and advanced"),
    ):
        with pytest.raises(CommandFailed, match=said) as refused:
            chosen_options("through_the_ages", 2, variant, chosen)
        assert "annex needs-colony" not in str(refused.value) and "2 players cannot play" in str(refused.value)


def test_games_that_show_how_games_are_made_are_known_by_name_and_in_no_sentence() -> None:
    assert chosen_game("caravan") == "caravan" and chosen_game("smugglers") == "smugglers"
    with pytest.raises(CommandFailed) as failed:
        chosen_game("chess")
    assert "civilization" in str(failed.value)
    assert "caravan" not in str(failed.value) and "smugglers" not in str(failed.value)
