"""Spectators in the process of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import trio
from trio.testing import memory_stream_pair

from protocol.charter import SignedCharter
from tests.net.parts import entropy_of, identity_of
from tests.node.processes import Game
from tests.patience import PATIENCE
from tta_p2p.net.addresses import parse_address
from tta_p2p.net.channel import Channel
from tta_p2p.node.lobby.greeting import hello
from tta_p2p.node.service.seat_server import Door
from tta_p2p.node.spectators.follower import Places, StreamFollower
from tta_p2p.node.spectators.spectator_table import SpectatorTable
from tta_p2p.node.workers.pool import WorkerPool
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.table.audit import compare_files, verify_file


class Written(StreamFollower):
    """Every message it takes is written down, from the first on."""

    write: Callable[[bytes], None]
    read_on: trio.Event | None = None
    """If it reads slowly: it takes ten messages, and no more before this is set."""

    async def _take_all(self, channel: Channel, watching: SpectatorTable) -> None:
        take = watching.take

        async def slowly(data: bytes) -> None:
            await take(data)
            if self.read_on is not None and watching.messages >= 10:
                await self.read_on.wait()

        watching.take = slowly  # type: ignore[method-assign]
        await super()._take_all(channel, watching)

    async def _open(self, signed: SignedCharter) -> SpectatorTable:
        watching = await super()._open(signed)
        receive = watching.table.receive

        def written(data: bytes) -> str:
            self.write(data)
            return receive(data)

        watching.table.receive = written  # type: ignore[method-assign]
        return watching


class Spectator:
    """One who watches in this process, with a client of its own; ``said`` is everything that client is told."""

    def __init__(self, name: str, folder: Path, nodes: Iterable[str], others: Iterable[str] = (), **more: Any) -> None:
        """``others``: where the game is found when nobody shows it any more."""
        self.folder = folder / name
        self.folder.mkdir()
        self.out = self.folder / "seen.tta"
        self.others = [(parse_address(text),) for text in others]
        self.workers = WorkerPool()
        self.following = Written(
            [(parse_address(text),) for text in nodes],
            self._search,
            signer=identity_of(name),
            name=name,
            hello=hello(),
            entropy=entropy_of(name),
            workers=self.workers,
            folder=self.folder,
            out=self.out,
            **more,
        )
        self.following.write = self._write_down
        self.said: list[say.Reply] = []
        self.messages: list[bytes] = []
        self._more = trio.Event()

    async def _search(self, game: str) -> Sequence[Places]:
        return self.others

    async def watch(self) -> None:
        """Watch to the end."""
        try:
            with trio.fail_after(PATIENCE):
                async with trio.open_nursery() as nursery:
                    await nursery.start(self.following.run)
                    watching = self.following.watching
                    if watching is not None:
                        ours, theirs = memory_stream_pair()
                        nursery.start_soon(Door(watching.desk).serve_stream, theirs)
                        await self._hear(Lines(ours))
                    nursery.cancel_scope.cancel()
        finally:
            self.workers.close()

    def _write_down(self, data: bytes) -> None:
        self.messages.append(data)
        self._has_come()

    def _has_come(self) -> None:
        self._more.set()
        self._more = trio.Event()

    async def _hear(self, lines: Lines) -> None:
        await lines.send(say.HelloRequest(say.VERSION, watch=True))
        while (reply := await lines.reply()) is not None:
            self.said.append(reply)
            self._has_come()
            if isinstance(reply, say.GameOverReply):
                return

    async def have(self, count: int) -> None:
        """Wait until so many messages have come."""
        with trio.fail_after(PATIENCE):
            while len(self.messages) < count:
                await self._more.wait()

    async def see(self) -> None:
        """Wait until the client has been shown how the game stands."""
        with trio.fail_after(PATIENCE):
            while not self.views:
                await self._more.wait()

    @property
    def views(self) -> list[dict[str, Any]]:
        """What the client was shown of the game."""
        return [said.view for said in self.said if isinstance(said, say.TurnReply) and said.view is not None]

    @property
    def certificates(self) -> list[Path]:
        """Who was accused of anything."""
        return list(self.folder.glob("certificates/*"))

    @property
    def told(self) -> str:
        """What the client was told in words."""
        return "\n".join(one.text for one in self.said if isinstance(one, say.ErrorReply))

    def saw_a_fair_game(self, game: Game, number: int = 0) -> None:
        over = self.said[-1]
        assert isinstance(over, say.GameOverReply) and (over.verdict, over.file) == ("fair", str(self.out))
        assert verify_file(self.out).state == "fair"
        assert [one.relation for one in compare_files([self.out, game.nodes[number].transcript()])] == ["equal"]
        assert not self.certificates and not any(isinstance(one, say.AccusationReply) for one in self.said)
        assert all(one.view is None or not one.mine for one in self.said if isinstance(one, say.TurnReply))


def shown(game: Game) -> list[str]:
    """Where the nodes of a game show it."""
    said = [line.split() for node in game.nodes for line in node.lines]
    return [words[1] for words in said if words[0] == "shown"]
