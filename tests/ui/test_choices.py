"""What a game lets a table choose is explained in a sentence where it is chosen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tta_p2p import registry
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.help.pages import choice_text
from tta_p2p.cli.options.choices import chosen_game
from tta_p2p.i18n import Words, game_texts
from tta_p2p.seats.messages import TextRef
from tta_p2p.ui.lobby_page import conditions

LANGUAGES = ("en", "zh-Hans")
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


@pytest.mark.parametrize("language", LANGUAGES)
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


def test_games_that_show_how_games_are_made_are_known_by_name_and_in_no_sentence() -> None:
    assert chosen_game("caravan") == "caravan" and chosen_game("smugglers") == "smugglers"
    with pytest.raises(CommandFailed) as failed:
        chosen_game("chess")
    assert "civilization" in str(failed.value)
    assert "caravan" not in str(failed.value) and "smugglers" not in str(failed.value)
