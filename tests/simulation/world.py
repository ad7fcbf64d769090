"""One game of whole nodes in a simulated world; everything by chance comes from its seed."""

from __future__ import annotations

import hashlib
import math
import random
import shutil
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, MutableSequence
from contextlib import contextmanager, nullcontext, redirect_stderr
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from io import StringIO
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import trio
import trio.testing
from trio._core._run import GLOBAL_RUN_CONTEXT

from protocol import session
from protocol.charter import decode_charter
from tests.simulation.computer import Computer, Life, again, state_of
from tests.simulation.faults import SOUGHT, THEMES, Faults
from tests.simulation.latecomers import listening
from tests.simulation.liars import SecondProgram, Villain
from tests.simulation.name_servers import SlowNames
from tests.simulation.network import Network
from tests.simulation.people import Person
from tests.simulation.programs import COMMAND
from tests.simulation.programs import PATIENCE as PROGRAMS
from tests.simulation.sleepers import LATE, Sleepers
from tests.simulation.spectators import Spectator
from tests.simulation.watch import Watch
from tta_p2p import registry
from tta_p2p.net.addresses import fingerprint
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.plan.plans import Plan

MEMORY = Path("/dev/shm")
"""Where there is a file system in memory, on Linux."""
PORT = 7000
BEGINNING, PATIENCE = 60.0, 1800.0
"""Seconds in which a table comes together, and in which a game ends when nothing goes wrong any more."""
SOON = 400.0
"""Seconds in which it ends where nobody is missing, and nobody has to be called gone."""
IDLE = 300
"""Seconds that a person has for a decision; nobody is silent for so long but for good."""
BRIEF_IDLE = 120
"""The same where games are brief: still longer than anybody is ever silent who comes back."""
SIZES, BRIEF_SIZES = (3, 3, 3, 4), (3, 3, 3, 3, 3, 3, 3, 4, 4, 5)
"""How many nodes a table has, by chance."""
PILES, HANDS = (12, 6), (4,)
"""How many cards the shuffles have that nodes prepare for; with more of them they would take a quarter longer."""
FERRY = EntryPoint("ferry", "tests.simulation.ferry:ENTRY", registry.GAMES)
"""The little game of brief tables."""
MOST_TABLES = 40
"""How often somebody's table comes to nothing while all sign, at most."""
MOST_COPIES = 4
"""How often somebody tries it with a copy of what cannot be used."""
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")


@dataclass
class Told:
    """What came of a run: seconds of processor that it took, what was counted, what must not be, and a hash of all."""

    seed: int
    theme: str
    seconds: float
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    trace: str = ""


