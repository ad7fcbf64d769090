"""Every command of `tta`, found in the program, where something is missing that a computer usually has.

Arguments: what is missing, and a folder. Prints what each command says, as JSON. Each runs in a copy of this process.

- ``folder``: the data folder is a file;
- ``home``: the user has no entry and there is no HOME (in a user namespace);
- ``locks``: the system refuses file locks, as some network drives do (by a filter of system calls).
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import signal
import struct
import sys
import tempfile
import time
from collections.abc import Iterator
from errno import ENOLCK
from pathlib import Path
from typing import Any, NoReturn

from tests.cli.terminals import commands
from tta_p2p.cli import main

NOBODY = 54_321
CLONE_NEWUSER = 0x10000000
SYSTEM_CALLS = {"x86_64": (73, 72), "aarch64": (32, 25)}
"""The numbers of flock and fcntl."""
LOCKS = (6, 7, 37, 38)
"""Requests to fcntl for locks: F_SETLK, F_SETLKW and the same for open files."""
BRIEF = {
    ("bot", "check"): ["--game", "caravan"],
    ("demo",): ["--game", "smugglers"],
    ("host",): ["--detach", "--quiet", "--listen", "127.0.0.1:0"],
    ("play",): ["--game", "caravan"],
    ("tables",): ["--wait", "0.2", "--interface", "127.0.0.1"],
    ("simulate",): ["--games", "1", "--game", "caravan", "--bots", "random,random"],
}
"""Arguments that keep a command short, or bring it to where it needs a data folder."""
LIMIT = 60
"""Seconds after which a command counts as one that waits for ever; one that is refused takes a moment."""


def every_command(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The commands there are, each with arguments where it wants some."""
    below = getattr(command, "commands", None)
    if below:
        for name, one in below.items():
            yield from every_command(one, (*path, name))
    else:
        needed = [str(one.name) for one in command.params if one.required and one.param_type_name == "argument"]
        yield path, [*(f"some-{name}" for name in needed), *BRIEF.get(path, [])]


def without_home() -> None:
    """Be a user whom the system does not know, with the rights of this one. Raises OSError."""
    me, library = os.getuid(), ctypes.CDLL(None, use_errno=True)
    if library.unshare(CLONE_NEWUSER):
        raise OSError(ctypes.get_errno(), "no user namespace")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} {me} 1")
    for name in ("HOME", "TTA_HOME", "XDG_DATA_HOME"):
        os.environ.pop(name, None)


def without_locks() -> None:
    """Have the system refuse file locks to this process and all that it starts. Raises OSError, KeyError."""
    flock, fcntl = SYSTEM_CALLS[platform.machine()]
    load, equal, give = 0x20, 0x15, 0x06
    refuse = (give, 0, 0, 0x00050000 | ENOLCK)
    allow = (give, 0, 0, 0x7FFF0000)
    asked = [(equal, len(LOCKS) - at, 0, one) for at, one in enumerate(LOCKS)]
    filter = [
        (load, 0, 0, 0),  # the number of the system call
        (equal, len(asked) + 3, 0, flock),
        (equal, 0, len(asked) + 1, fcntl),
        (load, 0, 0, 24),  # its second argument
        *asked,
        allow,
        refuse,
    ]
    code = b"".join(struct.pack("HBBI", *one) for one in filter)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(filter), ctypes.addressof(buffer))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(38, 1, 0, 0, 0) or library.prctl(22, 2, ctypes.c_char_p(program), 0, 0):
        raise OSError(ctypes.get_errno(), "no filter of system calls")


def run(words: list[str]) -> dict[str, object]:
    """Run a command in a copy of this process: its exit code, what it says, and for how many seconds it ran."""
    with tempfile.TemporaryFile() as said:
        began = time.monotonic()
        copy = os.fork()
        if not copy:
            _in_copy(words, said.fileno())
        _, status = os.waitpid(copy, 0)
        code = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    return {"command": words, "code": code, "said": text, "seconds": time.monotonic() - began}


def _in_copy(words: list[str], out: int) -> NoReturn:
    os.setsid()
    signal.alarm(LIMIT)
    for handle, file in ((0, os.open(os.devnull, os.O_RDONLY)), (1, out), (2, out)):
        os.dup2(file, handle)
    sys.argv = ["tta", *words]
    main.build = commands
    try:
        main.main()
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended.code if isinstance(ended.code, int) else 0)
    os._exit(99)


def every(missing: str, folder: Path) -> list[dict[str, object]]:
    """Run every command where this is missing."""
    os.environ["TTA_HOME"] = str(folder / "home")
    listed = list(every_command(commands()))
    if missing == "folder":
        (folder / "home").write_text("a file")
    elif missing == "home":
        without_home()
    else:
        (folder / "home").mkdir()
        without_locks()
    return [run([*path, *given]) for path, given in listed]


if __name__ == "__main__":
    try:
        print(json.dumps(every(sys.argv[1], Path(sys.argv[2]))))
    except (OSError, KeyError) as error:
        print(json.dumps(str(error)))
