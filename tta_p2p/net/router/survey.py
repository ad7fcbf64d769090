"""A look at a router that opens nothing: by which protocols it opens ports when it is asked, and its outer address."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import trio

from tta_p2p.net.router import pcp, upnp
from tta_p2p.net.router.answers import BadAnswer, RouterRefusal
from tta_p2p.net.router.gateway import Gateway
from tta_p2p.net.router.inquiry import Silence, ask_words, call, find_service
from tta_p2p.net.router.lease import PATIENCE
from tta_p2p.net.tasks import start_part

PCP, NAT_PMP, UPNP = "PCP", "NAT-PMP", "UPnP"


@dataclass(frozen=True, slots=True)
class RouterSurvey:
    """The ways by which a router answers, and the outer address that it tells (None: it tells none)."""

    gateway: Gateway
    ways: tuple[str, ...] = ()
    outer: str | None = None
    garbled: bool = False
    """Whether some answer was none that a router may give."""


async def survey(gateway: Gateway) -> RouterSurvey:
    """Ask a router in every way what it is, in `PATIENCE` seconds."""
    found: dict[str, str | None] = {}
    garbled = list[str]()

    async def by_pcp() -> None:
        pcp.read_clock(await ask_words(gateway, pcp.write_announce(gateway.own)), pcp.VERSION)
        found[PCP] = None

    async def by_nat_pmp() -> None:
        try:
            found[NAT_PMP] = pcp.read_old_address(await ask_words(gateway, pcp.write_old_address()))
        except RouterRefusal as error:
            if error.code != pcp.OLD_NETWORK_FAILS:
                raise
            found[NAT_PMP] = ""

    async def by_upnp() -> None:
        found[UPNP] = upnp.read_external(*await call(await find_service(gateway), "GetExternalIPAddress"))

    async def ask(way: str) -> None:
        with suppress(Silence, OSError, RouterRefusal):
            try:
                await {PCP: by_pcp, NAT_PMP: by_nat_pmp, UPNP: by_upnp}[way]()
            except BadAnswer:
                garbled.append(way)

    ways = (PCP, NAT_PMP, UPNP) if gateway.version == 4 else (PCP,)
    with trio.move_on_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for way in ways:
                start_part(nursery, ask, way)
    told = [outer for outer in found.values() if outer is not None]
    outer = next((one for one in told if one), told[0] if told else None)
    return RouterSurvey(gateway, tuple(way for way in ways if way in found), outer, bool(garbled))
