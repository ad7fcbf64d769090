"""Values over the turns to come: a leader counts while he lives, a surplus costs little, a delay counts once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.bots.positions import beginnings
from tta_p2p.bots.base import Situation
from tta_p2p.bots.through_the_ages.active_cards import ActiveCards
from tta_p2p.bots.through_the_ages.marginal_values import MarginalValues
from tta_p2p.bots.through_the_ages.outlook import Outlook, make_outlook
from tta_p2p.bots.through_the_ages.plans import _card_value, _compute_moves_value
from tta_p2p.bots.through_the_ages.position import position_parts, price_paid
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.through_the_ages import costs
from tta_p2p.games.through_the_ages.index import KIND, LEADERS, LEVEL, WORKER_TECHNOLOGIES
from tta_p2p.games.through_the_ages.state import EMPTY

MICHELANGELO = "michelangelo"
RATED = ("culture", "science", "strength", "actions")
"""The parts of a position that a leader may raise by a rating."""


def led(now: Situation, leader: str, turns: int) -> tuple[Situation, Outlook]:
    """The same position with a leader, whom the seat will have for so many turns."""
    state = now.state.copy()
    state.players[now.seat].leader = leader
    outlook = make_outlook(state, now.seat, NORMAL)
    ages = list(outlook.turns_by_age)
    ages[min(LEVEL[leader] + 1, len(ages) - 1)] = turns
    return replace(now, state=state), replace(outlook, turns_by_age=tuple(ages))


def rated(now: Situation, leader: str, turns: int) -> dict[str, int]:
    """The parts of a position that a leader may raise, if he stays for so many turns."""
    there, outlook = led(now, leader, turns)
    parts = position_parts(there.state, now.seat, outlook)
    return {name: parts[name] for name in RATED}


def leaders(now: Situation) -> Iterator[str]:
    """Those who may go before the game ends."""
    last = make_outlook(now.state, now.seat, NORMAL).last_age
    yield from (face for face in LEADERS if LEVEL[face] < last)


def test_what_a_leader_adds_to_the_ratings_counts_until_he_goes() -> None:
    fades = set[str]()
    for now in beginnings(every=6):
        turns = make_outlook(now.state, now.seat, NORMAL).turns
        if turns < 4:
            continue
        nobody = replace(now, state=now.state.copy())
        nobody.state.players[now.seat].leader = EMPTY
        without = position_parts(nobody.state, now.seat, make_outlook(nobody.state, now.seat, NORMAL))
        for leader in leaders(now):
            brief, long, whole = (rated(now, leader, stay) for stay in (1, turns // 2, turns))
            for name in RATED:
                rise = whole[name] - without[name]
                assert min(0, rise) - 1 <= brief[name] - without[name] <= max(0, rise) + 1, (leader, name)
                assert abs(brief[name] - without[name]) <= abs(long[name] - without[name]) + 1, (leader, name)
                if abs(rise) > 40:
                    assert abs(brief[name] - without[name]) < abs(rise), (leader, name)
                    fades.add(leader)
    assert {MICHELANGELO, "joan-of-arc", "julius-caesar", "j-s-bach"} <= fades, fades


def test_a_successor_is_worth_what_he_does_after_the_leader_has_gone() -> None:
    """Also while the present one does more."""
    tried = 0
    for now in beginnings():
        there, outlook = led(now, MICHELANGELO, 2)
        if outlook.turns_by_age[3] < 6:
            continue
        state = there.state
        state.players[now.seat].workers |= {"religion": 2}
        marginals = MarginalValues(state, now.seat, outlook)
        active = ActiveCards(state, now.seat)
        for face in LEADERS:
            if LEVEL[face] == 2 and marginals.gain(MICHELANGELO) > marginals.gain(face) > 3 * outlook.action:
                tried += 1
                p = state.players[now.seat]
                assert _card_value(state, p, face, marginals.outlook, marginals, active) > 0, face
    assert tried > 5


def test_a_surplus_costs_less_and_nothing_costs_more_than_its_price() -> None:
    for stored in range(25):
        paid = [price_paid(100, amount, stored, 6, 20) for amount in range(20)]
        assert paid == sorted(paid)
        assert all(cost <= 100 * amount for amount, cost in enumerate(paid))
        assert stored > 6 or paid == [100 * amount for amount in range(20)]
    assert price_paid(100, 5, 20, 6, 20) == 100
    assert price_paid(100, 3, 1, 6, 20) == 300, "what is not there yet costs all of it"


def test_a_delay_of_a_technology_counts_once() -> None:
    """Workers on it come later, it may come to nothing, and science that comes later costs less."""
    tried = 0
    for now in beginnings():
        state = now.state.copy()
        p = state.players[now.seat]
        p.science = 0
        marginals = MarginalValues(state, now.seat, make_outlook(state, now.seat, NORMAL))
        o, active = marginals.outlook, ActiveCards(state, now.seat)
        rate = max(1, active.science)
        for face in sorted({*WORKER_TECHNOLOGIES} - {*p.workers}):
            price = costs.science_price(state, p, face)
            late = -(-price // rate)
            _, there = active.best_by_kind.get(KIND[face], (0, EMPTY))
            workers = _compute_moves_value(p, face, o, marginals, late)
            workers -= _compute_moves_value(p, there, o, marginals, 0) if there else 0
            if LEVEL[face] > LEVEL.get(there, -1) and late < o.turns:
                paid = o.science * price * (o.turns - late) // o.turns + o.action
                least = (workers - paid) * max(20, 100 - 6 * late) // 100
                assert _card_value(state, p, face, o, marginals, active) >= least - 1, face
                tried += least > 0
    assert tried > 5
