"""Where a node has found the others it looks for them again, and whatever anybody says of that costs attempts alone."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.wire import encode
from tests.net.parts import Table, eventually, is_a, until
from tests.node.contexts import context_of
from tests.node.games import EVERYBODY_HASTY, all_fair_and_equal
from tests.node.poisoner import PLACES, TEXTS
from tests.node.processes import Game
from tests.patience import PATIENCE
from tests.table.peers import Peers
from tta_p2p.net.addresses import Address, fingerprint, peer_address
from tta_p2p.net.control import MemberPlaces
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.mesh import Mesh, PeerConnected
from tta_p2p.node.data_folder.address_entries import MOST, AddressEntry, read_entry
from tta_p2p.node.game import erasure as erasing
from tta_p2p.node.game.parts.address_book import AddressBook
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats.parts.address_book import AddressReply, AddressRequest
from tta_p2p.store.database import DATABASE, GameRow, Store

LIES = 1000
"""Hints that a liar gives: fewer than end its channel."""


def addresses_in(home: Path, operator: int) -> AddressEntry:
    """What the node of this data folder has stored of where a member of its only game is."""
    with closing(Store(home, only_look=True)) as store:
        (row,) = store.games()
        return read_entry(store.addresses(row.sid).get(operator, b""))


def until_learned(home: Path, operator: int, host: str) -> None:
    """Wait until that node has stored that the member was at this host."""
    deadline = time.monotonic() + PATIENCE
    while host not in [place.host for place in addresses_in(home, operator).own]:
        assert time.monotonic() < deadline, f"{home.name} never learns that operator {operator} is at {host}"
        time.sleep(0.05)


class Books:
    """A table of three meshes of which the first has an address book, in one store that outlives them."""

    def __init__(self, folder: Path) -> None:
        self.meshes, self.store = Table(3), Store(folder)
        self.game = Peers("smugglers", [0, 1, 2]).tables[0]
        self.sid = self.game.charter.sid
        self.store.add_game(GameRow(self.sid, "smugglers", 0, 0, 0, b"", "playing", b""))

    def book(self, mesh: Any, *sought: str) -> AddressBook:
        """The book of a node that is started now; ``sought``: where others are, as its person says."""
        return AddressBook(context_of(self.game, 0, mesh=mesh, store=self.store, sought=sought))

    def entry(self, operator: int) -> AddressEntry:
        """What is stored of a member."""
        return read_entry(self.store.addresses(self.sid).get(operator, b""))

    @asynccontextmanager
    async def met(self) -> AsyncIterator[tuple[AddressBook, Mesh, Mesh]]:
        """All three sit there and have met; the book of the first, and the meshes of the others."""
        async with (
            self.meshes.sit(0) as own,
            self.meshes.sit(1, know=[own]) as second,
            self.meshes.sit(2, know=[own, second]) as third,
        ):
            book = self.book(own)
            await eventually(lambda: len(own.connected) == len(second.connected) == len(third.connected) == 2)
            book.peer_connected(1)
            await book.save()
            yield book, second, third


async def test_a_liar_that_tells_a_thousand_wrong_addresses_of_another_costs_attempts_alone(tmp_path: Path) -> None:
    books = Books(tmp_path)
    async with books.met() as (book, liar, third):
        (victim,) = (link for link in book.context.mesh.links if link.operator == 2)
        (channel,) = (link.live.channel for link in liar.links if link.operator == 0 and link.live is not None)
        for number in range(LIES):
            wrong = ((f"127.9.{number // 200}.{number % 200 + 1}", 9),)
            await channel.send(FrameKind.MESH, encode(MemberPlaces(2, wrong)))
        await channel.send(FrameKind.MESH, encode(MemberPlaces(2, PLACES)))
        await eventually(lambda: any(place.host.startswith("127.9.") for place in victim.hinted))
        await book.tick()
        await book.save()
        entry = books.entry(2)
        assert entry.own[0] == third.addresses[0] and 0 < len(entry.told) <= MOST, entry
        assert not {*TEXTS} & {str(place) for place in entry.told}
        where = third.addresses
    async with books.meshes.sit(2, start="again", listen=where), books.meshes.sit(0, start="again") as own:
        books.book(own)
        (victim,) = (link for link in own.links if link.operator == 2)
        assert {*where} <= {*victim.places} and len(victim.places) <= 2 * MOST
        assert await until(own, is_a(PeerConnected)) == PeerConnected(2), (
            "beside all that is wrong it tries what is right"
        )
    books.store.close()


async def test_addresses_are_erased_with_the_secrets_and_none_is_stored_after_that(tmp_path: Path) -> None:
    books = Books(tmp_path)
    async with books.met() as (book, _, third):
        texts = [str(place).encode() for place in third.addresses]
        assert books.entry(2).own and any(text in files(tmp_path) for text in texts)
        assert str(third.addresses[0]) not in book.summary() and "2: " in book.summary()
        books.store.append(books.sid, [erasing.SECRET + b"a key"])
        await erasing.forget_secrets(book.context)
        (link,) = (link for link in book.context.mesh.links if link.operator == 2)
        link.hint([Address("10.0.0.9", 9)])
        await book.tick()
        assert "2: 1 own, 1 told, 0 given" in book.summary(), "it knows them as long as it runs"
        await book.save()
    assert books.store.addresses(books.sid) == {} and not any(text in files(tmp_path) for text in texts)
    books.store.close()


class Asking:
    """A client that keeps what it is told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.say = self.heard.append


