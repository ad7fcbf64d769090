"""The address that is told works: commands printed on one computer are typed into the shell of another.

The host has a cable, a VPN, a bridge of containers and an interface that is down, called so that none but the right
order tells the right one. Network namespaces stand for computers. Needs root and ``ip``.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.terminals import eventually, surroundings
from tests.ground.repository import ROOT
from tests.lan import ip, namespaces_or_not_here
from tests.patience import PATIENCE
from tta_p2p.node.machine import roster

CABLE, VPN = ("10.88.0.1", "10.88.0.2"), ("10.147.17.1", "10.147.17.2")


class Computers:
    """A host, a guest at the other end of a cable, and a friend who reaches the host through a VPN alone."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tag = folder, os.urandom(3).hex()
        bin = folder / "bin"
        bin.mkdir()
        for home in ("host", "guest", "friend"):
            (folder / home).mkdir(mode=0o700)
        (bin / "tta").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tta_p2p.cli "$@"\n')
        (bin / "tta").chmod(0o755)

    def __enter__(self) -> Computers:
        with ExitStack() as stack:
            for name in ("host", "guest", "friend"):
                ip("netns", "add", self.of(name))
                stack.callback(ip, "netns", "del", self.of(name))
                ip("-n", self.of(name), "link", "set", "lo", "up")
            for other, link, (mine, theirs) in (("guest", "eth0", CABLE), ("friend", "zt7nnabcde", VPN)):
                ends = ("type", "veth", "peer", "name", link, "netns", self.of(other))
                ip("-n", self.of("host"), "link", "add", link, *ends)
                for name, address in (("host", mine), (other, theirs)):
                    ip("-n", self.of(name), "addr", "add", f"{address}/24", "dev", link)
                    ip("-n", self.of(name), "link", "set", link, "up")
            ip("-n", self.of("host"), "route", "add", "default", "via", CABLE[1])
            for name in ("host", "guest"):  # each has its own containers, at the same addresses
                ip("-n", self.of(name), "link", "add", "docker0", "type", "bridge")
                ip("-n", self.of(name), "addr", "add", "172.17.0.1/16", "dev", "docker0")
                ip("-n", self.of(name), "link", "add", "veth1a2b3c4", "type", "veth", "peer", "name", "inside")
                ip("-n", self.of(name), "link", "set", "veth1a2b3c4", "master", "docker0", "up")
                for link in ("inside", "docker0"):
                    ip("-n", self.of(name), "link", "set", link, "up")
            ip("-n", self.of("host"), "link", "add", "aaa0", "type", "veth", "peer", "name", "aaa1")
            ip("-n", self.of("host"), "addr", "add", "10.99.0.1/24", "dev", "aaa0")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        for home in ("host", "guest", "friend"):
            for node in roster.running_nodes(self.folder / home):
                os.kill(node.pid, signal.SIGKILL)
        self._stack.close()

    def of(self, name: str) -> str:
        return f"tta-{self.tag}-{name}"

    def shell(self, name: str, line: str, language: str = "en") -> str:
        """Type a line into the shell of a computer; what it prints."""
        home = self.folder / name
        around = surroundings(home, TTA_LANG=language, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        words = ["ip", "netns", "exec", self.of(name), "sh", "-c", line]
        done = subprocess.run(words, env=around, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"{name}: {line}: {done.stdout} {done.stderr}"
        return done.stdout

    def tables(self, name: str, language: str) -> str:
        """What a computer prints of the tables on its networks, as soon as there is one."""

        def listed() -> str:
            shown = self.shell(name, "tta tables", language)
            return shown if "tta join 1" in shown else ""

        return str(eventually("a table is listed", listed))


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[Computers]:
    yield from namespaces_or_not_here("computers of network namespaces", lambda: Computers(tmp_path))


def printed(text: str, command: str) -> str:
    """The command that a text names, with everything that belongs to it on its line."""
    found = re.search(rf"tta {command} .*", text)
    assert found is not None, text
    return found[0]


def test_printed_commands_work_where_they_are_read_beside_containers_a_vpn_and_an_interface_that_is_down(
    computers: Computers,
) -> None:
    opened = computers.shell("host", "tta host --game caravan --seats 3 --table friday --detach")
    told = printed(opened, "join")
    assert CABLE[0] in told and VPN[0] in told and told.index(CABLE[0]) < told.index(VPN[0]), told
    assert "172.17" not in told and "10.99" not in told and "127.0" not in told
    assert told.count("tta join ") == 2 and told.count("#") == 2, "every release takes each of the two commands"

    # Each network is told its own address and no other; where it is a VPN, that is said.
    nearby, through = computers.tables("guest", "en"), computers.tables("friend", "zh-Hans")
    assert f"{CABLE[0]}:" in nearby and VPN[0] not in nearby and "172.17" not in nearby and "VPN" not in nearby
    assert f"{VPN[0]}:" in through and CABLE[0] not in through and "172.17" not in through and "经由ZeroTier" in through
    (listed,) = eventually("it is listed", lambda: json.loads(computers.shell("friend", "tta tables --json")))
    assert [place.partition(":")[0] for place in listed["addresses"]] == [VPN[0]] and listed["reach"] == ["vpn"]

    assert "tta attach" in computers.shell("guest", f"{printed(nearby, 'join')} --detach")
    assert "tta attach" in computers.shell("friend", f"{told} --detach"), "its second address is tried as well"

    looked = computers.shell("host", "tta doctor --json || true")
    (ports,) = [one["says"] for one in json.loads(looked) if one["what"] == "ports"]
    assert f"{CABLE[0]} (from your own network)" in ports and f"{VPN[0]} (from the same ZeroTier network)" in ports
    assert "172.17" not in ports


def test_without_any_address_or_with_its_own_alone_a_computer_says_so_at_once(computers: Computers) -> None:
    host = computers.of("host")
    for link in ("zt7nnabcde", "docker0", "veth1a2b3c4", "aaa0"):
        ip("-n", host, "link", "del", link)
    ip("-n", host, "-4", "addr", "flush", "dev", "eth0")
    opened = computers.shell("host", "tta host --game caravan --quiet --detach 2>&1")
    assert "only link-local IPv6 addresses" in opened and "tta join 127.0.0.1:" in opened

    ip("-n", host, "link", "del", "eth0")
    looked = computers.shell("host", "tta doctor --json || true")
    (ports,) = [one for one in json.loads(looked) if one["what"] == "ports"]
    assert not ports["ok"] and "connected to no network" in ports["says"] and "127.0.0.1" in ports["says"]
    opened = computers.shell("host", "tta host --game caravan --quiet --detach 2>&1")
    assert "connected to no network" in opened and "tta join 127.0.0.1:" in opened

    ip("-n", host, "link", "set", "lo", "down")
    ip("-n", host, "addr", "flush", "dev", "lo")
    looked = computers.shell("host", "tta doctor --json || true")
    (ports,) = [one for one in json.loads(looked) if one["what"] == "ports"]
    assert not ports["ok"] and "no network address at all" in ports["says"]
    for language, words in (("en", "no network address at all"), ("zh-Hans", "一个网络地址也没有")):
        refused = computers.shell("host", "tta host --game caravan --detach 2>&1; echo code $?", language)
        assert words in refused and "code 1" in refused and "Traceback" not in refused and "log" not in refused
        opened = computers.shell("host", 'tta host --game caravan --detach --folder "$TTA_HOME" 2>&1', language)
        assert "tta join --folder" in opened and "tta attach" in opened and words not in opened
        refused = computers.shell("host", "tta join 10.88.0.2:7 --wait 0 --detach 2>&1; echo code $?", language)
        assert "10.88.0.2:7" in refused and "code 1" in refused and "Traceback" not in refused
