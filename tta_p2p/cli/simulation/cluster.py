"""A cluster that plays simulated games: Dask's executor, where the optional extra `cluster` is installed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from tta_p2p import __version__
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.output.speech import said

PATIENCE = 10
"""Seconds in which the scheduler of a cluster answers."""


@contextmanager
def executor_of(address: str) -> Iterator[Executor]:
    """The workers of the cluster whose scheduler has this address (such as tcp://HOST:8786), as an executor.

    Raises CommandFailed where the extra is not installed, nobody answers, or a worker has another version.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError as error:
        raise CommandFailed(said("simulated.no-cluster-extra")) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # one sentence of ours stands for its complaints
    try:
        get_address_host_port(address, strict=True)
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise CommandFailed(said("simulated.no-cluster", address=address, why=str(error))) from error
    with client:
        _check(client, address)
        yield client.get_executor(pure=False, retries=2)


def _check(client: Any, address: str) -> None:
    """All workers have what this program has: the same job gives the same game only there. Raises CommandFailed."""
    found = client.run(version, on_error="return")
    if not found:
        raise CommandFailed(said("simulated.no-workers", address=address))
    for worker, its in sorted(found.items()):
        if its != __version__:
            raise CommandFailed(said("simulated.other-worker", worker=worker, found=str(its), version=__version__))


def version() -> str:
    """The version of this program, asked at a worker."""
    return __version__
