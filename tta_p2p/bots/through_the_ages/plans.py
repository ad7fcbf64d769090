"""What cards are worth that are not at work yet: the civil hand, technologies without workers, unfinished wonders.

A plan is worth what it will bring, less what it still costs, less something for every step that may yet come to
nothing. So each step of a plan carried out makes the seat a little better off.
"""

from __future__ import annotations

from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook
from tta_p2p.bots.through_the_ages.standing import (
    Margins,
    actions_worth,
    leader_extra,
    leader_turns,
    wonder_margin,
    worker_worth,
)
from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import costs, economy, ratings
from tta_p2p.games.through_the_ages.index import (
    BLUE_TOKENS,
    CIVIL_ACTIONS,
    COLONIZATION,
    CULTURE,
    GOVERNMENTS,
    HAPPY,
    IS_UNIT,
    IS_URBAN,
    KIND,
    LEADERS,
    LEVEL,
    MILITARY_ACTIONS,
    SCIENCE,
    SPECIAL_TECHNOLOGIES,
    STRENGTH,
    TECHNOLOGY_COST,
    TRIGGERS,
    URBAN_LIMIT,
    WONDERS,
    WORKER_TECHNOLOGIES,
)
from tta_p2p.games.through_the_ages.state import Player, State
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables import effects as e
from tta_p2p.games.through_the_ages.tables.model import ActionCard
from tta_p2p.games.through_the_ages.tables.words import Kind, When
from tta_p2p.games.through_the_ages.values import value

_MOVES = (70, 50, 35)
"""How much of the first, second … worker on a better card is reckoned with, in hundredths."""
_RANKS = (85, 65, 45, 30, 20, 10)
"""How much of the best, second best … plan of the hand is reckoned with, in hundredths."""


def plans(s: State, seat: Seat, o: Outlook, m: Margins) -> int:
    """Say what the plans of a seat are worth together."""
    p = s.players[seat]
    best: dict[Kind, tuple[int, Face]] = {}
    for face in p.workers:
        kind = KIND[face]
        if kind not in best or LEVEL[face] > best[kind][0]:
            best[kind] = (LEVEL[face], face)
    now = {kind: _moves(s, p, face, o, m) for kind, (_, face) in best.items()}
    total = sum(now.values())
    found = [_of_hand(s, p, face, o, m, best, now) for face in p.civil_hand]
    found.sort(reverse=True)
    for number, (one, _) in enumerate(found):
        total += one * _RANKS[min(number, len(_RANKS) - 1)] // 100
    return total + (wonder(s, seat, p.wonder, p.stages, o, m) if p.wonder else 0)


# --- workers to come -----------------------------------------------------------------------------------------


