"""States as bytes and back: which records stand in a state of Through the Ages (`kit.encoding`)."""

from __future__ import annotations

from enum import Enum

from ..kit.encoding import Codec
from ..kit.records import Record
from .flow import FLOW
from .options import Options
from .state import PLAYER_FIELDS, STATE_FIELDS, PactInPlay, Pending, Player, State, War
from .tables import effects, formulas, words

VERSION = 4
"""Raise when the layout of states changes."""

CODEC = Codec(
    VERSION,
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
)
