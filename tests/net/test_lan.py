"""Three hosts on a LAN of their own: network namespaces joined by a bridge. Needs root and ``ip``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import trio

from tests.ground.repository import ROOT
from tests.lan import HOSTS, Lan, lan_or_not_here
from tests.patience import PATIENCE


@pytest.fixture
def lan() -> Iterator[Lan]:
    yield from lan_or_not_here()


class Host:
    """A host's process; its lines are read until one is wanted."""

    def __init__(self, lan: Lan, number: int) -> None:
        self.number = number
        self.lines: list[str] = []
        command = [*lan.inside(number), sys.executable, "-m", "tests.net.lan_host"]
        self.process = subprocess.Popen(
            [*command, str(number), str(HOSTS), lan.address(number), lan.tag],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    async def until(self, *starts: str) -> list[str]:
        """Read until each of these beginnings has come; what was read."""
        assert self.process.stdout is not None
        missing, read = set(starts), list[str]()
        try:
            with trio.fail_after(PATIENCE):
                while missing:
                    line = await trio.to_thread.run_sync(self.process.stdout.readline, abandon_on_cancel=True)
                    assert line, f"host {self.number} has ended; still to come: {missing}"
                    read.append(line.strip())
                    missing = {start for start in missing if not line.startswith(start)}
        except trio.TooSlowError:
            raise AssertionError(f"host {self.number} never said {missing}; last: {read[-12:]}") from None
        return read

    def end(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


async def test_three_hosts_find_each_other_talk_lose_one_and_get_it_back(lan: Lan) -> None:
    with ExitStack() as stack:
        hosts = [Host(lan, number) for number in range(HOSTS)]
        for host in hosts:
            stack.callback(host.end)

        async def all_hear(which: list[int], *verbs: str) -> None:
            async with trio.open_nursery() as nursery:
                for me in which:
                    others = [other for other in which if other != me]
                    nursery.start_soon(hosts[me].until, *(f"{verb} {other}" for verb in verbs for other in others))

        await all_hear([0, 1, 2], "found", "connected", "received")

        lan.plug(2, "down")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosts[0].until, "disconnected 2")
            nursery.start_soon(hosts[1].until, "disconnected 2")
            nursery.start_soon(hosts[2].until, "disconnected 0", "disconnected 1")
        await all_hear([0, 1], "received")

        lan.plug(2, "up")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosts[0].until, "connected 2", "received 2")
            nursery.start_soon(hosts[1].until, "connected 2", "received 2")
            nursery.start_soon(hosts[2].until, "connected 0", "connected 1", "received 0", "received 1")
        await all_hear([0, 1], "received")
