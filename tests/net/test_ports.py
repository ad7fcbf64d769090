"""One port with several doors, over real sockets."""

from __future__ import annotations

import pytest
import trio

from tests.net.parts import LOCAL, SID, Table, entropy_of, hello_of, identity_of, is_a, key_of, tell_where, until
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address, parse_address
from tta_p2p.net.dialling import connect
from tta_p2p.net.errors import HelloFailed, ListenError, NetError
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.lobby import Peer, dial_lobby, serve_lobby
from tta_p2p.net.mesh import PeerConnected, open_mesh
from tta_p2p.net.ports import Port, Purpose, open_port


async def enter(port: Port, name: str = "guest") -> bytes:
    """Come into the lobby at this port; what is said there."""
    with trio.fail_after(PATIENCE):
        async with dial_lobby(
            port.addresses[0], signer=identity_of(name), hello=hello_of(), entropy=entropy_of(name)
        ) as host:
            return (await host.channel.receive()).payload


async def greet(guest: Peer) -> None:
    await guest.channel.send(FrameKind.LOBBY, b"sit down")
    await trio.sleep_forever()


async def test_guests_and_members_come_in_by_one_port_and_a_shut_door_lets_nobody_in() -> None:
    table = Table(2)
    how = {"signer": identity_of("host"), "hello": hello_of(), "key": key_of("l"), "entropy": entropy_of("h")}
    async with open_port(LOCAL) as port, table.sit(1) as guest:
        with pytest.raises(HelloFailed, match="no table"):
            await enter(port)
        async with serve_lobby(greet, listen=port, **how):  # type: ignore[arg-type]
            assert await enter(port) == b"sit down"
            async with open_mesh(
                sid=SID,
                operator=0,
                key=table.keys[0],
                members=table.members,
                listen=port,
                entropy=entropy_of("0"),
            ) as mesh:
                assert mesh.addresses == port.addresses
                tell_where(guest, 0, port.addresses)
                assert await until(mesh, is_a(PeerConnected)) == PeerConnected(1)
                assert await enter(port, "late") == b"sit down"
        with pytest.raises(HelloFailed, match="no table"):
            await enter(port)


async def test_when_a_door_is_shut_those_inside_are_sent_away_and_others_stay() -> None:
    inside, left = trio.Event(), trio.Event()

    async def identify(transport: trio.SocketStream, host: str) -> trio.SocketStream:
        assert host == "127.0.0.1"
        return transport

    async def attend(transport: trio.SocketStream) -> None:
        inside.set()
        try:
            await trio.sleep_forever()
        finally:
            left.set()

    async with open_port(LOCAL) as port, port.door(Purpose.TABLE, identify, attend):
        async with port.door(Purpose.LOBBY, identify, attend):
            guest = await connect(port.addresses[0], Purpose.LOBBY, 5.0)
            await inside.wait()
        assert left.is_set() and await guest.receive_some() == b""
        inside = trio.Event()
        member = await connect(port.addresses[0], Purpose.TABLE, 5.0)
        with trio.fail_after(PATIENCE):
            await inside.wait()
        await member.aclose()
        await guest.aclose()


async def test_others_are_told_the_public_place_first() -> None:
    public = parse_address("games.example.org:7000")
    async with open_port([Address("127.0.0.1", 0)], public=[public]) as port:
        assert port.told == (public, Address("127.0.0.1", port.number))


async def test_one_port_listens_on_ipv4_and_ipv6() -> None:
    async with open_port([Address("*", 0)]) as port:
        assert {place.port for place in port.addresses} == {port.number}
        for host in ("127.0.0.1", "::1")[: len(port.addresses)]:
            stream = await connect(Address(host, port.number), Purpose.LOBBY, 5.0)
            assert await stream.receive_some() == b"", "there is no lobby, but somebody answers"
            await stream.aclose()


async def test_a_port_that_is_taken_is_said_in_words() -> None:
    async with open_port(LOCAL) as port:
        with pytest.raises(ListenError, match="choose another"):
            async with open_port(port.addresses):
                pass
        with pytest.raises(NetError):
            await connect(Address("127.0.0.1", 1), Purpose.LOBBY, 5.0)
