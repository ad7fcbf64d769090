"""Caravan: a little game of passing hands for 2 to 5 merchants.

Three goods, seven cards of each, numbered 1 to 7. A coin toss decides whether hands go left or right all
game. Everybody is dealt four cards. Then, all at once: choose a card of your hand and either keep it
(face up before you) or sell it (face down to the market) for coins. The rest of the hand goes to your
neighbour. When the hands are used up, the market is shuffled and its top card shown: that good is in
demand. You score the numbers on your kept cards, those of the good in demand twice, and your coins.

Who leaves takes the cards of its hand out of the game, and the others pass past it. The last one to stay
wins at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import contract as c
from ..kit import cards
from ..kit.encoding import state_codec
from ..kit.flow import Args, Flow, Verb, push
from ..kit.game import KitGame, rank_seats
from ..kit.state import GameState, TableFrame
from . import ENTRY
from .texts import NAMES, WORDS

GOODS = ("salt", "silk", "spice")
FACES: tuple[c.Face, ...] = tuple(f"{good}-{number}" for good in GOODS for number in range(1, 8))
BACK = "bale"
HAND = 4


@dataclass(slots=True, kw_only=True)
class State(GameState):
    """All that everybody sees; `deck` and `market` are face down."""

    sale: int
    hands: list[tuple[c.Handle, ...]]
    kept: list[tuple[c.Face, ...]]
    coins: list[int]
    to_left: bool = True
    deck: tuple[c.Handle, ...] = ()
    market: tuple[c.Handle, ...] = ()
    demand: c.Face = ""


FLOW: Flow[State] = Flow()


# --- how the game goes ---------------------------------------------------------------------------------------


class Toss(TableFrame, frozen=True):
    """The coin was tossed."""


class Choose(TableFrame, frozen=True):
    """All who hold cards choose one, all at once."""


class PassOn(TableFrame, frozen=True):
    """The hands go to the neighbours."""


class Mix(TableFrame, frozen=True):
    """The new hands are mixed; then there is another choice, or the market opens."""


class Demand(TableFrame, frozen=True):
    """The top card of the market was shown."""


FLOW.question(
    Choose,
    "choose",
    ("keep", "sell"),
    seats=lambda s, frame: tuple(seat for seat, hand in enumerate(s.hands) if hand),
)


@FLOW.listener(Toss)
def _toss(s: State, frame: Toss, fact: c.Rolled) -> None:
    s.to_left = fact.value == 0
    s.say("to-left" if s.to_left else "to-right")


@FLOW.runner(PassOn)
def _pass_on(s: State, frame: PassOn) -> None:
    before, s.hands = s.hands, [()] * len(s.hands)
    for seat in s.active_seats:
        if before[seat]:
            neighbour = s.seat_after(seat, 1 if s.to_left else -1)
            cards.pass_cards(s, neighbour, before[seat])
            s.hands[neighbour] = before[seat]
    push(s, Mix(0))


@FLOW.runner(Mix)
def _mix(s: State, frame: Mix) -> None:
    for seat in s.active_seats:
        s.hands[seat] = cards.remix(s, seat, s.hands[seat])
    if any(s.hands):
        push(s, Choose(0), PassOn(0))
    elif s.market:
        mixed = cards.shuffle(s, "market", s.market)
        cards.show(s, mixed[:1], Demand(0))
        s.market = mixed[1:]
    else:
        s.finish("sold-out")


@FLOW.listener(Demand)
def _demand(s: State, frame: Demand, fact: c.Shown) -> None:
    (s.demand,) = fact.faces
    s.say("demand", _good(s.demand))
    s.finish("sold-out")


# --- what can be chosen --------------------------------------------------------------------------------------


class Choice(Verb[State]):
    """One card of the hand, with its face if it is shown."""

    shape = (c.Card,)

    def check(self, s: State, frame: Choose, args: Args) -> c.Cost | c.Line:
        (card,) = args
        if card.handle not in s.hands[frame.seat]:
            return c.Line("not-in-hand", (c.Card(card.handle),))
        return () if self.fits(s, card) else c.Line("bad-card", (c.Card(card.handle),))

    def do(self, s: State, frame: Choose, args: Args, cost: c.Cost) -> None:
        (card,) = args
        s.hands[frame.seat] = tuple(h for h in s.hands[frame.seat] if h != card.handle)
        self.carry_out(s, frame.seat, card)

    def fits(self, s: State, card: c.Card) -> bool:
        """Say whether the face is named as it must be."""
        raise NotImplementedError

    def carry_out(self, s: State, seat: c.Seat, card: c.Card) -> None:
        """Do with the card what was chosen; it is out of the hand already."""
        raise NotImplementedError


@FLOW.verb
class Keep(Choice):
    """`keep #7=silk-2`: the card lies open before its owner."""

    name = "keep"

    def candidates(self, s: State, frame: Choose, knows: c.Knowledge) -> Iterator[Args]:
        for handle in s.hands[frame.seat]:
            if handle in knows.faces:
                yield (c.Card(handle, knows.faces[handle]),)

    def fits(self, s: State, card: c.Card) -> bool:
        return cards.can_be(s, card.handle, card.face)

    def claims(self, s: State, frame: Choose, args: Args) -> tuple[c.Claim, ...]:
        return (c.Is(args[0].handle, args[0].face),)

    def effects(self, s: State, frame: Choose, args: Args) -> tuple[c.Line, ...]:
        return (c.Line("kept", args),)

    def carry_out(self, s: State, seat: c.Seat, card: c.Card) -> None:
        cards.reveal(s, card.handle, card.face)
        s.kept[seat] = (*s.kept[seat], card.face)
        s.say("keeps", seat, card.face)


@FLOW.verb
class Sell(Choice):
    """`sell #7`: the card goes face down to the market, for coins."""

    name = "sell"

    def candidates(self, s: State, frame: Choose, knows: c.Knowledge) -> Iterator[Args]:
        for handle in s.hands[frame.seat]:
            yield (c.Card(handle),)

    def fits(self, s: State, card: c.Card) -> bool:
        return card.face == ""

    def effects(self, s: State, frame: Choose, args: Args) -> tuple[c.Line, ...]:
        return (c.Line("coins", (s.sale,)),)

    def carry_out(self, s: State, seat: c.Seat, card: c.Card) -> None:
        cards.return_cards(s, seat, (card.handle,))
        s.market = (*s.market, card.handle)
        s.coins[seat] += s.sale
        s.say("sells", seat, card, s.sale)


# --- the game ------------------------------------------------------------------------------------------------


class Caravan(KitGame[State]):
    """The rules of Caravan."""

    name = "caravan"
    seats = ENTRY.seats
    settings = (c.Setting("sale", (3, 2, 4)),)
    flow = FLOW
    codec = state_codec(State, 2, FLOW.frames)
    words = WORDS
    clauses = frozenset(("log.keeps", "log.left", "log.sells"))
    names = NAMES

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> State:
        """Ask for the coin toss, the deck and the hands."""
        nothing = [()] * seats
        s = State(left=[None] * seats, sale=int(options["sale"]), hands=[*nothing], kept=[*nothing], coins=[0] * seats)
        cards.roll(s, 2, Toss(0))
        s.deck = cards.shuffle(s, "bales", (), FACES)
        for seat in range(seats):
            hand, s.deck = s.deck[:HAND], s.deck[HAND:]
            cards.deal(s, seat, hand)
            s.hands[seat] = cards.remix(s, seat, hand)
        push(s, Choose(0), PassOn(0))
        return s

    def clear_seat(self, s: State, seat: c.Seat, dropped: Sequence[c.Need]) -> None:
        """Take the hand out of the game; what was on its way to the seat is lost, too."""
        s.hands[seat] = ()

    def turn(self, state: State) -> tuple[int, c.Seat | None]:
        """Give how often all have chosen; they do so at the same time."""
        return HAND - max(map(len, state.hands)) + 1, None

    def zones(self, state: State) -> Iterable[tuple[str, c.Seat | None, Iterable[c.Handle]]]:
        """Say where the face-down bales lie."""
        yield "deck", None, state.deck
        yield "market", None, state.market
        for seat, hand in enumerate(state.hands):
            yield "hand", seat, hand

    def upcoming_shuffles(self, state: State) -> tuple[c.UpcomingShuffle, ...]:
        """The only shuffle of known faces is the first."""
        return ()

    def standings(self, state: State) -> c.Standings:
        """Score kept cards and coins; who left comes last."""
        parts = []
        for kept, coins in zip(state.kept, state.coins, strict=True):
            wanted = [face for face in kept if _good(face) == _good(state.demand)]
            score = (sum(map(_number, kept)), sum(map(_number, wanted)), coins)
            parts.append(tuple(zip(("cards", "demand", "coins"), score, strict=True)))
        return rank_seats(parts, state.left, c.Line(state.ending) if state.over else None)

    def faces(self) -> tuple[c.Face, ...]:
        """List every face."""
        return tuple(sorted(FACES))

    def back(self, face: c.Face) -> c.Back:
        """All bales look alike."""
        return dict.fromkeys(FACES, BACK)[face]

    def rules_digests(self) -> Mapping[str, bytes]:
        """The engine's version, and the cards (few enough to be their own digest)."""
        return {"engine": b"1", "cards": " ".join(FACES).encode()}


def _good(face: c.Face) -> str:
    return face.partition("-")[0]


def _number(face: c.Face) -> int:
    return int(face.partition("-")[2])
