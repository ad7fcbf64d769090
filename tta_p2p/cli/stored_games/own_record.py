"""Your record over all your finished games of one kind: best games, each opponent, and the cards you used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tta_p2p.cli.simulation.intervals import Proportion
from tta_p2p.table.results import GameResult, PlayerResult


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game in which one seat was yours; `ended`: seconds since 1970."""

    result: GameResult
    own: PlayerResult
    ended: int

    @property
    def won(self) -> float:
        """Your share of the first place."""
        first = [one for one in self.result.players if one.place == 1]
        return 1 / len(first) if self.own.place == 1 else 0.0

    @property
    def lead(self) -> int:
        """The points by which you were ahead of the best other; below 0 by which you were behind."""
        return self.own.points - max((one.points for one in self.result.players if one is not self.own), default=0)


@dataclass(frozen=True, slots=True)
class Opponent:
    """A person you have played with: how often, how often each was ahead of the other, and your lead on average.

    `person`: the public key, in hexadecimal digits; `name`: as they were called last.
    """

    person: str
    name: str
    games: int
    ahead: int
    behind: int
    lead: float


@dataclass(frozen=True, slots=True)
class CardUse:
    """A card in your games: in how many you did this with it, and how many of those you won (shared wins in part)."""

    done: str
    face: str
    games: int
    first: Proportion


def opponents(games: Sequence[OwnGame]) -> list[Opponent]:
    """Give the people of these games, whom you met most often first. Bots and people without a key are none."""
    met: dict[str, list[tuple[OwnGame, PlayerResult]]] = defaultdict(list)
    for game in sorted(games, key=lambda one: one.ended):
        for one in game.result.players:
            if one.person and one is not game.own and one.person != game.own.person:
                met[one.person].append((game, one))
    found = []
    for person, meetings in met.items():
        ahead = sum(game.own.place < other.place for game, other in meetings)
        behind = sum(game.own.place > other.place for game, other in meetings)
        lead = sum(game.own.points - other.points for game, other in meetings) / len(meetings)
        found.append(Opponent(person, meetings[-1][1].name, len(meetings), ahead, behind, lead))
    return sorted(found, key=lambda one: (-one.games, one.name))


def card_uses(games: Sequence[OwnGame]) -> list[CardUse]:
    """Give what you did with cards, the most often used first, by what was done."""
    won: dict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        for done, by_face in game.result.cards.items():
            for face, seats in by_face.items():
                if game.own.seat in seats:
                    won[done, face].append(game.won)
    kinds = list(dict.fromkeys(done for done, _ in won))
    uses = [
        CardUse(done, face, len(shares), Proportion(sum(shares), len(shares))) for (done, face), shares in won.items()
    ]
    return sorted(uses, key=lambda one: (kinds.index(one.done), -one.games, one.face))


def best(games: Iterable[OwnGame]) -> tuple[OwnGame, OwnGame] | None:
    """Give the game with your most points, and the one with your greatest lead; None where there is no game."""
    found = list(games)
    if not found:
        return None
    return max(found, key=lambda one: one.own.points), max(found, key=lambda one: one.lead)
