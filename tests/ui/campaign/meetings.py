"""A session between two real nodes: lobby, game, votes and pauses, with somebody at the screen of each.

The nodes run in the simulated world of `tests/simulation`, in virtual time and over a network without faults; all that
people do there they do by keys.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import trio
from trio.testing import MockClock

from tests.simulation.computer import Computer, Life
from tests.simulation.network import HERE, Machine, Network
from tests.simulation.watch import Watch as Honest
from tests.simulation.world import MEMORY, PORT, World, _jumping, _small_groundwork
from tests.ui.campaign.monkey import SIZES, Monkey, Told
from tests.ui.campaign.watch import Watch
from tests.ui.positions import NAMES
from tests.ui.screen.keyboard import style_of
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.net.addresses import fingerprint
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.registry import load_rules
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.state import SeatRequest

KEYS = 300
"""So many keys each of the two presses."""
SOON = 0.1
"""Seconds in which all that a key sets going at a node has happened."""
SHORT = ("smugglers", "smugglers", "caravan")
"""Games that two nodes deal in a moment; every third session is of the game that was asked for."""
MOVES = (
    "pause", "resume", "vote gone Bob", "gone Ann", "vote yes", "vote", "conditions", "who", "call-off", "ready", "y",
    "n", "ready no", "start", "rematch", "autopilot easy", "autopilot off", "fair", "hint", "vote no",
)  # fmt: skip
"""What is asked of the table and of the others."""


class Meeting(World):
    """Two machines and nothing that goes wrong; what `World` is to its computers, without its faults."""

    def __init__(self, told: Told, luck: random.Random, watch: Watch, folder: Path) -> None:
        self.seed, self.folder, self.told, self.luck, self.seen = told.seed, folder, told, luck, watch
        self.counts: Counter[str] = Counter()
        self.slow_checks, self.failing_checks, self.slow_disk, self.slow_thoughts = 0.01, 0.0, 0.001, 0.1
        self.checked: dict[bytes, bytes] = {}
        self.wits = random.Random(f"{told.seed} wits")
        self.watch = Honest(self)
        self.network = Network(random.Random(told.seed))
        self.network.slow = 0.001
        self.computers = [Computer(self, n, self.network.machine(f"10.0.0.{n + 1}")) for n in range(2)]
        self.ended = ""
        self.plans = self._of_two()

    def note(self, *what: object) -> None:
        """Nothing is traced."""

    def reported(self, life: Life, line: str) -> None:
        """A node says that a game has begun."""
        if line.startswith("playing "):
            life.computer.sid = line.split()[1]
            self.watch.begins(life.computer.charter())
            self.told.counts[f"games between nodes of {self.told.game}"] += 1

    def _of_two(self) -> list[Plan]:
        host, luck = self.computers[0], self.luck
        seats = max(2, min(load_rules(self.told.game).seats))
        conditions = Conditions(
            seats, self.told.game, bots=("random",) * (seats - 2), on_leave=luck.choice(("continue", "wait")), idle=120,
            audit=luck.choice(("open", "closed")), hints=luck.random() < 0.5,
        )  # fmt: skip
        where = f"{host.machine.host}:{PORT}#{fingerprint(host.key.identity)}"
        plans = []
        for computer, name in zip(self.computers, NAMES, strict=False):
            listen = f"{computer.machine.host}:{PORT}"
            if computer is host:
                plan = Plan("host", f"node{computer.number}", name, conditions=conditions, listen=listen, quiet=True)
            else:
                plan = Plan("join", f"node{computer.number}", name, address=where, listen=listen, quiet=True)
            plans.append(plan)
        return plans

    async def meet(self) -> None:
        """Come together, play, and part."""
        trio.socket.set_custom_socket_factory(self.network)
        async with trio.open_nursery() as self.nursery:
            for computer, plan in zip(self.computers, self.plans, strict=True):
                self.nursery.start_soon(self._live, computer, plan)
            async with trio.open_nursery() as people:
                for computer in self.computers:
                    people.start_soon(self._sit_down, computer)
            self.nursery.cancel_scope.cancel()

    async def _live(self, computer: Computer, plan: Plan) -> None:
        life = await computer.live(plan)
        if life.ended not in ("ended", "killed"):
            self.told.counts[f"nodes: {life.ended}"] += 1

    async def _sit_down(self, computer: Computer) -> None:
        """Somebody comes to the screen of a node, and to it again whenever it has left."""
        machine, number = computer.machine, computer.number
        HERE.set(Machine(machine.network, machine.host, beside=machine))
        luck = random.Random(f"{self.seed} {number}")
        size, language = [luck.choice(SIZES)], self.told.language or luck.choice([*LANGUAGES])
        pressed = 0
        while pressed < KEYS:
            try:
                lines = await connect_seat(str(socket_path(computer.home, self.plans[number].id)))
            except OSError:
                if computer.life is not None and computer.life.done.is_set():
                    return
                await trio.sleep(0.5)
                continue
            face = ScreenFace(style_of(language), lambda: size[0])
            client = SeatClient(lines, face, Words(language), SeatRequest(), True, lambda: "tta attach")
            where = f"node {number} of {self.told.game}, {language}"
            monkey = Monkey(client, face, luck, self.seen, self.told, where, self._settle, size)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._watch_over, client, nursery.cancel_scope)
                pressed = await self._press(monkey, pressed, luck)
                nursery.cancel_scope.cancel()
            self.told.counts["clients that came to a node"] += 1

    @staticmethod
    async def _watch_over(client: SeatClient, scope: trio.CancelScope) -> None:
        await client.run()
        scope.cancel()

    @staticmethod
    async def _settle() -> None:
        await trio.sleep(SOON)

    async def _press(self, monkey: Monkey, pressed: int, luck: random.Random) -> int:
        await self._settle()
        while pressed < KEYS:
            state = monkey.client.state
            self.told.counts["votes asked about"] += state.confirmation is not None
            what = luck.random()
            if state.in_lobby:
                await monkey.press(luck.choice(("r", "s", "r", "s", "down", "?", "esc", "c", "w", "end", "'", "g")))
            elif what < 0.35:
                await monkey.act()
            elif what < 0.55:
                await monkey.type(luck.choice(MOVES))
            elif what < 0.65:
                await monkey.press(luck.choice("yn"), "enter")
            else:
                await monkey.fumble()
            pressed += 4
            await trio.sleep(luck.random() * 3)
        return pressed


def play(told: Told, luck: random.Random, watch: Watch) -> None:
    """Play one session."""
    if told.seed % 3:
        told.game = luck.choice(SHORT)
    clock = _jumping(MockClock(autojump_threshold=0))
    memory = MEMORY if MEMORY.is_dir() else None
    with (
        tempfile.TemporaryDirectory(prefix="tta-screens-", dir=memory) as folder,
        _small_groundwork(),
        redirect_stderr(StringIO()),
    ):
        trio.run(_meet, told, luck, watch, Path(folder), clock, clock=clock)


async def _meet(told: Told, luck: random.Random, watch: Watch, folder: Path, clock: MockClock) -> None:
    clock.jump(1_000_000.0)
    await Meeting(told, luck, watch, folder).meet()
