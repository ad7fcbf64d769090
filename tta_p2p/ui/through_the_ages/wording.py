"""Common words of all pages of Through the Ages: the view as it was read, names of cards, little phrases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tta_p2p.games.contract import Line
from tta_p2p.games.kit.records import replace
from tta_p2p.games.through_the_ages.editions import EDITIONS, Edition
from tta_p2p.games.through_the_ages.tables import CARDS, EDITION
from tta_p2p.games.through_the_ages.tables.model import AGES
from tta_p2p.games.through_the_ages.view_model import ActionsView, CivilizationView, HiddenCard, PartView, View
from tta_p2p.i18n import Words
from tta_p2p.seats.messages import CardRef

from ..cells import Row, Span, Target, join, row
from ..player_colours import player_role
from ..presenter import Presenter, Scene
from ..texts import Texts
from .colours import (
    CULTURE,
    FOOD,
    HAPPY,
    LEADER,
    MILITARY,
    RESOURCE,
    SCIENCE,
    STRENGTH,
    WONDER,
)

KIND_ROLES = {
    "farm": FOOD,
    "mine": RESOURCE,
    "lab": SCIENCE,
    "library": SCIENCE,
    "temple": HAPPY,
    "theater": CULTURE,
    "arena": STRENGTH,
    "infantry": MILITARY,
    "cavalry": MILITARY,
    "artillery": MILITARY,
    "air-force": MILITARY,
    "tactic": MILITARY,
    "aggression": MILITARY,
    "war": MILITARY,
    "leader": LEADER,
    "wonder": WONDER,
    "government": "warn",
    "action": "warn",
    "event": LEADER,
    "territory": LEADER,
    "pact": SCIENCE,
}


@dataclass(frozen=True)
class ThroughTheAgesWording:
    """A view with the words to show it in."""

    view: View
    texts: Texts
    words: Words
    edition: str = EDITION

    @classmethod
    def of(cls, scene: Scene, presenter: Presenter) -> ThroughTheAgesWording:
        """Give the words for a scene."""
        return cls(_without_named(scene), presenter.texts, presenter.words, getattr(presenter, "edition", EDITION))

    @property
    def rules(self) -> Edition:
        """The rules by which editions differ."""
        return EDITIONS[self.edition]

    def name(self, seat: int) -> str:
        """Name a seat's player."""
        return self.texts.name(seat)

    def player(self, seat: int) -> Span:
        """Name a seat's player: the own seat and the one whose turn it is stand out, in words too."""
        mark = self.words("tta.turn-mark") if seat == self.view.current and self.view.phase != "over" else ""
        return Span(self.name(seat) + mark, player_role(seat, self.view.seat), Target("player", str(seat)))

    def card(self, face: str) -> Span:
        """Name a card."""
        return Span(self.texts.card(face), KIND_ROLES.get(kind_of(face), ""), Target("card", face))

    def cards(self, faces: Iterable[str], none: str = "") -> Row:
        """Name several cards."""
        return join([self.card(face) for face in faces], self.words("tta.and")) or row(none)

    def hidden(self, card: HiddenCard) -> Row:
        """Name a hidden card as far as it is known, else its back."""
        if card.face:
            return row(self.card(card.face))
        return row(self.texts.optional(f"back.{card.back}") or card.back)

    def source(self, word: str) -> str:
        """Name a source of points or of a rating: a card, or a word of the game."""
        return self.texts.cards.get(word) or self.texts.optional(f"score.{word}") or self.words.name_of("tta", word)

    def parts(self, parts: Iterable[PartView]) -> str:
        """List where a number comes from."""
        return self.words("tta.and").join(f"{self.source(part.source)} {part.amount:+d}" for part in parts)

    def line(self, kind: str, line: Line) -> str:
        """Say a line of the rules."""
        return self.texts.line(kind, line)

    def kind(self, face: str) -> str:
        """Name what kind of card it is."""
        kind = kind_of(face)
        return self.words.name_of("tta.kind", kind)


def kind_of(face: str) -> str:
    """Give the kind of a card; empty for what is none."""
    return str(CARDS[face].kind) if face in CARDS else ""


def age_of(face: str) -> str:
    """Give the age of a card as it is written."""
    return AGES[CARDS[face].age] if face in CARDS else ""


def actions(some: ActionsView) -> str:
    """Give how many actions are left, of how many."""
    extra = f"+{some.extra}" if some.extra else ""
    return f"{some.left}/{some.total}{extra}"


def with_growth(points: int, change: int) -> str:
    """Give points with what they grow by."""
    return f"{points} {change:+d}"


def own_civilization(view: View) -> CivilizationView | None:
    """Give the civilization of the seat whose view it is."""
    return view.civilizations[view.seat] if view.seat is not None else None


def _without_named(scene: Scene) -> View:
    """Give the view of a scene; while several cards are discarded, without those of the hand that are named already.

    By the rules they leave the hand together with the last of them.
    """
    view: View = scene.view
    turn, seat = scene.turn, scene.seat
    if seat is None or not turn.mine or turn.decision is None or turn.decision.key != "discard":
        return view
    left = {arg.card for one in turn.legal for arg in one.label.args if isinstance(arg, CardRef)}
    own = view.civilizations[seat]
    held = tuple(card for card in own.hand if card.handle in left)
    if len(held) == len(own.hand):
        return view
    civilizations = list(view.civilizations)
    civilizations[seat] = replace(own, hand=held)
    return replace(view, civilizations=tuple(civilizations))
