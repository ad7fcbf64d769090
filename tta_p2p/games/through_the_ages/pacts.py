"""Pacts: offering, accepting, cancelling, and what they say about attacks (rulebook: pacts).

What a pact gives its parties is asked where it works: `ratings`, `costs`, `economy`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Claim, Cost, Face, Is, Knowledge, Line, Seat
from .flow import Args, Verb, departure, pop, push, question, verb
from .index import PACTS, pact_abilities, pact_side
from .phases import Politics
from .piles import play_open, take_into_hand
from .politics import begin, known_cards, not_held
from .ratings import pacts_of
from .state import Frame, PactInPlay, State
from .tableau import add_pact, remove_pact
from .tables.abilities import ImmuneToWar
from .tables.model import OnAttack

SIDES = ("a", "b")

# --- attacks between the parties -----------------------------------------------------------------------------


def _between(s: State, attacker: Seat, rival: Seat, on_attack: OnAttack) -> list[PactInPlay]:
    if not s.pacts:
        return []
    return [
        pact
        for pact, _, partner in pacts_of(s, attacker)
        if partner == rival and PACTS[pact.card].on_attack is on_attack
    ]


def attack_forbidden(s: State, attacker: Seat, rival: Seat) -> PactInPlay | None:
    """Give a pact that forbids this attack, if there is one."""
    return next(iter(_between(s, attacker, rival, OnAttack.FORBIDDEN)), None)


def ended_by_attack(s: State, attacker: Seat, rival: Seat) -> list[PactInPlay]:
    """List the pacts that this attack would end."""
    return _between(s, attacker, rival, OnAttack.ENDS)


def attack_bonus(s: State, attacker: Seat, rival: Seat) -> int:
    """Give the strength that pacts between the two add to an attacker."""
    return sum(PACTS[pact.card].attack_bonus for pact in _between(s, attacker, rival, OnAttack.BONUS))


def immune_to_war(s: State, seat: Seat) -> PactInPlay | None:
    """Give a pact by which nobody may declare war on a seat, if there is one."""
    for pact, is_a, _ in pacts_of(s, seat):
        if pact_abilities(pact_side(pact.card, is_a), ImmuneToWar):
            return pact
    return None


def end_by_attack(s: State, attacker: Seat, rival: Seat) -> None:
    """End the pacts that do not survive this attack."""
    for pact in ended_by_attack(s, attacker, rival):
        remove_pact(s, pact)


# --- offering ------------------------------------------------------------------------------------------------


class Offer(Frame, frozen=True):
    """A pact lies open before the seat that is asked to become its other party; `a` and `b` are the sides."""

    card: Face
    owner: Seat
    a: Seat
    b: Seat


def _sides(seat: Seat, args: Args) -> tuple[Seat, Seat]:
    """Give who would be A and who B."""
    partner: Seat = args[1]
    return (partner, seat) if len(args) == 3 and args[2] == "b" else (seat, partner)


@verb
class OfferPact(Verb):
    """`offer #214=peace-treaty 2`: offer a pact to seat 2; if its sides differ, say which is yours: `a` or `b`."""

    name = "offer"
    shape = None

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> Iterator[Args]:
        for card in known_cards(s, frame.seat, knows, PACTS):
            for partner in s.rivals(frame.seat):
                if PACTS[card.face].symmetric:
                    yield (card, partner)
                else:
                    for side in SIDES:
                        yield (card, partner, side)

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        if tuple(map(type, args)) not in ((Card, int), (Card, int, str)):
            return Line("bad-arguments", (self.name,))
        card, partner = args[:2]
        refusal = not_held(s, frame.seat, card, PACTS)
        if refusal is not None:
            return refusal
        if PACTS[card.face].symmetric != (len(args) == 2) or (len(args) == 3 and args[2] not in SIDES):
            return Line("pact-side", (card,))
        return () if partner in s.rivals(frame.seat) else Line("no-rival")

    def claims(self, s: State, frame: Politics, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        card: Card = args[0]
        play_open(s, frame.seat, card.handle, card.face)
        a, b = _sides(frame.seat, args)
        s.say("offers", frame.seat, card.face, a, b)
        push(s, Offer(args[1], card.face, frame.seat, a, b))


@verb
class Accept(Verb):
    """`accept`: become party to the pact offered."""

    name = "accept"

    def check(self, s: State, frame: Offer, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Offer, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("pact", frame.card, frame.a, frame.b)
        add_pact(s, PactInPlay(frame.card, frame.owner, frame.a, frame.b))


@verb
class Refuse(Verb):
    """`refuse`: decline the pact offered; the card returns to its owner's hand."""

    name = "refuse"

    def check(self, s: State, frame: Offer, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Offer, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("refuses", frame.seat, frame.card)
        take_into_hand(s, frame.owner, frame.card)


question(
    Offer,
    "offer",
    ("accept", "refuse"),
    lambda s, frame: (frame.owner, frame.card, frame.a, frame.b),
    idle="refuse",
)


@departure(Offer)
def _offer_leaves(s: State, frame: Offer, seat: Seat) -> Frame | None:
    if seat == frame.owner or (seat == frame.seat and s.playing < 2):
        s.gone += (frame.card,)
        return None
    if seat == frame.seat:
        take_into_hand(s, frame.owner, frame.card)
        return None
    return frame


# --- cancelling ----------------------------------------------------------------------------------------------


@verb
class Cancel(Verb):
    """`cancel peace-treaty`: end a pact you are party to, wherever it lies."""

    name = "cancel"
    shape = (str,)

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> list[Args]:
        return [(pact.card,) for pact, _, _ in pacts_of(s, frame.seat)]

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        return () if _mine(s, frame.seat, args[0]) else Line("not-in-play", (args[0],))

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        pact = _mine(s, frame.seat, args[0])
        assert pact is not None
        s.say("cancels", frame.seat, pact.card)
        remove_pact(s, pact)


def _mine(s: State, seat: Seat, face: Face) -> PactInPlay | None:
    return next((pact for pact, _, _ in pacts_of(s, seat) if pact.card == face), None)
