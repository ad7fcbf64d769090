"""Ctrl-C while `tta` is still imported: it ends without a word, whatever module was being looked for."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.cli.terminals import tta
from tta_p2p.cli import errors

INTERRUPTS = """
import os
import signal
import sys
from tta_p2p.cli import __main__ as entry

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell without jobs starts what is behind with it ignored

class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.stdlib_module_names:
            return  # these import it
        if child := os.fork():
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            with open(os.environ["TRIED"], "a") as file:
                print(name, code, file=file)
            return
        sys.meta_path.remove(self)
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except BaseException:
            if name != "typer":  # which may take any exception for a fault of what it tries to import
                raise

sys.meta_path.insert(0, Interrupter())
entry.main()
"""


def test_ctrl_c_ends_tta_without_a_word_whatever_it_imports(tmp_path: Path) -> None:
    tried, command = tmp_path / "tried", ("play", "Ann", "--game", "nowhere")
    program = [sys.executable, "-P", "-c", INTERRUPTS]
    given = {"TRIED": str(tried)}
    once = tta(tmp_path, *command, program=program, environment=given)
    codes = dict(line.split() for line in tried.read_text().splitlines())
    assert {"typer", "tta_p2p.cli.main", "tta_p2p.cli.errors", "tta_p2p.cli.commands.play"} <= codes.keys()
    assert {name: code for name, code in codes.items() if code != str(errors.INTERRUPTED)} == {}
    assert once.stderr == tta(tmp_path, *command).stderr, "nothing is said of it by any of those that were ended"
