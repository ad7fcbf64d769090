"""A port that leads to another one, as a router is told to forward it: ``python -m tests.forwarder FROM TO``."""

from __future__ import annotations

import sys

import trio

from tta_p2p.net.addresses import parse_address


async def forward(here: str, there: str) -> None:
    listen, to = parse_address(here), parse_address(there)

    async def one(near: trio.SocketStream) -> None:
        try:
            far = await trio.open_tcp_stream(to.host, to.port)
        except OSError:  # whoever is to be there is not: as a router does, hang up
            return
        async with far, trio.open_nursery() as nursery:
            nursery.start_soon(pass_on, near, far)
            nursery.start_soon(pass_on, far, near)

    async def pass_on(source: trio.SocketStream, sink: trio.SocketStream) -> None:
        try:
            while data := await source.receive_some():
                await sink.send_all(data)
            await sink.send_eof()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            await trio.aclose_forcefully(sink)

    listeners = await trio.open_tcp_listeners(listen.port, host=listen.host)
    print("forwarding", flush=True)
    await trio.serve_listeners(one, listeners)


if __name__ == "__main__":
    trio.run(forward, sys.argv[1], sys.argv[2])
