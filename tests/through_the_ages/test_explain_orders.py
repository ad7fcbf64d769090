"""What explanations say of actions won and given back, of orders and their prices, of wonders and of resigning."""

from __future__ import annotations

from typing import Any

import pytest

from tests.texts import texts_of
from tta_p2p.games.contract import Explanation, Line
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.texts import Texts

from .play import Playing, me, play, them


def explained(game: Playing, text: str) -> Explanation:
    """Explain a legal act, written in words."""
    return GAME.explain(game.state, game.local.dealer.knowledge_of(game.who), game.find(text))


def lines(game: Playing, text: str, *keys: str) -> list[tuple[Any, ...]]:
    """Give the lines with these keys, each as its key and arguments; every one has a text in each language."""
    told = explained(game, text).effects
    for line in told:
        assert all(f"effect.{line.key}" in texts_of(GAME, language) for language in LANGUAGES)
    return [(line.key, *line.args) for line in told if line.key in keys]


def refused(game: Playing, verb: str, *args: Any) -> Line | None:
    """Give why an act is not possible, as the explanation says."""
    act = GAME.read(" ".join([verb, *map(str, args)]), game.who)
    return GAME.explain(game.state, game.local.dealer.knowledge_of(game.who), act).refusal


# --- actions won and given back ------------------------------------------------------------------------------

WON = ("actions-won", "actions-gone")


def test_hammurabi_wins_a_civil_action() -> None:
    game = play(me(leader="hammurabi"))
    assert lines(game, "convert", *WON) == [("actions-won", 0, "civil-action", 1, 5)]


def test_newton_gives_an_action_back_after_a_revolution_too() -> None:
    game = play(me(leader="isaac-newton", hand=["coal", "republic"], science=13), age="II")
    assert lines(game, "develop coal", *WON) == [("actions-won", 0, "civil-action", 1, 4)]
    assert lines(game, "revolution republic", *WON) == [("actions-won", 0, "civil-action", 1, 1)]


def test_a_leader_replaced_gives_an_action_back_but_not_one_paid_with_a_converted_one() -> None:
    game = play(me(leader="moses", hand=["michelangelo"]))
    assert lines(game, "leader michelangelo", *WON) == [("actions-won", 0, "civil-action", 1, 4)]
    game = play(me(hand=["michelangelo"]))
    assert lines(game, "leader michelangelo", *WON) == []
    game = play(me(leader="hammurabi", hand=["michelangelo"])).act("convert")
    assert lines(game, "leader michelangelo", *WON) == []


def test_a_leader_who_takes_actions_along_says_so() -> None:
    game = play(me(leader="julius-caesar", hand=["michelangelo"]))
    assert lines(game, "leader michelangelo", *WON) == [
        ("actions-won", 0, "civil-action", 1, 4),
        ("actions-gone", 0, "military-action", 1, 2),
    ]


def test_patriotism_gives_a_military_action() -> None:
    game = play(me(hand=["patriotism-a"]))
    assert lines(game, "play patriotism-a", *WON) == [("actions-won", 0, "military-action", 1, 3)]


def test_a_government_gives_actions_a_revolution_the_military_ones_alone() -> None:
    game = play(me(hand=["monarchy"], science=8))
    military = ("actions-won", 0, "military-action", 1, 3)
    assert lines(game, "develop monarchy", *WON) == [("actions-won", 0, "civil-action", 1, 4), military]
    assert lines(game, "revolution monarchy", *WON) == [military]


def test_robespierre_wins_the_civil_actions_of_the_government() -> None:
    game = play(me(leader="maximilien-robespierre", hand=["republic"], science=3))
    assert lines(game, "revolution republic", *WON) == [("actions-won", 0, "civil-action", 3, 7)]


def test_what_is_only_paid_wins_nothing() -> None:
    game = play(me(food=2, unused=2, resource=5))
    for text in ("population", "build warriors", "build bronze"):
        assert lines(game, text, *WON) == []


# --- wonders -------------------------------------------------------------------------------------------------


def test_taking_a_wonder_says_that_it_comes_into_play_unfinished() -> None:
    game = play(row=["colossus", "moses"])
    assert lines(game, "take colossus", "unfinished", "civil-hand") == [("unfinished", 0, "colossus")]
    assert lines(game, "take moses", "unfinished", "civil-hand") == [("civil-hand", 0, 0, 1)]


