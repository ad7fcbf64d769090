"""A client that has nothing but the lines it reads can say acts, decisions, log and refusals in words."""

from __future__ import annotations

import json
import re
import string
from typing import Any

import pytest

from tests.seats.dialogue import Said, converse
from tests.texts import texts_of
from tta_p2p.games.contract import COMMON_ERRORS
from tta_p2p.registry import load_rules, names

HELLO = {"do": "hello", "version": 2}
CHINESE = re.compile("[一-鿿]")
PLACE = re.compile(r"\{(\w+)[:}]")


class Reader:
    """Says keys by the texts of a game, as the page of the seat protocol tells it."""

    def __init__(self, texts: dict[str, str], players: list[str]) -> None:
        self.texts, self.players = texts, players

    def label(self, label: Said) -> str:
        key, args = label["key"], label["args"]
        text = self.texts.get(f"label.{key}")
        if text is not None and all(int(place) < len(args) for place in PLACE.findall(text)):
            return self.fill(text, args)
        return " ".join([self.texts[f"act.{key}"], *(self.shown(arg, "card") for arg in args)])

    def fill(self, text: str, args: list[Any]) -> str:
        """What a text says; a form may have places of its own."""
        said = ""
        for before, place, spec, _ in string.Formatter().parse(text):
            said += before
            if place is not None:
                sort, asks, forms = (spec or "").partition("?")
                sort = sort.partition("*")[0]
                form = self.formed(place, sort, forms, args) if asks else ""
                said += self.fill(form, args) if asks else self.at(args[int(place) :], sort)
        return said

    def formed(self, place: str, sort: str, forms: str, args: list[Any]) -> str:
        """The form of a word that goes with an argument, in English and Chinese."""
        found, depth = [""], 0
        for letter in forms:
            depth += {"{": 1, "}": -1}.get(letter, 0)
            if letter == "|" and not depth:
                found.append("")
            else:
                found[-1] += letter
        number = args[int(place)] if place.isdigit() else None
        first = number == 1 if sort == "n" else sort.startswith("=") and sort[1:] == str(number)
        return found[0 if first else -1]

    def at(self, args: list[Any], sort: str) -> str:
        if sort == "all":
            return " ".join(self.shown(arg, "card") for arg in args)
        if sort == "decision":
            return self.fill(self.texts[f"decision.{args[0]}"], args[1:])
        return self.shown(args[0], sort)

    def shown(self, arg: Any, sort: str) -> str:
        if isinstance(arg, dict):
            return self.texts[f"card.{arg['face']}"] if arg["face"] else f"#{arg['card']}"
        if isinstance(arg, int):
            return self.players[arg] if sort == "seat" else ("A", "I", "II", "III")[arg] if sort == "age" else str(arg)
        if isinstance(arg, str) and f"{sort}.{arg}" in self.texts:
            return self.fill(self.texts[f"{sort}.{arg}"], [])
        return self.texts.get(f"word.{arg}", str(arg))


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("game", names())
async def test_everything_can_be_said_by_who_does_not_know_the_game(game: str, language: str) -> None:
    read: list[Reader] = []
    said: set[str] = set()
    turns = 0

    def answer(heard: Said) -> list[Said | bytes]:
        nonlocal turns
        match heard:
            case {"is": "connected"}:
                return [HELLO]
            case {"is": "welcome", "seats": seats}:
                read.append(Reader({}, [seat["name"] for seat in seats]))
                return [{"do": "texts", "language": language}]
            case {"is": "texts", "texts": texts}:
                assert heard["language"] == language
                assert {f"illegal.{key}" for key in COMMON_ERRORS} <= texts.keys()
                read[0].texts = texts
            case {"is": "turn", "mine": True, "legal": legal, "decision": decision, "draft": draft} if legal:
                reader = read[0]
                if not reader.texts:
                    return [{"do": "look"}]
                said.add(reader.fill(reader.texts[f"decision.{decision['key']}"], decision["args"]))
                said.update(reader.label(act["label"]) for act in (*legal, *draft))
                said.update(reader.shown(name, "cost") for act in legal for name, _ in act["cost"])
                turns += 1
                if turns > 25:
                    return [{"do": "vote", "motion": "resigned", "operator": 0}]
                acts = [act["text"] for act in legal if act["text"] != "resign"]
                return [{"do": "act", "text": acts[turns * 7 % len(acts)]}]
            case {"is": "error"}:
                return [{"do": "look"}]
        return []

    lines = await converse(game, answer, seats=max(2, load_rules(game).seats[0]))
    assert turns > 3 and len(said) > 10
    assert not [text for text in said if not text.strip() or "{" in text]
    if language == "en" or not texts_of(game, language):
        assert not any(CHINESE.search(text) for text in said)
    else:
        assert sum(CHINESE.search(text) is not None for text in said) > len(said) // 2
    assert json.loads(lines[-1][2:])["is"] == "over"
