"""Languages of tests that cost much: each case in some of them, so that every language has its turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tta_p2p.i18n import LANGUAGES

T = TypeVar("T")


def in_turn(cases: Sequence[T], each: int = 1) -> list[tuple[T, str]]:
    """Pair each case with so many languages, those that come next. Campaigns in `scripts/soak` try all of them."""
    turns = [(case, number * each + other) for number, case in enumerate(cases) for other in range(each)]
    return [(case, LANGUAGES[turn % len(LANGUAGES)]) for case, turn in turns]
