"""What nodes still say in English and clients look into, all of it in one place.

The seat protocol gives reasons for waiting as English words. A client that must tell them apart compares those words
here and nowhere else; once the protocol gives keys instead, keys take their place.
"""

from __future__ import annotations

from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say

_ITS_TURN = ("an act", "its turn")
"""Reasons for waiting that say no more than whose turn it is."""


def is_for_its_turn(wait: say.Wait) -> bool:
    """Whether somebody is waited for only because the seat is to decide."""
    return wait.why in _ITS_TURN


def reason(wait: say.Wait, words: Words) -> str:
    """Say why somebody is waited for; in the reader's language where there are words for the English ones."""
    return words.get(f"why.{wait.why}", wait.why)


def says_something(failed: say.Failed) -> bool:
    """Whether an error comes with a sentence; else there is only its key, for which the game has a text."""
    return bool(failed.text) and failed.text.split(" ")[0] != failed.key
