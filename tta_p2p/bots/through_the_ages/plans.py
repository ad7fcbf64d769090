"""The value of cards that are not active yet: the civil hand, technologies without workers, unfinished wonders.

A plan is worth what it will bring, less what it still costs, less something for every step that may yet come to
nothing. So each step of a plan carried out makes the seat a little better off.
"""

from __future__ import annotations

from typing import NamedTuple

from tta_p2p.bots.through_the_ages.active_cards import ActiveCards
from tta_p2p.bots.through_the_ages.marginal_values import MarginalValues
from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook
from tta_p2p.bots.through_the_ages.position import Shares, leader_turns, resources_paid, science_paid, shares
from tta_p2p.games.contract import Face
from tta_p2p.games.through_the_ages import costs, economy
from tta_p2p.games.through_the_ages.formulas import value
from tta_p2p.games.through_the_ages.index import (
    GOVERNMENTS,
    IS_UNIT,
    IS_URBAN,
    KIND,
    LEADERS,
    LEVEL,
    TRIGGERS,
    URBAN_LIMIT,
    WONDERS,
    WORKER_TECHNOLOGIES,
)
from tta_p2p.games.through_the_ages.state import EMPTY, Player, State
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables import effects as e
from tta_p2p.games.through_the_ages.tables.model import ActionCard
from tta_p2p.games.through_the_ages.tables.words import Kind, When

_MOVE_PERCENTS = (90, 75, 60, 40)
"""How much of the first, second … worker on a better card is reckoned with, in hundredths."""
_RANK_PERCENTS = (75, 50, 35, 20, 10)
"""How much of the best, second best … plan of the hand is reckoned with, in hundredths."""
_SAME_KIND_PERCENT = 25
"""How much of a plan is reckoned with when a better one for the same kind of card is in the hand."""


def plans_value(s: State, seat: int, o: Outlook, marginals: MarginalValues, a: ActiveCards) -> int:
    """Value all plans of a seat; ``a``: the numbers of its active cards."""
    p = s.players[seat]
    if a.moves_total is None:
        a.moves_total = sum(_moves_value(s, p, face, o, marginals, a) for _, face in a.best_by_kind.values())
    total = a.moves_total + _hand_value(s, p, o, marginals, a)
    total = total * o.weights.plans // 100
    if not p.wonder:
        return total
    stored = economy.stock(p, economy.RESOURCE)
    to_build = a.action_card_values.get((p.wonder, p.stages, stored))
    if to_build is None:
        to_build = a.action_card_values[p.wonder, p.stages, stored] = wonder_value(s, p, o, marginals)
    return total + to_build * o.weights.wonder // 100


