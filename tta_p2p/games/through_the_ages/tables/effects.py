"""Effects of the cards: what is done once, in order.

Action cards, events, colonies, aggressions, wars and finished wonders have effects. "You" are the
civilization that carries an effect out; in an attack or war "the rival" is the other side.

Effects that order an action (``IncreasePopulation``, ``Build``, ``Upgrade``, ``BuildStage``, ``Develop``)
need no civil or military action of their own, but all the rest of it: costs after every discount, limits,
an unused worker. Losses and takings stop at what is there.
"""

from __future__ import annotations

from ...kit.records import Record
from .formulas import Formula
from .words import Kinds, Stat, Step, Who


class AmongStrongest(Record, frozen=True):
    """You are one of the two strongest civilizations (of two players: the strongest).

    With ``shared`` ties count in your favour: fewer than two (one) civilizations are stronger than you.
    """

    shared: bool = False


class AmongWeakest(Record, frozen=True):
    """You are one of the two weakest civilizations (of two players: the weakest), ties broken as usual."""


class InLastAge(Record, frozen=True):
    """The age without cards in which the game ends is running (Age IV; Age III of a shorter game)."""


Condition = AmongStrongest | AmongWeakest | InLastAge


class Gain(Record, frozen=True):
    """Gain food and resources (blue tokens onto cards); score science and culture points."""

    food: Formula = 0
    resource: Formula = 0
    science: Formula = 0
    culture: Formula = 0


class Lose(Record, frozen=True):
    """Lose culture points, and with ``all_food`` all stored food; never more than there is."""

    culture: Formula = 0
    all_food: bool = False


class GainMix(Record, frozen=True):
    """Gain this much in food and resources together, split as you like."""

    total: int


class LoseMix(Record, frozen=True):
    """Lose this much in food and resources together, split as you like; all of it if you have less."""

    total: int


class GainTokens(Record, frozen=True):
    """Take tokens from the box into your banks."""

    yellow: int = 0
    blue: int = 0


class LoseBlueTokens(Record, frozen=True):
    """Return blue tokens to the box: from the bank, or with an empty bank from cards you choose."""

    number: int


class GainPopulation(Record, frozen=True):
    """Move tokens from your yellow bank to your worker pool, free of charge, as far as there are any."""

    number: int


class LosePopulation(Record, frozen=True):
    """Return workers to your yellow bank: unused ones first, then from cards you choose."""

    number: Formula


class DrawMilitary(Record, frozen=True):
    """Draw military cards of the current age; the hand limit is not looked at now."""

    number: int


class DiscardMilitary(Record, frozen=True):
    """Discard military cards of your choice face down; all of them if you have fewer."""

    number: int


class IncreasePopulation(Record, frozen=True):
    """Increase your population, paying this much less food."""

    discount: int = 0


class Build(Record, frozen=True):
    """Build one farm, mine, urban building or unit of these kinds, paying this much less resource."""

    kinds: Kinds
    discount: int = 0


class BuildFree(Record, frozen=True):
    """Put an unused worker on this card without paying; the urban limit counts."""

    card: str


class Upgrade(Record, frozen=True):
    """Upgrade one worker of these kinds to a higher card of its kind, paying this much less resource."""

    kinds: Kinds
    discount: int = 0


class BuildStage(Record, frozen=True):
    """Build exactly one stage of your unfinished wonder, paying this much less resource."""

    discount: int = 0


class Develop(Record, frozen=True):
    """Develop a technology of your hand, paying this much less science.

    A government may come by revolution if no civil action of this turn is spent; it then takes all.
    """

    discount: int = 0


class Pool(Record, frozen=True):
    """Add to what you have for this turn only; what is unused at its end is lost.

    unit_resource pays for building and upgrading units, unit_science for developing unit technologies, both
    before real ones. military_actions are spent before your own and, unspent, still count for drawing.
    """

    unit_resource: Formula = 0
    unit_science: int = 0
    military_actions: int = 0


class RegainCivilAction(Record, frozen=True):
    """Get back one civil action spent this turn, if any was."""


class SpendCivilActions(Record, frozen=True):
    """Spend civil actions without effect: of the running turn, or of the coming one if it is not yours."""

    number: Formula


class Produce(Record, frozen=True):
    """Go through these steps of the production phase now, in this order, discontent or not."""

    steps: tuple[Step, ...]


class OneOf(Record, frozen=True):
    """Choose one of these and carry it out in full; with ``may`` you can also choose none."""

    options: tuple[tuple[Effect, ...], ...]
    may: bool = False


