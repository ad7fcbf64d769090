"""What goes wrong in a simulated world, by chance and for a while; then all is mended."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import trio

from protocol.wire import encode
from tta_p2p.net.control import MAX_ADDRESSES, MemberPlaces
from tta_p2p.net.errors import ChannelFull, ChannelLost
from tta_p2p.net.framing import FrameKind

if TYPE_CHECKING:
    from tests.simulation.computer import Computer
    from tests.simulation.world import World


@dataclass(frozen=True)
class Theme:
    """What goes wrong in a world."""

    kinds: tuple[str, ...]
    people: float = 0.2
    """How likely a seat is played by a person."""
    liars: float = 0.0
    """How likely somebody lies."""
    lobby: bool = False
    """Whether computers sleep while the table comes together."""
    names: bool = False
    """Whether a name server is slow, and somebody tells names for it to look up."""


NETWORK = ("broken connection", "half-dead connection", "cut", "one-way cut", "cut off from all")
KILLS = ("kill -9", "power lost", "kill -9 at a store")
LOST = "lost for good"
DISK = ("full disk", "old copy", "torn log", "flipped byte")
DAYS = ("another address", "two starts", "torn head", "old copy amid a seal", "no descriptors", "kill -9")
NAMES = ("slow names",)
TELLING = 15
"""How often somebody tells new names of somebody who is away, once a second."""
BETWEEN_MOVES = 60.0
"""Seconds from one address to another at least: meanwhile all hear where the others are, and note it."""
THEMES = {
    "nothing": Theme(()),
    "network": Theme(NETWORK),
    "kills": Theme(KILLS),
    "disk": Theme((*DISK, "kill -9")),
    "everything": Theme((*NETWORK, *KILLS, *DISK, "silent person"), liars=0.3),
    "lost": Theme((LOST, "kill -9", "broken connection", "cut off from all"), people=0.15),
    "people": Theme(("silent person", "kill -9", "broken connection"), people=0.7),
    "liars": Theme((*NETWORK, "kill -9"), liars=1.0),
    "days": Theme(DAYS),
    "lobby": Theme(("broken connection",), people=0.0, lobby=True),
    "names": Theme(NAMES, names=True),
}
SOUGHT = {
    "kills and cuts": Theme(("kill -9 at a store", "cut off from all")),
    "two starts": Theme(("two starts",)),
    "seals": Theme(("old copy amid a seal",)),
}
"""The same, for what one looks for on purpose: none of these comes by chance."""
LENGTHS = (3.0, 10.0, 40.0, 120.0)
"""Seconds for which something goes wrong now and then."""


class Faults:
    """Breaks things in one world."""

    def __init__(self, world: World, theme: Theme) -> None:
        self.world, self.theme = world, theme
        self.luck = luck = random.Random(world.luck.getrandbits(64))
        kinds = theme.kinds
        self.kinds = tuple(sorted(luck.sample(kinds, luck.randint(1, len(kinds))))) if kinds else ()
        self.often = luck.choice((0.1, 0.5, 2.0, 8.0))
        """Seconds between two faults, on average."""
        self.length = luck.choice(LENGTHS)
        self._moved_at = 0.0
        self._mending: list[tuple[str, str]] = []

    async def run(self) -> None:
        """Break things for a while, then mend all."""
        world = self.world
        if "network" in self.theme.kinds or set(self.kinds) & set(NETWORK):
            world.network.lossy = self.luck.choice((0.0, 0.0, 0.02, 0.2))
            world.network.dying = self.luck.choice((0.0, 0.0, 0.1))
        until = trio.current_time() + self.length
        async with trio.open_nursery() as nursery:
            while self.kinds and trio.current_time() < until and not world.over:
                await trio.sleep(self.luck.expovariate(1 / self.often))
                nursery.start_soon(self._one, self.luck.choice(self.kinds))
            nursery.cancel_scope.deadline = until + 60
        self._calm()

    def _calm(self) -> None:
        """From now on nothing goes wrong any more."""
        world, network = self.world, self.world.network
        world.note("calm")
        network.lossy = network.dying = world.failing_checks = 0.0
        network.slow = min(network.slow, 0.05)
        for source, target in sorted(network.cuts):
            network.mend(source, target)
        for computer in world.computers:
            computer.make_room()
            computer.machine.full = computer.amid_seal = False
            if computer.life is not None:
                computer.life.dies_at = None
        for person in world.people:
            person.mute_until = 0.0
        world.calm_since = trio.current_time()
        world.calm.set()

    async def while_all_sign(self) -> None:
        """Somebody loses its channel to the host at the moment when it has signed."""
        world, network = self.world, self.world.network
        guest, host = self.luck.choice(world.computers[1:]), world.computers[0]
        while True:  # nothing tells of it, and time jumps
            await trio.sleep(0.001)
            if guest.life is not None and guest.life.signs:
                break
        await trio.sleep(self.luck.random() * 3 * network.slow)
        if network.break_one(guest.machine.host, host.machine.host):
            world.count("channels broken while all sign")

    async def kill_while_all_sign(self) -> None:
        """Somebody's node is killed before it has begun the game that all are signing, once or more."""
        world, network = self.world, self.world.network
        luck = random.Random(f"{world.seed} signing")
        one = luck.choice(world.computers)
        for _ in range(luck.choice((1, 1, 2, 3))):
            while not any(guest.life is not None and guest.life.signs for guest in world.computers[1:]):
                if world.has_begun:
                    return
                await trio.sleep(0.001)
            one.down_for = luck.choice((0.1, 1.0, 5.0))
            if one.life is not None and luck.random() < 0.5:
                one.life.die_at_a_store(luck.randint(1, 4), luck.random() < 0.5)
                with trio.move_on_after(2.0):
                    await one.life.done.wait()
            else:
                await trio.sleep(luck.random() * 4 * network.slow)
                one.kill(silently=luck.random() < 0.3)
            if one.life is not None and one.life.dead:
                world.count("kills while all sign")

    def _pair(self) -> tuple[Computer, Computer]:
        one, other = self.luck.sample(self.world.computers, 2)
        return one, other

    def _long(self) -> float:
        """How many seconds something lasts."""
        return self.luck.choice((0.3, 2.0, 8.0, 25.0, 60.0)) * (0.5 + self.luck.random())

    async def _one(self, kind: str) -> None:
        if await self._breaks(kind):
            self.world.count(kind)

    async def _breaks(self, kind: str) -> bool:
        world, network, luck = self.world, self.world.network, self.luck
        one, other = self._pair()
        here, there = one.machine.host, other.machine.host
        world.note("fault", kind, one.number, other.number)
        match kind:
            case "broken connection":
                return network.break_one(here, there)
            case "half-dead connection":
                return network.half_kill(here, there)
            case "cut":
                await self._cut([(here, there), (there, here)])
            case "one-way cut":
                await self._cut([(here, there)])
            case "cut off from all":
                rest = [computer.machine.host for computer in world.computers if computer is not one]
                await self._cut([(here, far) for far in rest] + [(far, here) for far in rest])
            case "full disk":
                if one.full:
                    return False
                one.fill()
                await trio.sleep(self._long())
                one.make_room()
            case "silent person":
                people = [person for person in world.people if person.plays]
                if not people:
                    return False
                luck.choice(people).mute_until = trio.current_time() + self._long()
            case "lost for good" if one.up and sum(not other.given_up for other in world.computers) > 2:
                one.down_for = self._long()
                world.give_up(one)
                one.kill(silently=luck.random() < 0.5)
            case "another address" if self._all_have_met():
                self._moved_at = trio.current_time()
                one.down_for = self._long()
                one.moves = True
                one.kill()
            case "two starts" | "torn head" if one.up and not one.damage:
                one.down_for = self._long()
                one.twice = kind == "two starts"
                one.damage = kind if kind == "torn head" else ""
                one.kill()
            case "slow names" if one.plays and other.up:
                other.down_for = TELLING + self._long()
                other.kill(silently=luck.random() < 0.5)
                await self._tell_names(one, other)
            case "old copy amid a seal" if one.plays and not one.damage and not one.amid_seal:
                one.take_copy()
                one.amid_seal, one.down_for = True, self._long()
            case "no descriptors" if one.up:
                one.machine.full = True
                await trio.sleep(self._long())
                one.machine.full = False
            case "old copy" if luck.random() < 0.6 or not one.up:
                one.take_copy()
            case "kill -9 at a store" if one.up and one.life is not None and one.life.dies_at is None:
                one.down_for = self._long()
                one.life.die_at_a_store(luck.randint(1, 20), luck.random() < 0.5)
            case "kill -9" | "power lost" | "old copy" | "torn log" | "flipped byte" if one.up:
                one.down_for = self._long()
                one.damage = kind if kind in DISK else ""
                one.kill(silently=kind == "power lost")
            case _:
                return False
        return True

    async def _tell_names(self, one: Computer, other: Computer) -> None:
        """Somebody tells the others that one who is away is at names that no server knows in time."""
        for second in range(TELLING):
            playing = one.life.node.game if one.plays and one.life is not None else None
            if playing is None:
                return
            mesh, operators = playing.context.mesh, playing.charter.operators
            about = next(i for i, operator in enumerate(operators) if operator.identity == other.key.identity)
            names = tuple((f"n{number}.s{second}.example", 7) for number in range(MAX_ADDRESSES))
            for link in mesh.links:
                if link.live is not None and link.operator != about:
                    with suppress(ChannelLost, ChannelFull):
                        link.live.channel.send_nowait(FrameKind.MESH, encode(MemberPlaces(about, names)))
                        self.world.count("names told that are slow to look up", len(names))
            await trio.sleep(1.0)

    def _all_have_met(self) -> bool:
        """Whether all nodes play and are connected to each other, long enough after the last move to note it."""
        if trio.current_time() < self._moved_at + BETWEEN_MOVES:
            return False
        playing = [one.life.node.game for one in self.world.computers if one.up and one.life is not None]
        here = [game.presence.connected for game in playing if game is not None]
        return len(here) == len(self.world.computers) and all(len(one) == len(here) - 1 for one in here)

    async def _cut(self, directions: list[tuple[str, str]]) -> None:
        for source, target in directions:
            self.world.network.cut(source, target)
        await trio.sleep(self._long())
        for source, target in directions:
            self.world.network.mend(source, target)
