"""A pause that all have agreed to."""

from __future__ import annotations

from msgspec import field

from tta_p2p.seats.messages import Reply, Request


class ResumeRequest(Request, frozen=True, tag="resume"):
    """Go on after a pause, as soon as everybody is there."""


class PauseReply(Reply, frozen=True, tag="pause"):
    """Whether the game is paused here; if so, whether the person here goes on, and who has not been there since.

    Where it is not, ``missing`` are those of whom nothing has been heard in the game since the pause.
    ``resumed``: the people who have said resume, as their nodes tell.
    """

    holds: bool
    wanted: bool = False
    missing: list[str] = field(default_factory=list)
    resumed: list[str] = field(default_factory=list)
