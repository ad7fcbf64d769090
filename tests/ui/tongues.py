"""Languages made for tests: every sentence tells by itself whom it is about and what it says.

A clause reads `⟨KEY@SEAT⟩` with its arguments before or behind it, a whole sentence `[KEY]`, an act as a list has it
`⟪KEY⟫`; a subject stands between `▸` and `◂`, before, behind or inside its clause. So a test reads a sentence as a
person does, who takes a clause without a subject to be about whom was spoken of last, and compares that with the seat
in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import Words, game_texts, page_texts, templates
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.ui.texts import Texts

NAMES = ("ann", "bob", "cid", "dan")
MARKED = {
    "reader": "you",
    "log.act": "▸{name}◂: {act}",
    "log.and": " ⁂ ",
    "digest.also": " ＆ ",
    "digest.and": " ⁏ ",
    "digest.next": " ‖ ",
    "digest.so": " ⇒ ",
    "digest.times": "{text}",
    "digest.told": "▸{subject}◂ ⊢ {told}",
    "clause.noted": "▸{subject}◂: {clause}",
}


@dataclass(frozen=True)
class Tongue:
    """How a language builds a clause of its verb and its objects, and puts a subject to it."""

    clause: str
    templates: Mapping[str, str]


TONGUES = {
    "object first": Tongue(
        "{objects} {verb}",
        {
            "clause.said": "{clause} ▸{subject}◂",
            "clause.again": "{clause}",
            "clause.again.you": "{clause} ▸{subject}◂",
        },
    ),
    "verb first, then the subject": Tongue(
        "{verb} {{subject:named?▸{{subject}}◂ |}}{objects}",
        {
            "clause.said": "{clause} ▸{subject}◂",
            "clause.again": "{clause}",
            "clause.again.you": "{clause} ▸{subject}◂",
        },
    ),
    "subject dropped": Tongue(
        "{objects} {verb}",
        {"clause.said": "▸{subject}◂ {clause}", "clause.again": "{clause}", "clause.again.you": "{clause}"},
    ),
}


def speak(game: str, tongue: Tongue, you: int | None = None, own: Mapping[str, str] | None = None) -> Texts:
    """The texts of a game in such a language; ``own``: texts of the game that are to be others."""
    rules = load_rules(game)
    english = game_texts(rules, "en")
    pages = page_texts(game, {}, "en")
    texts = {key: _text(key, text, rules.clauses, tongue) for key, text in english.items()} | dict(own or {})
    short = {key: _text(key, text, rules.clauses, tongue) for key, text in pages.items() if key.startswith("digest.")}
    spoken = SimpleNamespace(
        name=game,
        clauses=rules.clauses,
        notes=rules.notes,
        texts=lambda language: texts if language == "en" else {},
    )
    words = Words().extended({"en": pages}).extended({"en": {**MARKED, **short, **tongue.templates}})
    return Texts(spoken, words, NAMES, you)


def _text(key: str, text: str, clauses: frozenset[str], tongue: Tongue) -> str:
    kind, _, name = key.partition(".")
    places = dict.fromkeys(
        (one.place, one.sort) for one in templates.places(text) if not one.forms and one.place != "0"
    )
    objects = " ".join(f"{{{place}:{sort}}}" if sort else f"{{{place}}}" for place, sort in places)
    if kind == "label":
        return f"⟪{name}⟫"
    if kind == "deed":
        return tongue.clause.format(verb=f"⟨{name}@{{0}}⟩", objects=objects).strip()
    if kind not in ("log", "digest"):
        return text
    if f"log.{name.rpartition('.')[2]}" in clauses:
        return tongue.clause.format(verb=f"⟨{name.rpartition('.')[2]}@{{0}}⟩", objects=objects).strip()
    return f"[{name}]"


def whole_game(game: str, seats: int, seed: int, acts: int) -> list[say.LogEntry]:
    """The log of a game that is played to its end (or so many acts) by chance, as seat 0 is told it."""
    local, chance = LocalGame(load_rules(game), seats, {}, seed), Chance(seed)
    local.answer_needs()
    for _ in range(acts):
        decision = local.decision
        if decision is None or local.over:
            break
        deciding = decision.seats if decision.sealed else decision.seats[:1]
        local.act(*(_chosen(local, seat, chance) for seat in deciding))
    return wording.log(local.game, local.log, local.dealer.knowledge_of(0).faces)


def _chosen(local: LocalGame, seat: int, chance: Chance):
    by_verb: dict[str, list] = {}
    for option in local.legal(seat):
        by_verb.setdefault(option.act.verb, []).append(option.act)
    verbs = [verb for verb in by_verb if verb != "resign"]
    return chance.choice(by_verb[chance.choice(verbs)])


@dataclass(frozen=True)
class Heard:
    """A clause as it was understood."""

    key: str
    about: int
    understood: int | None
    named: bool
    told_before: bool
    """Whether the same was spoken of just before."""


def hear(sentence: str, you: int | None, turning: Collection[str]) -> Iterator[Heard]:
    """Read a sentence as a person does; ``turning``: keys of clauses that end with others than they begin with."""
    heading, _, rest = sentence.rpartition("⊢")
    of_all = _seat(_marks(heading)[0], you) if heading else None
    subject = of_all
    for phrase in (rest if heading else sentence).split("‖"):
        spoken = subject
        for number, clause in enumerate(re.split("[＆⇒⁏⁂]", phrase)):
            marks, before = _marks(clause), spoken
            assert len(marks) < 2, f"a subject is said twice: {sentence}"
            if marks:
                spoken = _seat(marks[0], you)
            told = re.findall(r"⟨([^@⟩]+)@(\d+)⟩", clause)
            assert len(told) < 2, sentence
            for key, seat in told:
                yield Heard(key, int(seat), spoken, bool(marks), before == spoken and number > 0)
            if not number and not heading:
                subject = spoken if told or "⟪" in clause else None
            if (not told and "⟪" not in clause) or {key for key, _ in told} & {*turning}:
                spoken = None


def acts_said(phrase: str) -> Sequence[str]:
    """The verbs that a phrase says, of acts and of lines."""
    found = re.findall(r"[⟨⟪]([^@⟩⟫]+)", phrase)
    return [key.partition("-")[0].partition("+")[0].removesuffix("s") for key in found]


def _marks(text: str) -> list[str]:
    return re.findall("▸(.*?)◂", text)


def _seat(name: str, you: int | None) -> int | None:
    return you if name.casefold() == "you" else NAMES.index(name.casefold())
