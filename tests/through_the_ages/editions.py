"""Faces by edition, for tests that go over all cards of a kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tta_p2p.games.contract import Face
from tta_p2p.games.through_the_ages.tables import cards_of

EDITION_2006: dict[str, Any] = {"options": {"edition": "2006"}}
"""What a position needs to be one of 2006: `play(me(), **EDITION_2006)`."""


def of_2015(faces: Iterable[Face]) -> list[Face]:
    """Give those that the edition of 2015 has."""
    return [face for face in faces if face in cards_of("2015")]


def own_of_2006(faces: Iterable[Face]) -> list[Face]:
    """Give those that only the edition of 2006 has."""
    return [face for face in faces if face not in cards_of("2015")]
