"""The campaigns of `scripts/soak`, cut short."""

from __future__ import annotations

import json
from typing import Any

import pytest
import soak
from campaigns import nodes, protocol, rules
from campaigns.rules import Work, play_one

from protocol.own_words import OwnWords
from protocol.session import Session
from tests.games.mutants.noise import LooksUpWhatItIsTold
from tests.simulation import world as worlds
from tests.simulation.mutants import MUTANTS
from tta_p2p.games.contract import Act
from tta_p2p.games.smugglers.rules import Smugglers

SMUGGLERS = ("--game", "smugglers", "--seats", "2", "--seed", "7", "--mutants", "30", "--option", "actions=2")
"""Arguments with which one game is played."""


class BreaksOff(Smugglers):
    """Its rules fail as soon as somebody acts."""

    def apply(self, state: Any, fact: Any) -> Any:
        if isinstance(fact, Act):
            raise ZeroDivisionError("a fault in the rules")
        return super().apply(state, fact)


def test_a_campaign_tries_mutated_acts_in_every_game_and_finds_nothing_in_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["soak", "rules", "--games", "1", "--seats", "3", "--mutants", "3", "--jobs", "1",
                                     "--json", "--option", "variant=first-game"])  # fmt: skip
    monkeypatch.setattr(rules, "prepare", lambda: None)  # this process has other tests to run
    assert soak.main() == 0
    told = json.loads(capsys.readouterr().out)
    assert told["broken"] == []
    for name, tally in told["rules"].items():
        assert tally["games"] == 1 and tally["mutated"] == 3 * tally["acts"] > 0, name
        assert tally["read"] == tally["refused"] + tally["accepted"] > 0 and not tally["faults"]


def test_a_game_of_any_number_of_seats_is_soaked_by_any_of_its_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "prepare", lambda: None)
    asked = ["soak", "rules", "--games", "1", "--mutants", "1", "--jobs", "1", "--json"]
    monkeypatch.setattr("sys.argv", [*asked, "--game", "Caravan", "--option", "sale=4"])
    assert soak.main() == 0
    assert {name: t["games"] for name, t in json.loads(capsys.readouterr().out)["rules"].items()} == {"caravan": 4}
    monkeypatch.setattr("sys.argv", [*asked, "--seats", "5", "--option", "sale=4"])
    assert soak.main() == 0
    assert json.loads(capsys.readouterr().out)["rules"].keys() == {"caravan", "seven_wonders"}
    for more, words in (
        (["--game", "smugglers", "--seats", "7"], "Smugglers is played by 2, 3, 4, not by 7"),
        (["--seats", "9"], "no game is played by 9"),
        (["--game", "caravan", "--option", "variant=short"], "no game has the option variant; there are sale"),
    ):
        monkeypatch.setattr("sys.argv", [*asked, *more])
        with pytest.raises(SystemExit) as exit_:
            soak.main()
        assert words in str(exit_.value.code)


def test_what_a_campaign_finds_is_found_again_with_the_seed_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "find", lambda name: LooksUpWhatItIsTold())
    work = Work("smugglers", 7, 2, {}, 30)
    first, error = play_one(work)
    assert not error and first.faults and all("KeyError" in kind for kind in first.faults)
    assert all(work.again in text for text in first.examples.values())
    assert "--seed 7 --games 1" in work.again
    assert play_one(work) == (first, error)


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *asked: str
) -> tuple[int, dict[str, Any], str]:
    """The exit code of a campaign, what it prints as JSON, and what on the error output."""
    monkeypatch.setattr(rules, "prepare", lambda: None)
    monkeypatch.setattr("sys.argv", ["soak", *asked, "--games", "1", "--jobs", "1", "--json"])
    code = soak.main()
    told = capsys.readouterr()
    return code, json.loads(told.out), told.err


def test_what_the_rules_campaign_finds_is_printed_as_json_and_as_it_comes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "find", lambda name: LooksUpWhatItIsTold())
    code, told, errors = run(monkeypatch, capsys, "rules", *SMUGGLERS)
    found = told["rules"]["smugglers"]
    assert code == 1 and found["games"] == 1 and not told["broken"]
    assert found["faults"].keys() == found["examples"].keys() != set()
    for kind, example in found["examples"].items():
        assert found["faults"][kind] > 0 and "KeyError" in kind
        assert "rules --game smugglers --seats 2 --seed 7 --games 1 --mutants 30 --option actions=2" in example
        assert example in errors


def test_a_game_that_breaks_off_is_printed_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "find", lambda name: BreaksOff())
    code, told, errors = run(monkeypatch, capsys, "rules", *SMUGGLERS)
    (broken,) = told["broken"]
    assert code == 1 and "--seed 7 --games 1" in broken and "a fault in the rules" in broken and broken in errors


@pytest.mark.parametrize("campaign", [nodes, protocol], ids=["nodes", "protocol"])
def test_a_campaign_whose_program_fails_prints_the_seed_and_the_traceback_as_json(
    campaign: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("a fault in the program")

    monkeypatch.setattr(campaign, "play" if campaign is nodes else "Game", fails)
    code, told, errors = run(monkeypatch, capsys, campaign.__name__.rpartition(".")[2], "--seed", "42")
    (found,) = told["found"]
    assert code == 1 and found["seed"] == 42 and "--seed 42 --games 1" in found["again"]
    assert "a fault in the program" in found["what"][0] and found["what"][0] in errors


def test_a_campaign_of_nodes_prints_what_it_finds_of_a_node_that_asks_nobody_what_it_lacks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    theme, seed, patience, breaks = MUTANTS["asks nobody what it lacks"]
    monkeypatch.setattr(worlds, "PATIENCE", patience)
    breaks(monkeypatch)
    code, told, errors = run(monkeypatch, capsys, "nodes", "--theme", theme, "--seed", str(seed), "--long")
    (found,) = told["found"]
    assert code == 1 and told["games"] == 1 and found["seed"] == seed and found["what"]
    assert f"--seed {seed} --games 1 --jobs 1 --theme {theme} --long" in found["again"]
    assert found["again"] in errors


def test_a_campaign_finds_a_node_that_speaks_before_it_has_heard_what_it_had_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "unheard", ())
    monkeypatch.setattr(OwnWords, "leave_open", lambda *_: True)
    monkeypatch.setattr("sys.argv", ["soak", "protocol", "--games", "2", "--seed", "118", "--jobs", "1", "--json"])
    assert soak.main() == 1
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2 and told["counts"]["said twice"] > 0
    assert told["found"][0]["again"].endswith(f"--seed {told['found'][0]['seed']} --games 1")
