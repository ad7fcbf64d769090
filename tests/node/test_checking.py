"""`tta bot check`: the examples keep to the seat protocol, and what is wrong with others is named, with advice."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.programs import tta
from tests.ground.repository import ROOT
from tests.patience import LIMITS
from tta_p2p.i18n import LANGUAGES, catalogue
from tta_p2p.node.programs.conformance import CHECKS, Finding, check_program
from tta_p2p.node.programs.program import ProgramCommand
from tta_p2p.registry import load_rules

EXAMPLES = ROOT / "docs" / "examples"
WHOLE = [(sys.executable, str(EXAMPLES / "random_bot.py"), "3")]
if shutil.which("perl") and not subprocess.run(["perl", "-MJSON::PP", "-e1"], capture_output=True).returncode:
    WHOLE.append(("perl", str(EXAMPLES / "first_bot.pl")))

HELLO = """
import json, sys, time
def say(**what):
    print(json.dumps(what), flush=True)
say(do="hello", version=2)
wrong = False
for line in sys.stdin:
    heard = json.loads(line)
    if heard["is"] == "over":
        break
    if heard["is"] == "turn" and heard["mine"]:
        acts = [one["text"] for one in heard["legal"] if one["text"] != "resign"]
"""
ACT = "        say(do='act', text=acts[-1])\n"
BAD = {
    "hello": "print('hello')\n",
    "plays": HELLO + "        raise SystemExit(3)\n",
    "understood": HELLO + "        print('I think so', flush=True)\n" + ACT,
    "legal": HELLO + "        if not wrong:\n            say(do='act', text='no')\n            wrong = True\n" + ACT,
    "ends": HELLO + ACT + "time.sleep(20)\n",
}


def checked(words: tuple[str, ...], game: str, games: int = 1, limit: float = 60.0) -> list[Finding]:
    told: list[Finding] = []
    program, seats = ProgramCommand(words, str(ROOT)), load_rules(game).seats[0]
    found = check_program(program, game, seats, {}, range(1, games + 1), limit, told.append)
    assert told == found
    return found


@pytest.mark.parametrize("words", WHOLE, ids=lambda words: Path(words[1]).name)
@pytest.mark.parametrize("game", ["smugglers", "seven_wonders"])
def test_the_examples_play_whole_games_and_nothing_is_wrong_with_them(game: str, words: tuple[str, ...]) -> None:
    found = checked(words, game, 2 if game == "smugglers" else 1)
    assert [one.failed for one in found] == [()] * len(found)
    assert all(set(one.passed) == set(CHECKS) and one.acts > 5 for one in found)
    assert [one.seat for one in found] == [0, 1][: len(found)]


@pytest.mark.parametrize("amiss", BAD)
def test_what_is_wrong_with_a_program_is_named(amiss: str, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(BAD[amiss])
    (found,) = checked((sys.executable, str(program)), "smugglers", 5)
    assert amiss in found.failed
    if amiss in ("understood", "legal", "ends"):
        assert found.failed == (amiss,), "everything else is all right"


def test_an_act_that_takes_too_long_is_named(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(HELLO + "        time.sleep(60)\n")
    for limit in (1.0, *LIMITS):
        (found,) = checked((sys.executable, str(program)), "smugglers", limit=limit)
        if found.passed["hello"]:
            break
    assert found.failed == ("plays",) and found.reason.key == "silent"


def test_the_command_says_it_in_words_with_advice_and_by_its_exit_code(tmp_path: Path) -> None:
    home = tmp_path / "home"
    good = tta(home, "bot", "check", " ".join(WHOLE[0]), "--game", "smugglers", "--games", "1")
    assert "keeps to the seat protocol (1 game)" in good.stdout
    bad = tta(home, "bot", "check", f"{sys.executable} -c 'raise SystemExit(7)'", "--game", "smugglers", code=1)
    assert "No hello came: the program has ended with exit code 7" in bad.stderr
    assert '{"do":"hello","version":2}' in bad.stderr and "NO   it says hello" in bad.stdout
    assert "checked." not in bad.stderr + bad.stdout
    shown = tta(home, "bot", "schema", "--game", "smugglers").stdout
    assert '"$schema"' in shown and '"turn"' in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_has_its_words(language: str) -> None:
    texts = catalogue(language)
    for name in CHECKS:
        assert {f"checked.{name}", f"checked.{name}-not", f"checked.{name}-advice"} <= set(texts)


def test_the_example_in_python_stays_short() -> None:
    assert len((EXAMPLES / "random_bot.py").read_text().splitlines()) < 40
    assert len((EXAMPLES / "first_bot.pl").read_text().splitlines()) < 40


def test_what_a_program_writes_to_its_error_output_is_shown_in_part_and_does_nothing_to_a_terminal(
    tmp_path: Path,
) -> None:
    rude = tmp_path / "rude.py"
    rude.write_text("import sys\nsys.stderr.write('\\x1b]0;mine\\x07boo\\n' * 50 + 'x' * 5000)\n")
    (found,) = checked((sys.executable, str(rude)), "smugglers")
    assert len(found.errors) == 5 and found.errors[0] == "boo"
    assert len(found.errors[-1]) <= 200 and all(line.isprintable() for line in found.errors)
