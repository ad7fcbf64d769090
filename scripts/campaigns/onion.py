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
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from campaigns._sides import Report, Side, verdict
from campaigns._story import Story
from campaigns._tor_network import TorNetwork, missing
from tests.node.processes import Visitor
from tta_p2p import registry
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.tor import WHERE
from tta_p2p.node.plan.plans import Plan

FROM_NOTHING, FROM_TOR, HEALED = 120.0, 40.0, 60.0
"""Seconds."""
LOG = "tor.log"
AWAY = 10.0
"""Seconds for which the guest's Tor is away."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--game", action="append", help="a game to play; all, if none is named")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--only", default="", choices=["", *CHOICES], help="only this (default: all)")
    parser.add_argument("--kills", type=int, default=1, help="how often either Tor is killed")
    ordinary = "players' Tors keep the times of the public network; this one takes minutes to come together then"
    parser.add_argument("--ordinary", action="store_true", help=ordinary)
    parser.add_argument("--logs", type=Path, help="a new folder for what each Tor and node has logged")


def by_tor(network: TorNetwork, number: int, home: Path, plan: Plan, tor: str = "") -> Side:
    """A player's node in its namespace; ``tor``: the control port of the Tor that it uses; else it starts one."""
    prepare(network, home)
    return Side(network.within(number), home, plan, {WHERE: tor})


def prepare(network: TorNetwork, home: Path) -> None:
    """Let the own Tor of this data folder use the network."""
    home.mkdir(mode=0o700, exist_ok=True)
    folder = home / "tor"
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "torrc").write_text(f"{network.client}{logging(folder)}")


def logging(folder: Path) -> str:
    """Lines of a torrc by which a Tor says here all that it does."""
    return f"Log info file {folder / LOG}\nSafeLogging 0\nLogTimeGranularity 1\n"


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
        self.process = subprocess.Popen(
            [*network.within(2), sys.executable, "-m", "campaigns._watcher", address, str(self.out)],
            stdout=subprocess.PIPE,
            env={**os.environ, "TTA_HOME": str(home)},
        )
        assert self.process.stdout is not None
        self._report = Report(self.process.stdout, "whoever watches")

    def wait_for(self, word: str, within: float, since: float = 0.0) -> float:
        """When it was told this. Raises TimeoutError."""
        return self._report.wait_for(lambda line: line == word, word, within, since)[0]

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


FAILURES = (TimeoutError, RuntimeError, AssertionError, OSError)
"""How a game fails here."""


class Reader:
    """Somebody who looks on at a node and reads what is told there."""

    def __init__(self, home: Path, id: str) -> None:
        self._visitor = Visitor(home, id, watch=True)
        self._visitor.socket.settimeout(None)
        self.told = Report(self._visitor.file, "whoever reads along")

    def wait_for(self, within: float, since: float = 0.0, **words: object) -> float:
        """When these words were told, among others. Raises TimeoutError."""
        return self.told.wait_for(lambda line: words.items() <= json.loads(line).items(), str(words), within, since)[0]

    def close(self) -> None:
        """Go."""
        with contextlib.suppress(OSError):
            self._visitor.socket.shutdown(socket.SHUT_RDWR)  # nobody reads from it any more
        self._visitor.close()


