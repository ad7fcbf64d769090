"""The events, Age A to Age III; those of Age III ("Impact of …") are also scored when the game ends."""

from __future__ import annotations

from .effects import (
    AmongWeakest,
    Build,
    BuildFree,
    DestroyOfOthers,
    DestroyOwn,
    Develop,
    DiscardMilitary,
    DrawMilitary,
    Effect,
    For,
    Gain,
    GainMix,
    GainPopulation,
    If,
    IncreasePopulation,
    InLastAge,
    Lose,
    LoseBlueTokens,
    LoseColony,
    LoseMix,
    LoseOldLeader,
    LosePopulation,
    OneOf,
    Produce,
    Rank,
    RavageWonder,
    SpendCivilActions,
    TakeRowCards,
    TakeYellowTokens,
)
from .formulas import (
    Above,
    CardLevels,
    Cards,
    Colonies,
    Consumption,
    ContentWorkers,
    Food,
    Formula,
    IfMore,
    MineOutput,
    Per,
    Rating,
    Smallest,
    Sum,
    Times,
    Types,
    Wonders,
    WorkerLevels,
)
from .model import Event
from .words import BUILDINGS, SPECIAL, TECHNOLOGIES, UNITS, URBAN, Kind, Stat, Step, Who


def event(id: str, age: int, *effects: Effect) -> Event:
    """Make an event, of which there is one copy."""
    return Event(id=id, age=age, kind=Kind.EVENT, copies=(1, 1, 1), effects=effects)


def everybody(*effects: Effect) -> For:
    """Give a part of an event that reaches everybody."""
    return For(Who.ALL, effects)


def impact(id: str, *effects: Effect) -> Event:
    """Make an event of Age III that is also scored at the end."""
    return Event(id=id, age=3, kind=Kind.EVENT, copies=(1, 1, 1), effects=effects, impact=True)


def impact_score(id: str, culture: Formula) -> Event:
    """Make one by which everybody scores so much culture."""
    return impact(id, everybody(Gain(culture=culture)))


def _rank(id: str, stat: Stat) -> Event:
    return impact(id, Rank(stat, two=(10, 0), three=(14, 7, 0), four=(15, 10, 5, 0)))


_DISCONTENT = Rating(Stat.DISCONTENT)

AGE_A_EVENTS = (
    event("development-of-agriculture", 0, everybody(Gain(food=2))),
    event(
        "development-of-civilization",
        0,
        everybody(
            OneOf(
                (
                    (IncreasePopulation(discount=1),),
                    (Build(BUILDINGS, discount=1),),
                    (Develop(discount=1),),
                ),
                may=True,
            )
        ),
    ),
    event("development-of-crafts", 0, everybody(Gain(resource=2))),
    event("development-of-markets", 0, everybody(OneOf(((Gain(food=2),), (Gain(resource=2),))))),
    event("development-of-politics", 0, everybody(DrawMilitary(3))),
    event("development-of-religion", 0, everybody(OneOf(((BuildFree("religion"),),), may=True))),
    event("development-of-science", 0, everybody(Gain(science=2))),
    event("development-of-settlement", 0, everybody(GainPopulation(1))),
    event("development-of-trade-routes", 0, everybody(Gain(food=1, resource=1, science=1))),
    event("development-of-warfare", 0, everybody(OneOf(((BuildFree("warriors"),),), may=True))),
)

AGE_I_EVENTS = (
    event("barbarians", 1, For(Who.MOST_CULTURE, (If(AmongWeakest(), (LosePopulation(1),)),))),
    event(
        "border-conflict",
        1,
        For(Who.WEAKEST, (DestroyOwn(BUILDINGS),)),
        For(Who.STRONGEST, (Gain(resource=3),)),
    ),
    event(
        "crusades",
        1,
        For(Who.STRONGEST, (Gain(culture=4),)),
        For(Who.WEAKEST, (Lose(culture=4),)),
    ),
    event("cultural-influence", 1, everybody(Gain(culture=Rating(Stat.CULTURE)))),
    event("foray", 1, For(Who.TWO_STRONGEST, (GainMix(3),))),
    event("good-harvest", 1, everybody(Produce((Step.FOOD,)))),
    event("immigration", 1, For(Who.ALL_HAPPIEST, (GainPopulation(1),))),
    event("new-deposits", 1, everybody(Produce((Step.RESOURCE,)))),
    event("pestilence", 1, everybody(LosePopulation(1))),
    event("raiders", 1, For(Who.TWO_WEAKEST, (LoseMix(2),))),
    event("rats", 1, everybody(Lose(all_food=True))),
    event("rebellion", 1, everybody(SpendCivilActions(Times(2, _DISCONTENT)))),
    event("reign-of-terror", 1, For(Who.WEAKEST, (LosePopulation(1),))),
    event("scientific-breakthrough", 1, everybody(Gain(science=Rating(Stat.SCIENCE)))),
    event("uncertain-borders", 1, For(Who.STRONGEST, (TakeYellowTokens(1),), rival=Who.WEAKEST)),
)

