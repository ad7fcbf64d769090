"""Roles of the screen: whatever a page of a game gives, style knows, and it knows nothing of one game alone."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.ui.positions import random_moments, scene
from tta_p2p.registry import names
from tta_p2p.ui.acts import make_menu, menu_blocks
from tta_p2p.ui.blocks import lay_out
from tta_p2p.ui.style import COLOURS, Style

SCREEN = {"heading", "label", "mine", "other", "number", "good", "bad", "warn", "log", "chat"}
HUES = {"red", "green", "yellow", "magenta", "cyan"}


def test_style_knows_roles_of_every_screen_and_hues_and_nothing_of_a_game() -> None:
    assert set(COLOURS) == SCREEN | HUES


@pytest.mark.parametrize("game", names())
def test_every_role_that_pages_of_a_game_give_has_a_colour(game: str) -> None:
    given = set()
    for local, seat in islice(random_moments(game, 3, seed=5, every=9), 12):
        presenter, now = scene(local, seat)
        pages = [presenter.page(name, "", now) for name in presenter.pages]
        shown = [*pages, presenter.brief(now), menu_blocks(make_menu(presenter, now), presenter)]
        given |= {span.role for page in shown for line in lay_out(page, Style()) for span in line}
    cards = [lay_out(presenter.card(face), Style()) for face in presenter.game.faces()]
    given |= {span.role for card in cards for line in card for span in line}
    assert given - {""} <= set(COLOURS)