class World:
    """The machines of a table, the network between them, and whatever happens to them."""

    def __init__(self, seed: int, folder: Path, theme: str = "", *, brief: bool = False) -> None:
        """``theme``: one of ``THEMES`` or ``SOUGHT``; by chance where none is named.

        ``brief``: a little game at small tables with short limits, in which people look where something has happened.
        """
        self.seed, self.folder, self.brief = seed, folder, brief
        self.luck = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.slow_checks, self.failing_checks, self.slow_disk = 0.05, 0.0, 0.005
        self.slow_thoughts = 0.7
        self.checked: dict[bytes, bytes] = {}
        self._trace = hashlib.blake2b(digest_size=16)
        self.story: list[str] = []
        """What has happened, in lines."""
        self.errors = ""
        """What the nodes have written to the error output."""
        self.watch = Watch(self)
        self.network = Network(random.Random(self.luck.getrandbits(64)), self.note)
        self.wits = random.Random(f"{seed} wits")
        """Chance for the bots, and for how long they think."""
        self.beside = random.Random(f"{seed} beside")
        """Chance for what does not change anything else."""
        self.pauses = self.beside.random() < 0.3
        """Whether people move to pause."""
        self.rematches = self.beside.random() < 0.3
        """Whether people want to play again."""
        self.kills_signing = random.Random(f"{seed} kills while all sign").random() < 0.1
        """Whether somebody's node is killed while all sign."""
        self.nursery: trio.Nursery
        """For what goes on whatever becomes of a node."""
        five = self.beside.random() < 0.15 and not brief
        count = 5 if five else self.luck.choice(BRIEF_SIZES if brief else SIZES)
        self.game = FERRY.name if brief else "caravan"
        self.count(f"tables of {self.game}")
        self.computers = [
            Computer(self, number, self.network.machine(f"10.0.0.{number + 1}")) for number in range(count)
        ]
        themes = THEMES | SOUGHT
        if theme not in themes:
            theme = self.luck.choice(sorted(THEMES))
        self.theme = theme
        self.lobby = themes[theme].lobby
        """Whether computers sleep while all come together."""
        self.kills_signing &= not self.lobby
        self.slow_names = SlowNames(self) if themes[theme].names else None
        """What looks names up, where that takes long."""
        self.network.slow = self.luck.choice((0.001, 0.02, 0.02, 0.1))
        self.slow_disk = self.luck.choice((0.001, 0.01, 0.1))
        for computer in self.computers[1:]:
            computer.machine.dialled = self.luck.random() < 0.75
        self.played = [self.luck.random() < themes[theme].people for _ in self.computers]
        self.programs = [not plays and self.beside.random() < 0.1 for plays in self.played]
        """Which seats programs play."""
        watched = self.beside.choice((0, 0, 0, 1, 2))
        self.plans = self._plans("open" if watched else "none")
        self.spectators = [Spectator(self, number, PORT) for number in range(watched)]
        self.people = [Person(self, one, plays=plays) for one, plays in zip(self.computers, self.played, strict=True)]
        self.villains: dict[Computer, Villain] = {}
        if self.luck.random() < themes[theme].liars:
            liar = self.luck.choice(self.computers)
            liar.honest, self.villains[liar] = False, Villain(self, liar)
        self.faults = Faults(self, themes[theme])
        self.calm = trio.Event()
        self.calm_since: float | None = None
        self._first = ""
        """The game with which all begin."""
        self._playing = trio.Event()
        self._ended = [trio.Event() for _ in self.computers]
        self._begun: set[int] = set()

    def _plans(self, spectators: Literal["none", "open"]) -> list[Plan]:
        host = self.computers[0]
        luck = self.luck
        leave: Literal["continue", "wait"] = "wait" if luck.random() < 0.3 else "continue"
        away = luck.choice((20, 60))
        limits = {"away": away, "idle": BRIEF_IDLE if self.brief else IDLE}
        conditions = Conditions(
            len(self.computers), self.game, on_leave=leave, audit=self._audit(), spectators=spectators, **limits
        )
        pace = luck.choice((0.0, 0.0, 0.5, 3.0))
        where = f"{host.machine.host}:{PORT}#{fingerprint(host.key.identity)}"
        plans = []
        for computer, name in zip(self.computers, NAMES, strict=False):
            common: dict[str, Any] = {"id": f"node{computer.number}", "name": name, "at_once": True, "quiet": True}
            program = self.programs[computer.number]
            level = self.wits.choice(("random", "random", "easy"))
            common |= {"bot": "" if self.played[computer.number] or program else level, "pace": pace}
            common |= {"programs": (COMMAND,), "patience": PROGRAMS} if program else {}
            listen = f"{computer.machine.host}:{PORT}"
            if computer is host:
                plans.append(Plan("host", conditions=conditions, listen=listen, **common))
            else:
                plans.append(Plan("join", address=where, listen=listen, **common))
        return plans

    def _audit(self) -> Literal["closed", "open"]:
        return "open" if self.beside.random() < 0.2 else "closed"

    def count(self, what: str, by: int = 1) -> None:
        """Something has happened."""
        self.counts[what] += by

    def note(self, *what: Any) -> None:
        """Something has happened, at this time of this run."""
        line = f"{trio.current_time():.6f} {' '.join(map(str, what))}"
        self._trace.update(line.encode())
        if what[0] != "came":
            self.story.append(line)

    def reported(self, life: Life, line: str) -> None:
        """A node says something to whoever has started it."""
        self.note("told", life.computer.number, line)
        if line.startswith("playing "):
            computer, sid = life.computer, line.split()[1]
            computer.sid, self._first = sid, self._first or sid
            if sid not in self.watch.charters:
                self.count("games")
                self.watch.begins(computer.charter())
            if computer in self.villains and life.node.game is not None:
                self.villains[computer].corrupt(life.node.game, decode_charter(computer.charter()))
            if sid != self._first:
                return
            self._begun.add(computer.number)
            if len(self._begun) == len(self.computers):
                self._playing.set()

    async def run(self) -> Told:
        """Play the game to its end."""
        began = time.process_time()
        trio.socket.set_custom_socket_factory(self.network)
        try:
            names = nullcontext() if self.slow_names is None else self.slow_names.standing_in()
            with names:
                await self._live()
        except Exception as error:
            self.watch.find("".join(traceback.format_exception(_innermost(error))))
        for computer in self.computers:
            if computer.machine.refused:
                self.count("connections without a descriptor", computer.machine.refused)
        if self.watch.charters:
            self.watch.at_the_end()
        seconds = time.process_time() - began
        return Told(self.seed, self.theme, seconds, self.counts, self.watch.found, self._trace.hexdigest())

    async def _live(self) -> None:
        """Let everybody come, and play."""
        async with trio.open_nursery() as nursery:
            self.nursery = nursery
            if self.lobby:
                nursery.start_soon(Sleepers(self).run)
            if self.beside.random() < 0.15:
                nursery.start_soon(self.faults.while_all_sign)
            if self.kills_signing:
                nursery.start_soon(self.faults.kill_while_all_sign)
            for spectator in self.spectators:
                nursery.start_soon(spectator.run)
            for person in self.people:
                nursery.start_soon(person.run)
            for computer in self.computers:
                nursery.start_soon(self._keep, computer)
            with trio.move_on_after(BEGINNING + LATE * self.lobby):
                await self._playing.wait()
            if not self._playing.is_set():
                self.watch.find("nobody comes together")
            else:
                await self._until_the_end(nursery)
            nursery.cancel_scope.cancel()

    async def _until_the_end(self, nursery: trio.Nursery) -> None:
        nursery.start_soon(self.faults.run)
        for liar in list(self.villains):
            if (second := SecondProgram(self, liar)).comes:
                nursery.start_soon(second.run)
        await self.calm.wait()
        for liar in self.villains:  # nobody has to wait for it any more
            self.give_up(liar)
            liar.kill()
        honest = [(one, ended) for one, ended in zip(self.computers, self._ended, strict=True) if one.honest]
        with trio.move_on_after(PATIENCE):
            with trio.move_on_after(SOON):
                for _, ended in honest:
                    await ended.wait()
            self._hand_over_the_end()
            with trio.move_on_after(SOON):
                for _, ended in honest:
                    await ended.wait()
            if not all(ended.is_set() or self._waits_for_the_lost(computer) for computer, ended in honest):
                for _, ended in honest:
                    await ended.wait()
        if self.theme == "nothing" and self._all_want_another_game() and len(self.watch.charters) < 2:
            self.watch.find("all people want to play again, and there is no other game")
        for computer, ended in honest:
            if ended.is_set():
                continue
            if self._waits_for_the_lost(computer):
                self.count("nodes that wait for somebody who has lost everything")
            else:
                self.watch.find(f"node {computer.number} comes to no end: {self._waits_of(computer)}")

    def _all_want_another_game(self) -> bool:
        """Whether everybody who plays has said so, and somebody has."""
        agreed = [person.agreed for person in self.people if person.plays]
        return bool(agreed) and all(agreed)

    def _hand_over_the_end(self) -> None:
        """Somebody has missed the end, and asks the others to take the game up again until it has been handed over."""
        for computer, ended in zip(self.computers, self._ended, strict=True):
            if not self.over and ended.is_set() and not computer.given_up:
                self.count("nodes taken up again to hand over the end")
                plan = msgspec.structs.replace(again(self.plans[computer.number], computer.sid), linger=PATIENCE)
                self.nursery.start_soon(computer.live, plan)

    @property
    def over(self) -> bool:
        """Whether every node has ended."""
        return all(ended.is_set() for ended in self._ended)

    def _waits_for_the_lost(self, computer: Computer, asked: tuple[Computer, ...] = ()) -> bool:
        """Whether a node says that it waits for somebody who never comes back, where only a person may go on without,
        or for an honest node that does. A table at which a person plays never waits for ever in that way.
        """
        playing = computer.life.node.game if computer.life is not None else None
        lost = [one for one in self.computers if one.given_up]
        if playing is None or not lost or computer in asked or self._somebody_could_end_it():
            return False
        session, waits = playing.table.session, playing.table.waiting()
        missing = {playing.charter.operators[one].identity for one in session.missing_heads}
        if not playing.context.may_send and any(one.key.identity in missing for one in lost):
            return True  # its store may be an older copy, and nobody else knows what it has told only the lost one
        waited = {self.watch.computer_of(computer.sid, wait.seat) for wait in waits if wait.seat is not None}
        said = playing.context.part(Votes).people_notice
        people = {self.watch.named(computer.sid, name) for name in said.args[0]} if said is not None else set()
        if any(one in lost and self.played[one.number] for one in waited | people):
            return True  # a person may come back, and only people judge people
        return any(self._waits_for_the_lost(one, (*asked, computer)) for one in waited if one not in lost)

    def _somebody_could_end_it(self) -> bool:
        """Whether a person plays at an honest node that is there: it calls the game off when it has waited for long."""
        return any(person.plays and person.computer.honest and person.computer.up for person in self.people)

    @staticmethod
    def _waits_of(computer: Computer) -> str:
        playing = computer.life.node.game if computer.life is not None else None
        if playing is None:
            return "it does not play"
        may_send = "" if playing.context.may_send else "silent; "
        here = sorted(playing.presence.connected)
        return f"{may_send}here {here}, status {playing.context.mesh.status}, waits {playing.table.waiting()}"

    async def _keep(self, computer: Computer) -> None:
        """Start the node of a computer, again and again, until its game has ended."""
        plan = self.plans[computer.number]
        if self.lobby and computer is self.computers[-1]:
            await trio.sleep(LATE)
        while True:
            life = await computer.live(plan)
            if life.ended == "ended" and state_of(computer.home, computer.sid) != "paused":
                break
            if life.ended == "ended":  # nobody was there to go on, and all knew of the pause: another day comes
                await trio.sleep(computer.down_for)
            elif life.ended == "killed":
                with trio.move_on_after(computer.down_for):
                    await self.calm.wait()
                if self._stays_away(computer):
                    break
                if computer.suffer():
                    self.watch.forgot(computer)
                if computer.moves:
                    listen = f"{computer.move()}:{PORT}"
                    self.plans[computer.number] = msgspec.structs.replace(self.plans[computer.number], listen=listen)
            elif "full" in life.ended:
                await computer.has_room()
            elif life.node.plan.again is not None and life.node.game is None:
                self.count("nodes that come to no other game")
                break
            elif await (self._mended(computer) if computer.hurt else self._tries_again(computer, life)):
                pass
            else:
                self.give_up(computer)
                if not computer.hurt and computer.honest:
                    self.watch.find(f"node {computer.number} {life.ended}")
                break
            if self._stays_away(computer):
                break
            self.count("starts")
            plan = self._next(computer)
        self._ended[computer.number].set()

    def _next(self, computer: Computer) -> Plan:
        """The owner takes the game up again, also one that was only signed; without any, it is the table once more."""
        plan, sid = self.plans[computer.number], computer.sid or computer.signed()
        return again(plan, sid) if sid else plan

    def plan_of_second(self, liar: Computer, host: str) -> Plan:
        """The plan of a liar's second program, at another machine."""
        return msgspec.structs.replace(again(self.plans[liar.number], liar.sid), listen=f"{host}:{PORT}")

    async def _tries_again(self, computer: Computer, life: Life) -> bool:
        """A table came to nothing because somebody was killed: its people come together once more."""
        if computer.sid or not self.kills_signing:
            return False
        self.count("tables that did not begin")
        await trio.sleep(1.0)
        return life.ended.startswith("failed") and self.counts["tables that did not begin"] < MOST_TABLES

    @property
    def has_begun(self) -> bool:
        """Whether the game goes on at every node."""
        return self._playing.is_set()

    def _stays_away(self, computer: Computer) -> bool:
        """Whether nobody starts the node of a computer again: nothing has to wait for a liar when all is calm."""
        return computer.given_up or (self.calm.is_set() and not computer.honest)

    def give_up(self, computer: Computer) -> None:
        """A machine never comes back, and carries nothing for others any more: those behind routers forward a port."""
        computer.given_up = True
        for other in self.computers:
            other.machine.dialled = True

    async def _mended(self, computer: Computer) -> bool:
        """A store cannot be used, and its owner reads why: whether there is a copy of it."""
        self.count("stores that could not be used")
        await trio.sleep(5)
        if self.counts["stores that could not be used"] < MOST_COPIES and computer.put_back():
            self.watch.forgot(computer)
            return True
        return False


