"""The entry of a game: `ENTRY` in its package, which `tta_p2p.registry` finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .chance import Chance
    from .contract import Line
    from .game import Game
    from .local import LocalGame


class ImpossibleScenario(ValueError):
    """No game comes to this position; the text says why."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """A game's counts in simulations, by key: of the whole game, and of each seat, the first seat first.

    `cards`: what was done with cards, by key, and by face the seats that did it, each once, ascending. The text
    `figure.KEY` of the game says what was counted or done.
    """

    game: Mapping[str, int] = field(default_factory=dict)
    seats: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    cards: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """The application's knowledge of a game before it loads the rules.

    `title` stands on its box, and `titles` what is there in other languages, by tag (`zh-Hans`); `seats` are the
    numbers of seats it can be played with; `rules` loads the rules; by `aliases` people may call it besides its
    name. `statistics` counts what the game wants counted in simulations, from a state and all that was logged.
    `scenario` reads JSON data that tell a position, and gives what begins a game with it; it raises
    ImpossibleScenario. `has_points`: its players get points; without, a game says only who has won, and how
    (`Standings.ending`), and the points of its standings are nothing to people. `example`: it shows how games are
    made, and is offered last. `released`: by the release of this program that brought them, the digest of the rules
    (BLAKE2b, 64 hex digits, as `table.binding.rules_digest` gives it): a game that was begun with older rules names
    the release that finishes it. `earlier`: by release, one of `released`, loads its rules where this program still
    has them, so that its games go on here; new games never begin with them. Whatever could not be used later is refused
    at once (ValueError), so that a game with a slip is left out and no other suffers.
    """

    title: str
    seats: tuple[int, ...]
    rules: Callable[[], Game[Any, Any]]
    aliases: tuple[str, ...] = ()
    statistics: Callable[[Any, Sequence[Line]], Statistics] | None = None
    scenario: Callable[[Any], Callable[[Chance], LocalGame[Any, Any]]] | None = None
    example: bool = False
    has_points: bool = True
    titles: Mapping[str, str] = field(default_factory=dict)
    released: Mapping[str, str] = field(default_factory=dict)
    earlier: Mapping[str, Callable[[], Game[Any, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what is no entry, whatever types its author has promised."""
        title: Any = self.title
        seats: Any = self.seats
        aliases: Any = self.aliases
        if not (isinstance(title, str) and title.strip()):
            raise ValueError("title: some words")
        titles: Any = self.titles
        pairs = titles.items() if isinstance(titles, Mapping) else [("", "")]
        if not all(isinstance(one, str) and one.strip() for pair in pairs for one in pair):
            raise ValueError("titles: some words by language")
        if not (isinstance(seats, tuple) and seats and all(isinstance(one, int) and one > 0 for one in seats)):
            raise ValueError("seats: a tuple of numbers of players")
        if list(seats) != sorted(set(seats)):
            raise ValueError("seats: each number once, ascending")
        if not (isinstance(aliases, tuple) and all(isinstance(one, str) for one in aliases)):
            raise ValueError("aliases: a tuple of words")
        released: Any = self.released
        digests = released.values() if isinstance(released, Mapping) else [None]
        if not all(isinstance(one, str) and re.fullmatch(r"[0-9a-f]{64}", one) for one in digests):
            raise ValueError("released: digests of 64 hex digits by release")
        earlier: Any = self.earlier
        loaders = earlier.values() if isinstance(earlier, Mapping) and earlier.keys() <= released.keys() else [None]
        if not all(map(callable, loaders)):
            raise ValueError("earlier: functions that give the rules of releases in released")
        if not callable(self.rules):
            raise ValueError("rules: a function that gives them")
