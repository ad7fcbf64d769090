"""The words of Caravan, in English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "setting.sale": "Coins for a sold bale",
        "decision.choose": "Choose a bale to keep or to sell",
        "act.keep": "keep a bale, face up",
        "act.sell": "sell a bale, face down",
        "label.keep": "keep {0:card}",
        "label.sell": "sell {0:card}",
        "effect.kept": "{0:card} lies before you and scores its number",
        "effect.coins": "You get {0} coins",
        "log.to-left": "All game, hands go to the left",
        "log.to-right": "All game, hands go to the right",
        "log.keeps": "{0:seat} keeps {1:card}",
        "log.sells": "{0:seat} sells {1:card} for {2} coins",
        "log.demand": "{0} is in demand",
        "log.left": "{0:seat} has left",
        "ending.sold-out": "All hands are used up",
        "ending.alone": "Only one merchant is left",
        "score.cards": "Kept bales",
        "score.demand": "Bales in demand",
        "score.coins": "Coins",
        "back.bale": "Bale",
        "zone.hand": "hand",
        "zone.deck": "bales not dealt",
        "zone.market": "market",
        "view.sale": "A sold bale brings {1} coins",
        "view.hands": "Hand of {0:seat}: {1:card}",
        "view.kept": "{0:seat} has kept {1:card}",
        "view.coins": "{0:seat} has {1} coins",
        "view.to_left": "Hands go to the left: {1}",
        "view.deck": "Bales not dealt: {1:count}",
        "view.market": "Sold, face down: {1:card}",
        "view.demand": "In demand: {1:card}",
        "illegal.not-in-hand": "You do not hold {0:card}",
        "illegal.bad-card": "{0:card} cannot be used like that",
    }
}
"""Language -> key of `Game.texts` -> text."""
NAMES: Mapping[str, Mapping[str, str]] = {
    "en": {f"{good}-{number}": f"{good} {number}" for good in ("salt", "silk", "spice") for number in range(1, 8)}
}
"""Language -> face -> name of the card."""
