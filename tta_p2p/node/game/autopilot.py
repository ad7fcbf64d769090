"""Own seats that a bot plays for a while because their person asked for it, and what others say of theirs.

Who plays a seat cannot be proved: the others are told, over their channels, so that nobody is deceived by courtesy. A
node that is started again plays on without a bot, since somebody has just started it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from protocol.charter import Charter
from tta_p2p.bots.levels import levels, make_bot
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Mesh
from tta_p2p.node.game.loop import Telling
from tta_p2p.node.game.players import Players
from tta_p2p.node.serving.tables import NotPossible
from tta_p2p.seats import messages as say
from tta_p2p.table.game_table import GameTable

LONGEST = 40
"""Letters of a level that somebody else names."""


class Autopilots:
    """Who has a bot play for them, by seats of the charter."""

    def __init__(
        self, table: GameTable, operator: int, players: Players, mesh: Mesh, telling: Telling, seed: int
    ) -> None:
        self._table, self._operator, self._players, self._mesh = table, operator, players, mesh
        self._telling, self._seed = telling, seed
        self._levels: dict[int, str] = {}
        """The level of the bot at each seat that has one now, of all operators."""

    def ask(self, seat: int, level: str) -> None:
        """The person at an own seat hands it over, or takes it back (no level). Raises NotPossible."""
        if seat in self._players.programs or seat in self._players.bots:
            raise NotPossible("node.person-only")
        if level and level not in levels():
            raise NotPossible("node.no-level", level, [*levels()])
        if level == self._levels.get(seat, ""):
            raise NotPossible("node.autopilot-so")
        self._note(seat, level)
        if level:
            self._players.stand_ins[seat] = make_bot(level, self._seed + seat)
        else:
            del self._players.stand_ins[seat]
        self._mesh.send_all(Kind.AUTOPILOT, self._frame())

    def came(self, operator: int) -> None:
        """Somebody is connected: they hear how it stands here now."""
        self._mesh.send(operator, Kind.AUTOPILOT, self._frame())

    def hear(self, operator: int, payload: bytes) -> bool:
        """Take in what somebody says of the own seats; whether it is news."""
        try:
            said = msgspec.json.decode(payload, type=dict[int, str])
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        news = False
        for seat in self._table.charter.seats_of(operator):
            level = said.get(seat, "")[:LONGEST]
            level = level if level.isascii() and level.isalnum() else ""
            if level != self._levels.get(seat, ""):
                self._note(seat, level)
                news = True
        return news

    def news(self) -> Iterator[say.Autopiloted]:
        """Tell somebody who comes now where bots play."""
        for seat, level in self._levels.items():
            yield self._said(seat, level)

    def _note(self, seat: int, level: str) -> None:
        if level:
            self._levels[seat] = level
        else:
            self._levels.pop(seat, None)
        self._telling.tell_all(self._said(seat, level))

    def _said(self, seat: int, level: str) -> say.Autopiloted:
        charter: Charter = self._table.charter
        seating = self._table.seating
        number = seating.to_game(seat) if seating is not None and seat in seating.charter else seat
        return say.Autopiloted(number, charter.seats[seat].name, level)

    def _frame(self) -> bytes:
        own = self._table.charter.seats_of(self._operator)
        return msgspec.json.encode({seat: level for seat, level in self._levels.items() if seat in own})
