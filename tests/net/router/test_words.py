"""What is said to a router and read from it: examples of the specifications, and whatever else may come."""

from __future__ import annotations

import ipaddress
import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.net.addresses import Address
from tta_p2p.net.router import pcp, upnp
from tta_p2p.net.router.answers import BadAnswer, RouterOutcome, RouterRefusal, external, outcome_of
from tta_p2p.net.router.gateway import read_routes, read_routes6

NONCE = bytes(range(12))
OWN = "192.168.1.5"
AT = upnp.RouterPage(Address("192.168.1.1", 5000), "/desc.xml")
WILD = (BadAnswer, RouterRefusal)


def answer(nonce: bytes = NONCE, inner: int = 7777, outer: int = 7000, seconds: int = 3600, host: str = "9.9.9.9",
           result: int = 0) -> bytes:  # fmt: skip
    packed = bytes(10) + b"\xff\xff" + ipaddress.IPv4Address(host).packed
    head = struct.pack("!BBBBII12x", 2, 129, 0, result, seconds, 1)
    return head + nonce + struct.pack("!B3xHH", 6, inner, outer) + packed


def test_requests_are_written_as_the_specifications_say() -> None:
    said = pcp.write_map(OWN, 7777, NONCE, 3600)
    assert said.hex() == (
        "02010000" "00000e10" "00000000000000000000ffffc0a80105" "000102030405060708090a0b" "06000000" "1e611e61"
        "00000000000000000000ffff00000000"
    )  # fmt: skip
    assert pcp.write_old_map(7777, 3600).hex() == "000200001e611e6100000e10"
    assert pcp.write_old_map(7777, 0).hex() == "000200001e61000000000000", "closing asks for no outer port"
    assert pcp.write_old_address().hex() == "0000"
    assert pcp.write_announce(OWN).hex() == "020000000000000000000000000000000000ffffc0a80105"


@given(st.binary(min_size=12, max_size=12), st.integers(1, 65535), st.integers(1, 65535), st.integers(1, 2**32 - 1))
def test_what_a_router_opens_by_pcp_is_read_as_it_was_said(nonce: bytes, inner: int, outer: int, time: int) -> None:
    opened = pcp.read_map(answer(nonce, inner, outer, time), OWN, inner, nonce)
    assert opened == pcp.Opened("9.9.9.9", outer, time, 1)


@pytest.mark.parametrize(
    "said",
    [
        answer(nonce=bytes(12)),
        answer(inner=7778),
        answer(outer=0),
        answer(seconds=0),
        answer(host="127.0.0.1"),
        answer()[:-1],
        answer() + bytes(2000),
        b"\x02\x01" + answer()[2:],
        b"\x00" + answer()[1:],
    ],
)
def test_an_answer_that_is_none_is_refused(said: bytes) -> None:
    with pytest.raises(BadAnswer):
        pcp.read_map(said, OWN, 7777, NONCE)


def test_a_refusal_says_its_number() -> None:
    for said in (answer(result=2), answer(result=2)[:24]):
        with pytest.raises(RouterRefusal) as refused:
            pcp.read_map(said, OWN, 7777, NONCE)
        assert (refused.value.protocol, refused.value.code) == ("pcp", 2)


@given(st.binary(max_size=1200) | st.binary(max_size=70).map(lambda rest: b"\x02\x81" + rest))
def test_whatever_comes_by_udp_is_a_checked_value_or_refused(data: bytes) -> None:
    for read in (
        lambda: pcp.read_map(data, OWN, 7777, NONCE),
        lambda: pcp.read_old_map(data, 7777),
        lambda: pcp.read_old_address(data),
        lambda: pcp.read_clock(data, pcp.VERSION),
        lambda: pcp.read_clock(data, 0),
        lambda: upnp.read_found(data, "192.168.1.1"),
    ):
        try:
            found = read()
        except WILD:
            continue
        assert not isinstance(found, pcp.Opened) or (0 < found.port < 65536 and found.seconds > 0)
    assert pcp.is_other_version(data) in (True, False)


