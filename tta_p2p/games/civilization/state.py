"""The state of a game of Civilization: the map, each seat's holdings, the turn so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..contract import Face, Handle, Seat
from ..kit.state import GameState
from .map.squares import Square

Group: TypeAlias = tuple[int, int]
"""Figures of one seat: armies and scouts."""
NONE: Group = (0, 0)


@dataclass(frozen=True, slots=True)
class City:
    """A city marker on the map."""

    seat: Seat
    capital: bool = False
    walls: bool = False


@dataclass(frozen=True, slots=True)
class Front:
    """Units that face one another, of the attacker and of the defender: face (empty: none) and wounds."""

    units: tuple[Face, Face]
    wounds: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle under way. Sides are 0, the attacker, and 1, the defender.

    `square` is a number in views, too. `seats`: the sides (-1: barbarians). `players`: the seats that play their cards.
    `group`: the attackers, off the map meanwhile. `bonus`: of each side. `open`: its living units in play. `dead`: its
    lost units. `healed`: the sides that have removed wounds, and by which technology.
    """

    square: int
    seats: tuple[Seat, Seat]
    players: tuple[Seat, Seat]
    group: Group
    city: bool
    bonus: tuple[int, int]
    hands: tuple[tuple[Handle, ...], tuple[Handle, ...]] = ((), ())
    fronts: tuple[Front, ...] = ()
    dead: tuple[tuple[Face, ...], tuple[Face, ...]] = ((), ())
    healed: tuple[tuple[int, str], ...] = ()

    def told(self, side: int, key: str) -> str:
        """Give the key of a line about a side: the barbarians' player is no fighter."""
        return key if self.seats[side] >= 0 else f"{key}-barbarians"


