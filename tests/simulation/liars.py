"""Liars among the nodes: the honest program, whose words go through the hands of a liar of the protocol's campaign.

It lies in what it says in the game, of its own accord where nothing is to be said, and to who catches up: it keeps
back words, heads, questions and proofs, invents proofs, hands over old heads, says that it stands elsewhere, says that
it has gone on after pauses that never were, and asks and talks without end. Some run a second program with the same
identity (`SecondProgram`). A copy of its store from before, which knows less than it has said, is a fault like any
other (`faults.py`).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import trio

from protocol.charter import SignedCharter
from protocol.messages import Envelope
from tests.protocol.campaign.liars import Craft
from tests.protocol.campaign.play import Theme
from tests.protocol.campaign.unasked import ONCE, UNASKED
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.catch_up import Heads
from tta_p2p.node.game.loop import GameLoop

if TYPE_CHECKING:
    from tests.simulation.computer import Computer
    from tests.simulation.world import World

NODE = (
    "no head",
    "head first",
    "copied head",
    "withheld words",
    "no proof",
    "false proof",
    "no questions",
    "false heads",
    "flood of questions",
    "flood of chat",
    "flood of words",
)
"""Ways to lie beside the game: to who catches up, about where it stands, and by mere number."""
HEARD = 400
"""How many messages a liar keeps to say again."""


class Table:
    """What a liar of the campaign knows of its table, made of what a simulated liar's node knows."""

    def __init__(self, villain: Villain, signed: SignedCharter, operator: int) -> None:
        world = villain.world
        self.luck, self.theme, self.signed, self.count = villain.luck, Theme(), signed, world.count
        self.liars = frozenset([operator])
        self.keys = {number: villain.computer.key for number in range(len(signed.charter.operators))}
        self.archive: deque[bytes] = villain.archive
        self._villain, self._identities = villain, [one.identity for one in signed.charter.operators]

    @property
    def minds(self) -> dict[int, list[Any]]:
        """The programs at the table, as far as they run."""
        found: dict[int, list[Any]] = {number: [] for number in self.keys}
        for computer in self._villain.world.computers:
            playing = computer.life.node.game if computer.up and computer.life is not None else None
            if playing is not None and computer.key.identity in self._identities:
                number = self._identities.index(computer.key.identity)
                found[number].append(SimpleNamespace(session=playing.table.session, operator=number))
        return found

    def honest(self) -> list[Any]:
        """The programs of the others."""
        return [mind for number, minds in self.minds.items() if number not in self.liars for mind in minds]

    def lies(self, seat: int) -> bool:
        """Whether a seat is a liar's."""
        return self.signed.charter.seats[seat].operator in self.liars

    def honest_seats(self) -> list[int]:
        """The seats of the others."""
        return [seat for seat in range(len(self.signed.charter.seats)) if not self.lies(seat)]

    def send(self, mind: Any, to: int, data: bytes) -> None:
        """Say something to somebody."""
        self._villain.say(to, data)


class SimulatedCraft(Craft):
    """A craft that knows what others have heard only as far as their programs run."""

    def _agreeing(self, to: int, envelope: Envelope, data: bytes) -> bytes:
        return super()._agreeing(to, envelope, data) if self.game.minds.get(to) else data


