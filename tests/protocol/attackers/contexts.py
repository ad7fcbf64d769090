"""Contexts of a proof that is carried elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from protocol.fiatshamir import Context

ELSEWHERE: dict[str, Callable[[Context], Context]] = {
    "game": lambda context: replace(context, sid=bytes(32)),
    "operation": lambda context: replace(context, op=bytes(32)),
    "seat": lambda context: replace(context, seat=context.seat + 1),
    "role": lambda context: replace(context, role="another role"),
    "generation": lambda context: replace(context, generation=context.generation + 1),
    "deck": lambda context: replace(context, deck=b"another"),
}
"""The same honest proof, made for somewhere else."""
