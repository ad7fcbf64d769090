"""What a digest of Civilization leaves out, sets apart or has said already, in any language (`ui.digest`)."""

from __future__ import annotations

_TOLD_BY_ITS_ACT = {
    "event-kill-armies": "killed-armies", "event-kill-both": "killed-both", "event-kill-scouts": "killed-scouts",
    "event-kill-person": "killed-person", "event-swap": "learns", "event-wreck": "wrecks", "event-wreck-both": "wrecks",
}  # fmt: skip
"""A culture event -> what happens because of it, which the event has said already."""

_KEYS = (
    *("apart.collects", "apart.culture", "apart.dial", "apart.trade", "tile", "turn", "through.pass", "turns.hands"),
    *("turns.hands-barbarians", "becomes", "said.unit.recruits", "said.give.builds"),
    *("pushed-armies", "pushed-both", "pushed-scouts"),
    *(f"said.{act}.{line}" for act, line in _TOLD_BY_ITS_ACT.items()),
)
"""What follows from an end that is nobody's deed, what the map and the title show anyway, and what a deed has said."""

DIGEST = {f"digest.{key}": "" for key in _KEYS}
"""These keys without a text."""
