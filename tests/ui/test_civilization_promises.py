"""What the texts of Civilization promise, in English and in Chinese, is what the tables say.

The tables give facts: a number and what it counts. A text has just their numbers, each beside its thing, and names just
their goods. What no table holds stands in `IN_RULES`, with the place in the rules.
"""

from __future__ import annotations

import re

import pytest

from tta_p2p.games.civilization.tables.buildings import BUILDINGS
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.hidden import HUTS, PEOPLE, VILLAGES
from tta_p2p.games.civilization.tables.model import RESOURCES
from tta_p2p.games.civilization.tables.techs import MOST_COINS, TECHS
from tta_p2p.games.civilization.technologies.healing import MOST, SOME
from tta_p2p.games.civilization.technologies.investment import INVESTMENTS
from tta_p2p.games.civilization.technologies.iron_weapons import EDGE, SHARP, WOUNDS
from tta_p2p.games.civilization.technologies.resource_abilities import ABILITIES, GIVEN, MOVEMENT, SHIP, TRADE, Ability
from tta_p2p.games.civilization.windows.declarations import TECH
from tta_p2p.i18n import Words
from tta_p2p.ui.civilization.cards import ICONS, KINDS, card_texts, gist
from tta_p2p.ui.presenter import presenter_for

Fact = tuple[int, str]
"""A number and what it counts; empty where no single word stands beside it in both languages."""
LANGUAGES = ("en", "zh-Hans")
NAMES = {
    "iron": ("iron", "铁"), "wheat": ("wheat", "小麦"), "silk": ("silk", "丝绸"), "incense": ("incense", "熏香"),
    "spy": ("spy", "间谍"), "uranium": ("uranium", "铀"), "any": ("resources", "资源"), "trade": ("trade", "贸易"),
    "culture": ("culture", "文化"), "production": ("production", "生产力"), "coin": ("coins?", "钱币"),
    "wounds": ("wounds", "伤害"), "combat": ("battles", "战斗"), "squares": ("squares", "格"), "steps": ("steps", "步"),
    "figures": ("figures", "棋子"), "most": ("coins at most", "枚"),
}  # fmt: skip
"""Thing -> how it is called in English and in Chinese."""
FORMS = (
    r"(?<![\d-]){n}(?: more)? (?:{word})\b",
    r"(?<![\d+-]){n}(?!\d)[个枚点座支格步]?(?:{word})|(?:{word})[+-]?{n}(?!\d)",
)
"""How a number stands beside its thing in both languages."""
IN_RULES: dict[str, tuple[list[Fact], str]] = {
    "tech.code-of-laws": ([(1, "coin"), (MOST_COINS, "most")], "coins come of battles (technologies/coin_tokens.py)"),
    "tech.military-science": ([(1, "production"), (3, "coin")], "city/yields.py"),
    "tech.computers": ([(5, "coin"), (1, "")], "players/limits.py, battle/strength.py"),
    "wonder.stonehenge": ([(1, "culture")], "turn/phases.py"),
    "wonder.louvre": ([(3, "culture")], "turn/phases.py"),
    "wonder.colossus": ([(3, "trade")], "turn/phases.py"),
    "wonder.panama-canal": ([(1, "coin")], "turn/phases.py"),
    "wonder.himeji-samurai-castle": ([(1, "")], "battle/strength.py"),
    "wonder.porcelain-tower": ([(5, "trade")], "technologies/pyramid.py"),
    "government.communism": ([(2, "production"), (1, "culture")], "city/yields.py"),
    "government.democracy": ([(2, "trade")], "turn/phases.py"),
    "government.feudalism": ([(1, "coin")], "players/coins.py"),
    "government.fundamentalism": ([(1, ""), (2, "trade")], "battle/strength.py, turn/phases.py"),
    "government.monarchy": ([(1, "culture"), (1, "")], "city/yields.py, players/limits.py"),
    "civilization.america": ([(3, "trade"), (2, "production")], "city/management.py"),
    "civilization.china": ([(3, "culture")], "battle/villages.py"),
}
"""Texts whose numbers are in no table -> their facts, and where the rules have them."""
LOOSE = {
    "tech.horseback-riding": "English says trade once for two numbers",
    "tech.metalworking": "English wounds with a verb",
}
"""Texts in which a number stands apart from its thing in one language; numbers and goods are compared all the same."""
ONCE = {"tech.atomic-theory": "English says “it” where the uranium is paid the second time"}
NAMED = {"tech.engineering": ("production", "a city divides it")}
"""Texts that name a good without a number."""
WORDED: dict[str, dict[int, tuple[str, str]]] = {
    "wreck": {1: ("a building", "一座建筑"), 2: ("two buildings", "两座建筑")},
    "swap": {
        1: ("level I from", "一级科技"),
        2: ("level I or II from", "一级或二级"),
        3: ("level I to III", "一至三级"),
    },
    "kill": {1: ("Kill a figure", "一个棋子")},
}
"""What an event does -> its number as both languages put it into words."""
CALLED = {
    "ancient": ("ancient", "古代"), "medieval": ("medieval", "中世纪"), "modern": ("modern", "现代"),
    "desert": ("is desert", "变为沙漠"), "grassland": ("is grassland", "变为草原"),
}  # fmt: skip
"""Ages of wonders that become obsolete, and what a square becomes."""


