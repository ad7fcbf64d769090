"""Bots of these tests think little (`tests/bots/table.py`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bots.table import thinking_little


@pytest.fixture(autouse=True)
def little_effort() -> Iterator[None]:
    """Let the bots that plan or play games out look at few ways to go on."""
    with thinking_little():
        yield
