"""Digests of the tables: peers whose parts differ must not play with each other, and can say what differs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from .buildings import BUILDING_LIST, POOLS
from .civilizations import CIVILIZATION_LIST, GOVERNMENTS
from .events import EVENT_LIST
from .hidden import HUTS, PEOPLE, UNITS, VILLAGES
from .layouts import LAYOUTS
from .techs import NEEDED, TECH_LIST
from .tiles import TILES
from .track import TRACK
from .wonders import WONDER_LIST


def table_digests() -> Mapping[str, bytes]:
    """Give a 32-byte BLAKE2b digest of each table by name; records write every field with its name."""
    tables = {
        "buildings": (BUILDING_LIST, POOLS),
        "civilizations": (CIVILIZATION_LIST, GOVERNMENTS),
        "events": EVENT_LIST,
        "hidden": (UNITS, PEOPLE, HUTS, VILLAGES),
        "map": (tuple(TILES.values()), LAYOUTS),
        "techs": (TECH_LIST, NEEDED),
        "track": TRACK,
        "wonders": WONDER_LIST,
    }
    return {name: hashlib.blake2b(repr(table).encode(), digest_size=32).digest() for name, table in tables.items()}
