"""Tables by way of Tor: whole games over a Tor network of one's own, between players who have no route to each other.

Each game begins with a host that has to start its Tor first, and a guest that uses one which runs already. It must be
laid out within 120 seconds, and within 40 once Tor is connected; it must end, and its files must be fair and equal.
Then each Tor is killed in the middle of a game: the host's own must heal within 60 seconds, the guest's within 60
seconds after it is back. Whatever takes longer is a finding.
"""

import argparse
import contextlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from campaigns._tor_network import TorNetwork, missing
from tests.node.processes import Visitor
from tta_p2p import registry
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.launch import start_node
from tta_p2p.node.machine.tor import WHERE
from tta_p2p.node.plan.plans import Plan
from tta_p2p.table.audit import compare_files, verify_file

FROM_NOTHING, FROM_TOR, HEALED = 120.0, 40.0, 60.0
"""Seconds."""
AWAY = 10.0
"""Seconds for which the guest's Tor is away."""
LONGEST = 3600.0
"""Seconds that a game may take."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--game", action="append", help="a game to play; all, if none is named")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--no-kills", action="store_true", help="play whole games alone")


class Side:
    """A player's node in its namespace, and when it reported what."""

    def __init__(self, network: TorNetwork, number: int, home: Path, plan: Plan, tor: str = "") -> None:
        """``tor``: the control port of the Tor that it uses; else it starts one."""
        folder = home / "tor"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        home.chmod(0o700)
        (folder / "torrc").write_text(network.client)
        self.home, self.plan = home, plan
        self.lines = list[tuple[float, str]]()
        self._more = threading.Condition()
        self.errors = (home / "errors.txt").open("ab")
        self.begun = time.monotonic()
        self.process = start_node(
            plan, home, self.errors, inside=tuple(network.within(number)), environment={WHERE: tor}
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.lines.append((time.monotonic(), line.decode().strip()))
                self._more.notify_all()

    def wait_for(self, begin: str, within: float = LONGEST, since: float = 0.0) -> tuple[float, str]:
        """When it reported a line that begins so, and its rest. Raises TimeoutError."""
        until = time.monotonic() + within
        with self._more:
            while True:
                for at, line in self.lines:
                    if line.startswith(begin) and at >= since:
                        return at, line.removeprefix(begin).strip()
                if not self._more.wait(max(0.0, until - time.monotonic())) and time.monotonic() >= until:
                    raise TimeoutError(f"{self.plan.name} never reported {begin!r}: {self.lines[-8:]}")

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        self.errors.close()

    def own_tor(self) -> int:
        """The process of the Tor that this node has started."""
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if str(self.home / "tor" / "cookie").encode() in path.read_bytes():
                    return int(path.parent.name)
        raise RuntimeError("no Tor of its own runs")


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
        conditions = Conditions(seats, game, bots=("random",) * (seats - 2))
        hosts = replace(shared, id="host", name="Ann", conditions=conditions, onion=True)
        self.host = Side(network, 0, folder / "ann", hosts)
        last.callback(self.host.close)
        self.connected, _ = self.host.wait_for("tor publishing", FROM_NOTHING)
        _, address = self.host.wait_for("listening")
        joins = replace(shared, do="join", id="guest", name="Bob", address=address)
        self.guest = Side(network, 1, folder / "bob", joins, "127.0.0.1:9051")
        last.callback(self.guest.close)
        self.guest.wait_for("playing", FROM_NOTHING)
        self.host.wait_for("playing", FROM_NOTHING)
        self.eyes = Visitor(self.guest.home, "guest", watch=True)
        last.callback(self.eyes.close)
        self.move()
        self.laid_out = time.monotonic()

    def move(self) -> None:
        """Wait until the game has gone on."""
        while self.eyes.hear("turn", "over").get("view") is None and self.eyes.said[-1]["is"] == "turn":
            pass

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
        files = [next((side.home / "transcripts").glob("*.tta")) for side in (table.host, table.guest)]
        states = [verify_file(path).state for path in files]
        equal = all(pair.relation == "equal" for pair in compare_files(files))
    tell(f"{game}: laid out {nothing:.0f} s from nothing, {tor:.0f} s from a connected Tor;")
    tell(f"  played in {took:.0f} s, {' and '.join(states)}, {'equal' if equal else 'NOT EQUAL'}")
    found = [] if nothing <= FROM_NOTHING else [f"{game} took {nothing:.0f} s from nothing"]
    found += [] if tor <= FROM_TOR else [f"{game} took {tor:.0f} s from a connected Tor"]
    return found + ([] if {*states} == {"fair"} and equal else [f"{game} ended {states}, equal {equal}"])


def kill(network: TorNetwork, game: str) -> list[str]:
    """Kill either Tor in the middle of a game; what was found."""
    found = []
    with seated(network, game, pace=1.0) as table:
        began = time.monotonic()
        os.kill(table.host.own_tor(), signal.SIGKILL)
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
        with tempfile.TemporaryDirectory() as folder, TorNetwork(Path(folder), 2, f"tta-{os.getpid()}") as network:
            for do in (play,) if wanted.no_kills else (play, kill):
                for game in games if do is play else games[:1]:
                    try:
                        for one in do(network, game):
                            note(one, game)
                    except (TimeoutError, RuntimeError, AssertionError, OSError) as error:
                        note(f"{game}: {error}", game)
    print(json.dumps({"found": found}) if wanted.json else "\n".join(found) or "nothing was found")
    return 1 if found else 0


def tell(text: str) -> None:
    """Print it as it comes."""
    print(text, file=sys.stderr, flush=True)
