"""Signs of Civilization: things that acts may name, and words that are the same in every language."""

from __future__ import annotations

from .map.squares import SQUARES
from .tables.buildings import BUILDINGS, WALLS
from .tables.civilizations import CIVILIZATIONS, GOVERNMENTS
from .tables.events import EVENTS
from .tables.hidden import BACK, PEOPLE
from .tables.model import HIDDEN_RESOURCES, UNIT_TYPES
from .tables.techs import TECHS
from .tables.wonders import WONDERS

TOKENS = ("any", "army", "coin", "culture", "gold", "scout", "sheet", "trade")
"""What there is of the game beside its cards, tiles and markers."""

PARTS = frozenset(
    (
        *(*BACK, *TECHS, *WONDERS, *BUILDINGS, WALLS, *UNIT_TYPES, *PEOPLE, *EVENTS, *CIVILIZATIONS),
        *(*GOVERNMENTS, *HIDDEN_RESOURCES, *TOKENS),
    )
)
"""Parts and tokens by their ids; squares are words (`SIGNS`)."""

UNSHOWN = (
    *("acted", "anarchy", "boost", "dead", "deals", "decks", "event_decks", "fresh", "gathers", "hut_deck"),
    *("laid", "lesson", "moved", "obsolete", "phase", "printed_loot", "quiet_ends", "ready", "spent"),
    *("stirred", "tiles", "unlocked", "used", "village_deck", "winner", "wonder_deck"),
)
"""Fields of a view that a plain view of it leaves out."""

SIGNS = {f"word.{square}": square for square in SQUARES} | {f"view.{name}": "" for name in UNSHOWN}
"""Key of `Game.texts` -> text. A square is a word, so that one that cannot be meant is told from one that is none."""
