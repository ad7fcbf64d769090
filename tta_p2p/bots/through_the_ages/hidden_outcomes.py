"""Acts whose outcome the public state does not show: cards of the military hand, events, attacks, auctions.

Unknown cards count with their average. Values are in hundredths of a culture point.
"""

from __future__ import annotations

from tta_p2p.bots.through_the_ages.active_cards import ActiveCards
from tta_p2p.bots.through_the_ages.marginal_values import MarginalValues
from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook
from tta_p2p.bots.through_the_ages.position import strength_value
from tta_p2p.games.contract import Face, Handle, Knowledge, Seat
from tta_p2p.games.through_the_ages import armies, ratings
from tta_p2p.games.through_the_ages.formulas import value
from tta_p2p.games.through_the_ages.index import (
    AGGRESSIONS,
    BONUS_CARDS,
    BUILD_COST,
    COLONIZATION,
    EVENTS,
    HAPPY,
    LEVEL,
    PACTS,
    STRENGTH,
    TACTICS,
    TERRITORIES,
    WARS,
)
from tta_p2p.games.through_the_ages.state import Player, State
from tta_p2p.games.through_the_ages.tables import effects as e
from tta_p2p.games.through_the_ages.tables.words import Who

UNKNOWN_CARD = 45
"""What a military card still to be drawn is worth."""


def hand_value(
    s: State, seat: Seat, knowledge: Knowledge, o: Outlook, marginals: MarginalValues, a: ActiveCards
) -> int:
    """Value the military hand for its owner; ``a``: the numbers of its active cards."""
    p, total = s.players[seat], 0
    together = a.military_hand_values.get((p.military_hand, p.unused, p.yellow_bank))
    if together is not None:
        return together
    for handle in p.military_hand:
        key = handle, p.unused, p.yellow_bank
        estimate = a.military_values.get(key)
        if estimate is None:
            estimate = a.military_values[key] = card_value(s, seat, handle, knowledge, o, marginals)
        total += estimate
    found = a.military_hand_values[p.military_hand, p.unused, p.yellow_bank] = total * o.weights.cards // 100
    return found


