"""How long a test waits for what must come."""

from __future__ import annotations

PATIENCE = 300.0
"""Seconds. It ends a test whose program hangs, also on a slow or busy machine; it measures nothing."""
