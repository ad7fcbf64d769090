"""Pages as values: headings, paragraphs, tables and lists, and how each is laid out for a width.

A presenter gives pages; what shows them decides how wide they are. Nothing here knows a game or a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from .cells import (
    COLUMN_GAP,
    ELLIPSIS,
    EMPTY,
    NO_BREAK,
    Piece,
    Row,
    Span,
    cut,
    join,
    pad,
    plain,
    row,
    trim_end,
    widest_word,
    width,
    wrap,
)
from .plot import Chart, chart_pairs, speak_chart
from .qr import QrCode, qr_rows
from .style import Style

NARROW = 7
"""No column of a table is made narrower than this."""
FLEXED = 20
"""A column that gives way keeps this much before the others give way too."""
MANY = 9999
"""More columns than any table takes."""
GRID = 20
"""Lists are set in columns of about this width; a longer entry takes several of them."""


@dataclass(frozen=True)
class Heading:
    """A line above what belongs together."""

    text: Row


@dataclass(frozen=True)
class Para:
    """Running text; lines after the first begin `hanging` cells further in.

    `core` is what of it must be read where there is no room for the whole; empty: its beginning.
    """

    text: Row
    indent: int = 0
    hanging: int = 0
    core: Row = field(default=EMPTY, compare=False)


@dataclass(frozen=True)
class Fields:
    """Labels with what belongs to them, labels in one column."""

    pairs: tuple[tuple[Row, Row], ...]
    indent: int = 0


@dataclass(frozen=True)
class Table:
    """Rows of cells; `align` has a letter for each column (`l`, `r`, `c`). Long cells are wrapped, never lost.

    `flex`: the column that gives way first if the table is too wide (none: the widest does). `brief`: the heads of a
    table that is too wide with its own.
    """

    head: tuple[Row, ...]
    rows: tuple[tuple[Row, ...], ...]
    align: str
    indent: int = 0
    gap: int = 2
    flex: int | None = None
    brief: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Columns:
    """Short entries in as many columns as fit, to be read line by line."""

    entries: tuple[Row, ...]
    indent: int = 2
    gap: int = 2


@dataclass(frozen=True)
class Charts:
    """Charts beside each other, or one below the other."""

    charts: tuple[Chart, ...]


@dataclass(frozen=True)
class Gap:
    """An empty line."""


@dataclass(frozen=True)
class Drawing:
    """A drawing as large as there is room: `draw` gives its rows in a style; `spoken`: the sentences in its place."""

    draw: Callable[[Style], Sequence[Row]]
    spoken: tuple[Row, ...] = ()


@dataclass(frozen=True)
class SpeechAlternative:
    """A part of a screen, and the sentences said in its place where pages are spoken."""

    blocks: tuple[Block, ...]
    spoken: tuple[Row, ...]


Block: TypeAlias = "Heading | Para | Fields | Table | Columns | Charts | Drawing | Gap | SpeechAlternative | QrCode"


@dataclass(frozen=True)
class Page:
    """Something to show at once."""

    title: Row
    blocks: tuple[Block, ...]


def fields(*pairs: tuple[Piece, Piece], indent: int = 0) -> Fields:
    """Give fields; pairs whose text is empty are left out."""
    return Fields(tuple((row(label), row(text)) for label, text in pairs if plain(text)), indent)


def table(
    head: Sequence[Piece], rows: Iterable[Sequence[Piece]], align: str, indent: int = 0, flex: int | None = None
) -> Table:
    """Give a table of pieces."""
    body = tuple(tuple(row(cell) for cell in line) for line in rows)
    return Table(tuple(row(cell) for cell in head), body, align, indent, flex=flex)


def lay_out(some: Page | Iterable[Block], style: Style) -> list[Row]:
    """Lay a page or its blocks out in rows of the style's width."""
    rows: list[Row] = []
    blocks: Iterable[Block] = some.blocks if isinstance(some, Page) else some
    if isinstance(some, Page) and some.title:
        rows.extend(_title(some.title, style))
    for block in blocks:
        rows.extend(_speak(block, style) if style.speech else _block(block, style))
    return rows


