"""Results of a game of Civilization."""

from __future__ import annotations

from typing import Any

from ..blocks import Block
from ..presenter import Results
from . import pages
from .wording import CivilizationWording


class CivilizationResults(Results):
    """Shows the four victories beside the places."""

    def further_standings(self, view: Any) -> tuple[Block, ...]:
        """Show how near everybody was to each of the four victories: who has won says nothing of the others."""
        return pages.ways(CivilizationWording(self.presenter.read_view(view), None, {}, self.texts, self.words))
