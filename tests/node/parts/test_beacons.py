"""Members find each other on the local network while somebody is away, wherever they have moved, and only then."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from tests.net.parts import key_of
from tests.node.contexts import Wire, context_of
from tests.node.games import EVERYBODY_HASTY, all_fair_and_equal
from tests.node.processes import Game
from tests.table.peers import Peers
from tta_p2p.net.addresses import Address
from tta_p2p.net.beacons import DISCARD, Beacon, BeaconFound, BeaconKeys, BeaconSetup
from tta_p2p.net.members import Bounds, Member, MemberLink, Timing
from tta_p2p.node.game.parts import beacons
from tta_p2p.node.game.parts.beacons import GRACE, TURN, Beacons

SID = bytes(32)


class Air:
    """A network on which a test hears and says what it wants."""

    def __init__(self) -> None:
        self.lit: list[Beacon] = []
        self.up = 0
        self.say, self.events = trio.open_memory_channel[Any](100)

    @asynccontextmanager
    async def open(self, interfaces: object) -> AsyncIterator[Air]:
        self.up += 1
        try:
            yield self
        finally:
            self.up -= 1

    async def announce(self, beacon: Beacon, listening: object) -> None:
        self.lit.append(beacon)


class Members(Wire):
    """A mesh of three of whom a test says who is there."""

    def __init__(self) -> None:
        super().__init__()
        self.links = [MemberLink(number, Member(b"", b""), Timing(), Bounds()) for number in (1, 2)]
        self.here(1, 2)
        self.found: list[tuple[int, list[Address]]] = []
        self.addresses: tuple[Any, ...] = (Address("10.0.0.1", 7),)

    def here(self, *operators: int) -> None:
        for link in self.links:
            link.live = object() if link.operator in operators else None  # type: ignore[assignment]

    def find(self, operator: int, places: list[Address]) -> None:
        self.found.append((operator, places))


async def test_a_beacon_is_lit_while_somebody_is_away_anew_where_the_node_has_moved_and_what_is_heard_is_a_hint(
    monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    air, mesh = Air(), Members()
    monkeypatch.setattr(beacons, "open_beacons", air.open)
    tls = [key_of(f"beacons {number}") for number in range(3)]
    keys = [BeaconKeys(SID, number, tls[number].seed, [one.certificate for one in tls]) for number in range(3)]
    setup = BeaconSetup(keys[0], 7, ("0.0.0.0",))
    table = Peers("smugglers", [0, 1, 2]).tables[0]
    async with trio.open_nursery() as mesh.nursery:
        part = Beacons(context_of(table, 0, wire=mesh, beacons=setup))
        silent = Beacons(context_of(table, 0, wire=mesh))

        async def after(seconds: float) -> None:
            for _ in range(2):
                mock_clock.jump(seconds / 2)
                await part.tick()
                await silent.tick()
                await wait_all_tasks_blocked()

        await after(10 * TURN)
        assert air.up == 0 and not air.lit, "nobody is away"
        mesh.here(1)
        await after(GRACE)
        assert air.up == 0
        await after(GRACE)
        assert air.up == 1 and len(air.lit) == 1, "and where no announcement is wanted, none is made"
        bob, own, stranger = (
            keys[2].light(4711, lambda n: bytes([7]) * n),
            air.lit[0],
            Beacon(bytes(len(air.lit[0].data))),
        )
        for heard in (own, stranger, bob):
            air.say.send_nowait(BeaconFound(heard, (Address("10.0.0.9", DISCARD),)))
        await wait_all_tasks_blocked()
        assert mesh.found == [(2, [Address("10.0.0.9", 4711)])]
        mesh.addresses = (Address("10.1.0.1", 7),)
        await after(1)
        await after(1)
        assert len(air.lit) == 2 and air.up == 1, "at another network it is another beacon"
        await after(TURN + 1)
        await after(1)
        assert len({one.name for one in air.lit}) == len(air.lit) == 3 and "lit, 1 heard" in part.summary()
        mesh.here(1, 2)
        await after(1)
        await after(1)
        assert air.up == 0 and "dark" in part.summary()
        mesh.here(1)
        mesh.links[1].dismissed = True
        await after(10 * GRACE)
        assert air.up == 0, "who has left the game is not looked for"
        mesh.nursery.cancel_scope.cancel()


class Announced(Game):
    """A table whose people do not mind announcements, on loopback."""

    def _plan(self, number: int) -> dict[str, Any]:
        return {**super()._plan(number), "quiet": False, "interfaces": ("127.0.0.1",)}


def test_all_that_have_moved_in_one_night_meet_again_on_their_own_network(tmp_path: Path) -> None:
    game = Announced(tmp_path, 2, game="skiff", people=(0,), within=(0, 1), programs=EVERYBODY_HASTY)
    try:
        game.under_way(0).close()
        for node in game.nodes:
            node.kill()
        for number in (0, 1):
            game.restart(number, listen=f"127.0.0.{number + 2}:0")
        spectators = [game.visit(number, watch=True) for number in (0, 1)]
        game.let_go(0)
        for watcher in spectators:
            watcher.hear("over")
        all_fair_and_equal(game)
    finally:
        game.close()