def _hand_value(s: State, p: Player, o: Outlook, marginals: MarginalValues, a: ActiveCards) -> int:
    """Value the civil hand as a whole."""
    if not p.civil_hand:
        return 0
    spared = shares(p, a.age)
    all_of_it = p.civil_hand, p.fresh, p.science, p.wonder, p.unused, p.yellow_bank, spared
    together = a.action_card_values.get(all_of_it)
    if together is not None:
        return together
    technologies = tuple(face for face in p.civil_hand if face in WORKER_TECHNOLOGIES)
    found: list[int] = []
    by_kind: dict[Kind, int] = {}
    for face in p.civil_hand:
        kind = KIND[face]
        if kind is Kind.ACTION:
            key = face, p.wonder != EMPTY, face in p.fresh, p.unused, p.yellow_bank, spared, technologies
            played = a.action_card_values.get(key)
            if played is None:
                played = a.action_card_values[key] = _ActionCards(s, p, o, marginals, a, spared).value(face)
            found.append(played)
            continue
        estimate = a.hand_values.get((face, p.science))
        if estimate is None:
            estimate = a.hand_values[face, p.science] = _card_value(s, p, face, o, marginals, a)
        if estimate > by_kind.get(kind, 0):
            found.append(by_kind.get(kind, 0) * _SAME_KIND_PERCENT // 100)
            by_kind[kind] = estimate
        else:
            found.append(estimate * _SAME_KIND_PERCENT // 100)
    found += by_kind.values()
    found.sort(reverse=True)
    total = sum(one * _RANK_PERCENTS[min(number, len(_RANK_PERCENTS) - 1)] // 100 for number, one in enumerate(found))
    a.action_card_values[all_of_it] = total
    return total


def _moves_value(
    s: State, p: Player, face: Face, o: Outlook, marginals: MarginalValues, a: ActiveCards, late: int = 0
) -> int:
    """Value the workers that could still go onto a card; `late`: turns until then."""
    found = a.move_values.get((face, late))
    if found is None:
        found = a.move_values[face, late] = _compute_moves_value(p, face, o, marginals, late)
    return found


def _compute_moves_value(p: Player, face: Face, o: Outlook, marginals: MarginalValues, late: int) -> int:
    if o.turns <= 1 + late:
        return 0
    nets = sorted((move.net for move in _moves(p, face, o, marginals, late)), reverse=True)
    return sum(net * percent // 100 for net, percent in zip(nets, _MOVE_PERCENTS, strict=False) if net > 0)


class WorkerMove(NamedTuple):
    """One more worker on a card: by an upgrade or a building, for how many resources, and what it is worth after all
    it costs."""

    upgrade: bool
    price: int
    net: int


def _moves(p: Player, face: Face, o: Outlook, marginals: MarginalValues, late: int = 0) -> list[WorkerMove]:
    """Give the workers that could still go onto a card; ``late``: turns until then."""
    if o.turns <= late:
        return []
    kind, gain, price = KIND[face], marginals.gain(face), costs.worker_price(p, face)
    share = 100 * (o.turns - late) // o.turns
    action = o.action // 2 if face in IS_UNIT else o.action
    found: list[WorkerMove] = []
    there = 0
    for other, number in p.workers.items():
        if KIND[other] is kind and number:
            there += number
            if LEVEL[other] < LEVEL[face]:
                cost = max(0, price - costs.worker_price(p, other, upgrade=True))
                net = (gain - marginals.gain(other)) * share // 100 - marginals.resources_paid(cost) - action
                found += [WorkerMove(True, cost, net)] * min(number, 3)
    if face not in IS_URBAN or there < URBAN_LIMIT[p.government]:
        net = gain * share // 100 - marginals.resources_paid(price) - action - o.workers[0]
        found.append(WorkerMove(False, price, net))
    return found


# --- the hand ------------------------------------------------------------------------------------------------


def _card_value(s: State, p: Player, face: Face, o: Outlook, marginals: MarginalValues, a: ActiveCards) -> int:
    """Value a card of the civil hand if all goes well."""
    if face in LEADERS:
        turns, gain = leader_turns(face, o), marginals.gain(face)
        if turns <= 1:
            return 0
        if p.leader:  # at once in his place, or after him
            later = gain * max(0, turns - leader_turns(p.leader, o)) // turns
            gain = max(gain - marginals.gain(p.leader), later)
        return max(0, gain - o.action)
    price = costs.science_price(s, p, face)
    rate = max(1, a.science)
    late = max(0, (price - p.science + rate - 1) // rate)
    pay = _science_price(p, price, late, o, a) + o.action
    kind = KIND[face]
    if face in WORKER_TECHNOLOGIES:
        level, there = a.best_by_kind.get(kind, (-1, face))
        now = _moves_value(s, p, there, o, marginals, a) if level >= 0 else 0
        gain = _moves_value(s, p, face, o, marginals, a, late) - now if LEVEL[face] > level else 0
    elif face in GOVERNMENTS:
        if LEVEL[face] < LEVEL[p.government]:
            return 0
        gain = marginals.gain(face)
        revolution = costs.science_price(s, p, face, revolution=True)
        soon = max(0, (revolution - p.science + rate - 1) // rate)
        by_force = _science_price(p, revolution, soon, o, a) + o.action * a.civil
        if by_force < pay:
            pay, late = by_force, soon
    else:
        old = next((one for one in p.specials if KIND[one] is kind), None)
        gain = marginals.gain(face) if old is None or LEVEL[old] < LEVEL[face] else 0
    if o.turns <= late:
        return 0
    if face not in WORKER_TECHNOLOGIES:  # for those the delay is in the values of the workers
        gain = gain * (o.turns - late) // o.turns
    return max(0, gain - pay) * max(20, 100 - 6 * late) // 100


def _science_price(p: Player, price: int, late: int, o: Outlook, a: ActiveCards) -> int:
    """Give what science costs: what is there at what it is worth, what is still to come at what it will be worth."""
    there = min(price, p.science)
    return science_paid(there, p.science, a.age, o) + o.science * (price - there) * (o.turns - late) // max(1, o.turns)


class _ActionCards:
    """The values of action cards to a player: of each no more than its best use leaves.

    A card that does an act takes the action which the act itself would take, so it saves what it saves and no action.
    And it saves nothing where the act is not worth it even with the card.
    """

    def __init__(
        self, s: State, p: Player, o: Outlook, marginals: MarginalValues, a: ActiveCards, spared: Shares
    ) -> None:
        """``a``: the numbers of the active cards; ``spared``: how much more of each thing counts."""
        self._state, self._player, self._outlook, self._marginals = s, p, o, marginals
        self._active, self._spared = a, spared

    def value(self, face: Face) -> int:
        """Value a card, in hundredths of a point."""
        o = self._outlook
        if o.turns <= 1 and face in self._player.fresh:
            return 0
        card = CARDS[face]
        assert isinstance(card, ActionCard)
        total = sum(map(self._effect_value, card.effects))
        if any(isinstance(one, e.IncreasePopulation) for one in card.effects):
            return _saving(total, self._worker_net()) if self._player.yellow_bank else 0
        if any(map(_does_act, card.effects)):
            return max(0, total)
        return max(0, total - o.action)

    def _effect_value(self, one: e.Effect) -> int:
        s, o, spared, seat = self._state, self._outlook, self._spared, self._player.seat
        match one:
            case e.Gain():
                total = o.food * spared.food * value(s, seat, one.food)
                total += o.resource * spared.resource * value(s, seat, one.resource)
                total += o.science * spared.science * value(s, seat, one.science)
                return total // 100 + CULTURE_POINT * value(s, seat, one.culture)
            case e.OneOf():
                return max(sum(map(self._effect_value, option)) for option in one.options)
            case e.BuildStage():
                return o.resource * one.discount * spared.resource // 100 if self._player.wonder else 0
            case e.Build() | e.Upgrade():
                return self._discount_value(one)
            case e.Pool():
                return self._pool_value(one)
        return 0

    def _worker_net(self) -> int:
        """Value one more worker, less what it costs to get one."""
        p, o = self._player, self._outlook
        gain = o.workers[p.unused] if p.unused < len(o.workers) else 0
        return gain - o.board.population_cost_at(p.yellow_bank) * o.food - o.action

    def _discount_value(self, one: e.Build | e.Upgrade) -> int:
        """Value a discount by the best thing that it may be for: on a card in play, or on one of the hand."""
        p, o, upgrade = self._player, self._outlook, isinstance(one, e.Upgrade)
        faces = [face for kind, (_, face) in self._active.best_by_kind.items() if kind in one.kinds]
        best = 0
        for face in (*faces, *(face for face in p.civil_hand if face in WORKER_TECHNOLOGIES)):
            if KIND[face] not in one.kinds:
                continue
            for move in _moves(p, face, o, self._marginals):
                if move.upgrade is upgrade:
                    left = max(0, move.price - one.discount)
                    full = self._marginals.resources_paid(move.price) - self._marginals.resources_paid(left)
                    best = max(best, _saving(full, move.net) * (100 if face in p.workers else _UNDEVELOPED) // 100)
        return best

    def _pool_value(self, one: e.Pool) -> int:
        """Value resources and actions for units, if any unit is worth them."""
        p, o = self._player, self._outlook
        saved = o.resource * value(self._state, p.seat, one.unit_resource) * 6 // 10 + 40 * one.military_actions
        moves = [move for face in p.workers if face in IS_UNIT for move in _moves(p, face, o, self._marginals)]
        return max((_saving(saved, move.net) for move in moves), default=0)


_UNDEVELOPED = 75
"""How much of a discount is reckoned with on a card that is still to be developed, in hundredths."""
_ACTS = (e.Build, e.Upgrade, e.BuildStage, e.Develop, e.IncreasePopulation)


def _does_act(one: e.Effect) -> bool:
    """Whether an effect is an act that takes an action by itself, or can be."""
    return isinstance(one, _ACTS) or (isinstance(one, e.OneOf) and any(map(_does_act, sum(one.options, ()))))


def _saving(full: int, net: int) -> int:
    """Give how much of a saving is left by an act that is worth ``net`` without it: none if it is not worth doing."""
    return max(0, net + full) - max(0, net)


# --- wonders -------------------------------------------------------------------------------------------------


def wonder_value(s: State, p: Player, o: Outlook, marginals: MarginalValues) -> int:
    """Value a player's unfinished wonder."""
    face = p.wonder
    prices = WONDERS[face].stages[p.stages :]
    cost = sum(prices)
    each_turn = max(1, economy.resource_production(s, p.seat) * 2 // 3)
    late = max(0, cost - economy.stock(p, economy.RESOURCE) + each_turn - 1) // each_turn
    if late >= o.turns_by_age[min(LEVEL[face] + 1, o.last_age + 1)]:
        return 0
    gain = marginals.gain(face) * (o.turns - late) // max(1, o.turns) + 60
    for on in TRIGGERS[When.COMPLETE].get(face, ()):
        for one in on.effects:
            if isinstance(one, e.Gain):
                gain += CULTURE_POINT * value(s, p.seat, one.culture)
    actions = -(-len(prices) // costs.stages_per_action(p)) * o.action
    paid = resources_paid(cost, economy.stock(p, economy.RESOURCE), min(s.age, 4), o)
    return max(0, gain * (100 - 6 * len(prices) - 2 * late) // 100 - paid - actions)
