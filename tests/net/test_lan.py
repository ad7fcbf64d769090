"""Three hosts on a LAN of their own: network namespaces joined by a bridge. Needs root and ``ip``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
import trio

from tests.ground.repository import ROOT
from tests.needs import not_run_here

HOSTS = 3


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True, timeout=30)


@dataclass
class Lan:
    """A bridge and some hosts behind it; everything is removed at the end."""

    tag: str = field(default_factory=lambda: os.urandom(3).hex())

    def __enter__(self) -> Lan:
        with ExitStack() as stack:
            # The bridge lives in a namespace of its own, so that nothing of this machine is touched.
            for name in [self.switch, *map(self.host, range(HOSTS))]:
                ip("netns", "add", name)
                stack.callback(ip, "netns", "del", name)
                ip("-n", name, "link", "set", "lo", "up")
            plain = ("forward_delay", "0", "mcast_snooping", "0")
            ip("-n", self.switch, "link", "add", "bridge", "type", "bridge", *plain)
            ip("-n", self.switch, "link", "set", "bridge", "up")
            for number in range(HOSTS):
                port, host = f"port{number}", self.host(number)
                ip("-n", self.switch, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", host)
                ip("-n", self.switch, "link", "set", port, "master", "bridge", "up")
                ip("-n", host, "addr", "add", f"{self.address(number)}/24", "dev", "eth0")
                ip("-n", host, "link", "set", "eth0", "up")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def switch(self) -> str:
        return f"tta-{self.tag}-switch"

    def host(self, number: int) -> str:
        return f"tta-{self.tag}-{number}"

    def address(self, number: int) -> str:
        return f"10.77.0.{number + 1}"

    def plug(self, number: int, state: str) -> None:
        ip("-n", self.switch, "link", "set", f"port{number}", state)


@pytest.fixture
def lan() -> Iterator[Lan]:
    if os.name != "posix" or os.geteuid() != 0:
        not_run_here("the LAN of network namespaces", "it needs root")
    if shutil.which("ip") is None:
        not_run_here("the LAN of network namespaces", "it needs the command ip (of iproute2)")
    try:
        built = Lan().__enter__()
    except subprocess.CalledProcessError as error:
        not_run_here("the LAN of network namespaces", f"{' '.join(error.cmd[:4])}: {error.stderr.strip()[:80]}")
    with ExitStack() as stack:
        stack.callback(built.__exit__)
        yield built


class Host:
    """A host's process; its lines are read until one is wanted."""

    def __init__(self, lan: Lan, number: int) -> None:
        self.number = number
        self.lines: list[str] = []
        command = ["ip", "netns", "exec", lan.host(number), sys.executable, "-m", "tests.net.lan_host"]
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
            with trio.fail_after(60):
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
            self.process.wait(10)
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
