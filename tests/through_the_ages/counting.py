"""Counting cards and tokens of a state, to see that none appears or vanishes."""

from __future__ import annotations

from collections import Counter

from tta_p2p.games.contract import Back, Face, Remix, Shuffle
from tta_p2p.games.through_the_ages.decks import deck_faces, end_events
from tta_p2p.games.through_the_ages.index import BACK_AGE, BLUE_TOKENS, SPECIALS
from tta_p2p.games.through_the_ages.pacts import Offer
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.tables import PRINTED


def cards(s: State) -> Counter[str]:
    """Count every card wherever it is."""
    lying = [*s.row, *s.gone, *s.discards, *s.past_events, *s.common_tactics, *s.open_events]
    lying += [war.card for war in s.wars] + [pact.card for pact in s.pacts]
    lying += [frame.card for frame in s.stack if isinstance(frame, Offer)]
    for pending in s.pending:
        if isinstance(pending.need, Shuffle | Remix):
            lying += pending.need.faces
    for p in s.players:
        lying += (*p.civil_hand, *p.wonders, *p.specials, *p.colonies, *p.workers, p.government)
        lying += (p.leader, p.wonder, p.tactic if p.exclusive else "")
        if p.homer_under:
            lying += SPECIALS["homer"]
    found = Counter(lying)
    for faces in s.unseen.values():
        for face, number in faces.items():
            found[face] += number
    for face in ("", *PRINTED):
        del found[face]
    return found


def laid_faces(s: State, one: Back) -> tuple[Face, ...]:
    """Give the faces of a deck as it was laid out in this game."""
    deck = one.partition("-")[0]
    if BACK_AGE[one] > s.options.last_full_age:
        return end_events(s.options.edition)[1]
    return deck_faces(s.options, deck, BACK_AGE[one], s.laid[one])


def expected_cards(s: State) -> Counter[str]:
    """Count the cards of all decks laid out so far."""
    decks = tuple(laid_faces(s, back) for back in s.laid)
    if decks not in _COUNTED:
        _COUNTED[decks] = Counter(face for deck in decks for face in deck)
    return _COUNTED[decks]


_COUNTED: dict[tuple[tuple[Face, ...], ...], Counter[str]] = {}


def conserved(s: State) -> dict[str, int]:
    """Give counts that never change in a game: cards that are too many or too few (none)."""
    assert all(number > 0 for p in s.players for number in p.tokens.values()), "a card without tokens is kept as one"
    have, wanted = cards(s), expected_cards(s)
    if dict.__eq__(have, wanted):
        return {"too many": 0, "too few": 0}
    return {"too many": sum((have - wanted).values()), "too few": sum((wanted - have).values())}


def blue_tokens(s: State, seat: int) -> int:
    """Count a seat's blue tokens less those its cards in play brought."""
    p = s.players[seat]
    tokens = p.blue_bank + sum(p.tokens.values()) + p.stages
    working = [face for face in p.wonders if face not in p.ravaged]
    return tokens - sum(BLUE_TOKENS.get(face, 0) for face in (*working, *p.specials, *p.colonies))
