"""`tta settings`, and the bell."""

from __future__ import annotations

from pathlib import Path

from tests.cli.terminals import Person, here
from tests.ui.screen.test_terminal import Window


def test_what_is_set_is_shown_and_kept(tmp_path: Path) -> None:
    shown = here(tmp_path, "settings").stdout
    assert "on-turn: not set" in shown and "bell: off" in shown
    assert "bell: on" in here(tmp_path, "settings", "bell", "on").stdout
    assert "on-turn: echo hello" in here(tmp_path, "settings", "on-turn", "echo hello").stdout
    shown = here(tmp_path, "settings").stdout
    assert "on-turn: echo hello" in shown and "bell: on" in shown
    assert "on-turn: not set" in here(tmp_path, "settings", "on-turn", "").stdout
    for wrong in (("bell", "loud"), ("whistle",)):
        refused = here(tmp_path, "settings", *wrong)
        assert refused.returncode == 2 and "bell" in refused.stderr
    (tmp_path / "settings.json").write_text('{"bell": "perhaps"}')
    broken = here(tmp_path, "settings")
    assert broken.returncode == 1 and "settings.json" in broken.stderr


def test_the_bell_rings_when_it_becomes_your_turn_if_it_is_on(tmp_path: Path) -> None:
    for on in ("off", "on"):
        assert here(tmp_path, "settings", "bell", on).returncode == 0
        with Person(tmp_path, "play", "Ann", "--seed", "5", "--screen") as person:
            window = Window(person)
            window.sees("Your turn", "t take")
            assert (b"\x07" in window.raw) == (on == "on")
