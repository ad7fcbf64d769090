"""A node that opens the table again as it should not, or cannot: ``python -m tests.node.opener HOW``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import msgspec
import trio

from tta_p2p.net.framing import FrameKind
from tta_p2p.net.lobby import Peer
from tta_p2p.net.ports import Port
from tta_p2p.node import process
from tta_p2p.node.__main__ import main
from tta_p2p.node.game.parts import rematch
from tta_p2p.node.game.parts.rematch import Rematch, Stand
from tta_p2p.node.lobby.exchange import CLOSED, send_message
from tta_p2p.node.lobby.host import LobbyHost
from tta_p2p.node.lobby.messages import Dismissal
from tta_p2p.node.plan import rematch_plan

NOWHERE = "127.0.0.1:1"
"""Nobody answers there."""

WORDS: dict[str, tuple[Any, ...]] = {
    "no-address": ("opens", ()),
    "left-out": ("opens",),
    "no-such-address": ("opens", ("*:7777", "0.0.0.0:1", "[fe80::1%x]:7", "here", "127.0.0.1:0")),
    "nobody-answers": ("opens", (NOWHERE,)),
    "a-thousand": ("opens", tuple(f"127.0.0.1:{number + 1}" for number in range(1000))),
    "wants-and-does-not": ("wants", ()),
}
"""The words of a liar when the game is over; it says nothing after them."""


def hurry() -> None:
    """Wait for those who say that they open the table less long than people do; everything else is as it was."""
    rematch_plan.REACHING, rematch.TURN = 15.0, 5.0


def lie(word: tuple[Any, ...]) -> None:
    """Say this and nothing else about another game, to all and to whoever connects, and stay."""
    payload = msgspec.msgpack.encode(word)

    def closing(self: Rematch) -> None:
        self._ended_at = trio.current_time()
        self._mesh.send_all(FrameKind.REMATCH, payload)

    async def tick(self: Rematch) -> None:
        """Look at nothing."""

    Rematch.closing, Rematch.tick = closing, tick  # type: ignore[method-assign]
    Rematch._word = lambda self: payload  # type: ignore[method-assign]
    Rematch.holds = property(lambda self: self._ended_at is not None)  # type: ignore[assignment]


def hide() -> None:
    """Tell nobody an address, as whoever joins by way of Tor without a service of its own."""
    Port.told = property(lambda self: ())  # type: ignore[assignment]


def hide_and_give_up() -> None:
    """The same, with less time for others to open the table."""
    hide()
    rematch.WINDOW = 3.0


def fail() -> None:
    """Fail as nobody foresaw on the way to another game."""

    def broken(*arguments: Any) -> None:
        raise ValueError("max() arg is an empty sequence")

    process.make_rematch_plan = broken  # type: ignore[assignment]


def close_the_table() -> None:
    """Open the table as soon as the game is over, let everybody come, and say to each that it is closed."""

    async def serve(self: LobbyHost, guest: Peer) -> None:
        await send_message(guest.channel, Dismissal(CLOSED))
        await trio.sleep_forever()

    def wants(self: Rematch) -> Stand:
        LobbyHost.serve = serve  # type: ignore[method-assign]
        return "wants"

    Rematch._now = wants  # type: ignore[method-assign]


WAYS: dict[str, Callable[[], None]] = {
    "hurried": hurry,
    "hidden": hide,
    "hidden-for-a-moment": hide_and_give_up,
    "failing": fail,
    "closing": close_the_table,
}


if __name__ == "__main__":
    how = sys.argv[1]
    WAYS[how]() if how in WAYS else lie(WORDS[how])
    sys.exit(main())
