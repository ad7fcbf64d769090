"""Every conformance check must catch games that break its rule: each mutant here breaks one."""

from __future__ import annotations

import re

import pytest

from tests.games.crates import crates
from tests.games.mutants import cards, ends, noise, rules
from tests.games.mutants.base import MUTANTS
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.testing import conformance
from tta_p2p.testing.conformance import CHECKS, Conformance
from tta_p2p.testing.sample import Failure, Sample, random_option, record

_ = (ends, noise, rules)  # importing them registers what is in them
CASES = [(check, game, why) for check, games in MUTANTS.items() for game, why in games]


@pytest.mark.parametrize(("check", "game", "why"), CASES, ids=[f"{c_}-{g.__name__}" for c_, g, _ in CASES])
def test_a_game_that_breaks_a_rule_is_caught(check, game, why):
    counted = getattr(game, "counted", None) or (crates if issubclass(game, Smugglers) else None)
    choose = getattr(game, "choose", random_option)
    sample = Sample(game(), games=4, moments=14, max_facts=600, conserved=counted, choose=choose)
    with pytest.raises(Failure, match=re.escape(why)):
        CHECKS[check](sample)


def test_every_check_has_a_game_it_catches():
    assert not [name for name, games in MUTANTS.items() if not games]


def test_the_test_of_a_game_makes_every_check_and_names_all_that_fail(monkeypatch):
    def fails(sample):
        raise Failure(f"{sample.game.name} fails here")

    class Every(Conformance):
        game = cards.MakesCoins()
        games = 1

    made = []
    wrong = list(CHECKS)[2::9]
    checks = {name: fails if name in wrong else made.append for name in CHECKS}
    monkeypatch.setattr(conformance, "CHECKS", checks)
    with pytest.raises(Failure) as caught:
        Every().test_the_game_keeps_the_contract()
    assert str(caught.value) == "\n\n".join(f"{name}: {Every.game.name} fails here" for name in wrong)
    assert len(made) == len(CHECKS) - len(wrong) > 0 and len({id(sample) for sample in made}) == 1


def test_a_failure_prints_the_acts_and_how_to_get_there_again():
    sample = Sample(cards.MakesCoins(), games=1, conserved=cards.MakesCoins.counted)
    with pytest.raises(Failure) as caught:
        CHECKS["nothing_is_lost"](sample)
    text = str(caught.value)
    again = re.search(r"record\(game, (\d), (\{.*\}), '(.*)'\)\.moments\[(\d+)\]", text)
    assert again and again[2] == "{}"
    moments = record(cards.MakesCoins(), int(again[1]), {}, again[3]).moments
    moment = moments[int(again[4])]
    assert sum(moment.state.coins) != 0 == sum(moments[moment.index - 1].state.coins)
    act = moments[moment.index - 1].fact
    assert f"seat {act.seat}: {cards.MakesCoins().write(act)}" in text.splitlines()[-1]
