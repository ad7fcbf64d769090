"""Options that a table chooses before a game of Through the Ages."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import Options as Chosen
from ..contract import Setting
from ..game import complete_options

SETTINGS: tuple[Setting, ...] = (
    Setting("variant", ("complete", "first-game", "short", "peaceful", "peaceful-pacts", "global-conflict")),
    Setting("annex", ("needs-colony", "without-effect")),
    Setting("infiltrate", ("needs-target", "without-effect")),
    Setting("agreement-hand-limit", ("holds", "may-be-exceeded")),
    Setting("agriculture-impact", ("all-food", "farms-only")),
    Setting("churchill", ("automatic", "only-if-chosen")),
    Setting("homer-face", ("kept", "lost")),
)
"""Everything the lobby offers; the first choice is the default."""


SETTINGS_4 = tuple(setting for setting in SETTINGS if setting.name != "infiltrate")
"""What was offered with engine 4."""


@dataclass(frozen=True, slots=True)
class Options:
    """The settled options of one game.

    `variant`: complete; first-game (civil ages A to II, no attacks, scoring of its own); short (complete rules,
    ages A to II); peaceful (no aggressions, wars and pacts; -pacts keeps the four that know no attack);
    global-conflict (peaceful, and strength scores at the end of each age).

    The others choose between rulings on which tables differ (docs/through-the-ages/rulings.md).
    `annex`: whether Annex may be played against a rival without a colony (then without effect).
    `infiltrate`: the same for a rival with neither a leader nor an unfinished wonder.
    `agreement_hand_limit`: whether International Agreement respects the civil hand limit.
    `agriculture_impact`: whether Impact of Agriculture counts the food of pacts.
    `churchill`: whether an unused Churchill scores at the end of the turn.
    `homer_face`: whether Homer keeps his happy face under a wonder that is turned face down.
    """

    variant: str = "complete"
    annex: str = "needs-colony"
    infiltrate: str = "needs-target"
    agreement_hand_limit: str = "holds"
    agriculture_impact: str = "all-food"
    churchill: str = "automatic"
    homer_face: str = "kept"

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
    settled = complete_options(SETTINGS, chosen)
    return Options(**{name.replace("-", "_"): str(value) for name, value in settled.items()})
