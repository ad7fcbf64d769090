"""Blocks of pages as HTML: what a terminal gets in rows of cells, a browser gets as tables, lists and figures.

A role becomes a class (`ROLES`), which the style sheet gives a colour for light and for dark. All text is escaped here,
by MarkupSafe; whatever a player or a file is called is text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from markupsafe import Markup, escape

from tta_p2p.ui.blocks import (
    Block,
    Charts,
    Columns,
    Drawing,
    Fields,
    Gap,
    Heading,
    Para,
    SpeechAlternative,
    Table,
)
from tta_p2p.ui.cells import Row, Span, plain
from tta_p2p.ui.qr import QrCode
from tta_p2p.ui.style import Style

from .svg import figure

ROLES = {
    "heading": "h", "label": "l", "next": "l", "log": "l", "mine": "m", "other": "c", "number": "c", "cyan": "c",
    "good": "g", "green": "g", "bad": "b", "red": "b", "warn": "y", "yellow": "y", "magenta": "p", "chat": "s",
    "trace": "t", "rival.red": "b", "rival.magenta": "p", "rival.white": "h", "rival.yellow": "y", "rival.green": "g",
    "rival.blue": "c",
    **{f"{kind}.{hue}": f"{short}-{hue}" for kind, short, hues in (
        ("ground", "gr", ("green", "lime", "sand", "grey", "blue")),
        ("texture", "tx", ("green", "lime", "sand", "grey", "blue")),
        ("chip", "ch", ("cyan", "red", "magenta", "white", "yellow")),
    ) for hue in hues},
}  # fmt: skip
"""The class of each role. Several roles that look alike on the screen are one class."""
_ALIGN = {"l": "", "r": " class=r", "c": " class=r"}


class Markups:
    """Makes HTML of blocks.

    ``style``: the width and the letters of what is drawn in cells; ``numbers``: the name of the table below a chart.
    """

    def __init__(self, style: Style, numbers: str = "") -> None:
        self.style, self.numbers = style, numbers
        self._ids = count(1)

    def blocks(self, some: Iterable[Block], level: int = 4) -> Markup:
        """Give the HTML of blocks; headings among them are of this level (1 to 6)."""
        return Markup("").join(self._block(block, level) for block in some)

    def row(self, some: Row | Sequence[Span]) -> Markup:
        """Give the HTML of a row: its text, with the class of each role."""
        return Markup("").join(self._span(span) for span in self.style.spell(tuple(some)))

    def _span(self, span: Span) -> Markup:
        named = ROLES.get(span.role)
        return Markup("<i class={}>{}</i>").format(named, span.text) if named and span.text.strip() else _text(span)

    def _drawn(self, some: Row) -> Markup:
        """Give a row of a drawing, in which blanks that have a role are seen as well."""
        found = []
        for span in self.style.spell(some):
            named = ROLES.get(span.role)
            found.append(Markup("<i class={}>{}</i>").format(named, span.text) if named else _text(span))
        return Markup("").join(found)

    def _block(self, block: Block, level: int) -> Markup:
        match block:
            case Heading(text):
                return Markup("<h{0}>{1}</h{0}>").format(level, _bare(self, text))
            case Para(text):
                return Markup("<p>{}</p>").format(self.row(text)) if plain(text).strip() else Markup("")
            case Fields(pairs):
                rows = (self._field(label, text) for label, text in pairs)
                return Markup("<table class=f>{}</table>").format(Markup("").join(rows))
            case Table():
                return self._table(block)
            case Columns(entries):
                items = Markup("").join(Markup("<li>{}").format(self.row(entry)) for entry in entries)
                return Markup("<ul class=w>{}</ul>").format(items)
            case Charts(charts):
                return Markup("").join(figure(chart, f"c{next(self._ids)}", self.numbers) for chart in charts)
            case Drawing(draw, spoken):
                drawn = Markup("\n").join(self._drawn(one) for one in draw(self.style))
                return self._beside(Markup("<pre>{}</pre>").format(drawn), spoken)
            case SpeechAlternative(blocks, spoken):
                return self._beside(self.blocks(blocks, level), () if _is_tabular(blocks) else spoken)
            case QrCode(_, instead):
                return Markup("<p>{}</p>").format(self.row(instead))
            case Gap():
                return Markup("")

    def _field(self, label: Row, text: Row) -> Markup:
        told = self.row(text)
        if not plain(label).strip():
            return Markup("<tr><td><td>{}").format(told)
        return Markup("<tr><th scope=row>{}<td>{}").format(_bare(self, label), told)

    def _table(self, block: Table) -> Markup:
        head = Markup("")
        if any(plain(cell).strip() for cell in block.head):
            cells = (
                Markup("<th scope=col{}>{}").format(Markup(_ALIGN[align]), _bare(self, cell))
                if plain(cell).strip() else Markup("<td>")
                for align, cell in zip(block.align, block.head, strict=True)
            )  # fmt: skip
            head = Markup("<thead><tr>{}<tbody>").format(Markup("").join(cells))
        body = Markup("").join(self._line(block.align, cells, bool(head)) for cells in block.rows)
        return Markup("<div class=x><table>{}{}</table></div>").format(head, body)

    def _line(self, aligns: str, cells: Sequence[Row], has_head: bool) -> Markup:
        found = []
        for number, (align, cell) in enumerate(zip(aligns, cells, strict=True)):
            names_row = not number and has_head and plain(cell).strip()
            text = _bare(self, cell) if names_row else self.row(cell)
            tag = Markup("<th scope=row{}>{}") if names_row else Markup("<td{}>{}")
            found.append(tag.format(Markup(_ALIGN[align]), text))
        return Markup("<tr>{}").format(Markup("").join(found))

    def _beside(self, seen: Markup, spoken: Sequence[Row]) -> Markup:
        """Give what is seen, and for a screen reader the sentences in its place."""
        told = [one for one in spoken if plain(one).strip()]
        if not told:
            return seen
        said = Markup("").join(Markup("<li>{}").format(_bare(self, one)) for one in told)
        return Markup('<div aria-hidden=true>{}</div><ul class="v">{}</ul>').format(seen, said)


def _text(span: Span) -> Markup:
    return escape(span.text)


def _bare(markups: Markups, some: Row) -> Markup:
    """Give the text of a row without roles, without the blanks that only move it in."""
    return escape(plain(markups.style.spell(some)).strip())


def _is_tabular(blocks: Sequence[Block]) -> bool:
    """Whether blocks are tables, fields and text alone, which a screen reader reads by itself.

    A drawing for which nothing is said shows what they say.
    """
    drawn = (isinstance(one, Drawing) and not one.spoken for one in blocks)
    tabular = (isinstance(one, Table | Fields | Heading | Para | Columns | Gap) for one in blocks)
    return all(map(any, zip(drawn, tabular, strict=True)))
