"""What a game's table of the digest promises is said in every language, and no language decides what is grouped."""

from __future__ import annotations

import pytest

from tests.texts import pages_of, texts_of
from tta_p2p import registry
from tta_p2p.i18n import LANGUAGES
from tta_p2p.ui.digest_style import Wording, digest_style

TOLD = [name for name in registry.bundled_games() if digest_style(name).lines]


def promised(game: str) -> set[str]:
    """The texts of pages that a table asks for."""
    found = set[str]()
    for key, style in digest_style(game).lines.items():
        found |= {f"price.{key}"} if style.is_price else set()
        found |= {f"digest.{key}"} if style.wording is Wording.SHORT else set()
        found |= {f"digest.{act}.{key}" for act, wording in style.others.items() if wording is Wording.SHORT}
    return found


def test_games_of_this_program_have_tables() -> None:
    assert {"civilization", "through_the_ages"} <= set(TOLD)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.bundled_games())
def test_pages_have_the_texts_that_the_table_asks_for_and_no_others(game: str, language: str) -> None:
    words = pages_of(game, language)
    assert {key for key in words if key.startswith(("digest.", "price."))} == promised(game)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TOLD)
def test_every_line_of_a_table_is_one_of_the_game(game: str, language: str) -> None:
    texts = texts_of(game, language)
    style = digest_style(game)
    wanted = {f"log.{key}" for key in style.lines}
    wanted |= {f"log.{key}+{then}" for key, one in style.lines.items() for then in one.joins}
    wanted |= {f"log.{key}-hidden" for key, one in style.lines.items() if one.counts_hidden}
    assert wanted <= texts.keys()
    acts = {act for one in style.lines.values() for act in (*one.others, *one.true_acts, *one.implied_by)}
    spoken = {key.partition(".")[2] for key in texts if key.startswith(("act.", "label.", "deed."))}
    assert acts | style.acts.keys() <= spoken
