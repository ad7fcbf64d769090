"""International Agreement: cards of the row for the strongest."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import Card

from ..play import Playing, me, them
from ..plays import plays
from .revealing import reveal


def agree(*civilizations: Any, **table: Any) -> Playing:
    row = ["irrigation", "coal", "isaac-newton", "eiffel-tower", "cannon", "journalism", "strategy"]
    return reveal("international-agreement", *civilizations, row=row, **table)


@plays("international-agreement")
def test_the_strongest_takes_cards_worth_five_civil_actions_without_spending_any() -> None:
    game = agree(me(), them(workers={"warriors": 2}))
    assert (game.who, game.asked) == (1, "row-cards")
    game.act("take coal", "take isaac-newton", "take journalism", seat=1)
    assert game.can("take irrigation") and game.refused("take strategy") == "agreement-used"
    game.act("done")
    game.expect(1, hand=["coal", "isaac-newton", "journalism"], civil_actions=4, forfeit=1)


@plays("international-agreement")
def test_the_price_of_a_space_counts() -> None:
    game = agree(me(workers={"warriors": 2}), them())
    game.act("take journalism", "take strategy")
    assert game.refused("take 8") == "agreement-used"
    game.act("take coal")
    assert game.legal() == ["done"]


@plays("international-agreement", "eiffel-tower", "colossus")
def test_the_surcharge_for_finished_wonders_counts_and_so_does_an_unfinished_wonder() -> None:
    game = agree(me(workers={"warriors": 2}, wonders=["colossus"]), them())
    game.act("take eiffel-tower")  # 1 + 1
    game.expect(0, wonder="eiffel-tower")
    game.act("take journalism")  # 2
    assert game.refused("take strategy") == "agreement-used"


@plays("international-agreement")
def test_the_hand_limit_counts() -> None:
    hand = ["monarchy", "alchemy", "masonry"]
    game = agree(me(workers={"warriors": 2}, hand=hand), them())
    game.act("take coal")
    assert game.refused("take cannon") == "hand-full"
    assert "eiffel-tower" in [game.state.row[int(text.split()[1]) - 1] for text in game.legal("take")]


@plays("international-agreement")
def test_the_row_closes_up_and_is_filled_and_nothing_is_removed() -> None:
    game = agree(me(workers={"warriors": 2}), them())
    before = list(game.state.row)
    deck = len(game.state.civil_deck)
    game.act("take coal", "take cannon", "done")
    assert game.state.row[:11] == [face for face in before if face not in ("coal", "cannon")]
    assert all(game.state.row) and len(game.state.civil_deck) == deck - 2
    assert game.said("row-removed") == []


@plays("international-agreement")
def test_who_took_cards_forgoes_the_next_political_action() -> None:
    game = agree(me(workers={"warriors": 2}), them())
    game.act("take coal", "done", "end")
    game.until("actions", seat=1).until("actions", seat=0)
    assert game.said("forfeit") == [(0,)]
    game.act("end").until("politics", seat=0)


@plays("international-agreement", "joan-of-arc")
def test_joan_of_arc_may_look_where_the_political_action_is_forgone() -> None:
    game = agree(me(workers={"warriors": 2}, leader="joan-of-arc"), them())
    game.act("take coal", "done", "end").until("only-look", seat=0)
    assert game.legal() == ["peek", "pass"] and game.refused("resign") == "due-first"
    (top,) = game.state.current_events[:1]
    game.act("peek")
    assert game.said("peeks") == [(0, Card(top))] and game.asked == "actions"
    game.until("politics", seat=0)


@plays("international-agreement")
def test_who_takes_no_card_keeps_the_political_action() -> None:
    game = agree(me(workers={"warriors": 2}), them())
    game.act("done").expect(0, forfeit=0)
    assert game.said("no-row-cards") == [(0,)]


@plays("international-agreement", "reserves-ii")
def test_an_action_card_so_taken_may_be_played_in_the_same_turn() -> None:
    row = ["irrigation", "reserves-ii"]
    game = reveal("international-agreement", me(workers={"warriors": 2}), them(), row=row)
    game.act("take reserves-ii", "done")
    assert game.can("play reserves-ii")


@plays("international-agreement")
def test_it_can_end_the_age() -> None:
    game = agree(me(workers={"warriors": 2}), them(), civil_deck_size=2)
    game.act("take coal", "take cannon", "done")
    assert game.state.age == 3
    assert all(game.state.row)
    game.expect(0, yellow_bank=25 - 2 - 2 - 8)


@plays("international-agreement", "michelangelo")
def test_michelangelo_pays_no_surcharge_here_either() -> None:
    game = agree(me(workers={"warriors": 2}, wonders=["colossus"], leader="michelangelo"), them())
    game.act("take eiffel-tower", "take journalism", "take strategy")
    game.expect(0, wonder="eiffel-tower")
