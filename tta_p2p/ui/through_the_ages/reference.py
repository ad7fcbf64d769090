"""The cards of Through the Ages to look up: by age, kind and number of players, in full and in tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tta_p2p.games.through_the_ages.tables import CARDS, TABLES, model
from tta_p2p.games.through_the_ages.tables.export import TABLE_OF, as_data, cost_line, figures_line, symbols_line
from tta_p2p.games.through_the_ages.tables.model import AGES, Card
from tta_p2p.games.through_the_ages.tables.words import BUILDINGS, SPECIAL, TECHNOLOGIES, UNITS, URBAN, Kind
from tta_p2p.games.through_the_ages.texts import cards as texts
from tta_p2p.games.through_the_ages.texts.rules_en import TOPICS

from .. import finding
from ..cells import Row, Span, cut, pad, row, width, wrap
from ..presenter import Presenter
from ..reference import NotThere, Reference
from .colours import FOOD, LEADER, SCIENCE, WONDER

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

_TITLES = {
    "urban": "Urban buildings",
    "units": "Military units",
    "special": "Special technologies",
    "actions": "Action cards",
    "bonuses": "Military bonus cards",
}


class ThroughTheAgesReference(Reference):
    """Rules and cards of Through the Ages."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter, {"en": TOPICS})

    @property
    def languages(self) -> tuple[str, ...]:
        """Give the languages: what cards do is there in English alone."""
        return ("en",)

    def cards(self) -> list[str]:
        """Give all cards in the order of the tables."""
        return list(CARDS)

    def names(self) -> Mapping[str, Mapping[str, str]]:
        """Give the names of the cards by language."""
        return texts.NAMES

    def called(self, face: str) -> list[str]:
        """Give everything a card is called; with its age after the name too, since cards share names."""
        name, age = texts.name(face), CARDS[face].age
        return [*super().called(face), f"{name}{AGES[age]}", f"{name}{age}"]

    def narrowed(self, by: Mapping[str, str]) -> list[str]:
        """Give the cards of which all this holds. Raises NotThere."""
        age = _age(by["age"]) if "age" in by else None
        kinds = _kinds(by["kind"]) if "kind" in by else None
        players = _players(by["players"]) if "players" in by else None
        found = [
            face
            for face, card in CARDS.items()
            if (age is None or card.age == age)
            and (kinds is None or card.kind in kinds)
            and (players is None or card.copies[players - 2] > 0)
        ]
        if not found:
            raise NotThere("no card is of that age and kind in a game of so many players; ask for less at once")
        return found

    def sheet(self, face: str, language: str, size: int) -> list[Row]:
        """Give all that is to be said about a card."""
        card, table = CARDS[face], TABLE_OF[face]
        right = f"{card.kind} · Age {AGES[card.age]} · {card.deck}"
        title = cut(Span(texts.name(face, language), _ROLES[table]), max(size - width(right), 0))
        lines = [row(pad(title, size - width(right)), right), row("─" * size)]
        facts = (
            ("cost", cost_line(card)),
            ("shows", figures_line(card)),
            ("copies", _copies(card)),
            ("id", face),
        )
        lines += [row(f"  {label:<8}{fact}") for label, fact in facts if fact]
        return [*lines, row(), *(row("  ", line) for line in wrap(texts.text(face), size - 2))]

    def listing(self, faces: Sequence[str], language: str, size: int) -> list[Row]:
        """Give a list of cards by table, a line each."""
        by_table: dict[str, list[str]] = {}
        for face in faces:
            by_table.setdefault(TABLE_OF[face], []).append(face)
        lines: list[Row] = []
        for table, those in by_table.items():
            names = [texts.name(face, language) for face in those]
            room = max(width(words) for words in (_title(table), *names)) + 2
            lines.append(_heading(table, room + 1))
            for face, words in zip(those, names, strict=True):
                card = CARDS[face]
                costs = zip(_costs(card), _columns(table), strict=True)
                figures = "".join(f"{number:<{wide}}" for number, (_, wide) in costs)
                start = row(" ", pad(words, room), f"{AGES[card.age]:<4}{_few_copies(card):<7}{figures}")
                lines.append(row(start, cut(_gist(card), size - width(start))))
            lines.append(row())
        many = f"{len(faces)} cards" if len(faces) > 1 else "1 card"
        return [*lines, row(f"{many}; 1/2/2 means copies with 2/3/4 players. `tta cards NAME` shows one.")]

    def data(self, face: str) -> dict[str, Any]:
        """Give everything about a card."""
        names = {language: names[face] for language, names in texts.NAMES.items() if face in names}
        return {**as_data(CARDS[face]), "names": names, "text": texts.text(face)}


