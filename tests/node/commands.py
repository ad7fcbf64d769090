"""Commands of one data folder that begin at the same moment."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.cli.terminals import TTA, begin, surroundings
from tests.patience import PATIENCE


def at_once(home: Path, commands: Sequence[Sequence[object]]) -> list[subprocess.CompletedProcess[str]]:
    """Begin all commands before any is waited for; what each has said."""
    where = surroundings(home)
    with ExitStack() as stack:
        begun = []
        for command in commands:
            typed, out, errors = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
            typed.write(b"quit\n")  # who watches would stay until the game is over
            typed.seek(0)
            files = (typed.fileno(), out.fileno(), errors.fileno())
            begun.append((begin([*TTA, *map(str, command)], where, files), out, errors))
        done = []
        for (process, *said), command in zip(begun, commands, strict=True):
            code = process.wait(PATIENCE)
            texts = [(file.seek(0), file.read().decode())[1] for file in said]
            done.append(subprocess.CompletedProcess([*map(str, command)], code, *texts))
    return done
