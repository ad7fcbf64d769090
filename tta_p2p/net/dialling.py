"""Reaching a peer that may be at any of several addresses: tried in order, each a moment after the one before."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar, assert_never

import trio

from tta_p2p.net.addresses import Address, HostKind
from tta_p2p.net.errors import HandshakeRefused, HelloFailed, NetError, OwnFault, Unreachable
from tta_p2p.net.folder.streams import FOLDER_PATIENCE, FolderStream
from tta_p2p.net.ports import Purpose
from tta_p2p.net.routes import routes
from tta_p2p.net.socks import REFUSED, SocksFailed, open_by_socks
from tta_p2p.net.tasks import Hint, contain, start_part
from tta_p2p.net.threads import lookups

T = TypeVar("T")
W = TypeVar("W")

ONION_PATIENCE = 30.0
"""Seconds in which Tor must reach an onion service: it looks for its address in several places, and for a meeting point
after that.
"""
ONION_STALL = 7.0
"""Seconds after which it is asked anew beside: a relay may not know yet that a service was lost a moment ago, and takes
words for it, whose answer would be waited for in vain.
"""


def patience(place: Address, usual: float) -> float:
    """Seconds in which somebody must be reached: as many as usual, or what Tor or a folder needs."""
    least = {HostKind.ONION: ONION_PATIENCE, HostKind.FOLDER: FOLDER_PATIENCE}
    return max(usual, least.get(place.kind, usual))


async def connect(
    place: Address, door: Purpose, within: float, limit: trio.CapacityLimiter | None = None
) -> trio.SocketStream | FolderStream:
    """A TCP connection, or a stream through a folder, at a door of whoever is there. Raises Unreachable.

    ``limit``: of the names that are looked up at once; None: that of all who have none of their own.
    """
    if routes().hidden and place.kind not in (HostKind.ONION, HostKind.FOLDER):
        raise Unreachable(f"{place.place} is not reached by way of Tor, and this node reaches nobody else").because(
            "hidden", str(place.place)
        )
    with trio.move_on_after(within):
        try:
            with lookups(limit):
                stream = await _open(place)
            try:
                await stream.send_all(bytes([door]))
            except BaseException:  # also where another way was quicker
                drop(stream)
                raise
            return stream
        except trio.BrokenResourceError as error:
            raise Unreachable(f"nobody answers at {place.place}: it hangs up").because(
                "unreachable", str(place.place)
            ) from error
        except socket.gaierror as error:
            raise Unreachable(f"nobody knows the name in {place.place}").because(
                "unknown-host", str(place.place)
            ) from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise Unreachable(f"nobody answers at {place.place}: {reason}").because(
                "unreachable", str(place.place)
            ) from error
    if place.kind is HostKind.ONION and (tor := routes().tor) is not None:
        tor.look_again()
    raise Unreachable(f"nobody answers at {place.place} within {within:g} seconds").because(
        "unreachable", str(place.place)
    )


def drop(stream: trio.SocketStream | FolderStream) -> None:
    """Close a connection at once."""
    if isinstance(stream, FolderStream):
        stream.drop()
    else:
        stream.socket.close()


async def _open(place: Address) -> trio.SocketStream | FolderStream:
    """A connection; only names are looked up, as they stand. Raises OSError, Unreachable."""
    match place.kind:
        case HostKind.IP:
            return await _open_ip(place)
        case HostKind.NAME:  # as bytes, which nobody encodes once more
            return await trio.open_tcp_stream(place.host.encode("ascii"), place.port)
        case HostKind.ONION:
            return await _open_onion(place)
        case HostKind.FOLDER:
            if (folder := routes().folder) is None:
                raise Unreachable("this node has no folder").because("unreachable", str(place.place))
            return await folder.open(place)
        case HostKind.ANYWHERE:
            raise Unreachable(f"{place.place} is no machine").because("unreachable", str(place.place))
        case _ as never:
            assert_never(never)


async def _open_onion(place: Address) -> trio.SocketStream:
    """A connection to an onion service, by way of the Tor of this node. Raises OSError, Unreachable."""
    tor = routes().tor
    if tor is None:
        raise Unreachable(f"{place.place} is reached by way of Tor alone").because("onion", str(place.place))
    try:
        server = await tor.socks()
    except Unreachable as error:
        raise Unreachable(f"{place.place} is reached by way of Tor alone: {error}").because(
            "onion", str(place.place)
        ) from error
    try:
        return await _open_apart(server, place)
    except SocksFailed as error:
        why = "unreachable" if error.why[:1] == (REFUSED,) else "tor-away"
        if why == "unreachable":
            tor.look_again()
        raise Unreachable(f"nobody is reached at {place.place} by way of Tor at {server}: {error}").because(
            why, str(place.place)
        ) from error


async def _open_apart(server: Address, place: Address) -> trio.SocketStream:
    """A connection to an onion service, asked for again by other circuits as long as there is no answer.

    The first answer counts, also no. Raises SocksFailed, OSError.
    """
    won: list[trio.SocketStream] = []
    failures: list[SocksFailed | OSError] = []

    async def one(apart: bool) -> None:
        try:
            stream = await open_by_socks(server, place, apart=apart)
        except (SocksFailed, OSError) as error:
            if apart and not (isinstance(error, SocksFailed) and error.why[:1] == (REFUSED,)):
                return  # this server takes no names, or no more connections
            failures.append(error)
        else:
            if won:
                drop(stream)
            else:
                won.append(stream)
        nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            start_part(nursery, one, False)
            while True:
                await trio.sleep(ONION_STALL)
                start_part(nursery, one, True)
    except BaseException:
        for stream in won:
            drop(stream)
        raise
    if won:
        return won[0]
    raise failures[0]


async def _open_ip(place: Address) -> trio.SocketStream:
    """A TCP connection to an IP address, past every resolver. Raises OSError."""
    host, _, zone = place.host.partition("%")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    link = (0, socket.if_nametoindex(zone)) if zone else ()
    connection = trio.socket.socket(family, socket.SOCK_STREAM)
    try:
        await connection.connect((host, place.port, *link))
    except BaseException:
        connection.close()
        raise
    return trio.SocketStream(connection)


async def first_of(
    ways: Sequence[W], attempt: Callable[[W], Awaitable[T]], stagger: float, discard: Callable[[T], None]
) -> T:
    """Give the result of the first successful attempt; the others are cancelled, and late results discarded.

    A new attempt begins when the one before has failed or ``stagger`` seconds have passed. Raises the weightiest
    failure (a refusal in words, before a wrong identity, before nobody), Unreachable when there is no address.
    """
    won: list[T] = []
    failures: list[NetError] = []

    async def one(way: W, failed: trio.Event) -> None:
        with contain(Hint.DIALLING, str(way)) as tried:
            try:
                result = await attempt(way)
            except NetError as error:
                failures.append(error)
            else:
                if won:
                    discard(result)
                else:
                    won.append(result)
                    nursery.cancel_scope.cancel()
        if tried.failed:
            failures.append(OwnFault(f"this program fails at reaching {way}", tried.kind))
        failed.set()

    try:
        async with trio.open_nursery() as nursery:
            for way in ways:
                failed = trio.Event()
                start_part(nursery, one, way, failed)
                with trio.move_on_after(stagger):
                    await failed.wait()
    except BaseException:
        for result in won:
            discard(result)
        raise
    if won:
        return won[0]
    if not failures:
        raise Unreachable("no address is known").because("no-address")
    raise min(failures, key=_weight)


def _weight(error: NetError) -> int:
    return 0 if isinstance(error, HandshakeRefused) else 1 if isinstance(error, HelloFailed) else 2
