"""What waits while an error passes is shielded: a cancellation that came meanwhile would take the place of the error.

Trio raises a cancellation wherever a cancelled task waits. In a `finally`, or a handler of cancellations, the error
on its way would then be gone, and nobody would hear why something ended.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.ground.repository import ROOT

WAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)


def unshielded(tree: ast.AST) -> Iterator[int]:
    """The lines that wait without a shield while an error may be on its way."""

    def walk(node: ast.AST, ending: bool, shielded: bool) -> Iterator[int]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            ending = shielded = False
        if isinstance(node, ast.With | ast.AsyncWith):
            shielded = shielded or any(map(is_shield, node.items))
        if isinstance(node, WAITS) and ending and not shielded:
            yield node.lineno
        if isinstance(node, ast.Try):
            parts = [(one, ending) for one in (*node.body, *node.orelse)]
            for handler in node.handlers:
                parts += [(one, ending or passes_on(handler)) for one in handler.body]
            parts += [(one, True) for one in node.finalbody]
        else:
            parts = [(one, ending) for one in ast.iter_child_nodes(node)]
        for one, ends in parts:
            yield from walk(one, ends, shielded)

    return walk(tree, False, False)


def is_shield(item: ast.withitem) -> bool:
    call = item.context_expr
    return isinstance(call, ast.Call) and any(
        word.arg == "shield" and isinstance(word.value, ast.Constant) and word.value.value is True
        for word in call.keywords
    )


def passes_on(handler: ast.ExceptHandler) -> bool:
    """Whether it takes every exception, cancellations too, to raise it again."""
    every = handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "BaseException")
    return every and isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None


def test_nothing_waits_without_a_shield_while_an_error_passes() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tta_p2p").rglob("*.py"))
        for line in unshielded(ast.parse(path.read_text()))
    ]
    assert found == [], "with trio.CancelScope(shield=True): around what is bounded"


@pytest.mark.parametrize(
    ("program", "lines"),
    [
        ("async def f():\n try:\n  pass\n finally:\n  await g()", [5]),
        ("async def f():\n try:\n  pass\n finally:\n  with trio.CancelScope(shield=True):\n   await g()", []),
        ("async def f():\n try:\n  pass\n finally:\n  with trio.CancelScope(shield=False):\n   await g()", [6]),
        ("async def f():\n try:\n  pass\n finally:\n  async with g():\n   pass", [5]),
        ("async def f():\n try:\n  pass\n except BaseException:\n  await g()\n  raise", [5]),
        ("async def f():\n try:\n  await g()\n except OSError:\n  await g()\n else:\n  await g()", []),
        ("async def f():\n try:\n  pass\n finally:\n  async def later():\n   await g()", []),
        ("async def f():\n try:\n  pass\n finally:\n  try:\n   await g()\n  except OSError:\n   pass", [6]),
    ],
)
def test_what_waits_while_an_error_passes_is_found(program: str, lines: list[int]) -> None:
    assert [*unshielded(ast.parse(program))] == lines
