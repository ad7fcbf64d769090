"""A real router in namespaces opens the port of a real node, by each protocol, and lets a friend from outside in.

`miniupnpd` stands between a host's namespace and that of a friend, and only what it opens gets through. A node that is
told to stop closes its port; one that is killed leaves a rule whose time is over within the hour (not waited for here).
A lease in a hurry is renewed, asked for again after the router has lost its power, and closed. Whole games are played
through the router, and their files must be fair and equal.
Needs root and Debian's packages `miniupnpd`, `nftables` and `iproute2`; the one that is missing is named.
"""

import argparse
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import takewhile
from pathlib import Path

from msgspec.structs import replace

from campaigns._sides import Side, verdict
from tests.lan import ip
from tta_p2p import registry
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.plan.plans import Plan

PACKAGES = {"ip": "iproute2", "nft": "nftables", "miniupnpd": "miniupnpd", "ss": "iproute2"}
INSIDE, OUTER, FRIEND = "10.88.0.1", "9.9.9.1", "9.9.9.2"
HOST, HOST6 = "10.88.0.5", "2a00:1::5"
NEAR = "192.168.77.2"
"""The outer address of a router behind another one."""
WAYS = ("pcp", "upnp", "pcp-lease", "upnp-lease", "refused", "upnp-refused", "silent", "behind", "ipv6", "games")
PORT = 7777
PATIENCE = 20.0
"""Seconds for anything that a node or a router has to do."""
RULES = """
table inet filter {
    chain forward {
        type filter hook forward priority 0; policy drop;
        ct state established,related accept
        iifname "inner" accept
        jump miniupnpd
    }
    chain miniupnpd { }
    chain postrouting_miniupnpd { }
}
table inet nat {
    chain prerouting { type nat hook prerouting priority -100; jump miniupnpd; }
    chain postrouting { type nat hook postrouting priority 100; oifname "outer" masquerade; }
    chain miniupnpd { }
    chain postrouting_miniupnpd { }
}
"""
CONFIGURATION = """
ext_ifname=outer
listening_ip=inner
enable_natpmp={words}
enable_upnp={upnp}
min_lifetime=120
max_lifetime=86400
secure_mode=yes
system_uptime=no
upnp_table_name=filter
upnp_nat_table_name=nat
upnp_forward_chain=miniupnpd
upnp_nat_chain=miniupnpd
upnp_nat_postrouting_chain=postrouting_miniupnpd
lease_file={folder}/leases
uuid=00000000-0000-0000-0000-000000000001
{permission} 0-65535 0.0.0.0/0 0-65535
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--way", default="", choices=["", *WAYS], help="only this (default: all)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def lacking() -> list[str]:
    """The packages of Debian whose programs are missing here."""
    return sorted({package for program, package in PACKAGES.items() if shutil.which(program) is None})


def run(wanted: argparse.Namespace) -> int:
    """Open, renew, close, refuse and stay silent; say what took how long; 1 if anything was found."""
    ways = [wanted.way] if wanted.way else WAYS
    found, times = list[str](), list[str]()

    def note(text: str, way: str) -> None:
        found.append(f"{text}; again: ./scripts/soak router --way {way}")
        print(found[-1], file=sys.stderr, flush=True)

    if missing := lacking():
        note(f"it needs the package {' and '.join(missing)} (apt-get install {' '.join(missing)})", ways[0])
    elif os.geteuid():
        note("it makes network namespaces, as root alone can", ways[0])
    else:
        for way in ways:
            try:
                for line in tried(way):
                    times.append(f"{way}: {line}")
                    print(times[-1], file=sys.stderr, flush=True)
            except (AssertionError, TimeoutError, OSError, subprocess.SubprocessError) as error:
                note(f"{way}: {error or type(error).__name__}", way)
    if wanted.json:
        print(json.dumps({"found": found, "times": times}))
    else:
        print("\n".join(found) or "nothing was found")
    return 1 if found else 0


def tried(way: str) -> Iterator[str]:
    """Try one protocol, or one way in which a router disappoints, and say what was seen."""
    if way.endswith("-lease"):
        yield from leased(way.removesuffix("-lease"))
    elif way == "ipv6":
        yield from pinhole()
    elif way == "games":
        for game in registry.names():
            if not registry.entry(game).example:
                yield from played(game)
    else:
        yield from opened(way)


def leased(way: str) -> Iterator[str]:
    """Renew a lease, lose it with the power of the router, and close it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tta-router-")))
        net = stack.enter_context(network())
        daemon = stack.enter_context(ExitStack())
        daemon.enter_context(router(net, folder, way))
        began = time.monotonic()
        line = ("ip", "netns", "exec", net["host"], sys.executable, "-m", "campaigns._lease", str(PORT))
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL)
        stack.callback(process.wait, PATIENCE)
        stack.callback(process.kill)
        until(lambda: bool(ends(folder)), "nothing is opened")
        yield f"opened {time.monotonic() - began:.1f} s after the start of a process"
        first = ends(folder)
        until(lambda: ends(folder) > first, "the lease is not renewed", 3 * PATIENCE)
        more = ends(folder)[0] - first[0]
        yield f"renewed after {time.monotonic() - began:.1f} s, for {more} s more; rules: {len(ends(folder))}"
        daemon.close()
        (folder / "leases").unlink()
        inside(net["router"], "nft", "flush", "ruleset")
        inside(net["router"], "nft", "-f", "-", text=RULES)
        stack.enter_context(router(net, folder, way))
        assert not rules(net), "the router has lost nothing"
        began = time.monotonic()
        until(lambda: bool(rules(net)), "the router is not asked again", 3 * PATIENCE)
        yield f"opened again {time.monotonic() - began:.1f} s after the router is back"
        began = time.monotonic()
        process.terminate()
        until(lambda: not rules(net), "the rule is still there")
        yield f"closed {time.monotonic() - began:.1f} s after SIGTERM"


