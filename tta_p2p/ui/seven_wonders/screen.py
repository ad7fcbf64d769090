"""7 Wonders on the full screen: the cities in short, the acts as a list, and what the card in focus brings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tta_p2p.games.seven_wonders.tables import CARDS

from ..cells import EMPTY, Row, Span, row
from ..presenter import MenuItem, Scene
from ..screen.boards import Board
from .wording import Wording


class SevenWondersBoard(Board):
    """7 Wonders, from the parts that serve every game."""

    tabled = True
    pages: Mapping[str, str] = MappingProxyType({"h": "hand", "i": "city", "v": "score"})

    def note(self, item: MenuItem, scene: Scene) -> Row:
        """Say what the card brings once it is built."""
        face = next((face for face in self.presenter.cards_of(item.label) if face in CARDS), "")
        if not face:
            return EMPTY
        wording = Wording(scene.view, scene.seat, scene.faces, self.presenter.texts, self.presenter.words)
        return row(wording.card(face), Span(": ", "label"), wording.gist(CARDS[face].effects, scene.seat))
