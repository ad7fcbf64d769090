"""Any view as text: fields with their values, tables where things are alike, names of cards where they are known.

A game helps with texts of the kind `view.FIELD`: a sentence for a field of its view, in which `{1}` stands for what the
field holds: `{1:card}` says that these are cards (faces, or handles whose faces may be faces), `{1:seat}` that it is a
seat, `{1:count}` asks only how many there are. With `{0:seat}` or `{0:whose}` the field is a list by seat, and there is
a sentence for each; an empty text hides the field. Fields without a text are shown under their names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache, lru_cache
from typing import Any, TypeVar

from .blocks import Block, Fields, Heading, Para, fields, table
from .cells import row, width
from .texts import Texts

HIDDEN = ("state", "knows", "seat", "backs", "unseen")
"""Fields a plain view consists of: the state is shown as such, what is known of hidden cards where they lie."""
MAX_DEPTH = 6
FILLERS = frozenset(("a", "an", "the", "to", "of", "on", "from", "with", "against", "and", "into", "in", "for", "my"))
"""Words that say nothing about which act is meant, unless it is named by them (a side of a pact is called a)."""
DIGITS = 9
"""A number of more digits means nothing to anybody."""


SOUND_MARKS = ("\u3099", "\u309a")
"""What stands behind a kana that it makes another of, where letters are taken apart."""
HIRAGANA_BEFORE = ord("ァ") - ord("ぁ")
"""So far before each katakana stands the hiragana that reads alike."""
LONGEST_AGE = 3
"""Letters of what tells cards of one name apart: an age, or the number of a copy."""
T = TypeVar("T")


def faces_in(view: Any) -> dict[int, str]:
    """Find in a view which faces of hidden cards its seat knows."""
    for part in (view, view.get("knows")) if isinstance(view, Mapping) else ():
        faces = part.get("faces") if isinstance(part, Mapping) else None
        if isinstance(faces, Mapping):
            return {int(handle): str(face) for handle, face in faces.items() if str(handle).isdecimal()}
    return {}


def view_blocks(view: Any, texts: Texts, faces: Mapping[int, str]) -> tuple[Block, ...]:
    """Lay out any view."""
    if isinstance(view, Mapping) and isinstance(view.get("state"), Mapping):
        rest = {key: value for key, value in view.items() if key not in HIDDEN}
        return (*_mapping(view["state"], texts, faces, 0), *_mapping(rest, texts, faces, 0))
    if isinstance(view, Mapping):
        return _mapping(view, texts, faces, 0)
    return (Para(row(_value(view, texts))),)


def _mapping(view: Mapping[str, Any], texts: Texts, faces: Mapping[int, str], depth: int) -> tuple[Block, ...]:
    said: list[Block] = []
    simple: list[tuple[str, str]] = []
    deep: list[Block] = []
    for key, value in view.items():
        text = texts.optional(f"view.{key}")
        if text is not None:
            said += _sentences(text, value, texts, faces, depth)
        elif value in (None, "", [], {}, ()):
            continue
        elif _is_simple(value):
            simple.append((_label(key), _value(value, texts)))
        elif depth >= MAX_DEPTH:
            simple.append((_label(key), str(value)))
        elif isinstance(value, Mapping):
            deep += [Heading(row("  " * depth, _label(key))), *_mapping(value, texts, faces, depth + 1)]
        else:
            deep += _list(key, value, texts, faces, depth)
    return (*said, *((fields(*simple, indent=2 * depth),) if simple else ()), *deep)


def _sentences(text: str, value: Any, texts: Texts, faces: Mapping[int, str], depth: int) -> list[Block]:
    """Fill a field's own text, for each seat if it is a list by seat; what holds nothing is left out."""
    found: list[Block] = []
    by_seat = ("{0:seat}" in text or "{0:whose}" in text) and isinstance(value, list)
    for seat, one in enumerate(value if by_seat else [value]):
        if not text or one is None or one in ("", [], {}):
            continue
        if "{1:seat}" in text or "{1:whose}" in text:
            filled: Any = one
        elif "{1:count}" in text:
            filled = str(len(one))
        else:
            filled = _cards(one, texts, faces) if "{1:card}" in text else _value(one, texts)
        plain = text.replace("{1:card}", "{1}").replace("{1:count}", "{1}")
        found.append(Para(row(texts.fill(plain, (seat, filled))), 2 * depth, 4))
    return found


