"""Abilities of technologies, paid with resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from ...contract import Arg, Card, Claim, Cost, Is, Knowledge, Line, Seat
from ...kit import cards
from ...kit.state import Frame
from ..city.destruction import bomb, kill_unit, make_obsolete, obsoletes, wreck
from ..city.management import MORE_ACTIONS, idle_cities
from ..culture.great_people import draw_person
from ..culture.track import spend
from ..flow import FLOW, Args, Grant, Manage, Moves, Trading, Verb, pop, push
from ..map.board import buildings, enemy_at, figures_at, put, sorted_ground
from ..map.squares import SQUARES, Square, name_of
from ..players.holdings import figure_count, gain_trade
from ..players.limits import stacking
from ..players.opponents import named_rival, named_rivals
from ..state import State
from ..tables.events import EVENTS
from ..tables.hidden import BACK
from ..tables.model import HIDDEN_RESOURCES, RESOURCES
from ..tables.techs import MOST_COINS
from ..windows.declarations import Effect, declare, effect
from .coin_tokens import add_coin


@dataclass(frozen=True, slots=True)
class Ability:
    """The ability of a technology, for so many resources of one kind, or of any kinds (`any`).

    `number`: how much of it; for destruction: how many units may die instead.
    """

    resource: str
    count: int
    does: str
    number: int = 0
    ages: tuple[str, ...] = ()


ABILITIES = {
    "currency": Ability("incense", 1, "culture", 3),
    "chivalry": Ability("incense", 1, "culture", 5),
    "metal-casting": Ability("incense", 1, "culture", 7),
    "animal-husbandry": Ability("wheat", 1, "production", 3),
    "construction": Ability("wheat", 1, "production", 5),
    "banking": Ability("wheat", 1, "production", 7),
    "philosophy": Ability("any", 3, "person"),
    "pottery": Ability("any", 2, "coin"),
    "monarchy": Ability("silk", 1, "obsolete", 1, ages=("ancient",)),
    "gunpowder": Ability("any", 2, "wreck", ages=("ancient", "medieval")),
    "atomic-theory": Ability("uranium", 1, "actions"),
}
"""Technology -> ability of city management."""
TRADE = {"horseback-riding": Ability("silk", 1, "trade", 9)}
MOVEMENT = {"atomic-theory": Ability("uranium", 1, "bomb")}
BY_FRAME: dict[type[Frame], dict[str, Ability]] = {Manage: ABILITIES, Moves: MOVEMENT, Trading: TRADE}
GIVEN = 6
"""The trade that another player gets through Horseback Riding."""
SHIP = Ability("silk", 1, "ship")
"""Steam Power."""


def _once(frame: Frame, tech: str) -> str:
    """Give the name in `State.used` of an ability of once a turn."""
    return f"use-{tech}" if isinstance(frame, Manage) else f"use-{tech}-{type(frame).__name__.lower()}"


def can_trade(s: State, seat: Seat) -> bool:
    """Whether a seat could pay for an ability of the trade phase, as far as everybody sees."""
    hidden = s.huts[seat] or s.villages[seat] or s.events[seat]
    return any(tech in s.techs[seat] and bool(hidden or s.goods[seat][TRADE[tech].resource]) for tech in TRADE)


def targets(s: State, seat: Seat, ability: Ability) -> list[str]:
    """Give what an ability can be used on: cities, wonders, squares, nations; `-` where it needs nothing."""
    match ability.does:
        case "production":
            return [name_of(city) for city in idle_cities(s, seat)]
        case "obsolete" | "wreck":
            others = [other for other in s.order() if ability.number and other != seat and s.forces[other]]
            named = map(name_of, buildings(s) if ability.does == "wreck" else ())
            return [*obsoletes(s, ability.ages), *named, *(s.civilizations[other] for other in others)]
        case "bomb":
            return [name_of(square) for square, city in s.cities.items() if city.seat != seat and not city.capital]
        case "trade":
            return [str(named[0]) if named else "-" for _, named in named_rivals(s, seat)]
    return ["-"]


def why_not_on(s: State, seat: Seat, ability: Ability, target: str) -> Line | None:
    """Say why an ability cannot be used on something."""
    if target in targets(s, seat, ability):
        return None
    at_others = ability.ages or ability.does in ("bomb", "trade")
    return Line("no-target", (target,)) if at_others else Line("not-your-city", (target,))


def shown_resource(face: str) -> str:
    """Give the resource on a hut or village; empty for a great person."""
    what = face.partition("-")[2]
    return what if BACK.get(face) in ("hut", "village") and what in HIDDEN_RESOURCES else ""


def _gives(face: str) -> tuple[str, ...]:
    """Give the resources a culture event counts as."""
    return EVENTS[face].kinds if face in EVENTS and EVENTS[face].does == "gift" else ()


def _counts_as(face: str, wanted: str) -> str:
    return wanted if wanted in _gives(face) else shown_resource(face)


def payments(s: State, seat: Seat, ability: Ability, knows: Knowledge) -> Iterator[tuple[Arg, ...]]:
    """Give every way to pay: resources of the market by name, in their order, then markers in theirs."""
    fits = RESOURCES if ability.resource == "any" else (ability.resource,)
    goods = [one for one in RESOURCES if one in fits and s.goods[seat][one]]
    markers = []
    for handle in (*s.huts[seat], *s.villages[seat]):
        shown = shown_resource(knows.faces.get(handle, ""))
        if shown and ability.resource in ("any", shown):
            markers.append(Card(handle, knows.faces[handle]))
    for handle in s.events[seat]:
        face = knows.faces.get(handle, "")
        kinds = _gives(face)
        if kinds and (ability.resource == "any" or ability.resource in kinds):
            markers.append(Card(handle, face))
    markers.sort(key=lambda card: card.handle)
    for number in range(ability.count + 1):
        for some in combinations_with_replacement(goods, ability.count - number):
            for hidden in combinations(markers, number):
                yield (*some, *hidden)


def could_pay(s: State, seat: Seat, ability: Ability) -> bool:
    """Whether a seat could pay an ability of one resource, as far as everybody sees, face-down parts included."""
    if s.goods[seat][ability.resource]:
        return True
    hidden = (*s.huts[seat], *s.villages[seat], *s.events[seat])
    backs = {s.backs[handle] for handle in hidden if handle in s.backs}
    return any(_counts_as(face, ability.resource) == ability.resource for back in backs for face in s.unseen[back])


def why_not_paid(s: State, seat: Seat, ability: Ability, paid: Args) -> Line | None:
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
        mine = (*s.huts[seat], *s.villages[seat], *s.events[seat])
        if card.handle not in mine or not cards.can_be(s, card.handle, card.face):
            return Line("no-such-card")
        if not shown_resource(card.face) and not _gives(card.face):
            return Line("no-such-card")
    used = [*goods, *(_counts_as(one.face, ability.resource) for one in markers)]
    if ability.resource != "any" and used != [ability.resource] * ability.count:
        return Line("other-payment", (ability.count, ability.resource))
    return None


@FLOW.verb
class Use(Verb[State]):
    """`use currency - incense`, `use banking c4 #7=hut-wheat`: pay resources for what a technology can do."""

    name = "use"
    shape = None

    def candidates(self, s: State, frame: Frame, knows: Knowledge) -> Iterator[Args]:
        seat, abilities = frame.seat, BY_FRAME[type(frame)]
        for tech in s.techs[seat]:
            ability = abilities.get(tech)
            if ability is None or s.once(seat, _once(frame, tech)):
                continue
            on = targets(s, seat, ability)
            for paid in payments(s, seat, ability, knows) if on else ():
                yield from ((tech, one, *paid) for one in on)

    def check(self, s: State, frame: Frame, args: Args) -> Cost | Line:
        seat = frame.seat
        if len(args) < 3 or not isinstance(args[0], str) or not isinstance(args[1], str):
            return Line("bad-arguments", (self.name,))
        if any(not isinstance(one, str | Card) for one in args):
            return Line("bad-arguments", (self.name,))
        tech, target, *paid = args
        ability = BY_FRAME[type(frame)].get(tech)
        if ability is None or tech not in s.techs[seat]:
            return Line("unknown-tech", (tech,))
        if s.once(seat, _once(frame, tech)):
            return Line("used-already", (tech,))
        if ability.does == "coin" and s.tokens[seat].get(tech, 0) >= MOST_COINS:
            return Line("coins-full", (tech,))
        return why_not_on(s, seat, ability, target) or why_not_paid(s, seat, ability, tuple(paid)) or ()

    def dead_end(self, s: State, frame: Frame, args: Args) -> Line | None:
        """Say why a technology cannot be used at all, on any target and for any payment."""
        tech, seat = args[0], frame.seat
        if tech not in s.techs[seat]:
            return Line("unknown-tech", (tech,))
        ability = BY_FRAME[type(frame)].get(tech)
        if ability is None:
            when = next((kind for kind, some in BY_FRAME.items() if tech in some), None)
            return Line("elsewhen", (FLOW.decision_key(when), s.phase)) if when else Line("nothing-to-use", (tech,))
        if s.once(seat, _once(frame, tech)):
            return Line("used-already", (tech,))
        if not targets(s, seat, ability):
            return Line("no-target-left", (tech,))
        hidden = s.huts[seat] or s.villages[seat] or s.events[seat]
        fits = sum(n for one, n in s.goods[seat].items() if ability.resource in ("any", one))
        return None if hidden or fits >= ability.count else Line("other-payment", (ability.count, ability.resource))

    def claims(self, s: State, frame: Frame, args: Args) -> tuple[Claim, ...]:
        return tuple(Is(one.handle, one.face) for one in args[2:] if isinstance(one, Card))

    def do(self, s: State, frame: Frame, args: Args, cost: Cost) -> None:
        seat, tech, target = frame.seat, args[0], args[1]
        s.used = (*s.used, (seat, _once(frame, tech)))
        s.say("uses", seat, tech, *(one if isinstance(one, str) else one.face for one in args[2:]))
        pay(s, seat, args[2:])
        declare(s, Effect(seat, "use", "ability", tech, (type(frame).__name__, target)))


@effect("use")
def _works(s: State, effect: Effect) -> None:
    """Carry out an ability that was paid for."""
    seat, tech, (where, target) = effect.seat, effect.what, map(str, effect.on)
    ability = next(some for kind, some in BY_FRAME.items() if kind.__name__ == where)[tech]
    match ability.does:
        case "culture":
            s.culture[seat] += ability.number
        case "production":
            city = SQUARES[target]
            s.boost[city] = s.boost.get(city, 0) + ability.number
        case "coin":
            add_coin(s, seat, tech)
        case "actions":
            s.used = (*s.used, (seat, MORE_ACTIONS))
        case "person":
            draw_person(s, seat)
        case "trade":
            for who, number in ((seat, ability.number), (named_rival(s, seat, (target,)), GIVEN)):
                had = s.trade[who]
                gain_trade(s, who, number)
                s.say("trade", who, s.trade[who] - had, tech)
        case "bomb":
            bomb(s, seat, SQUARES[target])
        case "obsolete" | "wreck":
            if target in SQUARES:
                wreck(s, seat, SQUARES[target])
            elif target in s.civilizations:
                kill_unit(s, s.civilizations.index(target))
            else:
                make_obsolete(s, target)


def pay(s: State, seat: Seat, paid: Args) -> None:
    """Take what was paid: resources go to the market, huts and villages out of the game."""
    for one in paid:
        if isinstance(one, str):
            s.goods[seat][one] -= 1
            s.market[one] += 1
        elif one.face in EVENTS:
            spend(s, seat, one)
            if EVENTS[one.face].number:  # another player gets a coin for it
                if len(s.active_seats) > 2:
                    push(s, Grant(seat))
                else:
                    other = s.seat_after(seat)
                    s.tokens[other]["sheet"] = s.tokens[other].get("sheet", 0) + 1
                    s.say("grants", seat, other)
        else:
            s.huts[seat] = tuple(handle for handle in s.huts[seat] if handle != one.handle)
            s.villages[seat] = tuple(handle for handle in s.villages[seat] if handle != one.handle)
            cards.reveal(s, one.handle, one.face)


FLOW.question(Grant, "grant", ("grant",))


@FLOW.verb
class GrantCoin(Verb[State]):
    """`grant rome`: that player gets the coin of A Gift from Afar."""

    name = "grant"
    shape = (str,)

    def candidates(self, s: State, frame: Grant, knows: Knowledge) -> Iterator[Args]:
        yield from ((s.civilizations[other],) for other in s.order() if other != frame.seat)

    def check(self, s: State, frame: Grant, args: Args) -> Cost | Line:
        return () if args in set(self.candidates(s, frame, Knowledge())) else Line("no-target", args)

    def do(self, s: State, frame: Grant, args: Args, cost: Cost) -> None:
        pop(s)
        other = s.civilizations.index(args[0])
        s.tokens[other]["sheet"] = s.tokens[other].get("sheet", 0) + 1
        s.say("grants", frame.seat, other)


FLOW.question(
    Trading, "trading", ("use", "deal", "parley", "end"), lambda s, frame: (s.round,), idle="end", repeats=True
)


@FLOW.verb_for(Trading)
class EndTrading(Verb[State]):
    """`end`: you trade no more."""

    name = "end"

    def check(self, s: State, frame: Trading, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Trading, args: Args, cost: Cost) -> None:
        pop(s)


@FLOW.verb
class Ship(Verb[State]):
    """`ship c4 e2 silk`: with Steam Power all your figures on c4 go to the water of e2, and move no more this turn."""

    name = "ship"
    shape = None

    def candidates(self, s: State, frame: Manage, knows: Knowledge) -> Iterator[Args]:
        seat = frame.seat
        if "steam-power" in s.techs[seat] and not s.once(seat, "steam-power"):
            for paid in payments(s, seat, SHIP, knows):
                for square in sorted(s.figures[seat]):
                    yield from ((name_of(square), name_of(to), *paid) for to in harbors(s, seat, square))

    def check(self, s: State, frame: Manage, args: Args) -> Cost | Line:
        seat = frame.seat
        if len(args) != 3 or not isinstance(args[0], str) or not isinstance(args[1], str):
            return Line("bad-arguments", (self.name,))
        if not isinstance(args[2], str | Card):
            return Line("bad-arguments", (self.name,))
        if "steam-power" not in s.techs[seat]:
            return Line("unknown-tech", ("steam-power",))
        if s.once(seat, "steam-power"):
            return Line("used-already", ("steam-power",))
        if SQUARES.get(args[1], -1) not in harbors(s, seat, SQUARES.get(args[0], -1)):
            return Line("out-of-reach", args[:2])
        return why_not_paid(s, seat, SHIP, args[2:]) or ()

    def claims(self, s: State, frame: Manage, args: Args) -> tuple[Claim, ...]:
        return tuple(Is(one.handle, one.face) for one in args[2:] if isinstance(one, Card))

    def do(self, s: State, frame: Manage, args: Args, cost: Cost) -> None:
        seat = frame.seat
        s.say("uses", seat, "steam-power", *(one if isinstance(one, str) else one.face for one in args[2:]))
        pay(s, seat, args[2:])
        s.used = (*s.used, (seat, "steam-power"))
        declare(s, Effect(seat, "ship", "ability", "steam-power", args[:2]))


@effect("ship")
def _ships(s: State, effect: Effect) -> None:
    seat, (start, end) = effect.seat, map(str, effect.on)
    armies, scouts = figures_at(s, seat, SQUARES[start])
    put(s, seat, SQUARES[start], (-armies, -scouts))
    put(s, seat, SQUARES[end], (armies, scouts))
    s.used = (*s.used, (seat, f"ship {end} {armies} {scouts}"))
    s.say("ships", seat, start, end)


def harbors(s: State, seat: Seat, square: Square) -> list[Square]:
    """Give the water squares that all figures of a seat on a square can be carried to."""
    size = figure_count(s, seat, square)
    if not size:
        return []
    room = stacking(s, seat) - size
    return [
        to
        for to, here in sorted_ground(s.seats, s.laid)
        if here.terrain == "water" and to != square
        if enemy_at(s, seat, to) < 0 and figure_count(s, seat, to) <= room
    ]


__all__ = ["ABILITIES", "Ability", "can_trade", "could_pay", "pay", "payments", "shown_resource", "why_not_paid"]
