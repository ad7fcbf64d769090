"""Pictures kept as files, and the sizes of windows they are made for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tests.texts import QUOTED
from tta_p2p.i18n import LANGUAGES

FOLDER = Path(__file__).with_name("pictures")
SIZES = [(80, 24), (120, 40)]
VIEWS = [(language, size) for language in LANGUAGES for size in SIZES if size == SIZES[0] or language in QUOTED]
"""Languages with windows: each in that of 80×24; in a larger one as many lines break in other places only."""


def golden(name: str, lines: Sequence[str]) -> None:
    text = "\n".join(lines) + "\n"
    page = FOLDER / f"{name}.txt"
    if os.environ.get("PAGES_UPDATE"):
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8"), "PAGES_UPDATE=1 writes the new pictures; look at them before you commit"
