"""The editions on the pages of cards: which of them have a card, how many copies there are, how sure it is."""

from __future__ import annotations

from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.tables import CARDS, EDITION, cards_of
from tta_p2p.games.through_the_ages.tables.edition_2006 import CONFIDENCE, STAND_IN
from tta_p2p.games.through_the_ages.tables.model import Card
from tta_p2p.i18n import Words

_REBUILT = "2006"
"""The edition whose cards are known from what players wrote about them; of its own cards a title names it."""


def editions_of(face: str) -> tuple[str, ...]:
    """Name the editions that have a card, by their years."""
    return tuple(edition for edition in EDITIONS if face in cards_of(edition))


def card_in(face: str, edition: str) -> Card:
    """Give a card with its copies in an edition; as it stands where that edition does not have it."""
    return cards_of(edition or EDITION).get(face, CARDS[face])


def titled(name: str, face: str, words: Words) -> str:
    """Give the name of a card, with the edition where only the other one than usual has it."""
    only = EDITION not in editions_of(face)
    return words("tta.edition.titled", name=name, edition=_REBUILT) if only else name


def copies_lines(face: str, words: Words, edition: str = "") -> tuple[str, ...]:
    """Say how often a card is in the decks of an edition; without one of each that has it, where that differs."""
    those = (edition,) if edition else editions_of(face)
    said = {one: copies(words, card_in(face, one)) for one in those}
    if len(set(said.values())) == 1:
        return tuple(said.values())[:1]
    return tuple(words("tta.edition.copies", edition=one, copies=text) for one, text in said.items())


def copies(words: Words, card: Card) -> str:
    """Say how often a card is in the decks."""
    two, three, four = card.copies
    if not four:
        return words("tta.no-copies")
    if two == three == four:
        return words("tta.copies-same", number=four)
    return words("tta.copies", two=two, three=three, four=four)


def doubt(face: str, words: Words, edition: str = "") -> str:
    """Say how sure a card of 2006 is, if that is not beyond doubt; empty where another edition is looked at."""
    if edition not in ("", _REBUILT) or face not in CONFIDENCE:
        return ""
    kind = "stand-in" if face in STAND_IN else CONFIDENCE[face]
    shared = not edition and EDITION in editions_of(face)
    return words(f"tta.edition.{kind}{'.shared' if shared else ''}")
