"""Course of a game in parts, to name them and to look back at them."""

from __future__ import annotations

from dataclasses import dataclass

from tta_p2p.seats.messages import LogEntry


@dataclass(frozen=True)
class HistoryMoment:
    """A place in the course of a game: how many facts had been told by then, and what had just been done.

    `turn` and `player` are the turn that what was done belongs to, as in `LogEntry`.
    """

    number: int
    lines: tuple[LogEntry, ...]
    turn: int
    player: int | None
