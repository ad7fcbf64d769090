"""A state of the kit comes back from the view that shows it, whatever types its fields have."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import islice
from typing import Annotated, Any

import msgspec
import pytest

from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME as CIVILIZATION
from tta_p2p.games.kit.game import KitGame
from tta_p2p.games.kit.state import BOOKKEEPING, GameState
from tta_p2p.games.kit.view import NamedNumbers, read_view, view_fields
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.game import GAME as SEVEN_WONDERS
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.testing.sample import play_on

FACTS = 300
"""So much of a game is looked at."""


@pytest.mark.parametrize("game", [CIVILIZATION, SEVEN_WONDERS, Caravan(), Smugglers()], ids=lambda game: game.name)
def test_a_state_comes_back_from_its_view(game: KitGame[Any]) -> None:
    options = {setting.name: setting.choices[0] for setting in game.settings}
    local = LocalGame(game, 3, options, 1)
    for _ in islice(play_on(local, Chance(1), FACTS), FACTS):
        state = local.state
        again = read_view(type(state), msgspec.json.decode(msgspec.json.encode(local.view(0))))
        own = [one.name for one in fields(again) if one.name not in BOOKKEEPING]
        assert [getattr(again, name) for name in own] == [getattr(state, name) for name in own]
        assert again.backs == state.backs


NUMBERS = {"one": 1, "two": 2}
Stone = Annotated[int, NamedNumbers({number: name for name, number in NUMBERS.items()}.__getitem__, NUMBERS)]


@dataclass(slots=True, kw_only=True)
class Stones(GameState):
    """Numbers that views name, wherever they stand."""

    first: Stone
    lists: list[tuple[Stone, ...]]
    pairs: tuple[Stone, int]
    heaps: dict[Stone, dict[int, Stone]]
    late: int = 7


def test_numbers_stand_in_views_by_their_names() -> None:
    state = Stones(left=[None], first=1, lists=[(1, 2), ()], pairs=(2, 2), heaps={1: {1: 2}})
    view = view_fields(state)
    assert view["first"] == "one" and view["lists"] == [("one", "two"), ()] and view["pairs"] == ("two", 2)
    assert view["heaps"] == {"one": {1: "two"}} and view["late"] == 7
    assert read_view(Stones, msgspec.json.decode(msgspec.json.encode({"state": view}))) == state


def test_what_a_view_does_not_say_is_as_in_a_new_state() -> None:
    state = Stones(left=["gone"], first=2, lists=[], pairs=(1, 0), heaps={}, late=3)
    view = {name: value for name, value in view_fields(state).items() if name != "late"}
    assert read_view(Stones, {"state": view}).late == 7
