"""A worker process for heavy checks, since a thread would compete for the interpreter; it goes when idle for long.

A worker that dies, hangs or raises has checked nothing: the job is reported as failed and offered again, later and
later, until so many have failed in a row that it is taken for a fault of this program. Where no worker can be started
(no memory, no processes left, Python gone from its place), the people here are told, and the node checks by itself.
"""

from __future__ import annotations

import errno
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import trio

from protocol.errors import Fault
from tta_p2p.node.machine.installation import WORKER, command_line
from tta_p2p.node.workers import worker

TIME_LIMIT = 120.0
"""Seconds after which a check is given up and tried again."""
TRIES = 5
"""How many checks fail in a row before it is no accident."""
STARTS = 3
"""How many starts of a worker fail in a row before the node checks by itself."""
START_AGAIN = 300.0
"""Seconds after which it tries once more to start one."""
FIRST_WAIT = 0.2
"""Seconds before a failed check is tried again; twice as long each time."""
IDLE = 30.0
"""Seconds without a check after which a worker is let go: it takes about half as much memory as its node."""
ALIVE = 60.0
"""Seconds in which a worker that has been started must answer."""
AT_ONCE = 1 << 20
"""How many bytes of an answer are read at once."""


class WorkerFailed(Exception):
    """Nothing is known about the work: its process died, took too long or raised something.

    ``wait`` is how many seconds later it may be tried again; with a ``fault`` that would be of no use.
    """

    def __init__(self, why: str, wait: float = FIRST_WAIT, fault: Fault | None = None) -> None:
        super().__init__(why)
        self.wait, self.fault = wait, fault


class _Raised(Exception):
    """A function has raised something in a worker; the text is what, ``trace`` is where."""

    def __init__(self, what: str, trace: str) -> None:
        super().__init__(what)
        self.trace = trace


class _Died(Exception):
    """A worker is gone, or was taken for hung."""


class _Worker:
    """One process that works."""

    def __init__(self) -> None:
        """Raises OSError."""
        pipe = subprocess.PIPE
        self._process = process = subprocess.Popen(command_line(WORKER), stdin=pipe, stdout=pipe, bufsize=0)
        assert process.stdin is not None and process.stdout is not None
        self._to = trio.lowlevel.FdStream(os.dup(process.stdin.fileno()))
        self._from = trio.lowlevel.FdStream(os.dup(process.stdout.fileno()))
        process.stdin.close()
        process.stdout.close()

    async def begin(self) -> None:
        """Wait until it answers. Raises _Died, _Raised."""
        await self.work(worker.frame(sys.path) + worker.frame((abs, (-1,))), ALIVE)

    async def work(self, job: bytes, within: float = TIME_LIMIT) -> Any:
        """Let it carry out a job. Raises _Died, _Raised."""
        try:
            with trio.fail_after(within):
                await self._to.send_all(job)
                head = await self._read(worker.LENGTH)
                said = await self._read(int.from_bytes(head, "little"))
        except (trio.TooSlowError, trio.BrokenResourceError, EOFError) as error:
            raise _Died(f"it died or took too long: {error!r}") from error
        return _result(pickle.loads(said))

    async def _read(self, count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            more = await self._from.receive_some(min(count - len(data), AT_ONCE))
            if not more:
                raise EOFError("it has ended")
            data += more
        return bytes(data)

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        if trio.lowlevel.in_trio_run():  # else nobody can wait for them any more, and they go with this object
            self._to.close()
            self._from.close()


class WorkerPool:
    """A process for pure functions, one at a time; started with the first job, and again after it was let go."""

    def __init__(self, tell: Callable[[str], None] = lambda why: None) -> None:
        """``tell`` hears once, with what the system says, that no worker can be started and the node checks itself."""
        self.tell = tell
        self._turn = trio.Lock()
        self._worker: _Worker | None = None
        self._failed = 0
        """How many checks have failed since one was done."""
        self._starts = 0
        """How many starts have failed since one has not."""
        self._start_at = 0.0
        """When a worker may be started, by Trio's clock."""
        self._used_at = 0.0

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a picklable function. Raises WorkerFailed."""
        async with self._turn:
            try:
                if self._worker is None and not await self._start():
                    result = await self._here(function, arguments)
                else:
                    assert self._worker is not None
                    result = await self._worker.work(worker.frame((function, arguments)))
            except _Raised as error:
                raise self._failure(error) from error
            except Exception as error:
                self.close()
                raise self._failure(error) from error
            except BaseException:  # cancelled in the middle of a job: its answer must not be taken for another's
                self.close()
                raise
            self._failed, self._used_at = 0, trio.current_time()
            return result

    async def run_with_fallback(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function that this process carries out itself where a worker fails.

        Raises WorkerFailed, with a fault, for what the function raises here.
        """
        try:
            return await self.run(function, *arguments)
        except WorkerFailed:
            try:
                return await self._here(function, arguments)
            except _Raised as error:
                fault = Fault(f"at {function.__name__}", str(error), error.trace)
                raise WorkerFailed(str(error), fault=fault) from error

    async def _start(self) -> bool:
        """Start a worker; False where none can be, again and again. Raises OSError, _Died for the first failures."""
        if trio.current_time() < self._start_at:
            return False
        try:
            self._worker = _Worker()
            await self._worker.begin()
        except Exception as error:
            self.close()
            self._starts += 1
            if self._starts < STARTS:
                raise
            self._start_at = trio.current_time() + START_AGAIN
            if self._starts == STARTS:
                self.tell(_reason(error))
            return False
        self._starts = 0
        return True

    async def _here(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Check in this process, beside the game if there is a thread for it."""
        try:
            outcome = await trio.to_thread.run_sync(worker.carry_out, function, arguments)
        except RuntimeError:  # no thread can be started either
            outcome = worker.carry_out(function, arguments)
        return _result(outcome)

    def _failure(self, error: Exception) -> WorkerFailed:
        self._failed += 1
        why = f"a check failed: {error}"
        wait = FIRST_WAIT * 2 ** (self._failed - 1)
        if self._failed < TRIES:
            return WorkerFailed(why, wait)
        self._failed = 0
        doing = f"at a check, {TRIES} times in a row"
        fault = Fault(doing, str(error), error.trace) if isinstance(error, _Raised) else Fault.of(doing, error)
        return WorkerFailed(why, wait, fault)

    def stop_idle(self) -> None:
        """Let a worker go that has had nothing to do for long."""
        if self._worker is not None and not self._turn.locked() and trio.current_time() > self._used_at + IDLE:
            self.close()

    def close(self) -> None:
        """End the worker at once."""
        last, self._worker = self._worker, None
        if last is not None:
            last.end()


def _result(outcome: worker.Outcome) -> Any:
    done, result, trace = outcome
    if not done:
        raise _Raised(result, trace)
    return result


def _reason(error: Exception) -> str:
    """Give the system's reason why no worker can be started."""
    return errno.errorcode.get(error.errno or 0, "other") if isinstance(error, OSError) else "died"
