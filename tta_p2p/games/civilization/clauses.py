"""Lines of Civilization that are about the seat that is their first argument (`Game.clauses`)."""

from __future__ import annotations

_LOG = (
    *("accepts", "advances", "agrees", "arts", "attacked", "barbarians", "begins-with", "bombs", "builds"),
    *("builds-walls", "capital", "city-attacked", "civilization", "coin", "collects", "conquers", "counters"),
    *("culture", "declines", "dial", "discovers", "drops", "erects", "event", "falls", "first", "founds", "gathers"),
    *("governs", "grants", "hands", "hands-barbarians", "heals", "killed-armies", "killed-both", "killed-person"),
    *("killed-scouts", "learns", "leaves-city", "left", "levies", "locks", "melts", "moves-armies", "moves-both"),
    *("moves-scouts", "no-study", "opens", "opens-barbarians", "person", "places", "plays-anarchy", "plays-event"),
    *("plays-kill-armies", "plays-kill-both", "plays-kill-person", "plays-kill-scouts", "plays-production"),
    *("plays-push-armies", "plays-push-both", "plays-push-scouts", "plays-spoil", "plays-spoil-of", "plays-swap"),
    *("plays-wreck", "plays-wreck-both", "posts", "proposes", "proposes-to-several", "recalls", "recruits", "refuses"),
    *("sacrifices", "saves", "saves-none", "scouts-fall", "seizes", "seizes-event", "seizes-marker", "ships"),
    *("smites", "stores", "strikes", "strikes-barbarians", "takes", "takes-hut", "takes-village", "trade", "uses"),
    *("waits", "walls-fall", "welcomes", "wins-battle", "wins-culture", "wins-economy", "wins-military"),
    *("wins-technology", "wounds", "wrecks"),
)
"""Lines of the log that say what a seat does, or what it gets and loses."""

CLAUSES = frozenset(f"log.{key}" for key in _LOG)
"""Keys of texts that are said of a seat: Ann takes Moses."""
