"""Addresses as people write them, and text from outside."""

from __future__ import annotations

import ipaddress
import socket
import unicodedata
from typing import Any

import idna
import pytest
import trio
from hypothesis import example, given
from hypothesis import strategies as st

from tests.letters import LETTERS
from tests.patience import PATIENCE
from tta_p2p.net.addresses import (
    Address,
    HostKind,
    fingerprint,
    is_fingerprint,
    parse_address,
    peer_address,
    peer_addresses,
)
from tta_p2p.net.cleaning import clean
from tta_p2p.net.dialling import connect
from tta_p2p.net.errors import BadAddress, Unreachable
from tta_p2p.net.onions import onion_name
from tta_p2p.net.ports import Purpose

KEY = fingerprint(bytes(32))
ONION = onion_name(bytes(32))
HOSTS = st.one_of(
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(str),
    st.sampled_from(["localhost", "a.example", "my-host", "fe80::1%eth0"]),
)


@given(host=HOSTS, port=st.integers(1, 65535), key=st.one_of(st.just(b""), st.binary(min_size=32, max_size=32)))
def test_an_address_reads_as_it_is_written(host: str, port: int, key: bytes) -> None:
    address = Address(host, port, fingerprint(key) if key else "")
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "HOST:PORT"),
        ("host", "HOST:PORT"),
        ("host:", "HOST:PORT"),
        (":7777", "HOST:PORT"),
        ("host:0", "1 to 65535"),
        ("host:65536", "1 to 65535"),
        ("host:٣", "HOST:PORT"),
        ("::1:7777", "brackets"),
        ("[::g]:7777", "not an IPv6"),
        ("[10.0.0.1]:7777", "not an IPv6"),
        ("10.0.0:7777", "neither"),
        ("ho st:7777", "neither"),
        ("-host:7777", "neither"),
        ("\x1b[2Jhost:7777", "HOST:PORT"),
        ("host:7777#", "fingerprint"),
        ("host:7777#abc", "fingerprint"),
        (f"host:7777#{KEY[:-1]}", "fingerprint"),
        (f"host:7777#{KEY}a", "fingerprint"),
        (f"host:7777#{KEY[:-1]}b", "fingerprint"),
        ("*:7777", "neither"),
        ("host:7777 " * 1000, "HOST:PORT"),
    ],
)
def test_what_is_no_address_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(BadAddress, match=hint) as caught:
        parse_address(text)
    assert "\x1b" not in str(caught.value) and len(str(caught.value)) < 400


def test_for_listening_any_port_and_every_address_may_be_meant() -> None:
    assert parse_address("*:0", listening=True) == Address("*", 0)
    assert parse_address("[::]:7777", listening=True) == Address("::", 7777)


def test_a_fingerprint_has_128_bits_and_one_spelling() -> None:
    assert len(KEY) * 5 >= 128 and is_fingerprint(KEY) and fingerprint(bytes(31) + b"\1") != KEY
    assert parse_address(f"h:1#{KEY.upper()}") == parse_address(f"h:1#{KEY[:8]}-{KEY[8:]}") == Address("h", 1, KEY)
    assert sum(is_fingerprint(KEY[:-1] + letter) for letter in "abcdefghijklmnopqrstuvwxyz234567") == 8


def test_peers_may_not_name_addresses_that_are_not_one_machine() -> None:
    for host, port in (("10.0.0.1", 1), ("::1", 65535), ("games.example.org", 7777), (ONION, 80)):
        assert peer_address(host, port) == Address(host, port)
    several = ("224.0.0.251", "255.255.255.255", "0.0.0.0", "::", "::ffff:0.0.0.0", "::ffff:224.0.0.1", "ff02::1", "*")
    for host in several:
        assert peer_address(host, 80) is None, host
    assert peer_address("10.0.0.1", 0) is None


@pytest.mark.parametrize(
    "host",
    [
        "fe80::1%" + "x" * 60, "fe80::1%a b", "fe80::1%\u202e", "10.0.0.1%eth0", "2001:db8::1%eth0",
        "x" * 64, "a." * 127 + "bc", "a..b", "-a", "a-", "a.-b", "ab--c", "xn--a", "a_b", "a\0b", "a\n",
        "127.1", "0x7f.1", "a.7", "a.0x", "onion", "a.onion", "A.ONION.", "b" * 57 + ".onion", f"x.{ONION}",
        "\u0663", "\ud800", "b\xfccher.example",
    ],
)  # fmt: skip
def test_a_host_that_a_resolver_or_an_encoder_of_names_chokes_on_is_none(host: str) -> None:
    assert peer_address(host, 80) is None
    assert peer_addresses([f"{host}:80", f"[{host}]:80", "10.0.0.1:80"]) == (Address("10.0.0.1", 80),)
    with pytest.raises(BadAddress) as caught:
        Address(host, 80)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 1000


