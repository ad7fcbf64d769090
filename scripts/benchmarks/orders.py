"""Questions asked in games of bots, by kind: without orders, and with those of people who play over days.

A *question* is a moment in which a seat has to be there: it is to decide, and another was asked since it last was.
What its orders answer is no question. Own turns are those of `Game.turn`; a decision of all at once is one of each.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks import Row, Table
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.cli.simulation.trials import GameTrial, begin
from tta_p2p.games.contract import Act, Decision
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import entry
from tta_p2p.table.orders import Order, Orders, entry_of

ORDERS: Mapping[str, tuple[Order, ...]] = {
    "through_the_ages": (
        Order("auction", ("up-to 2",)),
        Order("defence", ("cards 2", "")),
        Order("force", ("units",)),
        Order("offer"),
        Order("choose", ("choose culture", "choose resource", "choose food", "choose population", "choose")),
        Order("give-up", ("give-up warriors", "give-up")),
        Order("split", ("split",)),
        Order("lose-blue", ("give-blue",)),
        Order("row-cards"),
        Order("pick", ("pick",)),
        Order("plunder", ("plunder",)),
        Order("target", ("target",)),
    ),
    "civilization": (
        *(Order(key) for key in ("answer-event", "answer-ability", "answer-action", "answer-move")),
        *(Order(key) for key in ("proposal", "proposal-of-several", "save", "levy", "tend")),
        Order("blow", ("fight",)),
    ),
}
"""The orders of people who play over days. They hold all game long; people change theirs as the game goes."""


@dataclass
class Count:
    """Questions and own turns of some games."""

    turns: int = 0
    questions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Count") -> None:
        """Count other games as well."""
        self.turns += other.turns
        self.questions += other.questions
        self.kinds += other.kinds


class _Play:
    """One game of bots whose seats have orders."""

    def __init__(self, game: str, seats: int, orders: Iterable[Order], seed: int) -> None:
        self.local: LocalGame[Any, Any] = begin(GameTrial(game, seed, seats))
        self.local.answer_needs()
        self.bots = [make_bot("easy", seed * seats + seat, game) for seat in range(seats)]
        self.orders, self.count = Orders(self.local.game), Count()
        for seat in range(seats):
            for order in orders:
                self.orders.add(seat, order, self.local.state)
        self._asked: int | None = None

    def to_its_end(self) -> Count:
        """Play, and count."""
        before: object = None
        while (decision := self.local.decision) is not None:
            turn = self.local.game.turn(self.local.state)
            if turn != before and (turn[1] is not None or decision.sealed):
                self.count.turns += 1 if turn[1] is not None else len(decision.seats)
            before = turn
            seats = decision.seats if decision.sealed else decision.seats[:1]
            entries = [self._entry(decision, seat, turn[1]) for seat in seats]
            if decision.sealed:
                self.local.act(*(entry[0] for entry in entries))
            else:
                for act in entries[0]:
                    self.local.act(act)
        return self.count

    def _entry(self, decision: Decision, seat: int, whose: int | None) -> tuple[Act, ...]:
        local = self.local
        knows = local.dealer.knowledge_of(seat)
        for order in self.orders.due(seat, local.state, len(local.facts)):
            if acts := entry_of(local.game, order, local.state, knows, seat):
                return acts
        if decision.sealed or self._asked != seat:
            self.count.questions += 1
            where = "all at once" if decision.sealed else "own turn" if whose == seat else "another's turn"
            self.count.kinds[f"{decision.key}, {where}"] += 1
        self._asked = None if decision.sealed else seat
        return (self.bots[seat].choose(Situation(local.game, local.state, knows, seat, local.legal(seat))),)


def run(game: str, games: int = 2, seats: int | None = None) -> Iterator[Table]:
    """So many games without orders and with them, of four or as many as can play."""
    number = seats or min(4, entry(game).seats[-1])
    for ordering in (False, True):
        whole, began = Count(), time.process_time()
        for seed in range(1, games + 1):
            whole.add(_Play(game, number, ORDERS.get(game, ()) if ordering else (), seed).to_its_end())
        spent = (time.process_time() - began) * 1000 / games
        rows = [Row("all, a game", spent, _columns(whole.questions, whole.turns))]
        rows += [
            Row(kind, spent * n / whole.questions, _columns(n, whole.turns)) for kind, n in whole.kinds.most_common()
        ]
        yield Table(f"Questions {'with' if ordering else 'without'} orders, {number} seats, {games} games", rows)


def _columns(questions: int, turns: int) -> dict[str, str]:
    return {"questions": f"{questions}", "an own turn": f"{questions / max(1, turns):.3f}"}
