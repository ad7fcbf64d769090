"""Food, resources and tokens: paying, gaining, production, corruption, consumption (rulebook: end of turn).

What can be paid or gained in more than one sensible way is done in the usual way, unless the player wants to
say how (`by_hand`): then a frame asks.
"""

from __future__ import annotations

from functools import lru_cache

from ..contract import Arg, Cost, Face, Knowledge, Line, Seat
from . import tokens
from .flow import Args, Verb, pop, push, question, runner, verb
from .formulas import CONSUMED, FARMS, MINES, STATS
from .index import KIND, LEVEL, SPECIALS, TOKEN_VALUE, pact_abilities, pact_side
from .ratings import pact_modifier, pacts_of
from .state import EMPTY, Frame, Player, State
from .tables import BOARD
from .tables.abilities import Convert
from .tables.words import Kind, Stat, Step

FOOD, RESOURCE = "food", "resource"
TRADED = "trade"
"""In `Player.used`: a trade pact has paid this turn."""
_KINDS = {FOOD: (Kind.FARM,), RESOURCE: (Kind.MINE, Kind.LAB)}


# --- points --------------------------------------------------------------------------------------------------


def score_culture(s: State, seat: Seat, amount: int, part: str, *, named: bool = False) -> int:
    """Score culture points, or lose them with a negative amount, and give the change; `part` says what from.

    `named`: the log says it too, where nothing before it does.
    """
    p = s.players[seat]
    change = max(-p.culture, amount)
    if change:
        p.culture += change
        p.culture_parts[part] = p.culture_parts.get(part, 0) + change
        if named and change > 0:
            s.say("culture-for", seat, change, part)
        else:
            s.say("culture" if change > 0 else "culture-lost", seat, abs(change))
    return change


def score_science(s: State, seat: Seat, amount: int) -> int:
    """Score science points, or lose them with a negative amount, and give the change."""
    p = s.players[seat]
    room = max(0, s.rules.tracks.science_points - p.science)
    change = max(-p.science, min(amount, room))
    if change:
        p.science += change
        s.say("science" if change > 0 else "science-lost", seat, abs(change))
    return change


def part_of(source: Face) -> str:
    """Give the part of the score that a card's culture belongs to."""
    return str(KIND[source]) if source in KIND else source


# --- stocks --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _places(cards: tuple[Face, ...], what: str) -> tuple[tuple[Face, ...], tokens.Counts, tokens.Counts]:
    """Give the cards tokens of a kind can lie on, cheapest first: faces, values, and where more may be put."""
    kinds = _KINDS[what]
    faces = sorted((f for f in cards if KIND[f] in kinds and TOKEN_VALUE[f]), key=lambda f: (TOKEN_VALUE[f], f))
    values = tuple(TOKEN_VALUE[f] for f in faces)
    return tuple(faces), values, tuple(int(KIND[f] is not Kind.LAB) for f in faces)


def stock(p: Player, what: str) -> int:
    """Give the food or the resources a player has stored."""
    kinds = _KINDS[what]
    return sum(n * TOKEN_VALUE[face] for face, n in p.tokens.items() if KIND[face] in kinds)


def _convertible(s: State, p: Player, what: str) -> int:
    """Give how much of a cost in food (resource) is paid in the other thing by the armed trade pact."""
    if p.armed != what:
        return 0
    return min(stock(p, RESOURCE if what == FOOD else FOOD), trade(s, p.seat, what))


def trade(s: State, seat: Seat, what: str) -> int:
    """Give how much of a cost in food or resource a seat's pacts let it pay in the other."""
    total = 0
    for pact, is_a, _ in pacts_of(s, seat):
        for convert in pact_abilities(pact_side(pact.card, is_a), Convert):
            total += convert.resource_as_food if what == FOOD else convert.food_as_resource
    return total


def pay(s: State, seat: Seat, what: str, amount: int) -> None:
    """Pay food or resources that the player can afford; asks how if the player wants to say it."""
    p = s.players[seat]
    if amount and p.armed == what:
        other = min(amount, _convertible(s, p, what))
        p.armed = EMPTY
        if other:
            p.used += (TRADED,)
            s.say("trades", seat, other, RESOURCE if what == FOOD else FOOD)
            pay(s, seat, RESOURCE if what == FOOD else FOOD, other)
            amount = min(amount - other, stock(p, what))  # for want of change more may have been paid
    if not amount:
        return
    if p.by_hand:
        push(s, PayTokens(seat, what, amount))
        return
    faces, values, free = _places(tuple(p.workers), what)
    counts = tuple(p.tokens.get(face, 0) for face in faces)
    _lay(p, faces, tokens.pay(values, counts, free, p.blue_bank, amount))


def lose(s: State, seat: Seat, what: str, amount: int) -> int:
    """Lose food or resources, as much as there is at most, and give how much."""
    amount = min(amount, stock(s.players[seat], what))
    if amount:
        armed, s.players[seat].armed = s.players[seat].armed, EMPTY
        pay(s, seat, what, amount)
        s.players[seat].armed = armed
        s.say(f"{what}-lost", seat, amount)
    return amount


