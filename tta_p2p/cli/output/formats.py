"""Output of commands for programs: JSON and tables that hold nothing a terminal obeys.

A letter that is not shown is written as JSON escapes it (`\\u202e`): who reads the JSON gets the same text.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable

UNSHOWN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of letters that move a cursor, turn a line round or are not seen."""


def escaped(text: str) -> str:
    """Give a text with all that is not shown in it written out."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(letter: str) -> str:
    return json.dumps(letter)[1:-1] if unicodedata.category(letter) in UNSHOWN else letter


def json_text(value: object) -> str:
    """Give a value as JSON, in lines for people."""
    return "\n".join(map(escaped, json.dumps(value, ensure_ascii=False, indent=1).split("\n")))


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Give rows as CSV; a line of it is a row."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([escaped(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()