def lines(some: Page | Iterable[Block], style: Style) -> list[str]:
    """Give the lines of text of a page or its blocks."""
    return [style.paint(one) for one in lay_out(some, style)]


def _title(title: Row, style: Style) -> list[Row]:
    text = style.spell(title)
    if style.speech:
        return [text]
    if width(text) + 6 > style.width:
        return wrap(text, style.width)
    rule = style.spell(row("─"))[0].text
    return [row(Span(rule * 2 + " ", "label"), text, Span(" " + rule * (style.width - width(text) - 4), "label"))]


def _block(block: Block, style: Style) -> list[Row]:
    match block:
        case Heading(text):
            return wrap(_with_role(style.spell(text), "heading"), style.width)
        case Para(text, indent, hanging):
            return _paragraph(style.spell(text), style.width, indent, indent + hanging)
        case Fields() | Table() | Columns():
            return list(_columns(block, style))
        case Charts(charts):
            return chart_pairs(charts, style)
        case Drawing(draw):
            return [style.spell(one) for one in draw(style)]
        case SpeechAlternative(blocks):
            return lay_out(blocks, style)
        case QrCode(squares, instead):
            drawn = squares and block.columns <= style.width and not (style.ascii or style.wide_signs)
            rows = qr_rows(block) if drawn else []
            seen = rows and len(rows) <= (style.lines or len(rows))
            return rows if seen else wrap(style.spell(instead), style.width)
        case Gap():
            return [EMPTY]


@lru_cache(NO_BREAK)
def _columns(block: Fields | Table | Columns, style: Style) -> Sequence[Row]:
    """Lay out what stands in columns; much of a page stood on the one before it."""
    match block:
        case Fields():
            return _fields(block, style)
        case Table():
            return _table(block, style)
        case Columns():
            return _flow(block, style)


def _speak(block: Block, style: Style) -> list[Row]:
    """Give a line for each thing that is said: no columns, and what stands in a table after the head of its column."""
    match block:
        case Heading(text):
            return [style.spell(text)]
        case Para(text, indent):
            return [style.spell(row(" " * indent, text))]
        case Fields(pairs, indent):
            between = [": " if plain(text) else "" for _, text in pairs]
            return [style.spell(row(" " * indent, one[0], mark, one[1]))
                    for one, mark in zip(pairs, between, strict=True)]  # fmt: skip
        case Columns(entries, indent):
            return [style.spell(row(" " * indent, entry)) for entry in entries]
        case Table(head, body):
            titles = head if any(head) else (EMPTY,) * len(block.align)
            return [_speak_row(titles, cells, block.indent, style) for cells in body]
        case Charts(charts):
            return [style.spell(one) for chart in charts for one in speak_chart(chart)]
        case Drawing(spoken=sentences) | SpeechAlternative(spoken=sentences):
            return [style.spell(one) for one in sentences]
        case QrCode(_, instead):
            return [style.spell(instead)]
        case Gap():
            return [EMPTY]


def _speak_row(titles: Sequence[Row], cells: Sequence[Row], indent: int, style: Style) -> Row:
    """Say a row of a table: what has no head first, then each value after its name."""
    pairs = [(title, cell) for title, cell in zip(titles, cells, strict=False) if plain(cell).strip()]
    whose = join((cell for title, cell in pairs if not plain(title).strip()), ", ")
    named = join((row(title, ": ", cell) for title, cell in pairs if plain(title).strip()), "; ")
    return style.spell(row(" " * indent, whose, ": " if whose and named else "", named))


def _with_role(text: Row, role: str) -> Row:
    """Give what has no role this one."""
    return tuple([Span(span.text, span.role or role, span.target) for span in text])


def _paragraph(text: Row, size: int, indent: int, hanging: int) -> list[Row]:
    parts = wrap(text, size - hanging, size - indent)
    return [row(" " * (hanging if number else indent), part) for number, part in enumerate(parts)]


