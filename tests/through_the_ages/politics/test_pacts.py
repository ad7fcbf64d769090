"""Every pact, offering and cancelling, and attacks between the parties."""

from __future__ import annotations

from typing import Any

import pytest

from tta_p2p.games.contract import Is, Remix
from tta_p2p.games.through_the_ages.index import PACTS
from tta_p2p.games.through_the_ages.state import PactInPlay

from ..play import Playing, me, play, them
from ..plays import plays


def agreed(pact: str, *civilizations: Any, side: str = "", **table: Any) -> Playing:
    """Let seat 0 offer a pact to seat 1, as party A unless said otherwise, and seat 1 accept."""
    first = civilizations[0] if civilizations else me()
    first.hand = [*first.hand, pact]
    rest = civilizations[1:] or (them(), them())
    game = play(first, *rest, phase="politics", **table)
    words = f"offer {pact} 1" if PACTS[pact].symmetric else f"offer {pact} 1 {side or 'a'}"
    return game.act(words).act("accept", seat=1)


# --- the cards -----------------------------------------------------------------------------------------------


@plays("open-borders-agreement")
def test_open_borders_give_both_a_military_action_at_once() -> None:
    game = agreed("open-borders-agreement")
    game.expect(0, military_actions=3).expect(1, military_total=3).expect(2, military_total=2)


@plays("open-borders-agreement", "spy")
def test_open_borders_add_two_to_the_strength_of_an_attack_and_go_on() -> None:
    pacts = [("open-borders-agreement", 1, 0, 1)]
    civilization = me(hand=["spy", "war-over-territory"])
    game = play(civilization, them(workers={"warriors": 2}, science=3), them(), phase="politics", pacts=pacts)
    assert game.refused("attack spy 2") == "not-weaker"
    game.act("attack spy 1")
    assert game.said("strengths") == [(0, 3, 1, 2)]
    game.expect(0, science=3)
    assert len(game.state.pacts) == 1


@plays("open-borders-agreement", "war-over-territory")
def test_open_borders_help_the_declarer_of_a_war_alone() -> None:
    pacts = [("open-borders-agreement", 1, 0, 1)]
    wars = [("war-over-territory", 0, 1)]
    game = play(me(), them(workers={"warriors": 3}), them(), phase="start", pacts=pacts, wars=wars)
    assert game.said("war-drawn")


@plays("trade-routes-agreement")
def test_trade_routes_let_a_use_food_as_resource_and_b_the_reverse() -> None:
    game = agreed("trade-routes-agreement", me(food=1, resource=1), them(resource=2), them())
    assert game.legal("trade") == ["trade resource"]
    assert not game.can("build bronze") and game.act("trade resource").can("build bronze")
    game.act("build bronze").expect(0, food=0, resource=0)
    assert game.legal("trade") == []
    game.until("actions", seat=1)
    assert game.legal("trade") == ["trade food"]


@plays("acceptance-of-supremacy")
def test_acceptance_of_supremacy_moves_a_resource_of_each_production() -> None:
    game = agreed("acceptance-of-supremacy", side="b")
    assert game.state.pacts == (PactInPlay("acceptance-of-supremacy", 0, 1, 0),)
    game.act("end").expect(0, resource=1)
    game.until("actions", seat=1).act("end").expect(1, resource=3)


@plays("international-trade-agreement")
def test_international_trade_brings_a_a_resource_and_b_food() -> None:
    game = agreed("international-trade-agreement", me(), them(gained_yellow=2), them())
    game.act("end").expect(0, resource=3)
    game.until("actions", seat=1).act("end").expect(1, food=3, resource=2)


@plays("promise-of-military-protection")
def test_promise_of_military_protection_gives_culture_to_a_and_strength_to_b() -> None:
    game = agreed("promise-of-military-protection", me(), them(workers={"religion": 2}), them())
    game.expect(0, culture_rating=1, strength=1).expect(1, culture_rating=1, strength=5)


@plays("scientific-cooperation", "iron")
def test_scientific_cooperation_lets_both_develop_for_two_less_while_the_partner_pays_one() -> None:
    game = agreed("scientific-cooperation", me(hand=["iron"], science=3), them(science=1), them())
    assert game.cost("develop iron") == {"civil-action": 1, "science": 3}
    game.act("develop iron").expect(0, science=0).expect(1, science=0)
    game = agreed("scientific-cooperation", me(hand=["iron"], science=9), them(), them())
    assert game.refused("develop iron") == "partner-cannot-pay"


@plays("international-tourism", "colossus", "pyramids")
def test_international_tourism_gives_culture_for_the_finished_wonders_of_the_partner() -> None:
    civilization = them(wonders=["hanging-gardens", "pyramids"], ravaged=["pyramids"])
    game = agreed("international-tourism", me(wonders=["colossus"]), civilization, them())
    game.expect(0, culture_rating=0 + 2).expect(1, culture_rating=1 + 2 + 1)


