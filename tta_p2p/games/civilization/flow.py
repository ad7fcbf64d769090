"""How Civilization goes on: its flow, and the pieces of work there are."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import Act, Acts, Handle, Seat
from ..kit.flow import Args, Flow, Verb, pop, push
from ..kit.state import Frame, Lasting
from .state import Square, State
from .tables.civilizations import COINS_TO_WIN
from .values import coins, coins_off_map, coins_on_map

__all__ = ["FLOW", "Args", "Verb", "pop", "push"]


class WithCoins(Flow[State]):
    """A flow in which whoever has enough coins wins at once, but not amid research: there all are compared."""

    def run(self, s: State) -> None:
        """Go on until a decision is open, a frame waits for a need, or the game is over."""
        _richest(s)
        super().run(s)
        _richest(s)

    def act(self, s: State, fact: Act | Acts) -> tuple[int, ...]:
        """Carry out an act, and remember the turn in which somebody last did more than decline. Raises Illegal."""
        frame = self.asking(s)
        idle = "" if frame is None else self._asks[type(frame)].idle
        shares = super().act(s, fact)
        if any(act.verb != idle for act in (fact.acts if isinstance(fact, Acts) else (fact,))):
            s.stirred = s.round
        return shares


def _richest(s: State) -> None:
    if s.phase in ("set-up", "research") or s.over:
        return
    on_map = coins_on_map(s)
    near = [seat for seat in range(s.seats) if coins_off_map(s, seat) + on_map >= COINS_TO_WIN]
    for seat in s.order() if near else ():
        if seat in near and coins(s, seat) >= COINS_TO_WIN:
            wins(s, seat, "economy")
            return


def wins(s: State, seat: Seat, how: str) -> None:
    """End the game: this seat has won it."""
    s.winner = seat
    s.say(f"wins-{how}", seat)
    s.finish(how)


FLOW = WithCoins()

# --- set-up --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Allot(Lasting):
    """The lot for civilizations and the first player was drawn."""

    chosen: bool


@dataclass(frozen=True, slots=True)
class TakeCivilization(Frame):
    """A seat chooses a civilization."""


@dataclass(frozen=True, slots=True)
class Provide(Lasting):
    """All have a civilization: homes, units and wonders are laid out."""


@dataclass(frozen=True, slots=True)
class GetsWonder(Lasting):
    """A wonder was turned up, for Egypt."""


@dataclass(frozen=True, slots=True)
class GetsPerson(Lasting):
    """A great person was turned up for a seat."""


@dataclass(frozen=True, slots=True)
class Offered(Lasting):
    """Wonders were turned up for the market."""


@dataclass(frozen=True, slots=True)
class PlaceCapital(Frame):
    """A seat chooses where its capital stands."""


@dataclass(frozen=True, slots=True)
class PlaceWonder(Frame):
    """A seat places the wonder it begins with."""

    wonder: str


@dataclass(frozen=True, slots=True)
class PlaceFigures(Frame):
    """A seat places the figures it begins with."""

    armies: int
    scouts: int


@dataclass(frozen=True, slots=True)
class SetDial(Frame):
    """A seat counts the trade it begins with."""


@dataclass(frozen=True, slots=True)
class PlacePerson(Frame):
    """A seat places a great person or keeps it for later."""

    person: str


# --- a turn --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextTurn(Lasting):
    """The next turn begins."""


@dataclass(frozen=True, slots=True)
class Phase(Lasting):
    """A phase begins; each seat has its part in the order of play."""

    name: str


@dataclass(frozen=True, slots=True)
class BeginStart(Frame):
    """A seat's start of turn: its wonders work."""


@dataclass(frozen=True, slots=True)
class Start(Frame):
    """A seat founds cities, changes its government, and so on."""


@dataclass(frozen=True, slots=True)
class MakeRoom(Frame):
    """The figures on the square of a new city move away."""

    square: Square


@dataclass(frozen=True, slots=True)
class Collect(Frame):
    """A seat collects trade."""


@dataclass(frozen=True, slots=True)
class BeginTrading(Frame):
    """All have collected trade: a seat's own part of the trade phase begins, if it can do anything."""


@dataclass(frozen=True, slots=True)
class Trading(Frame):
    """A seat uses what its technologies can do in the trade phase, and deals with others."""


@dataclass(frozen=True, slots=True)
class Grant(Frame):
    """A seat gives a coin to one of several other players."""


@dataclass(frozen=True, slots=True)
class Discard(Frame):
    """A seat with too many culture events discards one."""


@dataclass(frozen=True, slots=True)
class Swap(Frame):
    """A seat learns what another one knows, up to a level."""

    other: Seat
    level: int


@dataclass(frozen=True, slots=True)
class Manage(Frame):
    """A seat's cities act."""


@dataclass(frozen=True, slots=True)
class Divide(Frame):
    """A city divides its production, for two things; so much is left, for the first or the `second`."""

    city: Square
    left: int
    second: bool


@dataclass(frozen=True, slots=True)
class UnitDies(Frame):
    """A unit of a seat was drawn by lot and turned up, to die."""


@dataclass(frozen=True, slots=True)
class BeginMoves(Frame):
    """A seat's figures can move again."""


@dataclass(frozen=True, slots=True)
class Moves(Frame):
    """A seat moves its figures, one group after the other."""


@dataclass(frozen=True, slots=True)
class OnTheWay(Frame):
    """A group that has begun its move may go on: so many points are left."""

    square: Square
    armies: int
    scouts: int
    points: int


@dataclass(frozen=True, slots=True)
class TileTurned(Lasting):
    """A tile was turned up, and comes to lie turned clockwise so often."""

    site: int
    turned: int


@dataclass(frozen=True, slots=True)
class Study(Lasting):
    """All choose what they research, all at once."""


@dataclass(frozen=True, slots=True)
class Gift(Frame):
    """Germany takes a resource for a technology with a unit."""


@dataclass(frozen=True, slots=True)
class EndStudy(Lasting):
    """All have learned; who has won now?"""


# --- battles -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextBlow(Lasting):
    """A side plays its next unit, if it has one."""

    side: int


@dataclass(frozen=True, slots=True)
class Blow(Frame):
    """The player of a side plays a unit."""

    side: int


@dataclass(frozen=True, slots=True)
class EndBattle(Lasting):
    """All units are played."""


@dataclass(frozen=True, slots=True)
class Loot(Frame):
    """The winner of a battle takes loot, worth so many points, from the loser."""

    loser: Seat
    points: int


@dataclass(frozen=True, slots=True)
class NewVillage(Frame):
    """A seat says whether the village it has conquered holds a great person."""

    handle: Handle
