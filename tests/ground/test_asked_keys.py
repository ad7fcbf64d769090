"""No program asks a catalogue whether it has a key: what is said is decided by tables, how it is said by languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tta_p2p.i18n import Words

PROGRAM = ROOT / "tta_p2p"
CATALOGUES = frozenset(("words", "texts", "_words", "_texts", "catalogue", "known_words", "WORDS", "TEXTS"))
"""What catalogues are called."""
OWN = ("i18n", "testing")
"""Packages that look into catalogues by their trade: they find texts, and check that a game has them all."""
COMPLETE = "has_text"
"""The one function that asks the English texts of a game which decisions and refusals it knows."""


def asked(source: str) -> Iterator[str]:
    """What of a source asks a catalogue for a key by `in`, or by `get` with a key that is put together."""
    exempt = {
        inner
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == COMPLETE
        for inner in (ast.unparse(one) for one in ast.walk(node))
    }
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left, [ast.In() | ast.NotIn()], [where]) if _is_catalogue(where) and _is_key(left):
                found = ast.unparse(node)
            case ast.Call(ast.Attribute(where, "get"), [key, *_]) if _is_catalogue(where) and _is_key(key):
                found = ast.unparse(node)
            case _:
                continue
        if found not in exempt:
            yield found


def _is_catalogue(node: ast.expr) -> bool:
    match node:
        case ast.Name(name) | ast.Attribute(_, name):
            return name in CATALOGUES
        case ast.Call(ast.Name(name) | ast.Attribute(_, name)):
            return name in CATALOGUES or name == "Words"
        case ast.Subscript(of):
            return _is_catalogue(of)
    return False


def _is_key(node: ast.expr) -> bool:
    """Whether it may be a key of a catalogue: with a full stop in it, put together, or by its name."""
    match node:
        case ast.Constant(str(text)):
            return "." in text
        case ast.Name(name) | ast.Attribute(_, name):
            return name in ("key", "known", "about", "full", "todo", "own")
    return isinstance(node, ast.JoinedStr)


def sources() -> list[Path]:
    return [path for path in PROGRAM.rglob("*.py") if path.relative_to(PROGRAM).parts[0] not in OWN]


def test_no_catalogue_is_asked_whether_it_has_a_key() -> None:
    found = {str(path.relative_to(ROOT)): [*asked(path.read_text("utf-8"))] for path in sources()}
    assert len(found) > 500 and {path: some for path, some in found.items() if some} == {}


@pytest.mark.parametrize(
    "line",
    [
        'done = f"digest.apart.{key}" in texts.words',
        "done = key not in self._texts",
        'done = "lobby.begins" in words()',
        'done = f"log.{key}" in game.texts("en")',
        'done = words.get(f"price.{key}", "")',
        'done = WORDS["en"].get(f"civ.said.{verb}")',
    ],
)
def test_what_asks_is_found(line: str) -> None:
    assert [*asked(line)], line


def test_words_cannot_be_asked() -> None:
    with pytest.raises(TypeError):
        assert "reader" in Words()  # type: ignore[operator]


def test_a_language_decides_nothing() -> None:
    """What only another language has is not there."""
    words = Words("zh-Hans").extended({"zh-Hans": {"only.here": "只有这里"}, "en": {"in.both": "both"}})
    assert words.optional("only.here") is None and words.name_of("only", "here") == "here"
    assert words.optional("in.both") == "both" and words.optional_line("only.here", ()) is None
