"""The log of a client: what failed to be shown, and what repeats it, in a file of the data folder that stays short."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from logging.handlers import RotatingFileHandler
from pathlib import Path

from tta_p2p.ui.guard import LOG

FILE = "faults.log"
MOST = 512 * 1024
"""Bytes of the file, and of the one before it that is kept."""


class _Quiet(RotatingFileHandler):
    """Writes to the file, or does not: a disk that is full ends no client, and nothing goes to its terminal."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Do without."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; the file is there only once there is one."""
        with contextlib.suppress(OSError):
            super().emit(record)


@contextlib.contextmanager
def logged(folder: Path) -> Iterator[None]:
    """Log the faults of the client that runs meanwhile in this folder."""
    handler = _Quiet(folder / FILE, maxBytes=MOST, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    LOG.addHandler(handler)
    before, LOG.propagate = LOG.propagate, False
    try:
        yield
    finally:
        LOG.propagate = before
        LOG.removeHandler(handler)
        handler.close()
