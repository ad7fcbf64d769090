"""Guests and hosts that are no friends, in a lobby over real sockets: what they say disturbs nobody else."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import msgspec
import pytest
import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding

from tests.node.lobbies import Person, table, tell
from tests.patience import PATIENCE
from tta_p2p.net import tls
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.channel import Channel
from tta_p2p.net.errors import ChannelLost, HelloFailed
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.strangers import Gate
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.lobby import host as hosting
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.exchange import FRAMES_A_SECOND, NOT_SIGNED, SENT_AWAY, TALK, places_seen
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.messages import (
    Consent,
    Dismissal,
    GuestEntry,
    GuestTalk,
    LobbyMessage,
    Room,
    RoomClosure,
    RoomTalk,
    read_lobby,
    write_lobby,
)
from tta_p2p.node.lobby.room import BadRoom, HostRoom, room_hash
from tta_p2p.node.service.tables import NotPossible

Speech = Callable[[Channel, Person], Awaitable[None]]


async def hear(channel: Channel, kind: type) -> LobbyMessage:
    with trio.fail_after(PATIENCE):
        while True:
            said = read_lobby((await channel.receive()).payload)
            if isinstance(said, kind):
                return said


def enter(person: Person, **changed: object) -> GuestEntry:
    said = GuestEntry(person.name, person.certificate, person.entry.commitment, ("127.0.0.1:7",))
    return msgspec.structs.replace(said, **changed)


@pytest.mark.parametrize(
    "places", [("x:²",), ("[::1]:٣",), ("127.0.0.1:99999999999999999999",), ("\x1b[2J:7",), (":", "#", "a:1#b")]
)
async def test_an_address_that_is_none_harms_nobody(places: tuple[str, ...]) -> None:
    async with table(3) as opened:
        await opened.stranger(Person("Mal"), enter(Person("Mal"), places=places))
        await opened.until(lambda: opened.names == ["Ann", "Mal"])
        assert opened.host.room.room().parties[1].places == ()
        opened.nursery.start_soon(opened.honest, "Bob")
        await opened.until(lambda: len(opened.names) == 3)


def test_addresses_of_a_host_that_are_none_are_left_out() -> None:
    told = ("x:²", "10.0.0.9:70", "[::1]:71", "10.0.0.9:70")
    assert places_seen(["10.0.0.5"], told) == ("10.0.0.5:70", "10.0.0.5:71", "10.0.0.9:70", "[::1]:71")


@pytest.mark.parametrize(
    "names",
    [
        ("e\u200d\u0301vil",),
        ("a" * 39 + " b", "a" * 39 + " b"),
        ("\x1b[2J", "\u202e"),
        ("क़\u200b़" * 9,),
        (" ", "\u3000"),
    ],
)
async def test_whatever_a_stranger_is_called_the_other_guests_stay(names: tuple[str, ...]) -> None:
    async with table(5) as opened:
        opened.nursery.start_soon(opened.honest, "Bob")
        await opened.until(lambda: len(opened.names) == 2)
        for number, name in enumerate(names):
            person = Person(f"Mal {number}")
            channel = await opened.stranger(person, enter(person, name=name))
            await hear(channel, Room)
        opened.nursery.start_soon(opened.honest, "Cy")
        await opened.until(lambda: "Cy" in opened.names)
        assert not opened.left and "Bob" in opened.names and len(set(opened.names)) == len(opened.names)


@pytest.mark.parametrize(
    "name",
    ["Ann\u034f", "Ann\u3164", "\u2800Ann", "An\ufe0fn", "\N{CYRILLIC CAPITAL LETTER A}nn", "\uff21nn", "ANN"],
    ids=ascii,
)
async def test_who_is_called_as_the_host_looks_or_reads_is_told_apart(name: str) -> None:
    async with table(3) as opened:
        await opened.stranger(Person("Mal"), enter(Person("Mal"), name=name))
        await opened.until(lambda: len(opened.names) == 2)
        assert opened.names[1].endswith("nn (2)") or opened.names[1] == "ANN (2)"
        opened.nursery.start_soon(opened.honest, "Bob")
        await opened.until(lambda: opened.names[2:] == ["Bob"])


async def test_who_comes_in_and_says_nothing_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "ENTERING", 0.2)
    async with table(3) as opened, opened.dial(Person("Mal")) as channel:
        with trio.fail_after(PATIENCE), pytest.raises(ChannelLost, match="not-understood"):
            await channel.receive()


async def test_who_has_a_seat_makes_way_for_no_crowd() -> None:
    gate = Gate(limit=2, grace=0.1)
    async with table(3, gate) as opened, trio.open_nursery() as crowd:
        opened.nursery.start_soon(opened.honest, "Bob")
        await opened.until(lambda: opened.names == ["Ann", "Bob"])

        gone = 0

        async def sit(number: int) -> None:
            nonlocal gone
            with suppress(ChannelLost, HelloFailed):  # it may have to go while it still says who it is
                async with opened.dial(Person(f"Mal {number}")) as channel:
                    await channel.receive()
            gone += 1
            opened.change()

        for number in range(6):
            crowd.start_soon(sit, number)
        await opened.until(lambda: gone == 5)  # each but the last has made way for the next
        assert opened.names == ["Ann", "Bob"] and not opened.left
        crowd.cancel_scope.cancel()


async def test_whom_the_host_sends_away_frees_its_seat_and_does_not_come_back() -> None:
    async with table(2) as opened:
        mal = Person("Mal")
        channel = await opened.stranger(mal, enter(mal, clock=7))
        await opened.until(lambda: "Mal" in opened.names)
        assert opened.host.room.room().parties[1].clock == 7, "everybody can read how its clock stands"
        for nobody in ("Bob", ""):
            with pytest.raises(NotPossible) as refused:
                opened.host.send_away(nobody)
            assert refused.value.failed.key == "node.no-guest"
        opened.host.send_away("Mal")
        assert opened.names == ["Ann"]
        dismissed = await hear(channel, Dismissal)
        assert isinstance(dismissed, Dismissal) and dismissed.why == SENT_AWAY
        async with opened.dial(mal) as again:
            await tell(again, enter(mal))
            assert isinstance(await hear(again, Dismissal), Dismissal)
        opened.nursery.start_soon(opened.honest, "Bob")
        await opened.until(lambda: opened.names == ["Ann", "Bob"])
        opened.host.send_away(fingerprint(Person("Bob").key.identity)[:8])
        await opened.until(lambda: bool(opened.left))
        assert opened.left[0].endswith(SENT_AWAY)


async def test_who_changes_its_mind_without_end_is_read_slowly() -> None:
    async with table(3) as opened:
        channel = await opened.stranger(Person("Mal"), enter(Person("Mal")))
        shown = await hear(channel, Room)
        assert isinstance(shown, Room)
        began, before = trio.current_time(), opened.host.room.guests[Person("Mal").key.identity]
        for number in range(3000):
            channel.send_nowait(FrameKind.LOBBY, write_lobby(Consent(room_hash(shown), number % 2 == 0)))
        with trio.fail_after(PATIENCE):
            await opened.changed.wait()
        changes = 1
        with trio.move_on_after(1.0):
            while True:
                await opened.changed.wait()
                changes += 1
        assert before is not None and changes <= FRAMES_A_SECOND * (4 + trio.current_time() - began) + 2


async def test_what_one_says_all_hear_by_name_and_clean_the_one_who_says_it_as_well() -> None:
    async with table(3) as opened:
        heard: dict[str, list[tuple[str, str]]] = {"Ann": [], "Bob": []}

        def listens(who: str) -> Callable[[str, str], None]:
            def hear_it(name: str, text: str) -> None:
                heard[who].append((name, text))
                opened.change()

            return hear_it

        opened.host.heard = listens("Ann")
        guests: list[LobbyGuest] = []
        opened.nursery.start_soon(opened.honest, "Bob", listens("Bob"), guests.append)
        await opened.until(lambda: opened.names == ["Ann", "Bob"])
        await opened.until(lambda: guests[0].visit.room is not None)
        opened.host.talk("hello \x1b[2Jall")
        guests[0].talk("good evening")
        await opened.until(lambda: len(heard["Ann"]) == len(heard["Bob"]) == 2)  # two guests speak in either order
        mal = await opened.stranger(Person("Mal"), enter(Person("Mal")), GuestTalk("\x1b"), GuestTalk("\u202ehi"))
        await opened.until(lambda: len(heard["Bob"]) == len(heard["Ann"]) == 3)
        assert heard["Ann"] == heard["Bob"] == [("Ann", "hello all"), ("Bob", "good evening"), ("Mal", "hi")]
        said = [await hear(mal, RoomTalk)]
        assert said == [RoomTalk(Person("Mal").key.identity, "hi")], (
            "who comes later has not heard what was said before"
        )


async def test_who_talks_without_end_is_heard_a_little_and_drives_nobody_away() -> None:
    async with table(3) as opened:
        heard: list[str] = []
        opened.nursery.start_soon(opened.honest, "Bob", lambda name, text: heard.append(text))
        await opened.until(lambda: opened.names == ["Ann", "Bob"])
        channel = await opened.stranger(Person("Mal"), enter(Person("Mal")))
        await opened.until(lambda: len(opened.names) == 3)
        began = trio.current_time()
        for number in range(40):
            channel.send_nowait(FrameKind.LOBBY, write_lobby(GuestTalk(f"{number} " + "x" * 400)))
        shown = await hear(channel, Room)
        assert isinstance(shown, Room)
        channel.send_nowait(FrameKind.LOBBY, write_lobby(Consent(room_hash(shown), True)))
        await opened.until(lambda: any(guest.agrees for guest in opened.host.room.guests.values()))
        rate, burst = hosting.OF_A_GUEST
        assert 0 < len(heard) <= burst + rate * (trio.current_time() - began) + 1
        assert opened.names == ["Ann", "Bob", "Mal"] and not opened.left
        for _ in range(int(TALK[1])):
            opened.host.talk("a word")
        with pytest.raises(NotPossible) as refused:
            opened.host.talk("one more")
        assert refused.value.failed.key == "node.too-much-talk"


async def test_who_agrees_and_never_signs_is_named_and_the_host_does_not_wait_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting, "SIGNING", 0.3)
    async with table(2) as opened:
        opened.host.start()
        channel = await opened.stranger(Person("Mal"), enter(Person("Mal")))
        shown = await hear(channel, Room)
        assert isinstance(shown, Room)
        await tell(channel, Consent(room_hash(shown), True))
        await hear(channel, RoomClosure)
        dismissed = await hear(channel, Dismissal)
        await opened.until(lambda: bool(opened.failed))
        assert dismissed == Dismissal(NOT_SIGNED, ("Mal",)) and opened.failed == ["not-signed: Mal"]


async def test_who_agrees_and_goes_is_named() -> None:
    async with table(2) as opened:
        opened.host.start()
        mal = Person("Mal")
        async with opened.dial(mal) as channel:
            await tell(channel, enter(mal))
            shown = await hear(channel, Room)
            assert isinstance(shown, Room)
            await tell(channel, Consent(room_hash(shown), True))
            await hear(channel, RoomClosure)
        await opened.until(lambda: bool(opened.failed))
        assert opened.failed == ["not-signed: Mal"]


def with_the_name_of(other: TlsKey) -> bytes:
    """A certificate of somebody else's key with the name and number of this one."""
    copied = x509.load_der_x509_certificate(other.certificate)
    key = Ed25519PrivateKey.generate()
    builder = x509.CertificateBuilder().subject_name(copied.subject).issuer_name(copied.issuer)
    builder = builder.public_key(key.public_key()).serial_number(copied.serial_number)
    builder = builder.not_valid_before(copied.not_valid_before_utc).not_valid_after(copied.not_valid_after_utc)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    return builder.sign(key, None).public_bytes(Encoding.DER)


