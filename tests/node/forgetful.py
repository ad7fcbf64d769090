"""A node that loses its channel to the host once, when it is to sign the charter of a second game."""

from __future__ import annotations

import sys

from tta_p2p.net.errors import ChannelLost
from tta_p2p.node.__main__ import main
from tta_p2p.node.lobby.exchange import Agreement
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.messages import LobbyMessage, Nonces

hear = LobbyGuest._hear
asked: list[Nonces] = []


async def lose_it(self: LobbyGuest, said: LobbyMessage) -> Agreement | None:
    """Sign the first charter and the third."""
    if isinstance(said, Nonces):
        asked.append(said)
        if len(asked) == 2:
            raise ChannelLost("unplugged")
    return await hear(self, said)


if __name__ == "__main__":
    LobbyGuest._hear = lose_it  # type: ignore[method-assign]
    sys.exit(main())
