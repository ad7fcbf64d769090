"""In whole games every event that scores gives each player what its card says: neither more nor twice."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.bots.table import Table, begin, bots, seen
from tta_p2p.games.through_the_ages.game import GAME

from .scored_events import scored


def parts(table: Table) -> dict[int, dict[str, int]]:
    return {p.seat: dict(p.culture_parts) for p in table.state.players}


@pytest.mark.parametrize(("seats", "who"), [(3, "easy"), (4, "easy"), (3, "random")])
def test_events_give_what_their_cards_say_in_whole_games(seats: int, who: str) -> None:
    """`who` sits among those who play by chance: enough for events to be prepared and to come, in a few games."""
    told: Counter[str] = Counter()
    for seed in range(8, 12):
        told += events_of_game(seats, who, seed)
        if told.total() > 3 * seats or (who == "random" and told):
            return
    raise AssertionError(told)


def events_of_game(seats: int, who: str, seed: int) -> Counter[str]:
    """The events that scored in a whole game, each compared with what its card says."""
    told: Counter[str] = Counter()
    others = False  # whether the last event does more than score: it may go on with what people choose
    table = begin(GAME, seats, {"variant": "peaceful" if seats == 4 else "complete"}, seed=seed)
    players = bots([who, *["random"] * (seats - 1)])
    while not table.over:
        decision = table.decision
        assert decision is not None
        before, past, log = table.state, parts(table), len(table.log)
        table.act(*[players[seat].choose(seen(table, seat)) for seat in decision.seats])
        faces = [str(line.args[0]) for line in table.log[log:] if line.key in ("event", "end-event")]
        now = parts(table)
        # current events come once the next is prepared; those of the end of the game once the last turn has scored
        ended = any(line.key == "end-event" for line in table.log[log:])
        scoring = [{*now[p.seat]} - {"event"} if ended else {"preparing"} for p in before.players]
        points = {
            p.seat: p.culture + sum(now[p.seat].get(part, 0) - past[p.seat].get(part, 0) for part in scoring[p.seat])
            for p in before.players
        }
        changes: Counter[int] = Counter()
        for face in faces:
            # impacts change nothing but points, so that all that are scored at the end see the same position
            found = scored(table.state if face.startswith("impact") else before, face, points)
            others = found is None
            if found is None:
                break
            for seat, change in found.items():
                changes[seat] += change
                points[seat] += change
            told[face] += 1
        if not others:
            for seat in range(seats):
                have = now[seat].get("event", 0) - past[seat].get("event", 0)
                assert have == changes[seat], (faces, seat)
    return told
