"""The little game that most nodes of these tests play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from protocol import session
from tests.node.skiff import known


@pytest.fixture(scope="module", autouse=True)
def with_skiff() -> Iterator[None]:
    """It is known to the tests of this folder."""
    with known():
        yield


@pytest.fixture(autouse=True)
def with_nothing_laid_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes in the process of a test do as those in processes of their own."""
    monkeypatch.setattr(session, "PILES", ())
    monkeypatch.setattr(session, "HANDS", ())
