"""Options that a table chooses before a game of Through the Ages."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import BadOptions, Setting
from ..contract import Options as Chosen
from ..game import complete_options
from .editions import EDITIONS, Edition
from .tables import EDITION

SETTINGS: tuple[Setting, ...] = (
    Setting("variant", tuple(dict.fromkeys(variant for one in EDITIONS.values() for variant in one.variants))),
    Setting("edition", tuple(EDITIONS)),
    Setting("annex", ("needs-colony", "without-effect")),
    Setting("infiltrate", ("needs-target", "without-effect")),
    Setting("agreement-hand-limit", ("holds", "may-be-exceeded")),
    Setting("agriculture-impact", ("all-food", "farms-only")),
    Setting("churchill", ("automatic", "only-if-chosen")),
    Setting("homer-face", ("kept", "lost")),
)
"""Everything the lobby offers; the first choice is the default."""


SETTINGS_5 = tuple(
    Setting("variant", EDITIONS["2015"].variants) if setting.name == "variant" else setting
    for setting in SETTINGS
    if setting.name != "edition"
)
"""What was offered with engine 5."""
SETTINGS_4 = tuple(setting for setting in SETTINGS_5 if setting.name != "infiltrate")
"""What was offered with engine 4."""


_LAST_FULL_AGES = {"first-game": 2, "short": 2, "advanced": 2, "simple": 1}


@dataclass(frozen=True, slots=True)
class Options:
    """The settled options of one game.

    `variant`: complete; first-game (civil ages A to II, no attacks, scoring of its own); short (complete rules,
    ages A to II); peaceful (no aggressions, wars and pacts; -pacts keeps the four that know no attack);
    global-conflict (peaceful, and strength scores at the end of each age); of 2006 simple (civil decks A and I, no
    politics, scoring of its own) and advanced (ages A to II without wars, four impacts lie open).
    `edition`: the year of the edition that is played; each has its own variants (`editions`).

    The others choose between rulings on which tables differ (docs/through-the-ages/rulings.md).
    `annex`: whether Annex may be played against a rival without a colony (then without effect).
    `infiltrate`: the same for a rival with neither a leader nor an unfinished wonder.
    `agreement_hand_limit`: whether International Agreement respects the civil hand limit.
    `agriculture_impact`: whether Impact of Agriculture counts the food of pacts.
    `churchill`: whether an unused Churchill scores at the end of the turn.
    `homer_face`: whether Homer keeps his happy face under a wonder that is turned face down.
    """

    variant: str = "complete"
    edition: str = EDITION
    annex: str = "needs-colony"
    infiltrate: str = "needs-target"
    agreement_hand_limit: str = "holds"
    agriculture_impact: str = "all-food"
    churchill: str = "automatic"
    homer_face: str = "kept"

    @property
    def last_full_age(self) -> int:
        """The last age with decks: III, in shorter games II or I."""
        return _LAST_FULL_AGES.get(self.variant, 3)

    @property
    def simple(self) -> bool:
        """Whether it is the simple game of 2006: no politics, no discontent, no corruption."""
        return self.variant == "simple"

    @property
    def abridged(self) -> bool:
        """Whether ages cost no yellow tokens, and the round in which the cards run out is the last (2006)."""
        return self.variant in ("simple", "advanced")

    @property
    def rules(self) -> Edition:
        """The rules of the edition."""
        return EDITIONS[self.edition]

    @property
    def age_of_end_events(self) -> int:
        """The age whose events left in the decks are scored at the end; none (-1) in the shorter games."""
        return 3 if self.last_full_age == 3 else -1


def read_options(chosen: Chosen, settings: tuple[Setting, ...] = SETTINGS) -> Options:
    """Settle what the table chose from these settings. Raises BadOptions."""
    settled = complete_options(settings, chosen)
    edition, variant = str(settled.get("edition", EDITION)), str(settled["variant"])
    if variant not in EDITIONS[edition].variants:
        raise BadOptions("option-of-other-edition", "variant", variant, edition)
    for setting in settings:
        name, value = setting.name, settled[setting.name]
        if name not in ("variant", "edition", *EDITIONS[edition].rulings) and value != setting.choices[0]:
            raise BadOptions("option-of-other-edition", name, str(value), edition)
    return Options(**{name.replace("-", "_"): str(value) for name, value in settled.items()})
