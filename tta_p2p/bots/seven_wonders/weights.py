"""The prices at which bots of 7 Wonders reckon, in hundredths of a point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tta_p2p.games.seven_wonders.tables.model import COLOURS, Colour


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices by which a bot plays. The defaults are those of the level `normal`."""

    coin: tuple[int, ...] = (38, 38, 38)
    """What a coin is worth while it can still be spent, by age."""
    scarce_coin: tuple[int, ...] = (25, 25, 25)
    """So much more each of the first coins is worth, by age."""
    scarce_coins: int = 4
    neighbour_coin: int = 12
    """What a coin of a neighbour costs."""
    raw: tuple[int, ...] = (330, 180, 70, 20)
    """The first, second, … symbol of a raw material, with the whole game to come."""
    manufactured: tuple[int, ...] = (300, 40, 10, 10)
    bought: int = 8
    """Twelfths that such a symbol is worth where a neighbour sells it."""
    wanted: int = 0
    """So much more it is worth where a stage to come asks for it."""
    sale: int = 45
    """What others pay for a symbol in a whole game."""
    fade: tuple[int, ...] = (17, 11, 5)
    """Seventeenths of that which symbols, discounts and the like are worth in the first turn of each age."""
    chain: int = 90
    symbol: int = 150
    """What a symbol of science is worth beyond its points, with the whole game to come, and more for each like it."""
    equal_symbol: int = 110
    new_symbol: int = 0
    """So much more one is worth of which there is none yet."""
    rival_symbol: int = 0
    """So much less one is worth for each green building of a neighbour."""
    spread: tuple[int, ...] = (10, 20, 40, 60)
    """Tenths of shields a rival may catch up by, with less than 3 turns to the conflict, less than 7, than 13, more."""
    growth: int = 24
    """Points for what is counted at the end grow by one part in so many each turn."""
    wonder: int = 50
    """Of a hundred points for a whole wonder, what they are worth while stages are missing."""
    search: int = 450
    last_card: int = 230
    free_turn: int = 300
    free_colour: int = 350
    discount: tuple[int, int] = (60, 40)
    """A discount, and more for each symbol it is for."""
    stage: tuple[int, ...] = (0, 0, 0)
    """So much more a stage is worth, by age."""
    colours: tuple[tuple[int, ...], ...] = ((0,) * 7, (0,) * 7, (0,) * 7)
    """So much more a building is worth, by age and colour."""


NORMAL = Weights()

# found by games that were played out by prices alone, each seat with all of them changed a little by chance
HARD = Weights(
    coin=(26, 35, 34),
    scarce_coin=(27, 27, 34),
    scarce_coins=4,
    neighbour_coin=12,
    raw=(388, 261, 92, 0),
    manufactured=(383, 66, 0, 23),
    bought=8,
    wanted=98,
    sale=31,
    fade=(18, 13, 5),
    chain=70,
    symbol=118,
    equal_symbol=63,
    new_symbol=-12,
    rival_symbol=11,
    spread=(12, 34, 45, 58),
    growth=28,
    wonder=55,
    search=427,
    last_card=204,
    free_turn=329,
    free_colour=326,
    discount=(71, 60),
    stage=(-25, 5, -34),
    colours=((-19, -5, -116, -23, 131, 93, 0), (17, -17, -108, 134, 64, 0, 0), (0, 0, 51, 40, -58, 41, -2)),
)


@dataclass(frozen=True, slots=True)
class Leaning:
    """A personality: so much more buildings of a colour and stages are worth to it, and points of some parts."""

    colour: Colour
    building: int
    stage: int
    part: str
    """One of `value.PARTS`."""
    point: int
    """So many hundredths of a point more each of its points is worth."""

    def weights(self, weights: Weights) -> Weights:
        """Give the prices of a level with this leaning."""
        place = COLOURS.index(self.colour)
        colours = tuple((*row[:place], row[place] + self.building, *row[place + 1 :]) for row in weights.colours)
        return replace(weights, colours=colours, stage=tuple(one + self.stage for one in weights.stage))


LEANINGS: Mapping[str, Leaning] = {
    "warlike": Leaning("red", 50, 0, "conflicts", 20),
    "builder": Leaning("blue", 30, 40, "buildings", 20),
    "scholar": Leaning("green", 120, 0, "science", 25),
}
"""The personalities."""
