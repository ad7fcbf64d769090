"""Types of a seat's view of a game (`view` fills them in).

Everything is public but what says otherwise. A hidden card has its handle and back, and its face where this seat
knows it, else an empty word. Ages and levels are numbers (A is 0); an empty word stands for no card.
"""

from __future__ import annotations

import msgspec

from ..contract import AtLeast, Back, Decision, Face, Handle, Line, Reason, Seat


class _Value(msgspec.Struct, frozen=True, gc=False):
    """A part of a view."""


class HiddenCard(_Value, frozen=True):
    """A hidden card somewhere on the table."""

    handle: Handle
    back: Back
    face: Face


class KnownCards(_Value, frozen=True):
    """This seat's knowledge of a group of hidden cards: at least `count` of them carry one of `faces`, for each."""

    handles: tuple[Handle, ...]
    said: tuple[tuple[tuple[Face, ...], int], ...]


class CertainCard(_Value, frozen=True):
    """This seat knows that at least so many cards of a pile are this one."""

    card: Face
    number: int


class PartView(_Value, frozen=True):
    """The share of one source in a number: a card, or a word such as `armies`."""

    source: str
    amount: int


class RatingView(_Value, frozen=True):
    """A rating and where it comes from; the parts add up to it unless a limit cuts it off."""

    total: int
    parts: tuple[PartView, ...]


# --- what lies on the table --------------------------------------------------------------------------------------


class Space(_Value, frozen=True):
    """A space of the card row, counted from 1: its card, what it costs this seat, why it may not be taken.

    `price` is in civil actions, for spectators as printed. `refusal` None: this seat could take the card if it
    were in its action phase now, or can take it now where it takes cards by agreement.
    """

    number: int
    card: Face
    price: int
    refusal: Line | None


class Decks(_Value, frozen=True):
    """The decks of the age in progress, and the military discard pile: open cards and the handles of the others."""

    civil: int
    military: int
    discards: tuple[Face, ...]
    face_down: tuple[HiddenCard, ...]


class PileView(_Value, frozen=True):
    """A deck of events, the next card first, and what this seat is sure lies in it besides the cards it knows."""

    cards: tuple[HiddenCard, ...]
    sure: tuple[CertainCard, ...]


class Events(_Value, frozen=True):
    """The events: to come, prepared (in the order of preparing) and past; those of the short game's end."""

    current: PileView
    future: PileView
    past: tuple[Face, ...]
    at_end: tuple[Face, ...]
    at_end_of: tuple[tuple[HiddenCard, ...], ...]


class PactView(_Value, frozen=True):
    """A pact in force, in the area of `owner`; `a` and `b` are the seats of its sides."""

    card: Face
    owner: Seat
    a: Seat
    b: Seat


class WarView(_Value, frozen=True):
    """A declared war: the card, and the war it is fought as (another one at most in the short game).

    `advantage` is the attacker's strength less its rival's as it would be resolved now.
    """

    card: Face
    fought_as: Face
    attacker: Seat
    rival: Seat
    advantage: int


class AttackView(_Value, frozen=True):
    """The strengths in an attack of this seat on another one, with bonuses, without pacts that the attack ends.

    `actions_times`: what an attack's military actions are multiplied by. `aggression`, `war`: why it may not be
    played, whatever cards the attacker holds; None if it may.
    """

    attacker: Seat
    rival: Seat
    strength: int
    rival_strength: int
    actions_times: int
    aggression: Line | None
    war: Line | None


# --- one civilization --------------------------------------------------------------------------------------------


class ActionsView(_Value, frozen=True):
    """Civil or military actions: the total, what is left this turn, and how many of these are for this turn only."""

    total: int
    left: int
    extra: int


class Technology(_Value, frozen=True):
    """A farm, mine, urban or unit technology in play: workers on it, blue tokens on it and what each is worth."""

    card: Face
    kind: str
    level: int
    workers: int
    tokens: int
    token_value: int


class Buildings(_Value, frozen=True):
    """The number of urban buildings of a kind; the limit is the government's."""

    kind: str
    number: int


class WonderView(_Value, frozen=True):
    """A finished wonder; `ravaged`: it lies face down. `homer`: Homer lies under it."""

    card: Face
    ravaged: bool
    homer: bool


class UnfinishedWonder(_Value, frozen=True):
    """The wonder under construction: the resources each stage costs and how many are built."""

    card: Face
    stages: tuple[int, ...]
    built: int


class TacticView(_Value, frozen=True):
    """The current tactic and the armies it makes now; `exclusive`: nobody else can copy it yet.

    `doubled`: how many armies, full ones and then outdated ones, count more by an air force.
    """

    card: Face
    exclusive: bool
    full: int
    outdated: int
    full_doubled: int
    outdated_doubled: int
    bonus: int


