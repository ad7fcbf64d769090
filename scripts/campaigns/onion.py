"""Tables by way of Tor: whole games over a Tor network of one's own, between players who have no route to each other.

Each game begins with a host that has to start its Tor first, and a guest that uses one which runs already. It must be
laid out within 120 seconds, and within 40 once Tor is connected; it must end, and its files must be fair and equal.
Then each Tor is killed in the middle of a game: the host's own must heal within 60 seconds, the guest's within 60
seconds after it is back. A game that is stopped goes on later at the same address, where a watcher finds it again.
Whatever takes longer is a finding.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from campaigns._sides import Side, verdict
from campaigns._tor_network import TorNetwork, missing
from tests.node.processes import Visitor
from tta_p2p import registry
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.tor import WHERE
from tta_p2p.node.plan.plans import Plan

FROM_NOTHING, FROM_TOR, HEALED = 120.0, 40.0, 60.0
"""Seconds."""
AWAY = 10.0
"""Seconds for which the guest's Tor is away."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--game", action="append", help="a game to play; all, if none is named")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--only", default="", choices=["", *CHOICES], help="only this (default: all)")
    parser.add_argument("--kills", type=int, default=1, help="how often either Tor is killed")


def by_tor(network: TorNetwork, number: int, home: Path, plan: Plan, tor: str = "") -> Side:
    """A player's node in its namespace; ``tor``: the control port of the Tor that it uses; else it starts one."""
    prepare(network, home)
    return Side(network.within(number), home, plan, {WHERE: tor})


def prepare(network: TorNetwork, home: Path) -> None:
    """Let the own Tor of this data folder use the network."""
    home.mkdir(mode=0o700, exist_ok=True)
    folder = home / "tor"
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "torrc").write_text(network.client)


def own_tor(home: Path) -> int:
    """The process of the Tor that a node with this data folder has started."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if str(home / "tor" / "cookie").encode() in path.read_bytes():
                return int(path.parent.name)
    raise RuntimeError("no Tor of its own runs")


class Watcher:
    """Somebody who watches from a namespace of its own, with a Tor of its own, and what is told there."""

    def __init__(self, network: TorNetwork, home: Path, address: str) -> None:
        prepare(network, home)
        self.home, self.out = home, home / "seen.tta"
        self.begun = time.monotonic()
        self.lines = list[tuple[float, str]]()
        self._more = threading.Condition()
        self.process = subprocess.Popen(
            [*network.within(2), sys.executable, "-m", "campaigns._watcher", address, str(self.out)],
            stdout=subprocess.PIPE,
            env={**os.environ, "TTA_HOME": str(home)},
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.lines.append((time.monotonic(), line.decode().strip()))
                self._more.notify_all()

    def wait_for(self, word: str, within: float, since: float = 0.0) -> float:
        """When it was told this. Raises TimeoutError."""
        until = time.monotonic() + within
        with self._more:
            while not (found := [at for at, line in self.lines if line == word and at >= since]):
                if not self._more.wait(max(0.0, until - time.monotonic())) and time.monotonic() >= until:
                    raise TimeoutError(f"whoever watches never heard {word}: {self.lines[-8:]}")
        return found[0]

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


class Table:
    """A host with a Tor of its own, and a guest with one that runs already."""

    def __init__(self, network: TorNetwork, folder: Path, game: str, pace: float, last: contextlib.ExitStack) -> None:
        """``last`` ends what has been started, also where not all of it is."""
        seats = registry.entry(game).seats[0]
        self.network, self.folder = network, folder
        self.foreign = folder / "foreign"
        self.foreign.mkdir(mode=0o700)
        (self.foreign / "torrc").write_text(
            f"{network.client}DataDirectory {self.foreign}\nSocksPort 9050\nControlPort 9051\nCookieAuthentication 1\n"
        )
        self.tor = network.start(network.within(1), self.foreign)
        last.callback(self._end_tor)
        shared = Plan(do="host", id="", name="", bot="random", at_once=True, pace=pace, grid=0.0)
        conditions = Conditions(seats, game, bots=("random",) * (seats - 2), spectators="open")
        hosts = replace(shared, id="host", name="Ann", conditions=conditions, onion=True)
        self.host = by_tor(network, 0, folder / "ann", hosts)
        last.callback(self.host.close)
        self.connected, _ = self.host.wait_for("tor publishing", FROM_NOTHING)
        _, self.address = self.host.wait_for("listening")
        joins = replace(shared, do="join", id="guest", name="Bob", address=self.address)
        self.guest = by_tor(network, 1, folder / "bob", joins, "127.0.0.1:9051")
        last.callback(self.guest.close)
        _, self.sid = self.guest.wait_for("playing", FROM_NOTHING)
        self.host.wait_for("playing", FROM_NOTHING)
        self.eyes = Visitor(self.guest.home, "guest", watch=True)
        last.callback(self.eyes.close)
        self.move()
        self.laid_out = time.monotonic()

    def move(self) -> None:
        """Wait until the game has gone on."""
        while self.eyes.hear("turn", "over").get("view") is None and self.eyes.said[-1]["is"] == "turn":
            pass

    def stop(self) -> None:
        """End both nodes and the guest's Tor, as people do who go on next week."""
        self.eyes.close()
        for side in (self.host, self.guest):
            side.process.terminate()
            side.process.wait(60)
            side.close()
        self._end_tor()

    def resume(self, last: contextlib.ExitStack) -> None:
        """Take the game up again: the host where it was, the guest with its Tor."""
        self.restart_tor()
        again = Plan(do="resume", id="host", name="Ann", sid=self.sid)
        self.host = by_tor(self.network, 0, self.host.home, again)
        last.callback(self.host.close)
        back = replace(again, id="guest", name="Bob")
        self.guest = by_tor(self.network, 1, self.guest.home, back, "127.0.0.1:9051")
        last.callback(self.guest.close)
        self.eyes = Visitor(self.guest.home, "guest", watch=True)
        last.callback(self.eyes.close)

    def restart_tor(self) -> None:
        """Start the guest's Tor again."""
        self.tor = self.network.start(self.network.within(1), self.foreign)

    def _end_tor(self) -> None:
        self.tor.kill()
        self.tor.wait()


