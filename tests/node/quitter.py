"""The honest node, which dies while all sign the charter: ``python -m tests.node.quitter MOMENT``.

``MOMENT``: "signed" (what it signs is stored, and nothing sent), "sent" (the host has its signature), "begins" (it has
heard that all have signed, and has not stored it), "kept" (as the host it has stored the game, and told nobody).
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any, NoReturn

from tta_p2p.node.__main__ import main
from tta_p2p.node.lobby import guest as visiting
from tta_p2p.node.lobby.messages import CharterSignature
from tta_p2p.store.database import Store


def die(*_: Any) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("it lives")


def die_at(moment: str) -> None:
    """Be killed at this moment."""
    add_signed, add_game, tell = Store.add_signed, Store.add_game, visiting.send_message

    def sign(self: Store, sid: bytes, made: int, kept: bytes) -> None:
        add_signed(self, sid, made, kept)
        die()

    def keep(self: Store, row: Any) -> None:
        add_game(self, row)
        die()

    async def send(channel: Any, said: Any) -> None:
        await tell(channel, said)
        if isinstance(said, CharterSignature):
            await channel.drained(1)
            die()

    match moment:
        case "signed":
            Store.add_signed = sign  # type: ignore[method-assign]
        case "sent":
            visiting.send_message = send
        case "begins":
            Store.add_game = die  # type: ignore[method-assign]
        case "kept":
            Store.add_game = keep  # type: ignore[method-assign]


if __name__ == "__main__":
    die_at(sys.argv[1])
    sys.exit(main())
