"""Texts of the game, by language: names of parts, words, pages of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from .aims_en import AIMS_EN
from .aims_zh_hans import AIMS_ZH_HANS
from .due_en import DUE_EN
from .due_zh_hans import DUE_ZH_HANS
from .found_by import FOUND_BY_EN, FOUND_BY_ZH_HANS
from .guide import GUIDE_EN, GUIDE_ZH_HANS
from .names_en import NAMES_EN
from .names_zh_hans import NAMES_ZH_HANS
from .rules_en import RULES_EN
from .rules_zh_hans import RULES_ZH_HANS
from .why_en import ONE_EN, WHY_EN
from .why_zh_hans import ONE_ZH_HANS, WHY_ZH_HANS
from .words_en import EN
from .words_zh_hans import ZH_HANS

__all__ = ["NAMES", "WORDS"]

SQUARES = {f"word.{letter}{number}": f"{letter}{number}" for letter in "abcdefghijklmnop" for number in range(1, 17)}
"""Squares are words like any others, so that one that cannot be meant is told from one that is not there."""

UNSHOWN = (
    *("acted", "anarchy", "boost", "dead", "deals", "decks", "event_decks", "fresh", "gathers", "hut_deck"),
    *("laid", "lesson", "moved", "obsolete", "phase", "printed_loot", "quiet_ends", "ready", "spent"),
    *("stirred", "tiles", "unlocked", "used", "village_deck", "winner", "wonder_deck"),
)
"""Fields of a view that a plain view of it leaves out."""


def _all(
    words: Mapping[str, str], rules: Mapping[str, tuple[str, str]], found_by: Mapping[str, str]
) -> Mapping[str, str]:
    pages = {f"rules.{topic}": f"{title}\n\n{text.strip()}" for topic, (title, text) in rules.items()}
    unshown = {f"view.{name}": "" for name in UNSHOWN}
    topics = {f"rules-words.{topic}": some for topic, some in found_by.items()}
    return {**SQUARES, **unshown, **words, **pages, **topics}


NAMES: Mapping[str, Mapping[str, str]] = {"en": NAMES_EN, "zh-Hans": NAMES_ZH_HANS}
"""Language -> part -> name."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": _all(EN | AIMS_EN | DUE_EN | WHY_EN | ONE_EN, {**GUIDE_EN, **RULES_EN}, FOUND_BY_EN),
    "zh-Hans": _all(
        ZH_HANS | AIMS_ZH_HANS | DUE_ZH_HANS | WHY_ZH_HANS | ONE_ZH_HANS,
        {**GUIDE_ZH_HANS, **RULES_ZH_HANS},
        FOUND_BY_ZH_HANS,
    ),
}
"""Language -> key of `Game.texts` -> text."""