@given(st.integers(0, 2**31), st.floats(0, 90_000), st.floats(-2, 2), st.floats(-0.06, 0.06))
def test_a_clock_that_goes_on_as_clocks_of_routers_do_is_believed(
    clock: int, seconds: float, off: float, drift: float
) -> None:
    told = max(clock - 1, round(clock + seconds * (1 + drift) + off * 0.5))
    assert pcp.Epoch(told, 500.0 + seconds).follows(pcp.Epoch(clock, 500.0))


@given(st.integers(100, 2**31), st.floats(0, 60), st.integers(2, 100))
def test_a_clock_that_begins_anew_or_leaps_is_not_believed(clock: int, seconds: float, back: int) -> None:
    before = pcp.Epoch(clock, 500.0)
    assert not pcp.Epoch(clock - back, 500.0 + seconds).follows(before)
    assert not pcp.Epoch(clock + round(seconds) + 600, 500.0 + seconds).follows(before)


TAGS = st.sampled_from(["root", "service", "serviceType", "controlURL", "URLBase", "errorCode", "NewExternalIPAddress"])
TEXTS = st.sampled_from([*upnp.SERVICES, "/ctl", "http://192.168.1.1/x", "http://6.6.6.6/x", "//6.6.6.6/x", "9.9.9.9",
                         "718", "http://[", "http://192.168.1.1:99999/", "/a b", "/\r\nX: y", "&amp;"])  # fmt: skip
PAGES = st.recursive(TEXTS, lambda inner: st.builds("<{0}>{1}{2}</{0}>".format, TAGS, inner, inner), max_leaves=20)


@given(PAGES.map(str.encode) | st.binary(max_size=300), st.sampled_from([200, 500, 404]))
def test_whatever_page_comes_is_a_checked_value_or_refused(page: bytes, status: int) -> None:
    with suppress(BadAnswer):
        service = upnp.read_description(page, AT, "192.168.1.1")
        assert service.place.address.host == "192.168.1.1", "a router is called at its own address alone"
        assert upnp.write_call(service, "X").count(b"\r\n\r\n") == 1, "and in one request"
    with suppress(*WILD):
        told = upnp.read_external(status, page)
        assert told == "" or ipaddress.IPv4Address(told)


@given(st.binary(max_size=400) | st.binary(max_size=200).map(lambda rest: b"HTTP/1.1 200 OK\r\n" + rest), st.booleans())
def test_whatever_comes_by_http_is_a_page_or_refused(data: bytes, closed: bool) -> None:
    with suppress(BadAnswer):
        assert upnp.read_page(data, closed=closed) is not None or not closed


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    ],
)
def test_a_page_is_read_when_all_of_it_has_come(said: bytes) -> None:
    assert upnp.read_page(said, closed=False) == (200, b"abc")
    assert all(upnp.read_page(said[:end], closed=False) is None for end in range(16, len(said) - 7))
    assert upnp.read_page(b"HTTP/1.1 200 OK\r\n\r\nabc", closed=False) is None
    assert upnp.read_page(b"HTTP/1.1 200 OK\r\n\r\nabc", closed=True) == (200, b"abc")


BOMB = b'<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><a>&b;</a>'
OUTSIDE = b'<!DOCTYPE a SYSTEM "http://6.6.6.6/x.dtd"><a/>'


@pytest.mark.parametrize(
    "page",
    [
        BOMB,
        OUTSIDE,
        b"<a>" * 40 + b"</a>" * 40,
        b"<a>" + b"<b/>" * 3000 + b"</a>",
        b"<a>" + b"x" * 600 + b"</a>",
        b"<a>&unknown;</a>",
        b'<?xml version="1.0" encoding="utf-7"?><a/>',
    ],
)
def test_xml_that_declares_anything_or_is_too_large_is_refused(page: bytes) -> None:
    with pytest.raises(BadAnswer):
        upnp.read_external(200, page)


