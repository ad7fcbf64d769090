"""A member that plays on and says whatever a member can say beside the game: ``python -m tests.doors.member SEED``.

Its addresses are such as libraries choke at, in the lobby and at the table. None of what it says convicts it.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import msgspec
import trio

from protocol.audit import KeyStatement
from tests.doors.grammar import ADDRESSES, Grammar
from tests.doors.names import NAMES
from tests.doors.visitors import CONTROL, LOBBY, MESH, STREAM
from tta_p2p.net import mesh, pairing
from tta_p2p.net.control import MAX_ADDRESSES, MemberPlaces
from tta_p2p.net.errors import ChannelLost
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import MemberLink
from tta_p2p.node.__main__ import main
from tta_p2p.node.game.catch_up import Heads
from tta_p2p.node.game.faults import OUTAGES
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.game.parts.autopilot import StandIn
from tta_p2p.node.game.parts.rematch import RematchStand
from tta_p2p.node.lobby.guest import LobbyGuest

PAUSE = 0.03
"""Seconds between two frames: who floods is cut off, which others try (`tests.node.flooder`)."""
SPOKEN: dict[FrameKind, tuple[Any, ...]] = {
    FrameKind.CONTROL: CONTROL[:2],
    FrameKind.MESH: (MemberPlaces, *MESH[3:7]),
    FrameKind.HEADS: (Heads,),
    FrameKind.HEAD: (dict[str, bytes],),
    FrameKind.KEYS: (KeyStatement,),
    FrameKind.REMATCH: (RematchStand,),
    FrameKind.LOBBY: LOBBY,
    FrameKind.STREAM: STREAM,
}


def frame(grammar: Grammar) -> tuple[int, bytes]:
    """Something that a member says, of any kind."""
    kind = grammar.one([*FrameKind, 99])
    if kind == FrameKind.CHAT:
        text = grammar.text(0, 900)
        return kind, grammar.spoiled(text.encode("utf-8", "surrogatepass"))
    if kind == FrameKind.AUTOPILOT:
        said = {str(grammar.one((0, 1, 2, 99, -1))): StandIn(grammar.text(0, 60), grammar.often(0.5)) for _ in range(2)}
        return kind, grammar.spoiled(msgspec.json.encode(said))
    if kind == FrameKind.OUTAGE:
        why = grammar.one((*OUTAGES, "other", "\x1b[2J", "", "x" * 33, grammar.text(0, 40)))
        return kind, grammar.spoiled(why.encode("utf-8", "surrogatepass"))
    if kind in (FrameKind.ATTENDED, FrameKind.WENT_ON):
        return kind, grammar.one((b"\0", b"\1", b"", bytes(4), b"\xff" * 4, bytes(4) + b"wants", b"\xff" * 400))
    if kind in SPOKEN:
        return kind, grammar.message(*SPOKEN[FrameKind(kind)])
    return kind, grammar.spoiled(grammar.random.randbytes(grammar.random.randrange(300)))


async def talk(playing: GameLoop, link: MemberLink, grammar: Grammar) -> None:
    """Say one thing after the other to one of the others."""
    while True:
        with contextlib.suppress(ChannelLost):
            while link.live is not None:
                link.live.channel.send_nowait(*frame(grammar))
                await trio.sleep(PAUSE)
        await trio.sleep(PAUSE)


def speak(seed: str) -> None:
    """From now on this process says all that, and tells such addresses."""
    grammar = Grammar(f"member {seed}")
    honest_guest, honest_run, tell_places = LobbyGuest.__post_init__, GameLoop.run, pairing.places_of
    told = [grammar.one(ADDRESSES) for _ in range(4)]
    places = [(grammar.one(("fe80::1%" + "x" * 60, "fe80::1%a..b", grammar.text(1, 60))), 80) for _ in range(3)]
    if seed.startswith("names"):
        told = [f"{grammar.one(NAMES)}:7" for _ in told]
        places = [(grammar.one(NAMES), 80) for _ in range(MAX_ADDRESSES - 2)]

    def enter(guest: LobbyGuest) -> None:
        guest.places = tuple(one for one in (*told, *guest.places) if one)[:MAX_ADDRESSES]
        honest_guest(guest)

    async def run(self: GameLoop, **how: Any) -> None:
        async with trio.open_nursery() as nursery:
            for link in self.context.mesh.links:
                nursery.start_soon(talk, self, link, Grammar(f"member {seed} to {link.operator}"))
            await honest_run(self, **how)
            nursery.cancel_scope.cancel()

    LobbyGuest.__post_init__ = enter  # type: ignore[method-assign]
    pairing.places_of = mesh.places_of = (  # type: ignore[attr-defined,assignment]
        lambda addresses: tuple([*tell_places(addresses)[:2], *places][:MAX_ADDRESSES])
    )
    GameLoop.run = run  # type: ignore[method-assign]


if __name__ == "__main__":
    speak(sys.argv[1])
    sys.exit(main())
