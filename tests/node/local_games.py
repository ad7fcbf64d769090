"""Local games played by chance, and all that matters of where they stand."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.node.local.games import new_charter
from tta_p2p.node.local.table import LocalTable
from tta_p2p.table.local_record import LocalCharter


def charter(game: str, seats: int, people: int = 1, seed: int = 7) -> LocalCharter:
    names = tuple(f"Player {seat}" for seat in range(seats))
    return new_charter(game, seats, {}, seed, names, dict.fromkeys(range(people, seats), "random"), {})


def decide(table: LocalTable, chance: Chance) -> bool:
    """Let a person decide something by chance, as a client does; whether anybody had to."""
    waiting = table.to_decide()
    if not waiting:
        return False
    seat = waiting[0]
    legal = [one.act for one in table.draft(seat).legal() if one.act.verb not in ("resign", "by-hand")]
    table.act(chance.choice(legal))
    table.changed(seat)
    return True


def stands(table: LocalTable) -> Any:
    """All that matters of a table: what has happened, what each seat sees, what is drafted and chosen."""
    seats = range(table.local.seats)
    drafts = {seat: tuple(table.draft(seat).acts) for seat in table.to_decide()}
    choices = {seat: table.choice(seat) for seat in seats if seat not in table.bots}
    log = [(line.key, line.args, line.turn, line.number, line.actor) for line in table.log]
    digest = table.game.digest(table.state)
    return list(table.facts), digest, log, [table.knows(seat) for seat in seats], drafts, choices, table.local.over
