"""The prices by which a position is valued: a hundred is about the worth of one culture."""

from __future__ import annotations

from dataclasses import dataclass

from tta_p2p.games.civilization.map.board import cities_of
from tta_p2p.games.civilization.players.limits import city_limit
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.model import Icons
from tta_p2p.games.contract import Seat

VICTORY = 10**7
PRODUCT, PROFIT, ART = 40, 50, 55
"""The worth of production, trade and culture of a city each turn, for each turn to come."""
COIN = 350
BONUS = 60
REPUBLIC, FOUNDING_ARMIES = 60, 190
"""The worth of a republic, and more while its armies could still found cities."""

Account = dict[str, int]
"""The parts of the worth of a position, by keys of the texts (`advice.KEY`)."""


@dataclass(frozen=True, slots=True)
class Prices:
    """The worth of yields until the likely end of the game.

    `horizon`: turns to come. `plan`: the victory that is nearest, a route of `routes.ROUTES`.
    """

    horizon: int
    plan: str

    @property
    def art(self) -> int:
        """Give the worth of a culture each turn, for each turn to come."""
        return ART + 15 * (self.plan == "culture")

    def flow(self, icons: Icons) -> int:
        """Value yields of every turn to come."""
        return self.horizon * (PRODUCT * icons.production + PROFIT * icons.trade + self.art * icons.culture)


def republic_value(s: State, seat: Seat) -> int:
    """Value a republic: more while its armies could still found cities."""
    return REPUBLIC + FOUNDING_ARMIES * (len(cities_of(s, seat)) < city_limit(s, seat))
