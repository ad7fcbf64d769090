"""The result of a stored game for its owner: places, sources of points, and the game's own figures.

A journal is one's own, so it is played through and not verified anew; what others may doubt is what `audit` is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from protocol.charter import decode_charter
from protocol.errors import ProtocolError
from protocol.transcript import SecretRecord
from tta_p2p.games.contract import Line, Standings
from tta_p2p.games.entry import Statistics
from tta_p2p.registry import entry
from tta_p2p.table import local_record
from tta_p2p.table.audit import read_record
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.recording import DamagedFile
from tta_p2p.table.releases import rules_of


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The result of one player. `you`: the owner of the store. `parts`: the sources of the points, by key.

    `figures` is what the game counts of a seat, by key (`games.entry.Statistics`); `left` is empty or why it left.
    `person`: the public key of the person at that seat, in hexadecimal digits; empty for bots and local games.
    """

    seat: int
    name: str
    you: bool
    place: int
    points: int
    left: str
    parts: Mapping[str, int]
    figures: Mapping[str, int]
    person: str = ""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game; `ending` says why it ended, `figures` holds the game's counts of the whole of it.

    `cards`: what was done with cards, by key, and by face the seats that did it (`games.entry.Statistics`).
    """

    game: str
    options: Mapping[str, Any]
    players: tuple[PlayerResult, ...]
    figures: Mapping[str, int]
    ending: Line | None = None
    cards: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)


def result_of(charter: bytes, journal: Iterable[bytes], operator: int) -> GameResult | None:
    """Give the result of a stored game, None where its rules have not come to an end.

    `operator` is the number of the store's owner in the charter. Raises DamagedFile, BadEntry and UnknownGame.
    """
    if local_record.is_local(charter):
        begun = local_record.read_charter(charter)
        played = local_record.deal(begun, [local_record.read_record(data) for data in journal])
        if not played.over:
            return None
        alone = begun.people if len(begun.people) == 1 else ()
        standings = played.game.standings(played.state)
        nobody = ("",) * begun.seats
        return _result(begun.game, begun.options, standings, begun.names, alone, nobody, played.state, played.log)
    signed = decode_charter(charter)
    try:
        kept = [record for record in map(read_record, journal) if not isinstance(record, SecretRecord)]
        table = GameTable(rules_of(signed.charter), signed, _no_entropy, journal=kept)
    except ProtocolError as error:
        raise DamagedFile(str(error)) from error
    if table.session.fault is not None or not table.session.course.finished or table.seating is None:
        return None
    seats = [signed.charter.seats[seat] for seat in table.seating.charter]
    own = signed.charter.operators[operator].name
    operators = signed.charter.operators
    persons = tuple(
        operators[seat.operator].identity.hex() if seat.name == operators[seat.operator].name else "" for seat in seats
    )
    yours = tuple(number for number, seat in enumerate(seats) if seat.operator == operator and seat.name == own)
    standings = table.game.standings(table.state)
    names = tuple(seat.name for seat in seats)
    return _result(signed.charter.game, table.referee.options, standings, names, yours, persons, table.state, table.log)


def _result(
    game: str,
    options: Mapping[str, Any],
    standings: Standings,
    names: tuple[str, ...],
    yours: tuple[int, ...],
    persons: tuple[str, ...],
    state: Any,
    log: Iterable[Line],
) -> GameResult:
    count: Callable[..., Statistics] = entry(game).statistics or (lambda *_: Statistics())
    figures = count(state, tuple(log))
    players = tuple(
        PlayerResult(
            place.seat,
            names[place.seat],
            place.seat in yours,
            place.place,
            place.points,
            place.left or "",
            dict(place.parts),
            {key: counted[place.seat] for key, counted in figures.seats.items()},
            persons[place.seat],
        )
        for place in standings.places
    )
    cards = {done: dict(by_face) for done, by_face in figures.cards.items()}
    return GameResult(game, dict(options), players, dict(figures.game), standings.ending, cards)


def _no_entropy(count: int) -> bytes:
    raise AssertionError("who plays a journal through makes no secrets")
