"""A recorded game as a recording of a terminal (asciicast, version 2), for players and converters of asciinema.

A picture a turn: what happened in it, and the first page of the game at its end. The format is a line of JSON with the
size, then a line for each event: the seconds since the beginning, "o" for output, and what the terminal was sent
(docs.asciinema.org, "asciicast v2").
"""

from __future__ import annotations

import json

from .blocks import lay_out
from .cells import EMPTY, Row, Span, row, wrap
from .record import Recorded, RecordedTurn, recorded_turns
from .style import Style

SECONDS = 3.0
"""How long a turn is shown."""
ROWS = 24
"""The terminal has so many rows at least: it is as high as the longest picture."""
LINES = 12
"""So many lines of a turn's log are shown, the last ones."""
_CLEAR = "\x1b[2J\x1b[H"


def asciicast(recorded: Recorded, title: str, style: Style) -> str:
    """Give the recording; ``title``: its name in a player of such files, ``style``: its width and colours."""
    pictures = [_picture(recorded, turn, style) for turn in recorded_turns(recorded)]
    head = {
        "version": 2, "width": style.width, "height": max(ROWS, *map(len, pictures)), "title": title,
        "env": {"TERM": "xterm-256color"},
    }  # fmt: skip
    lines = [json.dumps(head, ensure_ascii=False)]
    for number, picture in enumerate(pictures):
        shown = _CLEAR + "\r\n".join(style.paint(one) for one in picture)
        lines.append(json.dumps([number * SECONDS, "o", shown], ensure_ascii=False))
    lines.append(json.dumps([len(pictures) * SECONDS, "o", ""]))
    return "\n".join([*lines, ""])


def _picture(recorded: Recorded, turn: RecordedTurn, style: Style) -> list[Row]:
    """Give the rows of a turn."""
    said = [line for part in turn.parts for line in part.lines]
    told = [one for line in said[-LINES:] for one in wrap(style.spell(row(line)), style.width)]
    scene = recorded.scene(turn.facts)
    page = recorded.presenter.page(recorded.presenter.pages[0], "", scene)
    return [style.spell(row(Span(turn.title, "heading"))), *told, EMPTY, *lay_out(page, style)]
