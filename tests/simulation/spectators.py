"""Spectators in a simulated world: they look on by way of any node, go, come back, and see the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import trio
from trio.testing import memory_stream_pair

from protocol.signatures import IdentityKey
from tests.simulation.computer import SimulatedWorkers
from tests.simulation.network import HERE
from tta_p2p.net.addresses import parse_address
from tta_p2p.node.lobby.greeting import hello, rules_parts
from tta_p2p.node.service.seat_server import Door
from tta_p2p.node.spectators.follower import Places, StreamFollower
from tta_p2p.node.spectators.spectator_table import SpectatorTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines

if TYPE_CHECKING:
    from tests.simulation.world import World


class Spectator:
    """Somebody who looks on from a machine of its own, with breaks."""

    def __init__(self, world: World, number: int, port: int) -> None:
        self.world, self.number = world, number
        self.luck = random.Random(world.beside.getrandbits(64))
        self.machine = world.network.machine(f"10.0.1.{number + 1}")
        self.folder = world.folder / f"spectator{number}"
        self.file: Path | None = None
        """What it has written of a game that it has seen to its end."""
        self.sid = ""
        self.watching: SpectatorTable | None = None
        """What it has looked at last."""
        self._key = IdentityKey(self.luck.randbytes(32))
        places = [f"{one.machine.host}:{port}" for one in world.computers]
        self._nodes: list[Places] = [(parse_address(place),) for place in places]
        self._hello, self._parts = hello(), rules_parts()

    async def run(self) -> None:
        """Look on until the end has been seen."""
        HERE.set(self.machine)
        self.folder.mkdir(mode=0o700)
        while self.file is None:
            await trio.sleep(self.luck.expovariate(1 / 3))
            stays = self.luck.choice((5, 60, 600))
            with trio.move_on_after(stays if self.world.theme != "nothing" else 2000):
                await self._look()
            self.machine.lose_all(silently=False)
            await trio.sleep(self.luck.expovariate(1 / 10))

    async def _look(self) -> None:
        async def search(game: str) -> Sequence[Places]:
            return self._nodes

        world, out = self.world, self.folder / "seen.tta"
        nodes = self.luck.sample(self._nodes, len(self._nodes))
        following = StreamFollower(
            nodes,
            search,
            signer=self._key,
            name=f"Spectator {self.number}",
            hello=self._hello,
            parts=self._parts,
            entropy=self.luck.randbytes,
            workers=SimulatedWorkers(world),
            folder=self.folder,
            out=out,
        )
        async with trio.open_nursery() as nursery:
            await nursery.start(following.run)
            watching = self.watching = following.watching
            if watching is not None:
                world.count("spectators who look on")
                ours, theirs = memory_stream_pair()
                nursery.start_soon(Door(watching.desk).serve_stream, theirs)
                await self._hear(Lines(ours))
                if watching.told.is_set():
                    world.count("spectators who see the end")
                    self.file, self.sid = out, watching.charter.sid.hex()
            for one in world.computers:
                if one.honest and one.key.identity in following._liars:
                    world.watch.find(f"spectator {self.number} says that honest node {one.number} misleads it")
            nursery.cancel_scope.cancel()

    async def _hear(self, lines: Lines) -> None:
        await lines.send(say.HelloRequest(say.VERSION, watch=True))
        while (said := await lines.reply()) is not None:
            self.world.watch.told_outside(f"spectator {self.number}", said)
            if isinstance(said, say.GameOverReply):
                await trio.sleep(1.0)
                return