@dataclass(slots=True, kw_only=True)
class State(GameState):
    """All that everybody sees. Lists are by seat unless noted; hidden cards are handles."""

    # --- the map
    tiles: list[Handle]
    """By site of the layout: the tile that lies there face down; -1 where one is face up."""
    laid: tuple[str, ...]
    """By site: `n05:2` is tile n05 turned twice clockwise; empty while it is face down.
    `+Dc4` behind it: c4 is a desert."""
    cities: dict[Square, City]
    figures: list[dict[Square, Group]]
    works: dict[Square, str]
    """Buildings, wonders and great people on the map."""
    markers: dict[Square, Handle]
    """Huts and villages on the map, face down."""
    # --- the seats
    civilizations: list[str]
    governments: list[str]
    trade: list[int]
    culture: list[int]
    level: list[int]
    """The space of each seat on the culture track."""
    techs: list[tuple[str, ...]]
    """The technologies of each seat, its start technology first."""
    tokens: list[dict[str, int]]
    """Coin tokens: on technologies, on the Panama Canal, and won as loot (`sheet`)."""
    people: list[tuple[str, ...]]
    """Great people off the map."""
    goods: list[dict[str, int]]
    """Resources from the market."""
    huts: list[tuple[Handle, ...]]
    villages: list[tuple[Handle, ...]]
    """Markers taken and kept face down."""
    forces: list[tuple[Handle, ...]]
    """Standing forces."""
    gathers: list[dict[Square, Square]]
    """Square on which a scout gathers -> the city it serves."""
    unlocked: list[tuple[str, ...]]
    """Governments learned since the seat's last start of turn began."""
    ready: list[tuple[str, ...]]
    """Governments that may be taken up at this start of turn without anarchy."""
    anarchy: list[int]
    """The round in which anarchy began; 0: there is none."""
    events: list[tuple[Handle, ...]]
    """Culture events in hand."""
    # --- the market
    market: dict[str, int]
    pools: dict[str, int]
    """Markers of buildings that are left."""
    decks: dict[str, tuple[Handle, ...]]
    """Units by type, face down."""
    dead: dict[str, tuple[Face, ...]]
    """Units by type that lie face up under their deck."""
    event_decks: dict[int, tuple[Handle, ...]]
    """Culture events by level, face down."""
    spent: dict[int, tuple[Face, ...]]
    """Culture events by level that lie face up under their deck."""
    wonders: tuple[str, ...] = ()
    """What can be built."""
    wonder_deck: tuple[Handle, ...] = ()
    obsolete: tuple[str, ...] = ()
    person_deck: tuple[Handle, ...] = ()
    hut_deck: tuple[Handle, ...] = ()
    village_deck: tuple[Handle, ...] = ()
    # --- the turn
    deals: bool = False
    """Whether the players may deal with one another."""
    lesson: bool = False
    """Whether this is the learning game: without wonders, over with the first third city (rulebook 320-324)."""
    printed_loot: bool = False
    """Whether loot is what the rulebook prints instead of the official revised table."""
    quiet_ends: bool = False
    """Whether turns in which nobody does more than decline end the game."""
    round: int = 0
    stirred: int = 0
    """The last turn in which somebody did more than decline."""
    first: Seat = 0
    phase: str = "set-up"
    moved: dict[Square, Group]
    """Figures of the moving seat that have moved already, by where they are now."""
    acted: tuple[Square, ...] = ()
    """Cities that have acted this turn."""
    used: tuple[tuple[Seat, str], ...] = ()
    """Abilities of once a turn that were used, by seat."""
    boost: dict[Square, int]
    """Extra production of a city this turn."""
    fresh: tuple[Handle, ...] = ()
    """A village just conquered, unseen by others."""
    battle: Battle | None = None
    winner: Seat = -1

    def copy(self) -> State:
        """Copy the state, with an empty log; field by field, for speed."""
        new = object.__new__(State)
        new.left = self.left.copy()
        new.ending = self.ending
        new.stack = self.stack.copy()
        new.pending = self.pending.copy()
        new.next_need = self.next_need
        new.next_handle = self.next_handle
        new.backs = self.backs.copy()
        new.unseen = {back: faces.copy() for back, faces in self.unseen.items()}
        new.holders = self.holders.copy()
        new.log = []
        new.tiles = self.tiles.copy()
        new.laid = self.laid
        new.cities = self.cities.copy()
        new.figures = [one.copy() for one in self.figures]
        new.works = self.works.copy()
        new.markers = self.markers.copy()
        new.civilizations = self.civilizations.copy()
        new.governments = self.governments.copy()
        new.trade = self.trade.copy()
        new.culture = self.culture.copy()
        new.level = self.level.copy()
        new.techs = self.techs.copy()
        new.tokens = [one.copy() for one in self.tokens]
        new.people = self.people.copy()
        new.goods = [one.copy() for one in self.goods]
        new.huts = self.huts.copy()
        new.villages = self.villages.copy()
        new.forces = self.forces.copy()
        new.gathers = [one.copy() for one in self.gathers]
        new.unlocked = self.unlocked.copy()
        new.ready = self.ready.copy()
        new.anarchy = self.anarchy.copy()
        new.events = self.events.copy()
        new.market = self.market.copy()
        new.pools = self.pools.copy()
        new.decks = self.decks.copy()
        new.dead = self.dead.copy()
        new.event_decks = self.event_decks.copy()
        new.spent = self.spent.copy()
        new.wonders = self.wonders
        new.wonder_deck = self.wonder_deck
        new.obsolete = self.obsolete
        new.person_deck = self.person_deck
        new.hut_deck = self.hut_deck
        new.village_deck = self.village_deck
        new.deals = self.deals
        new.lesson = self.lesson
        new.printed_loot = self.printed_loot
        new.quiet_ends = self.quiet_ends
        new.round = self.round
        new.stirred = self.stirred
        new.first = self.first
        new.phase = self.phase
        new.moved = self.moved.copy()
        new.acted = self.acted
        new.used = self.used
        new.boost = self.boost.copy()
        new.fresh = self.fresh
        new.battle = self.battle
        new.winner = self.winner
        return new

    @property
    def seats(self) -> int:
        """The number of seats at the start."""
        return len(self.left)

    def order(self) -> list[Seat]:
        """Give the seats still in the game in the order of play, the first player first."""
        return sorted(self.active_seats, key=lambda seat: (seat - self.first) % self.seats)

    def once(self, seat: Seat, what: str) -> bool:
        """Whether a seat has used this already this turn."""
        return (seat, what) in self.used
