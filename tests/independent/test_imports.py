"""The second verifier is independent: it and its tests use nothing of the product and no library for their sums."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ALLOWED = {"collections", "contextlib", "copy", "dataclasses", "functools", "hashlib", "itertools", "types", "typing"}
"""What the verifier may import; of the rest only conftest.py, where the product is, is not plain."""
COMMAND = {"argparse", "pathlib", "sys"}
"""And what the command may import besides."""


def imported(source: Path) -> set[str]:
    """The packages that a source names; its own modules are named with dots in front."""
    names = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= len(source.relative_to(HERE).parts), "it reaches out of its own folder"
        elif isinstance(node, ast.Name):
            assert node.id not in ("__import__", "eval", "exec"), "it could import what is not written there"
    return names


@pytest.mark.parametrize("source", sorted((HERE / "verifier").glob("**/*.py")), ids=lambda path: path.name)
def test_verifier(source: Path) -> None:
    assert imported(source) <= (ALLOWED | COMMAND if source.name == "__main__.py" else ALLOWED)


@pytest.mark.parametrize(
    "source", sorted(set(HERE.glob("**/*.py")) - {HERE / "conftest.py"}), ids=lambda path: path.name
)
def test_rest(source: Path) -> None:
    assert not imported(source) & {"protocol", "tta_p2p", "nacl", "cryptography", "msgspec"}
