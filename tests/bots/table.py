"""Games between bots in one process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tta_p2p.bots.base import Bot, Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Game, Options
from tta_p2p.games.local import LocalGame

Table = LocalGame[Any, Any]
Watch = Callable[[Table, Situation, Act], None]


def begin(game: Game[Any, Any], seats: int, options: Options | None = None, seed: int = 1) -> Table:
    table: Table = LocalGame(game, seats, options, Chance(seed))
    table.settle()
    return table


def seen(table: Table, seat: int) -> Situation:
    """What a seat that must decide may use."""
    return Situation(table.game, table.state, table.dealer.knows(seat), seat, table.legal(seat))


def bots(levels: Sequence[str], seed: int = 1) -> list[Bot]:
    return [make_bot(level, 10 * seed + seat) for seat, level in enumerate(levels)]


def play(table: Table, players: Sequence[Bot], watch: Watch | None = None) -> Table:
    """Play a game to its end; an act that is not legal or claims what is not true raises."""
    while not table.over:
        decision = table.decision
        assert decision is not None
        acts = []
        for seat in decision.seats:
            situation = seen(table, seat)
            act = players[seat].choose(situation)
            assert act in [option.act for option in situation.options]
            if watch is not None:
                watch(table, situation, act)
            acts.append(act)
        table.act(*acts)
    return table


def points(table: Table) -> list[int]:
    """The points by seat."""
    places = table.game.standings(table.state).places
    return [place.points for place in sorted(places, key=lambda place: place.seat)]
