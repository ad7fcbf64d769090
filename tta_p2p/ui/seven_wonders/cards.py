"""Any building or wonder in full."""

from __future__ import annotations

from tta_p2p.games.seven_wonders.index import COLOUR
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS
from tta_p2p.games.seven_wonders.tables.model import SIDES, Card
from tta_p2p.i18n import Words

from ..blocks import Block, Para, fields, table
from ..cells import Piece, Span, row
from ..texts import Texts
from .wording import AGE_NAMES, ROLES, SevenWondersWording

NOBODY = State(left=[], wonders=[], sides=[], coins=[], built=[], stages=[], tucked=[], tokens=[], hands=[])
"""A table at which nobody sits: cards are the same at every table."""


def wording_for(texts: Texts, words: Words) -> SevenWondersWording:
    """Give the words to talk of cards without a game."""
    return SevenWondersWording(NOBODY, None, {}, texts, words)


def card_sheet(wording: SevenWondersWording, face: str) -> tuple[Block, ...]:
    """Give all that is to be said about a building."""
    card, words = CARDS[face], wording.words
    colour = wording.text("colour", card.colour)
    kind = words("seven.card-kind", colour=colour, age=AGE_NAMES[card.age])
    return (
        Para(row(Span(wording.texts.card(face), ROLES[COLOUR[face]]), "  ", Span(kind, "label"))),
        fields(
            (words("seven.label.cost"), wording.cost(card.cost) or words("seven.free")),
            (words("seven.label.free-after"), words("seven.or").join(wording.texts.card(one) for one in card.after)),
            (
                words("seven.label.opens"),
                words("seven.and").join(wording.texts.card(one) for one in chained_buildings(card)),
            ),
            (words("seven.label.copies"), copies(wording, card)),
            indent=2,
        ),
        Para(row(wording.prose(card.effects)), 2),
    )


def chained_buildings(card: Card) -> list[str]:
    """Give the buildings that are free for a city with this one."""
    return [face for face, other in CARDS.items() if card.name in other.after]


def copies(wording: SevenWondersWording, card: Card) -> str:
    """Say how many copies are in the game with how many players."""
    words = wording.words
    if not card.copies:
        return words("seven.guild-by-lot")
    parts = [words("seven.copies", n=number, players=least) for number, least in enumerate(card.copies, 1)]
    return ", ".join(parts)


def wonder_sheet(wording: SevenWondersWording, name: str) -> tuple[Block, ...]:
    """Give both sides of a wonder."""
    words, board = wording.words, BOARD[name]
    made = words("seven.wonder-makes", goods=wording.text("resource", board.makes))
    blocks: list[Block] = [Para(row(Span(wording.text("wonder", name), "magenta"), "  ", Span(made, "label")))]
    for side in SIDES:
        rows: list[list[Piece]] = [
            [
                Span(words("seven.stage-number", n=number), "label"),
                wording.cost(stage.cost),
                wording.prose(stage.effects),
            ]
            for number, stage in enumerate(board.stages(side), 1)
        ]
        blocks += [
            Para(row(words("seven.side", side=wording.text("side", side))), 2),
            table([], rows, "lll", 4, flex=2),
        ]
    return tuple(blocks)
