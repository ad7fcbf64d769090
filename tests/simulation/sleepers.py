"""Computers that sleep while their table comes together, or nodes that are frozen: a guest's, and then the host's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.host import LobbyHost

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.simulation.computer import Computer
    from tests.simulation.world import World
    from tta_p2p.net.channel import Channel

LATE = 110.0
"""Seconds after which the last guest comes: meanwhile the others are in the lobby."""
GUEST_SLEEPS, HOST_SLEEPS = 40.0, 20.0
"""Seconds for which a computer sleeps: the channels of a guest are lost meanwhile, those of a host perhaps."""
BACK = 25.0
"""Seconds within which everybody is in the lobby again."""


class Sleepers:
    """Puts a guest's computer to sleep in the lobby, and the host's after it, and looks at who comes back.

    In every other world their nodes are frozen, as by ``kill -STOP``: the computer goes on, and what is sent to the
    node waits for it.
    """

    def __init__(self, world: World) -> None:
        self.world, self.frozen = world, world.seed % 2 == 0
        self._before: list[Channel] = []
        """The host's channels before the last sleep."""

    async def run(self) -> None:
        """Let both sleep, one after the other."""
        world = self.world
        host, *guests = world.computers[:-1]
        if not await self._in_time(lambda: self._all_are_in(guests)):
            world.watch.find("nobody comes into the lobby")
            return
        self._before = self._channels()
        guest = world.beside.choice(guests)
        how = "were frozen" if self.frozen else "slept"
        await self._sleep(guest, GUEST_SLEEPS, f"guests that {how} in a lobby")
        await self._come_back(guests)
        await self._sleep(host, HOST_SLEEPS, f"hosts that {how} in a lobby")
        await self._come_back(guests)

    async def _sleep(self, computer: Computer, seconds: float, what: str) -> None:
        """One computer stands still, and nothing leaves or reaches it; or its node does."""
        world, machine = self.world, computer.machine
        others = [one.machine.host for one in world.computers if one is not computer and not self.frozen]
        ways = [(machine.host, far) for far in others] + [(far, machine.host) for far in others]
        world.note("sleeps", computer.number)
        machine.asleep = trio.Event()
        for way in ways:
            world.network.cut(*way)
        await trio.sleep(seconds)
        lobby = self._lobby()
        if lobby is None or (lobby.room.me.identity != computer.key.identity and not self._has_a_seat(computer)):
            world.watch.find(f"the host keeps no seat for guest {computer.number}, which sleeps")
        for way in ways:
            world.network.mend(*way)
        machine.asleep.set()
        machine.asleep = None
        world.note("wakes", computer.number)
        world.count(what)

    async def _come_back(self, guests: list[Computer]) -> None:
        if not await self._in_time(lambda: self._all_are_in(guests)):
            self.world.watch.find("not everybody is in the lobby again after a sleep")
        self.world.count("lobbies dialled again", len({*self._channels()} - {*self._before}))
        self._before = self._channels()

    def _channels(self) -> list[Channel]:
        lobby = self._lobby()
        return [] if lobby is None else [*lobby.channels.values()]

    @staticmethod
    async def _in_time(done: Callable[[], bool]) -> bool:
        with trio.move_on_after(BACK):
            await trio.sleep(1.0)
            while not done():  # noqa: ASYNC110  # nothing tells of it, and time jumps
                await trio.sleep(0.5)
            return True
        return False

    def _lobby(self) -> LobbyHost | None:
        life = self.world.computers[0].life
        lobby = life.node.matchmaking.lobby if life is not None else None
        return lobby if isinstance(lobby, LobbyHost) else None

    def _has_a_seat(self, guest: Computer) -> bool:
        lobby = self._lobby()
        return lobby is not None and guest.key.identity in lobby.room.guests

    def _all_are_in(self, guests: list[Computer]) -> bool:
        """Whether each of them has a seat, and a channel at both of its ends."""
        return all(map(self._has_a_seat, guests)) and all(map(self._is_in, guests))

    def _is_in(self, guest: Computer) -> bool:
        host, life = self._lobby(), guest.life
        lobby = life.node.matchmaking.lobby if life is not None else None
        if host is None or not isinstance(lobby, LobbyGuest) or guest.key.identity in host.away:
            return False
        ends = host.channels.get(guest.key.identity), lobby.channel
        return all(end is not None and end._left is end._lost is None for end in ends)
