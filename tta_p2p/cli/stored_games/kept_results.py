"""Results of finished games as they were worked out once: a game that is over is not played through again.

A file a game in the folder `results` of the data folder. Where anything is wrong with one (another version, another
journal, a letter changed), the game is played through again; nothing else depends on it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from tta_p2p import __version__
from tta_p2p.store.regular_files import read_regular, write_regular
from tta_p2p.table.results import GameResult, result_of

FOLDER = "results"
MOST = 1 << 20
"""Bytes of such a file at most."""
LAYOUT = 1
"""The layout of what is kept; another number is played through again."""


class KeptResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result, and the digest of all that it follows from."""

    digest: str
    result: GameResult | None


def kept_result(home: Path, sid: bytes, charter: bytes, journal: Sequence[bytes], operator: int) -> GameResult | None:
    """Give the result of a stored game as `results.result_of` does, from what is kept where that is of this journal.

    Raises DamagedFile, BadEntry and UnknownGame.
    """
    path, digest = home / FOLDER / f"{sid.hex()}.json", _digest(charter, journal, operator)
    with contextlib.suppress(OSError, msgspec.DecodeError, ValueError, RecursionError):
        known = msgspec.json.decode(read_regular(path, MOST), type=KeptResult)
        if known.digest == digest:
            return known.result
    result = result_of(charter, journal, operator)
    if result is not None:
        with contextlib.suppress(OSError):  # a full disk costs the time alone
            path.parent.mkdir(mode=0o700, exist_ok=True)
            fresh = path.with_suffix(".new")
            write_regular(fresh, msgspec.json.encode(KeptResult(digest, result)))
            fresh.replace(path)
    return result


def _digest(charter: bytes, journal: Iterable[bytes], operator: int) -> str:
    """Give the digest of all that a result follows from: this program, the charter, the journal and whose it is."""
    whole = blake2b(digest_size=32)
    for piece in (f"{__version__} {LAYOUT} {operator}".encode(), charter, *journal):
        whole.update(len(piece).to_bytes(8, "big"))
        whole.update(piece)
    return whole.hexdigest()
