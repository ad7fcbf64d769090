"""Keeps a port open at the router of its namespace, in a hurry, and prints each answer: a process of `router`."""

import os
import signal
import sys

import trio

from tta_p2p.net.router import lease
from tta_p2p.net.router.answers import RouterAnswer

SECONDS = 120
"""For so long the port is asked for: a daemon does not lend for less."""


def hear(answer: RouterAnswer) -> None:
    """Print it."""
    print(answer.outcome, *answer.addresses, answer.host, flush=True)


async def main() -> None:
    """Renew every few seconds what else is renewed every ten minutes, until this process is told to stop."""
    lease.LEASE, lease.RENEWAL, lease.SOONEST, lease.LOOK = SECONDS, 20.0, 5.0, 3.0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lease.RouterLease(int(sys.argv[1]), os.urandom, hear).keep)
        with trio.open_signal_receiver(signal.SIGTERM) as signals:
            async for _ in signals:
                nursery.cancel_scope.cancel()


trio.run(main)