def _cards(value: Any, texts: Texts, faces: Mapping[int, str]) -> str:
    if isinstance(value, list):
        hidden = sum(isinstance(one, int) and not faces.get(one) for one in value)
        if hidden > 1:
            known = [_cards(one, texts, faces) for one in value if not isinstance(one, int) or faces.get(one)]
            return texts.words("comma").join([*known, texts.words("hidden-cards", n=hidden)])
        return texts.words("comma").join(_cards(one, texts, faces) for one in value)
    if isinstance(value, int):
        face = faces.get(value)
        return texts.card(face) if face else texts.words("hidden-card", handle=value)
    return texts.card(str(value)) if value else ""


def _list(key: str, value: Sequence[Any], texts: Texts, faces: Mapping[int, str], depth: int) -> list[Block]:
    heading = Heading(row("  " * depth, _label(key)))
    if all(isinstance(one, Mapping) and all(_is_simple(part) for part in one.values()) for one in value):
        columns = list(dict.fromkeys(name for one in value for name in one))
        body = [[str(number), *(_value(one.get(name), texts) for name in columns)] for number, one in enumerate(value)]
        drawn = table(["", *map(_label, columns)], body, "l" * (len(columns) + 1), 2 * depth + 2)
        if sum(max(width(cell) for cell in column) for column in zip(*body, strict=True)) < 100:
            return [heading, drawn]
    found: list[Block] = [heading]
    for number, one in enumerate(value):
        if isinstance(one, Mapping):
            found += [Para(row(f"{number}:"), 2 * depth + 2), *_mapping(one, texts, faces, depth + 2)]
        else:
            found.append(Fields(((row(str(number)), row(_value(one, texts))),), 2 * depth + 2))
    return found


def _is_simple(value: Any) -> bool:
    if isinstance(value, list):
        return all(not isinstance(one, Mapping | list) for one in value)
    return not isinstance(value, Mapping)


def _value(value: Any, texts: Texts) -> str:
    match value:
        case None:
            return ""
        case bool():
            return texts.words("yes" if value else "no")
        case list():
            return ", ".join(_value(one, texts) or "-" for one in value)
        case Mapping():
            return ", ".join(f"{_label(key)} {_value(one, texts)}" for key, one in value.items())
        case str():
            return texts.card(value)
    return str(value)


def _label(key: Any) -> str:
    return str(key).replace("_", " ").replace("-", " ")


def with_faces(typed: Sequence[str], cards: Mapping[str, str], near: Iterable[str]) -> list[str]:
    """Give words with every name of a card, the longest first, replaced by its face.

    A part of a name will do if only one card has it, or only one of those that are `near`.
    """
    names, close = CardNames(cards), set(near)
    return names.read(typed, lambda wanted: names.face(wanted, close))


