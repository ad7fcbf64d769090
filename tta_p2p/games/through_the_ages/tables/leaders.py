"""The leaders, six of each age; one copy of each is in every game."""

from __future__ import annotations

from .abilities import (
    Ability,
    BuildDiscount,
    DevelopDiscount,
    EachTurn,
    Modifier,
    On,
    OncePerTurn,
    PoliticalAction,
    PopulationDiscount,
    Special,
)
from .effects import AmongStrongest, ColonizeFromHand, Gain, GainTokens, If, Pool, RegainCivilAction
from .formulas import (
    AtMost,
    BestLevel,
    BestOutput,
    Colonies,
    HappyFaces,
    Pairs,
    Sum,
    Times,
    Types,
    WorkerLevels,
    Workers,
)
from .model import Leader, Symbols
from .words import UNITS, Kind, Stat, When


def leader(id: str, age: int, symbols: Symbols, *abilities: Ability) -> Leader:
    """Make a leader, of whom there is one copy."""
    return Leader(id=id, age=age, kind=Kind.LEADER, copies=(1, 1, 1), symbols=symbols, abilities=abilities)


_LAB, _LIBRARY, _THEATER = (Kind.LAB,), (Kind.LIBRARY,), (Kind.THEATER,)
_SCHOLARS = _LAB + _LIBRARY
_ARTS = _LIBRARY + _THEATER

_BEST_SCHOLAR = Modifier(Stat.SCIENCE, BestLevel(_SCHOLARS), of=_SCHOLARS)

LEADERS = (
    # Age A
    leader(
        "alexander-the-great",
        0,
        Symbols(),
        Modifier(Stat.STRENGTH, Workers(UNITS)),
        PoliticalAction((GainTokens(yellow=1),)),
    ),
    leader("aristotle", 0, Symbols(), On(When.TAKE_TECHNOLOGY, (Gain(science=1),))),
    leader("hammurabi", 0, Symbols(), Special("hammurabi", (1, 1))),
    leader("homer", 0, Symbols(happy=1), EachTurn(Pool(unit_resource=1)), Special("homer", (1,))),
    leader("julius-caesar", 0, Symbols(strength=1, military_actions=1), Special("julius-caesar", (1,))),
    leader("moses", 0, Symbols(), PopulationDiscount(1)),
    # Age I
    leader("christopher-columbus", 1, Symbols(), PoliticalAction((ColonizeFromHand(),))),
    leader("frederick-barbarossa", 1, Symbols(), Special("frederick-barbarossa", (1, 1, 1))),
    leader(
        "genghis-khan",
        1,
        Symbols(),
        Special("genghis-khan"),
        On(When.END_OF_TURN, (If(AmongStrongest(shared=True), (Gain(culture=3),)),)),
    ),
    leader(
        "joan-of-arc",
        1,
        Symbols(culture=1, military_actions=1),
        Modifier(Stat.STRENGTH, HappyFaces((Kind.TEMPLE, Kind.GOVERNMENT))),
        Special("joan-of-arc"),
    ),
    leader("leonardo-da-vinci", 1, Symbols(), _BEST_SCHOLAR, On(When.DEVELOP, (Gain(resource=1),))),
    leader(
        "michelangelo",
        1,
        Symbols(),
        Modifier(Stat.CULTURE, HappyFaces((Kind.TEMPLE, Kind.THEATER, Kind.WONDER))),
        Special("michelangelo"),
    ),
    # Age II
    leader("isaac-newton", 2, Symbols(), _BEST_SCHOLAR, On(When.DEVELOP, (RegainCivilAction(),))),
    leader(
        "j-s-bach",
        2,
        Symbols(),
        Modifier(Stat.CULTURE, Workers(_THEATER), of=_THEATER),
        DevelopDiscount(_THEATER, 2),
        Special("j-s-bach", (1,)),
    ),
    leader(
        "james-cook",
        2,
        Symbols(),
        Modifier(Stat.CULTURE, Sum((Colonies(), AtMost(1, Colonies())))),
        Special("james-cook", (2, 1)),
    ),
    leader(
        "maximilien-robespierre",
        2,
        Symbols(military_actions=1),
        Special("maximilien-robespierre"),
        On(When.REVOLUTION, (Gain(culture=3),)),
    ),
    leader(
        "napoleon-bonaparte",
        2,
        Symbols(military_actions=2),
        Modifier(Stat.STRENGTH, Times(2, Types(UNITS))),
    ),
    leader(
        "william-shakespeare",
        2,
        Symbols(happy=1),
        BuildDiscount(_THEATER, (1, 1, 1, 1), having=Kind.LIBRARY, upgrades=False),
        BuildDiscount(_LIBRARY, (1, 1, 1, 1), having=Kind.THEATER, upgrades=False),
        DevelopDiscount(_THEATER, 1, having=Kind.LIBRARY),
        DevelopDiscount(_LIBRARY, 1, having=Kind.THEATER),
        Modifier(Stat.CULTURE, Times(2, Pairs(_ARTS)), of=_ARTS),
    ),
    # Age III
    leader("albert-einstein", 3, Symbols(), _BEST_SCHOLAR, On(When.DEVELOP, (Gain(culture=3),))),
    leader(
        "bill-gates",
        3,
        Symbols(),
        Special("bill-gates"),
        On(When.LEAVE_OR_END, (Gain(culture=WorkerLevels(_LAB)),)),
    ),
    leader(
        "charlie-chaplin",
        3,
        Symbols(happy=2),
        Modifier(Stat.CULTURE, BestOutput(Kind.THEATER, Stat.CULTURE), of=_THEATER),
    ),
    leader("mahatma-gandhi", 3, Symbols(culture=2), Special("mahatma-gandhi", (2,))),
    leader(
        "sid-meier",
        3,
        Symbols(),
        Modifier(Stat.CULTURE, WorkerLevels(_LAB), of=_LAB),
        Modifier(Stat.SCIENCE, Times(-1, Workers(_LAB)), of=_LAB),
    ),
    leader(
        "winston-churchill",
        3,
        Symbols(),
        OncePerTurn(((Gain(culture=3),), (Pool(unit_resource=3, unit_science=3),)), automatic=0),
    ),
)
