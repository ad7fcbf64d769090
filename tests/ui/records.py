"""Recorded games of bots, whole or as far as they went, for what shows them turn by turn."""

from __future__ import annotations

from functools import cache

from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.node.local.games import new_charter
from tta_p2p.table import local_record
from tta_p2p.table.local_record import DecisionRecord, LocalCharter
from tta_p2p.table.recording import Recording

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")


@cache
def recording(game: str, seats: int, decisions: int = 10_000, names: tuple[str, ...] = NAMES) -> Recording:
    """A game between easy bots, after so many decisions at most."""
    charter, deeds = played(game, seats, decisions, names)
    return local_record.recording(charter, deeds)


def played(
    game: str, seats: int, decisions: int, names: tuple[str, ...] = NAMES
) -> tuple[LocalCharter, list[DecisionRecord]]:
    """What such a game is made of."""
    charter = new_charter(game, seats, {}, 7, names[:seats], dict.fromkeys(range(1, seats), "easy"), {})
    local = local_record.deal(charter)
    bots = [make_bot("easy", seat, game) for seat in range(seats)]
    deeds = list[DecisionRecord]()
    while not local.over and len(deeds) < decisions:
        decision = local.decision
        assert decision is not None
        acts = []
        for seat in decision.seats if decision.sealed else decision.seats[:1]:
            legal = local.legal(seat)
            knows = local.dealer.knowledge_of(seat)
            acts.append(bots[seat].choose(Situation(local.game, local.state, knows, seat, legal)))
        local.act(*acts)
        deeds.append(DecisionRecord(tuple(acts)))
    return charter, deeds
