"""Logs do not fill a disk: each stays below a length, and so does their number."""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tta_p2p.node import __main__ as node
from tta_p2p.node.__main__ import _of_the_system
from tta_p2p.node.logs import CUT, FIRST, KEPT, LAST, RECENT, sweep

WRITER = """
import sys, traceback, warnings
from tta_p2p.node.logs import bound_error_output
bound_error_output()
for number in range(2_000):
    print(f"line {number} \\u4e2d\\ud800 {'.' * 500}", file=sys.stderr, flush=True)
try:
    raise ValueError("the last one")
except ValueError:
    traceback.print_exc()
print("x" * 3_000_000, end="", file=sys.stderr)
print("the end", file=sys.stderr)
"""


def write(to: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with to.open("ab") as errors:
        subprocess.run([sys.executable, "-c", WRITER], check=True, stderr=errors, env=environment)


def test_of_a_log_that_grows_too_long_the_beginning_and_the_end_stay(tmp_path: Path) -> None:
    path = tmp_path / "node.log"
    write(path)
    data = path.read_bytes()
    assert len(data) <= FIRST + LAST + len(CUT) and data.count(CUT) == 1
    assert data.startswith(b"line 0 ") and data.endswith(b"xthe end\n")
    assert len(data) > FIRST + RECENT
    write(path)  # a node that is started anew goes on in it
    assert len(path.read_bytes()) <= FIRST + LAST + len(CUT) and path.read_bytes().startswith(b"line 0 ")


def test_a_pipe_is_written_to_as_ever() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", WRITER], check=True, capture_output=True, env=environment)
    assert b"line 1999 " in done.stderr and b"ValueError: the last one" in done.stderr and CUT not in done.stderr


def test_the_newest_logs_are_kept_and_those_of_nodes_that_run(tmp_path: Path) -> None:
    for number in range(3 * KEPT):
        path = tmp_path / f"node{number:03}.log"
        path.write_text("" if number % 2 else "what went wrong")
        os.utime(path, ns=(number, number))
    (tmp_path / "node000.json").write_text("{}")
    sweep(tmp_path, {"node000", "node001"})
    left = sorted(path.stem for path in tmp_path.glob("*.log"))
    told = [f"node{number:03}" for number in range(2, 3 * KEPT, 2)][-KEPT:]
    assert left == ["node000", "node001", *told] and (tmp_path / "node000.json").exists()


@pytest.mark.parametrize(("language", "words"), [("en", "The disk is full"), ("zh-Hans", "磁盘")])
def test_what_the_system_refuses_a_node_is_said_in_words(
    language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_LANG", language)
    told = _of_the_system(OSError(errno.ENOSPC, "no space", "/games/run/a.json"))
    assert told.startswith("/games/run/a.json: ") and words in told


def test_a_node_that_ends_does_not_look_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[object] = []
    monkeypatch.setattr(atexit, "register", called.append)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(node, "bound_error_output", lambda: None)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"no plan")))
    with pytest.raises(ValueError):
        node.main()
    assert called == [gc.freeze]
