"""Tests that need what not every machine has: they are not run there, and the end of the run says so."""

from __future__ import annotations

from typing import NoReturn

import pytest

PREFIX = "not run here: "


def not_run_here(what: str, why: str) -> NoReturn:
    """Leave this test out on this machine; ``./scripts/test`` names it at the end, with the reason."""
    pytest.skip(f"{PREFIX}{what} ({why})")
