"""What a line client has been told and is asking, and the exit codes it ends with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tta_p2p.seats import messages as say

from . import acts
from .presenter import Scene

OVER = 0
FAILED = 1
CHEATED = 3
UNFINISHED = 4
INTERRUPTED = 130
"""Exit codes: the game is over (or the person left); the connection broke; somebody cheated; the script ended before
the game; interrupted."""


Moved: TypeAlias = tuple[str, int]
"""What a motion is: its kind, and whom it is about (0 where that is everybody)."""

ENDING = ("adjourn", "forfeit")
"""Motions that end the game for everybody."""


def moved(motion: str, operator: int) -> Moved:
    """Which motion a vote is about."""
    return motion, 0 if motion in ENDING else operator


@dataclass
class Question:
    """Something that waits for yes or no; the next line is the answer."""

    text: str
    yes: Sequence[say.Request]
    no: Sequence[say.Request] = ()
    motion: Moved | None = None
    """The motion it is about: once that is decided, nothing is asked any more."""


@dataclass
class Known:
    """What the client has been told so far."""

    welcome: say.Welcome | None = None
    lobby: say.Lobby | None = None
    scene: Scene | None = None
    menu: acts.Menu = field(default_factory=acts.Menu)
    log: list[str] = field(default_factory=list)
    waits: tuple[say.Wait, ...] = ()
    proofs: say.Proofs | None = None
    over: say.Over | None = None
    paused: str = ""
    missing: Sequence[str] = ()
    """Whom the own node waits for after it came back with a store that may be older than what it has said."""
    moved: set[Moved] = field(default_factory=set)
    """The motions that are open."""
    agreed: set[Moved] = field(default_factory=set)
    """Those of them that this seat has said yes to."""
    ended: bool = False
    """Whether the table has agreed to end the game before it was over."""
