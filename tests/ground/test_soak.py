"""The campaigns of `scripts/soak`, cut short."""

from __future__ import annotations

import json

import pytest
import soak
from campaigns import rules
from campaigns.rules import Work, play_one

from protocol.own_words import OwnWords
from protocol.session import Session
from tests.games.mutants.noise import LooksUpWhatItIsTold


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
