"""Lines of Through the Ages that are about the seat that is their first argument (`Game.clauses`, `Game.notes`)."""

from __future__ import annotations

_LOG = (
    *("actions-lost", "antiquated", "antiquated-hidden", "attacks", "auction-out", "auction-pass", "auction-won"),
    *("bids", "blue-lost", "blue-lost-from", "bonus", "builds", "cancels", "colonizes", "colony-lost", "colony-taken"),
    *("consumption", "converts", "copies", "corruption", "corruption+food-lost", "corruption+resource-lost"),
    *("corruption+resource-lost+food-lost", "culture", "culture-for", "culture-lost", "declared-as", "declares"),
    *("declines", "destroyed", "destroys", "develops", "disbanded", "discards", "discards-hidden", "draws", "food"),
    *("food-lost", "food-produced", "force", "forfeit", "keeps-event", "leader", "leader-goes", "left", "no-look"),
    *("no-politics", "no-row-cards", "offers", "pays", "peeks", "plays", "pool-actions", "pool-resource"),
    *("pool-science", "population", "population-lost", "population-lost-from", "prepares", "refuses", "regained"),
    *(
        "replaced",
        "resource",
        "resource-lost",
        "resource-produced",
        "revolution",
        "sacrifices",
        "science",
        "science-lost",
        "stages",
    ),
    *("starvation", "starvation+culture-lost", "strengths", "superseded", "tactic", "takes", "technology-taken"),
    *("tokens", "tokens-come", "trades", "tucked", "units-lost", "upgrades", "uprising", "war", "war-won"),
    *("wonder-finished", "wonder-goes", "yellow-lost", "yellow-taken"),
)
"""Lines of the log that say what a seat does, or what it gets and loses."""
_EFFECTS = (
    *("end-consumption", "end-corrupted-food", "end-corruption", "end-culture", "end-discards", "end-draws"),
    *("end-food", "end-missing", "end-resource", "end-science", "end-starvation", "end-uprising", "leaves-game"),
    *("superseded", "war-given-up"),
)
"""What an act would bring to a seat."""
_NOTES = (
    *("actions-gone", "actions-won", "armies", "blue-bank", "civil-actions", "civil-hand", "civil-hand-limit"),
    *("consumption", "corruption", "culture", "culture-points", "discontent", "food", "food-production", "forfeit"),
    *("gets", "happiness", "largest-force", "loses", "military-actions", "military-hand", "military-hand-limit"),
    *("no-uprising", "population-price", "resource", "resource-production", "science", "science-points", "stages"),
    *("stages-per-action", "strength", "tokens", "unfinished", "unfinished-goes", "unit-resource", "unit-science"),
    *("unused", "uprising", "urban-limit", "workers", "yellow-bank"),
)
"""How something of a seat's would change."""

CLAUSES = frozenset((*(f"log.{key}" for key in _LOG), *(f"effect.{key}" for key in _EFFECTS)))
"""Keys of texts that are said of a seat: Ann takes Moses."""
NOTES = frozenset(f"effect.{key}" for key in _NOTES)
"""Keys of texts that are noted of a seat: Ann: strength 3 → 4."""
