"""Open tables on the local network: announcing one's own, finding those of others."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

import trio

from tta_p2p.net.addresses import Address
from tta_p2p.net.discovery import Found, notice_of, open_discovery
from tta_p2p.net.errors import NoMulticast, Unreachable

SEARCH = 30.0
"""Seconds for which a named table is looked for."""


@contextlib.asynccontextmanager
async def announced(
    table: str,
    port: int,
    seats: int,
    rules: bytes,
    identity: bytes,
    inst: str,
    interfaces: Sequence[str],
    report: Callable[[str], None],
) -> AsyncIterator[None]:
    """Announce a table while the body runs; without multicast it can still be joined by its address."""
    async with contextlib.AsyncExitStack() as stack:
        notice = notice_of(identity, port, inst, nick=table, seats=str(seats), rules=rules)
        try:
            discovery = await stack.enter_async_context(open_discovery(interfaces))
            await discovery.announce(notice)
        except NoMulticast as error:
            report(f"not announced: {error}")
            yield
            return
        try:
            yield
        finally:
            with trio.move_on_after(3.0, shield=True):
                await discovery.withdraw(notice)


async def find_table(table: str, interfaces: Sequence[str], seconds: float = SEARCH) -> tuple[Address, ...]:
    """Where the table of this name is; of any name if it is empty. Raises NetError where there is none."""
    with trio.move_on_after(seconds):
        async with open_discovery(interfaces) as discovery:
            async for event in discovery.events:
                if isinstance(event, Found) and table in ("", event.notice.nick, event.notice.fingerprint):
                    return event.addresses
    wanted = f"the table {table!r}" if table else "any table"
    raise Unreachable(f"{wanted} was not found on this network; join with the address its host sees (HOST:PORT#KEY)")


async def tables(interfaces: Sequence[str], seconds: float) -> list[Found]:
    """All tables that are announced within so many seconds. Raises NoMulticast."""
    found: dict[str, Found] = {}
    with trio.move_on_after(seconds):
        async with open_discovery(interfaces) as discovery:
            async for event in discovery.events:
                if isinstance(event, Found):
                    found[event.notice.name] = event
                else:
                    found.pop(event.name, None)
    return sorted(found.values(), key=lambda one: (one.notice.nick, one.notice.name))


