"""Earlier results of the person of this data folder, from what is kept of each finished game."""

from __future__ import annotations

from pathlib import Path

from tta_p2p.node.data_folder.stored_games import stored_games
from tta_p2p.store.database import StoreError
from tta_p2p.ui.state import EarlierResult


def earlier_results(home: Path) -> tuple[EarlierResult, ...]:
    """Give how the games of this person have ended, the last one first; nothing where the store cannot be read."""
    try:
        games = [one for one in stored_games(home) if one.status == "over" and one.result]
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
