"""Real node processes with data folders of their own, on the loopback of this machine."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.lan import Lan
from tests.node.dice import SEED, dice_of
from tests.node.template import POSSIBLE, Copy, template
from tests.node.within import House, Lodger
from tests.patience import PATIENCE
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.installation import NODE
from tta_p2p.node.machine.launch import start_node
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.node.plan.plans import Plan
from tta_p2p.seats.messages import VERSION
from tta_p2p.store.database import DATABASE, Store
from tta_p2p.table.audit import Verdict, verify_file

ROOT = Path(__file__).parents[2]

HASTY = ("tests.node.hasty",)
"""The program of a node with a faster pulse."""
LONG = 600
"""The limit `away` of a table at which nobody is to be called gone, however long a process gets no time."""
SHORT = 10
"""The same where somebody is to be called gone: what they take to find each other, and much more."""
LINGER = 60.0
"""Seconds that nodes wait for others after the end: they go as soon as all have it, so it costs nothing."""


class NodeEnded(AssertionError):
    """A node ended before it said what was awaited."""


class Process:
    """One node process; ``lines`` is what it has reported so far."""

    def __init__(
        self,
        home: Path,
        plan: Plan,
        program: tuple[str, ...] = NODE,
        lan: Lan | None = None,
        number: int = 0,
        dice: str = "",
        house: House | None = None,
    ) -> None:
        """``number``: its host in a ``lan``; ``dice``: whose it throws (see `tests.node.dice`); ``house``: where it
        lives if it is no process.
        """
        home.mkdir(mode=0o700, exist_ok=True)
        self.home, self.plan = home, plan
        self.errors = (home / "errors.txt").open("ab")
        here = {"PYTHONPATH": str(ROOT), SEED: dice}
        self.popen: Copy | Lodger | subprocess.Popen[bytes]
        if house is not None:
            self.popen = house.begin(plan, home, self.errors, dice)
        elif POSSIBLE:
            network = lan.host(number) if lan is not None else ""
            self.popen = template().start(plan, home, self.errors, program, here, network)
        else:
            inside = lan.inside(number) if lan is not None else ()
            self.popen = start_node(plan, home, self.errors, program=program, inside=inside, environment=here)
        self.lines: list[str] = []
        self._read = b""

    def wait_for(self, word: str) -> str:
        """Wait until the node reports a line that begins so; the rest of the line."""
        assert self.popen.stdout is not None
        deadline = time.monotonic() + PATIENCE
        while True:
            line, end, rest = self._read.partition(b"\n")
            if end:
                self._read = rest
                self.lines.append(line.decode().strip())
                if self.lines[-1].startswith(word):
                    return self.lines[-1][len(word) :].strip()
                continue
            ready, _, _ = select.select([self.popen.stdout], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{self.plan.name} never said {word!r}: {self.lines}"
            more = os.read(self.popen.stdout.fileno(), 65536)
            if not more:
                errors = (self.home / "errors.txt").read_text()[-2000:]
                raise NodeEnded(f"{self.plan.name} ended before it said {word!r}: {self.lines} {errors}")
            self._read += more

    def ends(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        return self.popen.wait(PATIENCE)

    def kill(self) -> None:
        """kill -9."""
        self.popen.send_signal(signal.SIGKILL)
        self.popen.wait()

    @property
    def running(self) -> bool:
        """Whether the process is still there."""
        return self.popen.poll() is None

    def close(self) -> None:
        """End it, whatever it does."""
        if self.running:
            self.popen.send_signal(signal.SIGCONT)
            self.kill()
        assert self.popen.stdout is not None
        self.popen.stdout.close()
        self.errors.close()

    def transcript(self) -> Path:
        """The transcript that it left."""
        return next((self.home / "transcripts").glob("*.tta"))

    def verdict(self) -> Verdict:
        """The verdict on its transcript."""
        return verify_file(self.transcript())


class Visitor:
    """A client of a node over its Unix socket; ``said`` is everything the node has said."""

    def __init__(self, home: Path, id: str, **hello: Any) -> None:
        self.home, self.path = home, socket_path(home, id)
        deadline = time.monotonic() + PATIENCE
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(PATIENCE)
            try:
                self.socket.connect(str(self.path))
                break
            except OSError:
                self.socket.close()
                assert time.monotonic() < deadline, f"no node answers at {self.path}"
                time.sleep(0.05)
        self.file = self.socket.makefile("rb")
        self.said: list[dict[str, Any]] = []
        if hello:
            self.say(do="hello", version=VERSION, **hello)

    def say(self, **words: Any) -> None:
        """Say one thing."""
        self.socket.sendall(json.dumps(words).encode() + b"\n")

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Wait for the next line of one of these kinds."""
        while True:
            try:
                line = self.file.readline()
            except TimeoutError as error:
                heard = [one["is"] for one in self.said]
                last = f"{kinds} was never said, but: {heard}; at last {self.said[-2:]}"
                raise AssertionError(f"{last}\n{self._errors()}") from error
            heard = [one["is"] for one in self.said]
            last = f"the node went before it said {kinds}, but: {heard}; at last {self.said[-1:]}"
            assert line, f"{last}\n{self._errors()}"
            said: dict[str, Any] = json.loads(line)
            self.said.append(said)
            if said["is"] in kinds and said.get("key") != "node.may-go-on-without":  # which answers nobody
                return said

    def _errors(self) -> str:
        """Give the ends of what the nodes beside this one, and itself, have written on their error output."""
        files = sorted(self.home.parent.glob("*/errors.txt"))
        return "\n".join(f"{file.parent.name}: {file.read_text()[-1500:]}" for file in files)

    def hear_that_it_waits(self, name: str) -> None:
        """Wait until the node says that the game waits for somebody who is away."""
        self._until_it_waits(name, connected=False)

    def hear_that_it_waits_for(self, name: str) -> None:
        """Wait until the node says that the game waits for somebody who is there."""
        self._until_it_waits(name, connected=True)

    def _until_it_waits(self, name: str, connected: bool) -> None:
        # What it waits for is said when it changes: what was said last, perhaps before another line was awaited, holds.
        told = (said["for"] for said in reversed(self.said) if said["is"] == "waiting")
        waits: list[dict[str, Any]] = next(told, [])
        while not any(wait["name"] == name and wait["connected"] is connected for wait in waits):
            waits = self.hear("waiting")["for"]

    def my_act(self) -> str:
        """Wait until this seat is to act; the first act that is possible."""
        while not ((said := self.hear("turn"))["mine"] and said["legal"]):
            pass
        act: str = said["legal"][0]["text"]
        return act

    def play_on(self) -> None:
        """Play this seat to the end of the game, the first act that is possible each time."""
        self.say(do="look")
        while (said := self.hear("turn", "over"))["is"] == "turn":
            if said["mine"] and said["legal"]:
                self.say(do="act", text=said["legal"][0]["text"])

    def let_go(self) -> None:
        """This seat, which has held the game up, ends all its turns by itself from now on; for Smugglers.

        Its node does so also when this client has gone.
        """
        self.say(do="look")
        self.my_act()
        self.say(do="skip", key="turn")
        while not self.hear("turn")["skips"]:
            pass

    def close(self) -> None:
        """Go, and wait until the node, where it still lives, has seen it: the seat is free from then on."""
        with contextlib.suppress(OSError):
            self.say(do="bye")
            while self.file.read1():
                pass
        self.drop()

    def drop(self) -> None:
        """Go at once, whether the node sees it or not."""
        self.file.close()
        self.socket.close()


