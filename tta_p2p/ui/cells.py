"""Text measured in the cells of a terminal: rows of spans that are padded, cut and wrapped.

A row is one or more spans; a span's role says what it is (`ui.style` gives roles their colours). A letter of an East
Asian script takes two cells, a combining mark none; nothing here counts letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .line_breaks import BEGINNING, CLOSING, HALF_KANA, JOINTS, NEVER_FIRST, NEVER_LAST


class Target(NamedTuple):
    """The thing that is drawn somewhere: of what kind it is, which of that kind, and which figure of it."""

    kind: str
    name: str
    figure: str = ""


class Span(NamedTuple):
    """Some text in one role, and the thing that it shows: whoever points there means that."""

    text: str
    role: str = ""
    target: Target | None = None


Row: TypeAlias = tuple[Span, ...]
Piece: TypeAlias = str | Span | Row

EMPTY: Row = ()
ELLIPSIS = "…"
COLUMN_GAP = "gap"
"""The role of the blank between two columns: marks of a script take no part of it."""
CLAUSE_END = frozenset(",;、，；")
"""Letters after which a clause of a sentence, or one of several things, is at its end."""
_OF_NUMBERS = frozenset("0123456789+-±")
"""Letters with which numbers begin."""
PHRASE_GAP = "next"
"""The role of what stands between phrases: each is kept on one line where it fits, and lines break between them."""
WHOLE = "whole"
"""The role of what is never broken where it fits a line, such as the keys that answer a question."""
NO_BREAK = 4096
"""How many texts are remembered as they were measured and wrapped: most of a picture was in the one before it."""


def row(*pieces: Piece) -> Row:
    """Put pieces together to a row."""
    found: list[Span] = []
    for piece in pieces:
        if isinstance(piece, str):
            if piece:
                found.append(Span(piece))
        elif not isinstance(piece, Span):
            found += [span for span in piece if span.text]
        elif piece.text:
            found.append(piece)
    return tuple(found)


def join(rows: Iterable[Piece], between: Piece = ", ") -> Row:
    """Put rows together with something between them."""
    found: list[Piece] = []
    for number, one in enumerate(rows):
        if number:
            found.append(between)
        found.append(one)
    return row(*found)


def aimed(some: Piece, target: Target) -> Row:
    """Give a row of which every part shows this thing, unless it shows one of its own."""
    return tuple([span if span.target else Span(span.text, span.role, target) for span in row(some)])


def figure(some: Piece, seat: int, name: str) -> Row:
    """Give numbers of a player's board, by the name of the figure: whoever clicks there means the player."""
    return aimed(some, Target("player", str(seat), name))


def retarget(some: Piece, target: Target) -> Row:
    """Give a row that shows this thing as a whole, whatever its parts show."""
    return tuple([Span(span.text, span.role, target) for span in row(some)])


def without_targets(some: Piece) -> Row:
    """Give a row that shows nothing: an example of what stands elsewhere."""
    return tuple(span._replace(target=None) for span in row(some))


def target_at(rows: Sequence[Row], column: int, line: int) -> Target | None:
    """Give the thing that is drawn in a cell of a picture; None where nothing is, or outside of it."""
    if not 0 <= line < len(rows) or column < 0:
        return None
    for span in rows[line]:
        column -= width(span.text)
        if column < 0:
            return span.target
    return None


def plain(some: Piece) -> str:
    """Give the bare text of a row."""
    if isinstance(some, str):
        return some
    return some.text if isinstance(some, Span) else "".join([span.text for span in some])


def width(some: Piece) -> int:
    """Give how many cells it takes; letters that cannot be shown take none."""
    text = some if isinstance(some, str) else plain(some)
    return len(text) if text.isascii() and text.isprintable() else _cells(text)


@lru_cache(NO_BREAK)
def _cells(text: str) -> int:
    from wcwidth import wcswidth  # to load its tables takes longer than all else here; plain English needs none

    cells: int = wcswidth(text)
    return cells if cells >= 0 else sum(max(0, _cell_width(letter)) for letter in text)


def _cell_width(letter: str) -> int:
    """Give how many cells a letter takes, less than none if it cannot be shown."""
    if letter.isascii() and letter.isprintable():
        return 1
    from wcwidth import wcwidth

    cells: int = wcwidth(letter)
    return cells