class If(Record, frozen=True):
    """Carry out ``then`` if the condition holds, otherwise ``otherwise``."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class For(Record, frozen=True):
    """Every civilization selected carries out these effects, in turn order from the current player.

    ``rival``, if given, is the civilization the ``Take…`` effects take from.
    """

    who: Who
    effects: tuple[Effect, ...]
    rival: Who | None = None


class Rank(Record, frozen=True):
    """Score culture by place in a rating: points for two, three and four players, best place first."""

    stat: Stat
    two: tuple[int, ...]
    three: tuple[int, ...]
    four: tuple[int, ...]


class OfRival(Record, frozen=True):
    """The rival of this attack carries out these effects."""

    effects: tuple[Effect, ...]


class TakeMix(Record, frozen=True):
    """The rival loses up to this much in food and resources together, you choosing the mix; you gain it."""

    total: Formula


class TakePoints(Record, frozen=True):
    """The rival loses up to this many points; you score as many as were lost."""

    science: Formula = 0
    culture: Formula = 0


class TakeScienceOrSpecials(Record, frozen=True):
    """As ``TakePoints(science=amount)``, but you may first take special technologies of the rival.

    Each uses up its science cost of the amount. None of which you hold or have a copy; of one icon the higher
    level stays with you, the other leaves the game.
    """

    amount: Formula


class TakeYellowTokens(Record, frozen=True):
    """Move tokens from the rival's yellow bank to yours, as many as there are at most."""

    number: Formula


class TakePopulation(Record, frozen=True):
    """The rival loses so much population, unused workers first; you score culture for each that is lost."""

    number: Formula
    culture_each: int


class TakeColony(Record, frozen=True):
    """Take one colony of the rival, of your choice: its permanent effect moves to you, nothing else."""


class Raid(Record, frozen=True):
    """Destroy urban buildings of the rival, at most one for each level given and of that level or lower.

    You choose them in any order; you gain half of their printed costs together, rounded up, in resources. A level
    for which there is no building is passed over.
    """

    levels: tuple[int, ...]


class RaidAlike(Record, frozen=True):
    """Destroy up to so many urban buildings of the rival that stand on one card, of your choice.

    You gain half of their printed costs together, rounded down unless ``round_up``, in resources.
    """

    number: int
    round_up: bool = False


class RemoveLeader(Record, frozen=True):
    """The rival's leader leaves the game; score culture by its level."""

    culture_per_level: int


class RemoveWonder(Record, frozen=True):
    """The rival's unfinished wonder leaves the game; score culture by its level."""

    culture_per_level: int


class RemoveLeaderOrWonder(Record, frozen=True):
    """The rival's leader or unfinished wonder, as you choose, leaves the game; score culture by its level."""

    culture_per_level: int


class KeepHand(Record, frozen=True):
    """You keep military cards above the hand limit this turn."""


class DestroyOwn(Record, frozen=True):
    """Destroy one of your buildings of these kinds, of your choice."""

    kinds: Kinds


class DestroyOfOthers(Record, frozen=True):
    """Destroy one building of these kinds of every other civilization, you choosing which."""

    kinds: Kinds


class LoseColony(Record, frozen=True):
    """One of your colonies, of your choice, leaves the game; its permanent effect ends."""


class LoseOldLeader(Record, frozen=True):
    """Your leader leaves the game unless it is of the age in progress; this is not a replacement."""


class RavageWonder(Record, frozen=True):
    """Turn one of your finished wonders of these ages face down: it only gives this much culture."""

    ages: tuple[int, ...]
    culture: int


class TakeRowCards(Record, frozen=True):
    """You may take cards from the row worth up to so many civil actions, by all rules of taking, for nothing.

    If you take any, your next political action is forfeit, and the row is slid and refilled without removing.
    """

    worth: int


class ColonizeFromHand(Record, frozen=True):
    """Colonize a territory of your hand at once: no auction, no force, no culture for preparing it."""


Effect = (
    Gain
    | Lose
    | GainMix
    | LoseMix
    | GainTokens
    | LoseBlueTokens
    | GainPopulation
    | LosePopulation
    | DrawMilitary
    | DiscardMilitary
    | IncreasePopulation
    | Build
    | BuildFree
    | Upgrade
    | BuildStage
    | Develop
    | Pool
    | RegainCivilAction
    | SpendCivilActions
    | Produce
    | OneOf
    | If
    | For
    | Rank
    | OfRival
    | TakeMix
    | TakePoints
    | TakeScienceOrSpecials
    | TakeYellowTokens
    | TakePopulation
    | TakeColony
    | Raid
    | RaidAlike
    | RemoveLeader
    | RemoveWonder
    | RemoveLeaderOrWonder
    | KeepHand
    | DestroyOwn
    | DestroyOfOthers
    | LoseColony
    | LoseOldLeader
    | RavageWonder
    | TakeRowCards
    | ColonizeFromHand
)
