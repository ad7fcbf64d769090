"""The buildings of Age II."""

from __future__ import annotations

from .model import AROUND, MADE, RAW, Card, Cards, CoinsFor, Makes, Points, Price, Science, Shields, twice

AGE_2: tuple[Card, ...] = (
    Card("sawmill", 2, "brown", (3, 4), twice("wood"), cost=Price(coins=1)),
    Card("quarry", 2, "brown", (3, 4), twice("stone"), cost=Price(coins=1)),
    Card("brickyard", 2, "brown", (3, 4), twice("clay"), cost=Price(coins=1)),
    Card("foundry", 2, "brown", (3, 4), twice("ore"), cost=Price(coins=1)),
    Card("loom-ii", 2, "grey", (3, 5), (Makes(("cloth",)),), building="loom"),
    Card("glassworks-ii", 2, "grey", (3, 5), (Makes(("glass",)),), building="glassworks"),
    Card("press-ii", 2, "grey", (3, 5), (Makes(("papyrus",)),), building="press"),
    Card("statue", 2, "blue", (3, 7), (Points(4),), cost=Price(wood=1, ore=2), after=("well",)),
    Card("aqueduct", 2, "blue", (3, 7), (Points(5),), cost=Price(stone=3), after=("baths",)),
    Card("temple", 2, "blue", (3, 6), (Points(4),), cost=Price(wood=1, clay=1, glass=1)),
    Card("courthouse", 2, "blue", (3, 5), (Points(4),), cost=Price(clay=2, cloth=1), after=("scriptorium",)),
    Card("caravansery", 2, "yellow", (3, 5, 6), (Makes(RAW),), cost=Price(wood=2), after=("marketplace",)),
    Card(
        "forum",
        2,
        "yellow",
        (3, 6, 7),
        (Makes(MADE),),
        cost=Price(clay=2),
        after=("east-trading-post", "west-trading-post"),
    ),
    Card("vineyard", 2, "yellow", (3, 6), (CoinsFor(1, Cards(("brown",), AROUND)),)),
    Card("bazaar", 2, "yellow", (4, 7), (CoinsFor(2, Cards(("grey",), AROUND)),)),
    Card("stables", 2, "red", (3, 5), (Shields(2),), cost=Price(wood=1, ore=1, clay=1), after=("apothecary",)),
    Card("archery-range", 2, "red", (3, 6), (Shields(2),), cost=Price(wood=2, ore=1), after=("workshop",)),
    Card("walls", 2, "red", (3, 7), (Shields(2),), cost=Price(stone=3)),
    Card("training-ground", 2, "red", (4, 6, 7), (Shields(2),), cost=Price(wood=1, ore=2)),
    Card("dispensary", 2, "green", (3, 4), (Science("compass"),), cost=Price(ore=2, glass=1), after=("apothecary",)),
    Card("laboratory", 2, "green", (3, 5), (Science("gear"),), cost=Price(clay=2, papyrus=1), after=("workshop",)),
    Card("library", 2, "green", (3, 6), (Science("tablet"),), cost=Price(stone=2, cloth=1), after=("scriptorium",)),
    Card("school", 2, "green", (3, 7), (Science("tablet"),), cost=Price(wood=1, papyrus=1)),
)
