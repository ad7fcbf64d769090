"""Heavy checks in processes of their own, never in a thread beside a busy interpreter.

A worker that dies, hangs or raises has checked nothing: the job is reported as failed and offered again, later and
later, until so many have failed in a row that it is taken for a fault of this program.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import trio

from protocol.errors import Fault

TIME_LIMIT = 120.0
"""Seconds after which a check is given up and tried again."""


TRIES = 5
"""How many checks fail in a row before it is no accident."""
FIRST_WAIT = 0.2
"""Seconds before a failed check is tried again; twice as long each time."""


class WorkerFailed(Exception):
    """Nothing is known about the work: its process died, took too long or raised something.

    ``wait`` is how many seconds later it may be tried again; with a ``fault`` that would be of no use.
    """

    def __init__(self, why: str, wait: float = FIRST_WAIT, fault: Fault | None = None) -> None:
        super().__init__(why)
        self.wait, self.fault = wait, fault


def _end_with_the_node() -> None:
    """In a worker: whatever happens to the node, even kill -9, no process of it stays behind."""
    node = multiprocessing.parent_process()
    assert node is not None

    def watch() -> None:
        node.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    """A few processes for pure functions; started with the first job."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._failed = 0
        """How many have failed since one was done."""

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a picklable function. Raises WorkerFailed."""
        if self._pool is None:
            # spawn: a forked child of a process with threads and sockets could hang, and would hold its sockets
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=_end_with_the_node)
        pool = self._pool
        try:
            future = pool.submit(function, *arguments)
            result = await trio.to_thread.run_sync(future.result, TIME_LIMIT, abandon_on_cancel=True)
        except Exception as error:
            if self._pool is pool:
                self._pool = None
                self._stop(pool)
            raise self._failure(error) from error
        self._failed = 0
        return result

    def _failure(self, error: Exception) -> WorkerFailed:
        self._failed += 1
        died = isinstance(error, BrokenProcessPool | TimeoutError | CancelledError)
        why = f"a checking process {'died or took too long' if died else 'failed'}: {error!r}"
        wait = FIRST_WAIT * 2 ** (self._failed - 1)
        if self._failed < TRIES:
            return WorkerFailed(why, wait)
        self._failed = 0
        fault = Fault.of(f"at a check, {TRIES} times in a row", error)
        return WorkerFailed(why, wait, fault)

    def close(self) -> None:
        """End all workers at once."""
        if self._pool is not None:
            self._stop(self._pool)
            self._pool = None

    @staticmethod
    def _stop(pool: ProcessPoolExecutor) -> None:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
