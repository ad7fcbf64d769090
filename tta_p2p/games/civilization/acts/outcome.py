"""The outcome of a legal act: its cost beside what the seat has, and its gains, as lines of `explain`."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Act, Cost, Line
from ...kit.state import Frame
from ..battle import strength
from ..city import yields
from ..city.management import FIGURES, price_of
from ..flow import Divide
from ..map.board import cities_of, is_person, is_wonder
from ..map.squares import SQUARES, name_of
from ..players import coins
from ..state import State
from ..tables.buildings import WALLS
from ..tables.track import TRACK
from ..technologies.pyramid import trade_needed
from ..windows.declarations import state_if_unanswered

PLANNED = ("build", "found", "gather", "give", "government", "harvest", "place", "reap", "research", "unit")
"""Verbs whose lasting changes are told: they concern the yields of cities and the holdings of a seat."""


def outcome(s: State, act: Act, cost: Cost, frame: Frame, after: State | None) -> tuple[Line, ...]:
    """Say what an act costs beside the stock of it, and what it changes. `after`: the state it leads to, None where
    others act at the same time. An act that somebody could still cancel is told as if nobody did."""
    changed = _changed(s, state_if_unanswered(after), act) if after is not None and act.verb in PLANNED else ()
    return (*_price(s, act, cost, frame), *_replaced(s, act), *changed)


def _replaced(s: State, act: Act) -> Iterator[Line]:
    """Say what a building, a wonder or a great person replaces on its square; figures replace nothing."""
    if act.verb == "place":
        what, name = map(str, act.args)
    elif act.verb in ("build", "give"):
        _, what, name = map(str, act.args)
    else:
        return
    work = s.works.get(SQUARES[name], "")
    if not work or what in FIGURES or what == WALLS:
        return
    kind = "person" if is_person(work) else "wonder" if is_wonder(work) else "building"
    yield Line(f"{kind}-off", (work, name))


def _price(s: State, act: Act, cost: Cost, frame: Frame) -> Iterator[Line]:
    seat, trade = act.seat, dict(cost).get("trade", 0)
    match act.verb, act.args:
        case "build" | "unit", (str(name), str(what), *_):
            city = SQUARES[name]
            price = strength.unit_cost(s, seat, what) if act.verb == "unit" else price_of(s, seat, what)
            made = frame.left if isinstance(frame, Divide) else yields.production(s, seat, city)
            if trade:
                yield Line("price-rush", (price, name, made, trade, s.trade[seat]))
            else:
                yield Line("price", (price, name, made))
        case "advance", ():
            step, space = TRACK[s.level[seat]], s.level[seat] + 1
            dear = "track-price-trade" if step.trade else "track-price"
            yield Line(dear, (step.culture, s.culture[seat], step.trade, s.trade[seat]))
            yield Line(f"space-{step.reward}", (space, len(TRACK), step.level))
        case "research", (str(tech),):
            stays = min(s.trade[seat], coins.coins(s, seat))
            yield Line("research-price", (trade_needed(s, seat, tech), s.trade[seat], stays))


def _changed(s: State, after: State, act: Act) -> Iterator[Line]:
    """Compare the yields of a seat's cities and its holdings before and after."""
    seat = act.seat
    mine = set(cities_of(s, seat))
    for city in cities_of(after, seat):
        name = name_of(city)
        for key, count in (("makes", yields.production), ("arts-make", yields.arts)):
            then = count(after, seat, city)
            now = count(s, seat, city) if city in mine else 0
            if then != now and not (key == "makes" and s.boost.get(city, 0) != after.boost.get(city, 0)):
                yield Line(key, (name, then, now))
    pairs = (
        ("income", yields.trade_income(after, seat), yields.trade_income(s, seat)),
        ("coins", coins.coins(after, seat), coins.coins(s, seat)),
        ("bonus", strength.battle_bonus(after, seat), strength.battle_bonus(s, seat)),
    )
    for key, then, now in pairs:
        if then != now:
            yield Line(key, (then, now))
    for resource, number in after.goods[seat].items():
        if number > s.goods[seat][resource]:
            yield Line("goods", (resource, number))
    if len(after.forces[seat]) > len(s.forces[seat]):
        yield Line("units", (len(after.forces[seat]), len(s.forces[seat])))
