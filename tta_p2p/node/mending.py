"""What is said of a store that was damaged and whose sound rows are in use again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tta_p2p.i18n import Words
    from tta_p2p.store.database import Mended


def mended_in_words(mended: Mended, words: Words) -> Iterator[str]:
    """Say what is in use again, and of what too little is left."""
    yield words("told.store-mended", n=mended.games, kept=mended.kept)
    if mended.damaged:
        yield words("told.store-mended-lost", n=mended.damaged, folder=mended.kept.parent.parent)
