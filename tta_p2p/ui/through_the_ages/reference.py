"""The cards of Through the Ages to look up: by age, kind and number of players, in full and in tables."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tta_p2p.games.kit.records import replace
from tta_p2p.games.kit.topics import Topic
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.tables import CARDS, EDITION, TABLES, cards_of, model
from tta_p2p.games.through_the_ages.tables.export import TABLE_OF, as_data
from tta_p2p.games.through_the_ages.tables.model import AGES, Card
from tta_p2p.games.through_the_ages.tables.words import BUILDINGS, SPECIAL, TECHNOLOGIES, UNITS, URBAN, Kind
from tta_p2p.i18n import Words, as_typed

from .. import name_search
from ..cells import Row, Span, cut, pad, plain, row, width, wrap
from ..presenter import Presenter
from ..reference import NotFound, Reference
from . import editions
from .cards import card_text, kind_line
from .colours import FOOD, LEADER, SCIENCE, WONDER
from .figures import cost_line, figures_line, symbols_line
from .yellow_bank import PLACE, yellow_bank

_ROLES = {
    "leaders": LEADER,
    "wonders": WONDER,
    "farms": FOOD,
    "mines": FOOD,
    "urban": "heading",
    "units": "bad",
    "special": "number",
    "governments": "warn",
    "actions": "warn",
    "events": "good",
    "territories": "good",
    "tactics": "bad",
    "aggressions": "bad",
    "wars": "bad",
    "pacts": SCIENCE,
    "bonuses": "warn",
}
"""How the names of the cards of a table look."""


DIFFERENCES: Mapping[str, tuple[str, ...]] = {
    "terms": ("blue-tokens", "limits"),
    "setup": ("blue-tokens", "cards"),
    "turn": ("hand", "blue-tokens"),
    "end-of-turn": ("blue-tokens", "uprising", "hand"),
    "end": ("last-round",),
    "hidden": ("hand",),
    "first-game": ("simple",),
    "variants": ("simple", "advanced"),
    "population": ("uprising", "limits"),
    "military-actions": ("tactics", "aggressions"),
    "food-and-resources": ("blue-tokens",),
    "leaders": ("leaders",),
    "tactics": ("tactics",),
    "politics": ("hand",),
    "aggressions": ("aggressions", "last-round"),
    "wars": ("wars", "last-round"),
    "pacts": ("stand-ins",),
}
"""Page of the rules -> items of the page on the other edition that are different from it."""


class ThroughTheAgesReference(Reference):
    """Rules and cards of Through the Ages."""

    edition = ""
    """The edition whose cards are asked for; empty: a list is of the usual one, and a name may mean any."""
    _others: tuple[str, ...] = ()
    """Cards that only other editions have, and for which all holds that was asked for."""

    def topic_text(self, text: str, language: str) -> str:
        """Give what a page of the rules says, with the yellow bank where it belongs."""
        return text.replace(PLACE, yellow_bank(self.words(language))) if PLACE in text else text

    def __init__(self, presenter: Presenter) -> None:
        """In a game of another edition pages of the rules begin with what is different there."""
        super().__init__(presenter)
        self._notes: dict[str, tuple[str, ...]] = {}
        if getattr(presenter, "edition", EDITION) != EDITION:
            self.rules = {language: self._of_edition(topics, language) for language, topics in self.rules.items()}

    def _of_edition(self, topics: Sequence[Topic], language: str) -> tuple[Topic, ...]:
        found, words = list[Topic](), self.words(language)
        for topic in topics:
            differs = [as_typed(words(f"rules.editions.{key}")) for key in DIFFERENCES.get(topic.name, ())]
            if differs:
                note = "\n\n".join((words("tta.edition.differs"), *differs, words("tta.edition.usual")))
                self._notes[topic.name] = (*self._notes.get(topic.name, ()), note)
                topic = dataclasses.replace(topic, text=f"{note}\n\n{topic.text}")
            found.append(topic)
        return tuple(found)

    def topic_excerpts(self, topics: Sequence[Topic], asked: str) -> tuple[Topic, ...]:
        """Give what topics say of what was asked, in a game of another edition below what is different there."""
        whole = {topic.name: topic.text for topic in topics}
        found = []
        for topic in super().topic_excerpts(topics, asked):
            notes = self._notes.get(topic.name, ())
            if note := next((one for one in notes if whole[topic.name].startswith(one)), ""):
                rest = [part for part in topic.text.split("\n\n") if part not in note.split("\n\n")]
                topic = dataclasses.replace(topic, text="\n\n".join((note, *rest)))
            found.append(topic)
        return tuple(found)

    def cards(self) -> list[str]:
        """Give all cards in the order of the tables."""
        return list(CARDS)

    def card_names(self, face: str) -> list[str]:
        """Give everything a card is called; with its age after the name too, since cards share names."""
        age, own = CARDS[face].age, editions.editions_of(face)
        ends = (AGES[age], str(age), *(() if EDITION in own else own))
        return [
            *super().card_names(face),
            *(f"{names[face]}{end}" for names in self.names().values() if face in names for end in ends),
        ]

    def filter_cards(self, by: Mapping[str, str]) -> list[str]:
        """Give the cards of an edition of which all this holds. Raises NotThere."""
        words = self.presenter.words
        age = _age(words, by["age"]) if "age" in by else None
        kinds = _kinds(words, by["kind"]) if "kind" in by else None
        players = _players(words, by["players"]) if "players" in by else None
        self.edition = _edition(words, by["edition"]) if "edition" in by else ""
        fit = {
            edition: [
                face
                for face, card in cards_of(edition).items()
                if (age is None or card.age == age)
                and (kinds is None or card.kind in kinds)
                and (players is None or card.copies[players - 2] > 0)
            ]
            for edition in EDITIONS
        }
        found = fit[self.edition or EDITION]
        known = cards_of(self.edition or EDITION)
        self._others = tuple(face for faces in fit.values() for face in faces if face not in known)
        if not found:
            raise NotFound(words("tta.no-such-cards"))
        return found

    def find(self, asked: str, among: Sequence[str]) -> list[str]:
        """Give the cards somebody means, of any edition where none was asked for. Raises NotThere."""
        return super().find(asked, [*among, *(() if self.edition else self._others)])

    def sheet(self, face: str, language: str, size: int) -> list[Row]:
        """Give all that is to be said about a card."""
        words, card, table = self.words(language), CARDS[face], TABLE_OF[face]
        right = kind_line(words, card, " · ")
        name = editions.titled(self.card_name(face, language), face, words)
        title = cut(Span(name, _ROLES[table]), max(size - width(right), 0))
        lines = [row(pad(title, size - width(right)), right), row("─" * size)]
        counted, *others = editions.copies_lines(face, words, self.edition)
        facts = (
            (words("tta.card.cost"), cost_line(card, words)),
            (words("tta.card.shows"), figures_line(card, words)),
            (words("tta.card.copies"), counted),
            *(("", other) for other in others),
            (words("tta.card.editions"), words("tta.and").join(editions.editions_of(face))),
            (words("tta.card.id"), f"`{face}`"),
        )
        lines += [row("  ", pad(label, 8), fact) for label, fact in facts if fact]
        texts = (card_text(face, words), editions.doubt(face, words, self.edition))
        return [*lines, *(line for text in texts if text for line in (row(), *_paragraph(text, size)))]

    def listing(self, faces: Sequence[str], language: str, size: int) -> list[Row]:
        """Give a list of cards by table, a line each."""
        words = self.words(language)
        by_table: dict[str, list[str]] = {}
        for face in faces:
            by_table.setdefault(TABLE_OF[face], []).append(face)
        lines: list[Row] = []
        for table, those in by_table.items():
            those.sort(key=_place)
            names = [self.card_name(face, language) for face in those]
            if not self.edition:
                names = [editions.titled(name, face, words) for name, face in zip(names, those, strict=True)]
            title = words(f"tta.cards.{table}")
            room = max(width(one) for one in (title, *names)) + 2
            heads, sizes = _columns(words, table)
            heading = pad(Span(title, _ROLES[table]), room + 1)
            lines.append(row(heading, Span(_in_columns(heads, sizes).rstrip(), "label")))
            for face, name in zip(those, names, strict=True):
                card = editions.card_in(face, self.edition)
                cells = (AGES[card.age], _copies_note(words, card), *_costs(card))
                start = row(" ", pad(name, room), _in_columns(cells, sizes))
                lines.append(row(start, cut(_gist(words, card), size - width(start))))
            lines.append(row())
        return [*lines, row(words("tta.cards-listed", n=len(faces)))]

    def data(self, face: str) -> dict[str, Any]:
        """Give everything about a card."""
        names = {language: names[face] for language, names in self.names().items() if face in names}
        return {
            **as_data(editions.card_in(face, self.edition)),
            "editions": list(editions.editions_of(face)),
            "names": names,
            "text": {one: card_text(face, self.words(one)) for one in names},
        }


_ORDER = {face: number for number, face in enumerate(CARDS)}
_KINDS = {kind: number for number, kind in reversed([*enumerate(card.kind for card in CARDS.values())])}


def _place(face: str) -> tuple[int, int, int]:
    """Give the place of a card in the list of its table: by kind, age, and the order of the tables."""
    card = CARDS[face]
    return _KINDS[card.kind], card.age, _ORDER[face]


def _paragraph(text: str, size: int) -> Iterable[Row]:
    """Lay a text out below the facts of a card."""
    return (row("  ", line) for line in wrap(row(text), size - 2))


# --- choosing ----------------------------------------------------------------------------------------


def _age(words: Words, asked: str) -> int:
    ages = {"a": 0, "i": 1, "ii": 2, "iii": 3, "0": 0, "1": 1, "2": 2, "3": 3}
    if asked.lower() not in ages:
        raise NotFound(words("tta.no-such-age", asked=asked))
    return ages[asked.lower()]


def _edition(words: Words, asked: str) -> str:
    if asked not in EDITIONS:
        raise NotFound(words("tta.no-such-edition", asked=asked, editions=words.listed(tuple(EDITIONS))))
    return asked


def _players(words: Words, asked: str) -> int:
    if asked not in ("2", "3", "4"):
        raise NotFound(words("tta.no-such-decks", asked=asked))
    return int(asked)


def _groups(words: Words) -> dict[str, tuple[str, ...]]:
    """Give the groups that a person can ask for: every kind of card, the tables, and some common words."""
    groups: dict[str, tuple[Kind, ...]] = {
        table: tuple(dict.fromkeys(card.kind for card in cards)) for table, cards in TABLES.items()
    }
    groups |= {words(f"tta.cards.{table}").lower(): kinds for table, kinds in groups.items()}
    groups |= {words(f"tta.kind.{kind}"): (kind,) for kind in Kind}
    groups |= {kind.value: (kind,) for kind in Kind}
    groups |= {"urban": URBAN, "unit": UNITS, "special": SPECIAL, "technology": TECHNOLOGIES, "building": BUILDINGS}
    for deck in ("civil", "military"):
        groups[deck] = tuple(dict.fromkeys(card.kind for card in CARDS.values() if card.deck == deck))
    return {word: tuple(kinds) for word, kinds in groups.items()}


def _kinds(words: Words, asked: str) -> tuple[str, ...]:
    groups = _groups(words)
    low = asked.lower()
    word = low.replace(" ", "-")
    for wanted in (low, word, word.removesuffix("s"), word.removesuffix("ies") + "y"):
        if wanted in groups:
            return groups[wanted]
    guesses = name_search.closest_names(word, {group: group for group in groups})
    raise NotFound(words("tta.no-such-kind", asked=asked, hint=_suggestion(words, guesses)))


def _suggestion(words: Words, guesses: Iterable[str]) -> str:
    """Say what was meant perhaps, else what kinds there are."""
    if guesses := tuple(guesses):
        return words("reference.meant", names=words("or").join(guesses))
    return words("tta.kinds-are", kinds=words("comma").join(words(f"tta.kind.{kind}") for kind in Kind))


# --- showing -----------------------------------------------------------------------------------------


def _copies_note(words: Words, card: Card) -> str:
    if not any(card.copies):
        return words("tta.copies-board")
    return str(card.copies[0]) if len(set(card.copies)) == 1 else "/".join(map(str, card.copies))


def _columns(words: Words, table: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The columns of the list of a table before what a card does: titles and sizes."""
    columns = (("age", 4), ("copies", 7), *_COLUMNS.get(table, ()))
    heads = tuple(words(f"tta.column.{key}") for key, _ in columns)
    return heads, tuple(max(size, width(head) + 1) for head, (_, size) in zip(heads, columns, strict=True))


