"""What the sentences of 7 Wonders promise, in English and in Chinese, is what the tables say.

They are made from the tables; here what each effect has to say is written down once more, as words that stand in its
sentence: numbers beside what they count, resources, colours, symbols, whose cities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tta_p2p.games.seven_wonders.tables import BOARD, CARDS
from tta_p2p.games.seven_wonders.tables.model import (
    COLOURS,
    RAW,
    RESOURCES,
    SIDES,
    SYMBOLS,
    AnyScience,
    Cards,
    Coins,
    CoinsFor,
    Counted,
    Discount,
    Effect,
    FreeColour,
    FreeTurn,
    FromDiscards,
    LastCard,
    Makes,
    Points,
    PointsFor,
    PointsForWonder,
    Price,
    Science,
    Shields,
)
from tta_p2p.i18n import Words
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.seven_wonders.cards import wording_for
from tta_p2p.ui.seven_wonders.wording import SevenWondersWording

CALLED = (
    ("wood", "stone", "ore", "clay", "glass", "papyrus", "cloth", "compass", "gear", "tablet", *COLOURS),
    (
        *("木头", "石料", "矿石", "砖块", "玻璃", "纸材", "布匹", "圆规", "齿轮", "石板"),
        *("棕色", "灰色", "蓝色", "黄色", "红色", "绿色", "紫色"),
    ),
)
NAMES = [
    {name: form.format(called) for name, called in zip((*RESOURCES, *SYMBOLS, *COLOURS), some, strict=True)}
    for some, form in zip(CALLED, (r"\b{}\b", "{}"), strict=True)
]
"""For both languages: name in the tables -> a pattern of what it is called."""
POINTS, SHIELDS, COINS = (r"\b{} points?\b", "{}分"), (r"\b{} shields?\b", "{}个盾牌"), (r"\b{} coins?\b", "{}个钱币")
CITIES = {
    ("own",): (r"your (?:city|wonder)(?! and)", "一[张个]自己的"),
    ("left", "own", "right"): ("(?:your city and|in your city and with) both neighbours", "自己与两侧邻国的"),
    ("left", "right"): (r"of both neighbours", "一[张个]两侧邻国的"),
}
SIDE = {
    ("left",): ("left neighbour", "左邻"),
    ("right",): ("right neighbour", "右邻"),
    ("left", "right"): ("both", "两侧"),
}
SAYINGS: dict[type, tuple[str, str]] = {
    AnyScience: ("one science symbol, whichever scores most", "一个科技符号，取得分最多"),
    FromDiscards: ("discarded card free", "免费建造一张弃牌"),
    LastCard: ("last card of each age", "每个时代的最后一张牌"),
    FreeColour: ("first building of each colour", "每种颜色的第一座建筑免费"),
}
TURNS = {1: ("first turn", "第一回合"), 6: ("sixth turn", "第六回合")}


def patterns(effect: Effect, at: int) -> list[str]:
    """Give the patterns that the sentence of an effect has in a language (0: English)."""
    match effect:
        case Points(number) | PointsForWonder(number):
            whole = [("all stages of your wonder", "奇迹全部建成")[at]] if isinstance(effect, PointsForWonder) else []
            return [POINTS[at].format(number), *whole]
        case Shields(number):
            return [SHIELDS[at].format(number)]
        case Coins(number):
            return [COINS[at].format(number)]
        case CoinsFor(number, counted):
            start = ("When it is built it brings ", "建成时，每有[^。]*获得")[at]
            return [start + COINS[at].format(number).removeprefix(r"\b"), *counting(counted, at)]
        case PointsFor(number, counted):
            start = ("At the end ", "终局时，每有[^。]*得")[at]
            return [start + POINTS[at].format(number).removeprefix(r"\b"), *counting(counted, at)]
        case Discount(resources, where):
            goods = (("raw materials", "原料") if resources[0] in RAW else ("manufactured goods", "手工制品"))[at]
            return [goods, SIDE[where][at], COINS[at].format(1)]
        case Science(symbol):
            return [NAMES[at][symbol]]
        case FreeTurn(turn):
            return [TURNS[turn][at]]
        case Makes(options):
            return [NAMES[at][one] for one in options]
    return [SAYINGS[type(effect)][at]]


def counting(counted: Counted, at: int) -> list[str]:
    """Give the patterns of what is counted."""
    things = [NAMES[at][one] for one in counted.colours] if isinstance(counted, Cards) else [("stage", "奇迹阶段")[at]]
    return [*things, CITIES[tuple(counted.where)][at]]


def faults(effects: tuple[Effect, ...], at: int, text: str) -> list[str]:
    """Say what of effects a text does not say, and what it says that they do not have."""
    sentences = [one for one in re.split(r"(?<=[.。])\s*", text) if one]
    made = [effect for effect in effects if isinstance(effect, Makes)]
    sayings = [patterns(effect, at) for effect in effects]
    sayings += [[f"2 ?{NAMES[at][made[0].options[0]]}"]] if len(made) == 2 else []
    found = [str(one) for one in sayings if not any(all(re.search(each, some) for each in one) for some in sentences)]
    wanted = {each for one in sayings for each in one}
    found += [word for word in NAMES[at].values() if re.search(word, text) and word not in wanted]
    return found + numbers(text, effects)


def numbers(text: str, effects: tuple[Effect, ...]) -> list[str]:
    """Say which numbers a text has that effects do not have, or the other way round."""
    known = [effect.number for effect in effects if hasattr(effect, "number")]
    known += [1 for effect in effects if isinstance(effect, Discount)]
    known += [2] if sum(isinstance(effect, Makes) for effect in effects) == 2 else []
    said = [int(one) for one in re.findall(r"\d+", text)]
    return [] if sorted(said) == sorted(known) else [f"numbers {said}, not {known}"]


def wording(at: int) -> SevenWondersWording:
    """Give the words of a language."""
    presenter = presenter_for("seven_wonders", Words(("en", "zh-Hans")[at]))
    return wording_for(presenter.texts, presenter.words)


WORDING = [wording(at) for at in (0, 1)]
STAGES = {
    f"{board.name} {side} {number}": stage
    for board in BOARD.values()
    for side in SIDES
    for number, stage in enumerate(board.stages(side), 1)
}
ALL = {**CARDS, **STAGES}


@pytest.mark.parametrize("name", ALL)
def test_a_sentence_says_what_the_table_says(name: str) -> None:
    for at, words in enumerate(WORDING):
        assert faults(ALL[name].effects, at, words.prose(ALL[name].effects)) == []


@pytest.mark.parametrize("name", ALL)
def test_a_price_names_each_resource_and_its_number(name: str) -> None:
    for at, words in enumerate(WORDING):
        assert price_faults(ALL[name].cost, at, words.cost(ALL[name].cost)) == []


def price_faults(price: Price, at: int, text: str) -> list[str]:
    """Say in what a price is told wrong."""
    wanted = {name: number for name, number in zip(RESOURCES, price.resources, strict=True) if number}
    parts = [
        f"{number} ?{NAMES[at][name]}" if number > 1 else rf"(?<!\d)(?<!\d ){NAMES[at][name]}"
        for name, number in wanted.items()
    ]
    parts += [COINS[at].format(price.coins)] if price.coins else []
    found = [part for part in parts if not re.search(part, text)]
    found += [word for name, word in NAMES[at].items() if name not in wanted and re.search(word, text)]
    said = sorted(int(one) for one in re.findall(r"\d+", text))
    known = sorted([number for number in wanted.values() if number > 1] + [price.coins] * bool(price.coins))
    return found if said == known else [*found, f"numbers {said}, not {known}"]


def others(effect: Effect) -> Iterator[Effect]:
    """Give effects that differ from one in one thing."""
    if isinstance(effect, Points | Shields | Coins | CoinsFor | PointsFor | PointsForWonder):
        yield replace(effect, number=effect.number + 1)
    match effect:
        case CoinsFor(_, counted) | PointsFor(_, counted):
            known = CITIES if isinstance(counted, Cards) else [where for where in CITIES if "own" in where]
            for where in set(known) - {tuple(counted.where)}:
                yield replace(effect, counted=replace(counted, where=where))
            if isinstance(counted, Cards):
                unused = next(one for one in COLOURS if one not in counted.colours)
                yield replace(effect, counted=replace(counted, colours=(unused, *counted.colours[1:])))
        case Discount(_, where):
            yield from (replace(effect, where=side) for side in SIDE.keys() - {where})
        case Science(symbol):
            yield from (Science(other) for other in SYMBOLS if other != symbol)
        case FreeTurn(turn):
            yield FreeTurn(7 - turn)
        case Makes(options):
            unused = [one for one in RESOURCES if one not in options]
            yield from (Makes((one, *options[1:])) for one in unused)


def test_an_error_in_a_sentence_is_found() -> None:
    """The sentence of another effect in place of each effect, and of another price in place of each price."""
    tried, missed = 0, list[str]()
    for name, one in ALL.items():
        for at, words in enumerate(WORDING):
            for effect in dict.fromkeys(one.effects):
                for other in others(effect):
                    text = words.prose([other if each == effect else each for each in one.effects])
                    tried += 1
                    missed += [] if faults(one.effects, at, text) else [f"{name}: {text}"]
            for field in ("coins", *RESOURCES):
                text = words.cost(replace(one.cost, **{field: getattr(one.cost, field) + 1}))
                tried += 1
                missed += [] if price_faults(one.cost, at, text) else [f"{name}: {text}"]
    assert tried > 2000 and missed == [], (tried, missed)
