"""Room given by worth: what is shown in full, what in short and what not at all, where not everything fits.

Four things share room here: the items of a line (`fit_items`), the parts of a column (`fit_parts`), the columns of a
table (`fit_table`), and the lines of a list (`list_rows`). What tells two lines apart is cut last, rows that stand free
are taken before anything is cut, and what is worth least gives way first. Nothing here knows a game or a terminal;
sizes are in cells and rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .cells import (
    ELLIPSIS,
    EMPTY,
    NO_BREAK,
    PHRASE_GAP,
    Piece,
    Row,
    Span,
    cut,
    cut_at_word,
    cut_within,
    join,
    pad,
    plain,
    row,
    split_words,
    trim_start,
    width,
    without_colon,
    wrap,
    wrap_phrases,
)

SPARE = 0
"""The worth of what is left out before anything else gives way: a zero, a card that is out of date."""
LEAST_DETAIL = 6
"""Cells that a detail has at least, else it is left out."""
LEAST_HEAD = 24
"""Cells that a price leaves to what stands before it, else it is left out: it is said of the marked line as well."""
INDENT = 4
"""Cells before the second row of a line of a list."""
SHORT_NAMES = (14, 11, 9, 7, 5)
"""Cells of a name that is shortened more and more."""
MANY = 99
"""More rows than any part takes."""
COMMON, TELLING, NUMBER, NAME = 1, 4, 40, 1000
"""The loss by a cell that is cut: of a word of most lines, of few lines, of a number, of a name."""
STUB = 12
"""The loss by a word of which only one or two letters are left."""


# --- the items of a line -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    """Something that stands in a line; `ways` to show it, the fullest first."""

    ways: tuple[Row, ...]
    worth: int = 1


def item(*ways: Piece, worth: int = 1) -> Item:
    """Give an item with its ways, the fullest first."""
    return Item(tuple(row(way) for way in ways), worth)


def fit_items(items: Sequence[Item], size: int, lines: int = 1, between: str = ", ", more: str = ELLIPSIS) -> list[Row]:
    """Give items in at most so many rows: spare ones go first, then those of little worth are shortened.

    Where even the shortest ways are too much, the last ones are counted.
    """
    return list(_fit_items(tuple(items), size, lines, between, more))


@lru_cache(NO_BREAK)
def _fit_items(items: tuple[Item, ...], size: int, lines: int, between: str, more: str) -> Sequence[Row]:
    there: list[tuple[Item, int]] = [(one, 0) for one in items if one.ways]
    gap, gone = Span(between, PHRASE_GAP), 0

    def rows() -> list[Row]:
        ways: list[Piece] = [one.ways[at] for one, at in there]
        return wrap_phrases(join([*ways, *([f"+{gone}"] if gone else [])], gap), size) if ways else []

    starts = {plain(way).split(" ")[0] for one, _ in there for way in one.ways}
    while there and ((over := len(found := rows()) > max(1, lines)) or _tears(found, starts)):
        spare = [at for at, (one, _) in enumerate(there) if one.worth <= SPARE]
        longer = [at for at, (one, way) in enumerate(there) if way + 1 < len(one.ways)]
        if spare and over and len(there) > 1:
            del there[spare[-1]]
        elif longer:
            at = min(longer, key=lambda at: (there[at][0].worth, -width(there[at][0].ways[there[at][1]])))
            there[at] = there[at][0], there[at][1] + 1
        elif over and len(there) > 1:
            least = min(one.worth for one, _ in there)
            del there[max(at for at, (one, _) in enumerate(there) if one.worth == least)]
            gone += 1
        else:
            break
    found = rows()
    if len(found) > max(1, lines):
        rest = [trim_start(one) for one in found[lines:]]
        return [*found[: lines - 1], cut(row(found[lines - 1], " ", join(rest, " ")), size, more)]
    return found


def _tears(rows: Sequence[Row], starts: Collection[str]) -> bool:
    """Whether a row begins with a number that belongs to the row before: nothing there begins with it."""
    firsts = (plain(one).split() for one in rows[1:])
    return any(one and re.match(r"[-+]?\d", one[0]) and one[0] not in starts for one in firsts)


# --- the parts of a column -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ColumnPart:
    """A part of a column: `rows` lays it out in at most so many rows; `most`: the rows it takes where there is room.

    `worth`: of its first row; `more`: of the rows after that.
    """

    rows: Callable[[int], list[Row]]
    most: int = 1
    worth: int = 1
    more: int = 1


def fit_parts(
    parts: Sequence[ColumnPart], lines: int, size: int, left_out: Callable[[int], Row], seen: int = 0, sure: int = 0
) -> list[Row]:
    """Give the rows of parts in so many lines: a line for each part first, then more for what is worth most.

    Where there are fewer lines than parts, those of least worth, the last of them first, are left out and ``left_out``
    says how many: at the end of the last line or of the first, else in a line of its own.

    ``seen``: of these lines (0: all), if something else lies over the rest. What is seen is where it is without that,
    so that nothing moves while that comes and goes; what is hidden counts as left out. ``sure``: of these lines (0:
    all), those over which nothing ever lies: no further row pushes what is worth more out of them.
    """
    by_worth = sorted(range(len(parts)), key=lambda at: (-parts[at].worth, at))
    shown = sorted(by_worth[: max(0, lines)])
    given, sure = dict.fromkeys(shown, 1), min(lines, sure or lines)
    for at in sorted(shown, key=lambda at: (-parts[at].more, -parts[at].worth, at)):
        last = max((after for after in shown if after > at and parts[after].worth > parts[at].more), default=-1)
        room = lines - sum(given.values())
        if last >= 0:
            room = min(room, sure - sum(number for before, number in given.items() if before <= last))
        given[at] += max(0, min(room, parts[at].most - 1))
    rows = [(at, one) for at in shown for one in parts[at].rows(given[at])[: given[at]]]
    last = min(lines, seen or lines)
    hidden = {at for at, _ in rows[last:]}
    gone = len(parts) - len(shown) + len(hidden)
    if not gone or not rows[:last]:
        return [one for _, one in rows[:last]]
    rows = rows[:last]
    tail = left_out(gone)
    for place in (-1, 0):
        if width(rows[place][1]) + width(tail) <= size:
            rows[place] = rows[place][0], row(rows[place][1], tail)
            return [one for _, one in rows]
    least = len(rows) - 1 if hidden else min(range(len(rows)), key=lambda at: (parts[rows[at][0]].worth, -at))
    gone += rows[least][0] not in hidden
    del rows[least]
    first, *more = left_out(gone)
    return [*(one for _, one in rows), cut(row(first._replace(text=first.text.lstrip()), *more), size)]


def part_of(rows: Sequence[Row], size: int, worth: int = 1, more: str = ELLIPSIS) -> ColumnPart:
    """Give rows as a part: what is too much of them is cut off the last row there is."""

    def cut_to(lines: int) -> list[Row]:
        if len(rows) <= lines:
            return list(rows)
        rest = join([rows[lines - 1], *(plain(one).strip() for one in rows[lines:])], " ")
        return [*rows[: lines - 1], cut(rest, size, more)]

    return ColumnPart(cut_to, len(rows), worth, worth)


def part_of_items(
    label: Row, items: Sequence[Item], size: int, worth: int = 1, between: str = ", ", most: int = MANY,
    more: str = ELLIPSIS, further: int | None = None,
) -> ColumnPart:  # fmt: skip
    """Give items beside a label as a part of at most so many rows; ``further``: the worth of those after the first."""
    room = max(1, size - width(label))

    def lay_out(lines: int) -> list[Row]:
        rows = fit_items(items, room, lines, between, more)
        return [row(label if not number else " " * width(label), one) for number, one in enumerate(rows)]

    wanted = min(most, len(fit_items(items, room, MANY, between, more)))
    return ColumnPart(lay_out, wanted, worth, worth if further is None else further)


def short_items(named: Sequence[tuple[Row, Piece, int]], more: str = ELLIPSIS) -> list[Item]:
    """Give things as items, each of a name, what follows that, and its worth: names are shortened, each to another."""
    ways = [tuple(name for name, _, _ in named)]
    ways += [tuple(tell_apart(ways[0], (size,) * len(named), (), more)) for size in SHORT_NAMES]
    found = []
    for at, (_, tail, worth) in enumerate(named):
        different = dict.fromkeys(row(way[at], tail) for way in ways)
        found.append(Item(tuple(different), worth))
    return found


# --- a table of numbers -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableWay:
    """A way to show a column: its cells, the head first (none: it is left out), and what is lost by it."""

    cells: tuple[Row, ...]
    loss: int = 0


@dataclass(frozen=True)
class TableColumn:
    """A column of a table; `ways` to show it, the fullest first, each with a greater loss than the one before."""

    ways: tuple[TableWay, ...]
    align: str = "r"

    def size(self, way: int) -> int:
        """Give its cells in a line, with the gap before it; none where it is left out."""
        cells = self.ways[way].cells
        return max(map(width, cells)) + 1 if cells else 0


def fit_table(columns: Sequence[TableColumn], size: int, beside: int = 0, worth: int = 0) -> list[Row]:
    """Give the lines of a table no wider than so many cells: what loses least is shortened or left out first.

    What stands beside it, in so many cells, is worth a loss of ``worth``. No number is ever cut, and no head.
    """
    there = [0] * len(columns)

    def fits(loss: int) -> bool:
        whole = sum(one.size(way) for one, way in zip(columns, there, strict=True)) - 1
        return whole <= size - (beside if loss <= worth else 0)

    steps = sorted(
        (way.loss, at, number) for at, one in enumerate(columns) for number, way in enumerate(one.ways) if number
    )
    taken = list[tuple[int, int, int]]()
    for loss, at, number in steps:
        if not fits(loss):
            taken.append((loss, at, there[at]))
            there[at] = number
    for loss, at, before in reversed(taken):  # what turns out to have room after all
        now, there[at] = there[at], before
        if not fits(loss):
            there[at] = now
    shown = [(one, one.ways[way].cells, one.size(way) - 1) for one, way in zip(columns, there, strict=True)]
    shown = [one for one in shown if one[1]]
    return [
        join((pad(cells[line], most, one.align) for one, cells, most in shown), " ")
        for line in range(len(columns[0].ways[0].cells))
    ]


# --- the lines of a list -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListLine:
    """A line of a list: what tells it from others, what gives way to that, and its price, which stands at the end.

    `shorter`: the same head and detail in fewer words; `least`: what stays where no row is free for all. `alike`: where
    one such line is shown so, all are, as they say the same in another manner.
    """

    head: Row
    detail: Row = EMPTY
    price: Row = EMPTY
    shorter: tuple[tuple[Row, Row], ...] = ()
    least: tuple[tuple[Row, Row], ...] = ()
    alike: bool = False


def list_rows(
    entries: Sequence[ListLine], size: int, lines: int, names: tuple[str, ...] = (), more: str = ELLIPSIS
) -> list[list[Row]]:
    """Give each entry in a row, and in more where that leaves rows free; names are never cut within."""
    return [list(rows) for rows in _list_rows(tuple(entries), size, lines, names, more)]


@lru_cache(256)
def _list_rows(
    entries: tuple[ListLine, ...], size: int, lines: int, names: tuple[str, ...], more: str
) -> tuple[tuple[Row, ...], ...]:
    whole = [_wrap_entry(one, size) for one in entries]
    given, free = [1] * len(entries), max(0, lines - len(entries))
    entries = tuple(
        _in_one_row(one, one.shorter, size) or one if len(rows) > 1 else one
        for one, rows in zip(entries, whole, strict=True)
    )
    whole = [[one] if width(one) <= size else rows for one, rows in zip(map(_joined, entries), whole, strict=True)]
    long = [at for at, rows in enumerate(whole) if len(rows) > 1]
    long.sort(key=lambda at: width(row(entries[at].head, entries[at].price)) <= size)  # what tells apart comes first
    for at in long:
        if len(whole[at]) - 1 <= free:
            given[at], free = len(whole[at]), free - len(whole[at]) + 1
    for at in [at for at in long if given[at] == 1][:1]:
        given[at] += free
    is_least = [
        number == 1 < len(rows) and bool(one.least) for one, number, rows in zip(entries, given, whole, strict=True)
    ]
    alike = any(least and one.alike for one, least in zip(entries, is_least, strict=True))
    is_least = [least or (alike and one.alike) for one, least in zip(entries, is_least, strict=True)]
    given = [1 if least else number for least, number in zip(is_least, given, strict=True)]
    entries = tuple(
        _in_one_row(one, one.least, size, more) or one if least else one
        for one, least in zip(entries, is_least, strict=True)
    )
    entries = tuple(
        _without_detail(one, size) if number == 1 else one for one, number in zip(entries, given, strict=True)
    )
    heads = tell_apart(
        tuple(one.head for one in entries), tuple(_room_of_head(one, size) for one in entries), names, more
    )
    return tuple(
        (_row_of_entry(one, head, size, more),)
        if given[at] == 1
        else (*whole[at][: given[at] - 1], cut(row(join(whole[at][given[at] - 1 :], " ")), size, more))
        for at, (one, head) in enumerate(zip(entries, heads, strict=True))
    )


def _joined(one: ListLine) -> Row:
    return row(one.head, one.detail, one.price)


def _in_one_row(one: ListLine, ways: Sequence[tuple[Row, Row]], size: int, more: str = "") -> ListLine | None:
    """Give a line in the first of these ways that fits into one row; with ``more``, else in the last, which is cut."""
    shown = [replace(one, head=head, detail=detail) for head, detail in ways]
    return next((way for way in shown if width(_joined(way)) <= size), shown[-1] if shown and more else None)


def _wrap_entry(one: ListLine, size: int) -> list[Row]:
    whole = _joined(one)
    if width(whole) <= size:
        return [whole]
    first, *rest = wrap(whole, max(1, size - INDENT), size)
    return [first, *(row(" " * INDENT, part) for part in rest)]


def _price_of(one: ListLine, size: int) -> Row:
    """Give the price of a line in one row; empty where what it belongs to needs its cells more."""
    whole = width(row(one.head, one.price)) <= size
    return one.price if whole or size - width(one.price) >= LEAST_HEAD else EMPTY


def _room_of_head(one: ListLine, size: int) -> int:
    return size - width(_price_of(one, size))


def _without_detail(one: ListLine, size: int) -> ListLine:
    """Give a line as it is where its detail has no room: its head does not end in a colon then."""
    rest = _room_of_head(one, size) - width(one.head)
    has_room = width(one.detail) <= rest or (rest >= LEAST_DETAIL and cut_at_word(one.detail, rest))
    return one if has_room else replace(one, head=without_colon(one.head), detail=EMPTY)


def _row_of_entry(one: ListLine, head: Row, size: int, more: str) -> Row:
    price = _price_of(one, size)
    rest = size - width(head) - width(price)
    detail = (
        one.detail
        if width(one.detail) <= rest
        else cut_at_word(one.detail, rest, more)
        if rest >= LEAST_DETAIL
        else EMPTY
    )
    return row(head, detail, price)


# --- what tells lines apart ----------------------------------------------------------------------------------


def tell_apart(
    rows: tuple[Row, ...], rooms: tuple[int, ...], names: tuple[str, ...] = (), more: str = ELLIPSIS
) -> list[Row]:
    """Give rows in so many cells each, of which no two look the same unless they are.

    Words that most rows have are cut first, then others, then numbers; a name of ``names`` last.
    """
    if all(width(one) <= room for one, room in zip(rows, rooms, strict=True)):
        return list(rows)
    return list(_tell_apart(rows, rooms, names, more))


@lru_cache(256)
def _tell_apart(rows: tuple[Row, ...], rooms: tuple[int, ...], names: tuple[str, ...], more: str) -> tuple[Row, ...]:
    words = [_words_of(one, names) for one in rows]
    often = Counter(word for some in words for word in {plain(one) for one in some})
    common = max(2, (len(rows) + 1) // 2)
    used = {_bare(one): _bare(one) for one, room in zip(rows, rooms, strict=True) if width(one) <= room}
    found = []
    for one, some, room in zip(rows, words, rooms, strict=True):
        if width(one) <= room:
            found.append(one)
            continue
        losses = [_loss(plain(word), often[plain(word)] >= common, names) for word in some]
        ways = _shorter_ways(some, losses, room, more)
        meant = _bare(one)
        way = next((way for way in ways if used.get(_bare(way), meant) == meant), ways[0])
        used[_bare(way)] = meant
        found.append(way)
    return tuple(found)


def _bare(some: Row) -> str:
    """Give the text of a line without the number before it, which tells nobody what it is."""
    return re.sub(r"^[\W\d]+", "", plain(some))


def _loss(word: str, common: bool, names: tuple[str, ...]) -> int:
    if word.strip() in names:
        return NAME
    if any(letter.isdigit() for letter in word) or re.fullmatch("[IVX]+", word):
        return NUMBER
    return COMMON if common or word.isspace() else TELLING


def _words_of(some: Row, names: tuple[str, ...]) -> list[Row]:
    """Split a row into words; a name of several words is one."""
    found, text, at = list[Row](), plain(some), 0
    within = {
        place for name in names if name for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.ASCII)
        for place in range(match.start() + 1, match.end())
    }  # fmt: skip
    for word in split_words(some):
        if at in within and found:
            found[-1] = row(found[-1], word)
        else:
            found.append(word)
        at += len(plain(word))
    return found


def _shorter_ways(words: list[Row], losses: list[int], room: int, more: str) -> list[Row]:
    """Give ways to show words in so many cells with a gap somewhere, the one that loses least first.

    The gap tears no number, and does not stand right behind the one of the line.
    """
    sizes = [width(word) for word in words]
    ways: list[tuple[int, int, int, Row]] = []
    for after in range(len(words), 0, -1):
        if after < len(words) and plain(words[after]).isspace():
            continue
        ending = row(" " if after < len(words) and plain(words[after]).isascii() else "", *words[after:])
        first = room - width(ending)
        if first <= sizes[0] + len(more):
            break
        begin = row(*words[:after])
        for is_within, shorten in enumerate((cut, cut_within, _cut_to_number)):  # letters tell apart what words do not
            kept = shorten(begin, first, more)
            if _tears_number(plain(begin), plain(kept), more):
                continue
            cells = width(kept) - len(more)
            lost = STUB if _is_stub(plain(begin), plain(kept), more) else 0
            for size, loss in zip(sizes[:after], losses[:after], strict=True):
                gone = size - max(0, min(size, cells))
                lost += loss * gone
                cells -= size
            ways.append((is_within % 2, lost, -after, row(kept, ending)))
    ways.sort(key=lambda way: way[:3])
    return [way for *_, way in ways] or [cut(row(*words), room, more)]


def _cut_to_number(some: Row, size: int, more: str) -> Row:
    """Give only the number of a line, and an ellipsis in the place of the words behind it."""
    number = re.match(r"\W*\d+ ", plain(some))
    head = row(cut_within(some, len(number[0]), ""), more) if number else EMPTY
    return head if head and width(head) <= size else cut(some, size, more)


def _tears_number(text: str, kept: str, more: str) -> bool:
    """Whether a number loses digits, or the number of a line the blank behind it."""
    end = len(kept) - len(more)
    if kept == text or not kept[:end][-1:].isdigit():
        return False
    return text[end : end + 1].isdigit() or not kept[:end].strip(" *▸").strip("0123456789")


def _is_stub(text: str, kept: str, more: str) -> bool:
    """Whether one or two letters are left of a word."""
    end = len(kept) - len(more)
    letters = re.search(r"(?<![^\W\d_])[^\W\d_]{1,2}$", kept[:end], re.ASCII)
    return letters is not None and re.match(r"[^\W\d_]", text[end : end + 1], re.ASCII) is not None
