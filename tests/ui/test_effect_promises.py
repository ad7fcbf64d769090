"""Both texts of a card of Through the Ages promise what its effects in the tables are: numbers, things, whom and when.

`test_promises.py` compares the two languages with each other and with printed symbols; here the same error in both
would be found. What no table holds stands in `IN_RULES`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.ui.promises import FAR_APART, IN_RULES, LEVELS, chinese, effects_of, english, held, promised, records, texts
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.effects import AmongStrongest, AmongWeakest, For
from tta_p2p.games.through_the_ages.tables.model import Card
from tta_p2p.games.through_the_ages.tables.words import When, Who

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
