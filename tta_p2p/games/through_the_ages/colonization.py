"""Territories: the auction, the force that is sent, the new colony (rulebook: territories and colonization).

Bids above the force everybody can see are promises about the hand: `AtLeast` over it. James Cook's discards cannot
be part of such a promise, so he names them (`throw`) before he bids; that binds him to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..contract import AtLeast, Card, Claim, Cost, Face, Handle, Is, Knowledge, Line, Seat
from ..kit.records import replace
from .armies import armies
from .effects import effect
from .flow import Args, Verb, departure, pop, push, question, runner, verb, verb_for
from .hands import discard_hidden, discard_open
from .index import (
    BACK,
    BONUS_CARDS,
    COLONIZATION,
    IS_UNIT,
    POLITICAL_ACTIONS,
    POLITICAL_ACTIONS_ONCE,
    SPECIALS,
    STRENGTH,
    TERRITORIES,
)
from .phases import Politics
from .piles import play_open
from .politics import begin, known_cards, not_held
from .ratings import printed, units
from .state import Frame, Player, State, TableFrame
from .tableau import Do, add_colony, leader_goes
from .tables import effects as e

COOK = "james-cook"
NO_HANDLES: tuple[Handle, ...] = ()

# --- force ---------------------------------------------------------------------------------------------------


def fleet_force(p: Player, sent: Mapping[Face, int]) -> int:
    """Give the force of some units with the armies they form and the ships on a player's cards."""
    strength = sum(number * STRENGTH.get(face, 0) for face, number in sent.items())
    return strength + armies(p, sent).bonus + printed(p, COLONIZATION)


def public_force(p: Player) -> int:
    """Give the largest force a player could send without cards of the hand; 0 without units."""
    sent = units(p)
    return fleet_force(p, sent) if sent else 0


def cook(p: Player) -> tuple[int, int]:
    """Give how many cards a player may discard when colonizing, and what each adds."""
    numbers = SPECIALS[COOK].get(p.leader)
    return (numbers[0], numbers[1]) if numbers else (0, 0)


def bonus_force(p: Player, face: Face) -> int:
    """Give what a bonus card adds to a force that a player sends."""
    numbers = SPECIALS["james-cook-2006"].get(p.leader)
    return BONUS_CARDS[face].colonization + (numbers[0] if numbers else 0)


def _worth(s: State, p: Player, handles: tuple[Handle, ...]) -> tuple[tuple[Face, int], ...]:
    """Give the bonus cards these hidden cards could be, as far as everybody knows, and what they add."""
    backs = {s.backs[handle] for handle in handles}
    return tuple(
        (face, bonus_force(p, face))
        for face in BONUS_CARDS
        if BACK[face] in backs and s.unseen[BACK[face]].get(face, 0)
    )


def _most(s: State, p: Player, handles: tuple[Handle, ...]) -> int:
    """Give the most these hidden cards could add, as far as everybody knows."""
    total = 0
    for face, value in _worth(s, p, handles):
        count = sum(s.backs[handle] == BACK[face] for handle in handles)
        total += value * min(count, s.unseen[BACK[face]][face])
    return total


def _known(p: Player, handles: tuple[Handle, ...], knows: Knowledge) -> int:
    """Give what the owner knows these cards to add."""
    total = 0
    for handle in handles:
        face = knows.faces.get(handle, "")
        total += bonus_force(p, face) if face in BONUS_CARDS else 0
    return total


def promise(s: State, p: Player, handles: tuple[Handle, ...], total: int) -> tuple[Claim, ...]:
    """Give the claim that hidden cards of a player are worth so much; none if they need not be worth anything."""
    return (AtLeast(handles, _worth(s, p, handles), total),) if total > 0 else ()


def _hand(p: Player, without: tuple[Handle, ...]) -> tuple[Handle, ...]:
    return tuple(handle for handle in p.military_hand if handle not in without)


# --- auction -------------------------------------------------------------------------------------------------


class PutUp(TableFrame, frozen=True):
    """A territory is auctioned among all who are in the game."""

    face: Face


class Bidding(TableFrame, frozen=True):
    """Go on with an auction: `bidders` are those still in, the next first.

    `holder` made the last bid (-1: nobody yet) and `named` these cards for it.
    """

    face: Face
    bidders: tuple[Seat, ...]
    bid: int
    holder: Seat
    named: tuple[Handle, ...]


