"""Programs that play seats at simulated nodes: no process, and all that can be wrong with one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import trio
from trio.testing import memory_stream_one_way_pair

from tta_p2p.node.programs.program import Patience, ProgramCommand
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine
from tta_p2p.seats.lines import Lines

if TYPE_CHECKING:
    from tests.simulation.world import World

COMMAND = ProgramCommand(("simulated",), "/")
PATIENCE = Patience(notice=10.0, limit=40.0, restarts=2, starts=8)
NOBODY = 1 << 30
"""The first number of a process that no machine has."""
WAYS = ("good", "good", "good", "crashes", "falls silent", "talks nonsense", "acts out of turn")


class Program:
    """One start of a program, as Trio's processes look; it plays by chance until it goes wrong in its own way."""

    def __init__(self, world: World, way: str) -> None:
        self.world, self.way = world, way
        self.luck = random.Random(world.beside.getrandbits(64))
        self.pid, self.returncode = NOBODY + world.counts["starts of programs"], None
        self.stdin, self._hears = memory_stream_one_way_pair()
        self._says, self.stdout = memory_stream_one_way_pair()
        self._errors, self.stderr = memory_stream_one_way_pair()
        self._ended = trio.Event()
        self._code: int | None = None

    async def wait(self) -> int:
        """Its code, when it has ended."""
        await self._ended.wait()
        assert self._code is not None
        return self._code

    async def run(self) -> None:
        """Play until the node closes its input, or it goes wrong."""
        try:
            self._code = await self._play(Lines(trio.StapledStream(self._says, self._hears)))
        except (trio.BrokenResourceError, trio.ClosedResourceError, BadLine):
            self._code = 1
        self.returncode = self._code  # type: ignore[assignment]
        self._ended.set()
        for stream in (self._says, self._errors, self._hears):
            await stream.aclose()

    async def _play(self, lines: Lines) -> int:
        await lines.send(say.HelloRequest(say.VERSION))
        while (said := await lines.reply()) is not None:
            match said:
                case say.TurnReply(mine=True, legal=legal) if legal:
                    if self.luck.random() < 0.03 and (code := await self._goes_wrong(lines)):
                        return code
                    await trio.sleep(self.luck.random())
                    await lines.send(say.ActRequest(self.luck.choice(legal).text))
                case say.TurnReply() if self.way == "acts out of turn" and self.luck.random() < 0.1:
                    await lines.send(say.ActRequest("pass"))
                case say.GameOverReply():
                    return 0
                case _:
                    pass
        return 0

    async def _goes_wrong(self, lines: Lines) -> int:
        match self.way:
            case "crashes":
                return self.luck.choice((3, -9))
            case "falls silent":
                while await lines.reply() is not None:
                    pass
                return 1
            case "talks nonsense":
                for _ in range(self.luck.choice((1, 30, 150))):
                    await self._says.send_all(self.luck.choice((b"{}\n", b"no line\n", b"[1]\n", b"x" * 3000 + b"\n")))
            case _:
                pass
        return 0


async def start(world: World, nursery: trio.Nursery, *_: Any, **__: Any) -> Any:
    """Start a program in the place of a process."""
    way = world.beside.choice(WAYS)
    world.count("starts of programs")
    if way != "good":
        world.count(f"programs: {way}")
    program = Program(world, way)
    nursery.start_soon(program.run)
    await trio.lowlevel.checkpoint()
    return program
