"""The flow of Civilization, and every kind of frame."""

from __future__ import annotations

from ..contract import Act, Acts, Face, Handle, Seat
from ..kit.flow import Args, Flow, Verb, pop, push
from ..kit.state import Frame, TableFrame
from .map.squares import Square
from .players.coins import coins, seats_near_coins
from .players.limits import culture_hand
from .state import State
from .tables.civilizations import COINS_TO_WIN
from .tables.events import CULTURE_HAND

__all__ = ["FLOW", "Args", "Verb", "pop", "push"]


class CivilizationFlow(Flow[State]):
    """A flow with rules that hold at every instant.

    A player with enough coins wins at once, except amid research, which compares all. A player with too many culture
    events discards before anything else, whatever the cause: new cards, another government, lost coins.
    """

    def run(self, s: State) -> None:
        """Go on until a decision is open, a frame waits for a need, or the game is over."""
        self._hold(s)
        super().run(s)
        self._hold(s)

    def _hold(self, s: State) -> None:
        check_coin_victory(s)
        _overfull(s)

    def act(self, s: State, fact: Act | Acts) -> tuple[int, ...]:
        """Carry out an act, and remember the last turn with more than declined decisions. Raises Illegal."""
        frame = self.decision_frame(s)
        idle = "" if frame is None else self.idle(s, frame).partition(" ")[0]
        shares = super().act(s, fact)
        if any(act.verb != idle for act in (fact.acts if isinstance(fact, Acts) else (fact,))):
            s.stirred = s.round
        return shares


def near_coin_victory(s: State) -> list[Seat]:
    """Give the seats that would have coins enough to win if they owned all coins of the map."""
    return seats_near_coins(s, COINS_TO_WIN)


def coin_winner(s: State) -> Seat:
    """Give the seat with coins enough to win, the first in the order of play of several; -1: none."""
    found = [seat for seat in near_coin_victory(s) if coins(s, seat) >= COINS_TO_WIN]
    return next(seat for seat in s.order() if seat in found) if found else -1


def check_coin_victory(s: State) -> None:
    """Let a seat with coins enough win at once, except amid research, which compares all."""
    if s.phase in ("set-up", "research") or s.over:
        return
    seat = coin_winner(s)
    if seat >= 0:
        win_game(s, seat, "economy")


def win_game(s: State, seat: Seat, how: str) -> None:
    """End the game with the victory of a seat."""
    s.winner = seat
    s.say(f"wins-{how}", seat)
    s.finish(how)


def _overfull(s: State) -> None:
    while s.stack and isinstance(s.stack[-1], Discard) and not _too_many(s, s.stack[-1].seat):
        pop(s)  # somebody has left, and the hand may be larger again
    if max(map(len, s.events)) > CULTURE_HAND:  # the smallest limit: an act checks this twice, and no more
        for seat in range(s.seats):
            check_event_limit(s, seat)


def _too_many(s: State, seat: Seat) -> bool:
    return len(s.events[seat]) > CULTURE_HAND and len(s.events[seat]) > culture_hand(s, seat)


def check_event_limit(s: State, seat: Seat) -> None:
    """Let a seat with too many culture events discard, unless it is about to."""
    if _too_many(s, seat) and not s.over and not any(isinstance(one, Discard) and one.seat == seat for one in s.stack):
        push(s, Discard(seat))


FLOW = CivilizationFlow()

# --- set-up --------------------------------------------------------------------------------------------------


class Allot(TableFrame, frozen=True):
    """The lot for civilizations and the first player was drawn."""

    chosen: bool


class TakeCivilization(Frame, frozen=True):
    """A seat chooses a civilization."""


class Provide(TableFrame, frozen=True):
    """All have a civilization: homes, units and wonders are laid out."""


class GetsWonder(TableFrame, frozen=True):
    """A wonder was turned up, for Egypt."""


class GetsPerson(TableFrame, frozen=True):
    """A great person was turned up for a seat."""


class Offered(TableFrame, frozen=True):
    """Wonders were turned up for the market."""


class PlaceCapital(Frame, frozen=True):
    """A seat chooses where its capital stands."""


class PlaceWonder(Frame, frozen=True):
    """A seat places the wonder it begins with."""

    wonder: str


