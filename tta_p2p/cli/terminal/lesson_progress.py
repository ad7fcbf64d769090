"""Progress of a person in each tutorial: a file in the data folder, which may be lost without harm."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from tta_p2p.store.regular_files import read_regular, write_regular

FILE = "lessons.json"
LARGEST = 1 << 16
"""Bytes of the file at most."""

Lessons = dict[str, Annotated[int, msgspec.Meta(ge=0, le=10_000)]]
"""The lesson (from 0 on) that began last, by game and part."""


def read_lessons(folder: Path) -> Lessons:
    """Give the lessons reached; none where the file cannot be read."""
    try:
        return msgspec.json.decode(read_regular(folder / FILE, LARGEST), type=Lessons)
    except (OSError, ValueError, RecursionError):  # msgspec's errors are ValueErrors
        return {}


def lesson_reached(folder: Path, game: str, part: str) -> int:
    """Give the lesson (from 0 on) of a part that began last; 0 where none has."""
    return read_lessons(folder).get(f"{game}/{part}", 0)


def keep_lesson(folder: Path, game: str, part: str, lesson: int) -> None:
    """Keep the lesson that has begun. Raises OSError."""
    path = folder / FILE
    found = {**read_lessons(folder), f"{game}/{part}": lesson}
    fresh = path.with_suffix(".new")
    write_regular(fresh, msgspec.json.encode(found))
    fresh.replace(path)
