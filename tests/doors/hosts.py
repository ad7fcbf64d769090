"""Hosts that show whatever can be shown, to an honest node that comes to their table or watches their game."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import trio

from protocol.charter import signed_by_all
from protocol.signatures import IdentityKey
from tests.doors.grammar import Grammar, encode_any
from tests.doors.visitors import LOBBY, SPOKEN, STREAM, Said, changed, frame_name
from tests.net.parts import LOCAL
from tta_p2p.net.addresses import Address
from tta_p2p.net.errors import ChannelLost
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.lobby import Peer, serve_lobby
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.lobby.conditions import Conditions, Party, make_charter
from tta_p2p.node.lobby.greeting import hello, rules_parts
from tta_p2p.node.lobby.messages import (
    Dismissal,
    GuestEntry,
    LobbyMessage,
    OpenNonce,
    Room,
    RoomClosure,
    RoomMember,
    RoomTalk,
    read_lobby,
    write_lobby,
)
from tta_p2p.node.lobby.room import make_entry, room_hash
from tta_p2p.node.spectators.stream_messages import StreamGrant, write_stream

ROOMS = 3000
"""Shown at once, now and then."""


def signed_charter(game: str, grammar: Grammar, host: IdentityKey) -> bytes:
    """A charter of a host's game that all have signed, with options left out or of another kind."""
    keys = [host, *(IdentityKey(grammar.random.randbytes(32)) for _ in range(2))]
    dice = grammar.random.randbytes
    parties = [Party(f"P{n}", key.identity, dice(32), dice(32), (f"P{n}",)) for n, key in enumerate(keys)]
    charter = make_charter(Conditions(3, game), parties)
    options = msgspec.json.decode(charter.options)
    kept = {name: value if grammar.often(0.9) else grammar.text(0, 9) for name, value in options.items()}
    kept = {name: value for name, value in kept.items() if grammar.often(0.5)}
    return signed_by_all(msgspec.structs.replace(charter, options=encode_json(kept)), keys).encode()


def encode_json(value: object) -> bytes:
    """The bytes of options, with what stands there as it is."""
    return json.dumps(value, sort_keys=True).encode("utf-8", "replace")


@contextlib.asynccontextmanager
async def hostile_lobby(game: str, grammar: Grammar, said: Said, ready: trio.Event) -> AsyncIterator[Address]:
    """The address of a table whose host says whatever it likes to each guest, and hangs up.

    ``ready``: when it begins, since somebody listens at the guest's node.
    """
    host = IdentityKey(grammar.random.randbytes(32))
    certificate = TlsKey(grammar.random.randbytes(32)).certificate
    opened = OpenNonce(grammar.random.randbytes(32), grammar.random.randbytes(32))
    watched = Grammar(grammar.random.random())  # what a guest hears does not depend on when somebody watches
    me = make_entry("Host", host.identity, certificate, opened, ("Host",), ())

    def conditions() -> bytes:
        honest = msgspec.json.decode(msgspec.json.encode(Conditions(3, game)))
        if grammar.often(0.6):
            odd: tuple[Any, ...] = (-1, 0, 1, 10**9, "", "\x1b[2J", None, {"\x1b": 7}, [], 0.5, True)
            honest[grammar.one(sorted(honest))] = grammar.one(odd)
        return grammar.spoiled(msgspec.json.encode(honest))

    def room(guest: RoomMember) -> Room:
        them = [me, guest]
        if grammar.often(0.5):
            at = grammar.random.randrange(2)
            odd = changed(grammar, them[at])
            them[at] = odd if isinstance(odd, RoomMember) else them[at]
        return Room(conditions(), tuple(them), grammar.text(0, 64))

    async def receive(peer: Peer) -> None:
        frame = await peer.channel.receive()
        try:
            entered = read_lobby(frame.payload)
        except Exception:  # whoever wants to watch
            if watched.often(0.5):
                grant = StreamGrant(signed_charter(game, watched, host), watched.random.randbytes(16), 0, 0)
                await peer.channel.send(FrameKind.STREAM, write_stream(grant))
                await trio.sleep(0.3)
            await peer.channel.send(FrameKind.STREAM, watched.message(*STREAM))
            return
        if not isinstance(entered, GuestEntry):
            return
        await ready.wait()
        its = RoomMember(
            entered.name, peer.identity, entered.certificate, entered.commitment, (entered.name,), (), False
        )
        if grammar.often(0.15):
            for number in range(ROOMS):
                shown = Room(msgspec.json.encode(Conditions(3, game)), (me, msgspec.structs.replace(its, clock=number)))
                peer.channel.send_nowait(FrameKind.LOBBY, write_lobby(shown))
            said.note("a host: thousands of rooms")
            await trio.sleep_forever()  # whoever listens at the guest's node is still there when it looks again
        honest = Room(msgspec.json.encode(Conditions(3, game)), (me, its), grammar.text(0, 64))
        patient = grammar.random.randrange(10)  # for so long it says nothing for which a guest goes
        for number in range(patient + grammar.random.randrange(1, 4)):
            talk = RoomTalk(host.identity, grammar.text(1, 500))
            shown = room(its)
            ends = (shown, shown, RoomClosure(room_hash(shown)), Dismissal("full", (grammar.text(1, 64),)))
            fits: tuple[LobbyMessage, ...] = (honest, talk) if number else (honest,)
            word = grammar.one(fits if number < patient else ends)
            kind = FrameKind.LOBBY if number < patient or grammar.often(0.9) else grammar.one([*SPOKEN])
            said.note(f"a host: {frame_name(kind)}")
            data = encode_any(word) if number < patient or grammar.often(0.7) else grammar.message(*LOBBY)
            await peer.channel.send(kind, data)
            with trio.move_on_after(0.05):
                await peer.channel.receive()
        await trio.sleep(0.3)

    async def attend(peer: Peer) -> None:
        with contextlib.suppress(ChannelLost):
            await receive(peer)

    async with serve_lobby(
        attend,
        signer=host,
        hello=hello(game),
        key=TlsKey(grammar.random.randbytes(32)),
        entropy=os.urandom,
        listen=LOCAL,
        parts=rules_parts(game),
    ) as lobby:
        yield lobby.addresses[0]
