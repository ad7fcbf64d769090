"""Common rules of aggressions and wars: possible targets, costs, strengths."""

from __future__ import annotations

from ..contract import Card, Cost, Face, Line, Seat
from .costs import make_cost, spend
from .index import AGGRESSIONS, SPECIALS, WARS
from .pacts import attack_bonus, attack_forbidden, end_by_attack, ended_by_attack
from .piles import play_open
from .ratings import strength
from .state import State
from .workers import payable

GANDHI = "mahatma-gandhi"


def attack_cost(s: State, rival: Seat, card: Face) -> Cost:
    """Give the military actions an aggression or a war on a rival costs."""
    price = (AGGRESSIONS.get(card) or WARS[card]).military_actions
    factor = SPECIALS[GANDHI].get(s.players[rival].leader)
    return make_cost(military_action=price * factor[0] if factor else price)


def cannot_attack(s: State, seat: Seat, rival: Seat) -> Line | None:
    """Say why a seat may not attack a rival with any card; None if it may."""
    if rival not in s.rivals(seat):
        return Line("no-rival")
    if s.players[seat].leader in SPECIALS[GANDHI]:
        return Line("leader-forbids", (s.players[seat].leader,))
    pact = attack_forbidden(s, seat, rival)
    return Line("pact-forbids", (pact.card,)) if pact else None


def strengths(s: State, attacker: Seat, rival: Seat) -> tuple[int, int]:
    """Give the strengths that count if one attacks the other: with bonuses, without pacts that end by it."""
    without = ended_by_attack(s, attacker, rival)
    return strength(s, attacker, without) + attack_bonus(s, attacker, rival), strength(s, rival, without)


def launch(s: State, seat: Seat, rival: Seat, card: Card, cost: Cost, said: str = "attacks") -> None:
    """Lay the card of an attack open, pay it and end the pacts that do not survive it; ``said``: how that is told."""
    play_open(s, seat, card.handle, card.face)
    s.say(said, seat, card.face, rival)
    spend(s, seat, cost)
    end_by_attack(s, seat, rival)


def affordable(s: State, seat: Seat, rival: Seat, card: Face) -> Cost | Line:
    """Give what an attack costs, or the refusal if the seat has not enough military actions."""
    return payable(s, seat, attack_cost(s, rival, card))