def gain(s: State, seat: Seat, what: str, amount: int) -> None:
    """Gain food or resources, as far as there are tokens in the bank."""
    p = s.players[seat]
    if not amount:
        return
    if p.by_hand:
        push(s, PlaceTokens(seat, what, amount))
        return
    faces, values, free = _places(tuple(p.workers), what)
    added = tokens.put(values, free, p.blue_bank, amount)
    counts = tuple(p.tokens.get(face, 0) for face in faces)
    before = stock(p, what)
    _lay(p, faces, tuple(map(int.__add__, counts, added)))
    if stock(p, what) > before:
        s.say(what, seat, stock(p, what) - before)


def _lay(p: Player, faces: tuple[Face, ...], counts: tokens.Counts) -> None:
    """Leave so many tokens on these cards; the bank gives or takes the difference."""
    for face, count in zip(faces, counts, strict=True):
        p.blue_bank += p.tokens.get(face, 0) - count
        if count:
            p.tokens[face] = count
        else:
            p.tokens.pop(face, None)
    assert p.blue_bank >= 0


# --- by hand -------------------------------------------------------------------------------------------------


class PayTokens(Frame, frozen=True):
    """Pay so much, saying with which tokens if there is a choice."""

    what: str
    amount: int


class PlaceTokens(Frame, frozen=True):
    """Gain so much, saying where the tokens go if there is a choice."""

    what: str
    amount: int


class AskTokens(Frame, frozen=True):
    """Choose one of several ways; each is the number of tokens on every card afterwards."""

    what: str
    amount: int
    faces: tuple[Face, ...]
    ways: tuple[tokens.Counts, ...]


@runner(PayTokens)
def _pay_tokens(s: State, frame: PayTokens) -> None:
    p = s.players[frame.seat]
    faces, values, free = _places(tuple(p.workers), frame.what)
    counts = tuple(p.tokens.get(face, 0) for face in faces)
    _ask_tokens(s, frame, faces, tokens.ways_to_pay(values, counts, free, p.blue_bank, frame.amount))


@runner(PlaceTokens)
def _place_tokens(s: State, frame: PlaceTokens) -> None:
    p = s.players[frame.seat]
    faces, values, free = _places(tuple(p.workers), frame.what)
    counts = tuple(p.tokens.get(face, 0) for face in faces)
    ways = tokens.ways_to_put(values, free, p.blue_bank, frame.amount)
    gained = sum(map(int.__mul__, ways[0], values))
    if gained:
        s.say(frame.what, frame.seat, gained)
    _ask_tokens(s, frame, faces, tuple(tuple(map(int.__add__, counts, way)) for way in ways))


def _ask_tokens(
    s: State, frame: PayTokens | PlaceTokens, faces: tuple[Face, ...], ways: tuple[tokens.Counts, ...]
) -> None:
    if len(ways) == 1:
        _lay(s.players[frame.seat], faces, ways[0])
    else:
        push(s, AskTokens(frame.seat, frame.what, frame.amount, faces, ways))


@verb
class Tokens(Verb):
    """`tokens bronze 2 iron 1`: how many tokens shall lie on each card after paying or gaining."""

    name = "tokens"
    shape = None

    def candidates(self, s: State, frame: AskTokens, knows: Knowledge) -> list[Args]:
        return [_as_args(frame.faces, way) for way in frame.ways]

    def check(self, s: State, frame: AskTokens, args: Args) -> Cost | Line:
        if any(_as_args(frame.faces, way) == args for way in frame.ways):
            return ()
        return Line("no-such-choice")

    def do(self, s: State, frame: AskTokens, args: Args, cost: Cost) -> None:
        pop(s)
        way = next(way for way in frame.ways if _as_args(frame.faces, way) == args)
        _lay(s.players[frame.seat], frame.faces, way)


def _as_args(faces: tuple[Face, ...], way: tokens.Counts) -> tuple[Arg, ...]:
    return tuple(arg for face, count in zip(faces, way, strict=True) for arg in (face, count))


question(AskTokens, "tokens", ("tokens",), lambda s, frame: (frame.what, frame.amount))


# --- production ----------------------------------------------------------------------------------------------


def farm_output(p: Player) -> int:
    """Give the food a player's farms produce in one turn."""
    return sum(n * TOKEN_VALUE[face] for face, n in p.workers.items() if KIND[face] is Kind.FARM)


def _mine_tokens(p: Player) -> dict[Face, int]:
    """Give how many tokens each mine card gets in one turn."""
    found = {face: n for face, n in p.workers.items() if n and KIND[face] is Kind.MINE}
    railroad = SPECIALS["transcontinental-railroad"]
    if found:
        for wonder, (times,) in railroad.items():
            if wonder in p.wonders and wonder not in p.ravaged:
                best = max(found, key=lambda face: TOKEN_VALUE[face])
                found[best] += times - 1
    return found


