"""Finds members on the local network while somebody is away, by beacons that only members can read.

What was found is a hint: a stranger who repeats a beacon of somebody costs an attempt to connect.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import trio

from tta_p2p.net.beacons import BeaconFound, BeaconSetup
from tta_p2p.net.discovery import open_beacons
from tta_p2p.net.errors import NoMulticast
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, Stake, start_hint
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part

GRACE = 3.0
"""Seconds for which somebody must be away before anything is announced."""
TURN = 300.0
"""Seconds after which a beacon is lit anew, so that one night's cannot be linked by what they say."""


class Beacons(Part):
    """Announces this game to its members, and looks for theirs, while somebody is away."""

    serves = Stake.HINT

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._setup: BeaconSetup | None = context.setup.beacons
        self._scope: trio.CancelScope | None = None
        self._away_since: float | None = None
        self._lit_at = 0.0
        self._lit_for: tuple[object, ...] = ()
        self._found = 0

    async def tick(self) -> None:
        """Begin or end to announce and to look, as somebody is away or nobody is; anew where this node has moved."""
        if self._setup is None:
            return
        mesh, moment = self.context.mesh, trio.current_time()
        if all(link.reached or link.dismissed for link in mesh.links):
            self._away_since = None
        elif self._away_since is None:
            self._away_since = moment
        if self._scope is not None:
            moved = self._lit_for != mesh.addresses
            if self._away_since is None or moved or moment > self._lit_at + TURN:
                self._scope.cancel()
        elif self._away_since is not None and moment >= self._away_since + GRACE:
            self._scope, self._lit_at, self._lit_for = trio.CancelScope(), moment, mesh.addresses
            self.start(self._stand, self._setup, self._scope)

    async def _stand(self, setup: BeaconSetup, scope: trio.CancelScope) -> None:
        try:
            with scope:
                async with background() as nursery:
                    start_hint(nursery, Hint.DISCOVERY, "members of this game", self._look, setup, again=True)
                    await trio.sleep_forever()
        finally:
            self._scope = None

    async def _look(self, setup: BeaconSetup) -> None:
        async with self._lit(setup) as events:
            async for event in events:
                if isinstance(event, BeaconFound) and (read := setup.keys.read(event.notice)) is not None:
                    operator, port = read
                    self._found += 1
                    self.context.mesh.find(operator, [replace(place, port=port) for place in event.addresses])

    @asynccontextmanager
    async def _lit(self, setup: BeaconSetup) -> AsyncIterator[trio.MemoryReceiveChannel[object]]:
        """Announce a fresh beacon, and give what is heard meanwhile."""
        beacon = setup.keys.light(setup.port, self.context.environment.entropy)
        async with open_beacons(setup.interfaces) as discovery:
            with contextlib.suppress(NoMulticast):  # a network may come
                await discovery.announce(beacon, setup.listening)
            yield discovery.events

    def summary(self) -> str:
        """Say whether it announces itself, and how many beacons of members it has heard."""
        return f"{'lit' if self._scope is not None else 'dark'}, {self._found} heard" if self._setup else ""
