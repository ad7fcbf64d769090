"""The release of this program for each digest of rules that a game may have begun with.

A charter holds a digest of its rules and names no release. Each game's entry lists what the releases played by
(`games.entry.Entry.released`), so that a person reads which version finishes the game.
"""

from __future__ import annotations

from tta_p2p.registry import UnknownGame, entry
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