def pad(some: Piece, size: int, align: str = "l") -> Row:
    """Give the row with spaces up to a size: to the left (`l`), right (`r`) or middle (`c`)."""
    gap = max(0, size - width(some))
    if not gap:
        return row(some)
    if align == "r":
        return row(" " * gap, some)
    if align == "c":
        return row(" " * (gap // 2), some, " " * (gap - gap // 2))
    return row(some, " " * gap)


def cut(some: Piece, size: int, more: str = ELLIPSIS) -> Row:
    """Give the row with its end replaced by an ellipsis if it takes more cells than there are.

    It ends after a clause or a word, unless that is far away; a number does not lose what it counts.
    """
    if width(some) <= size:
        return row(some)
    if size <= len(more):
        return row(more[: max(0, size)])
    return _cut(row(some), size, more)


@lru_cache(NO_BREAK)
def _cut(some: Row, size: int, more: str) -> Row:
    room = size - len(more)
    head, _ = _split(some, room)
    if width(head) > room:
        return row(more)
    at = _last_end(some, room, room * 2 // 5) if more else 0
    return _with_more(row(*_first_letters(some, at)) if at else head, more)


def cut_at_word(some: Piece, size: int, more: str = ELLIPSIS) -> Row:
    """Give the row as `cut` does; empty where not even its first word has room."""
    if width(some) <= size:
        return row(some)
    at = _last_end(row(some), max(0, size - len(more)), 1)
    return _with_more(row(*_first_letters(row(some), at)), more) if at else EMPTY


def _last_end(some: Row, most: int, least: int) -> int:
    """Give the letters of a row up to the last word that ends within so many cells, but not before ``least``; 0: none.

    A clause ends better than a word, and a number does not end without what it counts.
    """
    text = plain(some)
    ends = [at for at in _word_ends(some) if least <= width(text[:at]) <= most]
    clauses = [at for at in ends if text[at - 1] in CLAUSE_END and width(text[:at]) * 3 >= most * 2]
    counted = [at for at in ends if re.search(r"[^\W\d_]\W*$", text[:at]) or not text[at:].startswith(" ")]
    return max(clauses or counted, default=0)


def cut_within(some: Piece, size: int, more: str = ELLIPSIS) -> Row:
    """Give the row as `cut` does, but with as many of its letters as there is room for."""
    if width(some) <= size:
        return row(some)
    head, _ = _split(row(some), max(1, size - len(more)))
    return _with_more(head, more) if width(head) + len(more) <= size else row(more[: max(0, size)])


def _with_more(head: Row, more: str) -> Row:
    """Give the beginning of a row with an ellipsis behind it: a single one, if it was cut before."""
    end = len(plain(head).rstrip(more + " ")) if more and plain(head).endswith(more) else len(plain(head))
    return row(*_first_letters(head, end), more)


def _word_ends(some: Row) -> Iterator[int]:
    """Give the places, in letters, where a word ends; letters of katakana are one word."""
    at, before = 0, ""
    for word in split_words(some):
        text = plain(word)
        if before and not before.isspace() and not (_is_katakana(before[-1]) and _is_katakana(text[:1])):
            yield at
        at, before = at + len(text), text


def _is_katakana(letter: str) -> bool:
    return "ァ" <= letter <= "ヿ" and letter != "・"


def _first_letters(some: Row, most: int) -> Iterator[Span]:
    for span in some:
        if most > 0:
            yield span._replace(text=span.text[:most])
        most -= len(span.text)


def wrap(some: Piece, size: int, first: int | None = None) -> list[Row]:
    """Break a row into rows of at most `size` cells (`first` for the first one), at spaces where there are any.

    A line takes one letter at least, however few cells there are.
    """
    return list(_wrap_words(row(some), max(1, size), max(1, size if first is None else first)))


@lru_cache(NO_BREAK)
def _wrap_words(some: Row, size: int, first: int) -> tuple[Row, ...]:
    if any(span.role == PHRASE_GAP for span in some):
        return tuple(_wrap_phrases(some, size, first))
    lines: list[Row] = []
    line: list[Piece] = []
    used, room = 0, first
    for word in split_words(some):
        blank = plain(word).isspace()
        cells = width(word)
        if used + cells <= room:
            if not (blank and not used and lines):
                line.append(word)
                used += cells
            continue
        if blank:
            continue
        if used:
            lines.append(trim_end(line))
            line, used, room = [], 0, size
        elif line:  # letters without cells go with what follows
            word = row(*line, word)
        while cells > room:  # one word longer than a line
            head, word = _split_word(word, room)
            lines.append(head)
            room, cells = size, width(word)
        line, used = [word], cells
    if line or not lines:
        lines.append(trim_end(line))
    return tuple(lines)


def wrap_phrases(some: Piece, size: int) -> list[Row]:
    """Break what belongs together as one phrase, or several, into rows of at most so many cells."""
    return list(_wrap_phrases(row(some), max(1, size), max(1, size)))


@lru_cache(NO_BREAK)
def _wrap_phrases(some: Row, size: int, first: int) -> Sequence[Row]:
    """Break a row between its phrases; one that is longer than a line begins one, and goes on further in.

    That one breaks after its clauses where that takes no more lines, and no number is torn from what it counts.
    """
    lines: list[Row] = []
    line, room = EMPTY, first
    indent = "  " if size > 5 else ""  # where it leaves room for two letters of two cells
    for phrase in _phrases(some):
        if width(trim_end((*line, *phrase))) <= room:
            line = row(line, phrase)
            continue
        if line:
            lines.append(trim_end(line))
            room = size
        by_units = _wrap_units(phrase, size - len(indent), room)
        by_clauses = _pack(_clauses(phrase), size - len(indent), room, _wrap_units)
        head, *rest = by_units if len(by_units) < len(by_clauses) else by_clauses
        line = row(phrase) if not rest else EMPTY
        lines += [head, *(row(indent, one) for one in rest)] if rest else []
        room = size if rest else room
    return [*lines, trim_end(line)] if line or not lines else lines


def _phrases(some: Row) -> Iterator[Row]:
    """Split a row after what stands between phrases; none of them has the role of that any more."""
    phrase: list[Span] = []
    for span in some:
        phrase.append(span._replace(role="label") if span.role == PHRASE_GAP else span)
        if span.role == PHRASE_GAP:
            yield tuple(phrase)
            phrase = []
    yield tuple(phrase)


def _pack(parts: Iterable[Row], size: int, first: int, finer: Callable[[Row, int, int], list[Row]]) -> list[Row]:
    """Put parts into lines; one that is longer than a line is broken by ``finer``."""
    lines, line, room = list[Row](), EMPTY, first
    for part in parts:
        if width(trim_end((*line, *part))) <= room:
            line = row(line, part)
            continue
        if line:
            lines.append(trim_end(line))
            room = size
        more, line = list[Row](), part
        if width(trim_end(part)) > room:
            *more, line = finer(part, size, room)
            line = row(line, " " if plain(part).endswith(" ") else "")  # the part that goes on there is another word
        lines += more
        room = size if more else room
    return [*lines, trim_end(line)] if line or not lines else lines


def _clauses(some: Row) -> Iterator[Row]:
    """Split a row after its clauses."""
    before, text = 0, plain(some)
    for at, letter in enumerate(text, 1):
        if letter in CLAUSE_END and (not letter.isascii() or text[at : at + 1] == " "):
            end = at + (text[at : at + 1] == " ")
            yield _part(some, before, end)
            before = end
    if before < len(text) or not before:
        yield _part(some, before, len(text))


def _part(some: Row, begin: int, end: int) -> Row:
    """Give the letters of a row from one place to another."""
    found, at = list[Span](), 0
    for span in some:
        text = span.text[max(0, begin - at) : max(0, end - at)]
        found += [span._replace(text=text)] if text else []
        at += len(span.text)
    return tuple(found)


def _wrap_units(some: Row, size: int, first: int) -> list[Row]:
    """Break a row at words, but not after a number that counts what follows, nor before one that ends it or a colon."""
    units, words = list[Row](), split_words(some)
    glued = False
    for at, word in enumerate(words):
        text = plain(word)
        number = text[:1] in _OF_NUMBERS
        ends = number and (at == len(words) - 1 or text[-1] in CLAUSE_END)
        last = ends or (number and plain(units[-1] if units else EMPTY).rstrip()[-1:] in (":", "："))
        if units and (text.isspace() or glued or last):
            units[-1] = row(units[-1], word)
        else:
            units.append(word)
        glued = (number and not ends) or (glued and text.isspace())
    return _pack(units, size, first, wrap)


def trim_end(line: Sequence[Piece]) -> Row:
    """Put pieces together without spaces at the end."""
    spans = list(_merge_spans(row(*line)))
    while spans and spans[-1].text.isspace():
        spans.pop()
    if spans:
        spans[-1] = spans[-1]._replace(text=spans[-1].text.rstrip())
    return tuple(spans)


def trim_start(line: Row) -> Row:
    """Give a line without the blanks at its beginning."""
    text = plain(line)
    return _part(line, len(text) - len(text.lstrip()), len(text))


def without_colon(line: Row) -> Row:
    """Give a line without the colon at its end: nothing follows any more."""
    return _part(line, 0, len(plain(line).rstrip().rstrip(":：").rstrip()))


def split_words(some: Row) -> list[Row]:
    """Split a row into words, spaces, and single letters of East Asian scripts (lines may break beside those).

    What begins no line stays with what is before it, what ends none with what is after it.
    """
    found: list[list[Span]] = []
    last, before = "", ""
    text = plain(some)
    begins = _beginnings(text)
    at = -1
    for span in some:
        for letter in span.text:
            at += 1
            cells = _cell_width(letter)
            alone = cells == 2 or HALF_KANA[0] <= letter <= HALF_KANA[1]
            kind = "space" if letter == " " else "wide" if alone else "word" if cells else last or "word"
            kind = WHOLE if span.role == WHOLE else kind
            clings = last == "wide" and (
                (letter in CLOSING and at not in begins) or letter in JOINTS or _is_between(text, at)
            )
            clings |= letter in NEVER_FIRST and last in ("wide", "word")
            opened = before in NEVER_LAST and kind != "space"
            if (kind != last or (kind == "wide" and cells)) and not clings and not opened:
                found.append([])
            if found[-1] and found[-1][-1][1:] == span[1:]:
                found[-1][-1] = span._replace(text=found[-1][-1].text + letter)
            else:
                found[-1].append(span._replace(text=letter))
            last, before = "wide" if clings else kind, letter
    return [tuple(word) for word in found]


def _is_between(text: str, at: int) -> bool:
    """Whether a slash stands there between two letters that take two cells: it begins no line, and no path."""
    return text[at] == "/" and _cell_width(text[at + 1 : at + 2] or " ") == 2


def _beginnings(text: str) -> Set[int]:
    """Give the places of marks that close nothing: at each of them begins a word."""
    found, begins = set[int](), False
    for at in range(len(text) - 1, -1, -1):
        letter = text[at]
        if letter not in BEGINNING:
            begins = letter not in CLOSING and letter != " " and _cell_width(letter) == 1
        elif begins:
            found.add(at)
    return found


def widest_word(some: Row) -> int:
    """Give how many cells the widest word takes: in fewer, a line breaks within it."""
    return max(map(width, split_words(some)), default=0)


def unwrap(text: str) -> str:
    """Join the lines of a source with a space, and with nothing between two letters that take two cells."""
    joined = ""
    for line in (" ".join(line.split()) for line in text.splitlines()):
        close = joined and line and _cell_width(joined[-1]) == _cell_width(line[0]) == 2
        joined += line if close or not joined else f" {line}"
    return joined


def _split_word(word: Row, size: int) -> tuple[Row, Row]:
    """Split a word that is longer than a line: before a letter that may begin one, where there is any."""
    head, rest = _split(word, size)
    text, most = plain(word), len(plain(head))
    for at in range(most, 0, -1) if rest else ():
        if text[at : at + 1] not in NEVER_FIRST and _cell_width(text[at]) and text[at - 1] not in NEVER_LAST:
            return _split(word, width(text[:at])) if at < most else (head, rest)
    return head, rest


def _split(some: Row, size: int) -> tuple[Row, Row]:
    """Split a row after as many letters as fit into so many cells (one at least)."""
    head: list[Span] = []
    rest: list[Span] = []
    used = 0
    for span in some:
        for letter in span.text:
            used += max(0, _cell_width(letter))
            (rest if rest or (used > size and head) else head).append(span._replace(text=letter))
    return _merge_spans(head), _merge_spans(rest)


def _merge_spans(spans: Iterable[Span]) -> Row:
    found: list[Span] = []
    for span in spans:
        if found and found[-1][1:] == span[1:]:
            found[-1] = span._replace(text=found[-1].text + span.text)
        else:
            found.append(span)
    return tuple(found)