class PlaceFigures(Frame, frozen=True):
    """A seat places the figures it begins with."""

    armies: int
    scouts: int


class SetDial(Frame, frozen=True):
    """A seat counts the trade it begins with."""


class PlacePerson(Frame, frozen=True):
    """A seat places a great person or keeps it for later."""

    person: str


# --- a turn --------------------------------------------------------------------------------------------------


class NextTurn(TableFrame, frozen=True):
    """The next turn begins."""


class Phase(TableFrame, frozen=True):
    """A phase begins; each seat has its part in the order of play."""

    name: str


class BeginStart(Frame, frozen=True):
    """A seat's start of turn: its wonders work."""


class Start(Frame, frozen=True):
    """A seat founds cities, changes its government, and so on."""


class MakeRoom(Frame, frozen=True):
    """The figures on the square of a new city move away."""

    square: Square


class Collect(Frame, frozen=True):
    """A seat collects trade."""


class BeginTrading(Frame, frozen=True):
    """All have collected trade: a seat's own part of the trade phase begins, if it can do anything."""


class Trading(Frame, frozen=True):
    """A seat uses what its technologies can do in the trade phase, and deals with others."""


class Grant(Frame, frozen=True):
    """A seat gives a coin to one of several other players."""


class Discard(Frame, frozen=True):
    """A seat with too many culture events discards one."""


class Swap(Frame, frozen=True):
    """A seat learns a technology that another seat knows, up to a level."""

    other: Seat
    level: int


class Manage(Frame, frozen=True):
    """A seat's cities act."""


class Divide(Frame, frozen=True):
    """A city divides its production between two items; so much is left for the first or the `second`."""

    city: Square
    left: int
    second: bool


class UnitDies(Frame, frozen=True):
    """A unit of a seat was drawn by lot and turned up, to die."""


class BeginMoves(Frame, frozen=True):
    """A seat's figures can move again."""


class Moves(Frame, frozen=True):
    """A seat moves its figures, one group after the other."""


class Underway(Frame, frozen=True):
    """A group that has begun its move stands on a square, and so many points are left."""

    square: Square
    armies: int
    scouts: int
    points: int


class OnTheWay(Underway, frozen=True):
    """A seat decides how a group goes on, or that it stays."""


class Passing(Underway, frozen=True):
    """A seat decides how a group goes on; it cannot stay on its square."""


class Heading(Frame, frozen=True):
    """The group under way goes to a square; `does`: `go` or `sacrifice`, for which technology."""

    to: Square
    does: str
    tech: str = ""


class ChooseWay(Heading, frozen=True):
    """A seat chooses the way of its group."""


class TileTurned(TableFrame, frozen=True):
    """A tile was turned up, to be turned clockwise so often."""

    site: int
    turned: int


class Study(TableFrame, frozen=True):
    """All choose what they research, all at once."""


class Gift(Frame, frozen=True):
    """Germany takes a resource for a technology with a unit."""


class EndStudy(TableFrame, frozen=True):
    """All have learned: the winner, if any, is found."""


# --- battles -------------------------------------------------------------------------------------------------


class NextBlow(TableFrame, frozen=True):
    """A side plays its next unit, if it has one."""

    side: int


class Levy(Frame, frozen=True):
    """The barbarians' player chooses the decks of so many missing units."""

    number: int


class Facing(TableFrame, frozen=True):
    """Both sides have their hands."""


class Blow(Frame, frozen=True):
    """The player of a side plays a unit."""

    side: int


class SecondHalf(TableFrame, frozen=True):
    """A side has played its unit: the second half of its battle turn begins, if it could do anything."""

    side: int


class Tend(Frame, frozen=True):
    """A side may use abilities after its unit (rulebook 1161: before an attack or after it)."""

    side: int


class EndBattle(TableFrame, frozen=True):
    """All units are played."""


class Survivor(Frame, frozen=True):
    """A seat may take home one of its units that have died in a battle."""

    dead: tuple[Face, ...]


class Loot(Frame, frozen=True):
    """The winner of a battle takes loot, worth so many points, from the loser; for a `city`, or for figures."""

    loser: Seat
    points: int
    city: bool = False


class NewVillage(Frame, frozen=True):
    """A seat says whether the village it has conquered holds a great person."""

    handle: Handle
