"""Layouts of the tiles for each number of seats."""

from __future__ import annotations

from .model import Layout, Site

LAYOUTS = {
    2: Layout(
        8,
        16,
        (
            Site(0, 0),
            Site(4, 0, 0, 2),
            Site(0, 4),
            Site(4, 4),
            Site(0, 8),
            Site(4, 8),
            Site(0, 12, 1, 0),
            Site(4, 12),
        ),
    ),
    3: Layout(
        16,
        16,
        (
            Site(6, 0, 0, 2),
            Site(4, 4),
            Site(8, 4),
            Site(2, 8),
            Site(6, 8),
            Site(10, 8),
            Site(0, 12, 2, 1),
            Site(4, 12),
            Site(8, 12),
            Site(12, 12, 1, 3),
        ),
    ),
    4: Layout(
        16,
        16,
        (
            Site(0, 0, 0, 2),
            Site(4, 0),
            Site(8, 0),
            Site(12, 0, 1, 2),
            Site(0, 4),
            Site(4, 4),
            Site(8, 4),
            Site(12, 4),
            Site(0, 8),
            Site(4, 8),
            Site(8, 8),
            Site(12, 8),
            Site(0, 12, 3, 0),
            Site(4, 12),
            Site(8, 12),
            Site(12, 12, 2, 0),
        ),
    ),
}
"""Seats -> layout; x grows to the right, y downwards, both from 0."""
