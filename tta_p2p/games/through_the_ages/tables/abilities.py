"""Abilities of the cards: what holds while a card is in play.

Printed symbols are not abilities; they are in :class:`.model.Symbols`. ``Special`` marks an ability that has
code of its own in the rules, registered under the id of its card; :data:`SPECIALS` says what each of them is.
"""

from __future__ import annotations

from ...kit.records import Record
from .effects import Effect, Pool
from .formulas import Formula
from .words import Kind, Kinds, Stat, When


class Modifier(Record, frozen=True):
    """Adds a formula to a derived number while the card is in play; never to a colonization force.

    ``of`` names the kinds of building whose output it changes: :class:`Output` counts it then.
    """

    stat: Stat
    formula: Formula
    of: Kinds = ()


class BuildDiscount(Record, frozen=True):
    """Buildings of these kinds cost less resource by their level (A, I, II, III); if ``having``, only with a
    worker on a card of that kind.

    Lowers both costs of an upgrade if ``upgrades``, else only that of building.
    """

    kinds: Kinds
    by_level: tuple[int, int, int, int]
    having: Kind | None = None
    upgrades: bool = True


class DevelopDiscount(Record, frozen=True):
    """Technologies of these kinds cost less science; ``having``: only with a worker on a card of that kind.

    ``partner_pays`` is what the other party of the pact pays each time: without it you cannot develop.
    """

    kinds: Kinds
    amount: int
    having: Kind | None = None
    partner_pays: int = 0


class PopulationDiscount(Record, frozen=True):
    """Increasing population costs less food; free population has nothing to do with it."""

    amount: int


class StagesPerAction(Record, frozen=True):
    """One civil action may build up to so many stages of your wonder, each paid for."""

    number: int


class On(Record, frozen=True):
    """Carry out these effects whenever that happens."""

    when: When
    effects: tuple[Effect, ...]


class EachTurn(Record, frozen=True):
    """In each of your turns you have this pool, also in the turn in which the card comes into play."""

    pool: Pool


class OncePerTurn(Record, frozen=True):
    """Once in each of your action phases you may choose one of these, without an action.

    ``automatic`` is the number of the choice made for you at the end of your turn if you made none.
    """

    options: tuple[tuple[Effect, ...], ...]
    automatic: int | None = None


class PoliticalAction(Record, frozen=True):
    """As your political action you may remove this card from the game and carry out these effects."""

    effects: tuple[Effect, ...]


class PoliticalActionOnce(Record, frozen=True):
    """Once in the game, as your political action, you may carry out these effects; this card stays."""

    effects: tuple[Effect, ...]


class Convert(Record, frozen=True):
    """Once in each of your turns so much food may serve as resource, or so much resource as food."""

    food_as_resource: int = 0
    resource_as_food: int = 0


class ImmuneToWar(Record, frozen=True):
    """Nobody may declare war on you."""


class Special(Record, frozen=True):
    """An ability with code of its own in the rules, registered under ``name`` (the id of a card).

    ``numbers`` are the figures printed for it, in the order its text names them; see :data:`SPECIALS`.
    """

    name: str
    numbers: tuple[int, ...] = ()


Ability = (
    Modifier
    | BuildDiscount
    | DevelopDiscount
    | PopulationDiscount
    | StagesPerAction
    | On
    | EachTurn
    | OncePerTurn
    | PoliticalAction
    | PoliticalActionOnce
    | Convert
    | ImmuneToWar
    | Special
)

SPECIALS: dict[str, str] = {
    "hammurabi": "(a, b): a military actions a turn may be spent as civil; taking a leader costs b less",
    "homer": "(a,): when replaced, may go under a finished wonder: a more happy faces; then no action back",
    "julius-caesar": "(a,): a times a game, a second political action in the same phase",
    "frederick-barbarossa": "(m, f, r): m military actions: population for f less, then a unit for r less",
    "genghis-khan": "(): infantry may stand for cavalry in armies, when colonizing too",
    "joan-of-arc": "(): may look at the top current event when the politics phase starts",
    "michelangelo": "(): no surcharge for finished wonders when taking a wonder",
    "j-s-bach": "(a,): a times a turn, 1 civil action upgrades any urban building to a theater not lower",
    "james-cook": "(n, v): when colonizing, up to n military cards of any kind may be discarded for v each",
    "maximilien-robespierre": "(): a revolution is paid with all military actions instead of all civil ones",
    "bill-gates": "(): every lab also produces resources equal to its level, by a token on the lab's card",
    "mahatma-gandhi": "(x,): you may not attack; attacking you costs x times the military actions",
    "st-peters-basilica": "(a,): every other card or worker with a happy face shows a more",
    "taj-mahal": "(a,): taking this card costs a civil actions less if you replaced a leader this turn",
    "transcontinental-railroad": "(x,): one of your best mines puts x tokens on its card instead of one",
    "frederick-barbarossa-2006": "(c, f, r): c civil actions: population for f less, then a unit for r less",
    "genghis-khan-2006": "(): your tactic makes no armies",
    "james-cook-2006": "(a,): each bonus card adds a more when colonizing",
    "michelangelo-2006": "(a,): taking a wonder costs a civil actions less",
    "nikola-tesla": "(a,): labs and libraries cost every other player a resources more, to build or upgrade to",
    "st-peters-basilica-2006": "(x,): every happy face counts x times, unhappy ones once",
    "winston-churchill-2006": "(x, a): bonus cards count x times in defence; while a war is declared on you, new units"
    " cost a resources less",
    "air-forces": "(x,): each air force unit makes one army's bonus count x times, one unit per army",
}
