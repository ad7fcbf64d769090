"""Both texts of a card of Through the Ages promise what its effects in the tables are: numbers, things, whom and when.

`test_promises.py` compares the two languages with each other and with printed symbols; here the same error in both
would be found. What no table holds stands in `IN_RULES`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from tests.ui.promises import FAR_APART, Promise, chinese, english, texts
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.effects import AmongStrongest, AmongWeakest, For
from tta_p2p.games.through_the_ages.tables.model import Card, Pact
from tta_p2p.games.through_the_ages.tables.words import When, Who

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
IN_WORDS = {"julius-caesar": [1]}
"""Cards whose texts have a number of the tables in words: once."""
BESIDE = {*FAR_APART} - {"impact-of-government", "impact-of-wonders"} | {
    "hollywood",
    "architecture",
    "engineering",
    "impact-of-balance",
}
"""Cards whose numbers do not stand beside what they count in either language."""
REACHED: dict[Who, tuple[str, str]] = {
    Who.STRONGEST: ("(?<!players: )the strongest(?: civilization)?", "(?<!：)最强的(?!两个)"),
    Who.WEAKEST: ("the weakest(?: civilization)?", "最弱的(?!两个)"),
    Who.TWO_STRONGEST: ("(?:the|of the) two strongest(?: civilizations)?", "最强的两个文明"),
    Who.TWO_WEAKEST: ("(?:the|of the) two weakest(?: civilizations)?", "最弱的两个文明"),
    Who.MOST_CULTURE: ("the civilization with the most culture points", "文化点数最多的文明"),
    Who.LEAST_CULTURE: ("the civilization with the fewest culture points", "文化点数最少的文明"),
    Who.ALL_HAPPIEST: ("every civilization with the most happy faces", "笑脸最多的文明（并列的都算）"),
    Who.ALL_MOST_DISCONTENT: (
        "every civilization with the most discontent workers",
        "不满工人最多的文明（并列的都算）",
    ),
}
"""Whom a part of an event reaches, in both languages; a text about all names nobody else."""
HAPPENS: dict[When, tuple[str, str]] = {
    When.TAKE_TECHNOLOGY: ("whenever you take a technology card", "每次从卡牌列拿取一张科技牌"),
    When.DEVELOP: ("whenever you develop a technology", "每次发展科技之后"),
    When.REVOLUTION: ("each of your revolutions", "每次革命"),
    When.COMPLETE: ("when finished", "建成时"),
    When.ATTACKED: (
        "whenever somebody plays an aggression or declares war against you",
        "每次有人侵略你或对你宣战",
    ),
    When.END_OF_TURN: ("at the end of your turn", "你的回合结束时"),
    When.LEAVE_OR_END: ("when he leaves play, and when the game ends", "他离场时，以及游戏结束时"),
}
IF: dict[type, Who] = {AmongStrongest: Who.TWO_STRONGEST, AmongWeakest: Who.TWO_WEAKEST}
"""A condition -> who it is that it holds for."""
TAKES = {"Lose", "LoseMix", "LosePopulation", "LoseBlueTokens", "DiscardMilitary"}
VERBS = {
    True: ("(?:loses?|returns?|discards?)", "(?:失去|放回|弃置)"),
    False: ("(?:gains?|scores?|draws?|take)", "(?:获得|抽|拿取)"),
}
"""Whether an effect takes something -> the verbs that say so."""

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


def records(value: object) -> Iterator[object]:
    """Give a record and all in it."""
    if isinstance(value, tuple):
        for one in value:
            yield from records(one)
    elif isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from records(getattr(value, name))


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


def missed(face: str, text: str, at: int) -> list[str]:
    """Say in what a text differs from the tables; ``at``: which language it is in."""
    card, low = CARDS[face], text.lower()
    said = sorted(map(int, re.findall(r"\d+", text)))
    known = sorted([abs(number) for _, number in effects_of(card)] + IN_RULES.get(face, ([], ""))[0])
    found = [] if sorted(said + IN_WORDS.get(face, [])) == known else [f"{said}, not {known}"]
    if face not in BESIDE:
        found += [f"{one} is not said" for one in promised(card) - (english, chinese)[at](text)]
    words = {value for _, value in held(card) if isinstance(value, Who | When)}
    words |= {IF[type(one)] for one in records(card) if type(one) in IF}
    for word, sayings in (*REACHED.items(), *HAPPENS.items()):
        pattern = sayings[at]
        if (word in words) != bool(re.search(pattern, low)):
            found.append(f"{word} is{' not' * (word in words)} said")
    return found + reached(card, low, at)


def reached(card: Card, text: str, at: int) -> list[str]:
    """Say which of those whom an event reaches do not get or lose what they should."""
    found = []
    for one in getattr(card, "effects", ()):
        if not isinstance(one, For) or one.who not in REACHED:
            continue
        if one.rival is not None:  # who takes comes before whom it is taken from
            if not re.search(f"{REACHED[one.who][at]}.*{REACHED[one.rival][at]}", text):
                found.append(f"{one.who} from {one.rival}")
            continue
        others = "strongest|weakest|最强|最弱|" if one.who in (Who.STRONGEST, Who.WEAKEST) else ""
        for path, number in held(one.effects):
            if isinstance(number, int) and number and path[-1] not in LEVELS:
                takes = path[-1][0] in TAKES
                does, not_so = VERBS[takes][at], VERBS[not takes][at]
                between = f"(?:(?!{others}{not_so}).)*?"
                pattern = f"{REACHED[one.who][at]}{between}(?:{does}{between}{number}|把{number}[^。]*{does})"
                if not re.search(pattern, text):
                    found.append(f"{one.who}: {path[-1]} {number}")
    return found


@pytest.mark.parametrize("face", CARDS)
def test_the_texts_of_a_card_promise_what_its_effects_are(face: str) -> None:
    for at, text in enumerate(texts(face)):
        assert not text or missed(face, text, at) == []


def test_no_exception_is_left_over() -> None:
    """Each is needed: without it a text would differ from the tables."""
    for face in IN_RULES:
        numbers = sorted(map(int, re.findall(r"\d+", texts(face)[0])))
        assert numbers != sorted(abs(number) for _, number in effects_of(CARDS[face])), face
    for face in BESIDE:
        assert any(
            promised(CARDS[face]) - read(text) for read, text in zip((english, chinese), texts(face), strict=True)
        )


def wrong(text: str, at: int) -> Iterator[str]:
    """Give texts with one error each: another number, others who are reached, or another time."""
    for number in re.finditer(r"\d+", text):
        yield text[: number.start()] + str(int(number[0]) + 1) + text[number.end() :]
    for one, other in (
        ("strongest", "weakest"),
        ("最强", "最弱"),
        ("most culture", "fewest culture"),
        ("最多的文明", "最少的文明"),
    ):
        if (one in text) != (other in text):
            yield text.replace(one, other) if one in text else text.replace(other, one)
        elif one in text:
            yield text.replace(one, "#").replace(other, one).replace("#", other)
    for said in (sayings[at] for sayings in HAPPENS.values()):
        found = re.search(said, text, re.IGNORECASE)
        if found is not None:
            yield text.replace(found[0], "Now" if not at else "现在")


def test_an_error_in_any_text_of_an_effect_is_found() -> None:
    tried, unseen = 0, list[str]()
    for face in CARDS:
        for at, text in enumerate(texts(face)):
            for changed in wrong(text, at):
                tried += 1
                unseen += [] if missed(face, changed, at) else [f"{face}: {changed}"]
    assert tried > 500 and unseen == [], (tried, unseen)
