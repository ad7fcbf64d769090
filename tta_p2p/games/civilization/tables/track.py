"""The culture track: the first space costs 3 culture and brings an event, the last one wins."""

from __future__ import annotations

from .model import Step

TRACK = (
    Step(3, 0, "event", 1),
    Step(3, 0, "event", 1),
    Step(3, 0, "person"),
    Step(3, 0, "event", 1),
    Step(3, 0, "event", 1),
    Step(3, 0, "event", 1),
    Step(3, 0, "person"),
    Step(5, 3, "event", 2),
    Step(5, 3, "event", 2),
    Step(5, 3, "event", 2),
    Step(5, 3, "event", 2),
    Step(5, 3, "person"),
    Step(5, 3, "event", 2),
    Step(5, 3, "event", 2),
    Step(7, 6, "event", 3),
    Step(7, 6, "event", 3),
    Step(7, 6, "event", 3),
    Step(7, 6, "person"),
    Step(7, 6, "event", 3),
    Step(7, 6, "event", 3),
    Step(7, 6, "victory"),
)
"""What the spaces cost and bring, the first one first."""
