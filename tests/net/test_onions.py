"""Onion addresses, and reaching them by way of a SOCKS server that may lie, stall and cut."""

from __future__ import annotations

import os

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from tests.net.false_tor import GRANTED, HERE, FalseSocks, open_false_socks
from tests.patience import PATIENCE
from tta_p2p.net import dialling
from tta_p2p.net.addresses import Address, HostKind, parse_address, peer_address
from tta_p2p.net.dialling import connect
from tta_p2p.net.errors import BadAddress, Unreachable
from tta_p2p.net.invitations import read_invitation
from tta_p2p.net.onions import OnionKey, is_onion, onion_name
from tta_p2p.net.ports import Purpose
from tta_p2p.net.routes import Routes, use

NAME = "2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion"
"""The site of the Tor project, whose letters others have computed."""


@given(public=st.binary(min_size=32, max_size=32), at=st.integers(0, 55), other=st.sampled_from("abcz27"))
def test_one_wrong_letter_of_an_onion_address_is_noticed(public: bytes, at: int, other: str) -> None:
    name = onion_name(public)
    assert is_onion(name) and peer_address(name, 7777) == Address(name, 7777)
    assert Address(name.upper(), 80).host == name and Address(name, 80).kind is HostKind.ONION
    wrong = name[:at] + other + name[at + 1 :]
    assert is_onion(wrong) == (wrong == name) and (wrong == name or peer_address(wrong, 7777) is None)


def test_an_onion_address_is_read_wherever_addresses_are(key: str = "a" * 26) -> None:
    assert parse_address(f"{NAME}:7777#{key}") == Address(NAME, 7777, key)
    text = f"Ann asks you to play Caravan:\n> tta join {NAME[:40]}\n> {NAME[40:]}:7777#{key}\n"
    assert read_invitation(text) == (Address(NAME, 7777, key),)
    with pytest.raises(BadAddress) as caught:
        parse_address(f"{NAME[:-7]}c.onion:7777#{key}")
    assert caught.value.why[0] == "address-onion"
    for wrong in (f"www.{NAME}", NAME.removesuffix(".onion"), "a.onion", ".onion", "onion", f"{NAME}.", "é.onion"):
        assert wrong == f"{NAME}." or wrong == NAME.removesuffix(".onion") or peer_address(wrong, 1) is None, wrong


def test_a_key_has_the_name_and_the_form_that_tor_gives_it() -> None:
    key = OnionKey(bytes(32))  # both computed by tor 0.4.9
    assert key.name == "hnvcppgow2sc2yvdvdicu3ynonsteflxdxrehjr2ybekdc2z3iu63yid.onion" and is_onion(key.name)
    assert len(key.expanded) == 88 and "seed" not in repr(key) and OnionKey(os.urandom(32)).name != key.name


async def test_a_service_is_reached_by_its_name_and_no_byte_of_it_is_lost() -> None:
    heard = bytearray()

    async def service(stream: trio.SocketStream) -> None:
        heard.extend(await stream.receive_some(1))
        await stream.send_all(b"hello")

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, service, 0)
        port = listeners[0].socket.getsockname()[1]
        async with open_false_socks(FalseSocks({NAME: port}, answers_slowly=True)) as socks:
            with use(Routes(socks)):
                stream = await connect(Address(NAME, 7777), Purpose.LOBBY, PATIENCE)
            async with stream:
                assert await stream.receive_some(5) == b"hello"
            assert socks.asked == [b"\x05\x01\x00\x03\x3e" + NAME.encode() + (7777).to_bytes(2, "big")]
        nursery.cancel_scope.cancel()
    assert heard == bytes([Purpose.LOBBY])