class Table:
    """A host with a Tor of its own, and a guest with one that runs already."""

    def __init__(
        self, network: TorNetwork, folder: Path, game: str, pace: float, last: contextlib.ExitStack, story: Story
    ) -> None:
        """``last`` ends what has been started, also where not all of it is."""
        seats = registry.entry(game).seats[0]
        self.network, self.folder = network, folder
        self.story = story
        self.foreign = folder / "foreign"
        self.foreign.mkdir(mode=0o700)
        (self.foreign / "torrc").write_text(
            f"{network.client}{logging(self.foreign)}"
            f"DataDirectory {self.foreign}\nSocksPort 9050\nControlPort 9051\nCookieAuthentication 1\n"
        )
        self.tor = network.start(network.within(1), self.foreign)
        last.callback(self._end_tor)
        shared = Plan(do="host", id="", name="", bot="random", at_once=True, pace=pace, grid=0.0)
        conditions = Conditions(seats, game, bots=("random",) * (seats - 2), spectators="open")
        hosts = replace(shared, id="host", name="Ann", conditions=conditions, onion=True)
        self.host = by_tor(network, 0, folder / "ann", hosts)
        last.callback(self.host.close)
        self.story.sides.append(self.host)
        self.story.logs |= {"Ann": self.host.home / "tor" / LOG, "Bob": self.foreign / LOG}
        self.connected, _ = self.host.wait_for("tor publishing", FROM_NOTHING)
        _, self.address = self.host.wait_for("listening")
        joins = replace(shared, do="join", id="guest", name="Bob", address=self.address)
        self.guest = by_tor(network, 1, folder / "bob", joins, "127.0.0.1:9051")
        last.callback(self.guest.close)
        self.story.sides.append(self.guest)
        _, self.sid = self.guest.wait_for("playing", FROM_NOTHING)
        self.host.wait_for("playing", FROM_NOTHING)
        self.eyes = self._look_on(last)
        self.laid_out = self.move()

    def judge(self, took: float, longest: float, text: str) -> list[str]:
        """Give the findings if this part of the game took longer; its story is told then."""
        if took <= longest:
            return []
        tell("\n".join(self.story.since(self.story.part)))
        return [f"{text} after {took:.0f} s"]

    def _look_on(self, last: contextlib.ExitStack) -> Reader:
        eyes = Reader(self.guest.home, "guest")
        last.callback(eyes.close)
        self.story.readers["Bob"] = eyes.told
        return eyes

    def move(self, since: float = 0.0) -> float:
        """Wait until the guest sees how the game stands since then; when that was."""
        return self.eyes.told.wait_for(shows_game, "a turn", FROM_NOTHING, since)[0]

    def meet_again(self, since: float) -> float:
        """Wait until the guest has its host again and the game goes on; how many seconds that took.

        A connection that comes back soon was never told to be lost. Raises TimeoutError.
        """
        back = self.eyes.wait_for(2 * HEALED, since, **{"is": "connected", "name": "Ann", "yes": True})
        return self.move(back) - since

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
        self.story.sides += (self.host, self.guest)
        last.callback(self.guest.close)
        self.eyes = self._look_on(last)

    def restart_tor(self) -> None:
        """Start the guest's Tor again."""
        self.tor = self.network.start(self.network.within(1), self.foreign)

    def _end_tor(self) -> None:
        self.tor.kill()
        self.tor.wait()


@contextlib.contextmanager
def seated(network: TorNetwork, game: str, logs: Path | None, pace: float = 0.0) -> Iterator[Table]:
    """A table at which this game is under way; ``logs``: where logs are kept."""
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as last:
        folder, story = Path(place), Story()
        if logs is not None:
            last.callback(_keep, folder, logs / f"{len([*logs.iterdir()])}-{game}", story)
        try:
            yield Table(network, folder, game, pace, last, story)
        except FAILURES:
            tell("\n".join(story.since(story.part)))
            raise


def shows_game(line: str) -> bool:
    """Whether a client is told how the game stands."""
    said = json.loads(line)
    return said["is"] == "over" or (said["is"] == "turn" and said["view"] is not None)


def _keep(folder: Path, logs: Path, story: Story) -> None:
    """Keep what was logged at a table."""
    for path in (*folder.rglob(LOG), *folder.rglob("*.txt")):
        kept = logs / path.relative_to(folder)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, kept)
    (logs / "story.txt").write_text("\n".join(story.since(story.began)))


def play(network: TorNetwork, game: str, logs: Path | None) -> list[str]:
    """Play a whole game; what was found."""
    with seated(network, game, logs) as table:
        nothing, tor = table.laid_out - table.host.begun, table.laid_out - max(table.connected, table.guest.begun)
        for side in (table.host, table.guest):
            side.wait_for("ended")
        took = time.monotonic() - table.laid_out
        states, equal = verdict([table.host.transcript(), table.guest.transcript()])
        tell(f"{game}: laid out {nothing:.0f} s from nothing, {tor:.0f} s from a connected Tor;")
        tell(f"  played in {took:.0f} s, {' and '.join(states)}, {'equal' if equal else 'NOT EQUAL'}")
        found = table.judge(nothing, FROM_NOTHING, f"{game} is laid out from nothing")
        found += table.judge(tor, FROM_TOR, f"{game} is laid out from a connected Tor")
    return found + ([] if {*states} == {"fair"} and equal else [f"{game} ended {states}, equal {equal}"])


