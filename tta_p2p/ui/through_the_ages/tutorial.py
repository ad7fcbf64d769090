"""The tutorial of Through the Ages: the first five rounds of a game of two, its decks stacked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tta_p2p.games.contract import Face
from tta_p2p.games.game import complete_options
from tta_p2p.games.local import LocalGame, Script
from tta_p2p.games.through_the_ages.decks import deck_faces
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import back
from tta_p2p.games.through_the_ages.options import read_options

from ..tutorial import Lesson, Opening, Tutorial

FIRST: dict[tuple[str, int], tuple[Face, ...]] = {
    ("civil", 0): (
        "frugality-a", "urban-growth-a", "library-of-alexandria", "moses", "rich-land-a", "patriotism-a", "hammurabi",
        "pyramids", "stockpile", "homer", "colossus", "aristotle", "engineering-genius-a", "cultural-heritage-a",
        "rich-land-a", "julius-caesar", "hanging-gardens", "frugality-a", "urban-growth-a", "alexander-the-great",
    ),
    ("military", 0): (
        "development-of-agriculture", "development-of-crafts", "development-of-science", "development-of-religion",
    ),
    ("civil", 1): (
        "irrigation", "iron", "alchemy", "swordsmen", "knights", "code-of-laws", "printing-press", "monarchy", "drama",
    ),
    ("military", 1): (
        "good-harvest", "fighting-band", "phalanx", "barbarians", "crusades", "rats", "raid-i",
        "defense-colonization-i",
    ),
}  # fmt: skip
"""What comes first in the decks, by deck and age."""


def make_game() -> LocalGame[Any, Any]:
    """Give the game at its beginning."""
    options = complete_options(GAME.settings, {})
    orders: dict[int | str, Sequence[Face]] = {
        back(deck, age): _stack_deck(deck_faces(read_options(options), deck, age, 2), first)
        for (deck, age), first in FIRST.items()
    }
    return LocalGame(GAME, 2, options, 1, Script(orders=orders))


def _stack_deck(cards: Sequence[Face], first: Sequence[Face]) -> list[Face]:
    """Give a deck with these cards on top."""
    rest = [*cards]
    for face in first:
        rest.remove(face)
    return [*first, *rest]


LESSONS = (
    Lesson("row", "take 3", ("3", "enter"), has_typed_text=True, opening=Opening(make_game)),
    Lesson("first-end", "end", ("e",), has_typed_text=True),
    Lesson("leader-taken", "take 1", ("1", "enter")),
    Lesson("leader", "leader moses", ("l", "enter")),
    Lesson("population", "population", ("p",), has_typed_text=True),
    Lesson("mine", "build bronze", ("b", "down", "enter")),
    Lesson("receipt", "end", ("e",)),
    Lesson("event", "seed", ("up", "enter")),
    Lesson("technology-taken", "take 8", ("8", "enter")),
    Lesson("wonder", "stage 1", ("b", "end", "enter")),
    Lesson("warriors", "build warriors", ("b", "end", "enter")),
    Lesson("tactic", "tactic", ("m", "enter")),
    Lesson("people", "population", ("p",)),
    Lesson("end", "end", ("e",)),
    Lesson("science", "develop irrigation", ("d", "enter")),
    Lesson("upgrade", "upgrade agriculture irrigation", ("u", "enter")),
    Lesson("hand", "take 2", ("2", "enter")),
    Lesson("growth", "population", ("p",)),
    Lesson("draw", "end", ("e",)),
    Lesson("attack", "attack", ("up", "enter")),
    Lesson("temple", "build religion", ("b", "down", "down", "down", "enter")),
    Lesson("corruption", "build philosophy", ("b", "down", "down", "enter")),
    Lesson("last", "end", ("e",)),
)

FIRST_ROUNDS = Tutorial("first-rounds", LESSONS)
