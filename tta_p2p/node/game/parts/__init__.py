"""The parts of a game under way: one file for each concern, found by the loop and known to nobody by name."""

from __future__ import annotations

import importlib
import pkgutil

from tta_p2p.node.game.part import Part

ORDER = {
    "drafts": "before all that act: what a person has chosen comes before what this node does by itself",
    "orders": "before bots: a seat that has ordered what is asked of it need not be thought about",
    "times": "before votes and bots: the seconds that have passed belong to those who were waited for until now",
    "on_turn": "before autopilot: a person is called though a bot takes the seat in the same moment",
    "votes": "before pause and rematch: people read that a motion has carried before they read what follows",
    "pause": "before autopilot and bots: nothing is done for a seat of a node that is paused",
    "autopilot": "before bots: a bot plays at once for a person whose time is over",
    "bots": "after whatever gives them a seat, or takes one from them",
    "audit_keys": "before rematch: whoever goes on to another table has handed its keys over",
    "address_book": "any time: nothing depends on it",
    "onion": "any time: nothing depends on it",
    "folder": "any time: nothing depends on it",
    "beacons": "any time: nothing depends on it",
    "attendance": "any time: nothing depends on it",
    "connections": "any time: nothing depends on it",
    "outages": "any time: nothing depends on it",
    "chat": "any time: nothing depends on it",
    "proofs": "any time: only `CatchUp` asks for it",
    "spectators": "any time: nothing depends on it",
    "rematch": "last: it looks at a game that all other parts have done with",
}
"""The parts in the order in which they hear what happens, save, look, act and tell news, each with the reason."""


def find_parts() -> list[type[Part]]:
    """The parts that there are, in order; one that `ORDER` does not name comes last."""
    names = {found.name for found in pkgutil.iter_modules(__path__)}
    return [_part_of(name) for name in sorted(names, key=lambda name: ([*ORDER, name].index(name), name))]


def _part_of(name: str) -> type[Part]:
    module = importlib.import_module(f"{__name__}.{name}")
    own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    (part,) = (one for one in own if issubclass(one, Part))
    return part
