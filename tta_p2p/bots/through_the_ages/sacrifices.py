"""Sacrifices in aggressions and wars by the rules of 2006: which units and bonus cards are worth what they bring.

All sets of units are compared by what they add and by the price of other ones in their place. An attacker reckons with
the cards of the rival; a defender names no more than it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import prod

from tta_p2p.bots.through_the_ages.position import war_stake
from tta_p2p.bots.through_the_ages.valuation import Valuation
from tta_p2p.games.contract import Act, Card, Face, Handle, Seat
from tta_p2p.games.through_the_ages import costs
from tta_p2p.games.through_the_ages.flow import decision_frame, pop, push
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import BONUS_CARDS, STRENGTH
from tta_p2p.games.through_the_ages.ratings import units
from tta_p2p.games.through_the_ages.sacrifices import (
    Repulse,
    Sacrifice,
    Units,
    can_sacrifice,
    defense_of,
    sacrifice_worth,
)
from tta_p2p.games.through_the_ages.state import Player, State, War
from tta_p2p.games.through_the_ages.tables import BOARD

_MOST_SETS = 400
"""Where there are more sets of units than that, they are tried cheapest unit by unit."""
_TURNS_TO_REBUILD = 6
"""With fewer turns left a unit that is lost is missed less and less."""
_STANDING = 30
"""A point of strength that a unit lends while nobody attacks."""
_MOST_CARDS = 6
_CHANCES = (86, 95, 98)
"""The chance that one card of the rival does not repulse an attack, in hundredths, by the bonus cards it would take."""
_NEVER = 10**9


@dataclass(frozen=True)
class SacrificePlan:
    """Units to name and bonus cards to show; the expected gain over naming nothing, and the chance of an attack."""

    units: Units = ()
    cards: tuple[Handle, ...] = ()
    gain: int = 0
    chance: int = 100


class Sacrifices:
    """Chooses sacrifices for a seat.

    `share`: how much of a rival's loss counts, in hundredths; `keep`: the worth of a card of the hand; `loss`: what a
    successful attack costs the one who is asked to repulse it.
    """

    def __init__(
        self,
        valuation: Valuation,
        share: Callable[[State, Seat], int],
        keep: Callable[[State, Handle], int],
        loss: Callable[[State, Repulse], int],
    ) -> None:
        self._valuation, self._share, self._keep, self._loss = valuation, share, keep, loss

    def value(self, s: State, act: Act) -> int:
        """Value an act of the decision: what the plan does next is better than to be done."""
        frame = decision_frame(s)
        assert isinstance(frame, Sacrifice | Repulse)
        if act.verb == "done":
            return 0
        plan, named = self.plan(s), dict(frame.named)
        if act.verb == "bonus":
            card = act.args[0]
            assert isinstance(card, Card)
            return 500 if card.handle in plan.cards[:1] else -1000
        more = [face for face, number in plan.units if number > named.get(face, 0)]
        return 500 if not plan.cards and act.args[0] in more[:1] else -1000

    def plan(self, s: State) -> SacrificePlan:
        """Plan the sacrifices of the decision that is open."""
        frame = decision_frame(s)
        if isinstance(frame, Repulse):
            return self._repulse(s, frame)
        assert isinstance(frame, Sacrifice)
        return self._war(s, frame) if frame.war else self._attack(s, frame)

    def attack(self, after: State) -> SacrificePlan:
        """Expect the result of an aggression that was just played."""
        frame = decision_frame(after)
        if isinstance(frame, Sacrifice):
            return self.plan(after)
        assert isinstance(frame, Repulse)
        chance = _chance(after, frame.seat, frame.attack - frame.defence)
        return SacrificePlan(
            (), (), self._spoils(after, frame.attacker, frame.seat, frame.card) * chance // 100, chance
        )

    # --- each decision ---------------------------------------------------------------------------------------

    def _attack(self, s: State, frame: Sacrifice) -> SacrificePlan:
        spoils = self._spoils(s, frame.attacker, frame.rival, frame.card)
        best = SacrificePlan(frame.named, (), 0, 0)
        for named, worth, price in self._sets(s, frame):
            chance = _chance(s, frame.rival, frame.attack + worth - frame.defence)
            gain = spoils * chance // 100 - price
            if chance and (not best.chance or gain > best.gain):
                best = SacrificePlan(named, (), gain, chance)
        return best

    def _war(self, s: State, frame: Sacrifice) -> SacrificePlan:
        attacks = frame.seat == frame.attacker
        other = frame.rival if attacks else frame.attacker
        ahead = frame.attack - frame.defence if attacks else frame.defence - frame.attack
        share = 100 + self._share(s, other)
        best, before = SacrificePlan(frame.named, (), -_NEVER), 0
        for named, worth, price in self._sets(s, frame):
            result = self._war_result(s, frame, other, ahead + worth) * share // 100
            before = result if named == frame.named else before
            if result - price > best.gain:
                best = SacrificePlan(named, (), result - price)
        return replace(best, gain=best.gain - before) if best.gain > -_NEVER else best

    def _war_result(self, s: State, frame: Sacrifice, other: Seat, lead: int) -> int:
        """Value a war for a side that is ahead by so much, or behind."""
        loser = s.players[other if lead > 0 else frame.seat]
        stake = war_stake(War(frame.card, frame.attacker, frame.rival), abs(lead), self._valuation.outlook, loser)
        return stake if lead > 0 else -stake if lead < 0 else 0

    def _repulse(self, s: State, frame: Repulse) -> SacrificePlan:
        p = s.players[frame.seat]
        faces = self._valuation.knowledge.faces
        cards = [handle for handle in p.military_hand if faces.get(handle, "") in BONUS_CARDS][:_MOST_CARDS]
        adds = {handle: defense_of(p, faces[handle]) for handle in cards}
        prices = {handle: self._keep(s, handle) for handle in cards}
        best, cost = SacrificePlan(frame.named), _NEVER
        for named, worth, price in self._sets(s, frame):
            missing = frame.attack - frame.defence - worth
            for shown in _enough(cards, adds, missing):
                total = price + sum(prices[handle] for handle in shown)
                if total < cost:
                    best, cost = SacrificePlan(named, shown), total
        if cost == _NEVER or (cost and cost >= self._loss(s, frame)):
            return SacrificePlan(frame.named)
        return best

    # --- prices ----------------------------------------------------------------------------------------------

    def _spoils(self, s: State, attacker: Seat, rival: Seat, card: Face) -> int:
        """Value what a successful aggression brings, the rival's loss as far as it counts."""
        won = s.copy()
        pop(won)
        push(won, Repulse(rival, attacker, card, 1, 0, ()))
        won = GAME.apply(won, Act(rival, "done")).state
        before, harmed = self._valuation.evaluate(s).permanent, self._valuation.rival_value(s, rival)
        done, hurt = self._valuation.attack_outcome(won, rival)
        return done - before + (harmed - hurt) * self._share(s, rival) // 100

    def _sets(self, s: State, frame: Sacrifice | Repulse) -> Iterator[tuple[Units, int, int]]:
        """Yield sets of units with what they add and what they cost, the set that is named already first."""
        p, named = s.players[frame.seat], dict(frame.named)
        have = units(p) if can_sacrifice(s, frame.seat) else {}
        each = {face: self._price(p, face) for face in have}
        cheapest: dict[int, tuple[int, dict[Face, int]]] = {}
        for some in _unit_sets(have, named, each):
            worth = sacrifice_worth(p, some)
            price = sum((number - named.get(face, 0)) * each[face] for face, number in some.items())
            if worth not in cheapest or price < cheapest[worth][0]:
                cheapest[worth] = price, some
        yield frame.named, sacrifice_worth(p, named), 0
        most = sacrifice_worth(p, named)
        for price, worth, some in sorted(
            ((price, worth, some) for worth, (price, some) in cheapest.items()), key=_cost
        ):
            if worth > most:  # what adds no more than something cheaper is left out
                most = worth
                yield tuple(sorted((face, number) for face, number in some.items() if number)), worth, price

    def _price(self, p: Player, face: Face) -> int:
        """Give the price of a unit: people, resources and an action for another one, and the strength it lends."""
        o = self._valuation.outlook
        turns = min(max(0, o.turns - 1), _TURNS_TO_REBUILD)
        another = (
            o.food * BOARD.population_cost_at(p.yellow_bank + 1) + o.action + o.resource * costs.worker_price(p, face)
        )
        return 20 + (another + _STANDING * STRENGTH[face]) * turns // _TURNS_TO_REBUILD