class Auction(Frame, frozen=True):
    """Bid or pass; `thrown` are cards James Cook would discard, the rest is as in `Bidding`."""

    face: Face
    bidders: tuple[Seat, ...]
    bid: int
    holder: Seat
    named: tuple[Handle, ...]
    thrown: tuple[Handle, ...]


@runner(PutUp)
def _put_up(s: State, frame: PutUp) -> None:
    push(s, Bidding(frame.seat, frame.face, tuple(s.clockwise(s.current)), 0, -1, NO_HANDLES))


@runner(Bidding)
def _bidding(s: State, frame: Bidding) -> None:
    bidders = frame.bidders
    while bidders and bidders[0] != frame.holder:
        seat = bidders[0]
        if _could_bid(s, seat) > frame.bid:
            push(s, Auction(seat, frame.face, bidders, frame.bid, frame.holder, frame.named, NO_HANDLES))
            return
        s.say("auction-out", seat, frame.bid)
        bidders = bidders[1:]
    if bidders:
        s.say("auction-won", frame.holder, frame.face, frame.bid)
        push(s, Force(frame.holder, frame.face, frame.bid, frame.named, (), 0, NO_HANDLES))
    else:
        s.say("territory-unclaimed", frame.face)


def _could_bid(s: State, seat: Seat) -> int:
    """Give the highest bid a seat could make, as far as everybody knows."""
    p = s.players[seat]
    force = public_force(p)
    number, value = cook(p)
    return force + _most(s, p, p.military_hand) + value * min(number, len(p.military_hand)) if force else 0


