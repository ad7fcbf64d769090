"""Another game at the same table."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from tta_p2p.seats.messages import Reply, Request


class RematchRequest(Request, frozen=True, tag="rematch"):
    """Say whether you want to play again at the same table when the game is over, or that you may: then the node stays.

    With ``yes`` the table is opened again, or this node goes where another one has opened it.
    """

    by_person = False

    answer: Literal["yes", "no", "perhaps"] = "yes"


class RematchReply(Reply, frozen=True, tag="rematch"):
    """After the game: who wants to play again (``mine``: this node), who opens the table (nobody: here), and has."""

    names: list[str] = field(default_factory=list)
    host: str = ""
    mine: bool = False
    open: bool = False
