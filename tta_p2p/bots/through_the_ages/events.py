"""Effects of an event on each civilization in the present state.

An event comes up long after it was prepared, so this is a tendency, not a forecast: a civilization that is strong now
will probably be strong then. Values are in hundredths of a culture point.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook
from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.formulas import STATS, value
from tta_p2p.games.through_the_ages.index import EVENTS, LEVEL
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.tables import effects as e
from tta_p2p.games.through_the_ages.tables.words import Step, Who

_MILITARY_CARD = 45
"""A military card."""
_BUILDING = 300
"""A building, with what it cost."""
_SHARE_NOW = 60
"""How much of what an event does now is reckoned with when it is prepared, in hundredths."""


def event_value(s: State, seat: Seat, face: Face, o: Outlook, share: int) -> int:
    """Value an event for a seat, less so many hundredths of its average value for the others."""
    mine, others = 0, 0
    rivals = s.rivals(seat)
    for effect in EVENTS[face].effects:
        for one, estimate in _effect_values(s, effect, o):
            if one == seat:
                mine += estimate
            else:
                others += estimate
    return (mine - share * others // (100 * max(1, len(rivals)))) * _SHARE_NOW // 100


def _effect_values(s: State, effect: e.Effect, o: Outlook) -> list[tuple[Seat, int]]:
    """Say what one part of an event does, by seat."""
    if isinstance(effect, e.For):
        reached = _affected_seats(s, effect.who)
        found = [(seat, sum(_effect_value(s, seat, one, o) for one in effect.effects)) for seat in reached]
        if effect.rival is not None:  # what they take, somebody else loses
            lost = sum(estimate for _, estimate in found)
            found += [(seat, -lost) for seat in ratings.seats_reached(s, effect.rival)]
        return found
    if isinstance(effect, e.Rank):
        order = ratings.ranking(s, STATS[effect.stat])
        scores = {2: effect.two, 3: effect.three}.get(len(order), effect.four)
        return [(seat, CULTURE_POINT * score) for seat, score in zip(order, scores, strict=False)]
    return [(seat, _effect_value(s, seat, effect, o)) for seat in ratings.seats_reached(s, Who.ALL)]


def _affected_seats(s: State, who: Who) -> list[Seat]:
    """Say whom a part of an event reaches; nobody where only a tie decides it."""
    reached = ratings.seats_reached(s, who)
    if who in _BY_STRENGTH:
        inside = {ratings.strength(s, seat) for seat in reached}
        if any(ratings.strength(s, seat) in inside for seat in s.clockwise(s.current) if seat not in reached):
            return []
    return reached


def _effect_value(s: State, seat: Seat, one: e.Effect, o: Outlook) -> int:
    """Say what an effect is worth for a civilization that carries it out."""
    find = _EFFECT_VALUES.get(type(one))
    return find(s, seat, one, o) if find is not None else 0


def _gain_value(s: State, seat: Seat, one: e.Gain, o: Outlook) -> int:
    total = o.food * value(s, seat, one.food) + o.resource * value(s, seat, one.resource)
    return total + o.science * value(s, seat, one.science) + CULTURE_POINT * value(s, seat, one.culture)


def _loss_value(s: State, seat: Seat, one: e.Lose, o: Outlook) -> int:
    food = economy.stock(s.players[seat], economy.FOOD) if one.all_food else 0
    return -(min(s.players[seat].culture, value(s, seat, one.culture)) * CULTURE_POINT + o.food * food)


def _option_value(s: State, seat: Seat, one: e.OneOf, o: Outlook) -> int:
    return max(sum(_effect_value(s, seat, each, o) for each in option) for option in one.options)


def _conditional(s: State, seat: Seat, one: e.If, o: Outlook) -> int:
    if isinstance(one.condition, e.InLastAge):
        holds = o.turns <= 3  # it will hardly come up earlier
    elif isinstance(one.condition, e.AmongWeakest):
        holds = seat in ratings.seats_reached(s, Who.TWO_WEAKEST)
    else:
        holds = seat in ratings.seats_reached(s, Who.TWO_STRONGEST)
    return sum(_effect_value(s, seat, each, o) for each in (one.then if holds else one.otherwise))


def _production_value(s: State, seat: Seat, one: e.Produce, o: Outlook) -> int:
    total = 0
    if Step.FOOD in one.steps:
        total += o.food * economy.food_production(s, seat)
    if Step.RESOURCE in one.steps:
        total += o.resource * economy.resource_production(s, seat)
    return total


def _population_loss(s: State, seat: Seat, one: e.LosePopulation, o: Outlook) -> int:
    return -value(s, seat, one.number) * (o.workers[0] // 2 + 150)


def _colony_loss(s: State, seat: Seat, one: e.LoseColony, o: Outlook) -> int:
    return -400 if s.players[seat].colonies else 0


def _leader_loss(s: State, seat: Seat, one: e.LoseOldLeader, o: Outlook) -> int:
    leader = s.players[seat].leader
    return -150 if leader and LEVEL[leader] < s.age else 0


def _ravage_value(s: State, seat: Seat, one: e.RavageWonder, o: Outlook) -> int:
    old = any(LEVEL[wonder] in one.ages for wonder in s.players[seat].wonders)
    return 2 * CULTURE_POINT - 30 * o.turns if old else 0


_BY_STRENGTH = frozenset((Who.STRONGEST, Who.WEAKEST, Who.TWO_STRONGEST, Who.TWO_WEAKEST))
_EFFECT_VALUES: dict[type[Any], Callable[[State, Seat, Any, Outlook], int]] = {
    e.Gain: _gain_value,
    e.Lose: _loss_value,
    e.OneOf: _option_value,
    e.If: _conditional,
    e.Produce: _production_value,
    e.LosePopulation: _population_loss,
    e.LoseColony: _colony_loss,
    e.LoseOldLeader: _leader_loss,
    e.RavageWonder: _ravage_value,
    e.GainMix: lambda s, seat, one, o: one.total * o.resource,
    e.LoseMix: lambda s, seat, one, o: -one.total * o.resource,
    e.GainPopulation: lambda s, seat, one, o: one.number * (o.workers[0] + 60),
    e.TakeYellowTokens: lambda s, seat, one, o: value(s, seat, one.number) * (50 + 12 * o.turns),
    e.LoseBlueTokens: lambda s, seat, one, o: -one.number * (20 + 10 * o.turns),
    e.DrawMilitary: lambda s, seat, one, o: one.number * _MILITARY_CARD,
    e.DiscardMilitary: lambda s, seat, one, o: -one.number * _MILITARY_CARD,
    e.SpendCivilActions: lambda s, seat, one, o: -value(s, seat, one.number) * o.action,
    e.IncreasePopulation: lambda s, seat, one, o: o.action + o.workers[0],
    e.Build: lambda s, seat, one, o: o.action,
    e.BuildFree: lambda s, seat, one, o: o.action + 100,
    e.Develop: lambda s, seat, one, o: o.action,
    e.DestroyOwn: lambda s, seat, one, o: -_BUILDING,
    e.DestroyOfOthers: lambda s, seat, one, o: _BUILDING // 2,
    e.TakeRowCards: lambda s, seat, one, o: 3 * o.action,
}
