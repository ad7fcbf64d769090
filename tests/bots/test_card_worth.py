"""No action card is worth more in the hand than its use leaves: who does an act anyway does it with the card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from tests.bots.positions import beginnings, turns
from tta_p2p.bots.base import Situation
from tta_p2p.bots.through_the_ages.act_evaluator import ActEvaluator
from tta_p2p.bots.through_the_ages.outlook import make_outlook
from tta_p2p.bots.through_the_ages.statecraft import statecraft_evaluator
from tta_p2p.bots.through_the_ages.turn_search import TurnSearch
from tta_p2p.bots.through_the_ages.weights import NORMAL
from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages import economy
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import KIND
from tta_p2p.games.through_the_ages.phases import Actions
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.tables import BOARD, CARDS
from tta_p2p.games.through_the_ages.tables.words import Kind

AT_ONCE = {"frugality": ("population", ()), "engineering-genius": ("stage", (1,))}
"""The acts of cards for which there is nothing to choose."""
CARDS_TRIED = (
    "engineering-genius-i", "frugality-i", "rich-land-i", "urban-growth-ii", "efficient-upgrade-ii",
)  # fmt: skip
ROUNDED = 20
"""Hundredths of a point that may be lost by rounding."""


def holding(now: Situation, *cards: str) -> Situation:
    """The same position of a seat that holds these civil cards alone: what others save changes what one saves."""
    state = now.state.copy()
    state.players[now.seat].civil_hand = cards
    return replace(now, state=state, options=GAME.legal(state, now.knowledge, now.seat))


def uses(now: Situation) -> Iterator[tuple[str, State, Act]]:
    """Each action card that may be played for an act: the card, the position after both, and the act."""
    for option in now.options:
        card = option.act.args[0] if option.act.verb == "play" else None
        if not isinstance(card, str) or KIND.get(card) is not Kind.ACTION:
            continue
        begun = GAME.apply(now.state, option.act).state
        if (name := card.rpartition("-")[0]) in AT_ONCE:
            yield card, begun, Act(now.seat, *AT_ONCE[name])
        else:
            yield from ((card, *end) for end in ends(now, begun))


def ends(now: Situation, begun: State) -> Iterator[tuple[State, Act]]:
    """The ends of an act that has begun, each with what was decided last."""
    if not isinstance(decision_frame(begun), Actions):
        for within in GAME.legal(begun, now.knowledge, now.seat):
            after = GAME.apply(begun, within.act).state
            if isinstance(decision_frame(after), Actions):
                yield after, within.act
            else:
                yield from ends(now, after)


def discount(card: str) -> int:
    """The resources that a card may save."""
    return max((int(number) for number in re.findall(r"discount=(\d+)", repr(CARDS[card]))), default=0)


def saved(after: State, plain: State, seat: int) -> int:
    """How many more resources a seat has after an act with a card."""
    return economy.stock(after.players[seat], economy.RESOURCE) - economy.stock(plain.players[seat], economy.RESOURCE)


def losses(now: Situation, cards: Iterable[str]) -> Iterator[tuple[str, Act, int]]:
    """The surplus of an act with a card over the same act without one, in hundredths of a point."""
    judge: ActEvaluator = statecraft_evaluator(now, NORMAL)
    poor = holding(now)
    for held in cards:
        rich = holding(now, held)
        for card, after, act in uses(rich):
            if act not in [option.act for option in poor.options]:
                continue  # without the card it cannot be done
            plain = GAME.apply(poor.state, act).state
            lost = [BOARD.corruption_at(state.players[now.seat].blue_bank) for state in (after, plain)]
            if lost[0] > lost[1] or saved(after, plain, now.seat) < discount(card):
                continue  # what is saved is lost to corruption, or less is saved than the card could
            cost = judge.evaluate(plain).total - judge.evaluate(poor.state).total
            yield card, act, judge.evaluate(after).total - judge.evaluate(rich.state).total - cost


def hungry(now: Situation) -> bool:
    """Whether a seat has less food than is eaten at the end of its turn."""
    p = now.state.players[now.seat]
    there = economy.stock(p, economy.FOOD) + economy.food_production(now.state, now.seat)
    return there < economy.consumption(p)


def price(now: Situation, card: str) -> int:
    """The price of an action card that a seat holds and nothing else, in hundredths of a point."""
    rich, poor = holding(now, card), holding(now)
    judge = statecraft_evaluator(now, NORMAL)
    return judge.evaluate(rich.state).permanent - judge.evaluate(poor.state).permanent


@pytest.mark.parametrize("card", ["efficient-upgrade-ii", "rich-land-i", "urban-growth-i", "frugality-i"])
def test_a_card_is_worth_nothing_where_nothing_can_be_done_with_it(card: str) -> None:
    """No better card to upgrade to, no place for a building, nobody left to be born."""
    now = turns("normal", 2, seed=1)[6]
    useful, useless = now.state.copy(), now.state.copy()
    useful.players[now.seat].workers |= {"bronze": 3, "iron": 0, "philosophy": 1, "alchemy": 0}
    useless.players[now.seat].workers = {"warriors": 1}
    useless.players[now.seat].yellow_bank = 0
    prices = [price(replace(now, state=state), card) for state in (useful, useless)]
    assert prices[0] > 0 == prices[1]


def test_a_discount_on_what_is_not_worth_building_is_worth_nothing() -> None:
    """A farm or mine of the last turn yields nothing any more, where nobody is hungry."""
    game = (*turns("normal", 2, seed=1), *beginnings(every=1))
    last = [now for now in game if make_outlook(now.state, now.seat, NORMAL).turns == 1 and not hungry(now)]
    assert last and not any(price(now, "rich-land-ii") for now in last)
    assert any(price(now, "rich-land-ii") for now in game)


def test_an_act_with_a_card_leaves_no_less_than_the_same_act_without_one() -> None:
    tried: Counter[str] = Counter()
    for now in (*beginnings(every=1), *turns("normal", 2, seed=1)[::3]):
        for card, act, more in losses(now, CARDS_TRIED):
            tried[card.rpartition("-")[0]] += 1
            assert more >= -ROUNDED, (card, act, more)
    assert len(tried) == len(CARDS_TRIED) and sum(tried.values()) > 25, tried


def test_what_is_done_anyway_is_done_with_the_card() -> None:
    """A card is played in two steps of which the first alone is a loss: both are one step of the search."""
    plain = played = 0
    for now in turns("normal", 2, seed=1):
        for state, act in TurnSearch(now, statecraft_evaluator(now, NORMAL)).best_turn():
            if isinstance(decision_frame(state), Actions):
                here = Situation(GAME, state, now.knowledge, now.seat, GAME.legal(state, now.knowledge, now.seat))
                plain += act in {use for _, use, _ in losses(here, {*state.players[now.seat].civil_hand})}
                played += act in {Act(now.seat, "play", (card,)) for card, _, _ in uses(here)}
    assert played > 5 * plain, (played, plain)