class Villain:
    """One liar, through all lives of its node: what it has said to somebody it says again."""

    def __init__(self, world: World, computer: Computer, *, second: bool = False) -> None:
        """``second``: it is a liar's second program."""
        self.world, self.computer, self.second = world, computer, second
        self.luck = random.Random(world.luck.getrandbits(64))
        self.archive: deque[bytes] = deque(maxlen=HEARD)
        self.ways = frozenset(self.luck.sample(NODE, self.luck.choice((0, 1, 3, len(NODE)))))
        self.goes_on = random.Random(f"{world.seed} goes on").random() < 0.3
        """Whether it says now and then that it has gone on after some pause."""
        self._craft: Craft | None = None
        self._sid = b""
        self._playing: GameLoop | None = None
        self._heads: deque[bytes] = deque(maxlen=20)
        self._send: Any = None

    def corrupt(self, playing: GameLoop, signed: SignedCharter) -> None:
        """From now on what this node sends goes through the liar's hands."""
        operator, mesh = playing.context.operator, playing.context.mesh
        if self._craft is None or self._sid != signed.charter.sid:
            self._sid = signed.charter.sid
            table = Table(self, signed, operator)
            self._craft = SimulatedCraft(table, operator)  # type: ignore[arg-type]
            self._craft.ways -= {"twin", "vanishes"}  # a `SecondProgram` is a whole node; being killed is a fault
        craft = self._craft
        craft.minds = [SimpleNamespace(session=playing.table.session, flush=playing.show_soon)]  # type: ignore[list-item]
        self._playing, self._send, catch_up = playing, mesh.send, mesh.catch_up

        def send_lies(to: int, kind: int, payload: bytes) -> bool:
            return any([self._send(to, said, data) for said, data in self._lies(craft, to, kind, payload)])

        def help_with_lies(to: int, frames: Iterable[tuple[int, bytes]]) -> None:
            catch_up(to, self._answers(craft, to, frames))

        receive = playing.table.receive

        def hear(data: bytes) -> str:
            self.archive.append(data)
            return receive(data)

        mesh.send, mesh.catch_up = send_lies, help_with_lies  # type: ignore[method-assign]
        playing.table.receive = hear  # type: ignore[method-assign]
        self.world.nursery.start_soon(self._stir, playing, craft)
        if self.second:
            self._speak_at_once(playing)

    @staticmethod
    def _speak_at_once(playing: GameLoop) -> None:
        """It does not wait to hear what it may have said at the other place, and says what it likes."""
        playing.catch_up.stale, playing.context.may_send = False, True
        playing.table.start_sending(range(len(playing.charter.operators)))

    def say(self, to: int, data: bytes) -> None:
        """Say something of its own accord."""
        if self.computer.up and self._playing is not None and to in self._playing.presence.connected:
            self._send(to, FrameKind.MESSAGE, data)

    async def _stir(self, playing: GameLoop, craft: Craft) -> None:
        """Do something where nothing is to be said, now and then, as long as this life of its node lasts."""
        while self.computer.up and self._playing is playing:
            await trio.sleep(self.luck.expovariate(2))
            if not (self.computer.up and self._playing is playing):
                return
            if craft.ways & {*UNASKED, *ONCE}:
                craft.stir()
            for to in sorted(playing.presence.connected):
                self._flood(to)
                if self.goes_on:
                    epoch = self.luck.choice((0, 1, 2**64 - 1, self.luck.getrandbits(64)))
                    self._repeat("goes on", to, FrameKind.WENT_ON, [epoch.to_bytes(8, "big"), b"", b"x" * 9])

    def _flood(self, to: int) -> None:
        luck, many = self.luck, self.luck.choice((1, 5, 50))
        if luck.random() > 0.1:
            return
        for way in sorted(self.ways):
            match way:
                case "flood of questions":
                    self._repeat(
                        way, to, FrameKind.HEADS, [self._question(luck.randbytes(32), {}) for _ in range(many)]
                    )
                case "flood of chat":
                    self._repeat(way, to, FrameKind.CHAT, [luck.randbytes(luck.choice((5, 400))) for _ in range(many)])
                case "flood of words":
                    self._repeat(way, to, FrameKind.MESSAGE, [luck.randbytes(300) for _ in range(many)])
                case _:
                    pass

    def _repeat(self, way: str, to: int, kind: int, payloads: list[bytes]) -> None:
        self.world.count(f"lie: {way}")
        for payload in payloads:
            self._send(to, kind, payload)

    @staticmethod
    def _question(nonce: bytes, heads: dict[bytes, tuple[int, int]]) -> bytes:
        return msgspec.msgpack.encode(Heads(nonce, heads, {}))

    def _comes_to(self, way: str, often: float = 0.5) -> bool:
        if way not in self.ways or self.luck.random() > often:
            return False
        self.world.count(f"lie: {way}")
        return True

    def _lies(self, craft: Craft, to: int, kind: int, payload: bytes) -> list[tuple[int, bytes]]:
        """What somebody gets instead of a frame."""
        if kind == FrameKind.MESSAGE:
            return [(kind, data) for data in craft.twisted(to, payload)]
        if kind == FrameKind.HEADS and self._comes_to("no questions"):
            return []
        if kind == FrameKind.HEADS and self._comes_to("false heads"):
            asked = msgspec.msgpack.decode(payload, type=Heads)
            off = self.luck.choice((-3, 1, 1000))
            heads = {lane: (epoch, max(0, step + off)) for lane, (epoch, step) in asked.heads.items()}
            return [(kind, self._question(asked.nonce, heads))]
        return [(kind, payload)]

    def _answers(self, craft: Craft, to: int, frames: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        """What somebody who catches up is handed over instead of these."""
        early, first = [], self._comes_to("head first")
        if first:
            frames = list(frames)
            early = [frame for frame in frames if frame[0] == FrameKind.HEAD]
            yield from early
        for kind, payload in frames:
            if kind == FrameKind.HEAD:
                self._heads.append(payload)
                if self._comes_to("copied head"):
                    yield kind, self.luck.choice(self._heads)
                elif not self._comes_to("no head") and not first:
                    yield kind, payload
            elif kind == FrameKind.CERTIFICATE:
                if self._comes_to("false proof"):
                    changed = bytearray(payload)
                    changed[self.luck.randrange(len(changed))] ^= 1 << self.luck.randrange(8)
                    payload = bytes(changed)
                if not self._comes_to("no proof"):
                    yield kind, payload
            elif kind == FrameKind.MESSAGE and not self._comes_to("withheld words", 0.3):
                yield from ((kind, data) for data in craft.twisted(to, payload))


class SecondProgram:
    """A liar plays with one identity at two machines: one talks with some of the others, one with the rest."""

    OFTEN = 0.4
    """How likely a liar has one."""
    STAYS = (3.0, 20.0, 100.0)
    """Seconds for which it runs."""

    def __init__(self, world: World, liar: Computer) -> None:
        self.world, self.liar = world, liar
        self.luck = random.Random(f"{world.seed} second program")
        self.comes = self.luck.random() < self.OFTEN
        """Whether there is one at all."""

    async def run(self) -> None:
        """Start it from a copy of the folder in the middle of the game, keep the two apart for a while, and end it."""
        world, liar, luck = self.world, self.liar, self.luck
        await trio.sleep(luck.expovariate(1 / luck.choice((1.0, 10.0))))
        if not liar.up or liar.life is None or liar.life.node.game is None or world.calm.is_set():
            return
        machine = world.network.machine(f"10.0.2.{liar.number + 1}")
        second = type(liar)(world, liar.number, machine, of=liar)
        second.honest = False
        world.villains[second] = Villain(world, second, second=True)
        others = [one.machine.host for one in world.computers if one is not liar]
        talks_with = luck.sample(others, luck.randint(1, len(others) - 1))
        apart = [(liar.machine.host if there in talks_with else machine.host, there) for there in others]
        apart += [(there, here) for here, there in apart]
        world.note("second program", liar.number, *talks_with)
        world.count("second programs of liars")
        for here, there in apart:
            world.network.cut(here, there)
        stays = luck.choice(self.STAYS)
        world.nursery.start_soon(second.live, world.plan_of_second(liar, machine.host))
        with trio.move_on_after(stays):
            await world.calm.wait()
        if luck.random() < 0.5:  # the others come to hear of both
            for here, there in apart:
                world.network.mend(here, there)
            with trio.move_on_after(stays):
                await world.calm.wait()
        second.kill()
        for here, there in apart:
            world.network.mend(here, there)
