"""A crowd at the door of a lobby, whose every member shows who it is and says nothing: a friend gets in.

In a simulated network and in virtual time, with the real handshakes. `./scripts/soak crowds` does it with real nodes.
"""

from __future__ import annotations

import random

import pytest
import trio
from trio.testing import MockClock

from tests.net.crowds import Crowd
from tests.net.parts import entropy_of, hello_of, identity_of, key_of
from tests.simulation.network import HERE, Network
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.lobby import Peer, serve_lobby
from tta_p2p.net.onions import ONION_PORT, OnionKey
from tta_p2p.net.ports import open_port

HOST = identity_of("host")
PLACE = Address("127.0.0.1", 7777, fingerprint(HOST.identity))
SITTERS = 40


async def receive(guest: Peer) -> None:
    """Whoever says something has a seat; the rest has ten seconds."""
    with trio.move_on_after(10):
        said = await guest.channel.receive()
        guest.stay()
        await guest.channel.send(said.kind, said.payload)
        await trio.sleep_forever()


@pytest.mark.parametrize(
    ("crowd", "friend", "within"),
    [
        (["10.0.0.9"], "10.0.0.9", 30),
        ([f"10.0.1.{n}" for n in range(8)], "10.0.0.8", 10),
        ([f"127.0.0.{n}" for n in range(2, 10)], "127.0.0.20", 10),
    ],
    ids=["shared", "eight", "loopback"],
)
async def test_a_friend_gets_in_while_a_crowd_that_says_nothing_keeps_coming(
    crowd: list[str], friend: str, within: float, autojump_clock: MockClock
) -> None:
    network = Network(random.Random(7))
    here = {host: network.machine(host) for host in dict.fromkeys(["127.0.0.1", *crowd, friend])}
    trio.socket.set_custom_socket_factory(network)  # type: ignore[arg-type]
    HERE.set(here["127.0.0.1"])
    async with (
        serve_lobby(
            receive,
            signer=HOST,
            hello=hello_of(),
            key=key_of("lobby"),
            entropy=entropy_of("host"),
            listen=[Address(PLACE.host, PLACE.port)],
        ) as opened,
        trio.open_nursery() as nursery,
    ):
        people = Crowd(PLACE, hello_of())
        for number in range(SITTERS):
            HERE.set(here[crowd[number % len(crowd)]])  # a task begins where whoever starts it is
            nursery.start_soon(people.sit, number)
        await trio.sleep(4)
        assert len(opened.guests) == min(32, 8 * len(crowd)), "the crowd has all it can have"
        HERE.set(here[friend])
        assert await people.come_in(within, identity_of("friend")) < within
        nursery.cancel_scope.cancel()


async def test_a_friend_gets_in_by_way_of_tor_while_a_crowd_comes_from_the_same_address(
    autojump_clock: MockClock,
) -> None:
    """By way of Tor all come from this computer, a second for each word and its answer."""
    network = Network(random.Random(7))
    network.slow = 0.5
    host, tor = (network.machine(one) for one in ("127.0.0.1", "127.0.0.2"))
    trio.socket.set_custom_socket_factory(network)  # type: ignore[arg-type]
    HERE.set(host)
    onion = Address(OnionKey(bytes(32)).name, ONION_PORT)
    async with open_port([PLACE.place], onion=onion) as port, trio.open_nursery() as nursery:
        how = {"signer": HOST, "hello": hello_of(), "key": key_of("lobby"), "entropy": entropy_of("host")}
        async with serve_lobby(receive, listen=port, **how):  # type: ignore[arg-type]
            people = Crowd(PLACE, hello_of())
            HERE.set(tor)
            for number in range(2 * SITTERS):
                nursery.start_soon(people.stall, 2 * number)
            await people.until(4 * SITTERS)
            assert await people.come_in(60, identity_of("friend")) < 60
            nursery.cancel_scope.cancel()