AGE_II_EVENTS = (
    event(
        "civil-unrest",
        2,
        everybody(Lose(culture=Times(4, _DISCONTENT))),
        For(Who.ALL_MOST_DISCONTENT, (LoseBlueTokens(1),)),
    ),
    event("cold-war", 2, For(Who.TWO_STRONGEST, (Gain(science=6),))),
    event("crime-wave", 2, For(Who.TWO_WEAKEST, (Lose(culture=3), LoseBlueTokens(1)))),
    event(
        "economic-progress",
        2,
        everybody(Produce((Step.CORRUPTION, Step.FOOD, Step.CONSUMPTION, Step.RESOURCE))),
    ),
    event("emigration", 2, everybody(LosePopulation(Per(2, _DISCONTENT, round_up=True)))),
    event("iconoclasm", 2, everybody(LoseOldLeader())),
    event("independence-declaration", 2, For(Who.WEAKEST, (LoseColony(),))),
    event("international-agreement", 2, For(Who.STRONGEST, (TakeRowCards(5),))),
    event("national-pride", 2, For(Who.MOST_CULTURE, (Gain(culture=5),))),
    event(
        "politics-of-strength",
        2,
        For(Who.STRONGEST, (If(InLastAge(), (Gain(culture=5),), (DrawMilitary(5),)),)),
        For(Who.WEAKEST, (If(InLastAge(), (Lose(culture=3),), (DiscardMilitary(3),)),)),
    ),
    event("popularization-of-science", 2, everybody(Gain(culture=Rating(Stat.SCIENCE)))),
    event("prosperity", 2, everybody(Gain(food=Rating(Stat.HAPPY)))),
    event("ravages-of-time", 2, everybody(RavageWonder(ages=(0, 1), culture=2))),
    event(
        "refugees",
        2,
        For(Who.WEAKEST, (Lose(culture=3), LosePopulation(1))),
        For(Who.STRONGEST, (Gain(culture=3), GainPopulation(1))),
    ),
    event("terrorism", 2, For(Who.LEAST_CULTURE, (DestroyOfOthers(URBAN),))),
)

AGE_III_EVENTS = (
    impact_score(
        "impact-of-agriculture",
        Sum((Food(), IfMore(Food(), Consumption(), 4))),
    ),
    impact_score("impact-of-architecture", WorkerLevels(URBAN)),
    impact_score(
        "impact-of-balance",
        Times(
            2,
            Smallest((Rating(Stat.SCIENCE), Rating(Stat.CULTURE), Rating(Stat.FOOD), Rating(Stat.RESOURCE))),
        ),
    ),
    impact_score("impact-of-colonies", Times(3, Colonies())),
    impact_score("impact-of-competition", WorkerLevels((*UNITS, Kind.ARENA))),
    impact_score(
        "impact-of-government",
        Sum((Times(2, Rating(Stat.CIVIL_ACTIONS)), Rating(Stat.MILITARY_ACTIONS))),
    ),
    impact(
        "impact-of-happiness",
        everybody(Gain(culture=Times(2, Rating(Stat.HAPPY))), Lose(culture=Times(2, _DISCONTENT))),
    ),
    impact_score("impact-of-industry", MineOutput()),
    impact_score("impact-of-population", Times(2, Above(10, ContentWorkers()))),
    impact_score("impact-of-progress", Times(2, CardLevels((*SPECIAL, Kind.GOVERNMENT)))),
    _rank("impact-of-science", Stat.SCIENCE),
    _rank("impact-of-strength", Stat.STRENGTH),
    impact_score("impact-of-technology", Times(4, Cards(TECHNOLOGIES, last_age=True))),
    impact_score("impact-of-variety", Times(2, Sum((Types(UNITS), Types(URBAN), Cards(SPECIAL))))),
    impact_score("impact-of-wonders", Wonders(by_age=(5, 4, 3, 2))),
)

EVENTS = AGE_A_EVENTS + AGE_I_EVENTS + AGE_II_EVENTS + AGE_III_EVENTS
