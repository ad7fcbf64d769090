"""Smugglers: a little game of hidden barrels for 2 to 4 smugglers.

Eighteen crates with one back: barrels numbered 1, 2 and 3 (four of each) and lamps numbered 1 (three), 2
(two) and 3 (one). Everybody is dealt two crates, one more is shown and lies on the quay. Seats take turns.
In your turn take up to two actions (a table may play with three), each kind once, then end the turn:

- sell a barrel: it goes open onto the quay, you get its number in coins;
- stow a barrel unseen in the cave, for two coins: that it is a barrel is proved, which one is not;
- light the lighthouse: prove that your lamps add up to more than the light that burns; you keep it now;
- spy, for a coin: look at a crate in the cave or in another hand;
- fetch, for a coin, the top crate of the quay into your hand.

Ending a turn draws a crate. When the last one is drawn the cave is raided: its crates are mixed and shown,
and who keeps the light gets their numbers. Most coins and loot win. Who leaves takes its crates out of the
game; a light it kept goes out. The last one to stay wins at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import contract as c
from ..kit import cards
from ..kit.encoding import state_codec
from ..kit.flow import Args, Flow, Verb, pop, push
from ..kit.game import KitGame, rank_seats
from ..kit.state import Frame, GameState, TableFrame
from . import ENTRY
from .texts import NAMES, WORDS

BARRELS = ("barrel-1", "barrel-2", "barrel-3")
LAMPS = (("lamp-1", 1), ("lamp-2", 2), ("lamp-3", 3))
FACES = (*BARRELS * 4, *("lamp-1",) * 3, *("lamp-2",) * 2, "lamp-3")
BACK = "crate"
HAND = 2
STOWED = 2


@dataclass(slots=True, kw_only=True)
class State(GameState):
    """All that everybody sees; `deck` and `cave` are face down, `quay` and `loot` open."""

    acts: int
    hands: list[tuple[c.Handle, ...]]
    coins: list[int]
    turn: c.Seat = 0
    used: tuple[str, ...] = ()
    deck: tuple[c.Handle, ...] = ()
    cave: tuple[c.Handle, ...] = ()
    quay: tuple[c.Face, ...] = ()
    loot: tuple[c.Face, ...] = ()
    light: int = 0
    keeper: c.Seat | None = None


FLOW: Flow[State] = Flow()


# --- how a turn goes -----------------------------------------------------------------------------------------


class Turn(Frame, frozen=True):
    """A seat takes its actions."""


class NextTurn(TableFrame, frozen=True):
    """The turn of this seat is over: another one begins, or the cave is raided."""


class Quay(TableFrame, frozen=True):
    """The crate that was shown lies on the quay."""


class Loot(TableFrame, frozen=True):
    """The crates of the cave were shown."""


FLOW.question(
    Turn,
    "turn",
    ("sell", "stow", "light", "spy", "fetch", "end"),
    lambda s, frame: (s.acts - len(s.used),),
    idle="end",
    repeats=True,
)


@FLOW.runner(NextTurn)
def _next_turn(s: State, frame: NextTurn) -> None:
    if s.deck:
        s.turn, s.used = s.seat_after(frame.seat), ()
        push(s, Turn(s.turn))
    elif s.cave:
        mixed = cards.shuffle(s, "cave", s.cave)
        s.cave = ()
        cards.show(s, mixed, Loot(frame.seat))
    else:
        s.finish("raided")


@FLOW.listener(Quay)
def _quay(s: State, frame: Quay, fact: c.Shown) -> None:
    s.quay = fact.faces
    s.say("quay", *fact.faces)


@FLOW.listener(Loot)
def _loot(s: State, frame: Loot, fact: c.Shown) -> None:
    s.loot = fact.faces
    for face in fact.faces:
        s.say("loot", face)
    s.finish("raided")


# --- actions -------------------------------------------------------------------------------------------------


class Action(Verb[State]):
    """Something a smuggler does in its turn, each kind once; `coin`: for a coin."""

    coin = False

    def check(self, s: State, frame: Turn, args: Args) -> c.Cost | c.Line:
        if self.name in s.used or len(s.used) == s.acts:
            return c.Line("no-more", (self.name,))
        if self.coin and not s.coins[frame.seat]:
            return c.Line("no-coin")
        if not self.possible(s, frame.seat, args):
            return c.Line("not-possible", (self.name,))
        return (("coin", 1),) if self.coin else ()

    def do(self, s: State, frame: Turn, args: Args, cost: c.Cost) -> None:
        s.used = (*s.used, self.name)
        s.coins[frame.seat] -= 1 if self.coin else 0
        s.say(self.name, frame.seat, *args)
        self.carry_out(s, frame.seat, args)

    def effects(self, s: State, frame: Turn, args: Args) -> tuple[c.Line, ...]:
        return (c.Line(self.name, args),)

    def possible(self, s: State, seat: c.Seat, args: Args) -> bool:
        """Say whether the rules allow it, the number of actions and coins apart."""
        raise NotImplementedError

    def carry_out(self, s: State, seat: c.Seat, args: Args) -> None:
        """Do what the action is about."""
        raise NotImplementedError


@FLOW.verb
class Sell(Action):
    """`sell #7=barrel-2`: the barrel goes open onto the quay."""

    name = "sell"
    shape = (c.Card,)

    def candidates(self, s: State, frame: Turn, knows: c.Knowledge) -> Iterator[Args]:
        for handle in s.hands[frame.seat]:
            yield (c.Card(handle, knows.faces.get(handle, "")),)

    def possible(self, s: State, seat: c.Seat, args: Args) -> bool:
        (card,) = args
        return card.handle in s.hands[seat] and card.face in BARRELS and cards.can_be(s, card.handle, card.face)

    def claims(self, s: State, frame: Turn, args: Args) -> tuple[c.Claim, ...]:
        return (c.Is(args[0].handle, args[0].face),)

    def carry_out(self, s: State, seat: c.Seat, args: Args) -> None:
        (card,) = args
        cards.reveal(s, card.handle, card.face)
        s.hands[seat] = tuple(h for h in s.hands[seat] if h != card.handle)
        s.quay = (card.face, *s.quay)
        s.coins[seat] += number(card.face)


@FLOW.verb
class Stow(Action):
    """`stow #7`: a barrel goes unseen into the cave."""

    name = "stow"
    shape = (c.Card,)

    def candidates(self, s: State, frame: Turn, knows: c.Knowledge) -> Iterator[Args]:
        for handle in s.hands[frame.seat]:
            if knows.faces.get(handle) in BARRELS:
                yield (c.Card(handle),)

    def possible(self, s: State, seat: c.Seat, args: Args) -> bool:
        (card,) = args
        return card.handle in s.hands[seat] and not card.face

    def claims(self, s: State, frame: Turn, args: Args) -> tuple[c.Claim, ...]:
        return (c.OneOf(args[0].handle, BARRELS),)

    def carry_out(self, s: State, seat: c.Seat, args: Args) -> None:
        (card,) = args
        cards.return_cards(s, seat, (card.handle,))
        s.hands[seat] = tuple(h for h in s.hands[seat] if h != card.handle)
        s.cave = (*s.cave, card.handle)
        s.coins[seat] += STOWED


@FLOW.verb
class Light(Action):
    """`light 3`: the lamps of the hand add up to at least that much."""

    name = "light"
    shape = (int,)

    def candidates(self, s: State, frame: Turn, knows: c.Knowledge) -> Iterator[Args]:
        most = sum(dict(LAMPS).get(knows.faces.get(h, ""), 0) for h in s.hands[frame.seat])
        for light in range(s.light + 1, most + 1):
            yield (light,)

    def possible(self, s: State, seat: c.Seat, args: Args) -> bool:
        (light,) = args
        return bool(s.light < light <= 3 * len(s.hands[seat]))

    def claims(self, s: State, frame: Turn, args: Args) -> tuple[c.Claim, ...]:
        return (c.AtLeast(s.hands[frame.seat], LAMPS, args[0]),)

    def carry_out(self, s: State, seat: c.Seat, args: Args) -> None:
        (light,) = args
        s.light, s.keeper = light, seat


@FLOW.verb
class Spy(Action):
    """`spy #9`: look at a crate in the cave or in another hand."""

    name = "spy"
    shape = (c.Card,)
    coin = True

    def candidates(self, s: State, frame: Turn, knows: c.Knowledge) -> Iterator[Args]:
        for handle in (*s.cave, *(h for seat, hand in enumerate(s.hands) if seat != frame.seat for h in hand)):
            yield (c.Card(handle),)

    def possible(self, s: State, seat: c.Seat, args: Args) -> bool:
        (card,) = args
        elsewhere = card.handle in s.cave or any(card.handle in hand for hand in s.hands)
        return elsewhere and card.handle not in s.hands[seat] and not card.face

    def carry_out(self, s: State, seat: c.Seat, args: Args) -> None:
        (card,) = args
        cards.peek(s, (card.handle,), seat)


@FLOW.verb
class Fetch(Action):
    """`fetch`: the top crate of the quay comes into the hand."""

    name = "fetch"
    coin = True

    def possible(self, s: State, seat: c.Seat, args: Args) -> bool:
        return s.quay != ()

    def carry_out(self, s: State, seat: c.Seat, args: Args) -> None:
        s.hands[seat] = cards.remix(s, seat, s.hands[seat], s.quay[:1])
        s.quay = s.quay[1:]


@FLOW.verb
class End(Verb[State]):
    """`end`: a crate is drawn, and the turn is over."""

    name = "end"

    def check(self, s: State, frame: Turn, args: Args) -> c.Cost | c.Line:
        return ()

    def effects(self, s: State, frame: Turn, args: Args) -> tuple[c.Line, ...]:
        return (c.Line("end"),)

    def do(self, s: State, frame: Turn, args: Args, cost: c.Cost) -> None:
        pop(s)
        s.say("end", frame.seat)
        _draw(s, frame.seat, 1)
        push(s, NextTurn(frame.seat))


def _draw(s: State, seat: c.Seat, count: int) -> None:
    """Deal crates of the deck into a hand, which is mixed then, so that nobody can follow a crate through it."""
    drawn, s.deck = s.deck[:count], s.deck[count:]
    cards.deal(s, seat, drawn)
    s.hands[seat] = cards.remix(s, seat, (*s.hands[seat], *drawn))


# --- the game ------------------------------------------------------------------------------------------------


class Smugglers(KitGame[State]):
    """The rules of Smugglers."""

    name = "smugglers"
    seats = ENTRY.seats
    settings = (c.Setting("actions", (2, 3)),)
    flow = FLOW
    codec = state_codec(State, 2, FLOW.frames)
    words = WORDS
    clauses = frozenset(("log.end", "log.fetch", "log.left", "log.light", "log.sell", "log.spy", "log.stow"))
    names = NAMES
    crates = FACES

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> State:
        """Ask for the crates, the one on the quay and the hands."""
        acts = options["actions"]
        s = State(left=[None] * seats, acts=int(acts), hands=[()] * seats, coins=[0] * seats)
        crates = cards.shuffle(s, "crates", (), self.crates)
        cards.show(s, crates[:1], Quay(0))
        s.deck = crates[1:]
        for seat in range(seats):
            _draw(s, seat, HAND)
        push(s, Turn(0))
        return s

    def clear_seat(self, s: State, seat: c.Seat, dropped: Sequence[c.Need]) -> None:
        """Take the hand out of the game; the light goes out, and the turn passes on."""
        s.hands[seat] = ()
        for need in dropped:
            if isinstance(need, c.Remix):
                s.quay = (*need.faces, *s.quay)  # it was to be fetched
        if s.keeper == seat:
            s.keeper, s.light = None, 0
        if s.turn == seat and not s.stack and not _raid(s):
            push(s, NextTurn(seat))

    def turn(self, state: State) -> tuple[int, c.Seat | None]:
        """Give how many crates were drawn at the end of a turn, and whose turn it is."""
        return len(self.crates) - 1 - HAND * len(state.hands) - len(state.deck), state.turn

    def zones(self, state: State) -> Iterable[tuple[str, c.Seat | None, Iterable[c.Handle]]]:
        """Say where the closed crates lie."""
        yield "deck", None, state.deck
        yield "cave", None, state.cave
        for seat, hand in enumerate(state.hands):
            yield "hand", seat, hand

    def upcoming_shuffles(self, state: State) -> tuple[c.UpcomingShuffle, ...]:
        """No deck is laid out later."""
        return ()

    def standings(self, state: State) -> c.Standings:
        """Score coins, and for the keeper of the light the loot."""
        loot = sum(map(number, state.loot))
        parts = [
            (("coins", coins), ("loot", loot if seat == state.keeper else 0)) for seat, coins in enumerate(state.coins)
        ]
        return rank_seats(parts, state.left, c.Line(state.ending) if state.over else None)

    def faces(self) -> tuple[c.Face, ...]:
        """List every face."""
        return tuple(sorted(set(self.crates)))

    def back(self, face: c.Face) -> c.Back:
        """All crates look alike."""
        return dict.fromkeys(FACES, BACK)[face]

    def rules_digests(self) -> Mapping[str, bytes]:
        """The engine's version, and the crates (few enough to be their own digest)."""
        return {"engine": b"1", "crates": " ".join(self.crates).encode()}


def number(face: c.Face) -> int:
    """Give the number on a crate."""
    return int(face.partition("-")[2])


def _raid(s: State) -> bool:
    """Whether the crates of the cave are being shown, which ends the game."""
    return any(isinstance(pending.listener, Loot) for pending in s.pending)