class Strength(_Value, frozen=True):
    """The strength rating: units by themselves, armies, everything else; `parts` names the sources."""

    total: int
    units: int
    armies: int
    others: int
    parts: tuple[PartView, ...]


class Happiness(_Value, frozen=True):
    """Happiness, how much of it is needed, and who is discontent; `uprising`: if the turn ended now."""

    total: int
    needed: int
    discontent: int
    uprising: bool
    parts: tuple[PartView, ...]


class ForceView(_Value, frozen=True):
    """The largest force that could be sent to colonize, by what is in play; with no unit none can be sent."""

    total: int
    units: int
    armies: int
    ships: int


class Forecast(_Value, frozen=True):
    """The result of the end of the turn if it came now (for seats not on turn: with their present possessions).

    `uprising`: no production at all. `food` and `resource` are what is produced, as far as there are tokens in the
    bank; corruption is taken in resources and then food. `culture` is scored, `starvation` lost for the food that
    is `missing`. `stored_…` and the points are what there is afterwards. `draws`: military cards.
    """

    uprising: bool
    science: int
    culture: int
    corruption: int
    corrupted_food: int
    food: int
    consumption: int
    missing: int
    starvation: int
    resource: int
    stored_food: int
    stored_resource: int
    science_points: int
    culture_points: int
    draws: int
    discards: int


class CivilizationView(_Value, frozen=True):
    """One civilization, as everybody sees it; `hand` shows this seat the faces it knows."""

    seat: Seat
    left: Reason | None
    # points and ratings
    science_points: int
    culture_points: int
    culture_from: tuple[PartView, ...]
    science: RatingView
    culture: RatingView
    strength: Strength
    happiness: Happiness
    # actions, limits
    civil: ActionsView
    military: ActionsView
    unit_resource: int
    unit_science: int
    used: tuple[str, ...]
    used_up: tuple[str, ...]
    forfeits: int
    # cards in play
    government: Face
    urban_limit: int
    urban: tuple[Buildings, ...]
    technologies: tuple[Technology, ...]
    specials: tuple[Face, ...]
    leader: Face
    leader_ages: tuple[int, ...]
    unfinished: UnfinishedWonder | None
    wonders: tuple[WonderView, ...]
    colonies: tuple[Face, ...]
    tactic: TacticView | None
    # tokens
    unused: int
    yellow_bank: int
    blue_bank: int
    food: int
    resource: int
    population_price: int
    food_production: int
    resource_production: int
    consumption: int
    corruption: int
    # hands
    civil_hand: tuple[Face, ...]
    fresh: tuple[Face, ...]
    civil_limit: int
    hand: tuple[HiddenCard, ...]
    hand_limit: int
    force: ForceView
    forecast: Forecast


# --- for the seat alone ------------------------------------------------------------------------------------------


class PriceView(_Value, frozen=True):
    """A price for this seat now: `printed` and, after every discount, `price`, in `paid` (food, …).

    `what`: population, build, upgrade (from `card` to `target`), stage (`number` stages of `card`), develop,
    revolution. Civil and military actions are not in it.
    """

    what: str
    card: Face
    target: Face
    number: int
    paid: str
    printed: int
    price: int


class PrivateView(_Value, frozen=True):
    """Figures that only this seat can work out: prices (public, but of use to it alone), and the force with its cards.

    `hand_force`: what cards of the hand add to a colonizing force, at most. `defense`: at most what they add in
    defence.
    """

    prices: tuple[PriceView, ...]
    hand_force: int
    defense: int


class View(msgspec.Struct, frozen=True):
    """A seat's view of a game (seat None: a spectator's, with no card known).

    `phase`: setup, start-of-turn, politics, actions, end-of-turn, scoring, over. `deciding`: who must decide what.
    `last_round` is 0 until it is known. `civilizations` are in the order of seats.

    `state` is the public state (`encoding`), for a bot that wants to go on from here; `hidden` are the living handles
    by back, `unseen` the faces they carry together; `faces`, `among` and `worth` what this seat knows.
    """

    seat: Seat | None
    variant: str
    round: int
    last_round: int
    age: int
    phase: str
    starting: Seat | None
    current: Seat
    deciding: Decision | None
    ending: str
    row: tuple[Space, ...]
    decks: Decks
    events: Events
    tactics: tuple[Face, ...]
    pacts: tuple[PactView, ...]
    wars: tuple[WarView, ...]
    attacks: tuple[AttackView, ...]
    civilizations: tuple[CivilizationView, ...]
    own: PrivateView | None
    out: tuple[Face, ...]
    hidden: dict[Back, tuple[Handle, ...]]
    unseen: dict[Back, dict[Face, int]]
    faces: dict[Handle, Face]
    among: tuple[KnownCards, ...]
    worth: tuple[AtLeast, ...]
    state: bytes