def test_an_unfinished_wonder_that_leaves_is_said_and_one_that_is_finished_is_not() -> None:
    one = me(workers={"warriors": 5}, hand=["infiltrate"])
    game = play(one, them(wonder="eiffel-tower"), phase="politics")
    assert lines(game, "attack infiltrate 1", "unfinished-goes") == [("unfinished-goes", 1, "eiffel-tower")]
    game = play(me(wonder="colossus", stages=1, resource=5))
    assert lines(game, "stage 1", "unfinished-goes", "gets") == [("gets", 0, "colossus")]


def test_a_special_technology_that_would_leave_at_once_says_so() -> None:
    game = play(me(technologies=["strategy"], hand=["warfare"], science=5))
    assert lines(game, "develop warfare", "superseded", "gets") == [("superseded", 0, "warfare", "strategy")]


# --- orders of action cards ----------------------------------------------------------------------------------


def _unpaid(*about: str | int) -> Line:
    return Line("card-cannot-pay", about)


@pytest.mark.parametrize(
    ("card", "fields", "refusal"),
    [
        ("frugality-a", {"food": 1}, Line("cannot-pay", ("food", 2, 1))),
        ("frugality-a", {"food": 9, "yellow_bank": 0}, Line("bank-empty")),
        ("breakthrough-i", {"science": 4}, Line("nothing-to-order", ("develop",))),
        ("breakthrough-i", {"science": 4, "hand": ["iron", "coal"]}, _unpaid("iron", "science", 5, 4)),
        ("breakthrough-i", {"science": 1, "hand": ["monarchy"]}, _unpaid("monarchy", "science", 2, 1)),
        ("engineering-genius-i", {}, Line("no-wonder")),
        ("engineering-genius-i", {"wonder": "great-wall"}, None),
        ("engineering-genius-i", {"wonder": "eiffel-tower", "stages": 1}, Line("cannot-pay", ("resource", 4, 0))),
        ("rich-land-i", {"unused": 0}, Line("no-unused-worker")),
        ("rich-land-a", {"technologies": ["iron"]}, _unpaid("agriculture", "resource", 1, 0)),
        (
            "rich-land-a",
            {"technologies": ["iron"], "resource": 1, "unused": 0},
            Line("upgrade-cannot-pay", ("bronze", "iron", "resource", 2, 1)),
        ),
        ("efficient-upgrade-ii", {"resource": 9}, Line("nothing-to-order", ("upgrade",))),
        (
            "urban-growth-a",
            {"workers": {"philosophy": 2, "religion": 2}, "resource": 9},
            Line("urban-limit", ("despotism", 2, "lab")),
        ),
    ],
)
def test_an_action_card_whose_order_cannot_be_carried_out_says_why(
    card: str, fields: dict[str, Any], refusal: Line | None
) -> None:
    hand = [card, *fields.get("hand", ())]
    game = play(me(**{**fields, "hand": hand}))
    assert refused(game, "play", card) == refusal


def test_a_choice_that_is_not_possible_says_why_and_so_does_a_wonder_used_in_vain() -> None:
    game = play(me(unused=0, food=2), phase="event", event="development-of-civilization")
    assert refused(game, "choose", 2) == Line("no-unused-worker")
    assert refused(game, "choose", 3) == Line("nothing-to-order", ("develop",))
    ocean = me(wonders=["ocean-liner-service"], yellow_bank=0)
    assert refused(play(ocean), "use", "ocean-liner-service", 1) == Line("bank-empty")


PRICES = ("pays-too", "price", "price-free", "price-upgrade", "price-upgrade-free")


def test_what_is_paid_at_once_beside_the_card_is_said() -> None:
    game = play(me(hand=["frugality-a"], food=3))
    assert lines(game, "play frugality-a", *PRICES) == [("pays-too", "food", 2)]
    assert lines(game, "play frugality-a", "food") == [("food", 0, 3, 2)]
    game = play(me(hand=["engineering-genius-a"], wonder="colossus", resource=3))
    assert lines(game, "play engineering-genius-a", *PRICES) == [("pays-too", "resource", 1)]


def test_what_may_be_ordered_next_is_said_with_its_price() -> None:
    game = play(me(hand=["breakthrough-ii", "coal", "constitutional-monarchy"], science=12))
    assert lines(game, "play breakthrough-ii", *PRICES) == [
        ("price", "develop", "coal", "science", 7),
        ("price", "develop", "constitutional-monarchy", "science", 12),
        ("price", "revolution", "constitutional-monarchy", "civil-action", 3),
        ("price", "revolution", "constitutional-monarchy", "science", 6),
    ]
    for line in explained(game, "play breakthrough-ii").effects:
        if line.key == "price":
            option = game.local.fork()
            option.act(game.find("play breakthrough-ii"))
            costs = {GAME.write(one.act): dict(one.cost) for one in option.legal(0)}
            verb, card, name, amount = line.args
            assert costs[f"{verb} {card}"][str(name)] == amount


