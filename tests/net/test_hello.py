"""The lobby handshake against everybody who might stand between or pretend."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair

from protocol import signatures
from protocol.group import EDWARDS25519
from protocol.messages import Hello
from protocol.signatures import IdentityKey
from protocol.wire import encode
from tests.net.parts import LOCAL, entropy_of, hello_of, identity_of, key_of
from tests.patience import PATIENCE
from tta_p2p.net import tls
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.control import Greeting, HandshakeSignature, HandshakeWelcome, Parts, receive_words, send_words
from tta_p2p.net.errors import BadFrame, ChannelLost, HandshakeRefused, HelloFailed, NetError, WrongIdentity
from tta_p2p.net.framing import STRANGER_LIMIT, FrameKind, FrameStream
from tta_p2p.net.hello import ANY_RULES, ProvenPeer, answer_hello, same_hello, say_hello, welcome
from tta_p2p.net.lobby import Peer, dial_lobby, serve_lobby

HOST, GUEST, OTHER = identity_of("host"), identity_of("guest"), identity_of("other")
SEEN = bytes(range(32))


async def both(
    *,
    host: Any = HOST,
    guest: Any = GUEST,
    host_hello: Hello | None = None,
    guest_hello: Hello | None = None,
    host_sees: bytes = SEEN,
    guest_sees: bytes = SEEN,
    expected: str = "",
    pair: Callable[[], tuple[Any, Any]] = memory_stream_pair,
    host_parts: Parts = (),
    guest_parts: Parts = (),
) -> list[ProvenPeer | Exception]:
    """What the host's and the guest's end say at the end of their handshake."""
    here, there = pair()
    outcome: list[ProvenPeer | Exception] = [ChannelLost("nothing"), ChannelLost("nothing")]

    async def serve() -> None:
        mine = host_hello or hello_of()
        framed = FrameStream(here, STRANGER_LIMIT)
        try:
            outcome[0] = await answer_hello(
                framed,
                signer=host,
                hello=mine,
                certificate=host_sees,
                entropy=entropy_of("host"),
                judge=same_hello(mine),
                parts=host_parts,
            )
            await welcome(framed)
        except NetError as error:
            outcome[0] = error
            await here.aclose()

    async def dial() -> None:
        mine = guest_hello or hello_of()
        framed = FrameStream(there, STRANGER_LIMIT)
        try:
            outcome[1] = await say_hello(
                framed,
                signer=guest,
                hello=mine,
                certificate=guest_sees,
                entropy=entropy_of("guest"),
                judge=same_hello(mine),
                expected=expected,
                parts=guest_parts,
            )
        except NetError as error:
            outcome[1] = error
            await there.aclose()

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve)
            nursery.start_soon(dial)
    return outcome


@pytest.mark.parametrize("pair", [memory_stream_pair, lockstep_stream_pair])
async def test_two_who_speak_the_same_prove_who_they_are(pair: Callable[[], tuple[Any, Any]]) -> None:
    at_host, at_guest = await both(pair=pair, expected=fingerprint(HOST.identity))
    assert at_host == ProvenPeer(GUEST.identity, hello_of())
    assert at_guest == ProvenPeer(HOST.identity, hello_of())


async def test_another_version_is_refused_with_a_key_before_anything_is_proved() -> None:
    at_host, at_guest = await both(guest_hello=hello_of(protocol="tta-p2p/9"))
    assert isinstance(at_host, HandshakeRefused) and isinstance(at_guest, HandshakeRefused)
    assert at_guest.why == ("version", "tta-p2p 1.0 (tta-p2p/4)", "tta-p2p 1.0 (tta-p2p/9)", "")
    _, at_guest = await both(guest_hello=hello_of(rules=bytes([1]) * 32))
    assert isinstance(at_guest, HandshakeRefused) and at_guest.why[0] == "rules"


async def test_other_rules_are_refused_naming_the_parts_that_differ() -> None:
    ours = (("a engine", b"1111"), ("a leaders", b"2222"), ("a wonders", b"3333"))
    theirs = (("a engine", b"1111"), ("a leaders", b"2223"), ("b c", b"4444"))
    other = hello_of(rules=bytes([1]) * 32)
    _, at_guest = await both(guest_hello=other, host_parts=ours, guest_parts=theirs)
    assert isinstance(at_guest, HandshakeRefused) and at_guest.why[0] == "parts"
    assert at_guest.why[3] == "a leaders, a wonders"
    many = tuple((f"a {number:02} {'long' * 14}", b"5555") for number in range(16))
    _, at_guest = await both(guest_hello=other, host_parts=ours, guest_parts=many)
    assert (
        isinstance(at_guest, HandshakeRefused)
        and at_guest.why[3].startswith("a 00 long")
        and at_guest.why[3].endswith(" …")
    )
    _, at_guest = await both(guest_hello=other, host_parts=ours)
    assert isinstance(at_guest, HandshakeRefused) and at_guest.why[0] == "rules" and at_guest.why[3] == ""


async def test_the_rules_of_the_game_of_a_table_are_compared_and_those_of_no_other() -> None:
    any_rules, table = hello_of(rules=ANY_RULES), (("a engine", b"1111"), ("a cards", b"2222"))
    same = (*table, ("b engine", b"9999"), ("c\x1b[31md", b"8888"))
    chosen = (*table, ("a choice-maps", b"3333"))
    for host, parts in (
        (table, same),
        (table, (("b engine", b"9999"),)),
        (table, ()),
        (chosen, same),
        (chosen, chosen),
    ):
        at_host, at_guest = await both(guest_hello=any_rules, host_parts=host, guest_parts=parts)
        assert isinstance(at_host, ProvenPeer) and isinstance(at_guest, ProvenPeer)
    other = (*table, ("a choice-maps", b"3334"))
    _, at_guest = await both(guest_hello=any_rules, host_parts=chosen, guest_parts=other)
    assert isinstance(at_guest, HandshakeRefused) and at_guest.why[3] == "a choice-maps"
    for parts in ((("a engine", b"1112"), *same[1:]), same[1:], (*same, ("a \x1b[31mmaps", b"3333"))):
        at_host, at_guest = await both(guest_hello=any_rules, host_parts=table, guest_parts=parts)
        assert isinstance(at_host, HandshakeRefused) and isinstance(at_guest, HandshakeRefused)
        named = "a maps" if len(parts) > len(same) else "a engine"
        assert at_guest.why[0] == "parts" and at_guest.why[3] == named


async def test_what_a_stranger_calls_its_product_is_cleaned_before_it_is_shown() -> None:
    rude = Hello("\x1b[31mred\u202egnp", "x\x07", bytes(32))
    words = same_hello(hello_of())(rude)
    assert words and "\x1b" not in words and "\u202e" not in words and "\x07" not in words


async def test_somebody_in_the_middle_with_another_certificate_is_noticed_by_the_guest_first() -> None:
    at_host, at_guest = await both(guest_sees=bytes(32))
    assert isinstance(at_guest, HelloFailed) and "between you" in str(at_guest)
    assert isinstance(at_host, ChannelLost), "the guest signs nothing for somebody in the middle"


async def test_the_host_notices_a_guests_signature_for_another_certificate() -> None:
    class Lying(IdentityKey):
        def sign(self, data: bytes) -> bytes:
            return super().sign(data.replace(SEEN, bytes(32)))

    at_host, _ = await both(guest=Lying(hashlib.sha256(b"identity guest").digest()))
    assert isinstance(at_host, HelloFailed)


async def test_the_wrong_identity_at_an_address_is_named() -> None:
    at_host, at_guest = await both(expected=fingerprint(OTHER.identity))
    assert isinstance(at_guest, WrongIdentity) and fingerprint(HOST.identity) in str(at_guest)
    assert isinstance(at_host, ChannelLost)


async def test_connecting_to_oneself_is_refused() -> None:
    at_host, at_guest = await both(guest=HOST)
    assert isinstance(at_host, HandshakeRefused) and isinstance(at_guest, HandshakeRefused)


async def test_a_hello_sent_back_to_its_author_is_refused() -> None:
    """The reflector has no key: it shows the guest the guest's own greeting and signature."""
    here, there = memory_stream_pair()

    async def reflect() -> None:
        framed = FrameStream(here, STRANGER_LIMIT)
        frame = await framed.read()
        await framed.write(frame.kind, frame.payload)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(reflect)
        with pytest.raises(HelloFailed, match="your own words"):
            await say_hello(
                FrameStream(there, STRANGER_LIMIT),
                signer=GUEST,
                hello=hello_of(),
                certificate=SEEN,
                entropy=entropy_of("guest"),
                judge=same_hello(hello_of()),
            )


