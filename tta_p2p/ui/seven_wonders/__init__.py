"""What can be looked up of 7 Wonders."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tta_p2p.ui.presenter import Presenter
    from tta_p2p.ui.reference import Reference


def make_reference(presenter: Presenter) -> Reference:
    """Give what can be looked up."""
    from tta_p2p.games.seven_wonders.texts import RULES
    from tta_p2p.ui.reference import Reference

    return Reference(presenter, RULES)
