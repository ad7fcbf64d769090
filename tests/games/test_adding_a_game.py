"""The page on adding a game shows code that exists and sessions that happen."""

import doctest
import re
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest

from tests.games.installed import POINTS
from tta_p2p import registry
from tta_p2p.ui.guard import hooks
from tta_p2p.ui.presenter import Presenter, Results, Speech, Turns
from tta_p2p.ui.screen.boards import Board, Choices, Controls

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
GAMES = ("tta_p2p/games/smugglers/rules.py", "tta_p2p/games/caravan/rules.py")
ROOMS = ("tta_p2p/games/smugglers/__init__.py", "tta_p2p/bots/caravan/__init__.py")
SOURCES = (*GAMES, *ROOMS, "tests/games/test_smugglers.py")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
FILES = re.findall(r"^`[\w/]+\.py`:\n\n```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
"""Whole files of a game that stands on the page alone; tests/cli/test_newcomer.py plays it."""
EXCERPTS = [block for block in BLOCKS if ">>>" not in block and block not in FILES]


def unindented(lines: list[str]) -> str:
    return dedent("\n".join(line.rstrip() for line in lines)).strip("\n")


@pytest.mark.parametrize("block", EXCERPTS, ids=[block.strip().splitlines()[0] for block in EXCERPTS])
def test_every_excerpt_stands_in_a_source_as_it_is(block):
    lines = block.rstrip("\n").splitlines()
    wanted = unindented(lines)
    for source in SOURCES:
        text = (ROOT / source).read_text().splitlines()
        begins = (at for at, line in enumerate(text) if line.strip() == lines[0].strip())
        if any(unindented(text[at : at + len(lines)]) == wanted for at in begins):
            return
    pytest.fail(f"no source has\n{wanted}")


def test_every_session_happens():
    session = "\n".join(block for block in BLOCKS if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(session, {}, PAGE.name, str(PAGE), 0)
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.attempted > 8 and not result.failed, "".join(report)


def test_every_link_leads_somewhere():
    links = re.findall(r"\]\(([^)#]+)", PAGE.read_text())
    assert links and all((PAGE.parent / link).is_file() for link in links)


def test_every_need_and_claim_has_its_line():
    from typing import get_args

    from tta_p2p.games.contract import Claim, Need

    table = PAGE.read_text().partition("| ask for |")[2].partition("Then decide")[0]
    assert not [kind.__name__ for kind in (*get_args(Need), *get_args(Claim)) if f"`{kind.__name__}`" not in table]


def test_every_member_that_a_game_may_make_its_own_stands_on_the_page_once():
    rows = re.findall(r"^\| [a-z ]+ \| `(\w+)` \| (`.*`) \|$", PAGE.read_text().partition("| you want to |")[2], re.M)
    told = [(kind, name) for kind, names in rows for name in re.findall(r"`(\w+)`", names)]
    kinds = (Presenter, Speech, Turns, Results, Board, Choices)
    mine = {"parse_act", "texts_for", "excuse", "find_seat"}  # these serve the others
    methods = {(kind.__name__, hook) for kind in kinds for hook in hooks(kind) if hook not in mine}
    keys = {("Controls", one.name) for one in fields(Controls)}
    assert len(told) == len(set(told)) and {*told} >= methods | keys
    named = {kind.__name__: kind for kind in (*kinds, Controls)}
    assert not [name for kind, name in {*told} - keys if not hasattr(named[kind], name)]


def test_the_entry_points_of_the_page_are_those_that_are_looked_for():
    named = re.findall(r'^\[project\.entry-points\."(.*)"\]$', PAGE.read_text(), re.M)
    assert named == re.findall(r"^\[(.*)\]$", POINTS, re.M) and named[0] == registry.GAMES
