"""The rules that a game was begun with, and the release of this program that has them.

A charter holds a digest of its rules and names no release. Each game's entry lists what the releases played by
(`games.entry.Entry.released`), so that a person reads which version finishes the game; the rules of some it still has
itself (`earlier`), and their games go on here as they began.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from protocol.charter import Charter
from tta_p2p.games.game import Game
from tta_p2p.registry import UnknownGame, entry, load_earlier_rules, load_rules
from tta_p2p.table import binding
from tta_p2p.table.binding import BadEntry

UNKNOWN = "another tta-p2p"
"""Names the program where no release is known that has the rules."""


class ReleaseMismatch(BadEntry):
    """A game was begun with other rules than are here; `needed` names the program that has them."""

    def __init__(self, game: str, rules: bytes) -> None:
        release = release_of(game, rules)
        self.needed = f"tta-p2p {release}" if release else UNKNOWN
        self.why = ("other-rules", self.needed) if release else ("other-rules-unknown",)
        """A key that says so in the reader's language, with its argument."""
        super().__init__(f"it was begun with another version of the rules; {self.needed} has them")


def rules_of(charter: Charter) -> Game[Any, Any]:
    """The rules that a charter was signed for, as far as they are here; else those of today. Raises UnknownGame."""
    return rules_by(charter.game, charter.rules, binding.charter_rules)


def rules_by(game: str, rules: bytes, digest: Callable[[Game[Any, Any]], bytes]) -> Game[Any, Any]:
    """The rules of a game with this digest, as far as they are here; else those of today. Raises UnknownGame.

    ``digest``: how it was made, for a charter (`charter_rules`) or a local game (`rules_digest`).
    """
    today = load_rules(game)
    if digest(today) == rules:
        return today
    others = (today.played_by({}), *load_earlier_rules(game))
    return next((one for one in others if digest(one) == rules), today)


def release_of(game: str, rules: bytes) -> str:
    """The first release that played a game by rules of this digest, of a local game or of a charter; "" if none."""
    try:
        released = entry(game).released
    except UnknownGame:
        return ""
    for release, digest in released.items():
        alone = bytes.fromhex(digest)
        if rules == alone or rules in (binding.order_digest(order, alone) for order in binding.ORDERS):
            return release
    return ""
