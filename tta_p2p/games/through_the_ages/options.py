"""What a table can choose before a game of Through the Ages."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import Options as Chosen
from ..contract import Setting, settle

SETTINGS: tuple[Setting, ...] = (
    Setting("variant", ("complete", "first-game", "short", "peaceful", "peaceful-pacts", "global-conflict")),
)
"""Everything the lobby offers; the first choice is the default."""


@dataclass(frozen=True, slots=True)
class Options:
    """The settled options of one game.

    `variant`: complete; first-game (civil ages A to II, no attacks, scoring of its own); short (complete rules,
    ages A to II); peaceful (no aggressions, wars and pacts; -pacts keeps the four that know no attack);
    global-conflict (peaceful, and strength scores at the end of each age).
    """

    variant: str = "complete"

    @property
    def last_full_age(self) -> int:
        """The last age with decks: III, or II in the first game and the short game."""
        return 2 if self.variant in ("first-game", "short") else 3

    @property
    def age_of_end_events(self) -> int:
        """The age whose events left in the decks are scored at the end; none (-1) in the shorter games."""
        return 3 if self.last_full_age == 3 else -1


def read_options(chosen: Chosen) -> Options:
    """Settle what the table chose. Raises BadOptions."""
    settled = settle(SETTINGS, chosen)
    return Options(variant=str(settled["variant"]))
