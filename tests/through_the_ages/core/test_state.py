"""States as values: copies, bytes, digests."""

from __future__ import annotations

import pytest

from tta_p2p.games.contract import BadState
from tta_p2p.games.through_the_ages.effects import EFFECTS
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import PLAYER_FIELDS, STATE_FIELDS, Player, State
from tta_p2p.games.through_the_ages.tables import effects

from ..table import Table, play, table


def changed(value: object) -> object:
    """Give a value that differs."""
    return (value, 1)


def test_a_copy_has_every_field_and_shares_nothing_that_can_change() -> None:
    state: State = table(3).state
    copy = state.copy()
    assert copy == state and copy is not state
    for name in STATE_FIELDS:
        mine, other = getattr(state, name), getattr(copy, name)
        assert not isinstance(mine, list | dict) or mine is not other, name
        setattr(copy, name, changed(other))
        assert copy != state, name
        setattr(copy, name, other)
    player: Player = state.players[0].copy()
    for name in PLAYER_FIELDS:
        setattr(player, name, changed(getattr(player, name)))
        assert player != state.players[0], name
        player = state.players[0].copy()


def test_bytes_give_the_state_back_at_every_instant() -> None:
    game: Table = table(3, tokens={"bronze": 5}, civil_hand=("rich-land-i", "frugality-i"), technologies=("iron",))
    for text in ("play rich-land-i", "choose 2", "upgrade bronze iron", "by-hand", "end"):
        play(game, text)
        assert GAME.decode(GAME.encode(game.state)) == game.state


@pytest.mark.parametrize("data", [b"", b"[]", b"[1]", b"{}", b"[99]", b'[1,[0,"x"]]', b"\xff"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadState):
        GAME.decode(data)


def test_every_effect_of_the_tables_can_be_carried_out() -> None:
    kinds = {kind for kind in vars(effects).values() if isinstance(kind, type) and kind.__module__ == effects.__name__}
    conditions = {effects.AmongStrongest, effects.AmongWeakest, effects.InLastAge}
    assert kinds - conditions - EFFECTS.keys() == set()
