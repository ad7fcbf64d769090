"""A command at a pseudo-terminal, as somebody has it over SSH: what it shows, in how many bytes, and how soon."""

import os
import pty
import select
import signal
import subprocess
import termios
import time
from pathlib import Path

import pyte

from tta_p2p.node.machine.installation import TTA, command_line

SIZE = (24, 80)
QUIET = 0.4
"""Seconds without a byte after which a picture is complete."""
ANSWER = 3.0
"""Seconds for the first byte after a key."""
SILENCE = 60.0
"""Seconds without a byte after which nothing more is expected."""


class Terminal:
    """A command at a pseudo-terminal, and what that would show."""

    def __init__(self, home: Path, *words: str, size: tuple[int, int] = SIZE) -> None:
        """Start it in a window of so many rows and columns."""
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, size)
        environment = {**os.environ, "TTA_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        for name in ("NO_COLOR", "PYTHONDONTWRITEBYTECODE"):  # people have what is compiled
            environment.pop(name, None)
        self._ours = ours
        self.screen = pyte.Screen(size[1], size[0])
        self._stream = pyte.ByteStream(self.screen)
        self.bytes = 0
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            command_line(TTA, *words), stdin=theirs, stdout=theirs, stderr=theirs, env=environment, process_group=0
        )
        os.close(theirs)

    def until(self, text: str) -> float:
        """Read until this is in the window; milliseconds since the start.

        Raises RuntimeError when nothing comes any more and it is not there.
        """
        while text not in "\n".join(self.screen.display):
            if not self._read(SILENCE):
                raise RuntimeError("\n".join([f"never shown: {text}", *self.screen.display]))
        return (time.perf_counter() - self.began) * 1000

    def until_not(self, text: str) -> float:
        """Read until this is not in the window any more; milliseconds since the start. Raises RuntimeError as well."""
        while text in "\n".join(self.screen.display):
            if not self._read(SILENCE):
                raise RuntimeError("\n".join([f"always shown: {text}", *self.screen.display]))
        return (time.perf_counter() - self.began) * 1000

    def quiet(self) -> int:
        """Read until nothing comes any more; the bytes."""
        count = 0
        while got := self._read(QUIET):
            count += got
        return count

    def press(self, keys: bytes) -> tuple[float, int]:
        """Press keys; milliseconds to the last byte of what follows, and the bytes."""
        began = time.perf_counter()
        os.write(self._ours, keys)
        count, last = 0, began
        while got := self._read(QUIET if count else ANSWER):
            count, last = count + got, time.perf_counter()
        return (last - began) * 1000, count

    def close(self) -> None:
        """End it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self._ours)

    def _read(self, patience: float) -> int:
        if not select.select([self._ours], [], [], patience)[0]:
            return 0
        got = os.read(self._ours, 65536)
        self._stream.feed(got)
        self.bytes += len(got)
        return len(got)