async def test_a_servers_signature_is_no_clients_signature_and_the_reverse() -> None:
    """Somebody who dials the host plays the host's own signature back to it in the other role."""
    here, there = memory_stream_pair()

    async def mimic() -> None:
        framed = FrameStream(there, STRANGER_LIMIT)
        await send_words(framed, FrameKind.HELLO, Greeting(hello_of(), bytes(32), OTHER.identity))
        await receive_words(framed, FrameKind.HELLO, Greeting)
        signed = await receive_words(framed, FrameKind.HELLO, HandshakeSignature)
        await send_words(framed, FrameKind.HELLO, signed)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(mimic)
        with pytest.raises(HelloFailed):
            await answer(here)


async def answer(stream: trio.abc.Stream) -> ProvenPeer:
    return await answer_hello(
        FrameStream(stream, STRANGER_LIMIT),
        signer=HOST,
        hello=hello_of(),
        certificate=SEEN,
        entropy=entropy_of("host"),
        judge=same_hello(hello_of()),
    )


@pytest.mark.parametrize(
    "identity",
    [
        bytes([1]) + bytes(31),  # the identity point: everybody's signature under it would hold
        bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),  # order 2
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"),  # order 8
        EDWARDS25519.add(  # of mixed order: a real key plus a point of order 2
            EDWARDS25519.generator,
            bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),  # type: ignore[arg-type]
        ),
    ],
)
async def test_an_identity_of_small_or_mixed_order_gets_nowhere(identity: bytes) -> None:
    here, there = memory_stream_pair()

    async def weak() -> None:
        framed = FrameStream(there, STRANGER_LIMIT)
        await send_words(framed, FrameKind.HELLO, Greeting(hello_of(), bytes(32), identity))
        await receive_words(framed, FrameKind.HELLO, Greeting)
        await receive_words(framed, FrameKind.HELLO, HandshakeSignature)
        await send_words(framed, FrameKind.HELLO, HandshakeSignature(bytes([1]) + bytes(63)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(weak)
        with pytest.raises(HelloFailed):
            await answer(here)


async def test_a_signature_made_for_ssh_or_for_another_purpose_is_no_hello() -> None:
    for purpose in (signatures.MESSAGE, signatures.CHARTER, signatures.HEAD):
        here, there = memory_stream_pair()

        async def other_purpose(end: trio.abc.Stream = there, purpose: str = purpose) -> None:
            framed = FrameStream(end, STRANGER_LIMIT)
            mine = Greeting(hello_of(), bytes(32), OTHER.identity)
            await send_words(framed, FrameKind.HELLO, mine)
            theirs = await receive_words(framed, FrameKind.HELLO, Greeting)
            await receive_words(framed, FrameKind.HELLO, HandshakeSignature)
            fields = (b"client", mine.nonce, theirs.nonce, SEEN, mine.identity, theirs.identity)
            signature = signatures.sign(OTHER, purpose, *fields, encode(mine), encode(theirs))
            await send_words(framed, FrameKind.HELLO, HandshakeSignature(signature))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(other_purpose)
            with pytest.raises(HelloFailed):
                await answer(here)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\xff" * 40,
        encode(HandshakeWelcome()),
        encode(HandshakeSignature(bytes(64))),
        msgspec.msgpack.encode(["greeting", ["hello", "x" * 65, "p", bytes(32)], bytes(32), bytes(32)]),
        msgspec.msgpack.encode(["greeting", ["hello", "x", "p", bytes(32)], bytes(32), bytes(32), "more"]),
        b"\x91" * 1500,
    ],
)
async def test_what_is_no_greeting_is_a_typed_error(said: bytes) -> None:
    here, there = memory_stream_pair()
    await FrameStream(there, STRANGER_LIMIT).write(FrameKind.HELLO, said)
    with pytest.raises(BadFrame):
        await answer(here)