def mine_output(p: Player) -> int:
    """Give the resources a player's mines produce in one turn, the railroad's included."""
    return sum(n * TOKEN_VALUE[face] for face, n in _mine_tokens(p).items())


def _lab_tokens(p: Player) -> dict[Face, int]:
    """Give how many tokens each lab card gets in one turn (Bill Gates)."""
    if p.leader not in SPECIALS["bill-gates"]:
        return {}
    return {face: n for face, n in p.workers.items() if n and KIND[face] is Kind.LAB and LEVEL[face]}


def food_production(s: State, seat: Seat) -> int:
    """Give all the food a seat produces in one turn, with pacts, before consumption."""
    return max(0, farm_output(s.players[seat]) + pact_modifier(s, seat, Stat.FOOD))


def resource_production(s: State, seat: Seat) -> int:
    """Give all the resources a seat produces in one turn, with pacts and Bill Gates, before corruption."""
    p = s.players[seat]
    labs = sum(n * TOKEN_VALUE[face] for face, n in _lab_tokens(p).items())
    return max(0, mine_output(p) + labs + pact_modifier(s, seat, Stat.RESOURCE))


def consumption(p: Player) -> int:
    """Give the food a civilization consumes in one turn."""
    return BOARD.consumption_at(p.yellow_bank)


def corruption(s: State, p: Player) -> int:
    """Give the resources (then food) a civilization would lose to corruption now."""
    return 0 if s.options.simple else s.rules.board.corruption_at(p.blue_bank)


class ProductionStep(Frame, frozen=True):
    """One step of the production phase."""

    step: Step


class PactProduction(Frame, frozen=True):
    """The share of pacts in a production."""

    what: str


class CorruptFood(Frame, frozen=True):
    """Pay the rest of corruption in food."""

    amount: int


@runner(ProductionStep, eager=True)
def _production_step(s: State, frame: ProductionStep) -> None:
    seat = frame.seat
    p = s.players[seat]
    if frame.step is Step.CORRUPTION:
        amount = corruption(s, p)
        if amount:
            s.say("corruption", seat, amount)
            push(s, CorruptFood(seat, amount - min(amount, stock(p, RESOURCE))))
            lose(s, seat, RESOURCE, amount)
    elif frame.step is Step.FOOD:
        farms = {face: n for face, n in p.workers.items() if n and KIND[face] is Kind.FARM}
        push(s, PactProduction(seat, FOOD))
        _produce(s, seat, FOOD, farms)
    elif frame.step is Step.CONSUMPTION:
        eaten = consumption(p)
        have = stock(p, FOOD) + _convertible(s, p, FOOD)
        if eaten > have:
            s.say("starvation", seat, eaten - have)
            score_culture(s, seat, -BOARD.starvation_culture * (eaten - have), "starvation")
        if eaten and have:
            s.say("consumption", seat, min(eaten, have))
            pay(s, seat, FOOD, min(eaten, have))
    else:
        made = _mine_tokens(p)
        made.update(_lab_tokens(p))
        push(s, PactProduction(seat, RESOURCE))
        _produce(s, seat, RESOURCE, made)


@runner(CorruptFood, eager=True)
def _corrupt_food(s: State, frame: CorruptFood) -> None:
    lose(s, frame.seat, FOOD, frame.amount)


@runner(PactProduction, eager=True)
def _pact_production(s: State, frame: PactProduction) -> None:
    amount = pact_modifier(s, frame.seat, Stat.FOOD if frame.what == FOOD else Stat.RESOURCE)
    if amount > 0:
        gain(s, frame.seat, frame.what, amount)
    elif amount < 0:
        lose(s, frame.seat, frame.what, -amount)


def _produce(s: State, seat: Seat, what: str, made: dict[Face, int]) -> None:
    """Put tokens on cards, the most valuable first if the bank runs short."""
    p = s.players[seat]
    total = 0
    for face in sorted(made, key=lambda face: (-TOKEN_VALUE[face], face)):
        number = min(made[face], p.blue_bank)
        if number:
            p.blue_bank -= number
            p.tokens[face] = p.tokens.get(face, 0) + number
            total += number * TOKEN_VALUE[face]
    if total:
        s.say(f"{what}-produced", seat, total)


# --- population ----------------------------------------------------------------------------------------------


def gain_population(s: State, seat: Seat, number: int) -> int:
    """Move tokens from the yellow bank to the worker pool, as many as there are, and give how many."""
    p = s.players[seat]
    number = min(number, p.yellow_bank)
    if number:
        p.yellow_bank -= number
        p.unused += number
        s.say("population", seat, number)
    return number


STATS[Stat.FOOD] = food_production
STATS[Stat.RESOURCE] = resource_production
MINES.append(mine_output)
FARMS.append(farm_output)
CONSUMED.append(consumption)
