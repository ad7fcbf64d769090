"""The second verifier by hand: it needs a clone and Python, no package."""

import subprocess
import sys
from pathlib import Path

from .players import Game
from .verifier import files

ROOT = Path(__file__).parents[2]


def told(*arguments: Path) -> tuple[int, list[str]]:
    """The exit code and the lines of a run that sees no installed package."""
    command = [sys.executable, "-S", "-m", "tests.independent.verifier", *map(str, arguments)]
    run = subprocess.run(command, cwd=ROOT, env={}, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.returncode, run.stdout.splitlines()


def with_a_cheat() -> Game:
    """A game in which one leaves, and another says what nobody asked for."""
    game = Game(3)
    game.agree(game.motion("resigned", 1))
    game.silent = {0, 2}
    game.ask("random", 6)
    game.add(game.said(2, game.session.play, ["finish", bytes(32), b""]))
    return game


def test_it_names_who_left_and_who_cheated_and_says_why_keys_are_of_no_use(tmp_path: Path) -> None:
    game = with_a_cheat()
    file, keys = tmp_path / "game", tmp_path / "keys"
    file.write_bytes(game.file())
    keys.write_bytes(files.TITLE)
    code, said = told(file, keys)
    assert code == 1
    assert said[0].startswith("violated (rules not checked): ")
    assert "left       P1: resigned" in said
    assert [line for line in said if line.startswith("convicted  S2: bad-proof")]
    assert said[-1] == "keys       no finished game"


def test_it_names_who_was_voted_gone_while_the_others_said_the_end(tmp_path: Path) -> None:
    game = Game(3)
    game.silent = {1}
    game.ask("finish", bytes(32), b"")
    game.agree(game.motion("gone", 1))
    file = tmp_path / "game"
    file.write_bytes(game.file())
    code, said = told(file)
    assert (code, said[0]) == (0, "finished (rules not checked)") and "left       P1: gone" in said


def test_it_tells_a_file_by_its_verdict_and_opens_hidden_cards(tmp_path: Path) -> None:
    game = Game(2, audit="open")
    game.ask("shuffle", [], list(game.charter.fields.faces[:2]), [7, 8])
    game.ask("deal", [7], 1)
    game.ask("finish", bytes(range(32)), b"")
    file, keys = tmp_path / "game", tmp_path / "keys"
    file.write_bytes(game.file())
    keys.write_bytes(game.keys())
    code, said = told(file, keys)
    assert (code, said[0]) == (0, "finished (rules not checked)")
    assert f"digest     {bytes(range(32)).hex()}" in said
    held = game.players[1].face_in_hand(game.session, 7)
    assert f"card       7, after operation 2 of S1: {held}" in said
    changed = bytearray(game.file())
    changed[len(changed) // 4] ^= 1
    file.write_bytes(changed)
    code, said = told(file)
    assert code == 2
    assert said[0].startswith("damaged (rules not checked): ")


def test_packed_into_one_file_it_needs_nothing_but_python(tmp_path: Path) -> None:
    """The same file each time, which runs where no package and no clone is seen."""
    one, other = tmp_path / "verify.pyz", tmp_path / "again.pyz"
    for target in (one, other):
        subprocess.run([sys.executable, ROOT / "scripts" / "second_verifier.py", target], check=True)
    assert one.read_bytes() == other.read_bytes()
    game = Game(2)
    game.ask("finish", bytes(32), b"")
    file = tmp_path / "game"
    whole = game.file()
    cut, forged = whole[:-7], whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:]  # a signature by nobody
    for content, code, status in (
        (whole, 0, "finished"), (cut, 2, "damaged"), (b"x", 2, "damaged"), (forged, 2, "damaged"),
        (with_a_cheat().file(), 1, "violated"),
    ):  # fmt: skip
        file.write_bytes(content)
        command = [sys.executable, "-I", str(one), str(file)]
        run = subprocess.run(command, cwd="/", env={}, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stderr) == (code, ""), run.stdout
        first, second = run.stdout.splitlines()[:2]
        assert first.startswith(f"{status} (rules not checked)") and "the rules of no game" in second
        assert ("convicted" in run.stdout) == (status == "violated"), "nobody else is accused"
    missing = subprocess.run([sys.executable, "-I", str(one), "none"], capture_output=True, text=True, check=False)
    assert missing.returncode == 2 and "none" in missing.stderr and "Traceback" not in missing.stderr
