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


def _event(id: str, age: int, *effects: Effect) -> Event:
    return Event(id=id, age=age, kind=Kind.EVENT, copies=(1, 1, 1), effects=effects)


def _all(*effects: Effect) -> For:
    return For(Who.ALL, effects)


def _impact(id: str, *effects: Effect) -> Event:
    return Event(id=id, age=3, kind=Kind.EVENT, copies=(1, 1, 1), effects=effects, impact=True)


def _score(id: str, culture: Formula) -> Event:
    return _impact(id, _all(Gain(culture=culture)))


def _rank(id: str, stat: Stat) -> Event:
    return _impact(id, Rank(stat, two=(10, 0), three=(14, 7, 0), four=(15, 10, 5, 0)))


_DISCONTENT = Rating(Stat.DISCONTENT)

AGE_A_EVENTS = (
    _event("development-of-agriculture", 0, _all(Gain(food=2))),
    _event(
        "development-of-civilization",
        0,
        _all(
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
    _event("development-of-crafts", 0, _all(Gain(resource=2))),
    _event("development-of-markets", 0, _all(OneOf(((Gain(food=2),), (Gain(resource=2),))))),
    _event("development-of-politics", 0, _all(DrawMilitary(3))),
    _event("development-of-religion", 0, _all(OneOf(((BuildFree("religion"),),), may=True))),
    _event("development-of-science", 0, _all(Gain(science=2))),
    _event("development-of-settlement", 0, _all(GainPopulation(1))),
    _event("development-of-trade-routes", 0, _all(Gain(food=1, resource=1, science=1))),
    _event("development-of-warfare", 0, _all(OneOf(((BuildFree("warriors"),),), may=True))),
)

AGE_I_EVENTS = (
    _event("barbarians", 1, For(Who.MOST_CULTURE, (If(AmongWeakest(), (LosePopulation(1),)),))),
    _event(
        "border-conflict",
        1,
        For(Who.WEAKEST, (DestroyOwn(BUILDINGS),)),
        For(Who.STRONGEST, (Gain(resource=3),)),
    ),
    _event(
        "crusades",
        1,
        For(Who.STRONGEST, (Gain(culture=4),)),
        For(Who.WEAKEST, (Lose(culture=4),)),
    ),
    _event("cultural-influence", 1, _all(Gain(culture=Rating(Stat.CULTURE)))),
    _event("foray", 1, For(Who.TWO_STRONGEST, (GainMix(3),))),
    _event("good-harvest", 1, _all(Produce((Step.FOOD,)))),
    _event("immigration", 1, For(Who.ALL_HAPPIEST, (GainPopulation(1),))),
    _event("new-deposits", 1, _all(Produce((Step.RESOURCE,)))),
    _event("pestilence", 1, _all(LosePopulation(1))),
    _event("raiders", 1, For(Who.TWO_WEAKEST, (LoseMix(2),))),
    _event("rats", 1, _all(Lose(all_food=True))),
    _event("rebellion", 1, _all(SpendCivilActions(Times(2, _DISCONTENT)))),
    _event("reign-of-terror", 1, For(Who.WEAKEST, (LosePopulation(1),))),
    _event("scientific-breakthrough", 1, _all(Gain(science=Rating(Stat.SCIENCE)))),
    _event("uncertain-borders", 1, For(Who.STRONGEST, (TakeYellowTokens(1),), rival=Who.WEAKEST)),
)

AGE_II_EVENTS = (
    _event(
        "civil-unrest",
        2,
        _all(Lose(culture=Times(4, _DISCONTENT))),
        For(Who.ALL_MOST_DISCONTENT, (LoseBlueTokens(1),)),
    ),
    _event("cold-war", 2, For(Who.TWO_STRONGEST, (Gain(science=6),))),
    _event("crime-wave", 2, For(Who.TWO_WEAKEST, (Lose(culture=3), LoseBlueTokens(1)))),
    _event(
        "economic-progress",
        2,
        _all(Produce((Step.CORRUPTION, Step.FOOD, Step.CONSUMPTION, Step.RESOURCE))),
    ),
    _event("emigration", 2, _all(LosePopulation(Per(2, _DISCONTENT, round_up=True)))),
    _event("iconoclasm", 2, _all(LoseOldLeader())),
    _event("independence-declaration", 2, For(Who.WEAKEST, (LoseColony(),))),
    _event("international-agreement", 2, For(Who.STRONGEST, (TakeRowCards(5),))),
    _event("national-pride", 2, For(Who.MOST_CULTURE, (Gain(culture=5),))),
    _event(
        "politics-of-strength",
        2,
        For(Who.STRONGEST, (If(InLastAge(), (Gain(culture=5),), (DrawMilitary(5),)),)),
        For(Who.WEAKEST, (If(InLastAge(), (Lose(culture=3),), (DiscardMilitary(3),)),)),
    ),
    _event("popularization-of-science", 2, _all(Gain(culture=Rating(Stat.SCIENCE)))),
    _event("prosperity", 2, _all(Gain(food=Rating(Stat.HAPPY)))),
    _event("ravages-of-time", 2, _all(RavageWonder(ages=(0, 1), culture=2))),
    _event(
        "refugees",
        2,
        For(Who.WEAKEST, (Lose(culture=3), LosePopulation(1))),
        For(Who.STRONGEST, (Gain(culture=3), GainPopulation(1))),
    ),
    _event("terrorism", 2, For(Who.LEAST_CULTURE, (DestroyOfOthers(URBAN),))),
)

AGE_III_EVENTS = (
    _score(
        "impact-of-agriculture",
        Sum((Food(), IfMore(Food(), Consumption(), 4))),
    ),
    _score("impact-of-architecture", WorkerLevels(URBAN)),
    _score(
        "impact-of-balance",
        Times(
            2,
            Smallest((Rating(Stat.SCIENCE), Rating(Stat.CULTURE), Rating(Stat.FOOD), Rating(Stat.RESOURCE))),
        ),
    ),
    _score("impact-of-colonies", Times(3, Colonies())),
    _score("impact-of-competition", WorkerLevels((*UNITS, Kind.ARENA))),
    _score(
        "impact-of-government",
        Sum((Times(2, Rating(Stat.CIVIL_ACTIONS)), Rating(Stat.MILITARY_ACTIONS))),
    ),
    _impact(
        "impact-of-happiness",
        _all(Gain(culture=Times(2, Rating(Stat.HAPPY))), Lose(culture=Times(2, _DISCONTENT))),
    ),
    _score("impact-of-industry", MineOutput()),
    _score("impact-of-population", Times(2, Above(10, ContentWorkers()))),
    _score("impact-of-progress", Times(2, CardLevels((*SPECIAL, Kind.GOVERNMENT)))),
    _rank("impact-of-science", Stat.SCIENCE),
    _rank("impact-of-strength", Stat.STRENGTH),
    _score("impact-of-technology", Times(4, Cards(TECHNOLOGIES, last_age=True))),
    _score("impact-of-variety", Times(2, Sum((Types(UNITS), Types(URBAN), Cards(SPECIAL))))),
    _score("impact-of-wonders", Wonders(by_age=(5, 4, 3, 2))),
)

EVENTS = AGE_A_EVENTS + AGE_I_EVENTS + AGE_II_EVENTS + AGE_III_EVENTS
