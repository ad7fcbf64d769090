"""Connections by way of a SOCKS5 server on this computer, for onion services alone (RFC 1928, and 1929 for names).

Two or three messages each way, of at most 262 bytes, of which none is read beyond its end. A library for proxies would
bring readers of URLs, other protocols and a way to look a name up here, which must never happen to one that ends in
.onion.
"""

from __future__ import annotations

import trio

from tta_p2p.net.addresses import Address, HostKind
from tta_p2p.net.errors import NetError

REFUSED = "refuses"
_NO_METHOD, _BY_NAME = b"\x05\x00", b"\x05\x02"
_TAILS = {1: 4, 4: 16}
"""Bytes of an address by its kind; a name (3) says its length itself."""


class SocksFailed(NetError):
    """No such server answers, or it cannot reach the service; ``why`` begins with `REFUSED` then."""


async def open_by_socks(server: Address, place: Address, *, apart: bool = False) -> trio.SocketStream:
    """A connection to an onion service by way of this server. Raises SocksFailed, OSError.

    ``apart``: by circuits of its own, which share nothing that is stuck: a Tor keeps those of each name apart.
    """
    assert place.kind is HostKind.ONION
    stream = await trio.open_tcp_stream(server.host, server.port)
    try:
        await _enter(stream, b"%d" % stream.socket.getsockname()[1] if apart else b"")
        await _ask(stream, place)
    except BaseException as error:
        stream.socket.close()
        if isinstance(error, trio.BrokenResourceError | trio.ClosedResourceError):
            raise SocksFailed("it hangs up") from error
        raise
    return stream


async def _enter(stream: trio.SocketStream, name: bytes) -> None:
    method = _BY_NAME if name else _NO_METHOD
    await stream.send_all(b"\x05\x01" + method[1:])
    if await _receive(stream, 2) != method:
        raise SocksFailed("it is no SOCKS server that lets programs of this computer in")
    if name:
        await stream.send_all(b"\x01" + bytes([len(name)]) + name + b"\x01-")
        if await _receive(stream, 2) != b"\x01\x00":
            raise SocksFailed("it lets nobody in by a name")


async def _ask(stream: trio.SocketStream, place: Address) -> None:
    name = place.host.encode("ascii")
    await stream.send_all(b"\x05\x01\x00\x03" + bytes([len(name)]) + name + place.port.to_bytes(2, "big"))
    version, outcome, _, kind = await _receive(stream, 4)
    if version != 5:
        raise SocksFailed("it does not speak SOCKS5")
    if outcome:
        raise SocksFailed(f"it cannot reach the service (SOCKS {outcome})").because(REFUSED, str(outcome))
    if kind != 3 and kind not in _TAILS:
        raise SocksFailed("it does not speak SOCKS5")
    await _receive(stream, (_TAILS[kind] if kind in _TAILS else (await _receive(stream, 1))[0]) + 2)


async def _receive(stream: trio.SocketStream, count: int) -> bytes:
    """Exactly so many bytes: what follows belongs to whoever is connected. Raises SocksFailed."""
    got = b""
    while len(got) < count:
        more = await stream.receive_some(count - len(got))
        if not more:
            raise SocksFailed("it hangs up")
        got += more
    return got
