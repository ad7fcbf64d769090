"""Deals that bots propose and take in the trade phase: those that bring both sides something.

Trade is worth most where it reaches the price of the next technology this turn, and little beyond it: research spends
the whole dial. A resource is worth most to a seat that knows a technology it pays for. So one side's surplus is often
what the other one lacks. Everything here follows from what all see; of face-down cards only the number counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tta_p2p.games.civilization.flow import Trading
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.model import RESOURCES
from tta_p2p.games.civilization.tables.techs import LAST, MAX_TRADE, TECHS
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.iron_weapons import EDGE, SHARP, WOUNDS
from tta_p2p.games.civilization.technologies.pyramid import researchable, trade_needed
from tta_p2p.games.civilization.technologies.resource_abilities import ABILITIES, SHIP, TRADE
from tta_p2p.games.civilization.turn.deals import Item, Proposal, Terms, partners
from tta_p2p.games.contract import Act, Arg, Seat

TURNS_BETWEEN_OFFERS = 3
"""A seat proposes something every so many turns at the most, and then one deal: others are not to be pestered."""
MIN_GAIN = 100
"""Minimum gain of a deal for each side, in the numbers of the `evaluator`."""
SPENT_TRADE, SURPLUS_TRADE, PRICE_REACHED = 50, 10, 300
"""What trade is worth that research spends, what is left beyond its price, and reaching a price, for each level."""
CULTURE_TOKEN = 130
USEFUL_RESOURCE, IDLE_RESOURCE, FURTHER_RESOURCE = 320, 100, 160
"""What a resource is worth that something pays with, that nothing pays with, and another one of the same."""
FACE_DOWN_CARD, EVENT_CARD = 180, 120
NEAR_CULTURE, NEAR_COINS, NEAR_TRADE = 3, 3, 20
"""Bots refuse deals with a rival this near to a victory: spaces, coins, and trade once Space Flight is open."""
MAX_TRADE_OFFER, MAX_CULTURE_OFFER = 9, 4
"""So much of it is one side of a proposal at the most."""
RESOURCE_OF_TECH = {
    tech: one.resource for tech, one in (ABILITIES | TRADE | WOUNDS | {SHARP: EDGE, "steam-power": SHIP}).items()
}
"""Technology -> the resource that it is paid with, or `any`."""


def trade_value(s: State, seat: Seat, trade: int) -> int:
    """Give what so much trade on the dial is worth to a seat before the research of this turn."""
    trade = min(trade, MAX_TRADE)
    levels = {TECHS[name].level: trade_needed(s, seat, name) for name in researchable(s.techs[seat])}
    level, price = max(((level, price) for level, price in levels.items() if price <= trade), default=(0, 0))
    return (
        SPENT_TRADE * price + PRICE_REACHED * level + SURPLUS_TRADE * (trade - price) if level else SPENT_TRADE * trade
    )


def resource_value(s: State, seat: Seat, what: str, number: int) -> int:
    """Give what so many of a resource are worth to a seat that knows what it knows."""
    helps = any(RESOURCE_OF_TECH.get(tech) in (what, "any") for tech in s.techs[seat])
    if not helps:
        return IDLE_RESOURCE * number
    return USEFUL_RESOURCE + FURTHER_RESOURCE * (number - 1) if number else 0


def deal_value(s: State, seat: Seat, gives: tuple[Item, ...], gets: tuple[Item, ...]) -> int:
    """Value a deal for a seat that gives and gets these items, in the evaluator's numbers."""
    found = 0
    change = {what: number for what, number in gets if what != "card"}
    for what, number in gives:
        if what != "card":
            change[what] = change.get(what, 0) - number
    for what, number in change.items():
        if what == "trade":
            found += trade_value(s, seat, s.trade[seat] + number) - trade_value(s, seat, s.trade[seat])
        elif what == "culture":
            found += CULTURE_TOKEN * number
        else:
            there = s.goods[seat][what]
            found += resource_value(s, seat, what, there + number) - resource_value(s, seat, what, there)
    for sign, items in ((1, gets), (-1, gives)):
        hidden = (s.backs[number] for what, number in items if what == "card")
        found += sign * sum(EVENT_CARD if back.startswith("event") else FACE_DOWN_CARD for back in hidden)
    return found


