"""Heavy checks in processes of their own, never in a thread beside a busy interpreter.

A worker that dies, hangs or raises has checked nothing: the job is reported as failed and offered again.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import trio

TIME_LIMIT = 120.0
"""Seconds after which a check is given up and tried again."""


class WorkerFailed(Exception):
    """Nothing is known about the work: its process died or took too long."""


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

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a picklable function. Raises WorkerFailed."""
        if self._pool is None:
            # spawn: a forked child of a process with threads and sockets could hang, and would hold its sockets
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=_end_with_the_node)
        pool = self._pool
        try:
            future = pool.submit(function, *arguments)
            return await trio.to_thread.run_sync(future.result, TIME_LIMIT, abandon_on_cancel=True)
        except (BrokenProcessPool, TimeoutError, OSError, RuntimeError) as error:
            if self._pool is pool:
                self._pool = None
                self._stop(pool)
            raise WorkerFailed(f"a checking process failed: {error!r}") from error

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
