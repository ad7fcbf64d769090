"""Player programs of a data folder that was moved in: whoever has packed it may be anybody, so none runs unasked.

From the moment a packed folder is unpacked, a file in the data folder lists the programs that its owner has allowed
since. Without that file, the games here were begun here, and their programs with them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tta_p2p.store.identity import write_private
from tta_p2p.store.regular_files import read_regular

FILE = "moved-programs.json"
LONGEST = 1 << 20
"""Bytes of the file at most."""

Command = tuple[tuple[str, ...], str]
"""The words of a command line, and the folder in which it runs."""


def forbid_all(home: Path) -> None:
    """Allow none of the programs that games of this folder name. Raises BadIdentity where that cannot be written."""
    _write(home, ())


def allow(home: Path, commands: Iterable[Command]) -> None:
    """Allow these programs from now on. Raises BadIdentity where that cannot be written."""
    allowed = _allowed(home)
    if allowed is not None:
        _write(home, dict.fromkeys((*allowed, *commands)))


def forbidden(home: Path, commands: Iterable[Command]) -> tuple[Command, ...]:
    """Give those of these programs that nobody has allowed here, each once."""
    allowed = _allowed(home)
    return () if allowed is None else tuple(one for one in dict.fromkeys(commands) if one not in allowed)


def _allowed(home: Path) -> tuple[Command, ...] | None:
    """Give the allowed programs; None where nothing was moved in. A file that cannot be read allows none."""
    try:
        data = read_regular(home / FILE, LONGEST)
    except FileNotFoundError:
        return None
    except OSError:
        return ()
    with contextlib.suppress(msgspec.DecodeError, ValueError, RecursionError):
        return msgspec.json.decode(data, type=tuple[Command, ...])
    return ()


def _write(home: Path, commands: Iterable[Command]) -> None:
    write_private(home / FILE, msgspec.json.encode(tuple(commands)), exclusive=False)
