"""The parts of a client: a file for each concern of a game under way, found by its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..part import Part
    from ..state import ClientState

BEFORE_GAME = (
    "lessons",  # the game of another lesson begins as a new one, whatever was known before
    "rematch",  # another game at one keyboard begins as a new one, whatever was known before
    "orders",  # what the node decides from now on is told before the turn that goes with it
)
"""The parts that hear a reply before the game does, in this order, each with the reason why."""
AFTER_GAME = (
    "pause",  # a game that rests waits for nobody's act, whatever else is known of them
    "connections",  # a node that cannot be reached explains all that its people do not do
    "recovery",  # as long as the others are asked what was played, nothing else is asked of anybody
    "votes",  # a vote goes before a turn, and is asked of people for whom bots play, too
    "autopilot",  # a seat that a bot plays is not asked for its turn, nor missed at its node
    "attendance",  # somebody is missed where all others are there
)
"""The parts whose order matters after the game has heard a reply and in what is said, each with the reason why; those
that no list names follow by their names.
"""


@cache
def parts_before_game() -> tuple[Part, ...]:
    """Give the parts that hear a reply before the game does."""
    return tuple(_load(name) for name in BEFORE_GAME if name in _names())


@cache
def parts_after_game() -> tuple[Part, ...]:
    """Give all other parts, in their order."""
    names = [name for name in AFTER_GAME if name in _names()]
    return tuple(_load(name) for name in (*names, *sorted(_names().difference(BEFORE_GAME, names))))


@cache
def all_parts() -> tuple[Part, ...]:
    """Give all parts there are."""
    return *parts_before_game(), *parts_after_game()


@cache
def with_hook(*hooks: str) -> tuple[Part, ...]:
    """Give the parts that do something of their own at one of these methods of `Part`: no other need be asked."""
    return tuple(part for part in all_parts() if any(hook in vars(type(part)) for hook in hooks))


def is_paused(state: ClientState) -> bool:
    """Whether nobody plays meanwhile, because all have agreed to that."""
    return any(part.is_paused(state) for part in with_hook("is_paused"))


def _names() -> frozenset[str]:
    return frozenset(found.name for found in iter_modules(__path__))


def _load(name: str) -> Part:
    part: Part = import_module(f"{__name__}.{name}").PART
    return part
