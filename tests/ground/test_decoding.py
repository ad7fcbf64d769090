"""What decoding raises is caught whole: msgspec also raises for text that is none, and for what is too deep."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import msgspec
import pytest

from tests.ground.repository import texts

ALL = {"msgspec.DecodeError", "RecursionError", "ValueError"}


def catches(text: str) -> Iterator[tuple[int, set[str]]]:
    """The lines that catch errors of msgspec, each with all that is caught there."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "suppress":
            kinds = node.args
        else:
            continue
        names = {ast.unparse(kind) for kind in kinds}
        if "msgspec.DecodeError" in names:
            yield node.lineno, names


def test_whoever_catches_an_error_of_decoding_catches_all_of_them() -> None:
    found = [
        (f"{name}:{line}", names)
        for name, text in texts()
        if name.endswith(".py") and name.startswith(("protocol/", "tta_p2p/"))
        for line, names in catches(text)
    ]
    assert len(found) > 15
    assert [place for place, names in found if not names >= ALL] == []


@pytest.mark.parametrize("text", ["try: ...\nexcept msgspec.DecodeError: ...\n", "suppress(msgspec.DecodeError)\n"])
def test_half_a_catch_is_found(text: str) -> None:
    ((_, names),) = catches(text)
    assert not names >= ALL


@pytest.mark.parametrize(("data", "error"), [(b'["\xff"]', ValueError), (100_000 * b"[", RecursionError)])
def test_decoding_raises_more_than_its_own_error(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        msgspec.json.decode(data)
    assert not isinstance(caught.value, msgspec.DecodeError)
