"""The action cards of the edition of 2006 that are not the same in that of 2015: each either builds or upgrades."""

from __future__ import annotations

from ..actions import action
from ..effects import Build, Develop, Gain, Upgrade
from ..words import BUILDINGS, PRODUCTION, URBAN

ACTIONS = (
    # Age A
    action("ideal-building-site-a", 0, 2, Build(URBAN, 1)),
    action("revolutionary-idea-a", 0, 1, Gain(science=1)),
    action("rich-land-a-2006", 0, 2, Build(PRODUCTION, 1)),
    action("work-of-art-a", 0, 1, Gain(culture=6)),
    # Age I
    action("bountiful-harvest-i", 1, 1, Gain(food=2)),
    action("efficient-upgrade-i", 1, 2, Upgrade(BUILDINGS, 2)),
    action("ideal-building-site-i", 1, 1, Build(URBAN, 2)),
    action("mineral-deposits-i", 1, 2, Gain(resource=2)),
    action("revolutionary-idea-i", 1, 1, Gain(science=2)),
    action("rich-land-i-2006", 1, 1, Build(PRODUCTION, 2)),
    action("work-of-art-i", 1, 1, Gain(culture=5)),
    # Age II
    action("bountiful-harvest-ii", 2, 1, Gain(food=3)),
    action("breakthrough-ii-2006", 2, 1, Develop(), Gain(science=4)),
    action("ideal-building-site-ii", 2, 1, Build(URBAN, 3)),
    action("mineral-deposits-ii", 2, 1, Gain(resource=3)),
    action("rich-land-ii-2006", 2, 1, Build(PRODUCTION, 3)),
    action("work-of-art-ii", 2, 1, Gain(culture=4)),
    # Age III
    action("bountiful-harvest-iii", 3, 1, Gain(food=4)),
    action("ideal-building-site-iii", 3, 2, Build(URBAN, 4)),
    action("mineral-deposits-iii", 3, 2, Gain(resource=4)),
    action("work-of-art-iii", 3, 1, Gain(culture=3)),
)