class CardNames:
    """Names of cards, looked up without going through all of them for every few words."""

    def __init__(self, cards: Mapping[str, str]) -> None:
        self._names = {face: normalize_name(name) for face, name in cards.items()}
        self._whole: dict[str, list[str]] = {}
        self._parts: dict[str, list[str]] = {}
        for face, name in self._names.items():
            for called in {normalize_name(face), name}:
                self._whole.setdefault(called, []).append(face)
            for part in {normalize_name(word) for word in cards[face].replace("/", " ").split()} - FILLERS:
                self._parts.setdefault(part, []).append(face)
        self._ageless = {self._without_age(face) for face in cards}
        self.longest = max(map(len, self._whole), default=0)

    def read(self, typed: Sequence[str], find: Callable[[str], T]) -> list[T | str]:
        """Give words with what is found of them, the longest names first, in its place; nothing found is empty."""
        plain = [normalize_name(word) for word in typed]
        found: list[T | str] = []
        start = 0
        while start < len(typed):
            spans, wanted = list[tuple[int, str]](), ""
            for end in range(start + 1, len(typed) + 1):  # no name is longer, however much was typed
                wanted += plain[end - 1]
                if len(wanted) > self.longest:
                    break
                spans.append((end, wanted))
            for end, wanted in reversed(spans):
                one = find(wanted)
                if one:
                    found.append(one)
                    start = end
                    break
            else:
                found.append(typed[start])
                start += 1
        return found

    def _without_age(self, face: str) -> str:
        return self._names[face].removesuffix(_last_part(face))

    def face(self, wanted: str, near: Set[str]) -> str:
        """Give the one card called so: by its whole name, else by a word of it; empty if there is none or several."""
        if not wanted or wanted.isdecimal():
            return ""
        for some in (self._whole.get(wanted, ()), self._parts.get(wanted, ())):
            for chosen in ([face for face in some if face in near], some):
                if len(chosen) == 1:
                    return chosen[0]
        if len(wanted) <= 3 or wanted not in self._ageless:
            return ""
        named = [face for face, name in self._names.items() if name.startswith(wanted)]
        alike = {self._without_age(face) for face in named}
        return named[0] if alike == {wanted} else ""  # of one name in several ages: what is said of one goes for all

    def faces(self, wanted: str, kind_name: Callable[[str], str]) -> tuple[str, ...]:
        """Give all cards called so: by the whole name, by a name of several ages, by a word of it, or by their kind."""
        if not wanted or wanted.isdecimal():
            return ()
        whole = self._whole.get(wanted, [])
        if not whole and len(wanted) > 3 and wanted in self._ageless:
            named = [face for face, name in self._names.items() if name.startswith(wanted)]
            whole = [
                face for face in named if self._without_age(face) == wanted and len(_last_part(face)) <= LONGEST_AGE
            ]
        found = whole or self._parts.get(wanted, [])
        if not found:
            found = [face for face in self._names if normalize_name(kind_name(face)) == wanted]
        if not found and not wanted.isascii():  # a script without spaces has no words
            long = len(wanted) > 1
            found = [face for face, name in self._names.items() if name.startswith(wanted) or (long and wanted in name)]
        return tuple(dict.fromkeys(found))


def _last_part(face: str) -> str:
    return face.rpartition("-")[2]


def parse_number(typed: str) -> int | None:
    """Give the number that somebody has typed; None: it is none, or longer than any that means something."""
    return int(typed) if typed.isdecimal() and len(typed) <= DIGITS else None


@lru_cache(4096)
def normalize_name(words: str) -> str:
    """Give letters and digits only, in lower case and without accents: how names are compared.

    Kana keep what makes another sound of them.
    """
    flat = unicodedata.normalize("NFKD", words).casefold()
    kept = "".join(letter for letter in flat if letter.isalnum() or letter in SOUND_MARKS)
    return kept if kept.isascii() else unicodedata.normalize("NFC", kept)


@lru_cache(4096)
def fold_name(words: str) -> str:
    """Give a name as it is looked up: normalized, katakana as hiragana, and traditional characters as simplified ones.

    >>> fold_name("ﾋﾟﾗﾐｯﾄﾞ"), fold_name("亞歷山大 II")
    ('ぴらみっど', '亚历山大ii')
    """
    plain = normalize_name(words)
    return plain if plain.isascii() else plain.translate(_alike())


@lru_cache(4096)
def fold_text(text: str) -> str:
    """Give a text as it is searched for a word: as names are looked up, with its marks and single blanks."""
    plain = " ".join(text.lower().split())
    return plain if plain.isascii() else unicodedata.normalize("NFKC", plain).translate(_alike())


@cache
def _alike() -> Mapping[int, int]:
    """Give the letters that stand for others where something is looked up."""
    from .variants import SIMPLIFIED, TRADITIONAL  # few look anything up by such letters

    kana = {letter: letter - HIRAGANA_BEFORE for letter in range(ord("ァ"), ord("ヶ") + 1)}
    return {**kana, **{ord(one): ord(other) for one, other in zip(TRADITIONAL, SIMPLIFIED, strict=True)}}
