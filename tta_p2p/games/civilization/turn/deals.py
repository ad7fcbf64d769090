"""Deals of the trade phase: one player names the terms for two players or several, and all others take or leave them.

The terms are put together act by act, so that the list of choices stays short. Trade, unspent culture, resources of
the market, huts, villages and culture events change hands, nothing else; a promise binds nobody and is no act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, TypeAlias

from ...contract import Act, Arg, Card, Cost, Handle, Knowledge, Line, Option, Seat
from ...kit import cards
from ...kit.records import replace
from ...kit.state import Frame, TableFrame
from ..culture.track import add_to_hand
from ..flow import FLOW, Args, Trading, Verb, pop, push
from ..players.holdings import gain_trade
from ..players.opponents import named_rivals
from ..state import State
from ..tables.model import RESOURCES

Item: TypeAlias = tuple[str, int]
"""A thing that changes hands: `trade`, `culture` or a resource and its number, or `card` and a handle."""
Transfer: TypeAlias = tuple[Seat, Seat, str, int]
"""The giver, the receiver, and the thing itself (`Item`)."""
Partners: TypeAlias = tuple[tuple[Seat, ...], tuple[Arg, ...]]
"""The partners of a seat, and their names in an act."""
NUMBERED = ("trade", "culture", *RESOURCES)
TRIES = 10
"""The most deals a player may propose a turn: far more than people do, but no way to keep all others waiting."""


class _Deal(Frame, frozen=True):
    others: tuple[Seat, ...]
    items: tuple[Transfer, ...] = ()

    @property
    def other(self) -> Seat:
        """The first partner."""
        return self.others[0]

    @property
    def gives(self) -> tuple[Item, ...]:
        """The things that the deciding seat gives."""
        return tuple((what, number) for giver, _, what, number in self.items if giver == self.seat)

    @property
    def gets(self) -> tuple[Item, ...]:
        """The things that the deciding seat gets."""
        return tuple((what, number) for _, taker, what, number in self.items if taker == self.seat)


class Terms(_Deal, frozen=True):
    """A seat puts together a deal with another one."""


class TermsOfSeveral(Terms, frozen=True):
    """A seat puts together a deal with several others."""


class Proposal(_Deal, frozen=True):
    """A seat takes or leaves a deal. `others`: the proposer, then all partners but the seat itself.

    `later`: the seats to be asked next if the deal is taken.
    """

    later: tuple[Seat, ...] = ()


class ProposalOfSeveral(Proposal, frozen=True):
    """A seat takes or leaves a deal between several."""


class TradeAgain(TableFrame, frozen=True):
    """All have had their part of the trade phase: seats that had it before the last deal get another."""


def _without_side(s: State, frame: _Deal, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, *frame.others) else frame


for _kind in (Terms, TermsOfSeveral, Proposal, ProposalOfSeveral):
    FLOW.departure(_kind)(_without_side)


# --- what there is -------------------------------------------------------------------------------------------


def partners(s: State, seat: Seat) -> tuple[Partners, ...]:
    """Give the partners a seat can still deal with this turn, one or several, each with their names in an act."""
    if not s.deals or s.used.count((seat, "deal")) >= TRIES:
        return ()
    return _companies(tuple(named_rivals(s, seat)))


@lru_cache(1024)
def _companies(rivals: tuple[tuple[Seat, tuple[Arg, ...]], ...]) -> tuple[Partners, ...]:
    """Give every choice among rivals, fewest first: it stays the same until somebody leaves."""
    found = [some for number in range(1, len(rivals) + 1) for some in combinations(rivals, number)]
    return tuple(
        (tuple(other for other, _ in some), tuple(arg for _, named in some for arg in named)) for some in found
    )


def _hidden(s: State, seat: Seat) -> tuple[Handle, ...]:
    return (*s.huts[seat], *s.villages[seat], *s.events[seat])


def _number(s: State, seat: Seat, what: str) -> int:
    """Give how much of something a seat has."""
    if what in RESOURCES:
        return s.goods[seat][what]
    return (s.trade if what == "trade" else s.culture)[seat]


def _left(s: State, frame: _Deal, giver: Seat, what: str) -> int:
    """Give how much of something a seat has beyond the terms."""
    named = (number for one, _, item, number in frame.items if (one, item) == (giver, what))
    return _number(s, giver, what) - sum(named)


def _named(frame: _Deal, giver: Seat, taker: Seat, item: Item) -> bool:
    """Whether a deal names this thing already, or another number of it between the same two."""
    if item[0] == "card":
        return any((what, number) == item for _, _, what, number in frame.items)
    return any(one[:3] == (giver, taker, item[0]) for one in frame.items)


def _item(s: State, frame: _Deal, giver: Seat, args: Args) -> Item | Line:
    """Give the thing of a seat that an act names, or the line that refuses it."""
    match args:
        case (str(what), int(number)) if what in NUMBERED:
            there = _left(s, frame, giver, what)
            return (what, number) if 0 < number <= there else Line("only-so-much", (there, what))
        case (Card(handle, ""),) if handle in _hidden(s, giver):
            return "card", handle
        case (Card(),):
            return Line("no-such-card")
        case (str(), int()):
            return Line("not-dealt", args[:1])
    return Line("bad-arguments")


def _told(s: State, items: Iterable[Item]) -> tuple[Arg, ...]:
    """Give the terms as lines name them: each piece by itself, cards by their backs."""
    pieces: list[Arg] = []
    for what, number in items:
        pieces += [s.backs[number]] if what == "card" else [what] * number
    return tuple(pieces) or ("nothing",)


def _both(s: State, gives: Iterable[Item], gets: Iterable[Item]) -> tuple[Arg, ...]:
    return (*_told(s, gives), "/", *_told(s, gets))


def _all(s: State, items: tuple[Transfer, ...]) -> tuple[Arg, ...]:
    """Give the terms as nested sentences, one for each thing."""
    told: list[Arg] = []
    for at, (giver, taker, what, number) in enumerate(items):
        card, last = "-card" if what == "card" else "", "-last" if at + 1 == len(items) else ""
        thing, count = (s.backs[number], 1) if card else (what, number)
        told += [f"hands{card}{last}", giver, taker, count, thing, "/"]
    return tuple(told) or ("hands-nothing",)


# --- putting it together -------------------------------------------------------------------------------------


@FLOW.verb
class DealVerb(Verb[State]):
    """`deal rome`: begin to put a deal together; with two players it is `deal`."""

    name = "deal"
    shape = None
    several: ClassVar[bool] = False

    def options(self, s: State, frame: Frame, knows: Knowledge, seat: Seat) -> list[Option]:
        return [Option(Act(seat, self.name, named)) for named in self.candidates(s, frame, knows)]

    def candidates(self, s: State, frame: Frame, knows: Knowledge) -> Iterator[Args]:
        yield from (named for others, named in partners(s, frame.seat) if (len(others) > 1) is self.several)

    def check(self, s: State, frame: Frame, args: Args) -> Cost | Line:
        if not s.deals:
            return Line("no-deals")
        if args in list(self.candidates(s, frame, Knowledge())):
            return ()
        every = _companies(tuple(named_rivals(s, frame.seat)))
        known = any(args == named for others, named in every if (len(others) > 1) is self.several)
        return Line("dealt-enough", (TRIES,)) if known else Line("no-rival", args[:1])

    def no_candidates(self, s: State, frame: Frame) -> Line:
        return Line("dealt-enough", (TRIES,)) if s.deals else Line("no-deals")

    def do(self, s: State, frame: Frame, args: Args, cost: Cost) -> None:
        others = next(some for some, named in partners(s, frame.seat) if named == args)
        if isinstance(frame, Proposal):  # what was proposed is left for another deal
            pop(s)
            s.say("declines", frame.seat, frame.other)
        s.used = (*s.used, (frame.seat, "deal"))
        push(s, (Terms if len(others) == 1 else TermsOfSeveral)(frame.seat, others))


@FLOW.verb
class Parley(DealVerb):
    """`parley rome egypt`: begin to put a deal of several together."""

    name = "parley"
    several = True


FLOW.question(
    Terms,
    "terms",
    ("offer", "want", "propose", "withdraw"),
    lambda s, frame: (frame.other, *_both(s, frame.gives, frame.gets)),
    idle="withdraw",
)
FLOW.question(
    TermsOfSeveral,
    "terms-of-several",
    ("offer", "want", "hand", "propose", "withdraw"),
    lambda s, frame: _all(s, frame.items),
    idle="withdraw",
)


# A list of terms has hundreds of acts, the same ones again after each of them: they are values, and made once.


@lru_cache(4096)
def _up_to(seat: Seat, verb: str, args: tuple[Arg, ...], most: int) -> tuple[Option, ...]:
    """Give the arguments for every number of something, up to the most."""
    return tuple(Option(Act(seat, verb, (*args, number))) for number in range(1, most + 1))


@lru_cache(4096)
def _card(seat: Seat, verb: str, named: tuple[Arg, ...], handle: Handle) -> Option:
    return Option(Act(seat, verb, (*named, Card(handle))))


class TermVerb(Verb[State]):
    """A verb that adds a thing to the terms."""

    shape = None

    def ways(self, s: State, frame: Terms) -> Iterator[tuple[Seat, Seat, tuple[Arg, ...]]]:
        """Give the pairs of giver and receiver for this verb, and their names in an act."""
        raise NotImplementedError

    def options(self, s: State, frame: Terms, knows: Knowledge, seat: Seat) -> list[Option]:
        named_between = {item[:3] for item in frame.items}
        cards_named = {number for _, _, what, number in frame.items if what == "card"}
        stocks: dict[Seat, list[tuple[str, int]]] = {}
        hands: dict[Seat, list[Handle]] = {}
        found: list[Option] = []
        for giver, taker, named in self.ways(s, frame):
            if giver not in stocks:
                stocks[giver] = [(what, left) for what in NUMBERED if (left := _left(s, frame, giver, what)) > 0]
                hands[giver] = [handle for handle in _hidden(s, giver) if handle not in cards_named]
            for what, left in stocks[giver]:
                if (giver, taker, what) not in named_between:
                    found += _up_to(seat, self.name, (*named, what), left)
            found += [_card(seat, self.name, named, handle) for handle in hands[giver]]
        return found

    def candidates(self, s: State, frame: Terms, knows: Knowledge) -> Iterator[Args]:
        yield from (option.act.args for option in self.options(s, frame, knows, frame.seat))

    def _found(self, s: State, frame: Terms, args: Args) -> Transfer | Line:
        for giver, taker, named in self.ways(s, frame):
            if args[: len(named)] == named:
                item = _item(s, frame, giver, args[len(named) :])
                if isinstance(item, Line):
                    return Line("bad-arguments", (self.name,)) if item.key == "bad-arguments" else item
                return Line("named-already") if _named(frame, giver, taker, item) else (giver, taker, *item)
        return Line("bad-arguments", (self.name,))

    def check(self, s: State, frame: Terms, args: Args) -> Cost | Line:
        found = self._found(s, frame, args)
        return found if isinstance(found, Line) else ()

    def do(self, s: State, frame: Terms, args: Args, cost: Cost) -> None:
        pop(s)
        found = self._found(s, frame, args)
        assert not isinstance(found, Line)
        push(s, replace(frame, items=(*frame.items, found)))


def _called(s: State, frame: Terms, other: Seat) -> tuple[Arg, ...]:
    """Give the name of a partner in an act: nothing if there is only one."""
    return (s.civilizations[other],) if len(frame.others) > 1 else ()


@FLOW.verb
class Offer(TermVerb):
    """`offer trade 5`, `offer #7`: you would give that; among several, whom: `offer rome trade 5`."""

    name = "offer"

    def ways(self, s: State, frame: Terms) -> Iterator[tuple[Seat, Seat, tuple[Arg, ...]]]:
        yield from ((frame.seat, other, _called(s, frame, other)) for other in frame.others)


@FLOW.verb
class Want(TermVerb):
    """`want culture 3`, `want #9`: you would get that; a card is picked by its back; `want rome culture 3`."""

    name = "want"

    def ways(self, s: State, frame: Terms) -> Iterator[tuple[Seat, Seat, tuple[Arg, ...]]]:
        yield from ((other, frame.seat, _called(s, frame, other)) for other in frame.others)


@FLOW.verb
class Hand(TermVerb):
    """`hand rome egypt silk 1`: among several, Rome would give Egypt that."""

    name = "hand"

    def ways(self, s: State, frame: Terms) -> Iterator[tuple[Seat, Seat, tuple[Arg, ...]]]:
        for giver in frame.others:
            for taker in frame.others:
                if giver != taker:
                    yield giver, taker, (s.civilizations[giver], s.civilizations[taker])


@FLOW.verb
class Propose(Verb[State]):
    """`propose`: the others are asked, one after the other; nothing has changed hands yet."""

    name = "propose"

    def check(self, s: State, frame: Terms, args: Args) -> Cost | Line:
        if not frame.items:
            return Line("empty-deal")
        idle = [one for one in frame.others if not any(one in item[:2] for item in frame.items)]
        return Line("no-part-of-deal", (idle[0],)) if idle else ()

    def do(self, s: State, frame: Terms, args: Args, cost: Cost) -> None:
        pop(s)
        if isinstance(frame, TermsOfSeveral):
            s.say("proposes-to-several", frame.seat, *_all(s, frame.items))
        else:
            s.say("proposes", frame.seat, frame.other, *_both(s, frame.gives, frame.gets))
        _ask_next(s, frame.seat, frame.others, frame.others, frame.items)


def _ask_next(
    s: State, proposer: Seat, others: tuple[Seat, ...], later: tuple[Seat, ...], items: tuple[Transfer, ...]
) -> None:
    asked, *rest = later
    kind = Proposal if len(others) == 1 else ProposalOfSeveral
    push(s, kind(asked, (proposer, *(one for one in others if one != asked)), items, tuple(rest)))


@FLOW.verb
class Withdraw(Verb[State]):
    """`withdraw`: you propose nothing after all."""

    name = "withdraw"

    def check(self, s: State, frame: Terms, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Terms, args: Args, cost: Cost) -> None:
        pop(s)


# --- taking it or leaving it ---------------------------------------------------------------------------------

FLOW.question(
    Proposal,
    "proposal",
    ("accept", "deal", "parley", "decline"),
    lambda s, frame: (frame.other, *_both(s, frame.gets, frame.gives)),
    idle="decline",
)
FLOW.question(
    ProposalOfSeveral,
    "proposal-of-several",
    ("accept", "deal", "parley", "decline"),
    lambda s, frame: (frame.other, *_all(s, frame.items)),
    idle="decline",
)


@FLOW.verb
class Accept(Verb[State]):
    """`accept`: it is a deal, and changes hands as soon as all others have accepted it."""

    name = "accept"

    def check(self, s: State, frame: Proposal, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Proposal, args: Args, cost: Cost) -> None:
        pop(s)
        proposer = frame.other
        if isinstance(frame, ProposalOfSeveral):
            s.say("agrees", frame.seat, proposer)
        else:
            s.say("accepts", frame.seat, proposer, *_both(s, frame.gets, frame.gives))
        if frame.later:
            others = (frame.seat, *frame.others[1:])
            _ask_next(s, proposer, tuple(one for one in s.order() if one in others), frame.later, frame.items)
            return
        if isinstance(frame, ProposalOfSeveral):
            s.say("strikes-deal", proposer, *_all(s, frame.items))
        now = _trader(s)
        s.used = tuple(one for one in s.used if one[1] != "traded" or one[0] == now)
        _hand_over(s, frame.items)


@FLOW.verb
class Decline(Verb[State]):
    """`decline`: there is no such deal."""

    name = "decline"

    def check(self, s: State, frame: Proposal, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Proposal, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("declines", frame.seat, frame.other)


def _trader(s: State) -> Seat | None:
    """Give the seat whose part of the trade phase it is; None: it has left amid a deal that others go on with."""
    return next((one.seat for one in reversed(s.stack) if isinstance(one, Trading)), None)


def _hand_over(s: State, items: tuple[Transfer, ...]) -> None:
    """Let everything change hands at the same time; trade that a dial does not hold is lost."""
    for giver, _, what, number in items:
        if what in RESOURCES:
            s.goods[giver][what] -= number
        elif what != "card":
            {"trade": s.trade, "culture": s.culture}[what][giver] -= number
    for _, taker, what, number in items:
        if what == "trade":
            gain_trade(s, taker, number)
        elif what == "culture":
            s.culture[taker] += number
        elif what in RESOURCES:
            s.goods[taker][what] += number
    passed = [(giver, taker, number) for giver, taker, what, number in items if what == "card"]
    gone = {handle for _, _, handle in passed}
    for giver in dict.fromkeys(giver for giver, _, _ in passed):
        for kind in (s.huts, s.villages, s.events):
            kind[giver] = tuple(one for one in kind[giver] if one not in gone)
    for _, taker, handle in passed:
        cards.pass_cards(s, taker, (handle,))
    for taker in dict.fromkeys(taker for _, taker, _ in passed):
        _taken(s, taker, tuple(handle for _, one, handle in passed if one == taker))


def _taken(s: State, taker: Seat, handles: tuple[Handle, ...]) -> None:
    for name, kind in (("hut", s.huts), ("village", s.villages)):
        new = tuple(handle for handle in handles if s.backs[handle] == name)
        if new:
            kind[taker] = cards.remix(s, taker, (*kind[taker], *new))
    for handle in handles:
        back, _, level = s.backs[handle].rpartition("-")
        if back == "event":
            add_to_hand(s, taker, handle, int(level))
