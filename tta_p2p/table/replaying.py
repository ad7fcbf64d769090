"""Stepping through a recorded game: every fact with what the rules said of it and the state it led to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from protocol.charter import SignedCharter
from protocol.transcript import Reader, Said
from tta_p2p.games.contract import NOTHING, Fact, Game, Line
from tta_p2p.games.registry import find
from tta_p2p.table.audit import Damaged
from tta_p2p.table.game_table import Again, Began, GameTable, Paused, Told


@dataclass(frozen=True, slots=True)
class Instant:
    """One step of the game: the fact (None at the start), what was logged, and the state after it."""

    fact: Fact | None
    log: tuple[Line, ...]
    state: Any


@dataclass(slots=True)
class Recording:
    """A recorded game, ready to be stepped through in both directions."""

    charter: SignedCharter
    game: Game[Any, Any]
    names: tuple[str, ...]
    instants: list[Instant]

    def view(self, number: int) -> Any:
        """What everybody could see after that step."""
        return self.game.view(self.instants[number].state, NOTHING, None)


def read_recording(path: Path) -> Recording:
    """Replay a transcript file. Raises Damaged, ProtocolError, UnknownGame and BadEntry for what cannot be replayed."""
    reader = Reader()
    records = reader.feed(path.read_bytes())
    reader.end()
    charter = reader.charter
    assert charter is not None
    game = find(charter.charter.game)
    table = GameTable(game, charter, _no_entropy)
    instants: list[Instant] = []
    for record in records:
        if isinstance(record, Said):
            table.receive(record.envelope)
            _take(table, instants)
    seating = table.seating
    names = tuple(charter.charter.seats[seat].name for seat in seating.charter) if seating is not None else ()
    if not instants:
        raise Damaged("the game in this file never began")
    return Recording(charter, game, names, instants)


def _take(table: GameTable, instants: list[Instant]) -> None:
    """Add what has happened; each fact is applied once more, because only the last state is kept by the table."""
    for event in table.poll().events:
        match event:
            case Began(order, log):
                options = table.options
                instants.append(Instant(None, log, table.game.start(options, len(order)).state))
            case Told(fact, log):
                instants.append(Instant(fact, log, table.game.apply(instants[-1].state, fact).state))
            case Again():
                instants.clear()
            case Paused(_, reason):
                raise Damaged(reason)
            case _:
                pass


def _no_entropy(count: int) -> bytes:
    raise AssertionError("who replays makes no secrets")
