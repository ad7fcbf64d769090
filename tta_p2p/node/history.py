"""The games of a data folder, as people read them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from protocol.charter import decode_charter
from protocol.versions import OtherVersion
from tta_p2p.store.database import Store

DAMAGED = "damaged"
"""The status of a game of which the store does not say what was written to it."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game in the store."""

    sid: str
    game: str
    status: str
    touched: int
    me: str
    players: tuple[str, ...]
    needs: str = ""
    """The program that it was begun with, if this is another one."""

    def hint(self, id: str) -> str:
        """What can be done with it; ``id`` is as much of its id as says that it is meant."""
        if self.needs:
            return f"needs {self.needs}"
        if self.status == DAMAGED:
            return "bring an undamaged copy of the data folder back"
        return f"tta resume {id}" if self.status == "playing" else f"tta export {id}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def stored_games(folder: Path) -> list[StoredGame]:
    """All games, the last played first. Raises StoreError."""
    store = Store(folder)
    try:
        games = []
        for row in store.games():
            if not row.sound:
                games.append(StoredGame(row.sid.hex(), row.game, DAMAGED, row.touched, "", ()))
                continue
            try:
                charter = decode_charter(row.charter).charter
            except OtherVersion as error:
                games.append(StoredGame(row.sid.hex(), row.game, row.status, row.touched, "", (), error.needed))
                continue
            players = tuple(seat.name for seat in charter.seats)
            me = charter.operators[row.operator].name
            games.append(StoredGame(row.sid.hex(), row.game, row.status, row.touched, me, players))
        return games
    finally:
        store.close()
