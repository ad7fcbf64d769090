"""What must never be seen at the screen, and the findings of a campaign."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from wcwidth import wcwidth

from tests.texts import pages_of, texts_of
from tests.ui.asking.positions import flow_of
from tta_p2p.i18n import Words, catalogue
from tta_p2p.registry import load_rules, names
from tta_p2p.ui.cells import Row, plain
from tta_p2p.ui.commands import parser
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.reference import reference_for
from tta_p2p.ui.screen.boards import Spot
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.frame import ScreenFrame, page_rows
from tta_p2p.ui.style import MIN_WINDOW

Size = tuple[int, int]
MARK = "▸"
RAW = re.compile(
    r"\{[^{}\n]{0,40}\}|(?<![\w./:@#-])[a-z][a-z-]*(?:\.[a-z][a-z0-9-]*)+(?![\w.])|<[a-z_.]+ (?:object|function)"
)
"""A place of a template, a key of a catalogue with its dots, a value as Python shows it."""
FILE = re.compile(r"\.(?:toml|txt|md|py|log|tta|json)$")
LATIN = re.compile(r"(?<![A-Za-z])(?:[A-Za-z][a-z'’]{3,}|(?i:the|and|for|you|not|are|has|was|all|can|but)(?![a-z]))")
"""Words of four letters and more, and the shortest ones of English: three letters can be signs of a square of a map."""
TYPED = re.compile(
    r"`[^`]*`|“[^”]*”|\btta(?: [a-z0-9-]+)*|https?://\S+|\S+@\S+|(?:/[\w.-]+){2,}|\b[0-9a-z]{12,}\b|\w+\.tta\b|\b(?:[^\W\d_aeiou][aeiou]){2}\b"
    rf"|(?<![A-Za-z-])(?:{'|'.join(sorted(filter(str.isidentifier, parser.COMMANDS.commands), key=len, reverse=True))})"
    r"(?: [a-z0-9-]+)*(?![A-Za-z-])"
)
"""What is to be typed and what somebody has typed: commands with their words, files, fingerprints, words read aloud."""
KEYS = {
    *("Enter", "Esc", "Tab", "Home", "End", "PgUp", "PgDn", "Page", "Up", "Down", "Ctrl", "Space"),
    *("Backspace", "Shift", "F1"),
}


class Watch:
    """Looks at every picture, and keeps what was found with where it was first seen."""

    def __init__(self, people: Iterable[str] = ()) -> None:
        """``people``: names, which are the same in every language."""
        self.pictures = 0
        self.found: dict[tuple[str, str], list[str]] = {}
        """By kind and matter: where it was seen first, in lines."""
        self.times: Counter[tuple[str, str]] = Counter()
        self._people = frozenset(word for name in people for word in LATIN.findall(name))
        self.written: set[str] = set()
        """What the person at the keyboard has typed: it may be shown again."""

    def find(self, kind: str, matter: str, where: str, *lines: str) -> None:
        """Something was seen that must never be."""
        self.times[kind, matter] += 1
        self.found.setdefault((kind, matter), [where, *lines])

    def look(self, face: ScreenFace, size: Size, where: str) -> list[str]:
        """Look at the picture of a client; its lines."""
        frame, screen = face.frame(size), face.screen_state
        for filter in (screen.list_filter, screen.page.filter if screen.page is not None else ""):
            self.written.update(LATIN.findall(filter))
        types = face.screen_state.input_line is not None  # letters as they are typed, and what they may go on to
        lines = self.picture(frame, size, _language(face), where, texts=not types)
        if size[0] >= MIN_WINDOW[0] and size[1] >= MIN_WINDOW[1]:
            for kind, matter in of_face(face, size, lines):
                self.find(kind, matter, where, *lines)
        return lines

    def picture(self, frame: ScreenFrame, size: Size, language: str, where: str, texts: bool = True) -> list[str]:
        """Look at a picture, whatever it shows; its lines. ``texts``: whether all of it is the program's."""
        self.pictures += 1
        lines = [plain(one) for one in frame.rows]
        for kind, matter in of_frame(lines, frame.cursor, size):
            self.find(kind, matter, where, *lines)
        for line in lines if texts else ():
            for kind, matter in of_line(line, language, self._people):
                if matter not in self.written:
                    self.find(kind, matter, where, line)
        return lines


def _language(face: ScreenFace) -> str:
    return face.context.words.language if face.context is not None else "en"


# --- any picture ---------------------------------------------------------------------------------------------


