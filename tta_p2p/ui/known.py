"""What a line client has been told and is asking, and the exit codes it ends with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

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


@dataclass
class Question:
    """Something that waits for yes or no; the next line is the answer."""

    text: str
    yes: Sequence[say.Request]
    no: Sequence[say.Request] = ()


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
