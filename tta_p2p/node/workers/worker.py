"""A worker process: it carries out what a node hands to it, one function after the other, and ends with its node.

What is asked and what comes of it are pickles behind their lengths, on standard input and output; whatever a function
prints goes to the error output. What it raises, of whatever kind, is an answer like any other.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

LENGTH = 8
"""Bytes of the length before a pickle."""


def frame(value: object) -> bytes:
    """A value as it is handed over."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH, "little") + data


def _listen(told: BinaryIO, jobs: queue.SimpleQueue[bytes]) -> None:
    """Take in jobs beside the one that is being done; when the node is gone, whatever is being done is of no use."""
    while len(head := told.read(LENGTH)) == LENGTH:
        jobs.put(told.read(int.from_bytes(head, "little")))
    os._exit(0)


Outcome = tuple[bool, Any, str]
"""Whether it is done, the result or what was raised instead, and where."""


def carry_out(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    """Give the result of a job; none of its exceptions comes out of here."""
    try:
        return True, function(*arguments), ""
    except BaseException as error:
        return _raised(error)


def _raised(error: BaseException) -> Outcome:
    return False, repr(error)[:500], "".join(traceback.format_exception(error))


def _answer(job: bytes) -> bytes:
    try:
        return frame(carry_out(*pickle.loads(job)))
    except Exception as error:  # what cannot be read, or not be handed over
        return frame(_raised(error))


def main() -> None:
    """Work until the node is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts the node ends its workers by that
    told, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(told, jobs), daemon=True).start()
    sys.path[:] = pickle.loads(jobs.get())  # what the node can import, its worker can
    while True:
        answers.write(_answer(jobs.get()))
        answers.flush()


if __name__ == "__main__":
    main()
