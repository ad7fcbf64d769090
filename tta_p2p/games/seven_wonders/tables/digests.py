"""Digests of the tables: peers whose cards differ must not play with each other, and can say what differs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from .age_1 import AGE_1
from .age_2 import AGE_2
from .age_3 import AGE_3
from .boards import BOARDS
from .guilds import GUILDS


def table_digests() -> Mapping[str, bytes]:
    """Give a 32-byte BLAKE2b digest of each table by name; records write every field with its name."""
    tables = {"age-1": AGE_1, "age-2": AGE_2, "age-3": AGE_3, "boards": BOARDS, "guilds": GUILDS}
    return {name: hashlib.blake2b(repr(table).encode(), digest_size=32).digest() for name, table in tables.items()}