def pinhole() -> Iterator[str]:
    """Open a pinhole in the firewall of IPv6, and close it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tta-router-")))
        net = stack.enter_context(network())
        for end, device, number, there in (("host", "eth0", 1, 5), ("friend", "eth0", 2, 2)):
            side = "inner" if end == "host" else "outer"
            ip("-n", net[end], "addr", "add", f"2a00:{number}::{there}/64", "dev", device, "nodad")
            ip("-n", net["router"], "addr", "add", f"2a00:{number}::1/64", "dev", side, "nodad")
            ip("-n", net[end], "-6", "route", "add", "default", "via", f"2a00:{number}::1")
        ip("-n", net["host"], "-4", "route", "del", "default")
        inside(net["router"], "sysctl", "-qw", "net.ipv6.conf.all.forwarding=1")
        stack.enter_context(router(net, folder, "pcp"))
        within = ("ip", "netns", "exec", net["host"], sys.executable)
        serve = "import socket; s = socket.create_server(('::', 7777), family=socket.AF_INET6)\nwhile 1: s.accept()"
        began = time.monotonic()
        for line in ((*within, "-c", serve), (*within, "-m", "campaigns._lease", str(PORT))):
            process = subprocess.Popen(line, stdout=subprocess.DEVNULL)
            stack.callback(process.wait, PATIENCE)
            stack.callback(process.kill)
        until(lambda: reached(net, PORT, HOST6), "a friend outside does not reach the host by IPv6")
        yield f"a friend outside reaches [{HOST6}]:{PORT} after {time.monotonic() - began:.1f} s"
        began = time.monotonic()
        process.terminate()
        until(lambda: not reached(net, PORT, HOST6), "the pinhole is still there")
        yield f"closed {time.monotonic() - began:.1f} s after SIGTERM"


def ends(folder: Path) -> list[int]:
    """When the rules end that are open at the router (seconds since 1970)."""
    try:
        lines = (folder / "leases").read_text().splitlines()
    except OSError:
        return []
    return [int(line.split(":")[4]) for line in lines if line.count(":") > 4]


def played(game: str) -> Iterator[str]:
    """Play a whole game with a friend outside, who reaches the host by the address that the router has opened."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tta-router-")))
        net = stack.enter_context(network())
        stack.enter_context(router(net, folder, "pcp"))
        seats = registry.entry(game).seats[0]
        conditions = Conditions(seats, game, bots=("random",) * (seats - 2))
        shared = Plan(do="host", id="", name="", bot="random", at_once=True, grid=0.0, router=True, quiet=True)
        within = {one: ("ip", "netns", "exec", name) for one, name in net.items()}
        host = Side(within["host"], folder / "ann", replace(shared, id="host", name="Ann", conditions=conditions), {})
        stack.callback(host.close)
        _, address = host.wait_for("listening", PATIENCE)
        until(lambda: bool(rules(net)), "there is no rule at the router")
        place, _, key = address.split(",")[0].partition("#")
        outside = f"{OUTER}:{place.rpartition(':')[2]}#{key}"
        joins = replace(shared, do="join", id="guest", name="Bob", address=outside, router=False)
        friend = Side(within["friend"], folder / "bob", joins, {})
        stack.callback(friend.close)
        began, _ = host.wait_for("playing", PATIENCE)
        for side in (host, friend):
            side.wait_for("ended")
        took = time.monotonic() - began
        states, equal = verdict([host.transcript(), friend.transcript()])
        assert {*states} == {"fair"} and equal, f"{game} ended {states}, equal {equal}"
        yield f"{game} with a friend at {outside.partition('#')[0]}: {took:.0f} s, fair and fair, equal"