@verb
class Bid(Verb):
    """`bid 4`: offer to colonize with a force of 4."""

    name = "bid"
    shape = (int,)

    def candidates(self, s: State, frame: Auction, knows: Knowledge) -> Iterator[Args]:
        most = _with_thrown(s, frame) + _known(s.players[frame.seat], _hand(s.players[frame.seat], frame.thrown), knows)
        for bid in range(frame.bid + 1, most + 1):
            yield (bid,)

    def check(self, s: State, frame: Auction, args: Args) -> Cost | Line:
        if args[0] <= frame.bid:
            return Line("bid-too-low", (frame.bid,))
        p = s.players[frame.seat]
        most = _with_thrown(s, frame) + _most(s, p, _hand(p, frame.thrown))
        return () if args[0] <= most else Line("bid-too-high", (most,))

    def claims(self, s: State, frame: Auction, args: Args) -> tuple[Claim, ...]:
        p = s.players[frame.seat]
        return promise(s, p, _hand(p, frame.thrown), args[0] - _with_thrown(s, frame))

    def do(self, s: State, frame: Auction, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("bids", frame.seat, args[0])
        bidders = (*frame.bidders[1:], frame.seat)
        push(s, Bidding(frame.seat, frame.face, bidders, args[0], frame.seat, frame.thrown))


def _with_thrown(s: State, frame: Auction) -> int:
    p = s.players[frame.seat]
    return public_force(p) + cook(p)[1] * len(frame.thrown)


@verb_for(Auction)
class AuctionThrow(Verb):
    """`throw #214`: James Cook reckons with discarding that card, in the bid that follows."""

    name = "throw"
    shape = (Card,)

    def candidates(self, s: State, frame: Auction, knows: Knowledge) -> list[Args]:
        p = s.players[frame.seat]
        if len(frame.thrown) >= cook(p)[0]:
            return []
        return [(Card(handle),) for handle in _hand(p, frame.thrown)]

    def check(self, s: State, frame: Auction, args: Args) -> Cost | Line:
        return _throwable(s, frame.seat, args[0], frame.thrown) or ()

    def do(self, s: State, frame: Auction, args: Args, cost: Cost) -> None:
        pop(s)
        push(s, replace(frame, thrown=(*frame.thrown, args[0].handle)))


def _throwable(s: State, seat: Seat, card: Card, thrown: tuple[Handle, ...]) -> Line | None:
    p = s.players[seat]
    if card.face:
        return Line("face-down-only")
    if card.handle not in _hand(p, thrown):
        return Line("not-in-hand", (card,))
    number = cook(p)[0]
    return None if len(thrown) < number else Line("throws-used", (number,))


@verb_for(Auction)
class AuctionPass(Verb):
    """`pass`: leave the auction."""

    name = "pass"

    def check(self, s: State, frame: Auction, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Auction, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("auction-pass", frame.seat)
        push(s, Bidding(frame.seat, frame.face, frame.bidders[1:], frame.bid, frame.holder, frame.named))


question(
    Auction,
    "auction",
    ("bid", "throw", "pass"),
    lambda s, frame: (frame.face, frame.bid, frame.holder),
    idle="pass",
)


@departure(Auction)
def _auction_leaves(s: State, frame: Auction, seat: Seat) -> Frame | None:
    bidding = Bidding(frame.seat, frame.face, frame.bidders, frame.bid, frame.holder, frame.named)
    return frame if seat not in frame.bidders else _bidding_leaves(s, bidding, seat)


@departure(Bidding)
def _bidding_leaves(s: State, frame: Bidding, seat: Seat) -> Frame | None:
    if seat == frame.holder:
        return PutUp(frame.seat, frame.face)
    if seat not in frame.bidders:
        return frame
    bidders = tuple(other for other in frame.bidders if other != seat)
    return Bidding(frame.seat, frame.face, bidders, frame.bid, frame.holder, frame.named)


# --- the force that is sent ----------------------------------------------------------------------------------


class Force(Frame, frozen=True):
    """Put together the force: units sent, `bonus` worth of cards shown, cards `thrown` by James Cook.

    `named` are the cards he named with his bid. It is always possible to reach the bid: the hand was promised to
    be worth what is missing, and no `throw` may break that.
    """

    face: Face
    bid: int
    named: tuple[Handle, ...]
    sent: tuple[tuple[Face, int], ...]
    bonus: int
    thrown: tuple[Handle, ...]


def _so_far(s: State, frame: Force) -> int:
    p = s.players[frame.seat]
    return fleet_force(p, dict(frame.sent)) + frame.bonus + cook(p)[1] * len(frame.thrown)


@verb
class Send(Verb):
    """`send warriors`: send one such unit."""

    name = "send"
    shape = (str,)

    def candidates(self, s: State, frame: Force, knows: Knowledge) -> list[Args]:
        return [(face,) for face in units(s.players[frame.seat])]

    def check(self, s: State, frame: Force, args: Args) -> Cost | Line:
        face = args[0]
        have = s.players[frame.seat].workers.get(face, 0) if face in IS_UNIT else 0
        return () if have > dict(frame.sent).get(face, 0) else Line("no-worker-on", (face,))

    def effects(self, s: State, frame: Force, args: Args) -> tuple[Line, ...]:
        return (Line("force", (_so_far(s, replace(frame, sent=_one_more(frame, args[0]))), frame.bid)),)

    def do(self, s: State, frame: Force, args: Args, cost: Cost) -> None:
        pop(s)
        push(s, replace(frame, sent=_one_more(frame, args[0])))


def _one_more(frame: Force, face: Face) -> tuple[tuple[Face, int], ...]:
    sent = dict(frame.sent)
    sent[face] = sent.get(face, 0) + 1
    return tuple(sorted(sent.items()))


@verb_for(Force)
class ForceBonus(Verb):
    """`bonus #214=defense-colonization-i`: show that bonus card for its colonization."""

    name = "bonus"
    shape = (Card,)

    def candidates(self, s: State, frame: Force, knows: Knowledge) -> list[Args]:
        return [(card,) for card in known_cards(s, frame.seat, knows, BONUS_CARDS, frame.thrown)]

    def check(self, s: State, frame: Force, args: Args) -> Cost | Line:
        if args[0].handle in frame.thrown:
            return Line("not-in-hand", (args[0],))
        return not_held(s, frame.seat, args[0], BONUS_CARDS) or ()

    def claims(self, s: State, frame: Force, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Force, args: Args, cost: Cost) -> None:
        pop(s)
        card: Card = args[0]
        play_open(s, frame.seat, card.handle, card.face)
        discard_open(s, card.face)
        s.say("bonus", frame.seat, card.face)
        push(s, replace(frame, bonus=frame.bonus + bonus_force(s.players[frame.seat], card.face)))


@verb_for(Force)
class ForceThrow(Verb):
    """`throw #214`: James Cook discards that card face down."""

    name = "throw"
    shape = (Card,)

    def candidates(self, s: State, frame: Force, knows: Knowledge) -> Iterator[Args]:
        p = s.players[frame.seat]
        if len(frame.thrown) >= cook(p)[0]:
            return
        for handle in _hand(p, frame.thrown):
            rest, missing = _missing(s, frame, handle)
            if missing <= 0 or _known(p, rest, knows) >= missing:
                yield (Card(handle),)

    def check(self, s: State, frame: Force, args: Args) -> Cost | Line:
        refusal = _throwable(s, frame.seat, args[0], frame.thrown)
        if refusal is not None:
            return refusal
        rest, missing = _missing(s, frame, args[0].handle)
        return () if missing <= _most(s, s.players[frame.seat], rest) else Line("force-needed", (args[0],))

    def claims(self, s: State, frame: Force, args: Args) -> tuple[Claim, ...]:
        return promise(s, s.players[frame.seat], *_missing(s, frame, args[0].handle))

    def do(self, s: State, frame: Force, args: Args, cost: Cost) -> None:
        pop(s)
        push(s, replace(frame, thrown=(*frame.thrown, args[0].handle)))


def _missing(s: State, frame: Force, thrown: Handle) -> tuple[tuple[Handle, ...], int]:
    """Give the cards that are left when one more is thrown, and what they must be worth to reach the bid."""
    p = s.players[frame.seat]
    number, value = cook(p)
    away = (*frame.thrown, thrown)
    named = [handle for handle in frame.named if handle in p.military_hand and handle not in away]
    away += tuple(named[: max(0, number - len(away))])
    missing = frame.bid - public_force(p) - frame.bonus - value * len(away)
    return _hand(p, away), missing


@verb_for(Force)
class ForceDone(Verb):
    """`done`: colonize with this force."""

    name = "done"

    def check(self, s: State, frame: Force, args: Args) -> Cost | Line:
        if not frame.sent:
            return Line("no-unit-sent")
        force = _so_far(s, frame)
        return () if force >= frame.bid else Line("force-too-small", (force, frame.bid))

    def do(self, s: State, frame: Force, args: Args, cost: Cost) -> None:
        pop(s)
        p = s.players[frame.seat]
        s.say("force", frame.seat, _so_far(s, frame))
        for face, number in frame.sent:
            p.workers[face] -= number
            p.yellow_bank += number
            s.say("units-lost", frame.seat, number, face)
        if frame.thrown:
            discard_hidden(s, frame.seat, tuple(sorted(frame.thrown)))
        past = list(s.past_events)
        del past[len(past) - 1 - past[::-1].index(frame.face)]
        s.past_events = tuple(past)
        colonize(s, frame.seat, frame.face)


question(
    Force,
    "force",
    ("send", "bonus", "throw", "done"),
    lambda s, frame: (frame.face, frame.bid, _so_far(s, frame)),
)


@departure(Force)
def _force_leaves(s: State, frame: Force, seat: Seat) -> Frame | None:
    return PutUp(seat, frame.face) if frame.seat == seat else frame


# --- colonies ------------------------------------------------------------------------------------------------


def colonize(s: State, seat: Seat, face: Face) -> None:
    """Put a territory into play: what it gives while held, then what it gives once."""
    s.say("colonizes", seat, face)
    push(s, Do(seat, TERRITORIES[face].immediate, face))
    add_colony(s, seat, face)


@effect(e.ColonizeFromHand)
def _colonize_from_hand(s: State, do: Do, one: e.ColonizeFromHand) -> None:
    colonize(s, do.seat, do.source)


@verb
class Colonize(Verb):
    """`colonize #214=vast-territory-i`: Columbus leaves (2006: stays), and that territory is yours."""

    name = "colonize"
    shape = (Card,)

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> Iterator[Args]:
        if _columbus(s.players[frame.seat]):
            for card in known_cards(s, frame.seat, knows, TERRITORIES):
                yield (card,)

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        if not _columbus(s.players[frame.seat]):
            return Line("no-ability", (self.name,))
        return not_held(s, frame.seat, args[0], TERRITORIES) or ()

    def claims(self, s: State, frame: Politics, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        card: Card = args[0]
        leader = s.players[frame.seat].leader
        play_open(s, frame.seat, card.handle, card.face)
        if leader in POLITICAL_ACTIONS_ONCE:
            s.players[frame.seat].used_up += (leader,)
            push(s, Do(frame.seat, POLITICAL_ACTIONS_ONCE[leader][0].effects, card.face))
        else:
            push(s, Do(frame.seat, POLITICAL_ACTIONS[leader][0].effects, card.face))
            leader_goes(s, frame.seat)


def _columbus(p: Player) -> bool:
    """Whether a player's leader lets it colonize a territory of its hand, and has not yet if he does it once."""
    effects = [one for action in POLITICAL_ACTIONS.get(p.leader, ()) for one in action.effects]
    if p.leader not in p.used_up:
        effects += [one for action in POLITICAL_ACTIONS_ONCE.get(p.leader, ()) for one in action.effects]
    return any(isinstance(one, e.ColonizeFromHand) for one in effects)