def later(network: TorNetwork, game: str, logs: Path | None) -> list[str]:
    """Stop in the middle of a game and go on later at the same address, while somebody watches; what was found."""
    found = []
    with seated(network, game, logs, pace=1.0) as table, contextlib.ExitStack() as last:
        watcher = Watcher(network, table.folder / "cid", table.address)
        last.callback(watcher.close)
        watches = watcher.wait_for("welcome", FROM_NOTHING) - watcher.begun
        tell(f"{game}: somebody watches {watches:.0f} s after the start, with a Tor of its own to start first")
        _, shown = table.host.wait_for("shown")
        table.stop()
        watcher.wait_for("node.stream-lost", HEALED)
        began = table.story.begin("both go on")
        table.resume(last)
        _, again = table.host.wait_for("shown", FROM_NOTHING)
        table.guest.wait_for("playing", FROM_NOTHING)
        on = table.move() - began
        heard = watcher.wait_for("node.stream-again", FROM_NOTHING) - began
        tell(f"{game}: taken up again in {on:.0f} s, and whoever watches sees it after {heard:.0f} s")
        found += table.judge(on, FROM_NOTHING, f"{game} is taken up again")
        found += table.judge(heard, FROM_NOTHING, f"{game}: whoever watches sees it again")
        found += [] if shown == again else [f"{game}: the address is another one: {shown}, {again}"]
        for side in (table.host, table.guest):
            side.wait_for("ended")
        watcher.wait_for("over", FROM_NOTHING)
        watcher.process.wait(60)
        states, equal = verdict([table.host.transcript(), table.guest.transcript(), watcher.out])
        tell(f"  ended {', '.join(states)}, {'equal' if equal else 'NOT EQUAL'}")
        found += [] if {*states} == {"fair"} and equal else [f"{game} ended {states}, equal {equal}"]
    return found


def kill(network: TorNetwork, game: str, logs: Path | None) -> list[str]:
    """Kill either Tor in the middle of a game; what was found."""
    found = []
    with seated(network, game, logs, pace=1.0) as table:
        began = table.story.begin("Ann's Tor is killed")
        os.kill(own_tor(table.host.home), signal.SIGKILL)
        published, _ = table.host.wait_for("tor open", HEALED * 2, began)
        own = table.meet_again(began)
        tell(f"{game}: the host's own Tor was killed and healed in {own:.0f} s")
        tell(f"  (its address was published again after {published - began:.0f} s)")
        found += table.judge(own, HEALED, f"{game}: the own Tor heals")
        killed = table.story.begin("Bob's Tor is killed")
        table.tor.kill()
        table.tor.wait()
        table.guest.wait_for("tor away", HEALED, killed)
        time.sleep(AWAY)
        began = table.story.begin("Bob's Tor is started")
        table.restart_tor()
        foreign = table.meet_again(began)
        tell(f"{game}: the guest's Tor was killed, and healed {foreign:.0f} s after it was back")
        found += table.judge(foreign, HEALED, f"{game}: the foreign Tor heals")
    return found


def run(wanted: argparse.Namespace) -> int:
    """Play each game, then kill each Tor; 1 if anything was found."""
    games = wanted.game or [name for name in registry.names() if not registry.entry(name).example]
    found = list[str]()

    def note(text: str, game: str) -> None:
        times = " --ordinary" if wanted.ordinary else ""
        found.append(f"{text}; again: ./scripts/soak onion --game {game}{times}")
        tell(found[-1])

    if lacking := missing():
        note(f"it needs the package {' and '.join(lacking)} (apt-get install {' '.join(lacking)})", games[0])
    elif os.geteuid():
        note("it makes network namespaces, as root alone can", games[0])
    else:
        if wanted.logs is not None:
            wanted.logs.mkdir(parents=True)
        with (
            tempfile.TemporaryDirectory() as folder,
            TorNetwork(Path(folder), 3, f"tta-{os.getpid()}", ordinary=wanted.ordinary) as network,
        ):
            for do in CHOICES[wanted.only] if wanted.only else (play, later, kill):
                for game in games if do is play else games[-1:] if do is later else games[:1] * wanted.kills:
                    try:
                        for one in do(network, game, wanted.logs):
                            note(one, game)
                    except FAILURES as error:
                        note(f"{game}: {error}", game)
    print(json.dumps({"found": found}) if wanted.json else "\n".join(found) or "nothing was found")
    return 1 if found else 0


CHOICES = {"play": (play,), "later": (later,), "kill": (kill,)}
"""The parts of this campaign."""


def tell(text: str) -> None:
    """Print it as it comes."""
    print(text, file=sys.stderr, flush=True)
