"""Positions in which an event is revealed."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.through_the_ages.index import LEVEL
from tta_p2p.games.through_the_ages.scenario_seats import Civilization

from ..play import Playing, play

_SEEDS = {
    1: ("rats", "good-harvest"),
    2: ("rats", "good-harvest"),
    3: ("prosperity", "cold-war"),
    4: ("impact-of-colonies", "impact-of-wonders"),
}
"""What seat 0 prepares, by the age in progress; the second one if the first is the event revealed."""

_SEEDS_2006 = {**_SEEDS, 3: ("terrorism", "cold-war"), 4: ("impact-of-science", "impact-of-wonders")}


def reveal(event: str, *civilizations: Civilization, age: int = 0, **table: Any) -> Playing:
    """Let seat 0 prepare some event so that this one is revealed.

    For preparing it scores 1 culture (in Ages I and II), 2 (III) or 3 (IV).
    """
    age = age or max(1, LEVEL[event])
    seeds = _SEEDS_2006 if table.get("options", {}).get("edition") == "2006" else _SEEDS
    seed = next(card for card in seeds[age] if card != event)
    first = civilizations[0] if civilizations else Civilization()
    first.hand = [*first.hand, seed]
    table.setdefault("seats", max(2, len(civilizations)))
    game = play(first, *civilizations[1:], phase="politics", current_events=[event], age=age, **table)
    game.act(f"seed {seed}")
    return game
