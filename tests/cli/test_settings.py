"""`tta settings`, and the bell."""

from __future__ import annotations

import contextlib
import io
import json
import re
import resource
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.terminals import Person, here, run_here
from tests.ui.screen.windows import Window
from tta_p2p.node.local.games import new_charter
from tta_p2p.node.local.storage import LocalGameStore
from tta_p2p.store.database import Store
from tta_p2p.store.settings import Settings, read_settings
from tta_p2p.store.transfer import _take_command
from tta_p2p.table.orders import Order


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


def test_a_setting_as_it_is_at_first_is_not_written(tmp_path: Path) -> None:
    """A release that does not know it would refuse the file."""
    here(tmp_path, "settings", "router", "off")
    assert json.loads((tmp_path / "settings.json").read_text()) == {"router": False}
    here(tmp_path, "settings", "bell", "on")
    here(tmp_path, "settings", "router", "on")
    assert json.loads((tmp_path / "settings.json").read_text()) == {"bell": True}


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """No file takes anything more, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(("language", "says"), [("en", "The file would be too large"), ("zh-Hans", "文件会过大")])
def test_what_cannot_be_written_is_told_in_a_line(tmp_path: Path, language: str, says: str) -> None:
    command = ("--lang", language, "settings")
    here(tmp_path, *command, "bell", "on")
    with no_room():
        refused = here(tmp_path, *command, "bell", "off")
    assert refused.returncode == 1 and says in refused.stderr
    assert "settings.json" in refused.stderr and refused.stderr.count("\n") == 1
    assert here(tmp_path, "settings", "bell").stdout.startswith("bell: on")
    errors = io.StringIO()
    with no_room(), (tmp_path / "printed").open("w") as full:
        assert run_here(tmp_path, command, full, errors) == 1
    assert says in errors.getvalue() and errors.getvalue().count("\n") == 1
    errors = io.StringIO()
    assert run_here(tmp_path, command, None, errors) == 1
    assert errors.getvalue().startswith("tta: ") and errors.getvalue().count("\n") == 1


def test_the_bell_rings_when_it_becomes_your_turn_if_it_is_on(tmp_path: Path) -> None:
    for on in ("off", "on"):
        assert here(tmp_path, "settings", "bell", on).returncode == 0
        with Person(tmp_path, "play", "Ann", "--seed", "5", "--screen") as person:
            window = Window(person)
            window.sees("Your turn", "t take")
            assert (b"\x07" in window.raw) == (on == "on")


def test_one_game_may_have_a_command_of_its_own_that_stays_behind_when_the_folder_moves(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    charter = new_charter("smugglers", 2, {"actions": 2}, 7, ("Ann", "Bob"), {}, {})
    with closing(Store(tmp_path)) as store:
        LocalGameStore(store, charter).keep_orders(0, {"turn": Order("turn")})
    sid = charter.sid.hex()
    assert "echo all" in here(tmp_path, "settings", "on-turn", "echo all").stdout
    assert "echo one" in here(tmp_path, "settings", "on-turn", "echo one", "--in", sid[:8]).stdout
    kept = read_settings(tmp_path)
    assert (kept.command_for(sid), kept.command_for("another")) == ("echo one", "echo all")
    assert "echo one" in here(tmp_path, "settings", "on-turn", "--in", sid[:8]).stdout
    assert "as for all games" in here(tmp_path, "settings", "on-turn", "", "--in", sid[:8]).stdout
    assert read_settings(tmp_path).command_for(sid) == "echo all"
    here(tmp_path, "settings", "on-turn", "-", "--in", sid[:8])
    assert read_settings(tmp_path).command_for(sid) == ""
    assert "starts with ffff" in here(tmp_path, "settings", "on-turn", "x", "--in", "ffff").stderr
    assert "--in" in here(tmp_path, "settings", "bell", "on", "--in", sid[:8]).stderr
    assert _take_command(tmp_path) == "echo all" and read_settings(tmp_path) == Settings()


def test_the_mouse_and_the_language_are_set_in_words_that_people_use(tmp_path: Path) -> None:
    assert "mouse: off" in here(tmp_path, "settings").stdout
    assert "mouse: on" in here(tmp_path, "settings", "mouse", "on").stdout
    assert read_settings(tmp_path).mouse
    assert "language: system" in here(tmp_path, "settings", "language").stdout
    here(tmp_path, "settings", "language", "简体中文")  # by whatever people call it
    assert "语言" in here(tmp_path, "settings", "language").stdout, "every command speaks it"
    assert "not set" in here(tmp_path, "--lang", "en", "settings", "on-turn").stdout, "unless another one is asked for"
    refused = here(tmp_path, "settings", "language", "Elvish")
    assert refused.returncode == 2 and "zh-Hans" in refused.stderr
    here(tmp_path, "settings", "language", "system")
    assert json.loads((tmp_path / "settings.json").read_text()) == {"mouse": True}
    assert "colours: dark" in here(tmp_path, "settings", "color", "dark").stdout
    (tmp_path / "settings.json").write_text('{"language": "Elvish"}')
    assert "not set" in here(tmp_path, "settings", "on-turn").stdout, "a language that is not here is not spoken"


def test_what_is_set_is_told_without_a_broken_word(tmp_path: Path) -> None:
    with Person(tmp_path, "settings", size=(60, 24)) as person:
        person.ends()
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in person.seen.split("\n")]
    assert max(map(len, lines)) <= 60
    whole = here(tmp_path, "settings").stdout
    assert " ".join(" ".join(lines).split()) == " ".join(whole.split())
