"""One simulated computer and the node that runs on it: its disk, its workers, and how it dies and comes back."""

from __future__ import annotations

import hashlib
import pickle
import random
import shutil
import socket
import sqlite3
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from protocol.messages import SealCommit, body_of, decode_envelope
from protocol.signatures import IdentityKey
from protocol.transcript import MessageRecord
from tests.simulation import programs
from tests.simulation.network import HERE, Machine, Socket
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.machine.environment import Environment, in_a_thread
from tta_p2p.node.plan.plans import NodeFailed, Plan
from tta_p2p.node.plan.resumption import CannotResume
from tta_p2p.node.process import Node
from tta_p2p.node.workers import worker
from tta_p2p.node.workers.pool import WorkerFailed, WorkerPool, _result
from tta_p2p.store import identity
from tta_p2p.store.database import DATABASE, GameInUse, Mark, Store, StoreError
from tta_p2p.table.audit import read_record

if TYPE_CHECKING:
    from tests.simulation.world import World
    from tta_p2p.table.audit import Verdict

SINCE = 1_700_000_000
"""What clocks on walls show when Trio's shows nothing."""
MOST_LIVES = 100_000
"""More often than any node is started: a second program's starts are counted from here, so that it draws other keys."""

LONGEST_WAIT = 3.0
"""Seconds that a call to the disk takes at most, with whatever calls stand before it."""
MENDED = ("torn head", "copy amid a seal")
"""Damages from which every node comes back by itself: its owner has no use for a copy."""
HEAD = 3 * 4096
"""Bytes at the beginning of a file of the store: in a log that was never taken in, all of a game rests on them."""
WAL_HEADER, WAL_FRAME = 32, 24
"""Bytes before the first frame of a write-ahead log of SQLite, and before the page in each."""


class Killed(StoreError):
    """The process is gone; only what is left of its tasks hears of it."""


class SimulatedStore(Store):
    """The real store, on a disk that may be full, of a process that may be dead."""

    def __init__(self, folder: Path, life: Life) -> None:
        self._life = life
        super().__init__(folder)

    @contextmanager
    def _all_or_none(self) -> Iterator[None]:
        self._life.check_disk()
        with super()._all_or_none():
            yield

    def append(self, sid: bytes, records: Iterable[bytes], mark: Mark | None = None) -> None:
        """Store records, and show them to whoever watches the run."""
        records = list(records)
        super().append(sid, records, mark)
        self._life.computer.world.watch.stored(self._life.computer, sid, records)
        self._life.computer.look_for_seal(records)


class SimulatedWorkers(WorkerPool):
    """Checks that take some time and fail now and then; what two nodes check, this process checks once."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function. Raises WorkerFailed."""
        world = self._world
        async with self._turn:
            await trio.sleep(world.luck.uniform(0.001, world.slow_checks))
            if world.luck.random() < world.failing_checks:
                world.count("checks that failed")
                raise self._failure(RuntimeError("the worker died"))
            job = pickle.dumps((function, arguments))
            key = hashlib.blake2b(job).digest()
            if key not in world.checked:
                world.checked[key] = pickle.dumps(worker.carry_out(*pickle.loads(job)))
            done, result, trace = pickle.loads(world.checked[key])
            if not done:
                raise AssertionError(f"a check raised {result}\n{trace}")
            self._failed = 0
            return result

    def rest(self) -> None:
        """There is no process to let go."""

    def close(self) -> None:
        """There is no process to end."""