@lru_cache(1 << 16)
def cells(text: str) -> int:
    """How many cells a terminal gives to a text, letter by letter: not the sum that the product makes."""
    return sum(max(0, wcwidth(letter)) for letter in text)


def of_frame(lines: Sequence[str], cursor: tuple[int, int] | None, size: Size) -> Iterator[tuple[str, str]]:
    """What is wrong with a picture of this size, whatever it shows."""
    columns, rows = size
    if len(lines) != rows:
        yield "too many or too few rows", f"{len(lines)} rows of {rows}"
    for line in lines:
        if cells(line) > columns:
            yield "a row wider than the screen", f"{cells(line)} cells of {columns}"
    if cursor is not None and not (0 <= cursor[0] < columns and 0 <= cursor[1] < rows):
        yield "a cursor outside", f"{cursor} of {size}"
    if columns >= MIN_WINDOW[0] and rows >= MIN_WINDOW[1] and not any(line.strip() for line in lines[1:-1]):
        yield "an empty picture", ""


@lru_cache(1 << 16)
def of_line(line: str, language: str, people: frozenset[str] = frozenset()) -> tuple[tuple[str, str], ...]:
    """What is wrong with a line of a picture: letters that steer a terminal, raw keys, another language."""
    found = []
    for letter in line:
        if unicodedata.category(letter) in ("Cc", "Co", "Cs") or letter == "\ufffd":
            found.append(("a letter that is none", repr(letter)))
    for raw in RAW.findall(line):
        if not FILE.search(raw) and raw not in _commands():
            found.append(("a raw key", raw))
    if language != "en":
        for word in LATIN.findall(TYPED.sub("", line)):
            if word not in people and word not in _known(language):
                found.append(("a word of another language", word))
    return tuple(found)


@cache
def _commands() -> frozenset[str]:
    return frozenset((*parser.COMMANDS.commands, *parser.COMMANDS.short))


MOTIONS = ("gone", "resigned", "pause", "call", "off", "forfeit", "cheated")


@cache
def _known(language: str) -> frozenset[str]:
    """The Latin words that are not of another language: keys, what is to be typed, abbreviations in the catalogues."""
    words = {*KEYS, *MOTIONS}
    for name in names():
        topics = [topic.name for topic in reference_for(name, Words(language)).rules.get(language, ())]
        pages = presenter_for(name, Words(language)).pages
        for typed_word in (*topics, *pages, *flow_of(load_rules(name)).shapes):
            words.update(LATIN.findall(typed_word))
    texts = list(catalogue(language).values())
    for name in names():
        texts += texts_of(name, language).values()
        texts += pages_of(name, language).values()
    for text in texts:
        words.update(re.findall(r"(?:\btta|\{tta\}) ([a-z-]+)", text))  # a line may break within a command
        words.update(LATIN.findall(TYPED.sub("", re.sub(r"\{[^}]*\}", "", text))))
    return frozenset(words)


# --- the picture of a client ---------------------------------------------------------------------------------


def of_face(face: ScreenFace, size: Size, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with what a client shows: empty pages, lines that look alike, a mark that is not in sight."""
    context, look = face.context, face.screen_state
    if context is None:
        return
    said = context.words.optional("screen.failed") or ""
    if said and said[:20] in "".join(lines):
        yield "a page that failed", ""
    if look.page is not None:
        filtered = look.page.filter and context.words("screen.filter.none") in "".join(lines)
        if not filtered and not any(
            plain(one).strip() for one in page_rows(look.page, replace(face.style, width=size[0]))
        ):
            yield "an empty page", plain(look.page.title)
        return
    if context.reading.scene is None or look.input_line is not None:
        return
    found = face.spots()
    for spot in found:
        if not _bare(spot).strip():
            yield "an empty line of a list", spot.key
    alike = defaultdict[str, list[Spot]](list)
    for spot in found:
        if spot.item is not None or spot.acts:
            alike[_bare(spot)].append(spot)
    for text, some in alike.items():
        if len(some) > 1 and not (some[0].faces and len({spot.faces for spot in some}) == 1):
            yield "lines that look alike", text  # but for copies of a card, each of which does the same
    if found and face.spot() not in found and not look.is_on_map:  # there the mark may stand where no act is
        yield "a mark that is on nothing", look.focus


def _bare(spot: Spot) -> str:
    """A line without its number."""
    text: Row = tuple(one for one in spot.text if one.role != "number" or not one.text.strip().isdigit())
    return " ".join(plain((*text, *spot.price)).split())


def marked(lines: Iterable[str]) -> list[str]:
    """The lines on which the mark stands."""
    return [line for line in lines if line.startswith(MARK)]
