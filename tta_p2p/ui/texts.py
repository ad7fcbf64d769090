"""What a game says, filled in for people: keys with arguments become sentences with names in them."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tta_p2p.games.contract import Card, Cost, Game, Line
from tta_p2p.i18n import Words
from tta_p2p.seats.messages import Named, Shown
from tta_p2p.seats.messages import Words as Said

AGES = ("A", "I", "II", "III", "IV")


class Texts:
    """The texts of a game in a language, English where it has none, and the names of those who play."""

    def __init__(self, game: Game[Any, Any], words: Words, names: Sequence[str] = ()) -> None:
        self.words = words
        self.names = tuple(names)
        self._texts = {**game.texts("en"), **game.texts(words.language)}
        cards = {key.removeprefix("card."): text for key, text in self._texts.items() if key.startswith("card.")}
        shared = Counter(cards.values())
        self.cards: Mapping[str, str] = {
            face: f"{name} {face.rpartition('-')[2].upper()}" if shared[name] > 1 else name
            for face, name in cards.items()
        }
        """The name of every card by its face; where cards share a name, with what tells them apart."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of all acts there are."""
        return tuple(key.removeprefix("act.") for key in self._texts if key.startswith("act."))

    def get(self, key: str) -> str | None:
        """Give a text as it stands."""
        return self._texts.get(key)

    def say(self, kind: str, key: str, args: Iterable[Shown | Card] = ()) -> str:
        """Give the text of a key of this kind with its arguments."""
        values = tuple(args)
        text = self._texts.get(f"{kind}.{key}")
        if text is None and f"common.{key}" in self.words:
            text = self.words.get(f"common.{key}", key)
        if text is None:
            return " ".join([key, *(self._shown(value, "") for value in values)])
        return self.fill(text, values)

    def line(self, kind: str, line: Said | Line) -> str:
        """Give the text of a line of the seat protocol, or of the rules."""
        return self.say(kind, line.key, line.args)

    def label(self, label: Said | Line) -> str:
        """Say an act by its label; where that has no words, or others than are given, by its verb and arguments."""
        text = self._texts.get(f"label.{label.key}")
        if text is not None and _has_all(text, label.args):
            return self.fill(text, label.args)
        return self._phrase(self._texts.get(f"act.{label.key}") or label.key, self._plainly(label.args))

    def about(self, label: Said | Line) -> str:
        """Say what tells an act from others of its verb; empty if there is nothing."""
        text = self._texts.get(f"about.{label.key}")
        if text is not None and _has_all(text, label.args):
            return self.fill(text, label.args)
        whole = f"act.{label.key}" not in self._texts
        return self.label(label) if whole else self._plainly(label.args)

    def _plainly(self, args: Iterable[Any]) -> str:
        return " ".join(self._shown(arg, "card" if isinstance(arg, str) else "") for arg in args)

    def _phrase(self, verb: str, about: str) -> str:
        if not about:
            return verb
        return f"{verb}: {about}" if " " in verb else f"{verb} {about}"

    def fill(self, text: str, args: Sequence[Any]) -> str:
        """Fill the places of a text (`{0:seat}`) with what belongs there."""
        found = []
        for words, place, sort, _ in string.Formatter().parse(text):
            found.append(words)
            if place is not None:
                given = place.isdigit() and int(place) < len(args)
                if given and sort == "all":  # everything from here on
                    found.append(self._plainly(args[int(place) :]))
                elif given and sort == "decision":  # its own arguments follow it
                    found.append(self.say(sort, str(args[int(place)]), args[int(place) + 1 :]))
                else:
                    found.append(self._shown(args[int(place)], sort or "") if given else "?")
        return "".join(found)

    def card(self, face: str) -> str:
        """Give a card's name, or the text of another word where cards are named."""
        return self.cards.get(face) or self._texts.get(f"word.{face}", face)

    def name(self, seat: int) -> str:
        """Give the name of who sits there."""
        return self.names[seat] if 0 <= seat < len(self.names) else self.words("seat", seat=seat)

    def cost(self, cost: Cost | Iterable[tuple[str, int]]) -> str:
        """Give what something costs; empty if it is free."""
        return ", ".join(f"{number} {self._texts.get(f'cost.{paid}', paid)}" for paid, number in cost)

    def _shown(self, value: Any, sort: str) -> str:
        match value:
            case Named(handle, face) | Card(handle, face):
                return self.card(face) if face else self.words("hidden-card", handle=handle)
            case int() if sort == "seat":
                return self.name(value)
            case int() if sort == "card":
                return self.words("hidden-card", handle=value)
            case int() if sort == "age" and 0 <= value < len(AGES):
                return AGES[value]
            case str() if sort == "card":
                return self.card(value)
            case list():
                return self.words.listed(value)
            case str() if sort:  # the kind of text the argument is the key of
                return self._texts.get(f"{sort}.{value}", value)
        return str(value)


def sentence(text: str) -> str:
    """Give what a game says as the beginning of a line: with a capital letter, where its script has any."""
    return text[:1].upper() + text[1:]


def _has_all(text: str, args: Sequence[Any]) -> bool:
    """Whether there is an argument for every place of a text."""
    return all(not place or int(place) < len(args) for _, place, _, _ in string.Formatter().parse(text))
