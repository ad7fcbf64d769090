"""Proofs and checks of a game."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply, Request, TextRef


class ProofsReply(Reply, frozen=True, tag="proofs"):
    """The checked part of the game, of its whole length (0: not known), and the hash of the whole game so far."""

    messages: int
    busy: bool = False
    whole: int = 0
    chain: str = ""


class LatestProofsRequest(Request, frozen=True, tag="proved"):
    """Say what was proved last, and by whom it was checked."""

    by_person = False


class LatestProofsReply(Reply, frozen=True, tag="proved"):
    """The last proof of each kind (texts `proved.KEY`), and the nodes that have checked it beside this one, each
    alone.
    """

    last: list[TextRef]
    by: list[str]
