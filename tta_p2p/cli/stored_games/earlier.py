"""Earlier results of the person of this data folder, from what is kept of each finished game."""

from __future__ import annotations

from pathlib import Path

from tta_p2p.node.data_folder.lent_games import read_lent_games
from tta_p2p.node.data_folder.stored_games import stored_games
from tta_p2p.store.database import StoreError
from tta_p2p.ui.state import EarlierResult


def earlier_results(home: Path) -> tuple[EarlierResult, ...]:
    """Give how the games that this person played alone have ended, the last one first; nothing where the store cannot
    be read.
    """
    try:
        lent = read_lent_games(home)
        games = [one for one in stored_games(home) if one.status == "over" and one.result]
        games = [one for one in games if bytes.fromhex(one.sid) not in lent]
    except (StoreError, OSError):  # a game that is played now needs none of it
        return ()
    found = []
    for game in games:
        own = [(place, points) for name, place, points in game.result if name == game.me]
        others = [points for name, _, points in game.result if name != game.me]
        if len(own) == 1:
            place, points = own[0]
            lead = points - max(others, default=0)
            found.append(EarlierResult(game.game, len(game.result), points, place == 1, lead))
    return tuple(found)
