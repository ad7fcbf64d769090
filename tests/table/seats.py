"""As much of a signed table as a seat needs."""

from __future__ import annotations

from tta_p2p.node.game.signed_table import SignedTable
from tta_p2p.node.service.clients import Client


class Sat(SignedTable):
    """As much of a table as a seat needs that is asked nothing."""

    def offers(self, client: Client) -> frozenset[str]:
        return frozenset()