def test_a_page_that_is_too_long_is_refused() -> None:
    with pytest.raises(BadAnswer):
        upnp.read_page(b"HTTP/1.1 200 OK\r\n\r\n" + bytes(upnp.LONGEST_PAGE), closed=False)


def test_a_device_is_described_and_called_where_it_says() -> None:
    found = upnp.read_found(
        b"HTTP/1.1 200 OK\r\nst: urn:schemas-upnp-org:device:InternetGatewayDevice:2\r\n"
        b"Location:http://192.168.1.1:5000/desc.xml\r\n\r\n", "192.168.1.1"
    )  # fmt: skip
    assert found == AT
    page = (
        f"<root><URLBase>http://192.168.1.1:5001/</URLBase><service><serviceType>{upnp.SERVICES[2]}</serviceType>"
        f"<controlURL>ppp</controlURL></service><service><serviceType>{upnp.SERVICES[1]}</serviceType>"
        "<controlURL>/ip?x=1</controlURL></service></root>"
    )
    service = upnp.read_description(page.encode(), found, "192.168.1.1")
    assert service == upnp.PortService(upnp.SERVICES[1], upnp.RouterPage(Address("192.168.1.1", 5001), "/ip?x=1"))
    said = upnp.write_call(service, "DeletePortMapping", (("NewProtocol", "T<C&P"),))
    assert b"POST /ip?x=1 HTTP/1.1\r\nHost: 192.168.1.1:5001\r\n" in said and b"<NewProtocol>T&lt;C&amp;P<" in said


def test_addresses_that_help_nobody_are_told_apart() -> None:
    private = ("192.168.0.1", "10.1.1.1", "172.16.0.1", "fd00::1", "198.18.0.1")
    assert {outcome_of(one) for one in private} == {RouterOutcome.BEHIND}
    assert {outcome_of(one) for one in ("100.64.0.1", "100.127.255.254")} == {RouterOutcome.SHARED}
    assert {outcome_of(one) for one in ("9.9.9.9", "2a00::1", "100.128.0.1")} == {RouterOutcome.OPEN}
    assert outcome_of("") is RouterOutcome.OFFLINE
    assert external("0.0.0.0", version=4) == ""
    for lie in ("", "x", "224.0.0.1", "127.0.0.1", "169.254.0.1", "240.0.0.1", "::1"):
        with pytest.raises(BadAnswer):
            external(lie, version=4)


ROUTES = """Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\t0100000A\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t0000000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
"""
ROUTES6 = (
    f"{'0' * 32} 00 {'0' * 32} 00 fe80000000000000000000000000beef 00000400 00000001 00000000 00000003     eth0\n"
    f"{'0' * 32} 00 {'0' * 32} 00 {'0' * 32} ffffffff 00000001 00000000 00200200       lo\n"
)


def test_the_gateway_of_the_best_default_route_is_found() -> None:
    assert read_routes(ROUTES) == "10.0.0.1"
    assert read_routes(ROUTES.replace("0100000A\t0003", "00000000\t0001")) == "", "a tunnel has no router"
    assert read_routes6(ROUTES6) == "fe80::beef%eth0"


@given(st.text(max_size=300))
def test_whatever_the_system_says_of_routes_is_read_or_passed_over(text: str) -> None:
    assert isinstance(read_routes(f"\n{text}"), str) and isinstance(read_routes6(text), str)


@pytest.mark.parametrize("base", ["http://[", "http://[x]/", "http://192.168.1.1:99999999/"])
def test_a_base_that_is_no_address_is_refused(base: str) -> None:
    service = f"<service><serviceType>{upnp.SERVICES[0]}</serviceType><controlURL>c</controlURL></service>"
    with pytest.raises(BadAnswer):
        upnp.read_description(f"<root><URLBase>{base}</URLBase>{service}</root>".encode(), AT, "192.168.1.1")
