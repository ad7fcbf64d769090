"""Networks that come later: what is told of this computer follows its addresses, and who says so too often waits."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import trio

from protocol.wire import encode
from tests.net.parts import Table, eventually
from tta_p2p.net import ports, zeroconf
from tta_p2p.net.addresses import Address
from tta_p2p.net.control import MemberPlaces
from tta_p2p.net.discovery import open_discovery
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.interfaces import Endpoint, Interface
from tta_p2p.net.links import Reach
from tta_p2p.net.notices import TableFound, heard_address, notice_of
from tta_p2p.net.ports import open_port
from tta_p2p.net.zeroconf import Outlet, outlets

LOOPBACK = Outlet("lo", "127.0.0.1", ("127.0.0.1",))


def endpoint(host: str, reach: Reach = Reach.NETWORK) -> Endpoint:
    return Endpoint(Address(host, 7777), reach)


async def test_a_port_at_all_addresses_tells_those_that_come_later_and_one_at_its_own_looks_at_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = endpoint("127.0.0.1", Reach.HERE)
    found: Iterator[tuple[Endpoint, ...]] = iter([(here,), (here,), (endpoint("10.0.0.5"), here)])
    monkeypatch.setattr(ports, "endpoints", lambda *_: next(found, (endpoint("10.1.0.6"), here)))
    monkeypatch.setattr(ports, "CALM", 0.01)
    told = list[str]()
    async with open_port([Address("*", 0)]) as port:
        assert [place.host for place in port.told] == ["127.0.0.1"]
        async with port.on_move(lambda: told.append(port.told[0].host)):
            await eventually(lambda: len(told) > 1)
            await trio.sleep(10 * ports.CALM)
    assert told == ["10.0.0.5", "10.1.0.6"], "once for each that has come"
    async with open_port([Address("127.0.0.1", 0)]) as port, port.on_move(lambda: told.append("moved")):
        monkeypatch.setattr(ports, "endpoints", lambda *_: (endpoint("10.2.0.7"),))
        await trio.sleep(10 * ports.CALM)
    assert len(told) == 2


async def test_a_table_that_is_announced_before_there_is_a_network_is_found_when_one_comes_and_again_when_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there: list[Outlet] = []
    monkeypatch.setattr(zeroconf, "outlets", lambda wanted: tuple(there) if not wanted else outlets(wanted))
    monkeypatch.setattr(zeroconf, "CALM", 0.05)
    said = notice_of(os.urandom(32), 7777, "later")
    async with open_discovery(patient=True) as host, open_discovery(["127.0.0.1"]) as guest:
        with pytest.raises(zeroconf.NoMulticast):
            await host.announce(said, ("0.0.0.0",))
        for addresses in (("127.0.0.1",), ("127.0.0.1", "127.0.0.9")):
            there[:] = [Outlet("lo", "127.0.0.1", addresses)]
            async for event in guest.events:
                about = isinstance(event, TableFound) and event.notice.name == said.name
                if about and {place.host for place in event.addresses} == {*addresses}:
                    break


async def test_a_member_that_has_moved_tells_those_it_is_connected_with_and_they_tell_the_others() -> None:
    table = Table(3)
    async with table.sit(0) as one, table.sit(1, know=[one]) as two, table.sit(2, know=[one, two]) as three:
        await eventually(lambda: len(one.connected) == len(two.connected) == len(three.connected) == 2)
        one.relocate([Address("10.0.0.5", 7), Address("127.0.0.1", 7)])
        for other in (two, three):
            (link,) = (link for link in other.links if link.operator == 0)
            await eventually(lambda link=link: link.told[:1] == (Address("10.0.0.5", 7),))
            await eventually(lambda link=link: Address("10.0.0.5", 7) in link.hinted)
        assert one.addresses[0].host == "10.0.0.5"


async def test_a_liar_that_moves_a_thousand_times_is_passed_on_a_few_times_and_nobody_honest_pays_for_it() -> None:
    table = Table(3)
    async with table.sit(0) as liar, table.sit(1, know=[liar]) as honest, table.sit(2, know=[honest]) as third:
        await eventually(lambda: 1 in liar.connected and 1 in third.connected)
        (channel,) = (link.live.channel for link in liar.links if link.operator == 1 and link.live is not None)
        (seen,) = (link for link in honest.links if link.operator == 0)
        (told,) = (link for link in third.links if link.operator == 0)
        (payer,) = (link for link in third.links if link.operator == 1)
        before = payer.patience._saved
        for number in range(20):  # both ends have told each other of the third before, from the same purse of hints
            await channel.send(FrameKind.MESH, encode(MemberPlaces(0, ((f"10.9.9.{number}", 9),))))
        await channel.send(FrameKind.MESH, encode(MemberPlaces(2, (("10.3.3.3", 9),))))
        (victim,) = (link for link in honest.links if link.operator == 2)
        await eventually(lambda: Address("10.3.3.3", 9) in victim.hinted)
        assert seen.told == (Address("10.9.9.3", 9),), "it moves four times at once, and then once in ten seconds"
        await eventually(lambda: Address("10.9.9.3", 9) in told.hinted)
        assert payer.patience._saved >= before and not payer.cut_off


def test_link_local_addresses_are_told_without_a_zone_and_dialled_on_the_interface_where_they_were_heard() -> None:
    assert heard_address("fe80::1", 7, "eth0") == Address("fe80::1%eth0", 7)
    assert heard_address("fe80::1", 7, "") is None and heard_address("fe80::1", 7, "no such%zone") is None
    assert heard_address("fe80::1%eth1", 7, "eth0") is None, "a zone of the machine that tells it is none of ours"
    assert heard_address("10.0.0.1", 7, "eth0") == Address("10.0.0.1", 7)


def test_link_local_alone_is_announced_on_a_cable_and_beside_other_addresses_or_on_other_links_it_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zeroconf, "multicast_works", lambda address: True)
    cable, there = Interface("eth0", "fe80::1%eth0", 64), Interface("eth1", "2001:db8::5", 64)
    beside = Interface("eth1", "fe80::2%eth1", 64)
    containers = Interface("veth0", "fe80::3%veth0", 64, Reach.CONTAINERS)
    found = outlets((), (there, beside, cable, containers))
    assert [(one.name, one.addresses) for one in found] == [("eth1", ("2001:db8::5",)), ("eth0", ("fe80::1%eth0",))]
