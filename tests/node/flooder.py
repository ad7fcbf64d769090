"""A member that plays on and floods the others, as a process of its own: ``python -m tests.node.flooder KIND``.

It holds a key of the table, so all that it sends comes through the door; none of it breaks the protocol in a way that
could be proved.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import trio

from protocol import signatures
from protocol.audit import KeyStatement
from protocol.messages import Envelope
from protocol.transcript import PLAY
from protocol.wire import encode
from tta_p2p.net.control import MemberPlaces as Hint
from tta_p2p.net.errors import ChannelLost, NetError
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import MemberLink
from tta_p2p.node.__main__ import main
from tta_p2p.node.game.catch_up import Heads
from tta_p2p.node.game.loop import GameLoop

Frames = Iterator[tuple[int, bytes]]
HELD = 100
"""Connections that it keeps open at one member, if it is let."""
KNOCKS = HELD + 20
"""How often it knocks at one member: a handshake is dear, and more of them prove no more."""

NO_WORDS = (
    b"",
    msgspec.msgpack.encode(("opens", ("here",))).replace(b"here", b"\xff\xfe\xfd\xfc"),
    b'{"1":["\xff",true]}',
    b"[" * 100_000,
    b"\x91" * 100_000,
    b"\xdd" + b"\xff" * 100,
)
"""What says nothing, though it begins like words of one kind or another: no text, too deep, or longer than it is."""


def far_ahead(playing: GameLoop) -> Frames:
    """Signed messages for steps that have not come, short and very long, in lanes that there are and are not."""
    seat = playing.charter.seats_of(playing.context.operator)[0]

    def said(lane: bytes, step: int, size: int) -> bytes:
        # The same to everybody, so that nobody can prove anything.
        bare = Envelope(playing.context.sid, lane, 0, step, seat, bytes(32), bytes(size), bytes(64))
        signature = signatures.sign(playing.context.identity, signatures.MESSAGE, *bare.fields())
        return encode(msgspec.structs.replace(bare, signature=signature))

    lanes = [PLAY, *(number.to_bytes(32, "big") for number in range(1, 50))]
    long = [said(PLAY, 1_000_000 + number, 500_000) for number in range(8)]
    short = [said(lanes[number % 50], 100_000 + number, 100) for number in range(2000)]
    for number in itertools.count():
        yield FrameKind.MESSAGE, short[number % len(short)]
        if number % 20 == 0:
            yield FrameKind.MESSAGE, long[number // 20 % len(long)]


def lost(playing: GameLoop) -> Frames:
    """It has nothing and asks for everything, again and again."""
    while True:
        yield FrameKind.HEADS, msgspec.msgpack.encode(Heads(os.urandom(32), {}, dict.fromkeys(range(9), 0)))


def noise(playing: GameLoop) -> Frames:
    """Chat without end, statements of keys that nobody has made, false hints, garbage of every kind."""
    seats = len(playing.charter.seats)
    garbage = os.urandom(200_000)
    for number in itertools.count():
        yield FrameKind.CHAT, f"{number} \x1b[2J".encode() * 50
        yield FrameKind.KEYS, garbage
        forged = KeyStatement(playing.context.sid, bytes(32), number % seats, bytes(32), bytes(64))
        yield FrameKind.KEYS, encode(forged)
        for kind in (
            FrameKind.MESSAGE,
            FrameKind.HEAD,
            FrameKind.HEADS,
            FrameKind.CERTIFICATE,
            FrameKind.LOBBY,
            FrameKind.STREAM,
            99,
        ):
            yield kind, garbage[:500]
        for word in NO_WORDS:
            for kind in (
                FrameKind.REMATCH,
                FrameKind.AUTOPILOT,
                FrameKind.ATTENDED,
                FrameKind.WENT_ON,
                FrameKind.HEADS,
                FrameKind.CERTIFICATE,
            ):
                yield kind, word
        places = tuple(("127.0.0.1", 1 + (number * 8 + i) % 60_000) for i in range(8))
        yield FrameKind.MESH, encode(Hint(number % seats, places))


FRAMES = {"far-ahead": far_ahead, "lost": lost, "noise": noise}


async def send_for_ever(playing: GameLoop, link: MemberLink) -> None:
    """Send as fast as the other end takes it; what the game needs from this member still gets through."""
    frames = FRAMES[sys.argv[1]](playing)
    while True:
        with suppress(ChannelLost):
            while link.live is not None:
                channel = link.live.channel
                await channel.drained(below=64 * 1024)
                channel.send_nowait(*next(frames))
                await trio.lowlevel.checkpoint()
        await trio.sleep(0.05)


async def knock_for_ever(playing: GameLoop, link: MemberLink) -> None:
    """Connections with its own key, opened again and again and held; now and then a frame of 2 GiB on the live one."""
    held: list[Any] = []
    for number in range(KNOCKS):
        if number % 50 == 49 and link.live is not None:
            link.live.channel._put(b"\xff\xff\xff\x7f\x10" + bytes(1000))
        with suppress(NetError, OSError, trio.TooSlowError):
            held.append(await playing.context.mesh.pairing.reach(link, link.places[0]))
            if len(held) > HELD:
                held.pop(0).framed.drop()
        await trio.sleep(0.01)


def flood() -> None:
    """From the beginning of a game on, each of the others is flooded, by knocking only the first of them."""
    honest = GameLoop.run

    async def run(self: GameLoop, **how: Any) -> None:
        async with trio.open_nursery() as nursery:
            for link in self.context.mesh.links[
                : 1 if sys.argv[1] == "doors" else None
            ]:  # a handshake is dear at both ends
                nursery.start_soon(knock_for_ever if sys.argv[1] == "doors" else send_for_ever, self, link)
            await honest(self, **how)
            nursery.cancel_scope.cancel()

    GameLoop.run = run  # type: ignore[method-assign]


if __name__ == "__main__":
    flood()
    sys.exit(main())
