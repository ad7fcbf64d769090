"""What tests of the protocol ask for."""

import pytest

from protocol import verdict
from tests.protocol.numbers import NUMBERS, PostponingNumbers
from tests.protocol.table import Table


@pytest.fixture
def in_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of this test are played in numbers (``numbers``), and their files are checked in them."""
    monkeypatch.setattr(Table, "group", NUMBERS)
    monkeypatch.setattr(verdict, "BatchingGroup", PostponingNumbers)