Kind = TypeVar("Kind", bound=World)
"""A kind of world."""


def _innermost(error: BaseException) -> BaseException:
    return _innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


class Shuffling(random.Random):
    """Trio shuffles at every step whatever can go on, which nearly always is one task."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        if len(x) > 1:
            super().shuffle(x)


@contextmanager
def _deterministic(seed: int) -> Iterator[None]:
    """Let Trio run tasks in an order that the seed chooses."""
    from trio._core import _run

    before = _run._ALLOW_DETERMINISTIC_SCHEDULING, _run._r
    _run._ALLOW_DETERMINISTIC_SCHEDULING, _run._r = True, Shuffling(seed)
    try:
        yield
    finally:
        _run._ALLOW_DETERMINISTIC_SCHEDULING, _run._r = before


@contextmanager
def _small_groundwork() -> Iterator[None]:
    """Nodes lay for shuffles as small as those of the games they play, or nearly all that they lay is for nothing."""
    before = session.PILES, session.HANDS
    session.PILES, session.HANDS = PILES, HANDS
    try:
        yield
    finally:
        session.PILES, session.HANDS = before


@contextmanager
def _one_game_more() -> Iterator[None]:
    """The game of the simulator is installed beside this program while one is played; the product never has it."""
    installed = registry._entry_points

    def with_it(group: str) -> Mapping[str, EntryPoint]:
        return {**installed(group), FERRY.name: FERRY} if group == registry.GAMES else installed(group)

    registry._entry_points = with_it  # type: ignore[assignment]
    try:
        yield
    finally:
        registry._entry_points = installed


def _jumping(clock: trio.testing.MockClock) -> trio.testing.MockClock:
    """A clock that only jumps, from one deadline to the next, and does not ask the real one too, at every step."""

    def jump() -> None:
        seconds = GLOBAL_RUN_CONTEXT.runner.deadlines.next_deadline() - clock._virtual_base
        if 0 < seconds < math.inf:
            clock._virtual_base += seconds

    clock.current_time = lambda: clock._virtual_base  # type: ignore[method-assign]
    clock._autojump = jump  # type: ignore[method-assign]
    return clock


async def _main(
    seed: int, theme: str, brief: bool, folder: Path, clock: trio.testing.MockClock, kind: type[Kind]
) -> tuple[Told, Kind]:
    clock.jump(1_000_000.0)
    GLOBAL_RUN_CONTEXT.runner.instruments = {}  # type: ignore[assignment]  # none, and asked for six times a step
    world = kind(seed, folder, theme, brief=brief)
    with listening(world.watch.find):
        return await world.run(), world


def play(seed: int, theme: str = "", *, brief: bool = False) -> tuple[Told, World]:
    """Play one game; see `World`."""
    return play_in(World, seed, theme, brief=brief)


def play_in(kind: type[Kind], seed: int, theme: str = "", *, brief: bool = False) -> tuple[Told, Kind]:
    """Play one game in a world of this kind."""
    clock = _jumping(trio.testing.MockClock(autojump_threshold=0))
    folder = Path(tempfile.mkdtemp(prefix="tta-simulation-", dir=MEMORY if MEMORY.is_dir() else None))
    said = StringIO()
    try:
        with _one_game_more(), _small_groundwork(), _deterministic(seed), redirect_stderr(said):
            told, world = trio.run(_main, seed, theme, brief, folder, clock, kind, clock=clock)
    finally:
        shutil.rmtree(folder)
    world.errors = said.getvalue()
    return told, world
