"""Legends: a line of the picture as it stands there, and each part of it named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tta_p2p.i18n import Words

from ..blocks import Block, Fields, Gap, Heading, Para
from ..cells import Row, row, width, without_targets


class LegendLine(NamedTuple):
    """A line of the picture with what its parts mean; ``line`` is empty for signs that may stand in several."""

    line: Row
    parts: tuple[tuple[Row, str], ...]


def legend_blocks(words: Words, some: Iterable[LegendLine]) -> tuple[Block, ...]:
    """Give a legend as blocks for the page of help."""
    blocks: list[Block] = []
    for line, parts in some:
        blocks += [Para(without_targets(line), 2)] if width(line) else []
        blocks.append(Fields(tuple((without_targets(part), row(said)) for part, said in parts), 4))
    return (Heading(row(words("legend.title"))), *blocks, Gap()) if blocks else ()
