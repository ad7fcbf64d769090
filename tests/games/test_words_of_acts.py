"""Refusals repeat the words of the game, and no word that the author of an act has made up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tta_p2p.games.contract import Act, Arg, Card, Illegal
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import game_texts
from tta_p2p.i18n.refusals import read_refusal
from tta_p2p.registry import load_rules, names

MADE_UP = ("Bob-cheats", "two words", "{0:seat}", "x" * 900, "\x1b[2J", "\u3000", "%20")
DECISIONS = 60


def decisions(game: str, seed: int) -> Iterator[tuple[LocalGame[Any, Any], list[Act]]]:
    """Play by lot; yield every moment at which somebody decides, with some acts of that seat that are legal."""
    rules, chance = load_rules(game), random.Random(seed)
    local = LocalGame(rules, rules.seats[-1], {}, seed)
    local.answer_needs()
    for _ in range(DECISIONS):
        if local.decision is None:
            return
        legal = {seat: [option.act for option in local.legal(seat)] for seat in local.decision.seats}
        first = legal[local.decision.seats[0]]
        yield local, chance.sample(first, min(4, len(first)))
        local.act(*(chance.choice(legal[seat]) for seat in sorted(legal)))
        local.answer_needs()


def refusal(local: LocalGame[Any, Any], act: Act) -> Illegal | None:
    try:
        local.game.claims(local.state, act)
    except Illegal as error:
        return error
    return None


def forged(arg: Arg, word: str) -> Arg:
    return Card(arg.handle, word) if isinstance(arg, Card) else word if isinstance(arg, str) else arg


@pytest.mark.parametrize("game", names())
def test_no_refusal_has_a_word_that_an_act_has_made_up(game: str) -> None:
    refused = 0
    for local, acts in decisions(game, seed=1):
        for act in acts:
            for word in MADE_UP:
                made = Act(act.seat, act.verb, tuple(forged(arg, word) for arg in act.args))
                for one in (made, Act(act.seat, word, act.args), Act(act.seat, f"{act.verb} {word}", act.args)):
                    error = refusal(local, one)
                    if error is not None:
                        refused += 1
                        assert word not in [getattr(arg, "face", arg) for arg in error.line.args], (one, error)
                        assert word not in str(error), (one, error)
                        assert read_refusal(local.game, str(error), Card) == (error.line.key, error.line.args), error
    assert refused > DECISIONS


@pytest.mark.parametrize("game", names())
def test_what_the_rules_refuse_is_told_as_they_say_it(game: str) -> None:
    """Acts that were legal, done at other moments."""
    chance, legal, keys = random.Random(2), list[Act](), set[str]()
    for local, acts in decisions(game, seed=2):
        assert local.decision is not None
        legal += acts
        for act in chance.sample(legal, min(12, len(legal))):
            error = refusal(local, Act(local.decision.seats[0], act.verb, act.args))
            if error is not None:
                keys.add(error.line.key)
                assert read_refusal(local.game, str(error), Card) == (error.line.key, error.line.args), error
    assert keys and all(f"illegal.{key}" in game_texts(load_rules(game), "en") for key in keys)