class SimulatedThinkers(SimulatedWorkers):
    """Bots that think for some time, in workers that die now and then; then this process thinks."""

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function. Raises WorkerFailed."""
        world = self._world
        async with self._turn:
            await trio.sleep(world.wits.uniform(0.001, world.slow_thoughts))
            if world.wits.random() < world.failing_checks:
                world.count("thoughts that failed")
                raise WorkerFailed("the worker died")
            world.count("thoughts")
            job = pickle.dumps((function, arguments))
            return pickle.loads(pickle.dumps(_result(worker.carry_out(*pickle.loads(job)))))

    async def _here(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        return _result(worker.carry_out(function, arguments))


class Life:
    """One start of a node, to its end or until it is killed."""

    def __init__(self, computer: Computer, plan: Plan) -> None:
        self.computer, self.plan = computer, plan
        self.number = computer.lives = computer.lives + 1
        self.dead = False
        self.scope = trio.CancelScope()
        self.done = trio.Event()
        self.told: list[str] = []
        self.ended = ""
        """How it ended: "ended", "killed", or in words why it could not go on."""
        self._drawn = 0
        self._stores = 0
        self.in_use = False
        """Whether another process plays its game, so that it has left at once."""
        self.dies_at: tuple[int, bool] | None = None
        """At which call to its disk from now on it is killed, and whether after it."""
        world = computer.world
        workers = SimulatedWorkers(world)
        start = partial(programs.start, world, world.nursery)
        thinkers = SimulatedThinkers(world)
        environment = Environment(
            self._entropy, self._now, self._aside, workers, thinkers, self._open_store, self._listen, start
        )
        self.node = Node(plan, computer.home, report=self._report, environment=environment)

    @property
    def signs(self) -> bool:
        """Whether it has signed the charter and not heard yet that all have."""
        matchmaking = getattr(self.node, "matchmaking", None)
        lobby = matchmaking.lobby if matchmaking is not None else None
        return isinstance(lobby, LobbyGuest) and bool(lobby.signature) and self.node.game is None

    def _entropy(self, count: int) -> bytes:
        self._drawn += 1
        seed = f"{self.computer.world.seed} {self.computer.number} {self.number} {self._drawn}"
        return hashlib.shake_256(seed.encode()).digest(count)

    @staticmethod
    def _now() -> int:
        return SINCE + int(trio.current_time())

    def _open_store(self, folder: Path) -> Store:
        return SimulatedStore(folder, self)

    def _listen(self, path: Path) -> trio.SocketListener:
        listening = Socket(self.computer.machine, socket.AF_UNIX)
        listening.take(str(path))
        listening.listen()
        return trio.SocketListener(listening)

    def check_disk(self) -> None:
        """Whether anything can be written. Raises StoreError."""
        if self.dead:
            raise Killed("this process is gone")
        if self.computer.full:
            raise StoreError("the store could not be written: the disk is full", "SQLITE_FULL")

    async def _aside(self, function: Callable[..., Any], *arguments: Any) -> Any:
        await self._wait_for_disk(self.computer.world.luck.uniform(0, self.computer.world.slow_disk))
        self._stores += 1
        dies = self.dies_at is not None and self._stores >= self.dies_at[0]
        if dies and self.dies_at is not None and not self.dies_at[1]:
            self.computer.kill()
        if self.dead:
            raise Killed("this process is gone")
        result = function(*arguments)
        if dies:
            self.computer.kill()
        return result

    async def _wait_for_disk(self, seconds: float) -> None:
        """The disk takes this long; where names are slow, with all that waits for a thread as it does."""
        world = self.computer.world
        if getattr(world, "slow_names", None) is None:  # another world has none
            await trio.sleep(seconds)
        else:
            began = trio.current_time()
            await in_a_thread(world.slow_names.takes, seconds)
            if not self.dead and trio.current_time() > began + LONGEST_WAIT:
                waited = trio.current_time() - began
                world.watch.find(f"a word of node {self.computer.number} waits {waited:.0f} seconds for the disk")
        await self.computer.machine.awake()

    def die_at_a_store(self, within: int, after: bool) -> None:
        """It is killed at one of its next calls to the disk, before or after it."""
        self.dies_at = (self._stores + within, after)

    def _report(self, line: str) -> None:
        self.told.append(line)
        self.computer.world.reported(self, line)

    async def run(self) -> None:
        """Live."""
        HERE.set(self.computer.machine)
        self.computer.machine.off = False
        try:
            with self.scope:
                await self.node.run()
            self.ended = "killed" if self.dead else "ended"
        except* CannotResume as group:
            self.ended = f"cannot be taken up again: {_first(group)}"
        except* (NodeFailed, StoreError) as group:
            self.in_use = isinstance(_first(group), GameInUse)
            self.ended = "killed" if self.dead else f"failed: {_first(group)}"
        except* Exception:
            if not self.dead:
                raise
            self.ended = "killed"
        finally:
            if not self.in_use:  # the sockets are of the other process
                self.computer.machine.lose_all(silently=False)
            self.done.set()
        playing = self.node.game
        if playing is not None and playing.ending.verdict is not None:
            self.computer.verdicts[playing.context.sid.hex()] = playing.ending.verdict
        self.computer.world.note("ended", self.computer.number, self.ended)


def _first(group: BaseExceptionGroup[Any]) -> Exception:
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner


class Computer:
    """A machine, a data folder and the lives of one node."""

    def __init__(self, world: World, number: int, machine: Machine, *, of: Computer | None = None) -> None:
        """``of``: it has a copy of that one's folder, as it is now, and plays with the same identity beside it."""
        self.world, self.number, self.machine = world, number, machine
        self.lives = 0 if of is None else MOST_LIVES
        self.sid = ""
        """The game that its node has begun last."""
        self.life: Life | None = None
        self.honest = True
        self.verdicts: dict[str, Verdict] = {}
        """What its node has found when it verified a game, by the game's id."""
        self._room = trio.Event()
        self._room.set()
        self.down_for = 1.0
        """Seconds from a kill to the next start."""
        self.damage = ""
        """What happens to its disk while it is down."""
        self.moves = self.twice = self.amid_seal = False
        """Whether it comes back at another address; is started twice at one moment; loses what follows a sealed answer.
        """
        self._moves = 0
        self.home = world.folder / (f"home{number}" if of is None else f"home{number}-second")
        seed = hashlib.shake_256(f"{world.seed} identity {number}".encode()).digest(32)
        self.key = IdentityKey(seed)
        if of is None:
            self.home.mkdir(mode=0o700)
            _keep_identity(self.home, seed)
        else:
            shutil.copytree(of.home, self.home, ignore=shutil.ignore_patterns("run", "*-shm"))
            self.home.chmod(0o700)
            self.sid = of.sid
        self.luck = random.Random(world.luck.getrandbits(64))
        self.given_up = False
        """Whether its owner has read that nothing can be done about its store."""
        self.hurt = False
        """Whether its disk has ever held something else than what was written last."""
        self._copy: Path | None = None
        self._copied = set[bytes]()
        """The games of which the copy knows: nobody can take another one up from it."""
        self._torn: Callable[[], bool] = lambda: False

    @property
    def up(self) -> bool:
        """Whether its node runs."""
        return self.life is not None and not self.life.done.is_set() and not self.life.dead

    @property
    def plays(self) -> bool:
        """Whether its node runs, and its game has been laid out."""
        game = self.life.node.game if self.up and self.life is not None else None
        return game is not None and game.table.state is not None

    @property
    def full(self) -> bool:
        """Whether its disk takes nothing more."""
        return not self._room.is_set()

    def fill(self) -> None:
        """Its disk is full."""
        self._room = trio.Event()

    def make_room(self) -> None:
        """Its disk has room again."""
        self._room.set()

    async def has_room(self) -> None:
        """Wait until its disk has room."""
        await self._room.wait()

    def kill(self, silently: bool = False) -> None:
        """Its process is gone at once; ``silently``: the power is, and nobody hears of it."""
        life = self.life
        if life is not None and self.up:
            self.world.note("killed", self.number, silently)
            if self.damage == "torn log":
                self._torn = self._tear()
            elif self.damage == "torn head":
                self._torn = self._tear_head()
            life.dead = True
            self.machine.off, self.machine.full = True, False
            self.machine.lose_all(silently)
            life.scope.cancel()

    async def live(self, plan: Plan) -> Life:
        """Start a node and wait for its end."""
        if self.life is not None:
            await self.life.done.wait()
        life = self.life = Life(self, plan)
        twice, self.twice = self.twice, False
        if twice and plan.do == "resume":
            await self._live_twice(life, plan)
        else:
            await life.run()
        return self.life

    async def _live_twice(self, first: Life, plan: Plan) -> None:
        """Two processes are started at one moment: one of them plays, and the other finds it and has taken nothing."""
        second = Life(self, plan)

        async def begin(life: Life, other: Life) -> None:
            await life.run()
            if life.in_use and not other.in_use:
                self.world.count("second starts of a node")
                self.life = other

        def plays(life: Life) -> bool:
            return not life.done.is_set() and any(line.startswith("playing") for line in life.told)

        async def watch() -> None:
            while not (first.done.is_set() or second.done.is_set()):
                if plays(first) and plays(second):
                    self.world.watch.find(f"two processes play the seat of node {self.number}")
                    second.dead = True
                    second.scope.cancel()
                await trio.sleep(0.1)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(begin, first, second)
            nursery.start_soon(begin, second, first)
            nursery.start_soon(watch)

    def move(self) -> str:
        """It has another address from now on."""
        self._moves += 1
        self.moves = False
        self.world.network.move(self.machine, f"10.0.{10 + self._moves}.{self.number + 1}")
        self.world.count("addresses that changed")
        return self.machine.host

    # What happens to its disk.

    def charter(self) -> bytes:
        """The signed charter of the game that its node has begun last."""
        with closing(Store(self.home)) as store:
            return next(bytes(row.charter) for row in store.games() if row.sid.hex() == self.sid)

    def signed(self) -> str:
        """The game that its store has begun or only signed, if there is one."""
        with closing(Store(self.home)) as store:
            rows = [row.sid for row in (*store.games(), *store.signed())]
        return rows[0].hex() if rows else ""

    def _games(self) -> set[bytes]:
        """The games that its store has begun or only signed."""
        with closing(Store(self.home)) as store:
            return {row.sid for row in (*store.games(), *store.signed())}

    def take_copy(self) -> None:
        """Somebody copies its data folder; what its disk loses while it is down, is lost before anybody can copy it."""
        if self.damage:
            return
        fresh = self.world.folder / f"copy{self.number}"
        if fresh.exists():
            shutil.rmtree(fresh)
        shutil.copytree(self.home, fresh, ignore=shutil.ignore_patterns("run", "*-shm"))
        self._copy, self._copied = fresh, self._games()

    def put_back(self) -> bool:
        """Somebody puts the copy in the place of the folder; whether there was one that knows of the game."""
        if self._copy is None or not self._games() <= self._copied:
            return False
        shutil.rmtree(self.home)
        shutil.copytree(self._copy, self.home)
        self.home.chmod(0o700)
        return True

    def suffer(self) -> bool:
        """What happens to its disk while it is down; whether what it holds has changed."""
        damage, self.damage = self.damage, ""
        changed = False
        match damage:
            case "old copy" | "copy amid a seal":
                changed = self.put_back()
                self.world.count("old copies amid a sealed answer put back", damage != "old copy")
            case "torn log" | "torn head":
                changed = self._torn()
                self.world.count(f"{damage}s of stores", changed)
            case "flipped byte":
                changed = bool(self.flip())
        self.hurt |= changed and damage not in MENDED
        self.world.note("damage", self.number, damage, changed)
        return changed

    def _tear(self) -> Callable[[], bool]:
        """Take note of what is on the disk now; what is given puts it there with the last writes torn or lost."""
        luck = self.luck
        files = {name: self.home / name for name in (DATABASE, f"{DATABASE}-wal")}
        found = {name: path.read_bytes() for name, path in files.items() if path.exists()}
        log = found.get(f"{DATABASE}-wal", b"")
        page = struct.unpack(">I", log[8:12])[0] if len(log) > WAL_HEADER else 4096
        frame = WAL_FRAME + page
        count = max(0, len(log) - WAL_HEADER) // frame
        if not count:
            return lambda: False
        kept = max(0, count - luck.randint(1, 6))
        torn = bytearray(log[: WAL_HEADER + kept * frame])
        if luck.random() < 0.5:  # the beginning of the next page is there, or something else
            torn += luck.randbytes(luck.randrange(frame))
        found[f"{DATABASE}-wal"] = bytes(torn)

        def put() -> bool:
            for name, data in found.items():
                files[name].write_bytes(data)
            (self.home / f"{DATABASE}-shm").unlink(missing_ok=True)
            return True

        return put

    def look_for_seal(self, records: Iterable[bytes]) -> None:
        """Its node has stored something: when that seals an answer of its own, the copy from before comes back in its
        place after something that follows is on the disk and on its way.
        """
        if self.amid_seal and any(map(self._seals, records)) and self.life is not None:
            self.amid_seal = False
            self.damage = "copy amid a seal"
            self.life.die_at_a_store(self.luck.randint(1, 12), True)

    def _seals(self, data: bytes) -> bool:
        record = read_record(data)
        if not isinstance(record, MessageRecord):
            return False
        envelope = decode_envelope(record.envelope)
        mine = self.world.watch.computer_of(envelope.sid.hex(), envelope.seat) is self
        return mine and isinstance(body_of(envelope), SealCommit)

    def _tear_head(self) -> Callable[[], bool]:
        """What is on the disk now comes back with one bit changed in the first pages of the log or of the database."""
        files = {name: self.home / name for name in (DATABASE, f"{DATABASE}-wal")}
        found = {name: path.read_bytes() for name, path in files.items() if path.exists()}
        name = self.luck.choice(sorted(one for one, data in found.items() if len(data) > HEAD) or [DATABASE])
        torn = bytearray(found[name])
        torn[self.luck.randrange(min(HEAD, len(torn)))] ^= 1 << self.luck.randrange(8)
        found[name] = bytes(torn)

        def put() -> bool:
            for name, data in found.items():
                files[name].write_bytes(data)
            (self.home / f"{DATABASE}-shm").unlink(missing_ok=True)
            return True

        return put

    def flip(self) -> str:
        """Change a byte of what its store holds; what it was a part of."""
        luck = self.luck
        with closing(sqlite3.connect(self.home / DATABASE, isolation_level=None)) as db:
            table = luck.choice(["journal"] * 6 + ["heads", "drafts", "newest"])
            rows = db.execute(f"select * from {table}").fetchall()
            if not rows:
                return ""
            columns = [column[1] for column in db.execute(f"pragma table_info({table})")]
            row = luck.choice(rows)
            blobs = [i for i, value in enumerate(row) if isinstance(value, bytes) and value and columns[i] != "sid"]
            if not blobs:
                return ""
            place = luck.choice(blobs)
            data = bytearray(row[place])
            data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)
            where = " and ".join(f"{name} is ?" for name in columns)
            db.execute(f"update {table} set {columns[place]} = ? where {where}", (bytes(data), *row))
            return table


def state_of(home: Path, sid: str) -> str:
    """How a game stands, as the store in this folder says; empty where there is none."""
    try:
        with closing(Store(home)) as store:
            return next((str(row.status) for row in store.games() if row.sid.hex() == sid), "")
    except StoreError:
        return "unreadable"


def _keep_identity(home: Path, seed: bytes) -> None:
    pem = Ed25519PrivateKey.from_private_bytes(seed).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    identity.write_private(home / identity.KEY_FILE, pem, exclusive=True)


def again(plan: Plan, sid: str) -> Plan:
    """The plan of a node whose game is taken up again."""
    return msgspec.structs.replace(plan, do="resume", sid=sid)
