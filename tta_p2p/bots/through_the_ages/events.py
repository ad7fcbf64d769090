"""What an event does to each civilization, as things stand.

An event comes up long after it was prepared, so this is a leaning, not a forecast: who is strong now will probably be
strong then. Worth is in hundredths of a culture point.
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

_DRAWN = 45
"""A military card."""
_BUILDING = 300
"""A building, with what it cost."""
_MOVED = 60
"""How much of what an event does now is reckoned with when it is prepared, in hundredths."""


def leaning(s: State, seat: Seat, face: Face, o: Outlook, share: int) -> int:
    """What an event does to a seat, less so many hundredths of what it does to the others on average."""
    mine, others = 0, 0
    rivals = s.rivals(seat)
    for effect in EVENTS[face].effects:
        for one, worth in _felt(s, effect, o):
            if one == seat:
                mine += worth
            else:
                others += worth
    return (mine - share * others // (100 * max(1, len(rivals)))) * _MOVED // 100


def _felt(s: State, effect: e.Effect, o: Outlook) -> list[tuple[Seat, int]]:
    """Say what one part of an event does, by seat."""
    if isinstance(effect, e.For):
        reached = _reached(s, effect.who)
        found = [(seat, sum(_worth(s, seat, one, o) for one in effect.effects)) for seat in reached]
        if effect.rival is not None:  # what they take, somebody else loses
            lost = sum(worth for _, worth in found)
            found += [(seat, -lost) for seat in ratings.selected(s, effect.rival)]
        return found
    if isinstance(effect, e.Rank):
        order = ratings.ranking(s, STATS[effect.stat])
        scores = {2: effect.two, 3: effect.three}.get(len(order), effect.four)
        return [(seat, CULTURE_POINT * score) for seat, score in zip(order, scores, strict=False)]
    return [(seat, _worth(s, seat, effect, o)) for seat in ratings.selected(s, Who.ALL)]


def _reached(s: State, who: Who) -> list[Seat]:
    """Say whom a part of an event reaches; nobody where only a tie decides it."""
    reached = ratings.selected(s, who)
    if who in _BY_STRENGTH:
        inside = {ratings.strength(s, seat) for seat in reached}
        if any(ratings.strength(s, seat) in inside for seat in s.clockwise(s.current) if seat not in reached):
            return []
    return reached


def _worth(s: State, seat: Seat, one: e.Effect, o: Outlook) -> int:
    """Say what an effect is worth for a civilization that carries it out."""
    find = _WORTH.get(type(one))
    return find(s, seat, one, o) if find is not None else 0


def _gain(s: State, seat: Seat, one: e.Gain, o: Outlook) -> int:
    total = o.food * value(s, seat, one.food) + o.resource * value(s, seat, one.resource)
    return total + o.science * value(s, seat, one.science) + CULTURE_POINT * value(s, seat, one.culture)


def _lose(s: State, seat: Seat, one: e.Lose, o: Outlook) -> int:
    food = economy.stock(s.players[seat], economy.FOOD) if one.all_food else 0
    return -(min(s.players[seat].culture, value(s, seat, one.culture)) * CULTURE_POINT + o.food * food)


def _one_of(s: State, seat: Seat, one: e.OneOf, o: Outlook) -> int:
    return max(sum(_worth(s, seat, each, o) for each in option) for option in one.options)


def _if(s: State, seat: Seat, one: e.If, o: Outlook) -> int:
    if isinstance(one.condition, e.InLastAge):
        holds = o.turns <= 3  # it will hardly come up earlier
    elif isinstance(one.condition, e.AmongWeakest):
        holds = seat in ratings.selected(s, Who.TWO_WEAKEST)
    else:
        holds = seat in ratings.selected(s, Who.TWO_STRONGEST)
    return sum(_worth(s, seat, each, o) for each in (one.then if holds else one.otherwise))


def _produce(s: State, seat: Seat, one: e.Produce, o: Outlook) -> int:
    total = 0
    if Step.FOOD in one.steps:
        total += o.food * economy.food_production(s, seat)
    if Step.RESOURCE in one.steps:
        total += o.resource * economy.resource_production(s, seat)
    return total


def _people_lost(s: State, seat: Seat, one: e.LosePopulation, o: Outlook) -> int:
    return -value(s, seat, one.number) * (o.workers[0] // 2 + 150)


def _colony_lost(s: State, seat: Seat, one: e.LoseColony, o: Outlook) -> int:
    return -400 if s.players[seat].colonies else 0


def _leader_lost(s: State, seat: Seat, one: e.LoseOldLeader, o: Outlook) -> int:
    leader = s.players[seat].leader
    return -150 if leader and LEVEL[leader] < s.age else 0


def _ravaged(s: State, seat: Seat, one: e.RavageWonder, o: Outlook) -> int:
    old = any(LEVEL[wonder] in one.ages for wonder in s.players[seat].wonders)
    return 2 * CULTURE_POINT - 30 * o.turns if old else 0


_BY_STRENGTH = frozenset((Who.STRONGEST, Who.WEAKEST, Who.TWO_STRONGEST, Who.TWO_WEAKEST))
_WORTH: dict[type[Any], Callable[[State, Seat, Any, Outlook], int]] = {
    e.Gain: _gain,
    e.Lose: _lose,
    e.OneOf: _one_of,
    e.If: _if,
    e.Produce: _produce,
    e.LosePopulation: _people_lost,
    e.LoseColony: _colony_lost,
    e.LoseOldLeader: _leader_lost,
    e.RavageWonder: _ravaged,
    e.GainMix: lambda s, seat, one, o: one.total * o.resource,
    e.LoseMix: lambda s, seat, one, o: -one.total * o.resource,
    e.GainPopulation: lambda s, seat, one, o: one.number * (o.workers[0] + 60),
    e.TakeYellowTokens: lambda s, seat, one, o: value(s, seat, one.number) * (50 + 12 * o.turns),
    e.LoseBlueTokens: lambda s, seat, one, o: -one.number * (20 + 10 * o.turns),
    e.DrawMilitary: lambda s, seat, one, o: one.number * _DRAWN,
    e.DiscardMilitary: lambda s, seat, one, o: -one.number * _DRAWN,
    e.SpendCivilActions: lambda s, seat, one, o: -value(s, seat, one.number) * o.action,
    e.IncreasePopulation: lambda s, seat, one, o: o.action + o.workers[0],
    e.Build: lambda s, seat, one, o: o.action,
    e.BuildFree: lambda s, seat, one, o: o.action + 100,
    e.Develop: lambda s, seat, one, o: o.action,
    e.DestroyOwn: lambda s, seat, one, o: -_BUILDING,
    e.DestroyOfOthers: lambda s, seat, one, o: _BUILDING // 2,
    e.TakeRowCards: lambda s, seat, one, o: 3 * o.action,
}
