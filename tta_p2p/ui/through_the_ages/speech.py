"""People's words for acts of Through the Ages: cards by their names, spaces of the row by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.model import Deck

from ..plain_view import FILLERS, normalize_name, with_faces
from ..presenter import Guess, Scene, Speech
from .wording import own_civilization

SEAT_PLACES = {"attack": 1, "declare": 1, "offer": 1}
"""Verbs of which one argument is a seat, and its place."""
WITH_HANDLE = {
    "attack": True, "declare": True, "offer": True, "tactic": True, "bonus": True, "colonize": True,
    "seed": False, "discard": False, "throw": False,
}  # fmt: skip
"""Verbs with a card of the own hand, and whether they say openly which one it is."""
OF_CIVIL_HAND = ("develop", "leader", "play", "revolution")
"""Verbs with a card of the own hand that everybody sees."""
PLAYS = {
    "leader": "leader", "action": "play", "event": "seed", "territory": "seed", "tactic": "tactic",
    "aggression": "attack", "war": "declare", "pact": "offer", "bonus": "bonus",
}  # fmt: skip
"""Verbs for cards of the hand by their kind; what is not here is developed."""
WITH_WORKERS = ("build", "upgrade", "destroy", "disband")
"""Verbs of which the cards may be called by their kinds: the lowest of those in play is meant."""
PLAIN_WORDS = ("a", "b", "food", "resource")
"""Arguments of acts that are words and no cards."""


class ThroughTheAgesSpeech(Speech):
    """Knows the row, the hands and the technologies."""

    places = 13

    def place(self, act: Act) -> int | None:
        """Number what is taken from the card row by its space."""
        taken = act.args[0] if act.verb == "take" and act.args else None
        return taken if isinstance(taken, int) else None

    def place_query(self, number: int) -> str:
        """Ask about the card of a space."""
        return f"take {number}"

    def verb_for(self, face: str, scene: Scene) -> str:
        """Give the verb for a card: of the hand it is played, in play it is built, from anywhere else it is taken."""
        card, mine = CARDS.get(face), own_civilization(scene.view)
        if card is None or mine is None:
            return ""
        if card.deck is Deck.MILITARY:
            return PLAYS[card.kind]
        if face in mine.civil_hand:
            return PLAYS.get(card.kind, "develop")
        if mine.unfinished is not None and mine.unfinished.card == face:
            return "stage"
        return "build" if face in {one.card for one in mine.technologies} else "take"

    def kind_name(self, face: str) -> str:
        """Name the kind of a card."""
        return self.words(f"tta.kind.{CARDS[face].kind}") if face in CARDS else ""

    def plain_word(self, word: str) -> str:
        """Give the word of acts for a typed one that names no card."""
        return word if word in PLAIN_WORDS else super().plain_word(word)

    def guess(self, typed: Sequence[str], scene: Scene) -> Guess:
        """Give notation for words: cards of the row become spaces, cards of the hand handles, players seats."""
        if not typed:
            return Guess("")
        verb, mine = typed[0], own_civilization(scene.view)
        spaces = {one.card: one.number for one in reversed(scene.view.row) if one.card}
        held = {card.face: card.handle for card in reversed(mine.hand)} if mine is not None else {}
        near: Iterable[str] = spaces if verb == "take" else held if verb in WITH_HANDLE else ()
        if verb in OF_CIVIL_HAND and mine is not None:
            near = mine.civil_hand
        side = typed[-1:] if verb == "offer" and typed[-1] in PLAIN_WORDS else ()  # of a pact, and no article or name
        said = [word for word in typed[1 : len(typed) - len(side)] if word not in FILLERS]
        words = with_faces(said, self.texts.cards, near)
        under_way = mine.unfinished if mine is not None and verb == "build" else None
        if under_way is not None and words in ([under_way.card], ["wonder"], [self.words("tta.kind.wonder")]):
            return Guess("stage 1")
        if verb in WITH_WORKERS and mine is not None:
            kinds = {normalize_name(self.kind_name(one.card)): one.card for one in reversed(mine.technologies)}
            words = [word if word in CARDS else kinds.get(normalize_name(word), word) for word in words]
        found, unknown = [], []
        for word in words:
            named = verb in SEAT_PLACES and word not in CARDS and not word.isdigit()
            seat = self.presenter.find_seat(word, scene) if named else None
            if verb == "take" and word in spaces:
                found.append(str(spaces[word]))
            elif verb in WITH_HANDLE and word in held:
                found.append(f"#{held[word]}" + (f"={word}" if WITH_HANDLE[verb] else ""))
            elif seat is not None:
                found.append(str(seat))
            elif word in CARDS and (verb == "take" or verb in WITH_HANDLE):
                return Guess("", missing=word)
            else:
                found.append(word)
                known = word in CARDS or word in PLAIN_WORDS or word.isdigit() or word.startswith("#")
                unknown += [] if known else [word]
        return Guess(" ".join([verb, *found, *side]), tuple(unknown))
