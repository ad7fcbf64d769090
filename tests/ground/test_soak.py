"""The campaigns of `scripts/soak`, cut short."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import soak
from campaigns import copies, crowds, evening, nodes, onion, page, protocol, router, rules, screens, stores
from campaigns._people import Person
from campaigns.rules import Work, play_one

from protocol.outbox import Outbox
from protocol.session import Session
from tests.doors import session
from tests.games.mutants.noise import LooksUpWhatItIsTold
from tests.ground.repository import ROOT
from tests.node.stored import CHANGES
from tests.patience import PATIENCE
from tests.simulation import world as worlds
from tests.simulation.mutants import MUTANTS
from tta_p2p.games.contract import Act
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.net.folder import doors as doors_in_folders
from tta_p2p.node.lobby import guest
from tta_p2p.node.machine.installation import TTA, command_line
from tta_p2p.store import marks, transfer
from tta_p2p.table.referee import GameReferee
from tta_p2p.ui.screen.boards import Board

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


def test_a_campaign_counts_the_acts_lines_and_decisions_that_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "prepare", lambda: None)
    asked = ["soak", "rules", "--games", "2", "--jobs", "1", *SMUGGLERS, "--reach", "stow", "--reach", "turn"]
    monkeypatch.setattr("sys.argv", asked)
    assert soak.main() == 0
    told = capsys.readouterr().out
    games = [play_one(Work("smugglers", seed, 2, {"actions": 2}, 30))[0] for seed in (7, 8)]
    stowed, asked_for = ([getattr(tally, kind)[key] for tally in games] for kind, key in
                         (("reached", "stow"), ("asked", "turn")))  # fmt: skip
    assert min(stowed) > 0 and f"smugglers: stow {sum(stowed)} times in 2 games" in told
    assert min(asked_for) > 0 and f"smugglers: turn asked {sum(asked_for)} times in 2 games" in told


def test_a_campaign_refuses_to_count_what_no_game_played_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["soak", "rules", *SMUGGLERS, "--reach", "stowe"])
    with pytest.raises(SystemExit) as refused:
        soak.main()
    assert refused.value.code == "no game played has stowe to count; there are stow"


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
    monkeypatch.setattr(rules, "load_rules", lambda name: LooksUpWhatItIsTold())
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


def test_a_game_that_breaks_off_is_printed_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "load_rules", lambda name: BreaksOff())
    code, told, errors = run(monkeypatch, capsys, "rules", *SMUGGLERS)
    (broken,) = told["broken"]
    assert code == 1 and "--seed 7 --games 1" in broken and "a fault in the rules" in broken and broken in errors


def test_the_last_words_of_a_campaign_count_and_name_the_games_that_broke_off(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of games run unwatched, and all that is read of them is the end."""
    monkeypatch.setattr(rules, "prepare", lambda: None)
    monkeypatch.setattr(rules, "load_rules", lambda name: BreaksOff())
    monkeypatch.setattr("sys.argv", ["soak", "rules", *SMUGGLERS, "--games", "2", "--jobs", "1"])
    assert soak.main() == 1
    told = capsys.readouterr().out
    assert "2 games broke off" in told and "--seed 7 --games 1" in told and "--seed 8 --games 1" in told


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


@dataclass(frozen=True)
class Planted:
    """A fault that a campaign must find: arguments with which it meets it, and a word of what it says then."""

    arguments: Sequence[str]
    word: str


def plant_in_rules(patch: pytest.MonkeyPatch) -> Planted:
    """A game fails at acts that nobody would make."""
    patch.setattr(rules, "prepare", lambda: None)  # this process has other tests to run
    patch.setattr(rules, "load_rules", lambda name: LooksUpWhatItIsTold())
    return Planted([*SMUGGLERS, "--games", "1", "--jobs", "1"], "KeyError")


def plant_in_protocol(patch: pytest.MonkeyPatch) -> Planted:
    """A node speaks before it has heard what it had said."""
    patch.setattr(Session, "missing_heads", ())
    patch.setattr(Outbox, "is_free", lambda *_: True)
    return Planted(["--games", "2", "--seed", "118", "--jobs", "1"], "said twice")


def plant_in_nodes(patch: pytest.MonkeyPatch) -> Planted:
    """A node asks nobody what it lacks."""
    theme, seed, patience, breaks = MUTANTS["asks nobody what it lacks"]
    patch.setattr(worlds, "PATIENCE", patience)
    breaks(patch)
    return Planted(["--theme", theme, "--seed", str(seed), "--long", "--games", "1", "--jobs", "1"], theme)


