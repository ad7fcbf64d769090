"""A backup of the data folder works in every game, whenever it was made and whenever it is put back."""

from __future__ import annotations

import pytest

from tests.table.copies import back_and_forth
from tta_p2p.table.referee import GameReferee


@pytest.mark.parametrize(
    ("game", "turns", "openings"),
    [("seven_wonders", 6, 2), ("caravan", 5, 1), ("civilization", 5, 1), ("through_the_ages", 4, 0)],
)
def test_a_backup_of_any_moment_comes_back_to_play(game: str, turns: int, openings: int) -> None:
    copies = back_and_forth(game, 1, turns)
    assert copies.troubles() == []
    assert copies.backs and copies.openings >= openings, "another seed is needed"


def test_without_what_can_be_sealed_a_backup_lacks_the_opening_and_the_search_finds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GameReferee, "sealed_answers", lambda referee, seat: ())
    (trouble, *_) = back_and_forth("caravan", 1, 5).troubles()
    assert "has lost a secret" in trouble