class Game:
    """A table of processes: the first hosts, all are played by bots but those of ``people``."""

    def __init__(
        self,
        folder: Path,
        seats: int,
        *,
        pace: float = 0.0,
        grid: float = 0.0,
        linger: float = LINGER,
        villains: dict[int, str] | None = None,
        programs: dict[int, tuple[str, ...]] | None = None,
        lan: Lan | None = None,
        people: tuple[int, ...] = (),
        names: dict[int, str] | None = None,
        listen: dict[int, str] | None = None,
        public: dict[int, str] | None = None,
        within: tuple[int, ...] = (),
        **conditions: Any,
    ) -> None:
        """``villains``: the lies of some; ``programs``: other changed programs; with a ``lan`` every process has a host
        of its own there, and they find each other by multicast, unless the first says where it is ``public``;
        those ``within`` are no processes, but nodes in this one (see `tests.node.within`).

        A game of bots goes on, and is over, whether the test looks or not. What is done to a game under way is done
        while it waits for somebody of ``people``: it is then where the test believes it to be.
        """
        self.visitors: list[Visitor] = []
        lies = {number: ("tests.node.villain", lie) for number, lie in (villains or {}).items()}
        self.programs, self.lan = {**lies, **(programs or {})}, lan
        self.people, self.names = people, names or {}
        self.listen, self.public = listen or {}, public or {}
        self.folder, self.pace, self.grid, self.linger = folder, pace, grid, linger
        self.conditions = Conditions(seats, **{"on_leave": "continue", "away": LONG, **conditions})
        self.table = f"table {os.urandom(3).hex()}"
        self.nodes: list[Process] = []
        self.within = within
        self._house = House(HASTY in [self.programs.get(number) for number in within]) if within else None
        self.sid = ""
        try:
            self._meet()
        except BaseException:
            self.close()
            raise

    def _meet(self) -> None:
        """Come together: the first hosts, the others join in their order, and all sit down."""
        host = Plan(do="host", conditions=self.conditions, table=self.table, **self._plan(0))
        self.nodes.append(self._start(0, host))
        self.address = self.nodes[0].wait_for("listening")
        for number in range(1, self.conditions.seats):
            guest = Plan(do="join", **self._way_in(), **self._plan(number))
            self.nodes.append(self._start(number, guest))
            self.nodes[-1].wait_for("joined")  # so that the operators are numbered as the processes are
        for node in self.nodes:
            self.sid = node.wait_for("playing")

    def _way_in(self) -> dict[str, Any]:
        return {"address": self.address} if self.lan is None or 0 in self.public else {"table": self.table}

    def _plan(self, number: int) -> dict[str, Any]:
        return {
            "id": f"node{number}",
            "name": self.names.get(number, f"Player {number}"),
            "listen": self.listen.get(number, "127.0.0.1:0" if self.lan is None else "*:0"),
            "public": self.public.get(number, ""),
            "bot": "" if number in self.people else "random",
            "at_once": True,
            "quiet": self.lan is None or 0 in self.public,
            "linger": self.linger,
            "pace": self.pace,
            "grid": self.grid,
        }

    def _start(self, number: int, plan: Plan) -> Process:
        program = self.programs.get(number, NODE)
        house = self._house if number in self.within else None
        dice = dice_of(number, plan, apart=self.lan is not None)
        return Process(self.folder / f"home{number}", plan, program, self.lan, number, dice, house)

    def visit(self, number: int, **hello: Any) -> Visitor:
        """Attach to a node as a client."""
        visitor = Visitor(self.folder / f"home{number}", f"node{number}", **hello)
        self.visitors.append(visitor)
        return visitor

    def under_way(self, number: int, **hello: Any) -> Visitor:
        """A client at a node (a watcher), when the game has been laid out; all are connected then."""
        visitor = self.visit(number, **(hello or {"watch": True}))
        while visitor.hear("turn")["view"] is None:  # a watcher does not see every moment, nor every decision
            pass
        return visitor

    def let_go(self, number: int) -> None:
        """The person at a node, for whose turn the game has waited, lets it go on; for Smugglers."""
        visitor = self.visit(number, seat=None)
        visitor.let_go()
        visitor.close()

    def pass_turns(self, number: int) -> Visitor:
        """The person at a node ends all its turns by itself from now on, whoever comes first; for Smugglers."""
        visitor = self.under_way(number, seat=None)
        visitor.say(do="skip", key="turn")
        while not visitor.hear("turn")["skips"]:
            pass
        return visitor

    def call_gone(self, operator: int, number: int) -> None:
        """The person at a node ends its turns so, and moves that somebody is gone as soon as that may be moved, until
        it is carried: a round in which not all stand at one place lapses, and nobody votes again for a person.
        """
        visitor = self.pass_turns(number)
        move("gone", operator, number, visitor)
        carry("gone", operator, {number: visitor})
        visitor.close()

    def until_away(self, name: str, *numbers: int) -> None:
        """Wait until these nodes have noticed that somebody is not connected to them."""
        for number in numbers:
            watcher = self.visit(number)
            connected = True
            while connected:
                watcher.say(do="hello", version=VERSION, watch=True)
                seats = watcher.hear("welcome")["seats"]
                connected = next(seat["connected"] for seat in seats if seat["name"] == name)
                time.sleep(0.05)
            watcher.close()

    def restart(self, number: int, **changed: Any) -> None:
        """Take the game up again where a killed process left it; ``changed``: what is other in its plan."""
        self.nodes[number].close()
        plan = Plan(do="resume", sid=self.sid, **{**self._plan(number), **changed})
        self.nodes[number] = self._start(number, plan)

    def wait(self, *numbers: int) -> None:
        """Wait until these (or all) processes have ended well."""
        deadline = time.monotonic() + PATIENCE
        for number in numbers or range(len(self.nodes)):
            node = self.nodes[number]
            while node.running and time.monotonic() < deadline:
                time.sleep(0.05)
            errors = (node.home / "errors.txt").read_text()[-3000:]
            assert not node.running, f"{node.plan.name} does not come to an end; {errors}"
            assert node.popen.returncode == 0, errors

    def close(self) -> None:
        """End all processes."""
        for visitor in self.visitors:
            visitor.drop()
        for node in self.nodes:
            node.close()
        if self._house is not None:
            self._house.close()