def bad_certificates() -> list[bytes]:
    own, bob = TlsKey(hashlib.sha256(b"Mal").digest()), TlsKey(hashlib.sha256(b"Bob").digest())
    forged = own.certificate[:-1] + bytes([own.certificate[-1] ^ 1])
    algorithm = bytes.fromhex("06032b6570")  # said once more behind what is signed, where nobody has signed it
    body, signature = bob.certificate.rsplit(algorithm, 1)
    written_otherwise = body + bytes.fromhex("06032b6571") + signature
    longer = [own.certificate + b"more", own.certificate * 2]
    return [b"no certificate", *longer, forged, with_the_name_of(bob), written_otherwise]


@pytest.mark.parametrize("number", range(6))
async def test_a_certificate_that_would_lock_somebody_out_is_refused(number: int) -> None:
    certificate = bad_certificates()[number]
    with pytest.raises(tls.BadCertificate):
        tls.check_certificate(certificate)
    async with table(3) as opened:
        channel = await opened.stranger(Person("Mal"), enter(Person("Mal"), certificate=certificate))
        dismissed = await hear(channel, Dismissal)
        assert dismissed == Dismissal("bad-certificate") and opened.names == ["Ann"]


async def test_nobody_comes_in_with_the_certificate_of_another() -> None:
    async with table(3) as opened:
        opened.nursery.start_soon(opened.honest, "Bob")
        await opened.until(lambda: "Bob" in opened.names)
        channel = await opened.stranger(Person("Mal"), enter(Person("Mal"), certificate=Person("Bob").certificate))
        assert await hear(channel, Dismissal) == Dismissal("same-certificate")


