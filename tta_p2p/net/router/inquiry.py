"""Questions to a router, each within its time, and only what comes from its own address is heard."""

from __future__ import annotations

import socket
from contextlib import suppress

import trio

from tta_p2p.net.addresses import Address
from tta_p2p.net.router import pcp, upnp
from tta_p2p.net.router.answers import BadAnswer
from tta_p2p.net.router.gateway import Gateway

REPEATS = (0.15, 0.3, 0.6)
"""Seconds for which an answer is waited for, before it is asked again."""


class Silence(Exception):
    """Nothing answers."""


async def open_line(gateway: Gateway) -> trio.socket.SocketType:
    """A line to the router alone: what others send to it is not heard. Raises OSError."""
    line = trio.socket.socket(socket.AF_INET6 if gateway.version == 6 else socket.AF_INET, socket.SOCK_DGRAM)
    try:
        await line.bind((gateway.own, 0))
        host, _, zone = gateway.host.partition("%")
        index = (0, socket.if_nametoindex(zone) if zone else 0) if gateway.version == 6 else ()
        await line.connect((host, gateway.doors.pcp, *index))
    except BaseException:
        line.close()
        raise
    return line


async def ask_words(gateway: Gateway, word: bytes) -> bytes:
    """Say something, and again until anything comes back. Raises Silence, OSError."""
    with await open_line(gateway) as line:
        for pause in REPEATS:
            await line.send(word)
            with trio.move_on_after(pause):
                return await line.recv(pcp.LONGEST + 1)
    raise Silence


async def find_service(gateway: Gateway) -> upnp.PortService:
    """Find the service of the router that opens ports by UPnP. Raises BadAnswer, Silence, OSError."""
    place = await _search(gateway)
    status, page = await _fetch(place.address, upnp.write_get(place))
    if status != 200:
        raise BadAnswer("the device does not describe itself")
    return upnp.read_description(page, place, gateway.host)


async def call(
    service: upnp.PortService, action: str, arguments: tuple[tuple[str, str | int], ...] = ()
) -> tuple[int, bytes]:
    """Call an action of a service by HTTP; status and body. Raises BadAnswer, OSError."""
    return await _fetch(service.place.address, upnp.write_call(service, action, arguments))


async def _search(gateway: Gateway) -> upnp.RouterPage:
    """Look for the device of the router. Raises BadAnswer, Silence."""
    bad: Exception = Silence()
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        await line.bind((gateway.own, 0))
        line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(gateway.own))
        for pause in REPEATS:
            for version in (1, 2):
                await line.sendto(upnp.write_search(version, gateway.host), (gateway.host, gateway.doors.ssdp))
                with suppress(OSError):  # no multicast here
                    await line.sendto(upnp.write_search(version), (upnp.GROUP, gateway.doors.ssdp))
            with trio.move_on_after(pause):
                while True:
                    data, sender = await line.recvfrom(upnp.LONGEST_NOTE + 1)
                    if sender[0] != gateway.host:
                        continue
                    try:
                        return upnp.read_found(data, gateway.host)
                    except BadAnswer as error:
                        bad = error
    raise bad


async def _fetch(place: Address, request: bytes) -> tuple[int, bytes]:
    """Ask by HTTP; status and body. Raises BadAnswer, OSError."""
    stream = await trio.open_tcp_stream(place.host, place.port)
    data = b""
    try:
        await stream.send_all(request)
        while (answer := upnp.read_page(data, closed=False)) is None:
            more = await stream.receive_some(16_384)
            if not more:
                answer = upnp.read_page(data, closed=True)
                break
            data += more
    except trio.BrokenResourceError as error:
        raise BadAnswer("the router hung up") from error
    finally:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)
    assert answer is not None
    return answer