def _fields(block: Fields, style: Style) -> list[Row]:
    pairs = [(style.spell(label), style.spell(text)) for label, text in block.pairs]
    size = min(max((width(label) for label, _ in pairs), default=0) + 2, style.width // 2)
    more = plain(style.spell(row(ELLIPSIS)))
    rows: list[Row] = []
    for label, text in pairs:
        parts = wrap(text, style.width - block.indent - size)
        head = pad(_with_role(cut(label, size - 1, more), "label"), size)
        for number, part in enumerate(parts):
            rows.append(row(" " * block.indent, head if not number else " " * size, part))
    return rows


def _table(block: Table, style: Style) -> list[Row]:
    if block.brief:
        whole = _table(replace(block, brief=()), replace(style, width=MANY))
        close = max(map(width, whole), default=0) - (block.gap - 1) * (len(block.align) - 1)
        return _table(replace(block, head=block.head if close <= style.width else block.brief, brief=()), style)
    head = [style.spell(cell) for cell in block.head]
    body = [[style.spell(cell) for cell in line] for line in block.rows]
    lines_of = [*([head] if any(head) else []), *body]
    if not lines_of:
        return []
    sizes = [max(width(line[column]) for line in lines_of) for column in range(len(block.align))]
    closer = sum(sizes) + len(sizes) - 1 <= style.width - block.indent < sum(sizes) + block.gap * (len(sizes) - 1)
    gap = 1 if closer and block.flex is None else block.gap  # before a word is broken
    room = style.width - block.indent - gap * (len(sizes) - 1)
    if block.flex is not None and sum(sizes) > room:
        sizes[block.flex] = min(sizes[block.flex], max(FLEXED, sizes[block.flex] - (sum(sizes) - room)))
    if sum(sizes) > room:
        _shrink_columns(
            sizes, [max(widest_word(line[column]) for line in lines_of) for column in range(len(sizes))], room
        )
    if sum(sizes) > room:
        return [line for cells in body for line in _stack_row(head, cells, block.indent, style)]
    rows: list[Row] = []
    for number, line in enumerate(lines_of):
        role = "heading" if any(head) and not number else ""
        cells = [wrap(_with_role(cell, role), size) for cell, size in zip(line, sizes, strict=True)]
        for level in range(max(len(cell) for cell in cells)):
            parts: list[Piece] = [" " * block.indent]
            for column, cell in enumerate(cells):
                text = cell[level] if level < len(cell) else EMPTY
                parts += [Span(" " * gap if column else "", COLUMN_GAP), pad(text, sizes[column], block.align[column])]
            rows.append(row(*parts))
    return rows


def _shrink_columns(sizes: list[int], words: Sequence[int], room: int) -> None:
    """Make columns narrower until they fit, the widest first; ``words``: that no column breaks before it must."""
    while sum(sizes) > room and max(sizes) > NARROW:
        breaking = [size if size > word else 0 for size, word in zip(sizes, words, strict=True)]
        give = breaking if max(breaking) > NARROW else sizes
        sizes[give.index(max(give))] -= 1


def _stack_row(head: Sequence[Row], cells: Sequence[Row], indent: int, style: Style) -> list[Row]:
    """Lay a row of a table that is too wide out as running text: each cell after the head of its column."""
    titles = [*head, *[EMPTY] * (len(cells) - len(head))]
    parts = [row(title, " " if title else "", cell) for title, cell in zip(titles, cells, strict=True) if plain(cell)]
    return _paragraph(join(parts, "; "), style.width, indent, indent + 4)


def _flow(block: Columns, style: Style) -> list[Row]:
    """Pack the entries in their order; each begins at a place of a grid and takes as much of it as it needs."""
    entries = [style.spell(entry) for entry in block.entries]
    room = style.width - block.indent
    widest = max((width(entry) for entry in entries), default=0) + block.gap
    columns = max(1, (room + block.gap) // GRID, (room + block.gap) // widest)
    unit = (room + block.gap) // columns
    rows: list[Row] = []
    line: list[Piece] = []
    used = 0
    for entry in entries:
        units = -(-(width(entry) + block.gap) // unit)
        if used and used + units > columns:
            rows.append(trim_end([" " * block.indent, *line]))
            line, used = [], 0
        if units > columns:
            rows += _paragraph(entry, style.width, block.indent, block.indent + 4)
            continue
        line.append(pad(entry, units * unit))
        used += units
    if line:
        rows.append(trim_end([" " * block.indent, *line]))
    return rows