# --- choosing ----------------------------------------------------------------------------------------


def _age(asked: str) -> int:
    ages = {"a": 0, "i": 1, "ii": 2, "iii": 3, "0": 0, "1": 1, "2": 2, "3": 3}
    if asked.lower() not in ages:
        raise NotThere(f"there is no age {asked!r}; the ages with cards are A, I, II and III")
    return ages[asked.lower()]


def _players(asked: str) -> int:
    if asked not in ("2", "3", "4"):
        raise NotThere(f"there are no decks for {asked} players, but for 2, 3 and 4")
    return int(asked)


def _groups() -> dict[str, tuple[str, ...]]:
    """What can be asked for as a kind: every kind of card, the tables, and some common words."""
    groups: dict[str, tuple[Kind, ...]] = {
        table: tuple(dict.fromkeys(card.kind for card in cards)) for table, cards in TABLES.items()
    }
    groups |= {kind.value: (kind,) for kind in Kind}
    groups |= {"urban": URBAN, "unit": UNITS, "special": SPECIAL, "technology": TECHNOLOGIES, "building": BUILDINGS}
    for deck in ("civil", "military"):
        groups[deck] = tuple(dict.fromkeys(card.kind for card in CARDS.values() if card.deck == deck))
    return {word: tuple(kinds) for word, kinds in groups.items()}


def _kinds(asked: str) -> tuple[str, ...]:
    groups = _groups()
    word = asked.lower().replace(" ", "-")
    for wanted in (word, word.removesuffix("s"), word.removesuffix("ies") + "y"):
        if wanted in groups:
            return groups[wanted]
    guesses = finding.near(word, {group: group for group in groups})
    singular = [group for group in groups if group not in TABLES or group in ("urban", "special")]
    meant = f"did you mean {' or '.join(guesses)}?" if guesses else "there are " + ", ".join(singular)
    raise NotThere(f"there is no kind of card {asked!r}; {meant}")


# --- showing -----------------------------------------------------------------------------------------


def _copies(card: Card) -> str:
    two, three, four = card.copies
    if not four:
        return "printed on the player board"
    if two == three == four:
        return f"{four} in every game"
    return f"{two}, {three}, {four} with 2, 3, 4 players"


def _few_copies(card: Card) -> str:
    if not any(card.copies):
        return "board"
    return str(card.copies[0]) if len(set(card.copies)) == 1 else "/".join(map(str, card.copies))


def _title(table: str) -> str:
    return _TITLES.get(table, table.capitalize())


def _heading(table: str, size: int) -> Row:
    costs = "".join(f"{title:<{wide}}" for title, wide in _columns(table))
    named = Span(f"{_title(table):<{size}}", _ROLES[table])
    return row(named, Span(f"{'age':<4}{'copies':<7}{costs}".rstrip(), "label"))


def _columns(table: str) -> tuple[tuple[str, int], ...]:
    """The columns of costs in the list of a table: title and size."""
    if table in ("farms", "mines", "urban", "units"):
        return (("sci", 4), ("res", 4))
    if table == "governments":
        return (("sci", 4), ("rev", 4), ("CA", 3), ("MA", 3), ("limit", 6))
    if table == "tactics":
        return (("inf", 4), ("cav", 4), ("art", 4), ("army", 5), ("outdated", 9))
    one = {"wonders": ("stages", 10), "special": ("sci", 4), "aggressions": ("MA", 3), "wars": ("MA", 3)}
    return (one[table],) if table in one else ()


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


def _gist(card: Card) -> str:
    """What the columns of a card do not say, for one line: figures if they say it all, else its text."""
    match card:
        case model.WorkerTechnology():
            kind = "" if TABLE_OF[card.id] in ("farms", "mines") else f"{card.kind}: "
            return kind + figures_line(card)
        case model.Government():
            return symbols_line(replace(card.symbols, civil_actions=0, military_actions=0))
        case model.Tactic():
            return ""
        case model.BonusCard():
            return figures_line(card)
        case _:
            return texts.text(card.id)
