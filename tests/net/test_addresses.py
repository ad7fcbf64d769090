"""Addresses as people write them, and text from outside."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.letters import LETTERS
from tta_p2p.net.addresses import (
    Address,
    fingerprint,
    interfaces,
    is_fingerprint,
    is_usable,
    parse_address,
    reachable_hosts,
)
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import BadAddress

KEY = fingerprint(bytes(32))
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


def test_this_machine_has_a_loopback_interface_and_lists_it_last() -> None:
    found = interfaces()
    assert any(i.address == "127.0.0.1" and i.loopback and i.version == 4 for i in found)
    flags = [i.loopback for i in found]
    assert flags == sorted(flags)
    assert "127.0.0.1" in reachable_hosts("*") and reachable_hosts("10.1.2.3") == ("10.1.2.3",)
    assert all(":" not in host for host in reachable_hosts("0.0.0.0"))


def test_peers_may_not_name_addresses_that_are_not_one_machine() -> None:
    assert is_usable("10.0.0.1", 1) and is_usable("::1", 65535) and is_usable("games.example.org", 7777)
    for host, port in (("224.0.0.251", 5353), ("0.0.0.0", 80), ("::", 80), ("10.0.0.1", 0), ("*", 80), ("a b", 1)):
        assert not is_usable(host, port)


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
