"""`@plays("raid-i", "raid-ii")`: this test plays these cards.

While such a test runs, everything that `play.Playing` sees of cards is noted; a test that says it plays a card that
was in nobody's play area, no act and no log line fails. `test_every_card` imports all tests and checks that every
card is played by one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., None])

PLAYED: set[str] = set()
"""The cards seen since the running test began."""


def plays(*cards: str) -> Callable[[F], F]:
    """Declare the cards a test plays. A test with a parameter `card` plays that one in each run."""

    def declare(test: F) -> F:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            PLAYED.clear()
            test(*args, **kwargs)
            wanted = [kwargs["card"]] if kwargs.get("card") in cards else cards
            missing = [card for card in wanted if card not in PLAYED]
            assert not missing, f"the test plays no {', '.join(missing)}"

        run.cards = cards  # type: ignore[attr-defined]
        return run  # type: ignore[return-value]

    return declare
