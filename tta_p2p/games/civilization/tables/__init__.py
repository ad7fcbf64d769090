"""The print of the game's parts, as data; the rules that use it are next door."""

from __future__ import annotations

from .digests import table_digests

__all__ = ["table_digests"]
