"""Explanations say what an act costs and changes before it is taken, and why it is not possible."""

from __future__ import annotations

import pytest

from tests.texts import texts_of
from tta_p2p.games.contract import Card, Explanation, Line
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import PactInPlay

from .play import me
from .play import play as scenario
from .table import Table, give, play, table


def explain(game: Table, text: str, seat: int = 0) -> Explanation:
    """Give the explanation of an act written in notation."""
    before = GAME.encode(game.state)
    told = GAME.explain(game.state, game.dealer.knowledge_of(seat), GAME.read(text, seat))
    assert GAME.encode(game.state) == before
    for line in told.effects:
        assert f"effect.{line.key}" in texts_of(GAME, "en")
    assert told.refusal is None or f"illegal.{told.refusal.key}" in texts_of(GAME, "en")
    return told


def said(told: Explanation) -> dict[str, tuple[object, ...]]:
    """Give the effects on one seat by key."""
    assert told.refusal is None, told.refusal
    return {line.key: line.args for line in told.effects}


def test_building_says_which_tokens_pay_and_what_rises() -> None:
    told = explain(table(2, unused=1, tokens={"bronze": 3}), "build warriors")
    assert told.cost == (("military-action", 1), ("resource", 2)) and not told.barrier
    lines = said(told)
    assert lines["tokens"] == (0, "bronze", 3, 1)
    assert lines["workers"] == (0, "warriors", 1, 2)
    assert lines["strength"] == (0, 1, 2)
    assert lines["resource"] == (0, 3, 1)
    assert lines["unused"] == (0, 1, 0)
    assert "culture" not in lines and "happiness" not in lines


def test_a_tactic_says_what_armies_add() -> None:
    game = table(2, workers={"warriors": 3})
    game.state = game.state.copy()
    game.state.common_tactics = ("legion",)
    lines = said(explain(game, "copy legion"))
    assert lines["armies"] == (0, 0, 2) and lines["strength"] == (0, 3, 5)


def test_a_government_says_how_actions_and_limits_change() -> None:
    lines = said(explain(table(2, civil_hand=("monarchy",), science=9), "develop monarchy"))
    assert lines["civil-actions"] == (0, 4, 5) and lines["military-actions"] == (0, 2, 3)
    assert lines["urban-limit"] == (0, 2, 3)
    assert lines["gets"] == (0, "monarchy") and lines["loses"] == (0, "despotism")


def test_the_last_unused_worker_says_that_an_uprising_threatens() -> None:
    game = table(2, unused=1, yellow_bank=14, tokens={"agriculture": 4, "bronze": 4})
    assert said(explain(game, "build agriculture"))["uprising"] == (0,)
    give(game, 0, unused=0)
    assert "no-uprising" in said(explain(game, "population"))


def test_the_partner_of_a_pact_is_seen_to_pay() -> None:
    game = table(3, civil_hand=("iron",), science=9)
    give(game, 1, science=4)
    game.state.pacts = (PactInPlay("scientific-cooperation", 1, 1, 0),)
    told = explain(game, "develop iron")
    assert Line("science-points", (1, 4, 3)) in told.effects


def test_ending_the_turn_says_what_it_brings() -> None:
    game = table(2, yellow_bank=8, unused=4, culture=9, tokens={"bronze": 1})
    lines = said(explain(game, "end"))
    assert lines["end-science"] == (0, 1)
    assert lines["end-food"] == (0, 2)
    assert lines["end-consumption"] == (0, 2)
    assert lines["end-missing"] == (0, 1) and lines["end-starvation"] == (0, 4)
    assert lines["end-draws"] == (0, 2)
    give(game, 0, unused=0)
    assert list(said(explain(game, "end"))) == ["end-uprising", "end-draws"]


