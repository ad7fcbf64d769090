"""Whole games stored as text: a head that names the table, then one line for everything a seat did in a row.

    complete 3 7
    0: take 5; end
    1! gone

means variant, number of seats and seed of the local dealer, and behind them the edition if it is not that of 2015;
seat 0 takes a card and ends its turn; seat 1 leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from tta_p2p.games.contract import Reason
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.tables import EDITION

GAMES = Path(__file__).parent / "games"
PRINTS = Path(__file__).parent / "prints"
Local = LocalGame[Any, Any]


@dataclass(frozen=True)
class Stored:
    """A stored game."""

    name: str
    variant: str
    seats: int
    seed: int
    entries: tuple[str, ...]
    edition: str = EDITION

    def text(self) -> str:
        """Give the game as it is stored."""
        edition = f" {self.edition}" if self.edition != EDITION else ""
        return "\n".join([f"{self.variant} {self.seats} {self.seed}{edition}", *self.entries, ""])

    def begin(self) -> Local:
        """Give the game before its first act."""
        local: Local = LocalGame(GAME, self.seats, {"variant": self.variant, "edition": self.edition}, self.seed)
        local.answer_needs()
        return local

    def play(self) -> Iterator[tuple[str, Local]]:
        """Play the game: give each entry and the game after it, first an empty entry."""
        local = self.begin()
        yield "", local
        for entry in self.entries:
            told(local, entry)
            yield entry, local


def told(local: Local, entry: str) -> None:
    """Carry out an entry."""
    seat, how, rest = int(entry[0]), entry[1], entry[2:].strip()
    if how == "!":
        assert rest in get_args(Reason)
        local.leave(seat, cast(Reason, rest))
        return
    for text in rest.split("; "):
        local.act(GAME.read(text, seat))


def stored() -> list[Stored]:
    """Give all stored games by name."""
    found = []
    for file in sorted(GAMES.glob("*.txt")):
        head, *entries = file.read_text().splitlines()
        variant, seats, seed, *edition = head.split()
        found.append(Stored(file.stem, variant, int(seats), int(seed), tuple(entries), *edition))
    return found
