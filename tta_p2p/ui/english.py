"""What nodes still say in English and clients look into, all of it in one place."""

from __future__ import annotations

from tta_p2p.seats import messages as say


def says_something(failed: say.Failed) -> bool:
    """Whether an error comes with a sentence; else there is only its key, for which the game has a text."""
    return bool(failed.text) and failed.text.split(" ")[0] != failed.key
