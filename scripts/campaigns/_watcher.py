"""Watches a game at an address and prints how it stands with it: a process of `onion`, in a namespace of its own."""

import sys
from pathlib import Path

import msgspec
import trio

from tta_p2p.node.spectators.follower import watch_table
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines


def tell(said: say.ErrorReply) -> None:
    """Print how far Tor is, or what is wrong."""
    print(said.key, flush=True)


async def show(lines: Lines) -> int:
    """Print errors as they come, and the first and the last that is shown of the game."""
    await lines.send(say.HelloRequest(say.VERSION, watch=True))
    while (line := await lines.line()) is not None:
        said = msgspec.json.decode(line)
        if said["is"] in ("welcome", "over"):
            print(said["is"], flush=True)
        if said["is"] == "error":
            print(said["key"], flush=True)
        if said["is"] == "over":
            break
    await lines.aclose()
    return 0


sys.exit(trio.run(lambda: watch_table(sys.argv[1], show, out=Path(sys.argv[2]), name="Cid", tell=tell)))
