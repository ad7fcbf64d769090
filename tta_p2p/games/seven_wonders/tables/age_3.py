"""The buildings of Age III."""

from __future__ import annotations

from .model import Card, Cards, CoinsFor, Cost, Points, PointsFor, Science, Shields, Stages

AGE_3: tuple[Card, ...] = (
    Card(
        "pantheon",
        3,
        "blue",
        (3, 6),
        (Points(7),),
        cost=Cost(ore=1, clay=2, glass=1, papyrus=1, cloth=1),
        after=("altar",),
    ),
    Card("gardens", 3, "blue", (3, 4), (Points(5),), cost=Cost(wood=1, clay=2), after=("theater",)),
    Card("town-hall", 3, "blue", (3, 6), (Points(6),), cost=Cost(stone=2, ore=1, glass=1)),
    Card(
        "palace",
        3,
        "blue",
        (3, 7),
        (Points(8),),
        cost=Cost(wood=1, stone=1, ore=1, clay=1, glass=1, papyrus=1, cloth=1),
    ),
    Card("senate", 3, "blue", (3, 5), (Points(6),), cost=Cost(wood=2, stone=1, ore=1), after=("library",)),
    Card(
        "haven",
        3,
        "yellow",
        (3, 4),
        (CoinsFor(1, Cards(("brown",), ("own",))), PointsFor(1, Cards(("brown",), ("own",)))),
        cost=Cost(wood=1, ore=1, cloth=1),
        after=("forum",),
    ),
    Card(
        "lighthouse",
        3,
        "yellow",
        (3, 6),
        (CoinsFor(1, Cards(("yellow",), ("own",))), PointsFor(1, Cards(("yellow",), ("own",)))),
        cost=Cost(stone=1, glass=1),
        after=("caravansery",),
    ),
    Card(
        "chamber-of-commerce",
        3,
        "yellow",
        (4, 6),
        (CoinsFor(2, Cards(("grey",), ("own",))), PointsFor(2, Cards(("grey",), ("own",)))),
        cost=Cost(clay=2, papyrus=1),
    ),
    Card(
        "arena",
        3,
        "yellow",
        (3, 5),
        (CoinsFor(3, Stages(("own",))), PointsFor(1, Stages(("own",)))),
        cost=Cost(stone=2, ore=1),
        after=("dispensary",),
    ),
    Card(
        "ludus",
        3,
        "yellow",
        (5, 7),
        (CoinsFor(3, Cards(("red",), ("own",))), PointsFor(1, Cards(("red",), ("own",)))),
        cost=Cost(stone=1, ore=1),
    ),
    Card("fortifications", 3, "red", (3, 7), (Shields(3),), cost=Cost(ore=3, clay=1), after=("walls",)),
    Card("circus", 3, "red", (4, 6), (Shields(3),), cost=Cost(stone=3, ore=1), after=("training-ground",)),
    Card("arsenal", 3, "red", (3, 5), (Shields(3),), cost=Cost(wood=2, ore=1, cloth=1)),
    Card("siege-workshop", 3, "red", (3, 5), (Shields(3),), cost=Cost(wood=1, clay=3), after=("laboratory",)),
    Card("castrum", 3, "red", (4, 7), (Shields(3),), cost=Cost(wood=1, clay=2, papyrus=1)),
    Card(
        "lodge", 3, "green", (3, 6), (Science("compass"),), cost=Cost(clay=2, papyrus=1, cloth=1), after=("dispensary",)
    ),
    Card(
        "observatory", 3, "green", (3, 7), (Science("gear"),), cost=Cost(ore=2, glass=1, cloth=1), after=("laboratory",)
    ),
    Card(
        "university",
        3,
        "green",
        (3, 4),
        (Science("tablet"),),
        cost=Cost(wood=2, glass=1, papyrus=1),
        after=("library",),
    ),
    Card("academy", 3, "green", (3, 7), (Science("compass"),), cost=Cost(stone=3, glass=1), after=("school",)),
    Card("study", 3, "green", (3, 5), (Science("gear"),), cost=Cost(wood=1, papyrus=1, cloth=1), after=("school",)),
)