def test_prices_are_said_behind_a_choice_of_orders() -> None:
    game = play(me(hand=["rich-land-a"], technologies=["iron"], resource=2))
    assert lines(game, "play rich-land-a", *PRICES) == [
        ("price", "build", "agriculture", "resource", 1),
        ("price", "build", "bronze", "resource", 1),
        ("price-upgrade", "bronze", "iron", "resource", 2),
    ]
    upgrade = [("price-upgrade", "bronze", "iron", "resource", 2)]
    assert lines(game.act("play rich-land-a"), "choose 2", *PRICES) == upgrade


def test_an_order_that_costs_nothing_says_so() -> None:
    game = play(me(hand=["rich-land-ii"]), age="II")
    assert lines(game, "play rich-land-ii", *PRICES) == [
        ("price-free", "build", "agriculture"),
        ("price-free", "build", "bronze"),
    ]
    game = play(me(hand=["efficient-upgrade-ii"], technologies=["iron"]), age="II")
    assert lines(game, "play efficient-upgrade-ii", *PRICES) == [("price-upgrade-free", "bronze", "iron")]


# --- resigning, wars, other acts without a trace on the table ------------------------------------------------


def test_resigning_says_that_you_leave_and_what_wars_bring() -> None:
    wars = [("war-over-culture", 1, 0), ("war-over-territory", 0, 2)]
    pacts = [("peace-treaty", 2, 2, 0)]
    game = play(me(hand=["raid-iii"]), them(culture=3), them(), wars=wars, pacts=pacts, phase="politics", age="III")
    told = explained(game, "resign")
    assert told.barrier
    assert [(line.key, *line.args) for line in told.effects[:3]] == [
        ("leaves-game", 0),
        ("war-given-up", 1, "war-over-culture", 7),
        ("war-dropped", 0, "war-over-territory", 2),
    ]
    assert Line("culture-points", (1, 3, 10)) in told.effects
    assert Line("loses", (2, "peace-treaty")) in told.effects
    game.act("resign").expect(1, culture=10)


def test_the_last_but_one_who_resigns_ends_the_game() -> None:
    game = play(me(culture=50), them(), phase="politics")
    told = lines(game, "resign", "leaves-game", "game-ends", "ends-won")
    assert told == [("leaves-game", 0), ("game-ends", 1)], "who wins is said once"
    game = play(seats=3, phase="politics")
    assert lines(game, "resign", "leaves-game", "game-ends") == [("leaves-game", 0)]


def test_declaring_a_war_says_when_it_is_resolved_and_how_strong_both_are() -> None:
    one = me(hand=["war-over-territory"], workers={"warriors": 3}, government="monarchy")
    game = play(one, them(), phase="politics", age="II")
    assert lines(game, "declare war-over-territory 1", "next-turn", "strengths") == [
        ("next-turn", "war-over-territory"),
        ("strengths", 3, 1),
    ]


def test_taking_by_agreement_says_that_the_next_political_action_is_forgone() -> None:
    game = play(phase="event", event="international-agreement", row=["moses", "iron"])
    assert lines(game, "take moses", "forfeit") == [("forfeit", 0, 0, 1)]
    assert lines(game.act("take moses"), "take iron", "forfeit") == []


def test_a_trade_pact_and_paying_by_hand_say_what_they_change() -> None:
    game = play(seats=3, pacts=[("trade-routes-agreement", 0, 0, 1)])
    assert lines(game, "trade resource", "trades") == [("trades", "resource", "food", 1)]
    assert lines(game, "by-hand", "by-hand") == [("by-hand",)]


def test_joan_alone_sees_the_next_event() -> None:
    game = play(me(leader="joan-of-arc"), phase="politics")
    assert lines(game, "peek", "shows-event") == [("shows-event",)]


def test_prices_and_refusals_read_as_sentences() -> None:
    texts = Texts(GAME, Words("en"), ["Ann", "Bob"])
    assert texts.line("effect", Line("price", ("develop", "iron", "science", 5))) == "Develop Iron: 5 science"
    free = Line("price-upgrade-free", ("bronze", "iron"))
    assert texts.line("effect", free) == "Upgrade Bronze to Iron: costs nothing"
    won = Line("actions-won", (0, "civil-action", 1, 4))
    assert texts.line("effect", won) == "Ann: 1 civil action gained or regained, 4 left"
    refusal = Line("card-cannot-pay", ("iron", "science", 5, 4))
    assert texts.line("illegal", refusal) == "Iron: you need 5 science and have 4"
