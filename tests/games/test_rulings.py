"""The pages of rulings are audits: every entry names what is silent or contradicts itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.glob("*/rulings.md"))
SOURCES = ("guide", "*table*", "*endless*", "card", "board", "sheet", "laws", "appendix", "official", "line", "silent")
"""Words of a source; a number alone is a line of the rulebook."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_ruling_names_its_source(page: Path) -> None:
    """A source that is named for a whole section stands for each entry of it."""
    for section in re.split(r"\n## (?=\S)", page.read_text())[1:]:
        _, *entries = (" ".join(one.split()) for one in section.split("\n\n"))
        for text in entries if "for this whole section" not in entries[0] else ():
            brackets = re.findall(r"\(([^()]*)\)", text)
            assert any(re.search(r"\b\d{2,4}\b", one) or any(word in one for word in SOURCES) for one in brackets), text
