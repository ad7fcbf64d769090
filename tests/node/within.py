"""Nodes within the process of a test: all of a node but a process of its own, at a fraction of what that costs.

Their sockets, stores and clients are real, and they play the same game as processes would. For tests in which no
process has to die, to be frozen or to be told something by its system: who is killed here is cancelled, so that it
closes its store and its connections as it goes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import traceback
from pathlib import Path
from typing import IO, Any

import trio

from tests.node.dice import Dice, create
from tests.node.hasty import hurry
from tta_p2p.net.router.gateway import Gateway
from tta_p2p.node import process
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.process import Node
from tta_p2p.node.workers.pool import WorkerPool
from tta_p2p.store import identity


class Here(WorkerPool):
    """Checks and thoughts in a thread of this process, which knows what other nodes of it have found out."""

    async def _start(self) -> bool:
        return False


async def no_routers() -> tuple[Gateway, ...]:
    """No router stands between these nodes."""
    return ()


class House:
    """A thread in which nodes live."""

    def __init__(self, hasty: bool) -> None:
        """``hasty``: with a faster pulse (see `tests.node.hasty`)."""
        self._open_mesh = process.open_mesh
        if hasty:
            hurry()
        begun = threading.Event()
        self._thread = threading.Thread(target=trio.run, args=(self._live, begun), name="nodes of a test")
        self._thread.start()
        begun.wait()

    async def _live(self, begun: threading.Event) -> None:
        self._token = trio.lowlevel.current_trio_token()
        async with trio.open_nursery() as self._nursery:
            begun.set()
            await trio.sleep_forever()

    def begin(self, plan: Plan, home: Path, errors: IO[Any], seed: str) -> Lodger:
        """A node with this plan. ``seed``: whose dice it throws."""
        lodger = Lodger(self._token, plan, home, errors, seed)
        self._token.run_sync_soon(self._nursery.start_soon, lodger.live)
        return lodger

    def close(self) -> None:
        """End it with all nodes."""
        self._token.run_sync_soon(self._nursery.cancel_scope.cancel)
        self._thread.join()
        process.open_mesh = self._open_mesh


class Lodger:
    """Such a node as `subprocess.Popen` shows a process, as far as tests ask."""

    def __init__(self, token: trio.lowlevel.TrioToken, plan: Plan, home: Path, errors: IO[Any], seed: str) -> None:
        self.pid, self.returncode = os.getpid(), None
        heard, self._told = os.pipe()
        self.stdout = os.fdopen(heard, "rb", buffering=0)
        self._token, self._errors = token, errors
        self._scope, self._ended, self._code = trio.CancelScope(), threading.Event(), 1
        entropy = Dice(seed) if seed else os.urandom
        if isinstance(entropy, Dice) and not (home / identity.KEY_FILE).exists():
            create(home, None, entropy)
        environment = Environment(entropy, aside=_at_once, workers=Here(), thinkers=Here(), gateways=no_routers)
        self._node = Node(plan, home, report=self._report, environment=environment)

    returncode: int | None

    async def live(self) -> None:
        """Be this node, from its beginning to its end."""
        try:
            with self._scope:
                await self._node.run()
                self._code = 0
            if self._scope.cancelled_caught:
                self._code = -signal.SIGKILL
        except Exception:
            self._errors.write(traceback.format_exc().encode())
            self._errors.flush()
        finally:
            os.close(self._told)
            self._ended.set()

    def poll(self) -> int | None:
        """Its exit code, as soon as it has ended."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; its exit code. Raises subprocess.TimeoutExpired."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a node", timeout or 0)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Kill it; no other signal means something here but to go on, which it does."""
        if number == signal.SIGKILL:
            self._token.run_sync_soon(self._scope.cancel)
        elif number != signal.SIGCONT:
            raise ValueError("only a process can be told so")

    def _look(self, seconds: float | None) -> int | None:
        if self.returncode is None and self._ended.wait(seconds):
            self.returncode = self._code
        return self.returncode

    def _report(self, line: str) -> None:
        os.write(self._told, f"{line}\n".encode())


async def _at_once(function: Any, *arguments: Any) -> Any:
    """In memory nobody waits for a disk; but whoever waits for one lets others go on."""
    await trio.lowlevel.checkpoint()
    return function(*arguments)
