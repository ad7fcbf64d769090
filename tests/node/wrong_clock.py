"""The honest node on a machine whose clock is years off: ``python -m tests.node.wrong_clock YEARS``.

YEARS (which may be negative) is how far it is off.
"""

from __future__ import annotations

import datetime
import sys
import time

from tta_p2p.net import tls
from tta_p2p.node.__main__ import main

YEAR = 31_556_952
"""Seconds."""


def set_clock(years: int) -> None:
    """Whatever asks for the date from now on is told a wrong one."""
    seconds, nanoseconds, real = time.time, time.time_ns, datetime.datetime
    off = years * YEAR

    class Wrong(real):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Wrong:
            return cls.fromtimestamp(time.time(), tz)

        @classmethod
        def utcnow(cls) -> Wrong:
            return cls.now(datetime.UTC).replace(tzinfo=None)

    time.time = lambda: seconds() + off
    time.time_ns = lambda: nanoseconds() + off * 1_000_000_000
    datetime.datetime = Wrong
    # The same dates, as what has to be a date from now on.
    tls._FROM, tls._TO = (Wrong.fromisoformat(date.isoformat()) for date in (tls._FROM, tls._TO))


if __name__ == "__main__":
    set_clock(int(sys.argv[1]))
    sys.exit(main())