def _cost(found: tuple[int, int, dict[Face, int]]) -> tuple[int, int]:
    """Give the order of sets: the cheapest first, of equally cheap ones the one that adds most."""
    return found[0], -found[1]


def _unit_sets(have: dict[Face, int], named: dict[Face, int], each: dict[Face, int]) -> Iterator[dict[Face, int]]:
    """Yield sets of units that hold those named already."""
    ranges = [range(named.get(face, 0), number + 1) for face, number in have.items()]
    if prod(map(len, ranges)) <= _MOST_SETS:
        for numbers in product(*ranges):
            yield dict(zip(have, numbers, strict=True))
        return
    some = {face: named.get(face, 0) for face in have}
    yield dict(some)
    for face in sorted(have, key=each.__getitem__):
        while some[face] < have[face]:
            some[face] += 1
            yield dict(some)


def _enough(cards: list[Handle], adds: dict[Handle, int], missing: int) -> Iterator[tuple[Handle, ...]]:
    """Yield sets of cards that add what is missing, none of which could be left out."""
    for number in range(len(cards) + 1):
        for some in combinations(cards, number):
            total = sum(adds[handle] for handle in some)
            if total >= missing and all(total - adds[handle] < missing for handle in some):
                yield some


def _chance(s: State, rival: Seat, lead: int) -> int:
    """Estimate the chance of an aggression with so much more strength, in hundredths: any card may be a bonus card."""
    if lead <= 0:
        return 0
    bonus = 2 * max(1, min(s.age, 3))
    chance = 10_000
    for _ in s.players[rival].military_hand:
        chance = chance * _CHANCES[min((lead - 1) // bonus, len(_CHANCES) - 1)] // 100
    return max(10, chance // 100)