async def test_a_person_says_where_somebody_is_and_no_hint_of_others_takes_the_place_of_that(tmp_path: Path) -> None:
    books, asking = Books(tmp_path), cast(Any, Asking())
    own, _, cid = (fingerprint(one.identity) for one in books.game.charter.operators)
    async with books.meshes.sit(0) as mesh:
        book = books.book(mesh)
        links = {link.operator: link for link in mesh.links}
        book.ask(asking, AddressRequest())
        assert asking.heard == [AddressReply(tuple(f"{place}#{own}" for place in mesh.addresses))]
        book.ask(asking, AddressRequest((f"127.0.0.9:9#{cid}", "tta join 127.0.0.8:8#" + cid)))
        name = books.game.charter.operators[2].name
        assert (asking.heard[-1].names, asking.heard[-1].places) == ((name,), ("127.0.0.9:9", "127.0.0.8:8"))
        assert links[2].given == (Address("127.0.0.9", 9), Address("127.0.0.8", 8)) and not links[1].given
        book.ask(asking, AddressRequest(("example.org:7",)))
        assert links[1].given == (Address("example.org", 7),) == links[2].given[:1], "it may be anybody's"
        for number in range(99):
            links[2].hint([Address(f"10.9.9.{number}", 9)])
            await book.tick()
        await book.save()
        assert links[2].given == books.entry(2).given and len(books.entry(2).given) == 3
        for number in range(9):
            book.ask(asking, AddressRequest((f"10.8.8.{number}:8",)))
        assert [place.host for place in links[2].given] == ["10.8.8.8", "10.8.8.7", "10.8.8.6", "10.8.8.5"]
        for wrong, key in (("nonsense", "address"), ("*:7", "address"), (f"10.0.0.1:1#{own}", "member")):
            with pytest.raises(NotPossible) as refused:
                book.ask(asking, AddressRequest(("10.7.7.7:7", wrong)))
            assert refused.value.failed.key == f"node.no-{key}"
        assert links[2].given[0].host == "10.8.8.8", "what is refused is refused as a whole"
        await book.save()
    async with books.meshes.sit(0, start="again") as mesh:
        books.book(mesh, "10.0.0.5:5")
        for link in mesh.links:
            assert [place.host for place in link.given] == ["10.0.0.5", "10.8.8.8", "10.8.8.7", "10.8.8.6"]
            assert {*link.given} <= {*link.places}
    books.store.close()


def test_two_that_have_both_moved_meet_again_where_one_of_them_is_told_the_address_of_the_other(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,), within=(0, 1), programs=EVERYBODY_HASTY)
    try:
        game.under_way(0).close()
        for node in game.nodes:
            node.kill()
        game.restart(1, listen="127.0.0.2:0")
        game.restart(0, listen="127.0.0.3:0", sought=("127.0.0.4:9",))
        bob = game.visit(1, watch=True)
        bob.say(do="address")
        (where,) = bob.hear("address")["own"]
        ann = game.visit(0, watch=True)
        stranger = where.partition("#")[0] + "#" + fingerprint(bytes(32))
        ann.say(do="address", places=[stranger])
        assert ann.hear("error")["key"] == "node.no-member"
        ann.say(do="address", places=[where])
        assert ann.hear("address")["names"] == ["Player 1"]
        until_learned(game.nodes[0].home, 1, "127.0.0.2")
        until_learned(game.nodes[1].home, 0, "127.0.0.3")
        game.let_go(0)
        for watcher in (ann, bob):
            watcher.hear("over")
        all_fair_and_equal(game)
    finally:
        game.close()


