"""Whether the own node is connected with the others."""

from __future__ import annotations

from tta_p2p.seats.messages import Reply


class ConnectionReply(Reply, frozen=True, tag="connected"):
    """The connection to the node of an operator is lost, or there is one again; not ``met``: there was none yet."""

    operator: int
    name: str
    yes: bool
    met: bool = True
