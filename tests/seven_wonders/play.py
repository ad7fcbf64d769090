"""Positions and turns in few words, for the tests of the rules."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import Act, Card, Illegal
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scenario import City, Scenario
from tta_p2p.games.seven_wonders.state import State


class Table:
    """A game from some position on; seats act by lines like `build altar 0 2`, `stage`, `sell altar`."""

    def __init__(self, local: LocalGame[State, Any]) -> None:
        self.local = local

    @property
    def s(self) -> State:
        """The state."""
        return self.local.state

    @property
    def asked(self) -> str:
        """The key of the open decision; empty when the game is over."""
        return self.local.decision.key if self.local.decision else ""

    def hand(self, seat: int) -> list[str]:
        """The faces of a hand."""
        return [self.local.dealer.faces[handle] for handle in self.s.hands[seat]]

    def discards(self) -> list[str]:
        """The faces of the discard pile."""
        return sorted(self.local.dealer.faces[handle] for handle in self.s.discards)

    def handle(self, seat: int, face: str) -> int:
        """A card of a hand, or of the discard pile that is searched."""
        among = (*self.s.hands[seat], *self.s.looked)
        return next(handle for handle in among if self.local.dealer.faces[handle] == face)

    def ways(self, seat: int, verb: str, face: str = "") -> list[tuple[int, int]]:
        """The legal payments (left, right) for an act with a card (any, if none is named)."""
        handle = self.handle(seat, face) if face else self.s.hands[seat][0]
        found = []
        for option in self.local.legal(seat):
            card, *way = option.act.args if option.act.args else (None,)
            if option.act.verb == verb and isinstance(card, Card) and card.handle == handle:
                found.append(tuple(way))
        return found  # type: ignore[return-value]

    def act(self, seat: int, line: str) -> Act:
        """The act a line means; a payment not given is the only one there is."""
        verb, *rest = line.split()
        if verb == "decline":
            return Act(seat, verb)
        face = rest[0] if rest else self.hand(seat)[0]
        card = Card(self.handle(seat, face), face if verb in ("build", "take") else "")
        if verb in ("sell", "take"):
            return Act(seat, verb, (card,))
        if len(rest) > 1:
            return Act(seat, verb, (card, int(rest[1]), int(rest[2])))
        ways = self.ways(seat, verb, face) or [(0, 0)]
        assert len(ways) == 1, f"several payments: {ways}"
        return Act(seat, verb, (card, *ways[0]))

    def turn(self, *lines: str) -> Table:
        """Let all act at once, who is not named sells a card."""
        decision = self.local.decision
        assert decision is not None
        if decision.sealed:
            each = dict(enumerate(lines))
            self.local.act(*(self.act(seat, each.get(seat) or "sell") for seat in decision.seats))
        else:
            (line,) = lines
            self.local.act(self.act(decision.seats[0], line))
        return self

    def refusal(self, seat: int, line: str) -> str:
        """The key of what is refused."""
        told = GAME.explain(self.s, self.local.dealer.knowledge_of(seat), self.act(seat, line))
        try:
            GAME.claims(self.s, self.act(seat, line))
        except Illegal as error:
            assert told.refusal == error.line
        return told.refusal.key if told.refusal else ""

    def points(self, seat: int, part: str) -> int:
        """The points of one part of a seat's score."""
        place = next(one for one in GAME.standings(self.s).places if one.seat == seat)
        return dict(place.parts)[part]


def play(*cities: City, **given: Any) -> Table:
    """Give a table with these cities."""
    return Table(Scenario(cities=list(cities), **given).build().game())


def city(board: str = "", side: str = "day", **given: Any) -> City:
    """Give a city."""
    return City(board=board, side=side, **given)  # type: ignore[arg-type]
