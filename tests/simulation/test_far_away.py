"""Nodes that are far from each other: a person soon reads for whom an act has to wait, at either client.

Time is virtual, so what passes is what the network takes; that both clients compute fast enough, benchmarks say.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
import trio

from tests.simulation.network import HERE, Machine
from tests.simulation.people import Person
from tests.simulation.world import World, play_in
from tests.ui.screen.keyboard import shown, style_of
from tta_p2p.i18n import Words
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.style import Style

SEED = 4
"""A table of three."""
FAR = 0.333
"""Seconds of a trip, and half of it more or less."""
SOON = 0.1
"""Seconds in which a person reads it."""
THOUGHT = 0.5
"""Seconds before each act."""


class Terminal:
    """A terminal on which nobody types, and what is written to it."""

    interactive = True

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def read(self, prompt: str) -> str | None:
        """Nothing is typed: the acts are sent beside it."""
        await trio.sleep_forever()
        return None

    def write(self, lines: Iterable[str]) -> None:
        self.lines.extend(lines)

    def complete_with(self, phrases: Sequence[str]) -> None:
        """Nothing is typed."""

    def clear(self) -> None:
        """All is kept."""


class Reader(Person):
    """Plays by chance, with a real client, and looks at what it reads a moment after each act."""

    def __init__(self, world: World, face: str) -> None:
        super().__init__(world, world.computers[0], plays=True)
        self.face = face
        self.read: list[str] = []
        """What was read after each act whose answer was not there yet."""

    async def run(self) -> None:
        """Sit down as soon as the node is there."""
        machine = self.computer.machine
        HERE.set(Machine(machine.network, machine.host, beside=machine))
        path = socket_path(self.computer.home, self.world.plans[0].id)
        while True:
            try:
                lines = await connect_seat(str(path))
                break
            except OSError:
                await trio.sleep(0.5)
        terminal, screen = Terminal(), ScreenFace(style_of("en"), lambda: (80, 24))
        self.greeted = True  # and asks for more than the watch does
        client = SeatClient(lines, screen if self.face == "screen" else LineFace(terminal, Style()), Words())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._decide, client, terminal, screen)
            await client.run()
            nursery.cancel_scope.cancel()

    async def _decide(self, client: SeatClient, terminal: Terminal, screen: ScreenFace) -> None:
        luck = random.Random(SEED)
        while True:
            await trio.sleep(THOUGHT)
            acts = [one.text for one in client.state.turn.legal if one.text != "resign"] if client.state.turn else []
            if not client.state.may_act or not acts:
                continue
            before = len(terminal.lines)
            await client._send(say.ActRequest(luck.choice(acts)), say.TurnReply)
            await trio.sleep(SOON)
            if client.state.may_act or client.state.game_over is not None:
                continue  # it waits for nobody
            seen = [shown(screen)[0]] if self.face == "screen" else terminal.lines[before:]
            self.read.append(" ".join(seen))


def play_far_away(face: str) -> list[str]:
    """Play a game far from all others; what was read after each act that has to wait."""

    class FarAway(World):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            self.network.slow = FAR
            self.reader = Reader(self, face)
            self.people[0] = self.reader

        def _plans(self, spectators: Any) -> list[Any]:
            self.game, self.played = "smugglers", [computer.number == 0 for computer in self.computers]
            self.programs = [False for _ in self.computers]
            for computer in self.computers:
                computer.machine.dialled = True
            return super()._plans("none")

    told, world = play_in(FarAway, SEED, "nothing")
    assert told.found == [] and told.counts["nodes over"] == len(world.computers), "\n".join(world.story)
    return world.reader.read


@pytest.mark.parametrize("face", ["line", "screen"])
def test_a_person_soon_reads_for_whom_an_act_waits_at_a_table_of_people_far_away(face: str) -> None:
    read = play_far_away(face)
    assert len(read) >= 5, "some acts have to wait"
    assert all("Waiting for" in one and ("Bob" in one or "Cid" in one) for one in read), read
