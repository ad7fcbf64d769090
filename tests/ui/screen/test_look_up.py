"""What `/` finds: all of it on one page, also where several cards are called so."""

from __future__ import annotations

import pytest

from tests.ui.fake_node import make_table
from tests.ui.screen.keyboard import at_the_screen
from tta_p2p.i18n import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
async def test_cards_of_one_name_are_all_on_the_page(language: str) -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=4), language=language, size=(80, 40)) as ann:
        presenter = ann.face.context.reading.presenter if ann.face.context is not None else None
        assert presenter is not None
        for card in ("plunder", "raid"):
            seen = await ann.press(
                "esc", "esc", "/", *presenter.texts.card(f"{card}-i").removesuffix("I").strip(), "enter"
            )
            for age in ("i", "ii", "iii"):
                name = presenter.texts.card(f"{card}-{age}")
                assert f"{name}  " in seen, seen  # II is no part of III
