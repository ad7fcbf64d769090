"""A game under way is found by its members alone: nobody else reads its beacons, or tells one from another's."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.net.parts import Table, eventually, is_a, key_of, until
from tta_p2p.net.addresses import Address
from tta_p2p.net.beacons import BEACON, DISCARD, NONCE, TOKEN, Beacon, BeaconFound, BeaconKeys, BeaconKind
from tta_p2p.net.mesh import PeerConnected
from tta_p2p.net.tls import TlsKey

SID, OTHER_GAME = bytes(32), bytes([1]) * 32
PORT = 40_123


def keys_of(tls: list[TlsKey], operator: int, sid: bytes = SID) -> BeaconKeys:
    return BeaconKeys(sid, operator, tls[operator].seed, [one.certificate for one in tls])


@pytest.mark.parametrize("count", [2, 3, 16])
def test_each_member_reads_who_lit_a_beacon_and_the_port_and_nobody_else_does(count: int) -> None:
    tls = [key_of(f"beacon {number}") for number in range(count)]
    members = [keys_of(tls, number) for number in range(count)]
    stranger = key_of("stranger")
    for operator in (0, count - 1):
        beacon = members[operator].light(PORT + operator, os.urandom)
        assert len(beacon.data) == BEACON
        for number, member in enumerate(members):
            assert member.read(beacon) == (None if number == operator else (operator, PORT + operator))
        assert keys_of(tls, 1 - min(operator, 1), OTHER_GAME).read(beacon) is None, "it is of this game"
        # A stranger who knows all certificates, because it has knocked at every door, holds none of their keys.
        knows = BeaconKeys(SID, count, stranger.seed, [*(one.certificate for one in tls), stranger.certificate])
        assert knows.read(beacon) is None


def test_nothing_of_two_beacons_is_the_same_and_nothing_says_how_many_play_or_where() -> None:
    tls = [key_of(f"beacon {number}") for number in range(3)]
    pair = [keys_of(tls[:2], 0), keys_of(tls, 0)]
    services = [BeaconKind().write(keys.light(PORT, os.urandom)) for keys in pair for _ in range(40)]
    assert {(one.port, tuple(one.texts)) for one in services} == {(DISCARD, ("t",))}, "the same for every game"
    assert len({one.name for one in services}) == len(services)
    pieces = [
        {data[begin : begin + 4] for begin in range(len(data) - 3)}
        for data in (bytes(one.texts["t"]) for one in services if isinstance(one.texts["t"], bytes))
    ]
    assert len(pieces) == 80 and all(len(found) > BEACON // 2 for found in pieces)
    shared = sum(len(one & other) for number, one in enumerate(pieces) for other in pieces[:number])
    assert shared < 20, "as seldom as chance has it: 3 160 pairs of two hundred pieces of four bytes"
    port = PORT.to_bytes(2, "big")
    tokens = [bytes(one.texts["t"])[NONCE:] for one in services if isinstance(one.texts["t"], bytes)]
    plain = sum(data[begin : begin + 2] == port for data in tokens for begin in range(0, len(data), TOKEN))
    assert plain < 10, "the port stands nowhere"


DATA = st.binary(max_size=2 * BEACON) | st.binary(min_size=BEACON, max_size=BEACON)


@given(data=DATA, hosts=st.lists(st.ip_addresses().map(str) | st.text(max_size=20), max_size=5), key=st.binary())
def test_whatever_a_record_says_it_is_a_beacon_of_right_length_at_an_address_or_none(
    data: bytes, hosts: list[str], key: bytes
) -> None:
    found = BeaconKind().read({b"t": data, key: None}, hosts, 7, "eth0")
    if found is not None:
        assert len(found.notice.data) == BEACON and found.addresses
        assert keys_of([key_of("a"), key_of("b")], 0).read(found.notice) is None
    name = Beacon(os.urandom(BEACON)).name
    assert BeaconKind().read_name(f"{name.upper()}.x._tcp.local.", "x._tcp.local.") == name
    assert BeaconKind().read_name(f"{key.hex()}.x._tcp.local.", "x._tcp.local.") in (None, key.hex())


def test_what_is_announced_on_one_cable_without_other_addresses_is_found_there() -> None:
    beacon = Beacon(os.urandom(BEACON))
    found = BeaconKind().read({b"t": beacon.data}, ["fe80::1"], DISCARD, "eth0")
    assert found == BeaconFound(beacon, (Address("fe80::1%eth0", DISCARD),))


async def test_a_stranger_that_repeats_a_beacon_everywhere_costs_a_few_attempts_and_the_member_is_found() -> None:
    table = Table(2)
    async with table.sit(0) as one, table.sit(1, hidden=True) as other:
        (link,) = one.links
        for number in range(1000):
            one.find(1, [Address(f"127.9.{number // 200}.{number % 200 + 1}", 9)])
        assert len(link.nearby) == 8 and link.nearby[0].host == "127.9.0.8", "eight at once, then one in two seconds"
        await eventually(lambda: link.finds.try_spend(1))
        one.find(1, table.hidden[1])
        link.nearby = (*table.hidden[1], *link.nearby)[:8]
        link.nudge()
        assert await until(one, is_a(PeerConnected)) == PeerConnected(1)
        assert other.connected == (0,)