def is_near_victory(s: State, seat: Seat) -> bool:
    """Whether a seat is so near to a victory that nobody should help it."""
    space = LAST in researchable(s.techs[seat]) and s.trade[seat] >= NEAR_TRADE
    return space or s.level[seat] >= len(TRACK) - NEAR_CULTURE or coins(s, seat) >= COINS_TO_WIN - NEAR_COINS


def acceptance_value(s: State, frame: Proposal) -> int:
    """Value a proposed deal for the asked seat; below zero, it should decline."""
    found = deal_value(s, frame.seat, frame.gives, frame.gets)
    return -MIN_GAIN if any(is_near_victory(s, other) for other in frame.others) else found


# --- proposing -----------------------------------------------------------------------------------------------

DealPlan = tuple[int, tuple[Item, ...], tuple[Item, ...]]
"""What a deal brings the side it brings less, what the proposing seat gives and what it gets."""


def _exchanges(s: State, seat: Seat, other: Seat) -> Iterator[tuple[Item, Item]]:
    """Give every exchange of one thing for one other."""
    has = [_offers(s, each) for each in (seat, other)]
    yield from ((mine, theirs) for mine in has[0] for theirs in has[1] if mine[0] != theirs[0])


def _offers(s: State, seat: Seat) -> list[Item]:
    trade = [("trade", number) for number in range(1, min(s.trade[seat], MAX_TRADE_OFFER) + 1)]
    culture = [("culture", number) for number in range(1, min(s.culture[seat], MAX_CULTURE_OFFER) + 1)]
    return [*trade, *culture, *((what, 1) for what in RESOURCES if s.goods[seat][what])]


def is_open(s: State, other: Seat) -> bool:
    """Whether a seat plays on and may be helped by a deal."""
    return s.left[other] is None and not is_near_victory(s, other)


def plan_deal(s: State, seat: Seat, other: Seat) -> DealPlan | None:
    """Give the deal with another seat that is best for the side it brings less; None where none is worth proposing."""
    return max(fair_deals(s, seat, other), key=lambda plan: plan[0], default=None)


def fair_deals(s: State, seat: Seat, other: Seat) -> Iterator[DealPlan]:
    """Give the exchanges with another seat that are worth proposing to both sides, by the numbers of the evaluator."""
    if not is_open(s, other):
        return
    for mine, theirs in _exchanges(s, seat, other):
        least = min(deal_value(s, seat, (mine,), (theirs,)), deal_value(s, other, (theirs,), (mine,)))
        if least >= MIN_GAIN:
            yield least, (mine,), (theirs,)


Planning = Callable[[State, Seat, Seat], DealPlan | None]
"""Plans a deal of a seat with another one."""


def next_deal_act(s: State, seat: Seat, plan: Planning = plan_deal) -> Act | None:
    """Give the act with which a seat begins, goes on with or proposes a deal it has planned; None where it has none."""
    frame = s.stack[-1] if s.stack else None
    if isinstance(frame, Trading):
        if (s.round + seat) % TURNS_BETWEEN_OFFERS or s.once(seat, "deal"):
            return None
        plans = [(found[0], -at, named) for at, (others, named) in enumerate(partners(s, seat))
                 if len(others) == 1 and (found := plan(s, seat, others[0])) is not None]  # fmt: skip
        return Act(seat, "deal", max(plans)[2]) if plans else None
    if not isinstance(frame, Terms):
        return None
    planned = plan(s, seat, frame.other)
    if planned is None:
        return None
    for verb, items, named in (("offer", planned[1], frame.gives), ("want", planned[2], frame.gets)):
        if not set(named) <= set(items):
            return None
        for item in items:
            if item not in named:
                args: tuple[Arg, ...] = item
                return Act(seat, verb, args)
    return Act(seat, "propose")


def act_gain(s: State, act: Act) -> int | None:
    """Value an act of a deal for the acting seat; None: the act belongs to no deal."""
    frame = s.stack[-1] if s.stack else None
    if isinstance(frame, Proposal) and act.verb == "accept":
        return acceptance_value(s, frame)
    return MIN_GAIN if act.verb in ("deal", "offer", "want", "propose") else None