def paid(ability: Ability) -> list[Fact]:
    """Give what an ability costs and does, as facts."""
    facts = [(ability.count, ability.resource)]
    match ability.does:
        case "coin":
            facts += [(1, "coin"), (MOST_COINS, "most")]
        case "edge":
            facts.append((ability.number, "wounds"))
        case "culture" | "production" | "trade" | "wounds":
            facts.append((ability.number, ability.does))
    return facts


def of_tech(name: str) -> list[Fact]:
    """Give what a technology can do."""
    facts: list[Fact] = []
    for table in (ABILITIES, TRADE, MOVEMENT, WOUNDS, {SHARP: EDGE, "steam-power": SHIP}):
        facts += paid(table[name]) if name in table and not (table is MOVEMENT and f"tech.{name}" in ONCE) else []
    facts += [(GIVEN, "trade")] if name in TRADE else []
    facts += [(1, "spy")] if name in TECH.values() else []
    facts += [(MOST, "wounds")] if name == SOME else []
    if name in INVESTMENTS:
        what, number = INVESTMENTS[name]
        facts += [(number, what), (1, "coin"), (MOST_COINS, "most")]
    return facts


def of_event(name: str) -> list[Fact]:
    """Give what an event does."""
    event = EVENTS[name]
    facts = [(event.reach, "steps")] if event.reach else []
    things = {"production": "production", "push": "squares", "kill": "figures"}
    if event.does in things and event.number not in WORDED.get(event.does, {}):
        facts.append((event.number, things[event.does]))
    if event.does == "gift":
        facts += [(1, "coin")] * event.number
    return facts


def facts_of(key: str) -> list[Fact]:
    """Give all facts of a text."""
    kind, _, name = key.partition(".")
    facts = of_tech(name) if kind == "tech" else of_event(name) if kind == "event" else []
    return facts + IN_RULES.get(key, ([], ""))[0]


def goods_of(key: str) -> set[str]:
    """Give the goods that a text names."""
    goods = {thing for _, thing in facts_of(key)} & {*RESOURCES, "spy", "uranium", "trade", "culture", "production"}
    event = EVENTS.get(key.removeprefix("event."))
    goods |= {NAMED[key][0]} if key in NAMED else set()
    return goods | set(event.kinds if event is not None and event.does == "gift" else ())


def words_of(key: str) -> set[str]:
    """Give the ages and terrains that a text names."""
    kind, _, name = key.partition(".")
    if kind == "event":
        return {EVENTS[name].into} & CALLED.keys()
    return set(ABILITIES[name].ages) if kind == "tech" and name in ABILITIES else set()


def texts() -> dict[str, tuple[str, str]]:
    """Give the texts of technologies, wonders, governments, civilizations and events, by key."""
    one, other = (presenter_for("civilization", Words(language)).words for language in LANGUAGES)
    kinds = {"technology": "tech", "wonder": "wonder", "event": "event", "civilization": "civilization"}
    keys = [f"{short}.{face}" for kind, short in kinds.items() for face in KINDS[kind]]
    keys += [f"government.{name}" for name in (*KINDS["government"], *(tech.government for tech in TECHS.values()))]
    said = {key: (one.optional(f"civ.text.{key}"), other.optional(f"civ.text.{key}")) for key in keys}
    return {key: (first, second) for key, (first, second) in said.items() if first and second}


def faults(key: str, language: int, text: str) -> list[str]:
    """Say in what a text differs from the tables; ``language``: which of the two it is in."""
    text = re.sub(r"\ba coin\b", "1 coin", text).replace("当作1个", "当作")  # an iron, wheat, spy or silk
    facts = facts_of(key)
    numbers = sorted(map(int, re.findall(r"\d+", text)))
    if language and key in ONCE:  # it is paid at two times
        numbers = numbers[1:]
    found = [] if numbers == sorted(number for number, _ in facts) else [f"numbers {numbers}"]
    for number, thing in facts if key not in LOOSE else ():
        if thing and not re.search(FORMS[language].format(n=number, word=NAMES[thing][language]), text):
            found.append(f"{number} {thing}")
    for thing in (*RESOURCES, "spy", "uranium", "trade", "culture", "production"):
        word = NAMES[thing][language]
        named = bool(re.search(rf"{word}(?! (?:event|card|track)|事件|手牌|轨)", text))
        if named != (thing in goods_of(key)):
            found.append(thing)
    if not key.startswith("civilization."):
        called = words_of(key)
        found += [word for word, names in CALLED.items() if (names[language] in text) != (word in called)]
    event = EVENTS.get(key.removeprefix("event."))
    if event is not None and event.number in (written := WORDED.get(event.does, {})):
        found += [word for word in (written[event.number][language],) if word not in text]
    if event is not None and (event.does == "swap") != (("you first", "你先")[language] in text):
        found.append("you first")
    return found