def test_a_pact_comes_and_goes_once_although_it_lies_before_two() -> None:
    pacts = [("open-borders-agreement", 1, 1, 0)]
    game = scenario(me(), me(), phase="politics", age="I", round=4, pacts=pacts)
    (cancel,) = (one.act for one in game.local.legal(0) if one.act.verb == "cancel")
    told = GAME.explain(game.state, game.local.dealer.knowledge_of(0), cancel).effects
    assert [line for line in told if line.key == "loses"] == [Line("loses", (0, "open-borders-agreement"))]


def test_the_discard_that_ends_a_turn_does_not_count_the_actions_of_the_next_one_as_won() -> None:
    game = scenario(me(hand=["legion", "phalanx", "heavy-cavalry"]), row=["iron"], round=4, age="I")
    game.act("take iron", "end")
    assert game.asked == "discard"
    explained = [GAME.explain(game.state, game.local.dealer.knowledge_of(0), one.act) for one in game.local.legal(0)]
    assert explained
    for one in explained:
        keys = {line.key for line in one.effects}
        assert keys and not keys & {"actions-won", "actions-gone"}


def test_what_has_to_be_decided_next_is_said() -> None:
    game = table(2, unused=1, civil_hand=("urban-growth-a",), tokens={"bronze": 3})
    told = explain(game, "play urban-growth-a")
    assert Line("then", ("order", "build", "urban-growth-a")) in told.effects


@pytest.mark.parametrize(
    ("fields", "text", "refusal"),
    [
        ({"unused": 1, "tokens": {"bronze": 3}}, "build philosophy", None),
        ({"unused": 1, "tokens": {"bronze": 1}}, "build philosophy", Line("cannot-pay", ("resource", 3, 1))),
        ({"unused": 0, "tokens": {"bronze": 3}}, "build philosophy", Line("no-unused-worker")),
        (
            {"unused": 1, "tokens": {"bronze": 3}, "workers": {"philosophy": 2}},
            "build philosophy",
            Line("urban-limit", ("despotism", 2, "lab")),
        ),
        ({"civil_spent": 4}, "population", Line("cannot-pay", ("civil-action", 1, 0))),
        ({}, "population", Line("cannot-pay", ("food", 2, 0))),
        ({"civil_hand": ("iron",), "science": 3}, "develop iron", Line("cannot-pay", ("science", 5, 3))),
        ({"civil_hand": ()}, "leader moses", Line("not-in-hand", ("moses",))),
        ({}, "stage 1", Line("no-wonder")),
        ({}, "accept", Line("due-first", ("accept", "actions"))),
        ({}, "take nothing", Line("no-such-word", ("nothing",))),
        ({}, "take 1 2", Line("bad-arguments", ("take",))),
        ({}, "take", Line("say-which", ("take",))),
        ({"civil_spent": 4}, "take", Line("none-possible", ("take",))),
        ({}, "upgrade", Line("nothing-for", ("upgrade",))),
        ({"unused": 0}, "build", Line("no-unused-worker")),
        ({}, "bulid bronze", Line("no-such-verb-but", ("bulid", "build"))),
        ({"unused": 1}, "build bronz", Line("no-such-word-but", ("bronz", "bronze"))),
        ({}, "take 14", Line("no-such-space")),
    ],
)
def test_an_act_that_is_not_possible_says_why(fields: dict[str, object], text: str, refusal: Line | None) -> None:
    told = explain(table(2, **fields), text)
    assert told.refusal == refusal
    assert (told.effects != ()) == (refusal is None)


def test_a_card_that_is_not_what_it_is_said_to_be_is_refused() -> None:
    game = table(2)
    play(game, "end", "pass", "end", "pass")
    hand = {h: game.dealer.faces[h] for h in game.state.players[0].military_hand}
    assert hand
    for handle, face in hand.items():
        wrong = "legion" if face != "legion" else "phalanx"
        told = GAME.explain(game.state, game.dealer.knowledge_of(0), GAME.read(f"tactic #{handle}={wrong}", 0))
        assert told.refusal in (Line("not-true"), Line("not-in-hand", (Card(handle, wrong),)))