def card_value(
    s: State, seat: Seat, handle: Handle, knowledge: Knowledge, o: Outlook, marginals: MarginalValues
) -> int:
    """Value one card of the military hand if it is kept."""
    face = knowledge.faces.get(handle)
    if face is None:
        return UNKNOWN_CARD
    if o.turns <= 1:
        return 10 * BONUS_CARDS[face].defense if face in BONUS_CARDS else 5 * LEVEL[face]
    if face in BONUS_CARDS:
        return 25 + 15 * BONUS_CARDS[face].defense
    if face in TACTICS:
        return tactic_value(s.players[seat], face, o)
    if face in TERRITORIES:
        return 40 + CULTURE_POINT * LEVEL[face] * 6 // 10
    if face in EVENTS:
        return max(10, seed_value(s, seat, face, o) * 6 // 10)
    if face in AGGRESSIONS or face in WARS:
        mine = ratings.strength(s, seat)
        weaker = sum(rival < mine for rival in o.rival_strengths)
        if face in WARS:
            return 60 + 20 * LEVEL[face] if weaker else 25
        return 50 + 20 * LEVEL[face] if weaker else 20
    return 45 if face in PACTS else UNKNOWN_CARD


def tactic_value(p: Player, face: Face, o: Outlook) -> int:
    """Value a tactic of the hand; little if the units do not fit it."""
    units = ratings.units(p)
    twin = p.copy()
    twin.tactic = face
    more = armies.armies(twin, units).bonus - armies.armies(p, units).bonus
    if more > 0:
        mine = o.own_strength
        return max(40, (strength_value(mine + more, o) - strength_value(mine, o)) * 8 // 10)
    return 25 + 3 * TACTICS[face].bonus if not p.tactic or LEVEL[face] > LEVEL[p.tactic] else 12


# --- events and territories ----------------------------------------------------------------------------------


def seed_value(s: State, seat: Seat, face: Face, o: Outlook) -> int:
    """Value the preparation of an event or territory: its points, and its likely profit for each seat."""
    points = CULTURE_POINT * LEVEL[face]
    if face in TERRITORIES:
        return points + 30
    return points + event_bias(s, seat, face, o) * o.weights.events // 100


def event_bias(s: State, seat: Seat, face: Face, o: Outlook) -> int:
    """Compare an event's effect on a seat with its effect on the others, in the present state."""
    mine = ratings.strength(s, seat)
    strongest = not o.rival_strengths or mine > o.rival_strengths[0]
    weakest = bool(o.rival_strengths) and mine <= o.rival_strengths[-1]
    total = 0
    for one in EVENTS[face].effects:
        if isinstance(one, e.For) and one.who in (_STRONG | _WEAK):
            good = any(isinstance(each, _GAINS) for each in one.effects) or one.who in _STRONG
            if one.who in _STRONG and strongest:
                total += 150 + 60 * LEVEL[face]
            elif one.who in _STRONG and weakest:
                total -= 40 + 20 * LEVEL[face]
            elif one.who in _WEAK and weakest:
                total += 100 if good else -200 - 60 * LEVEL[face]
            elif one.who in _WEAK and strongest:
                total += 60
        elif isinstance(one, e.For) and one.who is Who.ALL and EVENTS[face].impact:
            for each in one.effects:
                if isinstance(each, e.Gain):
                    others = [value(s, rival, each.culture) for rival in s.rivals(seat)]
                    lead = value(s, seat, each.culture) - sum(others) // max(1, len(others))
                    total += CULTURE_POINT * lead * 6 // 10
        elif isinstance(one, e.Rank):
            total += 250 if strongest else -150 if weakest else 0
    return total


_GAINS = (e.Gain, e.GainMix, e.GainPopulation, e.DrawMilitary)
_STRONG = frozenset((Who.STRONGEST, Who.TWO_STRONGEST))
_WEAK = frozenset((Who.WEAKEST, Who.TWO_WEAKEST))


def territory_value(p: Player, face: Face, o: Outlook) -> int:
    """Value a colony."""
    card = TERRITORIES[face]
    shown = card.permanent
    total = shown.yellow_tokens * (50 + 12 * o.turns) + shown.blue_tokens * (20 + 10 * o.turns)
    total += shown.strength * 80 + shown.happy * (60 + 15 * o.turns) + 120
    for one in card.immediate:
        if isinstance(one, e.Gain):
            for amount, price in (
                (one.food, o.food),
                (one.resource, o.resource),
                (one.science, o.science),
                (one.culture, CULTURE_POINT),
            ):
                total += price * amount if isinstance(amount, int) else 0
        elif isinstance(one, e.GainPopulation):
            total += one.number * (o.workers[0] + 60)
        elif isinstance(one, e.DrawMilitary):
            total += one.number * UNKNOWN_CARD
    return total * o.weights.colonies // 100


def unit_value(face: Face, o: Outlook, marginals: MarginalValues) -> int:
    """Value a unit that would be lost for good."""
    return max(20, marginals.gain(face)) + o.workers[0] // 2 + BUILD_COST[face] * o.resource // 3


def force_cost(s: State, seat: Seat, force: int, knowledge: Knowledge, o: Outlook, marginals: MarginalValues) -> int:
    """About what a seat gives up to send so large a force."""
    p = s.players[seat]
    have = ratings.units(p).items()
    units = sorted((STRENGTH[face], unit_value(face, o, marginals)) for face, number in have for _ in range(number))
    if not units:
        return 100_000
    cards = sorted(
        (BONUS_CARDS[face].colonization for face in _faces(p, knowledge) if face in BONUS_CARDS),
        reverse=True,
    )
    strength, cost = units[0]
    missing = force - ratings.printed(p, COLONIZATION) - strength
    for colonization in cards:
        if missing <= 0:
            break
        missing -= colonization
        cost += 60 + 20 * colonization
    for strength, price in units[1:]:
        if missing <= 0:
            break
        missing -= strength
        cost += price
    return cost + 80 * max(0, missing)


def _faces(p: Player, knowledge: Knowledge) -> list[Face]:
    return [knowledge.faces.get(handle, "") for handle in p.military_hand]


def target_value(face: Face) -> int:
    """Value a rival's card or building to an attacker that takes or destroys it."""
    return 20 * BUILD_COST.get(face, 0) + 60 * LEVEL.get(face, 0) + 10 * HAPPY.get(face, 0)