def test_the_texts_of_civilization_promise_what_the_tables_say() -> None:
    said = texts()
    assert len(said) > 75
    found = {(key, at): bad for key, two in said.items() for at in (0, 1) if (bad := faults(key, at, two[at]))}
    assert found == {}


def test_no_exception_is_left_over() -> None:
    said = texts()
    for key in (*IN_RULES, *LOOSE, *ONCE, *NAMED):
        assert key in said, key
    for key in LOOSE:
        facts = [(number, thing) for number, thing in facts_of(key) if thing]
        forms = [FORMS[at].format(n=n, word=NAMES[thing][at]) for n, thing in facts for at in (0, 1)]
        at_both = [said[key][at] for _ in facts for at in (0, 1)]
        assert not all(re.search(form, text) for form, text in zip(forms, at_both, strict=True)), key


def wrong(text: str, language: int) -> list[str]:
    """Give texts with one error each: a number, a good, an age or a terrain is another one."""
    found = [text[: one.start()] + str(int(one[0]) + 1) + text[one.end() :] for one in re.finditer(r"\d+", text)]
    goods = [NAMES[thing][language] for thing in (*RESOURCES, "spy", "uranium", "trade", "culture", "production")]
    for some in (goods, [names[language] for names in CALLED.values()]):
        present = [word for word in some if re.search(rf"{word}(?! (?:event|card|track)|事件|手牌|轨)", text)]
        missing = next(word for word in some if word not in text)
        found += [re.sub(rf"{word}(?! (?:event|card|track)|事件|手牌|轨)", missing, text) for word in present]
    return found


def test_an_error_in_any_text_is_found() -> None:
    """Each number, good, age and terrain changed by itself, and two numbers exchanged."""
    tried, missed = 0, list[str]()
    for key, two in texts().items():
        for at in (0, 1):
            changed = wrong(two[at], at) if not key.startswith("civilization.") else []
            numbers = re.findall(r"\d+", two[at])
            if len(numbers) == 2 and numbers[0] != numbers[1] and key not in LOOSE and all(w for _, w in facts_of(key)):
                first, second = numbers
                changed.append(re.sub(r"\d+", lambda one, a=first, b=second: b if one[0] == a else a, two[at]))
            tried += len(changed)
            missed += [text for text in changed if not faults(key, at, text)]
    assert tried > 250 and missed == [], (tried, missed)


def printed(language: int, face: str) -> str:
    """Give what a page says of a part in a few words."""
    presenter = presenter_for("civilization", Words(LANGUAGES[language]))
    return gist(card_texts(presenter.texts, presenter.words), face)


@pytest.mark.parametrize("face", [*PEOPLE, *BUILDINGS])
def test_people_and_buildings_show_their_icons(face: str) -> None:
    icons = PEOPLE[face] if face in PEOPLE else BUILDINGS[face].icons
    given = [(number, name) for name in ICONS if (number := getattr(icons, name))]
    for at in (0, 1):
        text = printed(at, face)
        assert sorted(map(int, re.findall(r"\d+", text))) == sorted(number for number, _ in given), text
        for number, name in given:
            word = NAMES[name][at]
            assert re.search(rf"{number} (?:in )?{word}" if not at else rf"{number}{word}|{word}{number}", text), text


@pytest.mark.parametrize("resource", [*RESOURCES, "spy", "uranium"])
def test_a_resource_names_what_it_pays_for(resource: str) -> None:
    """Also on huts and villages."""
    tables = {**ABILITIES, **TRADE, **WOUNDS, SHARP: EDGE, "steam-power": SHIP}
    payable = {name for name, ability in tables.items() if ability.resource == resource}
    payable |= set(TECH.values()) if resource == "spy" else set()
    faces = [f"hut-{resource}"] * (resource in HUTS) + [f"village-{resource}"] * (resource in VILLAGES)
    assert faces and payable
    for at in (0, 1):
        card = presenter_for("civilization", Words(LANGUAGES[at])).texts.card
        for face in (*faces, *([resource] if resource in RESOURCES else [])):
            assert {name for name in TECHS if card(name) in printed(at, face)} == payable, printed(at, face)