def hostile_rooms() -> dict[str, Callable[[Room], Room]]:
    """What a host may show to a guest that must not sit down there."""

    def conditions(**changed: object) -> Callable[[Room], Room]:
        data = msgspec.json.encode(replace(Conditions(3, game="smugglers"), **changed))  # type: ignore[arg-type]
        return lambda room: msgspec.structs.replace(room, conditions=data)

    def raw(data: bytes) -> Callable[[Room], Room]:
        return lambda room: msgspec.structs.replace(room, conditions=data)

    def party(number: int, **changed: object) -> Callable[[Room], Room]:
        def change(room: Room) -> Room:
            parties = list(room.parties)
            parties[number] = msgspec.structs.replace(parties[number], **changed)
            return msgspec.structs.replace(room, parties=tuple(parties))

        return change

    bob = Person("Bob")
    return {
        "a thousand million seats": conditions(seats=10**9),
        "no seats": conditions(seats=-1),
        "no game": conditions(game="\x1b[2J"),
        "no options": conditions(options={"\x1b": 7}),
        "a limit before it began": conditions(idle=-(10**30)),
        "deep": raw(b'{"seats":3,"x":' + b"[" * 8000),
        "not JSON": raw(b"\xff"),
        "no text": raw(b'{"seats":3,"game":"\xff"}'),
        "escapes in a name": party(0, name="\x1b[2JAnn"),
        "another who is called as we are": party(0, name="Bob"),
        "another whose seat is called as we are": party(0, seats=("Ann", "Bob")),
        "an unseen seat": party(0, seats=("Ann", "\u2066")),
        "our certificate changed": party(1, certificate=Person("Mal").certificate),
        "two seats for us": party(1, seats=("Bob", "Bob 2")),
        "a host with our certificate": party(0, certificate=bob.certificate),
        "a host with our certificate's name": party(
            0, certificate=with_the_name_of(TlsKey(hashlib.sha256(b"Bob").digest()))
        ),
    }


@pytest.mark.parametrize("which", hostile_rooms())
def test_what_no_honest_host_shows_is_refused_in_words(which: str) -> None:
    host, bob = Person("Ann"), Person("Bob")
    room = HostRoom(Conditions(3, game="smugglers"), host.entry)
    assert room.enter(bob.entry) == ""
    bob.visit.certificate = bob.certificate
    bob.visit.show(room.room())
    with pytest.raises(BadRoom):
        bob.visit.show(hostile_rooms()[which](room.room()))