def test_a_zone_is_of_this_machine_and_nothing_that_others_tell() -> None:
    assert parse_address("[fe80::1%eth0]:80") == Address("fe80::1%eth0", 80)
    assert peer_address("fe80::1%eth0", 80) is None and peer_addresses(["[fe80::1%eth0]:80"]) == ()


ODD = st.one_of(
    st.text(LETTERS, max_size=80),
    st.text("abxn019.-_:%*[]# \0\xfc", max_size=80),
    st.lists(st.text("ax0-", min_size=1, max_size=70), max_size=6).map(".".join),
    st.builds("{}%{}".format, st.ip_addresses().map(str), st.text(LETTERS, max_size=70)),
    st.builds("{}.onion".format, st.text("ab2.-", max_size=70)),
    st.ip_addresses().map(str),
)


@given(host=ODD, port=st.integers(-1, 70000))
@example(host="fe80::1%" + "x" * 60, port=80)
@example(host="::ffff:10.0.0.1", port=80)
def test_whatever_is_told_is_an_address_that_can_be_looked_up_or_none(host: str, port: int) -> None:
    address = peer_address(host, port)
    if address is None:
        return
    assert 0 < address.port < 65536 and len(address.host) <= 253 and "%" not in address.host
    assert address.host.isascii() and address.host.isprintable()
    assert peer_addresses([str(address)]) == (address,) == (parse_address(str(address)),)
    assert (address.kind is HostKind.ONION) == address.host.endswith(".onion")
    if address.kind is HostKind.IP:
        ip = ipaddress.ip_address(address.host)
        assert not (ip.is_multicast or ip.is_unspecified) and str(ip) == address.host
    else:
        assert address.host.encode("idna") and idna.encode(address.host, uts46=True)
        with pytest.raises(socket.gaierror):  # or a resolver would take it for an IP address in disguise
            socket.getaddrinfo(address.host, address.port, flags=socket.AI_NUMERICHOST)


@given(texts=st.lists(st.one_of(ODD, st.builds("{}:{}".format, ODD, st.integers(0, 70000))), max_size=12))
def test_of_a_list_that_is_told_the_addresses_are_kept_once(texts: list[str]) -> None:
    found = peer_addresses(texts)
    assert len(set(found)) == len(found) <= len(texts) and not any(one.fingerprint for one in found)


async def test_no_resolver_hears_of_an_ip_or_an_onion_address() -> None:
    asked = list[object]()

    class Resolver(trio.abc.HostnameResolver):
        async def getaddrinfo(self, host: object, port: object, *how: Any, **more: Any) -> Any:
            asked.append(host)
            raise socket.gaierror(socket.EAI_NONAME, "no such name")

        async def getnameinfo(self, sockaddr: object, flags: int) -> Any:
            raise AssertionError

    trio.socket.set_custom_hostname_resolver(Resolver())
    for host, why in (("127.0.0.1", "unreachable"), ("::1", "unreachable"), ("fe80::1%nowhere", "unreachable"),
                      (ONION, "onion"), ("*", "unreachable")):  # fmt: skip
        with pytest.raises(Unreachable) as caught:
            await connect(Address(host, 9), Purpose.TABLE, PATIENCE)
        assert caught.value.why[0] == why, host
    assert asked == []
    with pytest.raises(Unreachable, match="nobody knows the name"):
        await connect(Address("Games.Example.", 9), Purpose.TABLE, PATIENCE)
    assert asked == [b"games.example"], "names go to the resolver as they stand, and are not encoded again"


@given(text=st.text(LETTERS), most=st.integers(0, 40))
@example(text="\x1b]0;title\x07ok\u202e\u2066x\u200d\ufeff", most=10)
@example(text="Z" + "\u0335" * 500, most=40)
@example(text="\ud800", most=5)
@example(text="e\u200d\u0301", most=5)
def test_cleaned_text_is_one_bounded_line_that_no_terminal_obeys(text: str, most: int) -> None:
    cleaned = clean(text, most)
    assert len(cleaned) <= most and cleaned == cleaned.strip()
    for letter in cleaned:
        assert unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        assert letter == " " or not unicodedata.category(letter).startswith("Z")
    assert clean(cleaned, most) == cleaned


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Anna", "Zoë", "战士", "日本 太郎", "نور", "Đặng", "o'Brien <x>"):
        assert clean(name, 32) == name


def test_escape_sequences_leave_nothing_behind() -> None:
    assert clean("\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07 \x9b2Jend", 40) == "red link end"
    assert clean("a\r\nb\tc\x00d", 40) == "a b cd"


def test_a_megabyte_of_name_costs_no_more_than_a_name() -> None:
    assert clean("x" * 1_000_000, 32) == "x" * 32
