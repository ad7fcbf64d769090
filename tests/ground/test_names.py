"""Names of the field: what the glossary has replaced does not come back, and a name is used for one thing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from tests.ground.repository import ROOT, texts

PAGE = ROOT / "docs" / "glossary.md"
A_PAGE = 70
"""Lines."""
GAMES = ("games", "bots", "ui")
"""The packages in which each game has a folder of its own."""

TWICE = {
    "Card": "a card as the protocol masks it, and as rules name it",
    "Frame": "of bytes between peers, and of work in a state",
    "Moment": "of a game: as it is recorded, and as tests take samples",
    "Part": "a concern at a node and in a client: the same concept in two places",
}
"""Classes of the same name outside the folders of games and beside `protocol.operations`, and why."""
BOTH_SIDES = ("protocol/operations.py", "tta_p2p/games/contract.py")
"""What rules ask for is called as what the protocol does for it: `table.binding` translates one into the other."""


def rows() -> list[list[str]]:
    """The rows of the glossary."""
    lines = PAGE.read_text("utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]


@cache
def replaced() -> frozenset[str]:
    """The names that must not come back."""
    return frozenset(name for row in rows() for name in re.findall(r"`([^`]+)`", row[2]))


def definitions(name: str, text: str) -> Iterator[str]:
    """The names of a module and of its classes and functions."""
    yield name.rpartition("/")[2].removesuffix(".py")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def product() -> Iterator[tuple[str, str]]:
    """The Python files of the product."""
    for name, text in texts():
        if name.endswith(".py") and name.startswith(("protocol/", "tta_p2p/")):
            yield name, text


PRONOUNS = frozenset(["What", "Who", "Whom", "Whose", "Whoever", "Where", "When", "Why", "How", "Which", "That", "Of"])
"""Words with which no docstring of the product begins: a noun or a verb says at once what stands there."""


def summaries(name: str, text: str) -> Iterator[tuple[str, str]]:
    """The places with a docstring, each with its first word."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = (ast.get_docstring(node) or "").split(maxsplit=1)[:1]
            yield from ((f"{name}:{node.body[0].lineno}", one) for one in first)


def test_a_docstring_begins_with_a_noun_or_a_verb() -> None:
    found = [(place, first) for name, text in product() for place, first in summaries(name, text)]
    assert len(found) > 5000
    assert [one for one in found if one[1].rstrip(",:;") in PRONOUNS] == []


@pytest.mark.parametrize("shape", ["{}", "def f():\n    {}", "class A:\n    async def f(self):\n        {}"])
def test_a_docstring_that_begins_with_a_pronoun_would_be_found(shape: str) -> None:
    ((_, first),) = summaries("some.py", shape.format('"""What it is."""'))
    assert first in PRONOUNS


def test_the_glossary_is_a_page_of_terms_each_said_once() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) < A_PAGE
    assert all(len(row) == 3 and row[0] and row[1] for row in rows())
    terms = [term.strip() for row in rows() for term in row[0].split(",")]
    assert len(terms) == len(set(terms)) > 40


def test_no_name_that_the_glossary_has_replaced_comes_back() -> None:
    back = {f"{name}: {one}" for name, text in product() for one in definitions(name, text) if one in replaced()}
    assert back == set()


def test_a_replaced_name_would_be_found() -> None:
    one = min(replaced())
    for text in (f"class {one}: ...\n", f"def {one}(): ...\n", f"class A:\n    async def {one}(self): ...\n"):
        assert one in [*definitions("tta_p2p/some.py", text)]
    assert one in [*definitions(f"tta_p2p/{one}.py", "")]


def test_a_class_name_is_used_once_or_the_reason_is_said() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for name, text in product():
        package, *below = name.split("/")[1:]
        of_a_game = package in GAMES and below and (ROOT / "tta_p2p" / "games" / below[0] / "__init__.py").is_file()
        if of_a_game and below[0] != "kit":
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(name)
    twice = {name for name, files in found.items() if len(files) > 1 and not files <= set(BOTH_SIDES)}
    assert twice == set(TWICE)
