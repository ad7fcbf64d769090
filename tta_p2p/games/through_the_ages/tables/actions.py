"""The action (yellow) cards."""

from __future__ import annotations

from .effects import Build, BuildStage, Develop, Effect, Gain, IncreasePopulation, OneOf, Pool, Upgrade
from .formulas import ByPlayers, RivalsAhead, Times
from .model import ActionCard
from .words import BUILDINGS, PRODUCTION, URBAN, Kind, Kinds, Stat


def action(id: str, age: int, copies: int, *effects: Effect) -> ActionCard:
    """Make an action card with the same number of copies for any number of players."""
    return ActionCard(id=id, age=age, kind=Kind.ACTION, copies=(copies, copies, copies), effects=effects)


def build_or_upgrade(kinds: Kinds, discount: int) -> OneOf:
    """Give the choice between building and upgrading, either for less."""
    return OneOf(((Build(kinds, discount),), (Upgrade(kinds, discount),)))


def _reserves(number: int) -> OneOf:
    return OneOf(((Gain(food=number),), (Gain(resource=number),)))


def _per_stronger(two: int, three: int, four: int) -> Pool:
    return Pool(unit_resource=Times(ByPlayers(two, three, four), RivalsAhead(Stat.STRENGTH)))


ACTIONS = (
    # Age A
    action("cultural-heritage-a", 0, 1, Gain(science=1, culture=4)),
    action("engineering-genius-a", 0, 1, BuildStage(discount=2)),
    action("frugality-a", 0, 2, IncreasePopulation(), Gain(food=1)),
    action("patriotism-a", 0, 1, Pool(unit_resource=1, military_actions=1)),
    action("rich-land-a", 0, 2, build_or_upgrade(PRODUCTION, 1)),
    action("stockpile", 0, 1, Gain(food=1, resource=1)),
    action("urban-growth-a", 0, 2, build_or_upgrade(URBAN, 1)),
    # Age I
    action("breakthrough-i", 1, 2, Develop(), Gain(science=2)),
    action("cultural-heritage-i", 1, 1, Gain(science=2, culture=2)),
    action("engineering-genius-i", 1, 1, BuildStage(discount=3)),
    action("frugality-i", 1, 2, IncreasePopulation(), Gain(food=2)),
    action("patriotism-i", 1, 1, Pool(unit_resource=2, military_actions=1)),
    action("reserves-i", 1, 2, _reserves(2)),
    action("rich-land-i", 1, 2, build_or_upgrade(PRODUCTION, 2)),
    action("urban-growth-i", 1, 2, build_or_upgrade(URBAN, 2)),
    # Age II
    action("breakthrough-ii", 2, 2, Develop(), Gain(science=3)),
    action("efficient-upgrade-ii", 2, 2, Upgrade(BUILDINGS, 3)),
    action("engineering-genius-ii", 2, 1, BuildStage(discount=4)),
    action("frugality-ii", 2, 1, IncreasePopulation(), Gain(food=3)),
    action("patriotism-ii", 2, 1, Pool(unit_resource=3, military_actions=1)),
    action("reserves-ii", 2, 2, _reserves(3)),
    action("revolutionary-idea-ii", 2, 1, Gain(science=4)),
    action("rich-land-ii", 2, 1, build_or_upgrade(PRODUCTION, 3)),
    action("urban-growth-ii", 2, 1, build_or_upgrade(URBAN, 3)),
    action("wave-of-nationalism", 2, 1, _per_stronger(6, 3, 2)),
    # Age III
    action("efficient-upgrade-iii", 3, 2, Upgrade(BUILDINGS, 4)),
    action(
        "endowment-for-the-arts",
        3,
        1,
        Gain(culture=Times(ByPlayers(6, 3, 2), RivalsAhead(Stat.CULTURE_POINTS))),
    ),
    action("engineering-genius-iii", 3, 1, BuildStage(discount=5)),
    action("military-build-up", 3, 1, _per_stronger(8, 5, 3)),
    action("patriotism-iii", 3, 1, Pool(unit_resource=4, military_actions=1)),
    action("reserves-iii", 3, 3, _reserves(4)),
    action("revolutionary-idea-iii", 3, 2, Gain(science=6)),
    action("urban-growth-iii", 3, 2, build_or_upgrade(URBAN, 4)),
)
