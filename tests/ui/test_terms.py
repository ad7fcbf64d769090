"""The pages of terms: each term stands in the texts of its language, and says where it comes from."""

from __future__ import annotations

import pytest

from tests.ground.repository import ROOT
from tests.texts import everything_said

LEAST = 300
"""Terms of a page."""
SOURCES = {
    "ja": ("turn summary: ", "name of history", "ours"),
    "zh-Hant": ("Civilization: ", "7 Wonders: ", "handbook: ", "Chinese edition: ", "guide of 2006: ", "ours"),
}
"""How the sources that a page explains begin; others are addresses."""


def terms(language: str) -> list[list[str]]:
    """The rows of the tables: English, the term or several of them, the source."""
    page = (ROOT / "docs" / "languages" / f"{language}.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    return [row for row in rows if len(row) == 3 and row[0] != "English"]


@pytest.mark.parametrize("language", SOURCES)
def test_every_term_of_the_page_is_used(language: str) -> None:
    said = "\n".join(text for _, text in everything_said(language))
    rows = terms(language)
    assert len(rows) >= LEAST
    assert [row for row in rows for term in row[1].split("、") if term not in said] == []


@pytest.mark.parametrize("language", SOURCES)
def test_every_term_says_where_it_comes_from(language: str) -> None:
    rows = terms(language)
    assert [row for row in rows if not (row[2].startswith(SOURCES[language]) or "." in row[2].split(" ")[0])] == []
    assert len({(row[0].casefold(), row[1]) for row in rows}) == len(rows)
    assert sum(row[2].startswith("ours") for row in rows) < len(rows) * 0.7
