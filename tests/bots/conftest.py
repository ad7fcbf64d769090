"""Bots of these tests play few games out: what holds of a choice holds however long was thought about it."""

from __future__ import annotations

import pytest

from tta_p2p.bots.seven_wonders import search

LITTLE = 400
"""How many turns of single seats of 7 Wonders are played out for one choice; how well a bot plays then is told by
`tests/seven_wonders/test_normal_bot.py`, with all its effort."""


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots that play games out do so in few worlds."""
    monkeypatch.setattr(search, "EFFORT", LITTLE)
