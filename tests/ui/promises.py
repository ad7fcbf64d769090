"""What the texts of the cards of Through the Ages promise, read by a small grammar: a number beside a thing's word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from tta_p2p.games.through_the_ages.tables.model import Card, Pact
from tta_p2p.i18n import Words
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.through_the_ages.cards import card_text

Promise = tuple[int, str]
ENGLISH = {
    "culture": "culture", "science": "science", "strength": "strength", "food": "food", "resource": "resources?",
    "happy": "happy faces?", "unhappy": "unhappy faces?", "civil_actions": "civil(?: and [0-9]+ military)? actions?",
    "military_actions": "military actions?", "yellow_tokens": "yellow(?: and [0-9]+ blue)? tokens?",
    "blue_tokens": "blue tokens?", "population": "population", "colonization": "(?:colonization|force)",
    "infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery",
}  # fmt: skip
CHINESE = {
    "culture": "文化(?:增速|点数)?", "science": "科学(?:增速|点数)?", "strength": "军力", "food": "食物(?:产量)?",
    "resource": "资源(?:产量)?", "happy": "笑脸", "unhappy": "哭脸", "civil_actions": "内政行动",
    "military_actions": "军事行动", "yellow_tokens": "黄色标记", "blue_tokens": "蓝色标记", "population": "人口",
    "colonization": "(?:殖民)?力量", "infantry": "步兵", "cavalry": "骑兵", "artillery": "炮兵",
}  # fmt: skip
FAR_APART = {
    "wave-of-nationalism": "in Chinese the number of players stands between resources and their number",
    "military-build-up": "in Chinese the number of players stands between resources and their number",
    "endowment-for-the-arts": "in Chinese the number of players stands between culture and its number",
    "impact-of-government": "English says culture once for two numbers",
    "impact-of-wonders": "Chinese says culture once, before all ages",
}
"""Cards whose numbers do not stand beside their things in both languages."""


def english(text: str) -> set[Promise]:
    """Read an English text."""
    plain = text.replace(" more ", " ")
    return {(int(n), thing) for thing, word in ENGLISH.items() for n in re.findall(rf"(\d+) (?:{word})\b", plain)}


def chinese(text: str) -> set[Promise]:
    """Read a Chinese text."""
    forms = r"(\d+)(?:点|个|支|名)?(?:只能用于[^，。]*?的)?(?:{0})", r"(?:{0})[+-]?(\d+)"
    found = (
        (n, thing) for thing, word in CHINESE.items() for form in forms for n in re.findall(form.format(word), text)
    )
    return {(int(n), thing) for n, thing in found}


def texts(face: str) -> tuple[str, str]:
    """Give the text of a card in both languages."""
    one, other = (card_text(face, presenter_for("through_the_ages", Words(one)).words) for one in ("en", "zh-Hans"))
    return one, other


# --- what the tables say ---------------------------------------------------------------------------------------

NOT_SAID = {
    ("Aggression", "military_actions"), ("War", "military_actions"), ("Government", "revolution"),
    ("WorkerTechnology", "starting_workers"),
}  # fmt: skip
"""Fields that the figures of a card show, and not its text."""
LEVELS = {("RavageWonder", "ages"), ("Raid", "levels")}
"""Fields that a text writes as Roman numerals."""
COUNTED: dict[tuple[str, str], str] = {
    ("Gain", "food"): "food", ("Gain", "resource"): "resource", ("Gain", "science"): "science",
    ("Gain", "culture"): "culture", ("Lose", "culture"): "culture", ("GainPopulation", "number"): "population",
    ("LosePopulation", "number"): "population", ("GainTokens", "yellow"): "yellow_tokens",
    ("GainTokens", "blue"): "blue_tokens", ("LoseBlueTokens", "number"): "blue_tokens",
    ("TakeYellowTokens", "number"): "yellow_tokens", ("TakePoints", "science"): "science",
    ("TakePoints", "culture"): "culture", ("Pool", "unit_resource"): "resource", ("Pool", "unit_science"): "science",
    ("Pool", "military_actions"): "military_actions", ("IncreasePopulation", "discount"): "food",
    ("PopulationDiscount", "amount"): "food", ("Build", "discount"): "resource", ("Upgrade", "discount"): "resource",
    ("BuildStage", "discount"): "resource", ("Develop", "discount"): "science",
    ("DevelopDiscount", "amount"): "science", ("BuildDiscount", "by_level"): "resource",
    ("RavageWonder", "culture"): "culture", ("RemoveLeaderOrWonder", "culture_per_level"): "culture",
    ("RemoveLeader", "culture_per_level"): "culture", ("RemoveWonder", "culture_per_level"): "culture",
    ("TakePopulation", "culture_each"): "culture",
    ("Convert", "food_as_resource"): "food", ("Convert", "resource_as_food"): "resource",
}  # fmt: skip
"""Field of an effect -> what its number counts."""
FACTORS = {("Times", "factor"), ("ByPlayers", "two"), ("ByPlayers", "three"), ("ByPlayers", "four"), ("Sum", "parts")}
"""Parts of formulas that are numbers of the same thing."""
IN_RULES: dict[str, tuple[list[int], str]] = {
    "hammurabi": ([0], "never less than none"),
    "winston-churchill": ([3], "the first choice is made at the end of the turn (OncePerTurn.automatic)"),
    "joan-of-arc": ([1], "a happy face is one (HappyFaces)"),
    "j-s-bach": ([1], "one theater (Workers)"),
    "james-cook": ([2], "two for the first colony (Sum)"),
    "great-wall": ([1], "one unit (Workers)"),
    "alexander-the-great": ([1], "one unit (Workers)"),
    "war-over-territory": ([1], "one for every five (Per)"),
    "trade-routes-agreement": ([1, 1], "one for one (Convert)"),
    "moses": ([0], "never less than none"),
    "michelangelo": ([1], "a happy face is one (HappyFaces)"),
    "isaac-newton": ([1], "RegainCivilAction is one"),
    "bill-gates": ([0], "a lab of level 0 produces none"),
    "taj-mahal": ([0], "never less than none"),
    "fast-food-chains": ([1], "urban buildings and units count once (Sum)"),
    "wave-of-nationalism": ([2, 3, 4], "numbers of players"),
    "endowment-for-the-arts": ([2, 3, 4], "numbers of players"),
    "military-build-up": ([2, 3, 4], "numbers of players"),
    "impact-of-science": ([0, 0, 0, 2, 3, 4], "numbers of players, and places that score nothing"),
    "impact-of-strength": ([0, 0, 0, 2, 3, 4], "numbers of players, and places that score nothing"),
    "emigration": ([1], "one for every two (Per)"),
    "prosperity": ([1, 8], "ratings/happiness: eight at most"),
    "impact-of-happiness": ([16], "twice the most happy faces"),
    "impact-of-government": ([1], "military actions count once (Sum)"),
    "homer-2006": ([1], "one unit (WorkersOn)"),
    "alexander-the-great-2006": ([1], "one unit (Workers)"),
    "genghis-khan-2006": ([1, 1], "one unit (Workers)"),
    "joan-of-arc-2006": ([1], "a happy face is one (HappyFaces)"),
    "michelangelo-2006": ([0, 1], "never less than none; a happy face is one (HappyFaces)"),
    "j-s-bach-2006": ([1], "one theater (Workers)"),
    "napoleon-bonaparte-2006": ([2], "the bonus, and once more what it is (BestArmy)"),
    "william-shakespeare-2006": ([1], "one library (Workers)"),
    "nikola-tesla": ([0], "a lab of level 0 produces none"),
    "war-over-territory-2006": ([1], "one for every three (Per)"),
    "holy-war": ([1], "one for every three (Per)"),
}
"""Cards whose texts have numbers that no table holds, and why."""

Field = tuple[str, str]
"""A record of the tables and one of its fields."""


def held(value: object, path: tuple[Field, ...] = ()) -> Iterator[tuple[tuple[Field, ...], object]]:
    """Give the numbers and words of a record, each with the fields that lead to it."""
    if isinstance(value, tuple):
        for one in value:
            yield from held(one, path)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from held(getattr(value, name), (*path, (type(value).__name__, name)))
    elif not isinstance(value, bool):
        yield path, value


SAID_ONCE = {("OneOf", "options"), ("BuildDiscount", "by_level"), ("DevelopDiscount", "amount")}
"""Fields in which equal numbers are said once."""


def effects_of(card: Card) -> Iterator[tuple[tuple[Field, ...], int]]:
    """Give the numbers of what a card does: not what every card has (age, copies), and not its price."""
    shared = {"age", "copies", "science", "resource", "stages", "science_cost"}
    before = set()
    for path, value in held(card):
        if isinstance(value, int) and value and path[0][1] not in shared and path[-1] not in NOT_SAID | LEVELS:
            once = next((field for field in path if field in SAID_ONCE), None)
            once = ("Pact", "") if isinstance(card, Pact) and card.side_a == card.side_b else once
            once = ("Tactic", "bonus") if path[-1] in (("Tactic", "bonus"), ("Tactic", "outdated")) else once
            alike = (once, COUNTED.get(path[-1]), value)
            if once is None or alike not in before:
                yield path, value
            before.add(alike)


def promised(card: Card) -> set[Promise]:
    """Give what the effects of a card promise: numbers with what they count."""
    found = set()
    for path, number in effects_of(card):
        things = [COUNTED[field] for field in path if field in COUNTED]
        if things and (path[-1] in COUNTED or path[-1] in FACTORS) and number > 0:
            found.add((number, things[-1]))
    return found


def records(value: object) -> Iterator[object]:
    """Give a record and all in it."""
    if isinstance(value, tuple):
        for one in value:
            yield from records(one)
    elif isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from records(getattr(value, name))
