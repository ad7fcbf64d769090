"""What is printed on the parts of the game, as data; the rules that use it are next door."""

from __future__ import annotations

from .digests import table_digests

__all__ = ["table_digests"]
