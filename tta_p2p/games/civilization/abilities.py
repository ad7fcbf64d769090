"""Abilities of technologies that are paid for with resources in city management."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from ..contract import Arg, Card, Claim, Cost, Is, Knowledge, Line, Seat
from ..kit import cards
from .board import SQUARES, cities_of, name_of
from .cities import idle_cities
from .coins import add_coin
from .culture import draw_person
from .flow import FLOW, Args, Manage, Verb
from .state import State
from .tables.hidden import BACK
from .tables.model import HIDDEN_RESOURCES, RESOURCES
from .tables.techs import MOST_COINS


@dataclass(frozen=True, slots=True)
class Ability:
    """What a technology does for resources: so many of one kind, or of any kinds (`any`)."""

    resource: str
    count: int
    does: str
    number: int = 0


ABILITIES = {
    "currency": Ability("incense", 1, "culture", 3),
    "chivalry": Ability("incense", 1, "culture", 5),
    "metal-casting": Ability("incense", 1, "culture", 7),
    "animal-husbandry": Ability("wheat", 1, "production", 3),
    "construction": Ability("wheat", 1, "production", 5),
    "banking": Ability("wheat", 1, "production", 7),
    "philosophy": Ability("any", 3, "person"),
    "pottery": Ability("any", 2, "coin"),
}
"""Technology -> ability."""


def shows(face: str) -> str:
    """Give the resource on a hut or village; empty for a great person."""
    what = face.partition("-")[2]
    return what if BACK.get(face) in ("hut", "village") and what in HIDDEN_RESOURCES else ""


def _payments(s: State, seat: Seat, ability: Ability, knows: Knowledge) -> Iterator[tuple[Arg, ...]]:
    """Give every way to pay: resources of the market by name, in their order, then markers in theirs."""
    fits = RESOURCES if ability.resource == "any" else (ability.resource,)
    goods = [one for one in RESOURCES if one in fits and s.goods[seat][one]]
    markers = []
    for handle in (*s.huts[seat], *s.villages[seat]):
        shown = shows(knows.faces.get(handle, ""))
        if shown and ability.resource in ("any", shown):
            markers.append(Card(handle, knows.faces[handle]))
    markers.sort(key=lambda card: card.handle)
    for number in range(ability.count + 1):
        for some in combinations_with_replacement(goods, ability.count - number):
            for hidden in combinations(markers, number):
                yield (*some, *hidden)


def _why_not_paid(s: State, seat: Seat, ability: Ability, paid: Args) -> Line | None:
    """Say why this does not pay for an ability."""
    goods = [one for one in paid if isinstance(one, str)]
    markers = [one for one in paid if isinstance(one, Card)]
    if len(paid) != ability.count or (*goods, *markers) != paid or any(one not in RESOURCES for one in goods):
        return Line("other-payment", (ability.count, ability.resource))
    if goods != sorted(goods, key=RESOURCES.index) or [one.handle for one in markers] != sorted(
        {one.handle for one in markers}
    ):
        return Line("other-payment", (ability.count, ability.resource))
    for one, number in Counter(goods).items():
        if s.goods[seat][one] < number:
            return Line("none-left", (one,))
    for card in markers:
        mine = card.handle in s.huts[seat] or card.handle in s.villages[seat]
        if not mine or not shows(card.face) or not cards.can_be(s, card.handle, card.face):
            return Line("no-such-card")
    used = [*goods, *(shows(one.face) for one in markers)]
    if ability.resource != "any" and used != [ability.resource] * ability.count:
        return Line("other-payment", (ability.count, ability.resource))
    return None


@FLOW.verb
class Use(Verb[State]):
    """`use currency - incense`, `use banking c4 #7=hut-wheat`: pay resources for what a technology can do."""

    name = "use"
    shape = None

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        seat = frame.seat
        for tech in s.techs[seat]:
            ability = ABILITIES.get(tech)
            if ability is None or s.once(seat, f"use-{tech}"):
                continue
            cities = [name_of(city) for city in idle_cities(s, seat)] if ability.does == "production" else ["-"]
            for paid in _payments(s, seat, ability, knows):
                yield from ((tech, city, *paid) for city in cities)

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        seat = frame.seat
        if len(args) < 3 or not isinstance(args[0], str) or not isinstance(args[1], str):
            return Line("bad-arguments", (self.name,))
        if any(not isinstance(one, str | Card) for one in args):
            return Line("bad-arguments", (self.name,))
        tech, city, *paid = args
        ability = ABILITIES.get(tech)
        if ability is None or tech not in s.techs[seat]:
            return Line("unknown-tech", (tech,))
        if s.once(seat, f"use-{tech}"):
            return Line("used-already", (tech,))
        if ability.does == "coin" and s.tokens[seat].get(tech, 0) >= MOST_COINS:
            return Line("coins-full", (tech,))
        if ability.does == "production":
            if SQUARES.get(city, -1) not in idle_cities(s, seat):
                return Line("not-your-city", (city,))
        elif city != "-":
            return Line("not-your-city", (city,))
        return _why_not_paid(s, seat, ability, tuple(paid)) or ()

    def claims(self, s: State, frame: Manage, args: Args) -> tuple[Claim, ...]:
        return tuple(Is(one.handle, one.face) for one in args[2:] if isinstance(one, Card))

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        seat, tech = frame.seat, args[0]
        s.used = (*s.used, (seat, f"use-{tech}"))
        s.say("uses", seat, tech, *(one if isinstance(one, str) else one.face for one in args[2:]))
        for one in args[2:]:
            if isinstance(one, str):
                s.goods[seat][one] -= 1
                s.market[one] += 1
            else:
                s.huts[seat] = tuple(handle for handle in s.huts[seat] if handle != one.handle)
                s.villages[seat] = tuple(handle for handle in s.villages[seat] if handle != one.handle)
                cards.reveal(s, one.handle, one.face)
        ability = ABILITIES[tech]
        if ability.does == "culture":
            s.culture[seat] += ability.number
        elif ability.does == "production":
            city = SQUARES[args[1]]
            s.boost[city] = s.boost.get(city, 0) + ability.number
        elif ability.does == "coin":
            add_coin(s, seat, tech)
        else:
            draw_person(s, seat)


__all__ = ["ABILITIES", "cities_of", "shows"]