@plays("loss-of-sovereignty")
def test_loss_of_sovereignty_gives_culture_and_keeps_everybody_from_war_with_b() -> None:
    game = agreed("loss-of-sovereignty", me(), them(workers={"religion": 2}), them())
    game.expect(0, culture_rating=2).expect(1, culture_rating=0)
    hand = ["war-over-culture", "spy"]
    pacts = [("loss-of-sovereignty", 1, 1, 2)]
    civilization = me(hand=hand, government="constitutional-monarchy", workers={"warriors": 3})
    game = play(civilization, them(), them(), phase="politics", pacts=pacts)
    assert game.refused("declare war-over-culture 2") == "pact-forbids"
    assert game.can("declare war-over-culture 1")
    assert game.can("attack spy 2")


@plays("loss-of-sovereignty", "war-over-territory")
def test_a_war_declared_before_is_resolved_all_the_same() -> None:
    pacts = [("loss-of-sovereignty", 0, 0, 1)]
    wars = [("war-over-territory", 0, 1)]
    game = play(me(workers={"warriors": 2}), them(), them(), phase="start", pacts=pacts, wars=wars)
    game.expect(1, yellow_bank=13)


@plays("military-pact", "war-over-territory")
def test_a_pact_made_after_the_declaration_counts_in_the_war() -> None:
    pacts = [("military-pact", 1, 1, 2)]
    wars = [("war-over-territory", 0, 1)]
    game = play(me(workers={"warriors": 3}), them(), them(), phase="start", pacts=pacts, wars=wars)
    assert game.said("strengths") == [(0, 3, 1, 4)]


@plays("military-pact")
def test_military_pact_gives_both_strength() -> None:
    agreed("military-pact").expect(0, strength=4).expect(1, strength=4).expect(2, strength=1)


@plays("peace-treaty")
def test_peace_treaty_gives_both_culture() -> None:
    agreed("peace-treaty").expect(0, culture_rating=1).expect(1, culture_rating=1)


# --- attacks between the parties -----------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["acceptance-of-supremacy", "loss-of-sovereignty", "peace-treaty"])
@plays("acceptance-of-supremacy", "loss-of-sovereignty", "peace-treaty")
def test_some_pacts_forbid_attacks_between_the_parties(card: str) -> None:
    for a, b in ((0, 1), (1, 0)):
        civilization = me(hand=["spy", "war-over-territory"], workers={"warriors": 5})
        game = play(civilization, them(), them(), phase="politics", pacts=[(card, 0, a, b)])
        assert game.refused("attack spy 1") == "pact-forbids"
        assert game.refused("declare war-over-territory 1") == "pact-forbids"
        assert game.can("attack spy 2")


@pytest.mark.parametrize("card", ["promise-of-military-protection", "military-pact"])
@plays("promise-of-military-protection", "military-pact")
def test_some_pacts_end_by_an_attack_and_their_strength_counts_for_nobody(card: str) -> None:
    for act in ("attack spy 1", "declare war-over-territory 1"):
        civilization = me(hand=["spy", "war-over-territory"], workers={"warriors": 2})
        game = play(civilization, them(science=1), them(), phase="politics", pacts=[(card, 1, 0, 1)])
        game.act(act)
        assert game.state.pacts == () and card in game.state.gone
        game.expect(0, strength=2).expect(1, strength=1)
        assert game.said("pact-ends") == [(card, 0, 1)]


@plays("military-pact")
def test_strength_of_a_pact_that_would_end_does_not_make_an_attack_possible() -> None:
    civilization = me(hand=["spy"], workers={"warriors": 2})
    pacts = [("military-pact", 0, 0, 1)]
    game = play(civilization, them(workers={"warriors": 2}), them(), phase="politics", pacts=pacts)
    assert game.refused("attack spy 1") == "not-weaker"
    assert game.can("attack spy 2")


def test_other_pacts_neither_hinder_an_attack_nor_end_by_it() -> None:
    for pact in ("trade-routes-agreement", "international-trade-agreement", "scientific-cooperation"):
        civilization = me(hand=["spy"], workers={"warriors": 5})
        game = play(civilization, them(), them(), phase="politics", pacts=[(pact, 0, 0, 1)])
        game.act("attack spy 1")
        assert len(game.state.pacts) == 1


# --- offering ------------------------------------------------------------------------------------------------


def test_a_pact_with_sides_is_offered_with_a_side_and_one_without_sides_without() -> None:
    game = play(me(hand=["peace-treaty", "loss-of-sovereignty"]), them(), them(), phase="politics")
    assert game.legal("offer") == [
        "offer peace-treaty 1",
        "offer peace-treaty 2",
        "offer loss-of-sovereignty 1 a",
        "offer loss-of-sovereignty 1 b",
        "offer loss-of-sovereignty 2 a",
        "offer loss-of-sovereignty 2 b",
    ]
    assert game.refused("offer peace-treaty 1 a") == "pact-side"
    assert game.refused("offer loss-of-sovereignty 1") == "pact-side"
    assert game.refused("offer loss-of-sovereignty 1 c") == "pact-side"
    assert game.refused("offer peace-treaty 0") == "no-rival"


