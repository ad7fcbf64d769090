"""The clock on the wall, which nothing in a game depends on."""

from __future__ import annotations

import time


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())
