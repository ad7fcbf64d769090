"""The buildings of Age I."""

from __future__ import annotations

from .model import MADE, NEIGHBOURS, RAW, Card, Coins, Discount, Makes, Points, Price, Science, Shields

AGE_1: tuple[Card, ...] = (
    Card("lumber-yard", 1, "brown", (3, 4), (Makes(("wood",)),)),
    Card("stone-pit", 1, "brown", (3, 5), (Makes(("stone",)),)),
    Card("clay-pool", 1, "brown", (3, 5), (Makes(("clay",)),)),
    Card("ore-vein", 1, "brown", (3, 4), (Makes(("ore",)),)),
    Card("tree-farm", 1, "brown", (6,), (Makes(("wood", "clay")),), cost=Price(coins=1)),
    Card("excavation", 1, "brown", (4,), (Makes(("stone", "clay")),), cost=Price(coins=1)),
    Card("clay-pit", 1, "brown", (3,), (Makes(("ore", "clay")),), cost=Price(coins=1)),
    Card("timber-yard", 1, "brown", (3,), (Makes(("wood", "stone")),), cost=Price(coins=1)),
    Card("forest-cave", 1, "brown", (5,), (Makes(("wood", "ore")),), cost=Price(coins=1)),
    Card("mine", 1, "brown", (6,), (Makes(("stone", "ore")),), cost=Price(coins=1)),
    Card("loom-i", 1, "grey", (3, 6), (Makes(("cloth",)),), building="loom"),
    Card("glassworks-i", 1, "grey", (3, 6), (Makes(("glass",)),), building="glassworks"),
    Card("press-i", 1, "grey", (3, 6), (Makes(("papyrus",)),), building="press"),
    Card("well", 1, "blue", (4, 7), (Points(3),)),
    Card("baths", 1, "blue", (3, 7), (Points(3),), cost=Price(stone=1)),
    Card("altar", 1, "blue", (3, 5), (Points(3),)),
    Card("theater", 1, "blue", (3, 6), (Points(3),)),
    Card("tavern", 1, "yellow", (4, 5, 7), (Coins(5),)),
    Card("east-trading-post", 1, "yellow", (3, 7), (Discount(RAW, ("right",)),)),
    Card("west-trading-post", 1, "yellow", (3, 7), (Discount(RAW, ("left",)),)),
    Card("marketplace", 1, "yellow", (3, 6), (Discount(MADE, NEIGHBOURS),)),
    Card("stockade", 1, "red", (3, 7), (Shields(1),), cost=Price(wood=1)),
    Card("barracks", 1, "red", (3, 5), (Shields(1),), cost=Price(ore=1)),
    Card("guard-tower", 1, "red", (3, 4), (Shields(1),), cost=Price(clay=1)),
    Card("apothecary", 1, "green", (3, 5), (Science("compass"),), cost=Price(cloth=1)),
    Card("workshop", 1, "green", (3, 7), (Science("gear"),), cost=Price(glass=1)),
    Card("scriptorium", 1, "green", (3, 4), (Science("tablet"),), cost=Price(papyrus=1)),
)