def opened(way: str) -> Iterator[str]:
    """Open a table behind a router."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tta-router-")))
        net = stack.enter_context(network(NEAR if way == "behind" else OUTER))
        if way != "silent":
            stack.enter_context(router(net, folder, way))
        began = time.monotonic()
        node = stack.enter_context(table(net, folder / "ann"))
        told = said(node, way)
        yield f"said after {time.monotonic() - began:.1f} s from the start of the node: {told}"
        if way in ("refused", "upnp-refused", "silent", "behind"):
            assert not rules(net), "there is a rule at the router"
            return
        port = int("".join(takewhile(str.isdecimal, told.partition(f"{OUTER}:")[2])))
        assert reached(net, port), "the friend outside does not get in"
        yield f"a friend outside reaches {OUTER}:{port}"
        assert rules(net), "there is no rule at the router"
        began = time.monotonic()
        for number in nodes(folder / "ann"):
            os.kill(number, signal.SIGTERM)
        until(lambda: not rules(net), "the rule is still there after the node was told to stop")
        yield f"closed {time.monotonic() - began:.1f} s after SIGTERM"
        assert not reached(net, port), "the friend still gets in"


@contextmanager
def network(outer: str = OUTER) -> Iterator[dict[str, str]]:
    """Namespaces of a host, of the router, whose outer address this is, and of a friend outside."""
    tag = os.urandom(3).hex()
    names = {one: f"tta-{tag}-{one}" for one in ("host", "router", "friend")}
    with ExitStack() as stack:
        for name in names.values():
            ip("netns", "add", name)
            stack.callback(ip, "netns", "del", name)
            ip("-n", name, "link", "set", "lo", "up")
        for end, here, own, there in (("host", "eth0", HOST, INSIDE), ("friend", "eth0", FRIEND, outer)):
            side = "inner" if end == "host" else "outer"
            peer = ("type", "veth", "peer", "name", side, "netns", names["router"])
            ip("-n", names[end], "link", "add", here, *peer)
            ip("-n", names[end], "addr", "add", f"{own}/24", "dev", here)
            ip("-n", names["router"], "addr", "add", f"{there}/24", "dev", side)
            ip("-n", names[end], "link", "set", here, "up")
            ip("-n", names["router"], "link", "set", side, "up")
        ip("-n", names["host"], "route", "add", "default", "via", INSIDE)
        inside(names["router"], "sysctl", "-qw", "net.ipv4.ip_forward=1")
        inside(names["router"], "nft", "-f", "-", text=RULES)
        yield names


def inside(name: str, *words: str, text: str = "") -> str:
    """Run a command in a namespace; what it prints. Raises subprocess.SubprocessError."""
    command = ["ip", "netns", "exec", name, *words]
    done = subprocess.run(command, input=text, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout


@contextmanager
def router(net: dict[str, str], folder: Path, way: str) -> Iterator[None]:
    """Let the real daemon run as this way asks for."""
    words, upnp = ("no", "yes") if way.startswith("upnp") else ("yes", "no")
    permission = "deny" if way.endswith("refused") else "allow"
    file = folder / "miniupnpd.conf"
    file.write_text(CONFIGURATION.format(words=words, upnp=upnp, permission=permission, folder=folder))
    command = ["ip", "netns", "exec", net["router"], "miniupnpd", "-d", "-f", str(file), "-P", str(folder / "pid")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            until(lambda: listens(net["router"], upnp == "yes"), "miniupnpd does not start")
            yield
        except AssertionError as error:
            raise AssertionError(f"{error}: {(folder / 'log').read_text(errors='replace')[-500:]}") from error
        finally:
            process.kill()
            process.wait(PATIENCE)


def listens(name: str, upnp: bool) -> bool:
    """Whether the daemon has opened its port."""
    return (":1900 " if upnp else ":5351 ") in inside(name, "ss", "-uln")


@contextmanager
def table(net: dict[str, str], home: Path) -> Iterator[int]:
    """A person who opens a table at a terminal; what is seen there is read from this file."""
    own = ("-m", "tta_p2p.cli", "host", "--lines", "--plain", "--name", "Ann", "--quiet", "--game", "caravan")
    environment = {**os.environ, "TTA_HOME": str(home), "TTA_LANG": "en"}
    seen, terminal = pty.openpty()
    process = subprocess.Popen(
        ["ip", "netns", "exec", net["host"], sys.executable, *own],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
    )
    try:
        yield seen
    finally:
        for number in nodes(home):
            os.kill(number, signal.SIGKILL)
        process.kill()
        process.wait(PATIENCE)
        os.close(seen)
        os.close(terminal)


def nodes(home: Path) -> list[int]:
    """The processes of nodes with this data folder."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        try:
            mine = f"TTA_HOME={home}".encode() in (one / "environ").read_bytes().split(b"\0")
            if mine and b"tta_p2p.node" in (one / "cmdline").read_bytes():
                found.append(int(one.name))
        except OSError:  # it has just ended
            continue
    return found


