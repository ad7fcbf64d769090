"""The words of Smugglers, in English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "setting.actions": "Actions in a turn",
        "decision.turn": "Your turn: {0} actions left",
        "act.sell": "sell a barrel onto the quay",
        "act.stow": "stow a barrel in the cave",
        "act.light": "light the lighthouse",
        "act.spy": "look at a crate",
        "act.fetch": "fetch the top crate of the quay",
        "act.end": "end your turn",
        "label.sell": "sell {0:card} onto the quay",
        "label.stow": "stow {0:card} in the cave",
        "label.light": "light the lighthouse with {0}",
        "label.spy": "look at {0:card}",
        "cost.coin": "coin",
        "effect.sell": "{0:card} goes onto the quay, you get its number in coins",
        "effect.stow": "{0:card} goes unseen into the cave, you get two coins",
        "effect.light": "The light is {0} and you keep it",
        "effect.spy": "You look at {0:card}",
        "effect.fetch": "The top crate of the quay comes into your hand",
        "effect.end": "You draw a crate and your turn ends",
        "log.sell": "{0:seat} sells {1:card}",
        "log.stow": "{0:seat} stows {1:card}",
        "log.light": "{0:seat} keeps a light of {1}",
        "log.spy": "{0:seat} looks at {1:card}",
        "log.fetch": "{0:seat} fetches the top crate of the quay",
        "log.end": "{0:seat} ends the turn",
        "log.quay": "{0:card} lies on the quay",
        "log.loot": "{0:card} was in the cave",
        "log.left": "{0:seat} has left",
        "ending.raided": "The cave was raided",
        "ending.alone": "Only one smuggler is left",
        "score.coins": "Coins",
        "score.loot": "Loot of the cave",
        "back.crate": "Crate",
        "zone.hand": "hand",
        "zone.deck": "crates not dealt",
        "zone.cave": "cave",
        "view.acts": "",
        "view.hands": "Hand of {0:seat}: {1:card}",
        "view.coins": "{0:seat} has {1} coins",
        "view.turn": "It is the turn of {1:seat}",
        "view.used": "Done this turn: {1}",
        "view.deck": "Crates not dealt: {1:count}",
        "view.cave": "In the cave: {1:card}",
        "view.quay": "On the quay, the top one last: {1:card}",
        "view.loot": "The cave held {1:card}",
        "view.light": "The light burns with {1}",
        "view.keeper": "{1:seat} keeps the light",
        "illegal.no-more": "You cannot {0} again this turn",
        "illegal.no-coin": "You have no coin",
        "illegal.not-possible": "You cannot {0} like that",
    }
}
"""Language -> key of `Game.texts` -> text."""
NAMES: Mapping[str, Mapping[str, str]] = {
    "en": {f"{kind}-{number}": f"{kind} {number}" for kind in ("barrel", "lamp") for number in (1, 2, 3)}
}
"""Language -> face -> name of the card."""
