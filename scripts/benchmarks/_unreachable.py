"""A node that nobody can dial, as behind a router that lets nothing in: ``python -m benchmarks._unreachable``.

It dials others as ever; whoever dials it is let go before a word.
"""

import sys

import trio

from tta_p2p.net.ports import Port
from tta_p2p.node.__main__ import main

PROGRAM = ("benchmarks._unreachable",)


async def _let_go(port: Port, transport: trio.SocketStream) -> None:
    await transport.aclose()


if __name__ == "__main__":
    Port.serve = _let_go  # type: ignore[assignment]
    sys.exit(main())
