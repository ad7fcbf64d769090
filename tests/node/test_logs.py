"""Logs do not fill a disk: each stays below a length, and so does their number."""

from __future__ import annotations

import atexit
import errno
import gc
import io
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tta_p2p.node import __main__ as node
from tta_p2p.node.__main__ import _of_the_system
from tta_p2p.node.machine.logs import COMPLAINTS, CUT, FIRST, KEPT, LAST, RECENT, ThrottledLog, sweep

WRITER = """
import sys, traceback, warnings
from tta_p2p.node.machine.logs import bound_error_output
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


LISTENER = """
import resource, socket, sys, trio
from tta_p2p.node.machine.logs import bound_error_output
bound_error_output()

async def serve():
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    accept, tries = listener.accept, 0
    guest = socket.socket()

    async def count():
        nonlocal tries
        tries += 1
        if tries > 5:
            nursery.cancel_scope.cancel()
        return await accept()

    listener.accept = count
    spare = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    try:
        while True:
            spare.append(socket.socket())
    except OSError:
        pass
    guest.connect(listener.socket.getsockname())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, None, [listener])
    assert tries > 5

trio.run(serve)
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


def test_a_node_without_a_file_descriptor_left_says_so_in_one_line() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    asked = [sys.executable, "-c", LISTENER]
    done = subprocess.run(asked, capture_output=True, text=True, env=environment, check=False)
    (line,) = done.stderr.splitlines()
    assert done.returncode == 0 and "EMFILE" in line and "Too many open files" in line


def test_a_complaint_of_a_library_is_written_once_in_a_while_with_how_often_it_came(
    capsys: pytest.CaptureFixture[str],
) -> None:
    now, log = 0.0, logging.getLogger("tests.library")
    log.propagate = False
    log.addHandler(handler := ThrottledLog(lambda: now))
    try:
        for _ in range(600):
            log.error("no room for %s", "anybody")
            now += 0.2
        log.error("another %s", "thing")
        log.info("nothing to complain of")
        try:
            raise ValueError("a defect")
        except ValueError:
            log.exception("it failed")
        for number in range(2 * COMPLAINTS):
            log.warning(f"never the same {number}")
        assert len(handler._written) <= COMPLAINTS
    finally:
        log.removeHandler(handler)
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "no room" in line] == [
        "tests.library: no room for anybody",
        "tests.library: no room for anybody (299 more times since the last line)",
    ]
    assert "tests.library: another thing" in lines and not any("nothing to complain" in line for line in lines)
    assert "ValueError: a defect" in lines, "a defect is told with its traceback"


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
