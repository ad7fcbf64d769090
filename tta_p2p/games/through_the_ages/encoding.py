"""States as bytes and back: which records stand in a state of Through the Ages (`kit.encoding`)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ..kit.encoding import Codec
from ..kit.records import Record, field_names
from .flow import FLOW
from .options import Options
from .state import PLAYER_FIELDS, STATE_FIELDS, PactInPlay, Pending, Player, State, War
from .tables import effects, formulas, words

VERSION = 5
"""Raise when the layout of states changes."""


def _codec(version: int, option_names: Sequence[str]) -> Codec[State]:
    """Give the codec of a layout in which the options have these fields."""
    return Codec(
        version,
        lambda: State(Options(), []),
        STATE_FIELDS,
        frames=FLOW.frames,
        records=(
            *(
                kind
                for module in (formulas, effects)
                for kind in vars(module).values()
                if isinstance(kind, type) and issubclass(kind, Record) and kind is not Record
            ),
            *(War, PactInPlay, Pending, Options),
        ),
        enums=(kind for kind in vars(words).values() if isinstance(kind, type) and issubclass(kind, Enum)),
        player=(Player, PLAYER_FIELDS),
        written={Options: option_names},
    )


CODEC = _codec(VERSION, field_names(Options))
CODEC_4 = _codec(4, [name for name in field_names(Options) if name != "edition"])
"""The layout of tables of 2015, as releases 0.6.0 and 0.7.0 have it."""
CODEC_3 = _codec(3, [name for name in field_names(Options) if name not in ("edition", "infiltrate")])
"""The layout of releases 0.4.0 and 0.5.0."""
