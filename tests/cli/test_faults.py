"""The log of a client: what failed to be shown is in a file of the data folder, and never on its terminal."""

import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from protocol.errors import Fault
from tests.cli.terminals import Person
from tests.ui.screen.windows import Window
from tta_p2p.cli import errors, main
from tta_p2p.cli.terminal import fault_log
from tta_p2p.cli.terminal.fault_log import FILE, MOST, log_faults
from tta_p2p.net import tasks
from tta_p2p.net.tasks import FaultLog, Hint, contain
from tta_p2p.node.game.faults import log_fault
from tta_p2p.ui.guard import LOG


def test_a_fault_is_in_the_data_folder_and_a_client_without_faults_leaves_no_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with log_faults(tmp_path):
        pass
    assert not list(tmp_path.iterdir())
    with log_faults(tmp_path):
        LOG.error("%s failed; this repeats it: %s", "Board.side", "{}")
    LOG.error("after the client has ended")
    assert (tmp_path / FILE).read_text().strip().endswith("Board.side failed; this repeats it: {}")
    assert capfd.readouterr() == ("", "")


def test_the_log_stays_short_and_a_folder_that_takes_no_files_ends_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with log_faults(tmp_path):
        for _ in range(40):
            LOG.error("x" * (MOST // 10))
    assert sum(one.stat().st_size for one in tmp_path.iterdir()) <= 2 * MOST
    with log_faults(tmp_path / "gone"):
        LOG.error("nowhere")
    assert capfd.readouterr() == ("", "")


class Invented(Exception):
    """What no library raises."""


def hint_fails() -> None:
    with contain(Hint.DISCOVERY, "evil\x1b[2J._http._tcp.local."):
        raise Invented("told by nobody")


@pytest.mark.parametrize(
    ("fails", "stands"),
    [
        (hint_fails, "failed: looking for tables, from evil._http._tcp.local.: Invented"),
        (
            lambda: log_fault(Fault("at a check", "Invented()", "Traceback")),
            "this program failed at a check (Invented())",
        ),
    ],
)
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Something else failed, which is a bug in tta. {file} has the details.\n"),
        ("zh-Hans", "另有一处出错，与你所做的无关，这是tta的程序错误；详见{file}。\n"),
    ],
)
def test_what_fails_beside_a_client_is_in_its_log_and_its_terminal_gets_one_sentence_at_the_end(
    fails: Callable[[], None],
    stands: str,
    language: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(tasks, "FAULTS", FaultLog())
    monkeypatch.setenv("TTA_LANG", language)
    monkeypatch.setenv("TTA_HOME", str(tmp_path / "ann"))

    async def quiet() -> None:
        logging.getLogger("tests.library").warning("a complaint of a library")
        assert capfd.readouterr() == ("", "")

    async def failing() -> int:
        fails()
        assert capfd.readouterr() == ("", "")
        return 7

    fault_log.run(quiet)
    assert capfd.readouterr() == ("", ""), "nothing of this program has failed"
    assert fault_log.run(failing) == 7
    file = tmp_path / "ann" / FILE
    told = capfd.readouterr()
    assert told.out == "" and told.err.replace("\n", "").replace(" ", "") == sentence.format(file=file).replace(
        "\n", ""
    ).replace(" ", "")
    written = file.read_text()
    assert stands in written and "a complaint of a library" in written
    fault_log.run(quiet)
    assert capfd.readouterr() == ("", ""), "it is told once"


def test_where_no_log_can_be_written_a_client_says_nothing_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tasks, "FAULTS", FaultLog())
    (tmp_path / "file").touch()
    (tmp_path / FILE).mkdir()

    async def fails() -> None:
        log_fault(Fault("at a check", "Invented()"))

    for folder in (tmp_path / "file", tmp_path / "file" / "ann", tmp_path):
        monkeypatch.setenv("TTA_HOME", str(folder))
        fault_log.run(fails)
    assert capfd.readouterr() == ("", "")


FAILING = """
from tta_p2p.cli import main
from tta_p2p.net.tasks import Hint, contain
from tta_p2p.node.service.desk import Desk

own = Desk.receive

def asks(desk, *given):
    with contain(Hint.CLIENT, "its socket"):
        raise ZeroDivisionError("nobody foresaw this")
    own(desk, *given)

Desk.receive = asks
raise SystemExit(main.main())
"""


def test_what_fails_beside_a_full_screen_leaves_its_picture_whole(tmp_path: Path) -> None:
    program = [sys.executable, "-P", "-c", FAILING]
    with Person(tmp_path, "play", "Ann", "--game", "7w", "--seed", "4", "--screen", program=program) as person:
        window = Window(person)
        window.sees("Your turn")
        file = tmp_path / FILE
        assert "nobody foresaw this" in file.read_text()
        assert "failed: " not in person.seen and "ZeroDivisionError" not in person.seen
        os.kill(person.process.pid, signal.SIGTERM)
        assert person.ends() == 0
        screen, _, after = person.seen.rpartition("\x1b[?1049l")
        assert "ZeroDivisionError" not in person.seen
        assert "which is a bug in tta" in after and "which is a bug in tta" not in screen


def test_ctrl_c_that_reaches_a_task_as_the_game_starts_is_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def starting() -> None:
        async with trio.open_nursery():
            raise KeyboardInterrupt

    monkeypatch.setattr(main, "build", lambda: lambda **given: trio.run(starting))
    assert main._run() == errors.INTERRUPTED and capfd.readouterr() == ("", "")


def test_what_else_went_wrong_beside_ctrl_c_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**given: object) -> None:
        raise BaseExceptionGroup("both", [KeyboardInterrupt(), Invented("and this")])

    monkeypatch.setattr(main, "build", lambda: fail)
    with pytest.raises(BaseExceptionGroup):
        main._run()
