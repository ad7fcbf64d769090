"""Parts of the product that raise an error which nobody foresaw, at one of the moments at which parts may do anything.

The moments are found in the contract of parts and in the roles that each part plays.
"""

from __future__ import annotations

import inspect
from typing import Any

from tta_p2p.node.game import parts
from tta_p2p.node.game.catch_up import CatchUp
from tta_p2p.node.game.ending import Ending
from tta_p2p.node.game.part import Part

ALL: list[type[Part]] = [CatchUp, *parts.find_parts(), Ending]
BEGIN, TASK = "__init__", "a task"
"""Where a part is made, and in a task that it starts at its first look."""


class Invented(Exception):
    """An error that no library raises and no part of the product knows."""


def is_hook(name: str, own: object) -> bool:
    """Whether others call this of a part."""
    return not name.startswith("_") and (inspect.isfunction(own) or isinstance(own, property))


HOOKS = [name for name, own in vars(Part).items() if is_hook(name, own)]


def roles_of(part: type[Part]) -> dict[str, Any]:
    """The roles of a part, and the answers where no part plays them."""
    roles = [base for base in part.__mro__ if not issubclass(base, Part) and base is not object]
    return {name: own for role in roles for name, own in vars(role).items() if is_hook(name, own)}


def broken(part: type[Part], hook: str, struck: set[str]) -> type[Part]:
    """A part that fails at one moment, whenever it comes; it then adds its name to ``struck``."""

    def fail(self: Part, *_: Any, **__: Any) -> Any:
        struck.add(part.__name__)
        raise Invented(hook)

    async def fail_later(self: Part, *_: Any, **__: Any) -> Any:
        fail(self)

    def begin(self: Part) -> None:
        if part.__name__ not in struck:
            self.start(fail_later, self)

    own = getattr(part, hook, None)
    made: Any = begin if hook == TASK else fail
    if isinstance(own, property):
        made = property(fail)
    elif inspect.iscoroutinefunction(own):
        made = fail_later
    return type(part.__name__, (part,), {"look" if hook == TASK else hook: made})
