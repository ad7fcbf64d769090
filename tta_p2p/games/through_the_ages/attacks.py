"""Common rules of aggressions and wars: possible targets, costs, strengths, and what comes of them."""

from __future__ import annotations

from ..contract import Card, Cost, Face, Line, Seat
from .costs import make_cost, spend
from .flow import push
from .hands import discard_open
from .index import AGGRESSIONS, LEVEL, SPECIALS, WARS
from .pacts import attack_bonus, attack_forbidden, end_by_attack, ended_by_attack
from .piles import play_open
from .ratings import strength
from .state import Player, State
from .tableau import Do, trigger
from .tables import effects as e
from .tables.model import BY_LEVEL
from .tables.words import When
from .workers import payable

GANDHI = "mahatma-gandhi"


def attack_cost(s: State, rival: Seat, card: Face) -> Cost:
    """Give the military actions an aggression or a war on a rival costs."""
    price = (AGGRESSIONS.get(card) or WARS[card]).military_actions
    if price == BY_LEVEL:
        price = _target_level(s.players[rival], card)
    factor = SPECIALS[GANDHI].get(s.players[rival].leader)
    return make_cost(military_action=price * factor[0] if factor else price)


def _target_level(p: Player, card: Face) -> int:
    """Give the level of what an aggression would remove of a player; 0 if it is not there."""
    removes_leader = any(isinstance(one, e.RemoveLeader) for one in AGGRESSIONS[card].effects)
    return LEVEL.get(p.leader if removes_leader else p.wonder, 0)


def last_turn(s: State) -> bool:
    """Whether the current player has no further turn."""
    return s.final_round > 0 and s.round >= s.final_round


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


def suffered(s: State, rival: Seat) -> None:
    """Set off what a rival's cards do when an attack is played against it; it comes next."""
    trigger(s, rival, When.ATTACKED)


def carry_out(s: State, attacker: Seat, rival: Seat, card: Face, attack: int, defence: int) -> None:
    """Compare: the rival has repulsed an aggression, or it is carried out."""
    s.say("strengths", attacker, attack, rival, defence)
    if defence >= attack:
        s.say("attack-fails", card)
    else:
        s.say("attack-succeeds", card)
        push(s, Do(attacker, AGGRESSIONS[card].effects, card, rival))


def fight(s: State, attacker: Seat, rival: Seat, card: Face, attack: int, defence: int) -> None:
    """Compare: the stronger side wins the war, the first that the attacker has declared; its card is spent."""
    war = next(one for one in s.wars if one.attacker == attacker)
    s.wars = tuple(one for one in s.wars if one is not war)
    discard_open(s, war.card)
    s.say("strengths", attacker, attack, rival, defence)
    if attack == defence:
        s.say("war-drawn", card)
        return
    winner, loser = (attacker, rival) if attack > defence else (rival, attacker)
    s.say("war-won", winner, card)
    push(s, Do(winner, WARS[card].effects, card, loser, abs(attack - defence)))
