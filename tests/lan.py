"""A LAN of network namespaces joined by a bridge, for whole hosts with links that can be cut. Needs root and ``ip``."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import TypeVar

from tests.needs import not_run_here
from tests.patience import PATIENCE

T = TypeVar("T")

HOSTS = 3


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True, timeout=PATIENCE)


@dataclass
class Lan:
    """A bridge and some hosts behind it; everything is removed at the end."""

    tag: str = field(default_factory=lambda: os.urandom(3).hex())
    ipv6: bool = False
    """Whether there is IPv6 in place of IPv4."""

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
                net = ("/64", "nodad") if self.ipv6 else ("/24",)
                ip("-n", host, "addr", "add", f"{self.address(number)}{net[0]}", "dev", "eth0", *net[1:])
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
        return f"fd77::{number + 1}" if self.ipv6 else f"10.77.0.{number + 1}"

    def inside(self, number: int) -> tuple[str, ...]:
        """How a command line begins that runs on this host."""
        return ("ip", "netns", "exec", self.host(number))

    def plug(self, number: int, state: str) -> None:
        """Cut the link of a host (``down``) or mend it (``up``)."""
        ip("-n", self.switch, "link", "set", f"port{number}", state)

    def sever(self, one: int, other: int) -> None:
        """Let these two hosts never reach each other: each reaches everybody else."""
        alone = 128 if self.ipv6 else 32
        for here, there in ((one, other), (other, one)):
            ip("-n", self.host(here), "route", "add", "unreachable", f"{self.address(there)}/{alone}")


def lan_or_not_here(*, ipv6: bool = False) -> Iterator[Lan]:
    """The body of a fixture: a LAN, all its links up, or this test is not run on this machine."""
    yield from namespaces_or_not_here("the LAN of network namespaces", lambda: Lan(ipv6=ipv6))


def namespaces_or_not_here(what: str, make: Callable[[], AbstractContextManager[T]]) -> Iterator[T]:
    """The body of a fixture: what is made of network namespaces, or this test is not run on this machine."""
    if os.name != "posix" or os.geteuid() != 0:
        not_run_here(what, "it needs root")
    if shutil.which("ip") is None:
        not_run_here(what, "it needs the command ip (of iproute2)")
    with ExitStack() as stack:
        try:
            built = stack.enter_context(make())
        except subprocess.CalledProcessError as error:
            not_run_here(what, f"{' '.join(error.cmd[:4])}: {error.stderr.strip()[:80]}")
        yield built