def said(seen: int, way: str) -> str:
    """The sentence about the router, as the person reads it. Raises AssertionError."""
    # The daemon tries tens of thousands of ports before it refuses, which may take longer than it is given.
    expected = {
        "refused": "does not",
        "upnp-refused": "does not open",
        "silent": "does not answer",
        "behind": "no address on",
    }.get(way, OUTER)
    heard, end = "", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if select.select([seen], [], [], 0.5)[0]:
            heard += os.read(seen, 4096).decode(errors="replace")
        told = " ".join("".join(heard.partition("Your router")[1:]).split())
        if expected in told and "." in told.partition(expected)[2]:
            return told.partition(" Ann ")[0][:200]
    raise AssertionError(f"the lobby does not say so: {heard[-1500:]}")


def reached(net: dict[str, str], port: int, outer: str = OUTER) -> bool:
    """Whether a friend outside gets a connection to the host."""
    dial = f"import socket; socket.create_connection(('{outer}', {port}), 2)"
    try:
        inside(net["friend"], sys.executable, "-c", dial)
    except subprocess.SubprocessError:
        return False
    return True


def rules(net: dict[str, str]) -> str:
    """The rules that are open at the router."""
    return "".join(line for line in inside(net["router"], "nft", "list", "ruleset").splitlines() if "dnat" in line)


def until(true: Callable[[], bool], else_: str, within: float = PATIENCE) -> None:
    """Wait until this is so, for so many seconds. Raises AssertionError."""
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end, else_
        time.sleep(0.05)
