"""How long a test waits for what must come."""

from __future__ import annotations

PATIENCE = 300.0
"""Seconds. It ends a test whose program hangs, also on a slow or busy machine; it measures nothing."""

LIMITS = (4.0, 16.0, 64.0)
"""Seconds for a program that breaks a limit; the next ones where the machine was too slow for a sound one."""
