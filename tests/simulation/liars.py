"""Liars among the nodes: the honest program, whose words go through the hands of a liar of the protocol's campaign."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING

from protocol.charter import SignedCharter
from tests.protocol.campaign.liars import Craft
from tests.protocol.campaign.play import Theme
from tta_p2p.net.framing import Kind
from tta_p2p.node.game.playing import Playing

if TYPE_CHECKING:
    from tests.simulation.computer import Computer
    from tests.simulation.world import World


class Villain:
    """One liar, through all lives of its node: what it has said to somebody it says again."""

    def __init__(self, world: World, computer: Computer) -> None:
        self.world, self.computer = world, computer
        self.luck = random.Random(world.luck.getrandbits(64))
        self._craft: Craft | None = None

    def corrupt(self, playing: Playing, signed: SignedCharter) -> None:
        """From now on what this node sends goes through the liar's hands."""
        operator, mesh = playing.row.operator, playing.mesh
        if self._craft is None:
            table = SimpleNamespace(
                luck=self.luck,
                theme=Theme(),
                liars=frozenset([operator]),
                keys={number: self.computer.key for number in range(len(signed.charter.operators))},
                signed=signed,
                minds={},
                count=self.world.count,
            )
            self._craft = Craft(table, operator)  # type: ignore[arg-type]
            self._craft.ways -= {"lying echo"}  # it needs to know what others have heard
        craft = self._craft
        craft.minds = [SimpleNamespace(session=playing.table.session)]  # type: ignore[list-item]
        send, catch_up = mesh.send, mesh.catch_up

        def send_lies(to: int, kind: int, payload: bytes) -> bool:
            if kind != Kind.MESSAGE:
                return send(to, kind, payload)
            return any([send(to, kind, data) for data in craft.twisted(to, payload)])

        def help_with_lies(to: int, frames: Iterable[tuple[int, bytes]]) -> None:
            catch_up(to, lies(to, frames))

        def lies(to: int, frames: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
            for kind, payload in frames:
                pieces = craft.twisted(to, payload) if kind == Kind.MESSAGE else [payload]
                yield from ((kind, data) for data in pieces)

        mesh.send, mesh.catch_up = send_lies, help_with_lies  # type: ignore[method-assign]
