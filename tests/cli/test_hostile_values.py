"""Whatever a person or the system hands to `tta`: an end in words, never a traceback and never one that waits."""

from __future__ import annotations

import ast
import gc
import os
import warnings
from pathlib import Path

import pytest

from tests.cli import hostile
from tests.cli.terminals import here
from tests.ground.repository import ROOT
from tta_p2p.cli.output.pager import chosen_pager
from tta_p2p.i18n.program import NAME, PROGRAM, program
from tta_p2p.node.game import trace
from tta_p2p.store import identity, regular_files
from tta_p2p.store.home import place

UNDECODABLE = b"\xff\xfe".decode("utf-8", "surrogateescape")
NAMED = {
    "tta_p2p/cli/commands/replay.py": "a page that a person asks for",
    "tta_p2p/cli/commands/transcripts.py": "files that a person names",
    "tta_p2p/cli/stored_games/exhibits.py": "files that a person names",
    "tta_p2p/cli/stored_games/selection.py": "a folder of its own",
    "tta_p2p/cli/nodes/processes.py": "a name by chance",
    "tta_p2p/node/machine/roster.py": "/proc",
    "tta_p2p/node/data_folder/people.py": "a folder of its own",
    "tta_p2p/node/programs/conformance.py": "a folder of its own",
    "tta_p2p/store/regular_files.py": "the door",
}
"""Modules that open files by other means than `regular_files`, and why."""


def test_the_source_names_its_variables() -> None:
    assert {"TTA_HOME", "TTA_GAME", "TTA_TRACE", "TTA_TOR", "PAGER", "XDG_DATA_HOME"} <= hostile.variables()


def test_every_place_is_found() -> None:
    found = [place for place, *_ in hostile.places()]
    assert len(found) > 100 and {"tables --interface", "id name new", "verify files"} <= {*found}


@pytest.mark.parametrize(
    ("words", "variables"),
    [
        (("tables", "--interface", "a..b"), {}),
        (("watch", "--interface", "0"), {}),
        (("host", "--interface", "x"), {}),
        (("host", "--folder", "~nobody-here/x"), {}),
        (("id", "link-ssh", "~nobody-here/x"), {}),
        (("service", "status"), {"HOME": "~nobody-here/x", "XDG_CONFIG_HOME": ""}),
        (("id", "show"), {"TTA_PASSPHRASE": "a" * 5000}),
        (("id", "show"), {"TTA_PASSPHRASE": UNDECODABLE}),
        (("games",), {"TTA_PROGRAM": f"/{UNDECODABLE}/tta"}),
    ],
)
def test_values_that_were_a_traceback_are_told_in_words(
    words: tuple[str, ...], variables: dict[str, str], tmp_path: Path
) -> None:
    end = hostile.end_of(hostile.Case("", "", words, tuple(variables.items())), tmp_path)
    assert not end.fault, end


def test_every_option_argument_and_variable_takes_hostile_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    home, files = tmp_path / "home", tmp_path / "files"
    home.mkdir(mode=0o700)
    files.mkdir()
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # pipes of nodes, which outlive a command and not this process
        for case in hostile.sample(files, 40):
            if case.kind == "pipe":
                continue  # what a person names may be a pipe, and is waited for
            end = hostile.end_of(case, home)
            if end.fault:
                wrong.append((case.words[:3], case.place, case.kind, end.fault, end.said[-300:]))
        gc.collect()
    assert not wrong


def test_a_relative_name_from_a_deleted_folder_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = here(tmp_path / "home", "host", "--folder", "x")
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr, done.stderr
    done = here(Path("home"), "games")
    assert done.returncode == 1 and "gone" in done.stderr, done.stderr


def test_files_of_a_data_folder_are_written_to_files_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for write in (regular_files.write_regular, regular_files.append_regular):
        with hostile.bound(), pytest.raises(OSError):
            write(tmp_path / "pipe", b"x")
    regular_files.write_regular(tmp_path / "file", b"longer")
    regular_files.write_regular(tmp_path / "file", b"a")
    regular_files.append_regular(tmp_path / "file", b"b")
    assert (tmp_path / "file").read_bytes() == b"ab"


def test_a_trace_to_a_pipe_that_nobody_reads_holds_up_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setenv(trace.FILE, str(tmp_path / "pipe"))
    with hostile.bound():
        assert trace.open_trace(b"s" * 32, 0) is None


def test_a_passphrase_may_have_bytes_that_are_no_letters(tmp_path: Path) -> None:
    seed = identity.create(tmp_path, UNDECODABLE)
    assert identity.load(tmp_path, UNDECODABLE) == seed
    with pytest.raises(identity.BadIdentity):
        identity.change_passphrase(tmp_path, UNDECODABLE, "a" * 1024)


def test_a_pager_that_cannot_be_read_is_none() -> None:
    assert chosen_pager("less '") == [] and chosen_pager("less -R") == ["less", "-R"]


def test_the_program_is_called_by_what_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (f"/{UNDECODABLE}/tta", "/\x1b[2J/tta", "/a\nb/tta"):
        monkeypatch.setenv(PROGRAM, name)
        assert ascii(program()) == ascii(NAME), "workers of tests cannot tell each other lone surrogates"


def test_a_data_folder_is_named_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TTA_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    monkeypatch.chdir(tmp_path)
    assert place().is_absolute()


def test_nodes_and_commands_open_files_through_one_door() -> None:
    names = {"read_text", "read_bytes", "write_text", "write_bytes"}
    for folder in ("cli", "node", "store"):
        for file in sorted((ROOT / "tta_p2p" / folder).rglob("*.py")):
            where = str(file.relative_to(ROOT))
            if where in NAMED:
                continue
            for node in ast.walk(ast.parse(file.read_bytes())):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name)):
                    continue
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                mode = node.args[0] if node.args and isinstance(node.func, ast.Attribute) else None
                opens = name == "open" and isinstance(mode, ast.Constant) and {*str(mode.value)} <= {*"rwabx+"}
                assert name not in names and not opens, (where, node.lineno)