def test_the_partner_decides_knowing_the_card_and_the_sides() -> None:
    game = play(me(hand=["loss-of-sovereignty"]), them(), them(), phase="politics")
    act = game.find("offer loss-of-sovereignty 2 b")
    (handle,) = game.player(0).military_hand
    assert game.local.game.claims(game.state, act) == (Is(handle, "loss-of-sovereignty"),)
    game.act("offer loss-of-sovereignty 2 b")
    decision = game.local.decision
    assert decision is not None
    assert (decision.seats, decision.key, decision.args) == ((2,), "offer", (0, "loss-of-sovereignty", 2, 0))
    assert game.legal() == ["accept", "refuse"]


def test_a_refused_pact_returns_to_the_hand_which_is_mixed_and_the_action_is_used() -> None:
    game = play(me(hand=["peace-treaty", "spy", "raid-iii"]), them(), them(), phase="politics")
    game.act("offer peace-treaty 1")
    game.expect(0, hand=["raid-iii", "spy"])
    game.local.apply(game.find("refuse"))
    (need,) = game.local.game.needs(game.state)
    assert isinstance(need, Remix) and need.faces == ("peace-treaty",) and len(need.handles) == 1
    game.local.answer_needs()
    game.expect(0, hand=["peace-treaty", "raid-iii", "spy"])
    assert (game.who, game.asked) == (0, "actions")
    faces = game.local.dealer.knowledge_of(1).faces
    assert not any(handle in faces for handle in game.player(0).military_hand)


def test_a_new_pact_replaces_the_one_in_your_own_area() -> None:
    pacts = [("open-borders-agreement", 0, 0, 2), ("trade-routes-agreement", 1, 1, 0)]
    game = agreed("scientific-cooperation", me(), them(), them(), pacts=pacts)
    assert [pact.card for pact in game.state.pacts] == ["trade-routes-agreement", "scientific-cooperation"]
    assert "open-borders-agreement" in game.state.gone
    game.expect(0, military_total=2)


def test_you_may_be_party_to_any_number_of_pacts_of_others() -> None:
    pacts = [("open-borders-agreement", 1, 0, 1), ("trade-routes-agreement", 2, 2, 0)]
    game = agreed("scientific-cooperation", me(), them(), them(), pacts=pacts)
    assert len(game.state.pacts) == 3


@pytest.mark.parametrize("owner", [0, 1])
def test_any_party_cancels_a_pact_as_its_political_action(owner: int) -> None:
    pacts = [("military-pact", owner, 0, 1), ("peace-treaty", 2, 1, 2)]
    game = play(me(), them(), them(), phase="politics", pacts=pacts)
    assert game.legal("cancel") == ["cancel military-pact"]
    assert game.refused("cancel peace-treaty") == "not-in-play"
    game.act("cancel military-pact").expect(0, strength=1)
    assert [pact.card for pact in game.state.pacts] == ["peace-treaty"]
    assert game.asked == "actions"


def test_a_lost_military_action_of_a_pact_takes_spent_ones_first() -> None:
    pacts = [("open-borders-agreement", 1, 0, 1)]
    game = play(me(), them(military_actions=2), them(), phase="politics", pacts=pacts)
    game.act("cancel open-borders-agreement").expect(0, military_actions=2).expect(1, military_actions=2)


def test_pacts_are_antiquated_with_their_age() -> None:
    pacts = [("open-borders-agreement", 0, 0, 1), ("military-pact", 1, 1, 2)]
    game = play(me(), them(), them(), phase="start", pacts=[pacts[0]], age=2, civil_deck_size=1)
    assert game.state.age == 3 and game.state.pacts == ()


def test_a_game_of_two_has_no_pacts() -> None:
    assert not any(pact.copies[0] for pact in PACTS.values())


# --- leaving -------------------------------------------------------------------------------------------------


def test_an_offer_is_void_when_its_owner_leaves_and_refused_when_its_partner_does() -> None:
    for leaver, hand, goes_on in ((0, [], (1, "politics")), (1, ["peace-treaty"], (0, "actions"))):
        game = play(me(hand=["peace-treaty"]), them(), them(), phase="politics")
        game.act("offer peace-treaty 1")
        game.leave(leaver)
        game.expect(0, hand=hand)
        assert game.state.pacts == () and (game.who, game.asked) == goes_on
    game = play(me(hand=["peace-treaty"]), them(), them(left="gone"), phase="politics")
    game.act("offer peace-treaty 1").leave(1)
    assert game.local.over and "peace-treaty" in game.state.gone


def test_pacts_end_when_a_party_leaves() -> None:
    pacts = [("military-pact", 1, 1, 2), ("peace-treaty", 0, 0, 2)]
    game = play(me(), them(), them(), pacts=pacts)
    game.leave(1)
    assert [pact.card for pact in game.state.pacts] == ["peace-treaty"]
    game.expect(2, strength=1)
