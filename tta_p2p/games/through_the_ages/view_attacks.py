"""Possible attacks between seats with their strengths; the wars already declared."""

from __future__ import annotations

from ..contract import Line, Seat
from .attacks import GANDHI, cannot_attack, last_turn, strengths
from .index import SPECIALS
from .pacts import attack_bonus, immune_to_war
from .ratings import strength
from .sacrifices import most_by_sacrifice
from .state import State
from .view_model import AttackView, WarView


def attacks(s: State) -> tuple[AttackView, ...]:
    """Go through all pairs of attacker and rival, in the order of seats."""
    if s.over:
        return ()
    seats = [p.seat for p in s.players if p.left is None]
    return tuple(_attack(s, one, other) for one in seats for other in seats if one != other)


def _attack(s: State, attacker: Seat, rival: Seat) -> AttackView:
    mine, theirs = strengths(s, attacker, rival)
    never = cannot_attack(s, attacker, rival)
    aggression = war = never
    if never is None:
        if mine + most_by_sacrifice(s, attacker) <= theirs:
            aggression = Line("not-weaker", (rival, theirs, mine))
        pact = immune_to_war(s, rival)
        if pact is not None:
            war = Line("pact-forbids", (pact.card,))
        elif last_turn(s):
            war = Line("no-further-turn")
    factor = SPECIALS[GANDHI].get(s.players[rival].leader)
    return AttackView(attacker, rival, mine, theirs, factor[0] if factor else 1, aggression, war)


def wars(s: State) -> tuple[WarView, ...]:
    """Give the declared wars as they would be resolved now."""
    found = []
    for war in s.wars:
        mine = strength(s, war.attacker) + attack_bonus(s, war.attacker, war.rival)
        advantage = mine - strength(s, war.rival)
        found.append(WarView(war.card, war.fought_as or war.card, war.attacker, war.rival, advantage))
    return tuple(found)