def move(motion: str, operator: int, number: int, visitor: Visitor) -> None:
    """The person at a node votes yes, again as long as it is too early, until that has been said."""
    visitor.say(do="vote", motion=motion, operator=operator)
    own = {"is": "motion", "motion": motion, "by": number, "open": True}  # what is decided is told as of the first node
    while not own.items() <= (said := visitor.hear("motion", "error")).items():
        if said["is"] == "error":
            assert said["key"] in ("node.too-early", "node.owes-nothing"), said  # the latter: not noticed yet
            time.sleep(0.1)
            visitor.say(do="vote", motion=motion, operator=operator)


def carry(motion: str, operator: int, voters: dict[int, Visitor]) -> None:
    """Wait until a motion on which all have voted is carried; where the round lapses they vote again."""
    carried = False
    while not carried:
        for visitor in voters.values():
            while (said := visitor.hear("motion"))["open"] or said["motion"] != motion:
                pass
            carried = said["yes"]
        if not carried:
            for number, visitor in voters.items():
                move(motion, operator, number, visitor)


def end(motion: str, *visitors: Visitor) -> None:
    """These people agree to end the game, each by one word; the game ends for all of them.

    Where somebody may be left out at once (``away=0``), a node that is slow for a moment is not waited for: then one
    ends the game first, and the other is told so before it has ended there as well.
    """
    for visitor in visitors:
        visitor.say(do="vote", motion=motion, operator=0)
    for visitor in visitors:
        while (key := visitor.hear("halted")["key"]) != motion:
            assert key in ("parted", "parted-agreed"), key


def hear_who_ended(visitor: Visitor, *names: str) -> None:
    """Wait until all of these have ended the game without who is told so here: together, or one after the other."""
    ended = set[str]()
    while ended != set(names):
        said = visitor.hear("halted")
        assert said["key"] == "parted" and "ended the game without you" in said["text"], said
        ended |= set(said["args"][0])


def copy_of(home: Path, to: Path) -> Path:
    """A copy of a data folder as a backup takes it: the database consistent, the key beside it."""
    to.mkdir(mode=0o700)
    shutil.copy(home / "identity.pem", to / "identity.pem")
    for _ in range(100):  # a node that plays renews its mark: the file that was listed may have got its next name
        try:
            shutil.copytree(home / "marks", to / "marks")
            break
        except (shutil.Error, FileNotFoundError):
            shutil.rmtree(to / "marks", ignore_errors=True)
    assert (to / "marks").is_dir()
    store = Store(home)
    store._db.execute("vacuum into ?", (str(to / DATABASE),))
    store.close()
    (to / DATABASE).chmod(0o600)
    return to
