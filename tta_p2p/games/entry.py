"""How a game says that it is one: `ENTRY` in its package, found by `tta_p2p.registry`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .contract import Game


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a game before its rules are loaded.

    `title` stands on its box; `seats` are the numbers of seats it can be played with; `rules` loads the rules; by
    `aliases` people may call it besides its name.
    """

    title: str
    seats: tuple[int, ...]
    rules: Callable[[], Game[Any, Any]]
    aliases: tuple[str, ...] = ()
