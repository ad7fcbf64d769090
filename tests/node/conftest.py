"""The little game that most nodes of these tests play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.node.skiff import known


@pytest.fixture(scope="module", autouse=True)
def with_skiff() -> Iterator[None]:
    """It is known to the tests of this folder."""
    with known():
        yield