def plant_in_screens(patch: pytest.MonkeyPatch) -> Planted:
    """A page of a game fails."""
    patch.setattr(screens, "prepare", lambda: None)
    patch.setattr(Board, "side_panel", lambda *_: 1 // 0)
    patch.setattr(Board, "overview", lambda *_: 1 // 0)
    frames = ("--session", "frames", "--game", "smugglers")
    return Planted([*frames, "--games", "1", "--seed", "5", "--jobs", "1"], "ZeroDivisionError")


def plant_in_copies(patch: pytest.MonkeyPatch) -> Planted:
    """A node that comes back from an older copy finds no opening again."""
    patch.setattr(copies, "TURNS", 5)
    patch.setattr(GameReferee, "sealed_answers", lambda referee, seat: ())
    return Planted(["--game", "caravan", "--games", "1", "--jobs", "1"], "has lost a secret")


def plant_in_doors(patch: pytest.MonkeyPatch) -> Planted:
    """A guest is told what is said in a lobby as it comes."""
    patch.setattr(guest, "clean", lambda text, most: text)
    patch.setattr(session, "GUESTS", 1)
    patch.setattr(session, "SPELL", 0.1)
    patch.setattr(session, "QUIET", session.END)  # its host hangs up: that ends it, however slow this machine is
    return Planted(["--theme", "hosts", "--sessions", "1", "--seed", "1"], "a client is told")


def plant_in_stores(patch: pytest.MonkeyPatch) -> Planted:
    """An older copy of a store passes for the newest one."""
    patch.setattr(stores, "GAMES", {"caravan": 2})
    patch.setattr(marks, "is_newest", lambda store, sid: True)
    change = [name for name, _ in CHANGES].index("yesterday's database beside today's log")
    return Planted(["--bits", "0", "--only", str(change)], "an older copy passes for the newest")


def plant_in_crowds(patch: pytest.MonkeyPatch) -> Planted:
    """Nobody who comes is in as soon as friends must be."""
    for name in ("OWN", "SHARED", "SETTLED"):
        patch.setattr(crowds, name, 0.0)
    return Planted(["--games", "1", "--sitters", "2"], "kept out")


def plant_in_files(patch: pytest.MonkeyPatch) -> Planted:
    """A command that came with a packed folder stays in its settings."""
    patch.setattr(transfer, "_take_command", lambda home: "")
    return Planted(["--kind", "packed", "--games", "30"], "would run")


def plant_in_onion(patch: pytest.MonkeyPatch) -> Planted:
    """Tor is not installed here."""
    patch.setattr(onion, "missing", lambda: ["tor"])
    return Planted(["--game", "caravan"], "apt-get install tor")


def plant_in_evening(patch: pytest.MonkeyPatch) -> Planted:
    """No computer can be reached by SSH here."""
    patch.setattr(evening, "lacking", lambda: ["openssh-server"])
    return Planted(["--lid", "5"], "apt-get install openssh-server")


def plant_in_router(patch: pytest.MonkeyPatch) -> Planted:
    """The daemon of a router is not installed here."""
    patch.setattr(router, "lacking", lambda: ["miniupnpd"])
    return Planted(["--way", "pcp"], "apt-get install miniupnpd")


def plant_in_page(patch: pytest.MonkeyPatch) -> Planted:
    """No browser is installed here."""
    patch.setattr(page, "browser", lambda: "")
    return Planted(["--game", "caravan"], "apt-get install chromium")


def plant_in_folder(patch: pytest.MonkeyPatch) -> Planted:
    """Nobody finds the note of a table in a folder."""
    patch.setattr(doors_in_folders, "read_notes", lambda folder: [])
    return Planted(["--seed", "3", "--games", "1", "--jobs", "1"], "nobody comes together")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_people_of_an_evening_find_what_they_look_for_by_what_the_screen_shows(
    language: str, tmp_path: Path
) -> None:
    """Without root, and without the evening: whoever changes the menu hears here that they would be lost in it."""
    home = tmp_path / "ann"
    home.mkdir(mode=0o700)
    person = Person("Ann", language)
    said = person.words
    surroundings = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "TTA_LANG": language}
    person.sits_down(command_line(TTA), {**surroundings, "TTA_HOME": str(home), "PYTHONUTF8": "1"})
    pages = list[str]()
    try:
        end = time.monotonic() + PATIENCE
        while not (pages and person.sees("menu.id.ask")):
            assert time.monotonic() < end, person.text
            person.look()
            shown = person.changed > person.pressed  # on a slow machine a key shows later than somebody waits for it
            if shown and person.has_read() and (title := person.page()):
                pages += [title] if title not in pages else []
                evening.choose_in_menu(person, "host", title)
            time.sleep(0.02)
    finally:
        person.stands_up()
    assert pages == [said("menu.title"), said("menu.new")] and person.keys < 20


def test_every_text_that_the_people_of_an_evening_read_is_in_the_catalogue() -> None:
    called = set(re.findall(r'"([a-z]+(?:\.[a-z-]+)+|your-[a-z]+)"', Path(evening.__file__).read_text()))
    assert len(called) > 20 and {key for key in called if Words().optional(key) is None} == set()


def commands(told: Any, campaign: str) -> Iterator[str]:
    """The commands that show a finding again, wherever they stand in what a campaign has printed."""
    if isinstance(told, dict | list):
        for one in told.values() if isinstance(told, dict) else told:
            yield from commands(one, campaign)
    elif isinstance(told, str) and f"soak {campaign} " in told:
        yield told


@pytest.mark.parametrize("campaign", soak.CAMPAIGNS)
def test_each_campaign_finds_a_planted_fault_and_prints_it_as_json_and_as_it_comes(
    campaign: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new campaign needs a fault of its own here."""
    planted = globals()[f"plant_in_{campaign}"](monkeypatch)
    monkeypatch.setattr("sys.argv", ["soak", campaign, *planted.arguments, "--json"])
    assert soak.main() == 1
    printed = capsys.readouterr()
    again = [*commands(json.loads(printed.out), campaign)]
    assert again and all(one in printed.err for one in again), printed.out
    assert planted.word in printed.out
