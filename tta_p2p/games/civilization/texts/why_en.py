"""What an act costs of what there is, what it brings, and why it is refused: in English."""

from __future__ import annotations

from ..tables.buildings import BUILDINGS
from ..tables.model import UNIT_TYPES
from ..tables.wonders import WONDERS
from .names_en import NAMES_EN

WHY_EN = {
    "effect.arts-make": "Arts in {0}: {1} culture ({2} now)",
    "effect.bonus": "Bonus in battles: {0} ({1} now)",
    "effect.coins": "Coins: {0} ({1} now)",
    "effect.goods": "Then you have {1} {0:card}",
    "effect.income": "Trade a turn: {0} ({1} now)",
    "effect.makes": "Production of {0}: {1} ({2} now)",
    "effect.building-off": "The {0:card} on {1} goes back to the market",
    "effect.person-off": "The {0:card} leaves {1} and waits with you, to be placed again",
    "effect.wonder-off": "{0:card} on {1} is lost for good",
    "effect.price": "It takes {0} of the {2} production of {1}",
    "effect.price-rush": "It takes {0} production: {1} makes {2}, and {3} of your {4} trade rush the rest",
    "effect.research-price": "It needs {0} trade; you have {1} now and {2} then",
    "effect.space-event": "You enter space {0} of {1} and draw a culture event of level {2:age}",
    "effect.space-person": "You enter space {0} of {1} and get a great person",
    "effect.space-victory": "You enter the last space and win the game",
    "effect.track-price": "It takes {0} of your {1} culture",
    "effect.track-price-trade": "It takes {0} of your {1} culture and {2} of your {3} trade",
    "effect.wins-technology": "You win the game, unless somebody before you in the order of play wins now too",
    "effect.units": "Units: {0} ({1} now)",
    "illegal.lies-face-down": "{0} lies face down",
    "illegal.no-target-left": "There is nothing to use {0:card} on",
    "illegal.nobody-to-found": "None of your figures stands on {0}",
    "illegal.nothing-to-use": "{0:card} has nothing that you use: what it brings works by itself",
}
"""Everything by its key."""
_BUILT = ("army", "scout", *BUILDINGS)


def _one(name: str) -> str:
    """Say a name with its article: a library, an army."""
    return name.lower() if name == "Barracks" else f"{'an' if name[0] in 'AEIO' else 'a'} {name.lower()}"


ONE_EN = {
    **{f"one.{key}": _one(NAMES_EN.get(key, key).capitalize()) for key in _BUILT},
    **{f"one.{key}": NAMES_EN[key].replace("The ", "the ") for key in WONDERS},
    **{f"one.{key}": "a mounted unit" if key == "mounted" else NAMES_EN[key] for key in UNIT_TYPES},
    "one.walls": "walls",
}
"""What cities build and train, as one of it is told."""
