"""The state of a game: everything that everybody knows, and the work that is still to be done.

A `State` is changed only inside one `apply`, on a copy that nobody else has seen yet; from outside it is a
value. All fields hold immutable values, small lists or dicts of them, so that a copy is cheap and complete.
Nothing that can be worked out is stored: ratings, limits and costs are asked of `ratings` and `costs`.

Cards in hidden places are handles. `backs` says for every living handle what its back is, `unseen` which faces
the handles of one back carry together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from ..contract import Arg, Back, Face, Handle, Line, Reason, Seat
from ..kit.state import Frame as Frame
from ..kit.state import Pending as Pending
from ..kit.state import TableFrame as TableFrame
from .editions import Edition
from .options import Options

EMPTY = ""
"""A space of the card row without a card; no leader; no unfinished wonder; no tactic."""


@dataclass(frozen=True, slots=True)
class War:
    """A declared war, lying in front of its declarer; `fought_as`: another war it counts as (short game)."""

    card: Face
    attacker: Seat
    rival: Seat
    fought_as: Face = EMPTY


@dataclass(frozen=True, slots=True)
class PactInPlay:
    """A pact in force, lying in the area of `owner`; `a` and `b` are the seats of its sides."""

    card: Face
    owner: Seat
    a: Seat
    b: Seat


@dataclass(slots=True, eq=False)
class Player:
    """One civilization."""

    seat: Seat
    left: Reason | None = None  # why the seat is out of the game; None while it plays
    # in play
    government: Face = EMPTY
    leader: Face = EMPTY
    leader_ages: tuple[int, ...] = ()  # ages of the leaders ever taken
    wonder: Face = EMPTY  # the unfinished one
    stages: int = 0  # its finished stages, a blue token on each
    wonders: tuple[Face, ...] = ()  # finished, face-down ones too
    ravaged: tuple[Face, ...] = ()  # those of them that lie face down
    homer_under: Face = EMPTY  # the wonder Homer lies under
    workers: dict[Face, int] = field(default_factory=dict)  # on farm, mine, urban and unit technologies in play
    tokens: dict[Face, int] = field(default_factory=dict)  # blue tokens on those that have any
    specials: tuple[Face, ...] = ()
    colonies: tuple[Face, ...] = ()
    tactic: Face = EMPTY
    exclusive: bool = False  # the tactic is not in the common area yet
    # tokens and points
    unused: int = 0  # workers in the pool
    yellow_bank: int = 0
    blue_bank: int = 0
    science: int = 0
    culture: int = 0
    culture_parts: dict[str, int] = field(default_factory=dict)  # where the culture came from; losses are negative
    # hands
    civil_hand: tuple[Face, ...] = ()
    fresh: tuple[Face, ...] = ()  # action cards taken in this action phase
    military_hand: tuple[Handle, ...] = ()
    unmixed: tuple[Back, ...] = ()  # of which backs cards have come since the hand was mixed
    thrown: tuple[Handle, ...] = ()  # hidden cards of this hand that left the game unseen
    # this turn
    civil_spent: int = 0
    military_spent: int = 0
    extra_civil: int = 0  # for this turn only, spent first
    extra_military: int = 0
    unit_resource: int = 0  # pays for units only
    unit_science: int = 0  # pays for unit technologies only
    used: tuple[str, ...] = ()  # what can be done once a turn and has been
    armed: str = EMPTY  # what a trade pact pays the next fitting cost with: food or resource
    by_hand: bool = False  # this seat wants to say which tokens it pays with and takes
    # for longer
    used_up: tuple[str, ...] = ()  # what can be done once a game and has been
    forfeit: int = 0  # political actions given up in advance

    @property
    def playing(self) -> bool:
        """Whether the seat is still in the game."""
        return self.left is None

    def copy(self) -> Player:
        """Give a player that can be changed without touching this one."""
        new = Player.__new__(Player)
        new.seat = self.seat
        new.left = self.left
        new.government = self.government
        new.leader = self.leader
        new.leader_ages = self.leader_ages
        new.wonder = self.wonder
        new.stages = self.stages
        new.wonders = self.wonders
        new.ravaged = self.ravaged
        new.homer_under = self.homer_under
        new.workers = self.workers.copy()
        new.tokens = self.tokens.copy()
        new.specials = self.specials
        new.colonies = self.colonies
        new.tactic = self.tactic
        new.exclusive = self.exclusive
        new.unused = self.unused
        new.yellow_bank = self.yellow_bank
        new.blue_bank = self.blue_bank
        new.science = self.science
        new.culture = self.culture
        new.culture_parts = self.culture_parts.copy()
        new.civil_hand = self.civil_hand
        new.fresh = self.fresh
        new.military_hand = self.military_hand
        new.unmixed = self.unmixed
        new.thrown = self.thrown
        new.civil_spent = self.civil_spent
        new.military_spent = self.military_spent
        new.extra_civil = self.extra_civil
        new.extra_military = self.extra_military
        new.unit_resource = self.unit_resource
        new.unit_science = self.unit_science
        new.used = self.used
        new.armed = self.armed
        new.by_hand = self.by_hand
        new.used_up = self.used_up
        new.forfeit = self.forfeit
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and _same(self, other, PLAYER_FIELDS)

    __hash__ = None  # type: ignore[assignment]


@dataclass(slots=True, eq=False)
class State:
    """A game at one instant. Treat it as a value; only the rules change one, and only a copy of their own."""

    options: Options
    players: list[Player]
    first: Seat = 0  # the seat with which each round begins, even if it has left
    round: int = 0
    current: Seat = -1  # whose turn it is; -1 before the first turn
    age: int = 0  # A is 0, the last one without cards 4
    final_round: int = 0  # the number of the last round once it is known
    ending: str = EMPTY  # key of how the game ended; empty while it goes on
    # cards for all, top and left first
    row: list[Face] = field(default_factory=list)
    civil_deck: tuple[Handle, ...] = ()
    military_deck: tuple[Handle, ...] = ()
    discards: tuple[Face, ...] = ()  # military cards of the age in progress discarded openly
    hidden_discards: tuple[Handle, ...] = ()  # and face down
    current_events: tuple[Handle, ...] = ()
    future_events: tuple[Handle, ...] = ()
    past_events: tuple[Face, ...] = ()
    open_events: tuple[Face, ...] = ()  # short game: events for the end, for all to see
    seat_events: tuple[tuple[Handle, ...], ...] = ()  # short game: events for the end before each seat
    common_tactics: tuple[Face, ...] = ()
    wars: tuple[War, ...] = ()
    pacts: tuple[PactInPlay, ...] = ()
    gone: tuple[Face, ...] = ()  # out of the game, known to all
    gone_hidden: tuple[Handle, ...] = ()  # out of the game unseen
    # hidden cards
    backs: dict[Handle, Back] = field(default_factory=dict)
    unseen: dict[Back, dict[Face, int]] = field(default_factory=dict)
    laid: dict[Back, int] = field(default_factory=dict)  # decks laid out, and for how many players
    next_handle: int = 0
    next_need: int = 0
    # pending work, the last first
    stack: list[Frame] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    # told by the running apply; no part of the state
    log: list[Line] = field(default_factory=list)
    memo: dict[tuple[str, Seat], int] | None = None  # derived numbers, while the state is listed or looked at

    def copy(self) -> State:
        """Give a state that can be changed without touching this one, with an empty log."""
        new = State.__new__(State)
        new.options = self.options
        new.players = [player.copy() for player in self.players]
        new.first = self.first
        new.round = self.round
        new.current = self.current
        new.age = self.age
        new.final_round = self.final_round
        new.ending = self.ending
        new.row = self.row.copy()
        new.civil_deck = self.civil_deck
        new.military_deck = self.military_deck
        new.discards = self.discards
        new.hidden_discards = self.hidden_discards
        new.current_events = self.current_events
        new.future_events = self.future_events
        new.past_events = self.past_events
        new.open_events = self.open_events
        new.seat_events = self.seat_events
        new.common_tactics = self.common_tactics
        new.wars = self.wars
        new.pacts = self.pacts
        new.gone = self.gone
        new.gone_hidden = self.gone_hidden
        new.backs = self.backs.copy()
        new.unseen = {back: faces.copy() for back, faces in self.unseen.items()}
        new.laid = self.laid.copy()
        new.next_handle = self.next_handle
        new.next_need = self.next_need
        new.stack = self.stack.copy()
        new.pending = self.pending.copy()
        new.log = []
        new.memo = None
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and _same(self, other, STATE_FIELDS)

    __hash__ = None  # type: ignore[assignment]

    def say(self, key: str, *args: Arg) -> None:
        """Add a line to the log of the running apply."""
        self.log.append(Line(key, args))

    @property
    def rules(self) -> Edition:
        """The rules of the edition that is played."""
        return self.options.rules

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ending != EMPTY

    @property
    def starting(self) -> Seat:
        """The starting player: who began (seats were drawn by lot before the game), or the next who is still here."""
        return self.clockwise(self.first)[0]

    def place(self, seat: Seat) -> int:
        """Give the place of a seat in a round, the one who began being at 0."""
        return (seat - self.first) % len(self.players)

    def clockwise(self, first: Seat) -> list[Seat]:
        """Give the seats still in the game in turn order, beginning with `first` or the next after it."""
        players = self.players
        order = range(first, first + len(players))
        return [i % len(players) for i in order if players[i % len(players)].left is None]

    def rivals(self, seat: Seat) -> list[Seat]:
        """Give the other seats still in the game in turn order, beginning after `seat`."""
        return [other for other in self.clockwise(seat) if other != seat]

    @property
    def playing(self) -> int:
        """The number of seats still in the game."""
        return sum(player.left is None for player in self.players)


STATE_FIELDS = tuple(sorted(one.name for one in fields(State) if one.name not in ("log", "memo")))
"""What makes a state, as its bytes have it: all but what the running apply tells and what is remembered to be quick."""

PLAYER_FIELDS = tuple(sorted(one.name for one in fields(Player)))


def _same(one: Player | State, other: Player | State, names: tuple[str, ...]) -> bool:
    """Compare field by field; the order of dicts counts too, since rules go through them."""
    for name in names:
        a, b = getattr(one, name), getattr(other, name)
        if a != b or (type(a) is dict and list(a) != list(b)):
            return False
    return True
