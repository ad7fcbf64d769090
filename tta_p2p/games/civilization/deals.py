"""Deals of the trade phase: one player names what goes each way, another takes it or leaves it.

The terms are put together act by act, so that what can be named stays a short list. Trade, unspent culture, resources
of the market, huts, villages and culture events change hands, nothing else; a promise binds nobody and is no act.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from ..contract import Act, Arg, Card, Cost, Handle, Knowledge, Line, Option, Seat
from ..kit import cards
from ..kit.records import replace
from ..kit.state import Frame
from .culture import hold
from .flow import FLOW, Args, Trading, Verb, pop, push
from .rivals import named_rival, named_rivals
from .state import State
from .tables.model import RESOURCES
from .values import gain_trade

Item: TypeAlias = tuple[str, int]
"""Something that changes hands: `trade`, `culture` or a resource and how many, or `card` and a handle."""
NUMBERED = ("trade", "culture", *RESOURCES)
MOST_ITEMS = 4
"""So many things a player can name on either side of a deal: more at once is another deal."""
TRIES = 2
"""So often a turn one player can propose a deal to another: else two of them could keep all others waiting."""


class Terms(Frame, frozen=True):
    """A seat puts a deal with another one together: what it gives, and what it gets."""

    other: Seat
    gives: tuple[Item, ...] = ()
    gets: tuple[Item, ...] = ()


class Proposal(Frame, frozen=True):
    """A seat takes or leaves the deal of another one, which gives and gets so much."""

    other: Seat
    gives: tuple[Item, ...]
    gets: tuple[Item, ...]


@FLOW.leaves(Terms)
def _without_partner(s: State, frame: Terms, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, frame.other) else frame


@FLOW.leaves(Proposal)
def _without_side(s: State, frame: Proposal, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, frame.other) else frame


# --- what there is -------------------------------------------------------------------------------------------


def _tried(s: State, seat: Seat, other: Seat) -> int:
    return s.used.count((seat, f"deal {other}"))


def partners(s: State, seat: Seat) -> list[tuple[Seat, tuple[Arg, ...]]]:
    """Give with whom a seat can still deal in this turn, each with how an act names it."""
    return [(other, named) for other, named in named_rivals(s, seat) if s.deals and _tried(s, seat, other) < TRIES]


def _hidden(s: State, seat: Seat) -> tuple[Handle, ...]:
    return (*s.huts[seat], *s.villages[seat], *s.events[seat])


def _number(s: State, seat: Seat, what: str) -> int:
    """Give how much of something a seat has."""
    if what in RESOURCES:
        return s.goods[seat][what]
    return {"trade": s.trade, "culture": s.culture}[what][seat]


def _item(s: State, seat: Seat, args: Args) -> Item | Line:
    """Give what an act names among what a seat has, or the line that says why it cannot."""
    match args:
        case (str(what), int(number)) if what in NUMBERED:
            there = _number(s, seat, what)
            return (what, number) if 0 < number <= there else Line("only-so-much", (there, what))
        case (Card(handle, ""),) if handle in _hidden(s, seat):
            return "card", handle
        case (Card(),):
            return Line("no-such-card")
        case (str(), int()):
            return Line("not-dealt", args[:1])
    return Line("bad-arguments")


def _told(s: State, items: tuple[Item, ...]) -> tuple[Arg, ...]:
    """Give what changes hands as lines name it: each piece by itself, cards by their backs."""
    pieces: list[Arg] = []
    for what, number in items:
        pieces += [s.backs[number]] if what == "card" else [what] * number
    return tuple(pieces) or ("nothing",)


def _both(s: State, gives: tuple[Item, ...], gets: tuple[Item, ...]) -> tuple[Arg, ...]:
    return (*_told(s, gives), "/", *_told(s, gets))


# --- putting it together -------------------------------------------------------------------------------------


@FLOW.verb
class Deal(Verb[State]):
    """`deal rome`: begin to put a deal together; with two players it is `deal`."""

    name = "deal"
    shape = None

    def candidates(self, s: State, frame: Trading, knows: Knowledge) -> Iterator[Args]:
        yield from (named for _, named in partners(s, frame.seat))

    def check(self, s: State, frame: Trading, args: Args) -> Cost | Line:
        if not s.deals:
            return Line("no-deals")
        if args in [named for _, named in partners(s, frame.seat)]:
            return ()
        tried = any(args == named for _, named in named_rivals(s, frame.seat))
        return Line("dealt-enough", (TRIES,)) if tried else Line("no-rival", args[:1])

    def without(self, s: State, frame: Trading) -> Line:
        return Line("dealt-enough", (TRIES,)) if s.deals else Line("no-deals")

    def do(self, s: State, frame: Trading, args: Args, cost: Cost) -> None:
        other = named_rival(s, frame.seat, args)
        s.used = (*s.used, (frame.seat, f"deal {other}"))
        push(s, Terms(frame.seat, other))


FLOW.asks(
    Terms,
    "terms",
    ("offer", "want", "propose", "withdraw"),
    lambda s, frame: (frame.other, *_both(s, frame.gives, frame.gets)),
    idle="withdraw",
)


class Naming(Verb[State]):
    """One more thing is named on a side of the deal."""

    shape = None
    own: ClassVar[bool]
    """Whether it is on the side of who proposes."""

    def _whose(self, frame: Terms) -> tuple[Seat, tuple[Item, ...]]:
        return (frame.seat, frame.gives) if self.own else (frame.other, frame.gets)

    def candidates(self, s: State, frame: Terms, knows: Knowledge) -> Iterator[Args]:
        seat, _ = self._whose(frame)
        for what in NUMBERED:
            yield from ((what, number) for number in range(1, _number(s, seat, what) + 1))
        yield from ((Card(handle),) for handle in _hidden(s, seat))

    def options(self, s: State, frame: Terms, knows: Knowledge, seat: Seat) -> Iterator[Option]:
        _, items = self._whose(frame)
        named: set[Arg] = {what if what != "card" else Card(number) for what, number in items}
        for args in self.candidates(s, frame, knows) if len(items) < MOST_ITEMS else ():
            if args[0] not in named:
                yield Option(Act(seat, self.name, args))

    def check(self, s: State, frame: Terms, args: Args) -> Cost | Line:
        seat, items = self._whose(frame)
        item = _item(s, seat, args)
        if isinstance(item, Line):
            return Line("bad-arguments", (self.name,)) if item.key == "bad-arguments" else item
        if len(items) >= MOST_ITEMS:
            return Line("deal-full", (MOST_ITEMS,))
        named = item in items if item[0] == "card" else any(one[0] == item[0] for one in items)
        return Line("named-already") if named else ()

    def do(self, s: State, frame: Terms, args: Args, cost: Cost) -> None:
        pop(s)
        seat, items = self._whose(frame)
        item = _item(s, seat, args)
        assert not isinstance(item, Line)
        push(s, replace(frame, gives=(*items, item)) if self.own else replace(frame, gets=(*items, item)))


@FLOW.verb
class Offer(Naming):
    """`offer trade 5`, `offer #7`: you would give that."""

    name = "offer"
    own = True


@FLOW.verb
class Want(Naming):
    """`want culture 3`, `want #9`: you would get that; a card is picked by its back."""

    name = "want"
    own = False


@FLOW.verb
class Propose(Verb[State]):
    """`propose`: the other player is asked; nothing has changed hands yet."""

    name = "propose"

    def check(self, s: State, frame: Terms, args: Args) -> Cost | Line:
        return () if frame.gives or frame.gets else Line("empty-deal")

    def do(self, s: State, frame: Terms, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("proposes", frame.seat, frame.other, *_both(s, frame.gives, frame.gets))
        push(s, Proposal(frame.other, frame.seat, frame.gives, frame.gets))


@FLOW.verb
class Withdraw(Verb[State]):
    """`withdraw`: you propose nothing after all."""

    name = "withdraw"

    def check(self, s: State, frame: Terms, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Terms, args: Args, cost: Cost) -> None:
        pop(s)


# --- taking it or leaving it ---------------------------------------------------------------------------------

FLOW.asks(
    Proposal,
    "proposal",
    ("accept", "decline"),
    lambda s, frame: (frame.other, *_both(s, frame.gives, frame.gets)),
    idle="decline",
)


@FLOW.verb
class Accept(Verb[State]):
    """`accept`: it is a deal, and changes hands at once."""

    name = "accept"

    def check(self, s: State, frame: Proposal, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Proposal, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("accepts", frame.seat, frame.other, *_both(s, frame.gives, frame.gets))
        _hand_over(s, frame)


@FLOW.verb
class Decline(Verb[State]):
    """`decline`: there is no such deal."""

    name = "decline"

    def check(self, s: State, frame: Proposal, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Proposal, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("declines", frame.seat, frame.other)


def _hand_over(s: State, frame: Proposal) -> None:
    """Let everything change hands at the same time; trade that a dial does not hold is lost."""
    ways = ((frame.other, frame.seat, frame.gives), (frame.seat, frame.other, frame.gets))
    for giver, _, items in ways:
        for what, number in items:
            if what in RESOURCES:
                s.goods[giver][what] -= number
            elif what != "card":
                {"trade": s.trade, "culture": s.culture}[what][giver] -= number
    for _, taker, items in ways:
        for what, number in items:
            if what == "trade":
                gain_trade(s, taker, number)
            elif what == "culture":
                s.culture[taker] += number
            elif what in RESOURCES:
                s.goods[taker][what] += number
    passed = [_passed(s, giver, taker, items) for giver, taker, items in ways]
    for (_, taker, _), handles in zip(ways, passed, strict=True):
        _taken(s, taker, handles)


def _passed(s: State, giver: Seat, taker: Seat, items: tuple[Item, ...]) -> tuple[Handle, ...]:
    """Let hidden cards go to another hand; they are mixed there when all have come."""
    handles = tuple(number for what, number in items if what == "card")
    for kind in (s.huts, s.villages, s.events):
        kind[giver] = tuple(one for one in kind[giver] if one not in handles)
    for handle in handles:
        cards.pass_on(s, taker, (handle,))
    return handles


def _taken(s: State, taker: Seat, handles: tuple[Handle, ...]) -> None:
    for name, kind in (("hut", s.huts), ("village", s.villages)):
        new = tuple(handle for handle in handles if s.backs[handle] == name)
        if new:
            kind[taker] = cards.remix(s, taker, (*kind[taker], *new))
    for handle in handles:
        back, _, level = s.backs[handle].rpartition("-")
        if back == "event":
            hold(s, taker, handle, int(level))
