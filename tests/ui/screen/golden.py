"""Pictures kept as files, and the sizes of windows they are made for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).with_name("pictures")
SIZES = [(80, 24), (120, 40)]


def golden(name: str, lines: Sequence[str]) -> None:
    text = "\n".join(lines) + "\n"
    page = FOLDER / f"{name}.txt"
    if os.environ.get("PAGES_UPDATE"):
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8"), "PAGES_UPDATE=1 writes the new pictures; look at them before you commit"
