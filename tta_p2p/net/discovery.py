"""Tables find each other, whichever way there is: today multicast DNS."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tta_p2p.net.notices import Discovery, TableKind

if TYPE_CHECKING:
    from tta_p2p.net.beacons import Beacon, BeaconFound
    from tta_p2p.net.zeroconf import ZeroconfDiscovery


@asynccontextmanager
async def open_discovery(interfaces: Iterable[str] = (), *, patient: bool = False) -> AsyncIterator[Discovery]:
    """Discovery by multicast DNS on these addresses of this machine (default: on each interface that is up, or comes).

    ``patient``: there may be none yet. Else raises NoMulticast, whose text says what to do instead.
    """
    from tta_p2p.net.zeroconf import open_zeroconf  # slow to import

    async with open_zeroconf(TableKind(), tuple(interfaces), patient=patient) as discovery:
        yield discovery


@asynccontextmanager
async def open_beacons(interfaces: Iterable[str] = ()) -> AsyncIterator[ZeroconfDiscovery[Beacon, BeaconFound]]:
    """The same for the beacons of games under way; there may be no network yet."""
    from tta_p2p.net import zeroconf  # slow to import
    from tta_p2p.net.beacons import BeaconKind

    async with zeroconf.open_zeroconf(BeaconKind(), tuple(interfaces), patient=True) as discovery:
        yield discovery
