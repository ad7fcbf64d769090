"""Whatever room a host shows, a guest refuses it in words, or its clients can read it."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, replace
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.charter import is_showable
from protocol.errors import ProtocolError
from tests.letters import LETTERS
from tta_p2p.i18n import Words
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.game.signed_table import names_alike
from tta_p2p.node.lobby.antechamber import Antechamber
from tta_p2p.node.lobby.conditions import Conditions, Party, make_charter
from tta_p2p.node.lobby.exchange import LobbyFailed, agreement_of, places_of_guest
from tta_p2p.node.lobby.knock import entry_refusal
from tta_p2p.node.lobby.messages import OpenNonce, Room, RoomMember, read_lobby, write_lobby
from tta_p2p.node.lobby.room import BadRoom, GuestRoom, make_entry
from tta_p2p.node.plan.plans import RematchTerms
from tta_p2p.node.plan.rematch_plan import is_same_table
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import write_line
from tta_p2p.ui.blocks import lay_out
from tta_p2p.ui.cells import plain
from tta_p2p.ui.lobby_page import lobby_blocks
from tta_p2p.ui.style import Style

OPENED = OpenNonce(bytes([7]) * 32, bytes([8]) * 32)
KEYS = [TlsKey(bytes([number]) * 32) for number in (1, 2, 3)]
HOST, ME, OTHER = (
    make_entry(name, bytes([number]) * 32, KEYS[number - 1].certificate, OPENED, (name,), ("10.0.0.1:7777",))
    for number, name in enumerate(("Host", "Ann", "Bob"), 1)
)
SOUND = Conditions(3, "caravan")

TEXT = st.text(LETTERS, max_size=70)
NUMBERS = st.integers(-5, 20) | st.integers(-(2**63), 2**63 - 1)
VALUES = st.booleans() | NUMBERS | TEXT
CONDITIONS = st.one_of(
    st.just(msgspec.json.encode(SOUND)),
    st.binary(max_size=80),
    st.fixed_dictionaries(
        {},
        optional={
            "seats": NUMBERS,
            "game": st.sampled_from(["caravan", "smugglers", "7-wonders", "no game", "../x"]) | TEXT,
            "options": st.dictionaries(st.sampled_from(["sale", "actions"]) | TEXT, VALUES, max_size=3),
            "bots": st.lists(TEXT, max_size=4),
            "on_leave": st.sampled_from(["continue", "wait"]) | TEXT,
            "audit": st.sampled_from(["closed", "open"]) | TEXT,
            "spectators": TEXT,
            "hints": st.booleans() | TEXT,
            "away": NUMBERS,
            "idle": NUMBERS,
            "stand_in": NUMBERS,
        },
    ).map(lambda changed: msgspec.json.encode(asdict(SOUND) | changed)),
)
PLACES = st.lists(TEXT | st.sampled_from(["[fe80::1%x]:80", "10.0.0.1:80", "a.onion:80", "x:0"]), max_size=9)


def changed(party: RoomMember) -> st.SearchStrategy[RoomMember]:
    """The same party, or one of which something is otherwise."""
    fields: dict[str, st.SearchStrategy[Any]] = {
        "name": TEXT,
        "identity": st.sampled_from([bytes([number]) * 32 for number in range(4)]) | st.binary(max_size=40),
        "certificate": st.sampled_from([key.certificate for key in KEYS]) | st.binary(max_size=1100),
        "seats": st.lists(TEXT | st.sampled_from(["Host", "Ann", "Bob"]), max_size=18).map(tuple),
        "places": PLACES.map(tuple),
        "agrees": st.booleans(),
        "clock": NUMBERS,
        "unattended": st.booleans(),
    }
    rest = st.fixed_dictionaries({}, optional=fields)
    return st.just(party) | rest.map(lambda some: msgspec.structs.replace(party, **some))


PARTIES = st.tuples(changed(HOST), changed(ME) | st.just(ME), changed(OTHER)).map(list) | st.lists(
    st.one_of(*map(changed, (HOST, ME, OTHER))), max_size=20
)


def test_the_room_that_all_these_are_made_of_is_taken() -> None:
    visit = GuestRoom(ME.identity, OPENED, certificate=ME.certificate)
    visit.show(Room(msgspec.json.encode(SOUND), (HOST, ME, OTHER), "a table"))
    assert visit.room is not None and len(visit.room.parties) == 3


@given(conditions=CONDITIONS, parties=PARTIES, table=TEXT)
@example(conditions=msgspec.json.encode(SOUND), parties=[HOST, ME, OTHER], table="a table")
@example(conditions=msgspec.json.encode(replace(SOUND, seats=10**9)), parties=[HOST, ME], table="")
@example(conditions=b'{"seats":2,"options":{"sale":null}}', parties=[HOST, ME], table="")
def test_whatever_room_a_host_shows_it_can_be_read_or_is_refused(
    conditions: bytes, parties: list[RoomMember], table: str
) -> None:
    visit = GuestRoom(ME.identity, OPENED, certificate=ME.certificate)
    try:
        room = read_lobby(write_lobby(Room(conditions, tuple(parties), table)))
        assert isinstance(room, Room)
        visit.show(room)
    except (BadRoom, ProtocolError, UnicodeEncodeError):  # the last: what the wire cannot carry
        return
    chamber = Antechamber("", "", lambda key, name: say.TextRef("new"), lambda request: None, lambda: 1)
    client: Client = Client(None)  # type: ignore[arg-type]
    chamber.watch(room, "agreeing")
    greeting = chamber.greeting(client)
    assert write_line(greeting) and chamber.rules is not None
    for name in (greeting.table, *(guest.name for guest in greeting.guests)):
        assert is_showable(name)  # what a release has no picture for besides, its screen leaves out
    is_same_table(RematchTerms(SOUND), room)


@pytest.mark.parametrize(
    "name", ["Host\u034f", "\u3164Host", "Ho\u2800st", "\ufe0f", "\u115f\u1160", "Cy\u034f"], ids=ascii
)
def test_a_guest_refuses_a_name_that_nobody_sees_or_tells_from_anothers(name: str) -> None:
    mal = msgspec.structs.replace(OTHER, name=name, seats=(name,))
    visit = GuestRoom(ME.identity, OPENED, certificate=ME.certificate)
    with pytest.raises(BadRoom) as refused:
        visit.show(Room(msgspec.json.encode(SOUND), (HOST, ME, mal), "a table"))
    assert refused.value.why[0] == "bad-names"
    said = entry_refusal(LobbyFailed(*refused.value.why))
    assert "tta-p2p 0.6.0 or later" in Words().line(said.key, said.args), "the version that helps"


def test_a_guest_reads_the_name_of_a_table_without_what_nobody_sees() -> None:
    visit = GuestRoom(ME.identity, OPENED, certificate=ME.certificate)
    visit.show(Room(msgspec.json.encode(SOUND), (HOST, ME, OTHER), "fri\u034fday\ufe0f"))
    assert visit.room is not None and visit.room.table == "friday"


def test_where_an_earlier_host_lets_in_names_that_look_alike_their_keys_tell_them_apart() -> None:
    other = "\N{CYRILLIC CAPITAL LETTER A}nn"
    alike = msgspec.structs.replace(OTHER, name=other, seats=(other,))
    visit = GuestRoom(ME.identity, OPENED, certificate=ME.certificate)
    room = Room(msgspec.json.encode(SOUND), (HOST, ME, alike), "a table")
    visit.show(room)  # it may be played
    chamber = Antechamber("", "", lambda key, name: say.TextRef("new"), lambda request: None, lambda: 1)
    chamber.watch(room, "agreeing")
    greeting = chamber.greeting(Client(None))  # type: ignore[arg-type]
    told = [[(one.key, one.args) for one in guest.known] for guest in greeting.guests]
    assert told == [[("new", [])], [("new", []), ("looks-like", [other])], [("new", []), ("looks-like", ["Ann"])]]
    page = "\n".join(plain(line) for line in lay_out(lobby_blocks(greeting, Words()), Style(200)))
    assert f"looks like {other}: compare the keys" in page
    parties = [
        Party(one.name, bytes([number]) * 32, one.certificate[:32], bytes([number]) * 32, one.seats)
        for number, one in enumerate(room.parties)
    ]
    (said,) = names_alike(make_charter(SOUND, parties))
    assert said.key == "node.names-alike"
    assert said.args == ["Ann", fingerprint(bytes([1]) * 32), other, fingerprint(bytes([2]) * 32)]


def test_clients_get_each_address_of_a_table_by_itself() -> None:
    key, places = fingerprint(KEYS[0].hash), ("10.0.0.1:7777", "[fd00::2]:7777")
    named = [f"{place}#{key}" for place in places]
    for where, address, alternatives in (
        (f"{','.join(places)}#{key}", named[0], named[1:]),
        (named[1], named[1], []),
        ("", "", []),
    ):
        chamber = Antechamber("friday", where, lambda key, name: say.TextRef("new"), lambda request: None, lambda: 1)
        client: Client = Client(None)  # type: ignore[arg-type]
        greeting = chamber.greeting(client)
        assert (greeting.address, greeting.alternatives) == (address, alternatives)


@given(host=TEXT | st.ip_addresses().map(str) | st.just("fe80::1%eth0"), told=PLACES)
def test_where_a_guest_says_that_it_listens_is_passed_on_as_addresses(host: str, told: list[str]) -> None:
    places = places_of_guest(host, told)
    assert len(places) <= 8 and not any("%" in place or not place.isprintable() for place in places)


def test_what_everybody_keeps_of_a_room_are_addresses() -> None:
    odd = ("[fe80::1%" + "x" * 60 + "]:80", "10.0.0.2:7777", "x" * 64 + ":1")
    poisoned = msgspec.structs.replace(OTHER, places=odd)
    signed: Any = type("Signed", (), {"charter": type("Charter", (), {"operators": (HOST, ME, poisoned)})})
    agreed = agreement_of(signed, Room(msgspec.json.encode(SOUND), (HOST, ME, poisoned)), ME.identity)
    assert agreed.places == (("10.0.0.1:7777",), ("10.0.0.1:7777",), ("10.0.0.2:7777",))
    assert hashlib.sha256(agreed.certificates[0]).digest() == KEYS[0].hash
