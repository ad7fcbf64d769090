"""Results of deals that were played before, kept in a file: runs add up, and one that was interrupted goes on.

A result holds for the bots and rules that played it. After a change of either its deal is played again; what is in the
file stays there.
"""

import hashlib
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import msgspec

import tta_p2p
from benchmarks import NotMeasurable

SOURCES = ("bots", "games")
"""Folders of the program whose modules decide how a deal ends."""


class Side(msgspec.Struct, frozen=True):
    """One of the two at a deal, on average over both games: wins, lead, CPU milliseconds of its choices, and acts."""

    won: float
    lead: float
    milliseconds: float
    figures: dict[str, float]


Sides = tuple[Side, Side]


class Result(msgspec.Struct, frozen=True):
    """How a deal ended: between whom, and by which sources."""

    match: str
    sources: str
    deal: int
    sides: Sides


class BadResults(NotMeasurable):
    """A file holds no results, or cannot."""


@cache
def sources(folder: Path = Path(tta_p2p.__file__).parent) -> str:
    """Give a short name of the bots and rules as they stand: another one after every change."""
    found = hashlib.sha256()
    for path in sorted(path for part in SOURCES for path in (folder / part).rglob("*.py")):
        found.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def play_deals(match: str, play: Callable[[int], Sides], deals: Iterable[int], path: Path | None) -> list[Sides]:
    """Give the sides of each deal, of those in the file without playing them; others are added to it as they end.

    ``match``: who plays whom. Two runs may add to a file at the same time. Raises BadResults.
    """
    if path is None:
        return [play(deal) for deal in deals]
    known = {one.deal: one.sides for one in read(path) if (one.match, one.sources) == (match, sources())}
    _append(path, b"")  # what cannot be written is refused before hours of games
    found = []
    for deal in deals:
        if deal not in known:
            known[deal] = play(deal)
            _append(path, msgspec.json.encode(Result(match, sources(), deal, known[deal])) + b"\n")
        found.append(known[deal])
    return found


def read(path: Path) -> list[Result]:
    """Read the results of a file; a line that was cut off is none. Raises BadResults."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadResults(f"{path} cannot be read: {error.strerror}") from error
    found = []
    for line in filter(None, lines):
        try:
            found.append(msgspec.json.decode(line, type=Result))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            continue
    if not found and any(lines):
        raise BadResults(f"{path} holds no results")
    return found


def _append(path: Path, line: bytes) -> None:
    """Add a line in one piece, behind one that was cut off."""
    try:
        with path.open("ab+") as file:
            if line and file.tell() and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n":
                line = b"\n" + line
            file.write(line)
    except OSError as error:
        raise BadResults(f"{path} cannot be written: {error.strerror}") from error
