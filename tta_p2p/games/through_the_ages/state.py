"""The state of a game: everything that everybody knows, and the work that is still to be done.

A `State` is changed only inside one `apply`, on a copy that nobody else has seen yet; from outside it is a
value. All fields hold immutable values, small lists or dicts of them, so that a copy is cheap and complete.
Nothing that can be worked out is stored: ratings, limits and costs are asked of `ratings` and `costs`.

Cards in hidden places are handles. `backs` says for every living handle what its back is, `unseen` which faces
the handles of one back carry together.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import Arg, Back, Face, Handle, Line, Reason, Seat
from ..kit.state import Frame as Frame
from ..kit.state import Lasting as Lasting
from ..kit.state import Pending as Pending
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


class Player:
    """One civilization."""

    __slots__ = (
        "armed",
        "blue_bank",
        "by_hand",
        "civil_hand",
        "civil_spent",
        "colonies",
        "culture",
        "culture_parts",
        "exclusive",
        "extra_civil",
        "extra_military",
        "forfeit",
        "fresh",
        "government",
        "homer_under",
        "leader",
        "leader_ages",
        "left",
        "military_hand",
        "military_spent",
        "ravaged",
        "science",
        "seat",
        "specials",
        "stages",
        "tactic",
        "thrown",
        "tokens",
        "unit_resource",
        "unit_science",
        "unmixed",
        "unused",
        "used",
        "used_up",
        "wonder",
        "wonders",
        "workers",
        "yellow_bank",
    )

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.left: Reason | None = None  # why the seat is out of the game; None while it plays
        # in play
        self.government: Face = EMPTY
        self.leader: Face = EMPTY
        self.leader_ages: tuple[int, ...] = ()  # ages of the leaders ever taken
        self.wonder: Face = EMPTY  # the unfinished one
        self.stages = 0  # its finished stages, a blue token on each
        self.wonders: tuple[Face, ...] = ()  # finished, face-down ones too
        self.ravaged: tuple[Face, ...] = ()  # those of them that lie face down
        self.homer_under: Face = EMPTY  # the wonder Homer lies under
        self.workers: dict[Face, int] = {}  # farm, mine, urban and unit technologies in play: workers on them
        self.tokens: dict[Face, int] = {}  # blue tokens on those that have any
        self.specials: tuple[Face, ...] = ()
        self.colonies: tuple[Face, ...] = ()
        self.tactic: Face = EMPTY
        self.exclusive = False  # the tactic is not in the common area yet
        # tokens and points
        self.unused = 0  # workers in the pool
        self.yellow_bank = 0
        self.blue_bank = 0
        self.science = 0
        self.culture = 0
        self.culture_parts: dict[str, int] = {}  # where the culture came from; losses are negative
        # hands
        self.civil_hand: tuple[Face, ...] = ()
        self.fresh: tuple[Face, ...] = ()  # action cards taken in this action phase
        self.military_hand: tuple[Handle, ...] = ()
        self.unmixed: tuple[Back, ...] = ()  # of which backs cards have come since the hand was mixed
        self.thrown: tuple[Handle, ...] = ()  # hidden cards of this hand that left the game unseen
        # this turn
        self.civil_spent = 0
        self.military_spent = 0
        self.extra_civil = 0  # for this turn only, spent first
        self.extra_military = 0
        self.unit_resource = 0  # pays for units only
        self.unit_science = 0  # pays for unit technologies only
        self.used: tuple[str, ...] = ()  # what can be done once a turn and has been
        self.armed: str = EMPTY  # what a trade pact pays the next fitting cost with: food or resource
        self.by_hand = False  # this seat wants to say which tokens it pays with and takes
        # for longer
        self.used_up: tuple[str, ...] = ()  # what can be done once a game and has been
        self.forfeit = 0  # political actions given up in advance

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


class State:
    """A game at one instant. Treat it as a value; only the rules change one, and only a copy of their own."""

    __slots__ = (
        "age",
        "backs",
        "civil_deck",
        "common_tactics",
        "current",
        "current_events",
        "discards",
        "ending",
        "final_round",
        "first",
        "future_events",
        "gone",
        "gone_hidden",
        "hidden_discards",
        "laid",
        "log",
        "memo",
        "military_deck",
        "next_handle",
        "next_need",
        "open_events",
        "options",
        "pacts",
        "past_events",
        "pending",
        "players",
        "round",
        "row",
        "seat_events",
        "stack",
        "unseen",
        "wars",
    )

    def __init__(self, options: Options, players: list[Player]) -> None:
        self.options = options
        self.players = players
        self.first: Seat = 0  # the seat with which each round begins, even if it has left
        self.round = 0
        self.current: Seat = -1  # whose turn it is; -1 before the first turn
        self.age = 0  # A is 0, the last one without cards 4
        self.final_round = 0  # the number of the last round once it is known
        self.ending = EMPTY  # key of how the game ended; empty while it goes on
        # cards for all, top and left first
        self.row: list[Face] = []
        self.civil_deck: tuple[Handle, ...] = ()
        self.military_deck: tuple[Handle, ...] = ()
        self.discards: tuple[Face, ...] = ()  # military cards of the age in progress discarded openly
        self.hidden_discards: tuple[Handle, ...] = ()  # and face down
        self.current_events: tuple[Handle, ...] = ()
        self.future_events: tuple[Handle, ...] = ()
        self.past_events: tuple[Face, ...] = ()
        self.open_events: tuple[Face, ...] = ()  # short game: events for the end, for all to see
        self.seat_events: tuple[tuple[Handle, ...], ...] = ()  # short game: events for the end before each seat
        self.common_tactics: tuple[Face, ...] = ()
        self.wars: tuple[War, ...] = ()
        self.pacts: tuple[PactInPlay, ...] = ()
        self.gone: tuple[Face, ...] = ()  # out of the game, known to all
        self.gone_hidden: tuple[Handle, ...] = ()  # out of the game unseen
        # hidden cards
        self.backs: dict[Handle, Back] = {}
        self.unseen: dict[Back, dict[Face, int]] = {}
        self.laid: dict[Back, int] = {}  # decks laid out, and for how many players
        self.next_handle = 0
        self.next_need = 0
        # pending work, the last first
        self.stack: list[Frame] = []
        self.pending: list[Pending] = []
        # told by the running apply; no part of the state
        self.log: list[Line] = []
        self.memo: dict[tuple[str, Seat], int] | None = None  # derived numbers, while the state is listed or looked at

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


STATE_FIELDS: tuple[str, ...] = tuple(f for f in State.__slots__ if f not in ("log", "memo"))
"""What makes a state: all but what the running apply tells and what is remembered to be quick."""

PLAYER_FIELDS: tuple[str, ...] = Player.__slots__


def _same(one: Player | State, other: Player | State, names: tuple[str, ...]) -> bool:
    """Compare field by field; the order of dicts counts too, since rules go through them."""
    for name in names:
        a, b = getattr(one, name), getattr(other, name)
        if a != b or (type(a) is dict and list(a) != list(b)):
            return False
    return True