async def test_a_hello_relayed_by_somebody_in_the_middle_over_real_tls_fails() -> None:
    """The one in the middle ends TLS on both sides with a certificate of its own and passes on every byte."""
    entered: list[Peer] = []

    async def receive(guest: Peer) -> None:
        entered.append(guest)

    async with serve_lobby(
        receive, signer=HOST, hello=hello_of(), key=key_of("lobby"), entropy=entropy_of("h"), listen=LOCAL
    ) as lobby:
        middle = tls.lobby_server(key_of("middle"))

        async def relay(client: trio.SocketStream) -> None:
            to_client = trio.SSLStream(client, middle, server_side=True)
            real = await trio.open_tcp_stream("127.0.0.1", lobby.addresses[0].port)
            await real.send_all(await client.receive_some(1))  # at the same door
            to_host = trio.SSLStream(real, tls.lobby_client())

            async def pump(source: trio.abc.Stream, sink: trio.abc.Stream) -> None:
                try:
                    while data := await source.receive_some():
                        await sink.send_all(data)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    pass
                nursery.cancel_scope.cancel()

            async with client, real, trio.open_nursery() as nursery:
                nursery.start_soon(pump, to_client, to_host)
                nursery.start_soon(pump, to_host, to_client)

        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, relay, listeners)
            place = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
            with pytest.raises(HelloFailed, match="between you"):
                async with dial_lobby(place, signer=GUEST, hello=hello_of(), entropy=entropy_of("g")):
                    pass
            nursery.cancel_scope.cancel()
    assert entered == []
