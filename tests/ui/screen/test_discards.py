"""While several cards are discarded, those that are named already stand in the hand no more."""

from __future__ import annotations

from collections import Counter

from tests.through_the_ages.table import legal, play, table
from tests.ui.positions import scene
from tests.ui.screen.keyboard import face_of, shown
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import row
from tta_p2p.ui.through_the_ages.wording import ThroughTheAgesWording, own_civilization


def _held(game: object) -> Counter[str]:
    presenter, now = scene(game, 0)  # type: ignore[arg-type]
    mine = own_civilization(ThroughTheAgesWording.of(now, presenter).view)
    assert mine is not None
    return Counter(card.face for card in mine.hand)


def test_a_card_that_was_named_to_be_discarded_is_not_shown_as_held() -> None:
    game = table(2)
    play(game, *("end", "pass") * 4)
    play(game, "end")
    before, seen = _held(game), shown(face_of(game, 0))
    play(game, legal(game, "discard")[0])
    assert game.decision is not None and game.decision.key == "discard"
    assert (before - _held(game)).total() == 1 == before.total() - _held(game).total()
    after = shown(face_of(game, 0))
    own = [next(line for line in rows if line.startswith(("Ann", "You"))) for rows in (seen, after)]
    assert own[0] != own[1], "the number of cards in the hand, too"


def test_in_a_large_window_what_was_said_last_is_not_squeezed_below_the_names_of_cards() -> None:
    game = table(2)
    play(game, *("end", "pass") * 4)
    play(game, "end")
    face = face_of(game, 0, size=(120, 40))
    said = "Bob copies Legion, for 2 military actions"
    face.display((Para(row(said)),))
    assert any(said in line for line in shown(face, (120, 40)))
