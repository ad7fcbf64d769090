"""The page on adding a card shows code that exists, sessions that happen and a scenario that can be."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from tta_p2p.games.through_the_ages.scenario import read

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-card.md"
TEXT = PAGE.read_text("utf-8")
BLOCKS = re.findall(r"^```(python|json)\n(.*?)^```$", TEXT, re.M | re.S)
EXCERPTS = [block for kind, block in BLOCKS if kind == "python" and ">>>" not in block]
SOURCES = [
    *(ROOT / "tta_p2p/games/through_the_ages/tables").glob("*.py"),
    *(ROOT / "tta_p2p/games/through_the_ages/texts").glob("*.py"),
    *(ROOT / "tests/through_the_ages/handbook").glob("*.py"),
]


@pytest.mark.parametrize("block", EXCERPTS, ids=[block.strip().splitlines()[0] for block in EXCERPTS])
def test_every_excerpt_stands_in_a_source_as_it_is(block: str) -> None:
    assert any(block.strip() in source.read_text("utf-8") for source in SOURCES)


def test_every_session_happens() -> None:
    session = "\n".join(block for _, block in BLOCKS if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(session, {}, PAGE.name, str(PAGE), 0)
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.attempted > 6 and not result.failed, "".join(report)


def test_every_scenario_can_be_built() -> None:
    scenarios = [block for kind, block in BLOCKS if kind == "json"]
    assert scenarios
    for block in scenarios:
        read(json.loads(block)).build().game().answer_needs()


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert links and all((PAGE.parent / link).exists() for link in links)
