"""The editions, and the rules by which they differ: each has a name here and is asked for where it works (`s.rules`).

What cards say and how many there are differs too; that is in `tables` (`tables.edition_2006`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..kit.records import Record
from .tables import BOARD, Board, Tracks
from .tables.edition_2006 import BOARD_2006, TRACKS_2006
from .tables.words import Step


class Edition(Record, frozen=True, kw_only=True):
    """The rules of an edition, as far as another has others.

    `variants`: the games its rulebook describes, the complete one first. `rulings`: the settings on which tables of it
    differ (docs/through-the-ages/rulings.md). `turn_steps`: the steps of the production
    phase after scoring. `sacrifices`: in aggressions and wars units may be sacrificed, each to count once more; then a
    weaker rival need not be weaker when the attack begins. `plain_defense`: any card defends against an aggression,
    and there are no more of them than military actions. `common_tactics`: a tactic goes to the common area, where
    others copy it, and only one comes into play in a turn. `action_for_leader`: the leader who is replaced gives a
    civil action back. `discards_at_end`: military cards above the limit are discarded when the turn ends, else after
    the politics phase. `draws_in_uprising`: cards are drawn although the people rise up.
    """

    board: Board
    tracks: Tracks
    variants: tuple[str, ...]
    rulings: tuple[str, ...]
    turn_steps: tuple[Step, ...]
    sacrifices: bool
    plain_defense: bool
    common_tactics: bool
    action_for_leader: bool
    discards_at_end: bool
    draws_in_uprising: bool


EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        "2015": Edition(
            board=BOARD,
            tracks=Tracks(),
            variants=("complete", "first-game", "short", "peaceful", "peaceful-pacts", "global-conflict"),
            rulings=("annex", "infiltrate", "agreement-hand-limit", "agriculture-impact", "churchill", "homer-face"),
            turn_steps=(Step.CORRUPTION, Step.FOOD, Step.CONSUMPTION, Step.RESOURCE),
            sacrifices=False,
            plain_defense=True,
            common_tactics=True,
            action_for_leader=True,
            discards_at_end=True,
            draws_in_uprising=True,
        ),
        "2006": Edition(
            board=BOARD_2006,
            tracks=TRACKS_2006,
            variants=("complete", "simple", "advanced"),
            rulings=("annex", "agreement-hand-limit"),
            turn_steps=(Step.FOOD, Step.CONSUMPTION, Step.RESOURCE, Step.CORRUPTION),
            sacrifices=True,
            plain_defense=False,
            common_tactics=False,
            action_for_leader=False,
            discards_at_end=False,
            draws_in_uprising=False,
        ),
    }
)
"""The editions by the year in which they came out."""
