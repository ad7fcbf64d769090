"""A game over several mornings at which computers have other addresses than the evening before.

Every night all computers lose their power. Where one is still at the address at which the others met it last, they find
each other by their address books, though nobody is where the charter's signers were. Where all have moved, they find
each other by beacons, if they are on one network.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager, nullcontext
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import trio

from tests.simulation import world as worlds
from tests.simulation.computer import Computer
from tests.simulation.mutants import BRIEF
from tests.simulation.network import HERE
from tests.simulation.world import PORT, World, play
from tta_p2p.net.addresses import Address
from tta_p2p.net.beacons import DISCARD, Beacon, BeaconFound
from tta_p2p.node.game.parts import beacons
from tta_p2p.node.game.parts.address_book import AddressBook
from tta_p2p.node.plan import places

SEED = 4
"""A table of three that nobody watches and nobody pauses."""
EVENING = 10.0
"""Seconds for which the computers stay together before the night."""
AWAKE = 100.0
"""Seconds after which the person begins to play: by then the last morning is over."""
MEETING = 120.0
"""Seconds in which they meet in the morning."""


class Mornings:
    """What goes wrong: at each morning some computers have new addresses."""

    def __init__(self, world: World, moving: Iterable[Collection[int]]) -> None:
        self.world, self.moving = world, tuple(moving)
        self.calm = world.faults._calm

    async def run(self) -> None:
        """Let one morning follow the other, then leave all in peace."""
        for number, moving in enumerate(self.moving):
            if not await self.met():
                break
            await trio.sleep(EVENING)
            for computer in self.world.computers:
                computer.down_for = 1.0
                computer.kill(silently=True)
                if computer.number in moving:
                    self.move(computer, f"10.0.{number + 1}.{computer.number + 1}")
            await trio.sleep(2.0)
        await self.met()
        self.calm()

    def move(self, computer: Computer, host: str) -> None:
        """A computer has another address from now on, and its node listens there."""
        world = self.world
        world.network.move(computer.machine, host)
        plan = world.plans[computer.number]
        world.plans[computer.number] = msgspec.structs.replace(plan, listen=f"{host}:{PORT}")
        world.count("moves")

    async def met(self) -> bool:
        """Wait until every node is connected with every other."""
        with trio.move_on_after(MEETING):
            while not all(map(self.sees_all, self.world.computers)):  # noqa: ASYNC110
                await trio.sleep(0.5)
            self.world.count("mornings")
            return True
        self.world.watch.find("they do not meet again")
        return False

    def sees_all(self, computer: Computer) -> bool:
        """Whether this node is connected with all others."""
        game = computer.life.node.game if computer.up and computer.life is not None else None
        return game is not None and len(game.presence.connected) == len(self.world.computers) - 1


def mornings(monkeypatch: pytest.MonkeyPatch, *moving: Collection[int], quiet: bool = True) -> tuple[Any, World]:
    """Play a game of a person and two bots at a table where these computers move, one night after the other.

    The person does nothing before the last morning, so that no game ends before.
    """
    made = World._plans

    def plans(self: World, spectators: Any) -> list[Any]:
        self.played = [computer.number == 0 for computer in self.computers]
        for computer in self.computers:
            computer.machine.dialled = True
        return [msgspec.structs.replace(one, quiet=quiet) for one in made(self, "none")]

    class Moving(World):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            self.faults = Mornings(self, moving)  # type: ignore[assignment]
            for person in self.people:
                person.mute_until = trio.current_time() + AWAKE

    monkeypatch.setattr(World, "_plans", plans)
    monkeypatch.setattr(worlds, "World", Moving)
    return play(SEED, "nothing", brief=True)


STAYING = ({1, 2}, {0, 2}, {0, 1}, {1, 2})
"""At each morning one is where it was: another one each time, so that all have moved after two."""
EVERYBODY = ({0, 1, 2},) * 4


def test_three_whose_addresses_all_change_over_four_mornings_finish_as_one_is_always_where_the_others_met_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, world = mornings(monkeypatch, *STAYING)
    assert told.found == [], "\n".join(world.story)
    assert (told.counts["moves"], told.counts["mornings"], told.counts["nodes over"]) == (8, 5, 3)


def test_without_what_they_have_learnt_they_never_meet_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AddressBook, "_look_up", lambda self: None)
    monkeypatch.setattr(worlds, "PATIENCE", BRIEF)
    told, _ = mornings(monkeypatch, *STAYING)
    assert "they do not meet again" in told.found


class Air:
    """One network on which all computers of a world hear each other's beacons."""

    def __init__(self) -> None:
        self.lit: dict[str, tuple[Beacon, str]] = {}
        self.ears: dict[Any, str] = {}

    @asynccontextmanager
    async def open(self, interfaces: object) -> AsyncIterator[Any]:
        """A computer announces and listens."""
        say, events = trio.open_memory_channel[BeaconFound](1000)
        host, own = HERE.get().host, list[str]()
        self.ears[say] = host

        async def announce(beacon: Beacon, listening: object) -> None:
            own.append(beacon.name)
            self.lit[beacon.name] = beacon, host
            for ear in self.ears:
                ear.send_nowait(found(beacon, host))

        for beacon, where in self.lit.values():
            say.send_nowait(found(beacon, where))
        try:
            yield SimpleNamespace(announce=announce, events=events)
        finally:
            del self.ears[say]  # who loses its power says no goodbye: what it lit is heard for a while


def found(beacon: Beacon, host: str) -> BeaconFound:
    """A beacon as it is heard."""
    return BeaconFound(beacon, (Address(host, DISCARD),))


def test_three_of_whom_nobody_is_where_the_others_met_it_find_each_other_on_one_network_every_morning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    air = Air()
    monkeypatch.setattr(beacons, "open_beacons", air.open)
    monkeypatch.setattr(places, "announce_beside", lambda *_: nullcontext())
    told, world = mornings(monkeypatch, *EVERYBODY, quiet=False)
    assert told.found == [], "\n".join(world.story)
    assert (told.counts["moves"], told.counts["mornings"], told.counts["nodes over"]) == (12, 5, 3)
    assert len(air.lit) >= 12, "each start lights another one"


def test_where_they_want_no_announcement_they_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "PATIENCE", BRIEF)
    told, _ = mornings(monkeypatch, *EVERYBODY)
    assert "they do not meet again" in told.found