def _in_columns(cells: Iterable[str], sizes: Iterable[int]) -> str:
    return "".join(plain(pad(cell, size)) for cell, size in zip(cells, sizes, strict=True))


_WORKERS = (("science", 4), ("resource", 4))
_COLUMNS = {
    "farms": _WORKERS,
    "mines": _WORKERS,
    "urban": _WORKERS,
    "units": _WORKERS,
    "governments": (("science", 4), ("revolution", 4), ("ca", 3), ("ma", 3), ("limit", 6)),
    "tactics": (("infantry", 4), ("cavalry", 4), ("artillery", 4), ("army", 5), ("outdated", 9)),
    "wonders": (("stages", 10),),
    "special": (("science", 4),),
    "aggressions": (("ma", 3),),
    "wars": (("ma", 3),),
}
"""The columns of costs in the list of a table: keys of their titles, and least sizes."""


def _costs(card: Card) -> tuple[str, ...]:
    match card:
        case model.WorkerTechnology():
            return (str(card.science), str(card.resource))
        case model.Government():
            shown = card.symbols
            revolution = "–" if card.revolution is None else card.revolution
            numbers = (card.science, revolution, shown.civil_actions, shown.military_actions, card.urban_limit)
            return tuple(map(str, numbers))
        case model.Tactic():
            army = tuple(str(number or "") for number in (card.infantry, card.cavalry, card.artillery))
            return (*army, f"+{card.bonus}", f"+{card.outdated}" if card.outdated < card.bonus else "")
        case model.SpecialTechnology():
            return (str(card.science),)
        case model.Wonder():
            return ("-".join(map(str, card.stages)),)
        case model.Aggression() | model.War():
            return (str(card.military_actions),)
        case _:
            return ()


def _gist(words: Words, card: Card) -> str:
    """Give the part of a card that its columns lack, for one line: figures if they say it all, else its text."""
    match card:
        case model.WorkerTechnology():
            shown = figures_line(card, words)
            if TABLE_OF[card.id] in ("farms", "mines"):
                return shown
            return words("tta.of-kind", kind=words(f"tta.kind.{card.kind}"), shown=shown)
        case model.Government():
            return symbols_line(replace(card.symbols, civil_actions=0, military_actions=0), words)
        case model.Tactic():
            return ""
        case model.BonusCard():
            return figures_line(card, words)
        case _:
            return card_text(card.id, words)
