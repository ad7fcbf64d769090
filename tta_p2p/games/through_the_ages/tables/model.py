"""The cards of Through the Ages as typed records, one class for each category of card.

What a card *shows* (symbols, costs) is here; what it *does* is data too, in the vocabulary of
:mod:`.effects` (done once), :mod:`.abilities` (while in play) and :mod:`.formulas` (numbers), with the
words of :mod:`.words`.
Ages and levels are numbers: A is 0, then I, II and III. Names and texts are in the catalogues, by card id.

Where an ability or effect sits says when it happens:

* ``symbols`` and ``abilities`` of a leader, a finished wonder, a special technology, the government, a colony
  and a party's side of a pact hold as long as the card is in play.
* ``per_worker`` of a technology holds once for each worker on it.
* ``effects`` of action cards, events, aggressions and wars, and ``immediate`` of a territory, happen once.
  Those of an event name whom they reach (:class:`.effects.For`); "you" are the attacker in those of an
  aggression, and the winner in those of a war, with the loser as rival.
"""

from __future__ import annotations

from enum import StrEnum

from ...kit.records import Record
from .abilities import Ability
from .effects import Effect
from .words import TECHNOLOGIES, UNITS, URBAN, Kind

AGES = ("A", "I", "II", "III", "IV")


class Deck(StrEnum):
    """One of the two decks of an age; with the age this is the card's back."""

    CIVIL = "civil"
    MILITARY = "military"


class OnAttack(StrEnum):
    """A pact's rule for an attack of one party on the other."""

    NONE = "none"  # nothing: allowed, the pact goes on
    BONUS = "bonus"  # allowed, the attacker has attack_bonus more strength, the pact goes on
    ENDS = "ends"  # allowed, and the pact ends at once; its strength counts for nobody in that attack
    FORBIDDEN = "forbidden"


class Symbols(Record, frozen=True):
    """Printed symbols; negative happy is unhappy faces; tokens come from the box while in play."""

    science: int = 0
    culture: int = 0
    strength: int = 0
    happy: int = 0
    civil_actions: int = 0
    military_actions: int = 0
    colonization: int = 0
    food: int = 0
    resource: int = 0
    yellow_tokens: int = 0
    blue_tokens: int = 0


class Card(Record, frozen=True, kw_only=True):
    """The fields of every card: id, age, kind, and its copies in a game of two, three and four players.

    Cards printed on the player board have no copies.
    """

    id: str
    age: int
    kind: Kind
    copies: tuple[int, int, int]

    @property
    def first_game(self) -> bool:
        """Whether the handbook's first game uses the card: no Age III, and nothing hostile."""
        return self.age < 3 and self.kind not in (Kind.AGGRESSION, Kind.WAR, Kind.PACT)

    @property
    def level(self) -> int:
        """The age as a number; most of the rules speak of levels."""
        return self.age

    @property
    def deck(self) -> Deck:
        """The deck the card belongs to."""
        return Deck.CIVIL if self.kind in _CIVIL else Deck.MILITARY

    @property
    def is_technology(self) -> bool:
        """Whether the card is a technology: all cards with a science cost and those printed on the board."""
        return self.kind in TECHNOLOGIES

    @property
    def is_urban(self) -> bool:
        """Whether workers on the card are urban buildings."""
        return self.kind in URBAN

    @property
    def is_unit(self) -> bool:
        """Whether workers on the card are military units."""
        return self.kind in UNITS


class WorkerTechnology(Card, frozen=True, kw_only=True):
    """A farm, mine, urban building or unit technology: it does nothing but through workers on it.

    ``starting_workers`` is None unless the card is printed on the player board.
    """

    science: int
    resource: int
    per_worker: Symbols
    abilities: tuple[Ability, ...] = ()
    starting_workers: int | None = None


class SpecialTechnology(Card, frozen=True, kw_only=True):
    """A blue technology; at most one of each kind (icon) stays in play, the one of higher level."""

    science: int
    symbols: Symbols
    abilities: tuple[Ability, ...] = ()


class Government(Card, frozen=True, kw_only=True):
    """A government with its two science costs and the limit of urban buildings of each type.

    ``revolution`` is None for the one everybody begins with.
    """

    science: int
    revolution: int | None
    urban_limit: int
    symbols: Symbols


class Leader(Card, frozen=True, kw_only=True):
    """A leader."""

    symbols: Symbols
    abilities: tuple[Ability, ...] = ()


class Wonder(Card, frozen=True, kw_only=True):
    """A wonder; stages are their resource costs in building order."""

    stages: tuple[int, ...]
    symbols: Symbols
    abilities: tuple[Ability, ...] = ()


class ActionCard(Card, frozen=True, kw_only=True):
    """A yellow card: its effects are carried out in order, and all of them must be possible."""

    effects: tuple[Effect, ...]


class Event(Card, frozen=True, kw_only=True):
    """An event; its parts are carried out in order. ``impact``: it is also scored at the end of the game."""

    effects: tuple[Effect, ...]
    impact: bool = False


class Territory(Card, frozen=True, kw_only=True):
    """A territory: permanent symbols (negative blue tokens are given up), then what happens at once."""

    permanent: Symbols
    immediate: tuple[Effect, ...]


class Tactic(Card, frozen=True, kw_only=True):
    """A tactic: which units form an army, what an army adds, and what an outdated one adds."""

    infantry: int
    cavalry: int
    artillery: int
    bonus: int
    outdated: int


BY_LEVEL = -1
"""The military actions of an aggression that costs as many as the level of what it removes."""


class Aggression(Card, frozen=True, kw_only=True):
    """An aggression: its cost in military actions (or `BY_LEVEL`) and what happens if it succeeds."""

    military_actions: int
    effects: tuple[Effect, ...]


class War(Card, frozen=True, kw_only=True):
    """A war: its cost in military actions and what the winner does to the loser."""

    military_actions: int
    effects: tuple[Effect, ...]


class PactSide(Record, frozen=True):
    """The terms of a pact for one party."""

    symbols: Symbols = Symbols()
    abilities: tuple[Ability, ...] = ()


class Pact(Card, frozen=True, kw_only=True):
    """A pact; if both sides are equal nobody needs to say who is A and who is B."""

    side_a: PactSide
    side_b: PactSide
    on_attack: OnAttack
    attack_bonus: int = 0

    @property
    def symmetric(self) -> bool:
        """Whether both parties have the same."""
        return self.side_a == self.side_b


class BonusCard(Card, frozen=True, kw_only=True):
    """A military bonus card: strength in defence against an aggression, or colonization force."""

    defense: int
    colonization: int


_CIVIL = (*TECHNOLOGIES, Kind.LEADER, Kind.WONDER, Kind.ACTION)
