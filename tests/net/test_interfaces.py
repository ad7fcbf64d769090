"""Which addresses of this computer others are told, in which order, and as what."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.net.addresses import Address
from tta_p2p.net.interfaces import (
    MAX_INVITED,
    TOLD,
    Endpoint,
    Interface,
    for_invitations,
    in_order,
    interfaces,
    reach_of,
    reachable_hosts,
    worth_telling,
)
from tta_p2p.net.links import InterfaceState, Reach, look_at, reach

CABLE = InterfaceState(hardware=True, known=True)
BRIDGE = InterfaceState(bridge=True, known=True)
TUNNEL = InterfaceState(tunnel=True, known=True)


def test_this_computer_has_a_loopback_interface_and_lists_it_last() -> None:
    found = interfaces()
    assert any(i.address == "127.0.0.1" and i.loopback and i.version == 4 for i in found)
    flags = [i.loopback for i in found]
    assert flags == sorted(flags)
    assert "127.0.0.1" in reachable_hosts("*") and reachable_hosts("10.1.2.3") == ("10.1.2.3",)
    assert all(":" not in host for host in reachable_hosts("0.0.0.0"))


def test_the_address_of_the_default_route_is_told_first_and_what_leads_nowhere_last() -> None:
    found = [
        ("aaa0", "10.99.0.1", 24),
        ("br-0a1b2c3d4e5f", "172.18.0.1", 16),
        ("docker0", "172.17.0.1", 16),
        ("eth0", "10.0.0.9", 24),
        ("lo", "127.0.0.1", 8),
        ("tailscale0", "100.101.102.103", 32),
        ("virbr0", "192.168.122.1", 24),
        ("wlan0", "192.168.1.5", 24),
        ("wlan0", "2001:db8::5", 64),
        ("wlan0", "fe80::1%wlan0", 64),
    ]
    links = {
        **{name: BRIDGE for name in ("br-0a1b2c3d4e5f", "docker0", "virbr0")},
        "aaa0": InterfaceState(up=False, known=True),
        "eth0": CABLE,
        "tailscale0": TUNNEL,
        "wlan0": CABLE,
    }
    told = in_order(found, links, ["192.168.1.5"])
    assert [(one.address, one.reach.value, one.vpn) for one in told] == [
        ("192.168.1.5", "network", ""),
        ("10.0.0.9", "network", ""),
        ("2001:db8::5", "network", ""),
        ("fe80::1%wlan0", "network", ""),
        ("100.101.102.103", "vpn", "Tailscale"),
        ("172.18.0.1", "containers", ""),
        ("172.17.0.1", "containers", ""),
        ("192.168.122.1", "containers", ""),
        ("10.99.0.1", "down", ""),
        ("127.0.0.1", "here", ""),
    ]


@pytest.mark.parametrize(
    ("name", "address", "link", "default", "expected"),
    [
        ("tailscale0", "100.64.0.7", TUNNEL, False, (Reach.VPN, "Tailscale")),
        ("tailscale0", "100.64.0.7", TUNNEL, True, (Reach.VPN, "Tailscale")),
        ("utun4", "100.100.1.2", InterfaceState(), False, (Reach.VPN, "Tailscale")),
        ("wwan0", "100.70.1.2", CABLE, True, (Reach.CARRIER, "")),
        ("tun0", "200:1234::1", TUNNEL, False, (Reach.VPN, "Yggdrasil")),
        ("zt7nnabcde", "10.147.17.1", TUNNEL, False, (Reach.VPN, "ZeroTier")),
        ("ham0", "25.1.2.3", TUNNEL, False, (Reach.VPN, "Hamachi")),
        ("home", "10.8.0.1", InterfaceState(wireguard=True, known=True), False, (Reach.VPN, "WireGuard")),
        ("tun0", "10.8.0.1", TUNNEL, True, (Reach.VPN, "")),
        ("eth0", "25.1.2.3", CABLE, True, (Reach.PUBLIC, "")),
        ("br0", "192.168.1.5", InterfaceState(bridge=True, hardware=True, known=True), False, (Reach.NETWORK, "")),
        ("br0", "192.168.1.5", BRIDGE, True, (Reach.NETWORK, "")),
        ("docker0", "172.17.0.1", InterfaceState(), False, (Reach.CONTAINERS, "")),
        ("eth0", "172.17.0.2", InterfaceState(known=True), True, (Reach.NETWORK, "")),
        ("wg0", "10.8.0.1", InterfaceState(up=False, tunnel=True, known=True), False, (Reach.DOWN, "")),
        ("lo", "127.0.0.1", InterfaceState(), False, (Reach.HERE, "")),
    ],
)
def test_an_address_is_what_the_system_and_its_range_say(
    name: str, address: str, link: InterfaceState, default: bool, expected: tuple[Reach, str]
) -> None:
    assert reach(name, address, link, default=default) == expected


def test_what_the_system_says_of_an_interface_is_read_where_linux_keeps_it(tmp_path: Path) -> None:
    def file(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    file("docker9/operstate", "up\n")
    file("docker9/bridge/forward_delay", "0\n")
    file("docker9/brif/veth9/port_no", "1\n")
    file("home9/operstate", "up\n")
    file("home9/bridge/forward_delay", "0\n")
    file("home9/brif/cable9/port_no", "1\n")
    file("cable9/device/vendor", "0x8086\n")
    file("cable9/operstate", "down\n")
    file("wire9/operstate", "unknown\n")
    file("wire9/uevent", "INTERFACE=wire9\nDEVTYPE=wireguard\n")
    file("wire9/type", "65534\n")
    file("tap9/tun_flags", "0x1002\n")
    assert look_at("docker9", tmp_path) == InterfaceState(bridge=True, known=True)
    assert look_at("home9", tmp_path) == InterfaceState(bridge=True, hardware=True, known=True)
    assert look_at("cable9", tmp_path) == InterfaceState(up=False, hardware=True, known=True)
    assert look_at("wire9", tmp_path) == InterfaceState(tunnel=True, wireguard=True, known=True)
    assert look_at("tap9", tmp_path) == InterfaceState(tunnel=True, known=True)
    assert look_at("none9", tmp_path) == InterfaceState()


NAMES = st.sampled_from(["eth0", "docker0", "zt1", "tun0", "wlan0", "br-abcdef012345", "lo"])
FOUND = st.lists(st.tuples(NAMES, st.ip_addresses().map(str), st.integers(1, 32)), max_size=12)
LINKS = st.dictionaries(NAMES, st.builds(InterfaceState, st.booleans(), st.booleans(), st.booleans(), st.booleans()))


@given(found=FOUND, links=LINKS, default=st.integers(0, 11))
def test_whatever_a_computer_has_what_may_be_reached_is_told_before_what_cannot(
    found: list[tuple[str, str, int]], links: dict[str, InterfaceState], default: int
) -> None:
    begins = [found[default][1]] if default < len(found) else []
    told = in_order(found, links, begins)
    assert sorted((one.name, one.address, one.bits) for one in told) == sorted(found)
    useful = [one.reach in TOLD for one in told]
    assert useful == sorted(useful, reverse=True)
    ends = [Endpoint(Address(one.address, 7), one.reach, one.vpn, one.name) for one in told]
    assert {one.reach for one in worth_telling(ends)} <= TOLD or not any(useful)
    invited = for_invitations(ends)
    assert bool(invited) == bool(found) and len(invited) <= MAX_INVITED
    if any(useful):
        assert invited[0] == ends[0].address


def test_by_which_network_somebody_is_reached_says_the_interface_that_is_in_it() -> None:
    mine = (
        Interface("wlan0", "192.168.1.5", 24, Reach.NETWORK),
        Interface("zt1", "10.147.17.1", 16, Reach.VPN, "ZeroTier"),
        Interface("tailscale0", "100.64.0.1", 32, Reach.VPN, "Tailscale"),
    )
    assert reach_of("10.147.99.3", mine) == (Reach.VPN, "ZeroTier")
    assert reach_of("192.168.1.77", mine) == (Reach.NETWORK, "")
    assert reach_of("100.99.0.7", mine) == (Reach.VPN, "Tailscale")
    assert reach_of(str(ipaddress.ip_address("9.9.9.9")), mine)[0] is Reach.PUBLIC
    assert reach_of("games.example.org", mine)[0] is Reach.PUBLIC
