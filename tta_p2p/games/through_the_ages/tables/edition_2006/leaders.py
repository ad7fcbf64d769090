"""The leaders that do something else in the edition of 2006, and three of its own."""

from __future__ import annotations

from ..abilities import (
    BuildDiscount,
    DevelopDiscount,
    EachTurn,
    Modifier,
    On,
    PoliticalActionOnce,
    Special,
)
from ..effects import ColonizeFromHand, Gain, Pool
from ..formulas import (
    AtMost,
    BestArmy,
    BestOutput,
    Colonies,
    HappyFaces,
    Pairs,
    Sum,
    Times,
    WorkerLevels,
    Workers,
    WorkersOn,
)
from ..leaders import leader
from ..model import Symbols
from ..words import UNITS, Kind, Stat, When

_LAB, _LIBRARY, _THEATER, _CAVALRY = (Kind.LAB,), (Kind.LIBRARY,), (Kind.THEATER,), (Kind.CAVALRY,)
_ARTS = _LIBRARY + _THEATER

LEADERS = (
    # Age A
    leader("alexander-the-great-2006", 0, Symbols(), Modifier(Stat.STRENGTH, Workers(UNITS))),
    leader("hammurabi-2006", 0, Symbols(civil_actions=1, military_actions=-1)),
    leader(
        "homer-2006",
        0,
        Symbols(),
        EachTurn(Pool(unit_resource=1)),
        Modifier(Stat.CULTURE, AtMost(2, WorkersOn("warriors"))),
    ),
    leader("julius-caesar-2006", 0, Symbols(strength=1, military_actions=1)),
    # Age I
    leader("christopher-columbus-2006", 1, Symbols(), PoliticalActionOnce((ColonizeFromHand(),))),
    leader("frederick-barbarossa-2006", 1, Symbols(), Special("frederick-barbarossa-2006", (1, 1, 1))),
    leader(
        "genghis-khan-2006",
        1,
        Symbols(),
        Special("genghis-khan-2006"),
        Modifier(Stat.STRENGTH, Workers(_CAVALRY)),
        Modifier(Stat.CULTURE, Workers(_CAVALRY)),
    ),
    leader(
        "joan-of-arc-2006",
        1,
        Symbols(),
        Modifier(Stat.STRENGTH, HappyFaces((Kind.TEMPLE,))),
        On(When.ATTACKED, (Gain(culture=5),)),
    ),
    leader(
        "michelangelo-2006",
        1,
        Symbols(),
        Modifier(Stat.CULTURE, HappyFaces((Kind.TEMPLE, Kind.THEATER, Kind.WONDER))),
        Special("michelangelo-2006", (1,)),
    ),
    # Age II
    leader(
        "j-s-bach-2006",
        2,
        Symbols(),
        Modifier(Stat.CULTURE, Workers(_THEATER), of=_THEATER),
        DevelopDiscount(_THEATER, 1),
        BuildDiscount(_THEATER, (1, 1, 1, 1)),
    ),
    leader(
        "james-cook-2006",
        2,
        Symbols(),
        Modifier(Stat.CULTURE, Times(2, Colonies())),
        Special("james-cook-2006", (1,)),
    ),
    leader("maximilien-robespierre-2006", 2, Symbols(military_actions=1), Special("maximilien-robespierre")),
    leader("napoleon-bonaparte-2006", 2, Symbols(military_actions=1), Modifier(Stat.STRENGTH, BestArmy())),
    leader(
        "william-shakespeare-2006",
        2,
        Symbols(),
        Modifier(Stat.CULTURE, Sum((Workers(_LIBRARY), Times(2, Pairs(_ARTS)))), of=_ARTS),
    ),
    # Age III
    leader(
        "game-designer",
        3,
        Symbols(),
        Modifier(Stat.CULTURE, WorkerLevels(_LAB), of=_LAB),
        Modifier(Stat.SCIENCE, Times(-1, Workers(_LAB)), of=_LAB),
    ),
    leader("nikola-tesla", 3, Symbols(), Special("bill-gates"), Special("nikola-tesla", (1,))),
    leader(
        "rock-and-roll-icon",
        3,
        Symbols(happy=2),
        Modifier(Stat.CULTURE, BestOutput(Kind.THEATER, Stat.CULTURE), of=_THEATER),
    ),
    leader(
        "winston-churchill-2006",
        3,
        Symbols(),
        DevelopDiscount(UNITS, 3),
        Special("winston-churchill-2006", (2, 2)),
    ),
)
