"""The guilds, of which some are mixed into Age III."""

from __future__ import annotations

from .model import AROUND, NEIGHBOURS, AnyScience, Card, Cards, PointsFor, PointsForWonder, Price, Stages

GUILDS: tuple[Card, ...] = (
    Card(
        "workers-guild",
        3,
        "purple",
        (),
        (PointsFor(1, Cards(("brown",), NEIGHBOURS)),),
        cost=Price(wood=1, stone=1, ore=2, clay=1),
    ),
    Card(
        "craftsmens-guild", 3, "purple", (), (PointsFor(2, Cards(("grey",), NEIGHBOURS)),), cost=Price(stone=2, ore=2)
    ),
    Card(
        "traders-guild",
        3,
        "purple",
        (),
        (PointsFor(1, Cards(("yellow",), NEIGHBOURS)),),
        cost=Price(glass=1, papyrus=1, cloth=1),
    ),
    Card(
        "philosophers-guild",
        3,
        "purple",
        (),
        (PointsFor(1, Cards(("green",), NEIGHBOURS)),),
        cost=Price(clay=3, papyrus=1, cloth=1),
    ),
    Card("spies-guild", 3, "purple", (), (PointsFor(1, Cards(("red",), NEIGHBOURS)),), cost=Price(clay=2, glass=1)),
    Card(
        "magistrates-guild",
        3,
        "purple",
        (),
        (PointsFor(1, Cards(("blue",), NEIGHBOURS)),),
        cost=Price(wood=3, stone=1, cloth=1),
    ),
    Card(
        "shipowners-guild",
        3,
        "purple",
        (),
        (PointsFor(1, Cards(("brown", "grey", "purple"), ("own",))),),
        cost=Price(wood=3, glass=1, papyrus=1),
    ),
    Card("scientists-guild", 3, "purple", (), (AnyScience(),), cost=Price(wood=2, ore=2, papyrus=1)),
    Card("decorators-guild", 3, "purple", (), (PointsForWonder(7),), cost=Price(stone=1, ore=2, cloth=1)),
    Card("builders-guild", 3, "purple", (), (PointsFor(1, Stages(AROUND)),), cost=Price(stone=3, clay=2, glass=1)),
)
