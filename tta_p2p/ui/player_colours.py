"""Colours of players: the same one for each, wherever a name, a figure or a line of the log is theirs."""

from __future__ import annotations

RIVALS = ("rival.red", "rival.magenta", "rival.white", "rival.yellow", "rival.green", "rival.blue")
"""The roles of the others, in the order of their seats."""


def player_role(seat: int, own: int | None) -> str:
    """Give the role in which what belongs to a seat is written; ``own``: the reader's (None: the first seat's).

    >>> player_role(1, 1), player_role(2, 1), player_role(0, 1), player_role(0, None)
    ('mine', 'rival.magenta', 'rival.red', 'mine')
    """
    own = own or 0
    return "mine" if seat == own else RIVALS[(seat - (seat > own)) % len(RIVALS)]
