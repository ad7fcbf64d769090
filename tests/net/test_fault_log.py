"""What is written down of a fault is whole for whoever mends the program, and nothing that a terminal obeys."""

from __future__ import annotations

import pytest

from protocol.errors import Fault
from tta_p2p.net import fault_log
from tta_p2p.node.game.faults import log_fault

HOSTILE = {
    "CSI": "\x1b[2J\x1b[31mred",
    "OSC": "\x1b]0;another title\x07seen",
    "OSC 8-bit": "\x9d0;another title\x9cseen",
    "C1": "\x9b2Jseen\x85seen\x84",
    "bell": "\a\b\x7fseen",
    "return": "seen\rover it",
    "bidi override": "\u202eevil\u202c \u2066evil\u2069 \u200fevil",
    "separator": "one\u2028two\u2029three",
    "surrogate": "\ud800seen",
    "marks": "Z" + "\u0301" * 100,
}


def raised(text: str) -> Fault:
    """The fault that an error is which has this text, and so has its trace."""
    try:
        try:
            raise KeyError(text)
        except KeyError as error:
            raise ValueError(text) from error
    except ValueError as error:
        return Fault.of("at a test", error)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_nothing_of_a_fault_in_the_log_is_obeyed_by_a_terminal(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    log_fault(raised(text))
    written = capfd.readouterr().err
    assert all(line.isprintable() for line in written.split("\n"))
    assert "\u0301" * 3 not in written
    assert "this program failed at a test" in written and "  File " in written and "test_fault_log.py" in written


def test_the_beginning_and_the_end_of_a_long_fault_are_written_and_no_more(capfd: pytest.CaptureFixture[str]) -> None:
    log_fault(raised("x" * 1_000_000 + "\n" * 1_000_000 + "the end of it"))
    written = capfd.readouterr().err
    lines = written.splitlines()
    assert len(lines) <= fault_log.MAX_LINES + 1 and max(map(len, lines)) <= fault_log.MAX_LINE + 20
    assert lines[0].startswith("this program failed at a test") and lines[-1] == "the end of it"
    assert written.count("lines are left out]") == 1
