"""The little game that most nodes of these tests play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from protocol import session
from tests.node.copied import Copied
from tests.node.skiff import known
from tests.node.template import POSSIBLE
from tta_p2p.node.workers import pool


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


@pytest.fixture(autouse=True)
def with_copied_workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who works for a test is a copy of what its nodes are copies of, but where it is tried how workers begin."""
    if POSSIBLE and request.module.__name__ != "tests.node.test_workers":
        monkeypatch.setattr(pool, "_Worker", Copied)
