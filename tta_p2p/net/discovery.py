"""Tables find each other, whichever way there is: today multicast DNS."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from tta_p2p.net.notices import Discovery, TableKind


@asynccontextmanager
async def open_discovery(interfaces: Iterable[str] = (), *, patient: bool = False) -> AsyncIterator[Discovery]:
    """Discovery by multicast DNS on these addresses of this machine (default: on each interface that is up, or comes).

    ``patient``: there may be none yet. Else raises NoMulticast, whose text says what to do instead.
    """
    from tta_p2p.net.zeroconf import open_zeroconf  # slow to import

    async with open_zeroconf(TableKind(), tuple(interfaces), patient=patient) as discovery:
        yield discovery
