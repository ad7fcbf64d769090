"""A socket at which somebody listens."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def bound(path: Path | str) -> Iterator[socket.socket]:
    """Somebody listens at a socket, and leaves its file behind."""
    Path(path).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        door.listen()
        yield door
