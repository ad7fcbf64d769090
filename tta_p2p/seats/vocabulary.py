"""All messages there are: those of every game, and those of the concerns that have a file in `parts`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

from tta_p2p.seats import messages, parts
from tta_p2p.seats.messages import Reply, Request

_Said = TypeVar("_Said", bound=Request | Reply)


def message_modules() -> tuple[ModuleType, ...]:
    """Load the files that define messages, in the order of their names."""
    names = sorted(found.name for found in iter_modules(parts.__path__))
    return messages, *(import_module(f"{parts.__name__}.{name}") for name in names)


def _defined(base: type[_Said]) -> tuple[type[_Said], ...]:
    found = (one for module in message_modules() for one in vars(module).values())
    kinds = (one for one in found if isinstance(one, type) and issubclass(one, base) and one is not base)
    return tuple(dict.fromkeys(kinds))


REQUESTS: tuple[type[Request], ...] = _defined(Request)
"""What a client can say."""
REPLIES: tuple[type[Reply], ...] = _defined(Reply)
"""What a node can say."""