@pytest.mark.parametrize(
    ("socks", "why"),
    [
        (FalseSocks(greeting=b"\x05\xff"), "tor-away"),
        (FalseSocks(greeting=b"HTTP/1.1 400 Bad Request\r\n\r\n"), "tor-away"),
        (FalseSocks(greeting=b""), "tor-away"),
        (FalseSocks(answer=b"\x04\x00\x00\x01" + bytes(6)), "tor-away"),
        (FalseSocks(answer=b"\x05\x00\x00\x07" + bytes(6)), "tor-away"),
        (FalseSocks(answer=b"\x05\x00\x00\x03\xff" + bytes(9)), "tor-away"),
        (FalseSocks({NAME: 1}, cut=0), "tor-away"),
        (FalseSocks({NAME: 1}, cut=7), "tor-away"),
        (FalseSocks(), "unreachable"),
        (FalseSocks(answer=b"\x05\x01\x00\x01" + bytes(6)), "unreachable"),
    ],
)
async def test_a_false_socks_server_costs_the_attempt_and_is_told(socks: FalseSocks, why: str) -> None:
    async with open_false_socks(socks):
        with use(Routes(socks)), pytest.raises(Unreachable) as caught:
            await connect(Address(NAME, 7777), Purpose.TABLE, PATIENCE)
    assert caught.value.why == (why, f"{NAME}:7777")
    assert socks.unfound == (why == "unreachable"), "its Tor would pass over a service that opens just now"


@pytest.mark.parametrize("stuck", [1, 3])
async def test_where_tor_gives_no_answer_it_is_asked_again_by_circuits_of_its_own(
    stuck: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relay takes words for a service whose Tor was killed a moment ago."""
    monkeypatch.setattr(dialling, "ONION_STALL", 0.05)
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, _sleep, 0)
        port = listeners[0].socket.getsockname()[1]
        async with open_false_socks(FalseSocks({NAME: port}, stuck=stuck)) as socks:
            with use(Routes(socks)):
                async with await connect(Address(NAME, 7777), Purpose.TABLE, PATIENCE):
                    assert len(socks.asked) > stuck and len({*socks.names}) == len(socks.names) >= stuck
        nursery.cancel_scope.cancel()


async def test_a_socks_server_that_takes_no_names_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialling, "ONION_STALL", 0.05)

    async def serve(stream: trio.SocketStream) -> None:
        if (await stream.receive_some(3))[2:] == b"\x02":
            await stream.send_all(b"\x05\xff")
            refused.set()
            return
        await stream.send_all(b"\x05\x00")
        await refused.wait()
        await stream.send_all(GRANTED)
        await trio.sleep_forever()

    refused = trio.Event()
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, serve, 0)
        there = FalseSocks(address=Address(HERE, listeners[0].socket.getsockname()[1]))
        with use(Routes(there)):
            async with await connect(Address(NAME, 7777), Purpose.TABLE, PATIENCE):
                assert refused.is_set()
        nursery.cancel_scope.cancel()


async def _sleep(stream: trio.SocketStream) -> None:
    await trio.sleep_forever()


async def test_a_socks_server_that_says_nothing_is_given_up(autojump_clock: trio.testing.MockClock) -> None:
    class Nothing:
        async def socks(self) -> Address:
            await trio.sleep_forever()
            raise AssertionError

        def look_again(self) -> None:
            looked.append(trio.current_time())

    looked = list[float]()

    with use(Routes(Nothing())), pytest.raises(Unreachable, match="within"):
        await connect(Address(NAME, 7777), Purpose.TABLE, dialling.patience(Address(NAME, 7777), 5.0))
    assert looked == [trio.current_time()] and trio.current_time() >= dialling.ONION_PATIENCE


async def test_without_tor_an_onion_address_is_refused_in_words_and_nothing_is_asked() -> None:
    with pytest.raises(Unreachable) as caught:
        await connect(Address(NAME, 7777), Purpose.TABLE, PATIENCE)
    assert caught.value.why == ("onion", f"{NAME}:7777")


async def test_a_hidden_node_reaches_nobody_but_by_way_of_tor() -> None:
    reached = trio.Event()

    async def notice(stream: trio.SocketStream) -> None:
        reached.set()

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, notice, 0)
        port = listeners[0].socket.getsockname()[1]
        async with open_false_socks(FalseSocks({NAME: port})) as socks:
            with use(Routes(socks, hidden=True)):
                for host in (HERE, "::1", "localhost", "games.example.org"):
                    with pytest.raises(Unreachable) as caught:
                        await connect(Address(host, port), Purpose.TABLE, PATIENCE)
                    assert caught.value.why[0] == "hidden"
                assert not reached.is_set() and not socks.asked
                async with await connect(Address(NAME, 7777), Purpose.TABLE, PATIENCE):
                    await reached.wait()
        nursery.cancel_scope.cancel()
