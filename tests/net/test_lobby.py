"""The lobby over real sockets and TLS on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from tests.net.parts import LOCAL, entropy_of, eventually, hello_of, identity_of, key_of
from tests.patience import PATIENCE
from tta_p2p.net import tasks
from tta_p2p.net.addresses import Address, fingerprint, parse_address
from tta_p2p.net.errors import ChannelLost, HandshakeRefused, HelloFailed, ListenError, Unreachable, WrongIdentity
from tta_p2p.net.framing import Frame, FrameKind
from tta_p2p.net.lobby import FULL, OpenLobby, Peer, dial_lobby, serve_lobby
from tta_p2p.net.strangers import Gate

HOST, GUEST = identity_of("host"), identity_of("guest")
SAID = int(FrameKind.LOBBY)


async def echo(guest: Peer) -> None:
    async for frame in guest.channel:
        await guest.channel.send(frame.kind, guest.identity + frame.payload)


@asynccontextmanager
async def lobby(receive: Callable[[Peer], Awaitable[None]] = echo, **more: Any) -> AsyncIterator[OpenLobby]:
    more = {"listen": LOCAL, "hello": hello_of()} | more
    async with serve_lobby(receive, signer=HOST, key=key_of("lobby"), entropy=entropy_of("host"), **more) as opened:
        yield opened


@asynccontextmanager
async def enter(places: Address | list[Address], name: str = "guest", **more: Any) -> AsyncIterator[Peer]:
    more = {"hello": hello_of()} | more
    async with dial_lobby(places, signer=identity_of(name), entropy=entropy_of(name), **more) as host:
        yield host


async def test_a_guest_enters_by_address_and_fingerprint_and_both_know_who_is_there() -> None:
    async with lobby() as opened:
        place = parse_address(f"{opened.addresses[0]}#{fingerprint(HOST.identity)}")
        async with enter(place) as host:
            assert (host.identity, host.fingerprint) == (HOST.identity, place.fingerprint)
            assert host.hello == hello_of()
            await host.channel.send(SAID, b"hi")
            assert await host.channel.receive() == Frame(SAID, GUEST.identity + b"hi")


async def test_a_guest_enters_over_ipv6() -> None:
    async with (
        lobby(listen=[Address("::1", 0)]) as opened,
        enter(parse_address(str(opened.addresses[0]))) as host,
    ):
        assert host.identity == HOST.identity and host.host == "::1"


async def test_listening_everywhere_takes_guests_on_one_port_of_both_families() -> None:
    async with lobby(listen=[Address("*", 0)]) as opened:
        assert len({place.port for place in opened.addresses}) == 1
        for place in opened.addresses:
            reach = "127.0.0.1" if place.host == "0.0.0.0" else "::1"
            async with enter(Address(reach, place.port)) as host:
                assert host.identity == HOST.identity


async def test_somebody_else_at_the_address_is_not_entered() -> None:
    async with lobby() as opened:
        place = parse_address(f"{opened.addresses[0]}#{fingerprint(GUEST.identity)}")
        with pytest.raises(WrongIdentity):
            async with enter(place):
                pass


async def test_other_rules_are_refused_and_what_both_have_is_told() -> None:
    async with lobby() as opened:
        with pytest.raises(HandshakeRefused) as refused:
            async with enter(opened.addresses[0], hello=hello_of(rules=bytes([1]) * 32)):
                pass
        assert refused.value.why[0] == "rules" and refused.value.why[1] == refused.value.why[2]


async def test_the_host_may_judge_by_its_own_rules_and_say_why_it_closes() -> None:
    async def receive(guest: Peer) -> None:
        await guest.channel.aclose("friends-only")

    async with lobby(receive, judge=lambda hello: None) as opened:
        other = hello_of(rules=bytes([1]) * 32)
        async with enter(opened.addresses[0], hello=other, judge=lambda hello: None) as host:
            with pytest.raises(ChannelLost, match="friends-only"):
                await host.channel.receive()


async def test_when_the_lobby_is_full_the_next_guest_is_told_so() -> None:
    async with lobby(guests=Gate(limit=1, line=0)) as opened:
        async with enter(opened.addresses[0]):
            with pytest.raises(HandshakeRefused, match=FULL):
                async with enter(opened.addresses[0], "second"):
                    pass
        await eventually(lambda: not len(opened.guests))  # the host has noticed that it went
        async with enter(opened.addresses[0], "third") as host:
            assert host.identity == HOST.identity


async def test_of_several_addresses_the_one_that_works_is_entered() -> None:
    async with lobby() as opened, enter([Address("127.0.0.1", 1), *opened.addresses]) as host:
        assert host.identity == HOST.identity


async def test_nobody_at_the_address_is_unreachable() -> None:
    with pytest.raises(Unreachable, match=r"nobody answers at 127\.0\.0\.1:1"):
        async with enter(Address("127.0.0.1", 1, fingerprint(HOST.identity))):
            pass
    with pytest.raises(Unreachable, match="no address"):
        async with enter([]):
            pass


async def test_something_else_at_the_address_is_no_table_of_ours() -> None:
    async def web(stream: trio.SocketStream) -> None:
        async with stream:
            await stream.receive_some()
            await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, web, listeners)
        with pytest.raises(HelloFailed, match="no table of tta"):
            async with enter(Address("127.0.0.1", listeners[0].socket.getsockname()[1])):
                pass
        nursery.cancel_scope.cancel()


async def test_a_port_that_is_taken_is_said_to_be() -> None:
    async with lobby() as opened:
        with pytest.raises(ListenError, match="choose another"):
            async with lobby(listen=opened.addresses):
                pass


async def test_an_error_in_the_hosts_own_code_costs_one_guest_and_is_written_down(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "FAULTS", tasks.FaultLog())
    seen = 0

    async def receive(guest: Peer) -> None:
        nonlocal seen
        seen += 1
        if seen < 3:
            raise OSError("the disk is full")
        await guest.channel.send(FrameKind.LOBBY, b"welcome")

    async with lobby(receive) as opened:
        for _ in range(2):
            async with enter(opened.addresses[0]) as host:
                with pytest.raises(ChannelLost):
                    await host.channel.receive()
        async with enter(opened.addresses[0]) as host:
            assert (await host.channel.receive()).payload == b"welcome"
    written = capfd.readouterr().err
    assert written.count("failed: a guest in the lobby, from 127.0.0.1: OSError") == 1 and "the disk is full" in written


async def test_when_the_lobby_closes_its_guests_notice() -> None:
    async with trio.open_nursery() as nursery:
        ready, gone = trio.Event(), trio.Event()

        async def host() -> None:
            async with lobby() as opened:
                nursery.start_soon(guest, opened.addresses[0])
                await ready.wait()

        async def guest(place: Address) -> None:
            async with enter(place) as there:
                ready.set()
                with pytest.raises(ChannelLost):
                    await there.channel.receive()
                gone.set()

        nursery.start_soon(host)
        with trio.fail_after(PATIENCE):
            await gone.wait()