@contextlib.contextmanager
def seated(network: TorNetwork, game: str, pace: float = 0.0) -> Iterator[Table]:
    """A table at which this game is under way."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as last:
        yield Table(network, Path(folder), game, pace, last)


def play(network: TorNetwork, game: str) -> list[str]:
    """Play a whole game; what was found."""
    with seated(network, game) as table:
        nothing, tor = table.laid_out - table.host.begun, table.laid_out - max(table.connected, table.guest.begun)
        for side in (table.host, table.guest):
            side.wait_for("ended")
        took = time.monotonic() - table.laid_out
        states, equal = verdict([table.host.transcript(), table.guest.transcript()])
    tell(f"{game}: laid out {nothing:.0f} s from nothing, {tor:.0f} s from a connected Tor;")
    tell(f"  played in {took:.0f} s, {' and '.join(states)}, {'equal' if equal else 'NOT EQUAL'}")
    found = [] if nothing <= FROM_NOTHING else [f"{game} took {nothing:.0f} s from nothing"]
    found += [] if tor <= FROM_TOR else [f"{game} took {tor:.0f} s from a connected Tor"]
    return found + ([] if {*states} == {"fair"} and equal else [f"{game} ended {states}, equal {equal}"])


def later(network: TorNetwork, game: str) -> list[str]:
    """Stop in the middle of a game and go on later at the same address, while somebody watches; what was found."""
    found = []
    with seated(network, game, pace=1.0) as table, contextlib.ExitStack() as last:
        watcher = Watcher(network, table.folder / "cid", table.address)
        last.callback(watcher.close)
        watches = watcher.wait_for("welcome", FROM_NOTHING) - watcher.begun
        tell(f"{game}: somebody watches {watches:.0f} s after the start, with a Tor of its own to start first")
        _, shown = table.host.wait_for("shown")
        table.stop()
        watcher.wait_for("node.stream-lost", HEALED)
        began = time.monotonic()
        table.resume(last)
        _, again = table.host.wait_for("shown", FROM_NOTHING)
        table.guest.wait_for("playing", FROM_NOTHING)
        while not any(said["is"] == "turn" for said in table.eyes.said):
            table.eyes.hear("turn", "connected", "over")
        on = time.monotonic() - began
        heard = watcher.wait_for("node.stream-again", FROM_NOTHING) - began
        tell(f"{game}: taken up again in {on:.0f} s, and whoever watches sees it after {heard:.0f} s")
        found += [] if on <= FROM_NOTHING else [f"{game}: taken up again in {on:.0f} s"]
        found += [] if heard <= FROM_NOTHING else [f"{game}: whoever watches sees it again after {heard:.0f} s"]
        found += [] if shown == again else [f"{game}: the address is another one: {shown}, {again}"]
        for side in (table.host, table.guest):
            side.wait_for("ended")
        watcher.wait_for("over", FROM_NOTHING)
        watcher.process.wait(60)
        states, equal = verdict([table.host.transcript(), table.guest.transcript(), watcher.out])
        tell(f"  ended {', '.join(states)}, {'equal' if equal else 'NOT EQUAL'}")
        found += [] if {*states} == {"fair"} and equal else [f"{game} ended {states}, equal {equal}"]
    return found


def kill(network: TorNetwork, game: str) -> list[str]:
    """Kill either Tor in the middle of a game; what was found."""
    found = []
    with seated(network, game, pace=1.0) as table:
        began = time.monotonic()
        os.kill(own_tor(table.host.home), signal.SIGKILL)
        table.host.wait_for("tor open", HEALED * 2, began)
        _until_connected(table, "Ann", began)
        own = time.monotonic() - began
        tell(f"{game}: the host's own Tor was killed and healed in {own:.0f} s")
        found += [] if own <= HEALED else [f"{game}: the own Tor healed in {own:.0f} s"]
        killed = time.monotonic()
        table.tor.kill()
        table.tor.wait()
        table.guest.wait_for("tor away", HEALED, killed)
        time.sleep(AWAY)
        began = time.monotonic()
        table.restart_tor()
        _until_connected(table, "Ann", began)
        foreign = time.monotonic() - began
        tell(f"{game}: the guest's Tor was killed, and healed {foreign:.0f} s after it was back")
        found += [] if foreign <= HEALED else [f"{game}: the foreign Tor healed in {foreign:.0f} s"]
    return found


def _until_connected(table: Table, name: str, since: float) -> None:
    """Wait until the guest has its host again and the game goes on. Raises TimeoutError."""
    until = since + 2 * HEALED
    lost = False
    while time.monotonic() < until:
        said = table.eyes.hear("connected", "turn")
        lost = lost or (said["is"] == "connected" and said["name"] == name and not said["yes"])
        if said["is"] == "connected" and said["name"] == name and said["yes"] and lost:
            table.eyes.hear("turn")
            return
    raise TimeoutError(f"{name} is not back")


def run(wanted: argparse.Namespace) -> int:
    """Play each game, then kill each Tor; 1 if anything was found."""
    games = wanted.game or [name for name in registry.names() if not registry.entry(name).example]
    found = list[str]()

    def note(text: str, game: str) -> None:
        found.append(f"{text}; again: ./scripts/soak onion --game {game}")
        tell(found[-1])

    if lacking := missing():
        note(f"it needs the package {' and '.join(lacking)} (apt-get install {' '.join(lacking)})", games[0])
    elif os.geteuid():
        note("it makes network namespaces, as root alone can", games[0])
    else:
        with tempfile.TemporaryDirectory() as folder, TorNetwork(Path(folder), 3, f"tta-{os.getpid()}") as network:
            for do in CHOICES[wanted.only] if wanted.only else (play, later, kill):
                for game in games if do is play else games[-1:] if do is later else games[:1] * wanted.kills:
                    try:
                        for one in do(network, game):
                            note(one, game)
                    except (TimeoutError, RuntimeError, AssertionError, OSError) as error:
                        note(f"{game}: {error}", game)
    print(json.dumps({"found": found}) if wanted.json else "\n".join(found) or "nothing was found")
    return 1 if found else 0


CHOICES = {"play": (play,), "later": (later,), "kill": (kill,)}
"""The parts of this campaign."""


def tell(text: str) -> None:
    """Print it as it comes."""
    print(text, file=sys.stderr, flush=True)
