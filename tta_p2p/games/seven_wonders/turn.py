"""A turn: what a card is used for, what it costs, and what comes of it when all have chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..contract import Card, Claim, Cost, Handle, Is, Knowledge, Line, Seat
from ..kit import cards
from .effects import take_effect
from .flow import FLOW, Args, Choose, Earn, UseLast, Verb, pop
from .index import NAME, stages
from .payments import (
    Ways,
    coins_short,
    next_cost,
    purchases,
    unavailable_resources,
    ways_to_build,
    ways_to_stage,
    why_free,
)
from .state import State, neighbour
from .tables import CARDS, SALE
from .tables.model import FREE, NEIGHBOURS, RESOURCES, Price

USES = ("build", "stage", "sell")

FLOW.question(
    Choose,
    "choose",
    USES,
    args=lambda s, frame: (s.age, s.turn),
    seats=lambda s, frame: tuple(seat for seat in s.active_seats if s.hands[seat]),
)
FLOW.question(UseLast, "last-card", USES, args=lambda s, frame: (s.age,))


class Use(Verb[State]):
    """A card of the hand and what is done with it."""

    def do(self, s: State, frame: Choose | UseLast, args: Args, cost: Cost) -> None:
        card: Card = args[0]
        if isinstance(frame, UseLast):
            pop(s)
        s.hands[frame.seat] = tuple(handle for handle in s.hands[frame.seat] if handle != card.handle)
        self.use(s, frame.seat, card, _pay(s, frame.seat, cost))

    def use(self, s: State, seat: Seat, card: Card, paid: tuple[int, ...]) -> None:
        """Do with the card what was chosen; it is out of the hand and paid for: seats with the coins they got."""
        raise NotImplementedError


def _pay(s: State, seat: Seat, cost: Cost) -> tuple[int, ...]:
    paid: tuple[int, ...] = ()
    for what, number in cost:
        s.coins[seat] -= number
        if what in NEIGHBOURS:
            seller = neighbour(s, seat, what)
            s.coins[seller] += number
            paid = (*paid, seller, number)
    return paid


PAYING = {0: "", 2: "-paying", 4: "-paying-both"}
"""How the line of the log goes on if so much is to be said of who was paid."""


def _cost(coins: int, way: tuple[int, int]) -> Cost:
    found = (("coin", coins), ("left", way[0]), ("right", way[1]))
    return tuple(one for one in found if one[1])


def _held(s: State, seat: Seat, card: Card) -> Line | None:
    return None if card.handle in s.hands[seat] else Line("not-in-hand", (Card(card.handle),))


def _paid(s: State, seat: Seat, cost: Price, ways: Ways, way: tuple[int, int]) -> Cost | Line:
    if not ways:
        return why_too_dear(s, seat, cost)
    return _cost(cost.coins, way) if way in ways else Line("other-payment", way)


def why_too_dear(s: State, seat: Seat, cost: Price) -> Line:
    """Say why a seat cannot pay for something."""
    lacking = unavailable_resources(s, seat, cost)
    return Line("not-for-sale", lacking[:1]) if lacking else Line("coins-short", (coins_short(s, seat, cost),))


@FLOW.verb
class Build(Use):
    """`build #7=altar 0 2`: the building, coins to the left, coins to the right."""

    name = "build"
    shape: ClassVar = (Card, int, int)

    def candidates(self, s: State, frame: Choose | UseLast, knows: Knowledge) -> Iterator[Args]:
        seat = frame.seat
        for handle in s.hands[seat]:
            face = knows.faces.get(handle, "")
            if face and not is_built(s, seat, face):
                for left, right in ways_to_build(s, seat, face):
                    yield Card(handle, face), left, right

    def check(self, s: State, frame: Choose | UseLast, args: Args) -> Cost | Line:
        seat, card, *way = frame.seat, *args
        refused = _held(s, seat, card) or build_refusal(s, seat, card)
        if refused:
            return refused
        cost = FREE if why_free(s, seat, card.face) else CARDS[card.face].cost
        return _paid(s, seat, cost, ways_to_build(s, seat, card.face), (way[0], way[1]))

    def claims(self, s: State, frame: Choose | UseLast, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def effects(self, s: State, frame: Choose | UseLast, args: Args) -> tuple[Line, ...]:
        face = args[0].face
        why = why_free(s, frame.seat, face)
        buys = _buys(s, frame.seat, FREE if why else CARDS[face].cost, args[1:])
        return (Line("builds", (face,)), *((Line(why),) if why else ()), *buys)

    def use(self, s: State, seat: Seat, card: Card, paid: tuple[int, ...]) -> None:
        place(s, seat, card, paid)


@FLOW.verb
class BuildStage(Use):
    """`stage #7 0 2`: the next stage of the wonder, the card goes under it; coins to the left and to the right."""

    name = "stage"
    shape: ClassVar = (Card, int, int)

    def candidates(self, s: State, frame: Choose | UseLast, knows: Knowledge) -> Iterator[Args]:
        ways = ways_to_stage(s, frame.seat)
        for handle in s.hands[frame.seat]:
            for left, right in ways:
                yield Card(handle), left, right

    def check(self, s: State, frame: Choose | UseLast, args: Args) -> Cost | Line:
        card, left, right = args
        refused = _held(s, frame.seat, card) or _unnamed(card)
        if refused:
            return refused
        cost = next_cost(s, frame.seat)
        if cost is None:
            return Line("wonder-stands")
        return _paid(s, frame.seat, cost, ways_to_stage(s, frame.seat), (left, right))

    def effects(self, s: State, frame: Choose | UseLast, args: Args) -> tuple[Line, ...]:
        buys = _buys(s, frame.seat, next_cost(s, frame.seat) or FREE, args[1:])
        return (Line("stage", (s.stages[frame.seat] + 1,)), *buys)

    def use(self, s: State, seat: Seat, card: Card, paid: tuple[int, ...]) -> None:
        s.tucked[seat] = (*s.tucked[seat], card.handle)
        s.stages[seat] += 1
        s.new = (*s.new, (seat, "", s.stages[seat]))
        s.say(f"stage{PAYING[len(paid)]}", seat, s.stages[seat], s.wonders[seat], *paid)


@FLOW.verb
class Sell(Use):
    """`sell #7`: the card goes face down to the discard pile, for coins."""

    name = "sell"
    shape: ClassVar = (Card,)

    def candidates(self, s: State, frame: Choose | UseLast, knows: Knowledge) -> Iterator[Args]:
        for handle in s.hands[frame.seat]:
            yield (Card(handle),)

    def check(self, s: State, frame: Choose | UseLast, args: Args) -> Cost | Line:
        return _held(s, frame.seat, args[0]) or _unnamed(args[0]) or ()

    def effects(self, s: State, frame: Choose | UseLast, args: Args) -> tuple[Line, ...]:
        return (Line("coins", (SALE,)),)

    def use(self, s: State, seat: Seat, card: Card, paid: tuple[int, ...]) -> None:
        s.sold = (*s.sold, card.handle)
        s.coins[seat] += SALE
        s.say("sells", seat, card, SALE)


def _buys(s: State, seat: Seat, cost: Price, way: Args) -> tuple[Line, ...]:
    """Say what is bought of whom for a way to pay."""
    sides = zip(NEIGHBOURS, purchases(s, seat, cost, (way[0], way[1])), strict=True)
    return tuple(
        Line("buys", (number, resource, neighbour(s, seat, where)))
        for where, numbers in sides
        for resource, number in zip(RESOURCES, numbers, strict=True)
        if number
    )


def _unnamed(card: Card) -> Line | None:
    """Refuse a card that is named though it stays hidden."""
    return Line("stays-hidden", (Card(card.handle),)) if card.face else None


def is_built(s: State, seat: Seat, face: str) -> bool:
    """Whether a building of this name stands in the city."""
    return NAME[face] in {NAME[one] for one in s.built[seat]}


def build_refusal(s: State, seat: Seat, card: Card) -> Line | None:
    """Say why a hidden card cannot be built, whatever it costs."""
    if not card.face or not cards.can_be(s, card.handle, card.face):
        return Line("no-such-card")
    return Line("stands", (card.face,)) if is_built(s, seat, card.face) else None


def place(s: State, seat: Seat, card: Card, paid: tuple[int, ...] = ()) -> None:
    """Put a building into the city; it takes effect when all have built (`Earn`). `paid`: seats with their coins."""
    cards.reveal(s, card.handle, card.face)
    s.built[seat] = (*s.built[seat], card.face)
    s.new = (*s.new, (seat, card.face, 0))
    s.say(f"builds{PAYING[len(paid)]}", seat, card.face, *paid)


# --- when all have chosen ------------------------------------------------------------------------------------


@FLOW.runner(Earn)
def _earn(s: State, frame: Earn) -> None:
    """Sold cards go to the pile together; then everything new takes effect, on the cities as they are now."""
    discard_cards(s, s.sold)
    s.sold = ()
    new, s.new = s.new, ()
    for seat, face, number in new:
        effects = CARDS[face].effects if face else stages(s.wonders[seat], s.side(seat))[number - 1].effects
        coins = sum(take_effect(s, seat, effect) for effect in effects)
        if coins:
            s.coins[seat] += coins
            s.say("earns", seat, coins, face or s.wonders[seat])


def discard_cards(s: State, handles: tuple[Handle, ...]) -> None:
    """Ask for cards out of any hands to go face down onto the discard pile."""
    if handles:
        s.discards = (*s.discards, *handles)
        cards.return_cards(s, -1, handles)