def test_members_that_move_on_different_days_meet_again_when_each_has_met_one_of_the_others_since(
    tmp_path: Path,
) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0,), within=(0, 1, 2), programs=EVERYBODY_HASTY)
    try:
        game.under_way(0).close()
        homes = [node.home for node in game.nodes]
        game.nodes[1].kill()
        game.restart(1, listen="127.0.0.2:0")  # the others are where they said in the lobby
        for number in (0, 2):
            until_learned(homes[number], 1, "127.0.0.2")
        game.nodes[2].kill()
        game.nodes[0].kill()
        game.restart(0, listen="127.0.0.3:0")  # nobody is there any more
        until_learned(homes[1], 0, "127.0.0.3")
        game.restart(2, listen="127.0.0.4:0")
        for number in (0, 1):
            until_learned(homes[number], 2, "127.0.0.4")
        until_learned(homes[2], 0, "127.0.0.3")
        spectators = [game.visit(number, watch=True) for number in range(3)]
        game.let_go(0)
        for watcher in spectators:
            watcher.hear("over")
        all_fair_and_equal(game)
        assert all(addresses_in(home, other) == AddressEntry() for home in homes for other in range(3))
    finally:
        game.close()


def files(home: Path) -> bytes:
    """The bytes of the store and its log."""
    return b"".join(path.read_bytes() for path in sorted(home.glob(f"{DATABASE}*")))


WORDS = st.sampled_from((*TEXTS, "127.0.0.1:7", "[::1]:71", "example.org:7777", "*:7", "0.0.0.0:7", "10.0.0.5:0"))
GARBAGE = st.binary(max_size=200) | st.builds(
    msgspec.json.encode, st.lists(st.lists(WORDS | st.text(max_size=40), max_size=MOST + 1), max_size=3)
)


@given(GARBAGE)
@example(b'[["\xff"],[]]')
@example(100_000 * b"[")
def test_whatever_stands_in_the_store_a_few_sound_addresses_come_out_or_none(kept: bytes) -> None:
    entry = read_entry(kept)
    assert all(len(places) <= MOST for places in entry)
    assert all(peer_address(place.host, place.port) == place for places in entry for place in places)
    assert read_entry(entry.encode()) == entry


PLACE = st.builds(Address, st.integers(1, 9).map(lambda number: f"10.0.0.{number}"), st.just(7))
SOME = st.lists(PLACE, max_size=9, unique=True).map(tuple)


@given(SOME, st.lists(st.tuples(SOME, SOME), min_size=1, max_size=6))
def test_an_entry_is_bounded_and_no_hint_takes_the_place_of_what_a_member_has_shown(
    agreed: tuple[Address, ...], heard: list[tuple[tuple[Address, ...], tuple[Address, ...]]]
) -> None:
    entry, unhinted = AddressEntry(), AddressEntry()
    for own, hinted in heard:
        entry = entry.after(link_of(own, agreed, hinted))
        unhinted = unhinted.after(link_of(own, agreed, ()))
    assert entry.own == unhinted.own and all(len(places) <= MOST for places in entry)
    places = (*entry.own, *entry.told)
    assert len({*places, *agreed}) == len(places) + len(agreed), "each once, and none that is known anyway"
    latest = [place for place in heard[-1][0] if place not in agreed][:MOST]
    assert list(entry.own[: len(latest)]) == latest, "the latest come first"
    assert read_entry(entry.encode()) == entry


def link_of(own: tuple[Address, ...], agreed: tuple[Address, ...], hinted: tuple[Address, ...]) -> Any:
    """What a mesh knows of a member, as far as an entry asks."""
    return SimpleNamespace(own=own, agreed=agreed, hinted=hinted)


@pytest.mark.parametrize("kept", [b"\xff", b"[]", b"[[],[],[]]", b'[["127.0.0.1:7"],5]', b"[" * 9000])
def test_a_node_starts_with_any_garbage_in_its_book(tmp_path: Path, kept: bytes) -> None:
    books = Books(tmp_path)
    for operator in (1, 2, 9, -1):
        books.store.save_addresses(books.sid, operator, kept)
    suggested: dict[int, tuple[Address, ...]] = {}
    books.book(SimpleNamespace(addresses=(), suggest=suggested.__setitem__, direct=lambda *_: None))
    assert suggested == {1: (), 2: ()}
    books.store.close()