def _moves(s: State, p: Player, face: Face, o: Outlook, m: Margins, late: int = 0) -> int:
    """What the workers are worth that could yet be put or moved onto a card; `late`: turns until then."""
    if o.turns <= 1 + late:
        return 0
    kind, gain, price = KIND[face], m.gain(face), costs.worker_price(p, face)
    share = 100 * (o.turns - late) // o.turns
    action = o.action // 2 if face in IS_UNIT else o.action
    steps: list[int] = []
    there = 0
    for other, number in p.workers.items():
        if KIND[other] is kind and number:
            there += number
            if LEVEL[other] < LEVEL[face]:
                cost = max(0, price - costs.worker_price(p, other, upgrade=True)) * o.resource
                steps += [(gain - m.gain(other)) * share // 100 - cost - action] * min(number, 2)
    if face not in IS_URBAN or there < URBAN_LIMIT[p.government]:
        steps.append(gain * share // 100 - price * o.resource - action - worker_worth(o))
    steps.sort(reverse=True)
    return sum(step * percent // 100 for step, percent in zip(steps, _MOVES, strict=False) if step > 0)


# --- the hand ------------------------------------------------------------------------------------------------

_Best = dict[Kind, tuple[int, Face]]


def _of_hand(
    s: State, p: Player, face: Face, o: Outlook, m: Margins, best: _Best, now: dict[Kind, int]
) -> tuple[int, Face]:
    """What a card of the civil hand is worth if all goes well."""
    if face in LEADERS:
        return leader(s, p.seat, face, o, m), face
    if face not in TECHNOLOGY_COST:
        return action_card(s, p, face, o), face
    price = costs.science_price(s, p, face)
    rate = max(1, ratings.science(s, p.seat))
    late = max(0, (price - p.science + rate - 1) // rate)
    if o.turns <= late:
        return 0, face
    pay = price * o.science + o.action
    if face in WORKER_TECHNOLOGIES:
        kind = KIND[face]
        level, _ = best.get(kind, (-1, face))
        gain = _moves(s, p, face, o, m, late) * 14 // 10 - now.get(kind, 0) if LEVEL[face] > level else 0
    elif face in GOVERNMENTS:
        gain = government(p, face, o, m)
        revolution = costs.science_price(s, p, face, revolution=True) * o.science
        pay = min(pay, revolution + o.action * ratings.civil_actions(s, p.seat) * 2 // 3)
    else:
        gain = special(p, face, o, m)
    return max(0, gain - pay) * max(20, 100 - 7 * late) // 100, face


def leader(s: State, seat: Seat, face: Face, o: Outlook, m: Margins) -> int:
    """What it is worth to have this leader in the hand, with the one in play to be replaced."""
    turns = leader_turns(face, o)
    if turns <= 1:
        return 0
    old = s.players[seat].leader
    gain = _leader(s, seat, face, o, m)
    if old:
        gain -= _leader(s, seat, old, o, m)
    return max(0, gain - (0 if old else o.action))


def _leader(s: State, seat: Seat, face: Face, o: Outlook, m: Margins) -> int:
    """What a leader does as a whole, found by trying it in place of the one in play."""
    found = m.leaders.get(face)
    if found is None:
        found = m.leaders[face] = _tried(s.copy(), seat, face, o, m)
    return found


def _tried(s: State, seat: Seat, face: Face, o: Outlook, m: Margins) -> int:
    p = s.players[seat]
    p.leader = ""
    base = _shown(s, seat)
    p.leader = face
    turns = leader_turns(face, o)
    science, culture, strength, happy = (b - a for a, b in zip(base, _shown(s, seat), strict=True))
    total = (m.science * science + m.culture * culture + m.happy * happy) * turns // max(1, o.turns)
    total += m.strength * strength + 30 * turns * MILITARY_ACTIONS.get(face, 0)
    return total + leader_extra(s, seat, face, o)


def _shown(s: State, seat: Seat) -> tuple[int, int, int, int]:
    return (
        ratings.science(s, seat),
        ratings.culture(s, seat),
        ratings.strength(s, seat),
        ratings.happiness(s, seat),
    )


def _symbols(face: Face, m: Margins) -> int:
    total = m.science * SCIENCE.get(face, 0) + m.culture * CULTURE.get(face, 0)
    return total + m.strength * STRENGTH.get(face, 0) + m.happy * HAPPY.get(face, 0)


def government(p: Player, face: Face, o: Outlook, m: Margins) -> int:
    """What a government is worth more than the one in play."""
    old = p.government
    if LEVEL[face] < LEVEL[old]:
        return 0
    gain = actions_worth(CIVIL_ACTIONS.get(face, 0), MILITARY_ACTIONS.get(face, 0), o)
    gain -= actions_worth(CIVIL_ACTIONS.get(old, 0), MILITARY_ACTIONS.get(old, 0), o)
    gain += (URBAN_LIMIT[face] - URBAN_LIMIT[old]) * 12 * o.turns
    return gain + _symbols(face, m) - _symbols(old, m)


def special(p: Player, face: Face, o: Outlook, m: Margins) -> int:
    """What a special technology is worth more than the one of its kind in play."""
    kind = KIND[face]
    old = next((one for one in p.specials if KIND[one] is kind), None)
    if old and LEVEL[old] >= LEVEL[face]:
        return 0
    return _special(face, o, m) - (_special(old, o, m) if old else 0)


def _special(face: Face, o: Outlook, m: Margins) -> int:
    turns = max(0, o.turns - 1)
    total = _symbols(face, m) + BLUE_TOKENS.get(face, 0) * (10 + 5 * turns)
    total += turns * (50 * CIVIL_ACTIONS.get(face, 0) + 30 * MILITARY_ACTIONS.get(face, 0))
    total += turns * 8 * COLONIZATION.get(face, 0)
    if KIND[face] is Kind.CONSTRUCTION:
        total += turns * (20 + 15 * LEVEL[face])
    assert face in SPECIAL_TECHNOLOGIES
    return total


def action_card(s: State, p: Player, face: Face, o: Outlook) -> int:
    """What an action card saves or brings, the action to play it taken off."""
    if o.turns <= 1 and face in p.fresh:
        return 0
    card = CARDS[face]
    assert isinstance(card, ActionCard)
    return max(0, sum(_effect(s, p, one, o) for one in card.effects) - o.action // 2)


def _effect(s: State, p: Player, one: e.Effect, o: Outlook) -> int:
    seat = p.seat
    if isinstance(one, e.Gain):
        total = o.food * value(s, seat, one.food) + o.resource * value(s, seat, one.resource)
        return total + o.science * value(s, seat, one.science) + CULTURE_POINT * value(s, seat, one.culture)
    if isinstance(one, e.OneOf):
        return max(sum(_effect(s, p, each, o) for each in option) for option in one.options)
    if isinstance(one, e.Build | e.Upgrade):
        return o.resource * one.discount + o.action
    if isinstance(one, e.BuildStage):
        return o.resource * one.discount + o.action if p.wonder else 20
    if isinstance(one, e.Develop | e.IncreasePopulation):
        return o.action
    if isinstance(one, e.Pool):
        return o.resource * value(s, seat, one.unit_resource) * 6 // 10 + 40 * one.military_actions
    return 0


# --- wonders -------------------------------------------------------------------------------------------------


def wonder(s: State, seat: Seat, face: Face, stages: int, o: Outlook, m: Margins) -> int:
    """What an unfinished wonder is worth."""
    p = s.players[seat]
    prices = WONDERS[face].stages[stages:]
    cost = sum(prices)
    each_turn = max(1, economy.resource_production(s, seat) * 2 // 3)
    late = max(0, cost - economy.stock(p, economy.RESOURCE) + each_turn - 1) // each_turn
    last = o.of_age[min(LEVEL[face] + 1, o.last_age + 1)]
    if late >= min(o.turns, last) and stages < len(WONDERS[face].stages):
        return 0
    gain = _finished(s, seat, face, o, m) * (o.turns - late) // max(1, o.turns)
    actions = -(-len(prices) // costs.stages_per_action(p)) * o.action
    return max(0, gain * (100 - 7 * len(prices) - 2 * late) // 100 - cost * o.resource - actions)


def _finished(s: State, seat: Seat, face: Face, o: Outlook, m: Margins) -> int:
    """What a wonder will be worth when it is finished."""
    total = _symbols(face, m) + wonder_margin(face, o) + BLUE_TOKENS.get(face, 0) * (10 + 5 * o.turns)
    turns = max(0, o.turns - 1)
    total += turns * (55 * CIVIL_ACTIONS.get(face, 0) + 35 * MILITARY_ACTIONS.get(face, 0))
    for on in TRIGGERS[When.COMPLETE].get(face, ()):
        for one in on.effects:
            if isinstance(one, e.Gain):
                total += CULTURE_POINT * value(s, seat, one.culture) * o.turns // max(1, o.turns)
    p = s.players[seat]
    if face == "transcontinental-railroad":
        total += 2 * m.resource
    elif face == "great-wall":
        foot = (Kind.INFANTRY, Kind.ARTILLERY)
        total += m.strength * sum(number for one, number in p.workers.items() if KIND[one] in foot)
    elif face == "st-peters-basilica":
        total += m.happy
    return total + 60
