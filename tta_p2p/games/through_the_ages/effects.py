"""Carrying out the effects of cards (`tables/effects.py` says what each means).

A `Do` frame carries effects out one after another; `@effect(Gain)` registers how. Effects that order an action
are registered by the module of that action, losses of a rival by `rival_losses`. Obstacles to effects
are asked of `obstacles`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..contract import Cost, Face, Knowledge, Line, Seat
from . import hands
from .economy import (
    FOOD,
    RESOURCE,
    ProductionStep,
    gain,
    gain_population,
    lose,
    part_of,
    score_culture,
    score_science,
    stock,
)
from .flow import Args, Verb, pop, push, question, runner, verb
from .formulas import STATS, condition_met, value
from .index import IS_BUILDING, KIND, LEVEL
from .obstacles import first_obstacle, nearest_refusal, obstacle
from .ratings import civil_left, ranking, seats_reached
from .state import Frame, State
from .tableau import (
    Do,
    leader_goes,
    lose_blue,
    ravage_wonder,
    remove_colony,
    remove_worker,
)
from .tables import effects as e

E = TypeVar("E")
EFFECTS: dict[type, Callable[[State, Do, Any], None]] = {}
"""How each kind of effect is carried out."""


def effect(kind: type[E]) -> Callable[[Callable[[State, Do, E], None]], Callable[[State, Do, E], None]]:
    """Register how a kind of effect is carried out; the `Do` frame says for whom and from which card."""

    def register(function: Callable[[State, Do, E], None]) -> Callable[[State, Do, E], None]:
        assert kind not in EFFECTS, kind
        EFFECTS[kind] = function
        return function

    return register


def _only_draws(frame: Do) -> bool:
    """Whether it has a seat draw cards and nothing else: who draws beside it draws in the same steps."""
    return all(isinstance(one, e.DrawMilitary) for one in frame.effects)


@runner(Do, eager=_only_draws)
def _do(s: State, frame: Do) -> None:
    if not frame.effects:
        return
    first, *rest = frame.effects
    if rest:
        push(s, Do(frame.seat, tuple(rest), frame.source, frame.rival, frame.advantage))
    EFFECTS[type(first)](s, frame, first)


def worth(s: State, do: Do, formula: Any) -> int:
    """Work out a formula of an effect."""
    return value(s, do.seat, formula, do.rival, do.advantage)


# --- points, food and resources ------------------------------------------------------------------------------


@effect(e.Gain)
def _gain(s: State, do: Do, one: e.Gain) -> None:
    score_science(s, do.seat, worth(s, do, one.science))
    score_culture(s, do.seat, worth(s, do, one.culture), part_of(do.source))
    gain(s, do.seat, RESOURCE, worth(s, do, one.resource))
    gain(s, do.seat, FOOD, worth(s, do, one.food))


@effect(e.Lose)
def _lose(s: State, do: Do, one: e.Lose) -> None:
    score_culture(s, do.seat, -worth(s, do, one.culture), part_of(do.source))
    if one.all_food:
        lose(s, do.seat, FOOD, stock(s.players[do.seat], FOOD))


class AskMix(Frame, frozen=True):
    """Say how an amount is split into food (the rest is resources): `gain` it or lose it."""

    total: int
    gain: bool
    source: Face


@effect(e.GainMix)
def _gain_mix(s: State, do: Do, one: e.GainMix) -> None:
    push(s, AskMix(do.seat, one.total, True, do.source))


@effect(e.LoseMix)
def _lose_mix(s: State, do: Do, one: e.LoseMix) -> None:
    p = s.players[do.seat]
    food, resource = stock(p, FOOD), stock(p, RESOURCE)
    if food + resource <= one.total or not food or not resource:
        lose(s, do.seat, FOOD, min(food, one.total))
        lose(s, do.seat, RESOURCE, min(resource, one.total))
    else:
        push(s, AskMix(do.seat, one.total, False, do.source))


@verb
class Split(Verb):
    """`split 2 1`: so much food and so many resources."""

    name = "split"
    shape = (int, int)

    def candidates(self, s: State, frame: AskMix, knows: Knowledge) -> list[Args]:
        return [(food, frame.total - food) for food in range(frame.total, -1, -1)]

    def check(self, s: State, frame: AskMix, args: Args) -> Cost | Line:
        food, resource = args
        if food < 0 or resource < 0 or food + resource != frame.total:
            return Line("no-such-choice")
        p = s.players[frame.seat]
        if not frame.gain and (food > stock(p, FOOD) or resource > stock(p, RESOURCE)):
            return Line("not-enough", (FOOD if food > stock(p, FOOD) else RESOURCE,))
        return ()

    def do(self, s: State, frame: AskMix, args: Args, cost: Cost) -> None:
        pop(s)
        for what, amount in ((RESOURCE, args[1]), (FOOD, args[0])):
            if frame.gain:
                gain(s, frame.seat, what, amount)
            else:
                lose(s, frame.seat, what, amount)


question(AskMix, "split", ("split",), lambda s, frame: (frame.source, frame.total))


@effect(e.Pool)
def _pool(s: State, do: Do, one: e.Pool) -> None:
    p = s.players[do.seat]
    resource = worth(s, do, one.unit_resource)
    p.unit_resource += resource
    p.unit_science += one.unit_science
    p.extra_military += one.military_actions
    for key, number in (
        ("pool-resource", resource),
        ("pool-science", one.unit_science),
        ("pool-actions", one.military_actions),
    ):
        if number:
            s.say(key, do.seat, number)


@effect(e.Produce)
def _produce(s: State, do: Do, one: e.Produce) -> None:
    push(s, *(ProductionStep(do.seat, step) for step in one.steps))


# --- tokens and population -----------------------------------------------------------------------------------


@effect(e.GainTokens)
def _gain_tokens(s: State, do: Do, one: e.GainTokens) -> None:
    p = s.players[do.seat]
    p.yellow_bank += one.yellow
    p.blue_bank += one.blue
    s.say("tokens", do.seat, one.yellow, one.blue)


@effect(e.LoseBlueTokens)
def _lose_blue_tokens(s: State, do: Do, one: e.LoseBlueTokens) -> None:
    lose_blue(s, do.seat, one.number)


@effect(e.GainPopulation)
def _gain_population(s: State, do: Do, one: e.GainPopulation) -> None:
    gain_population(s, do.seat, one.number)


@obstacle(e.GainPopulation)
def _why_no_population(s: State, seat: Seat, one: e.GainPopulation) -> Line | None:
    return None if s.players[seat].yellow_bank else Line("bank-empty")


@effect(e.LosePopulation)
def _lose_population(s: State, do: Do, one: e.LosePopulation) -> None:
    push(s, LosePopulation(do.seat, worth(s, do, one.number)))


class LosePopulation(Frame, frozen=True):
    """Return so many workers to the yellow bank, unused ones first."""

    number: int


class AskWorker(Frame, frozen=True):
    """Choose the card from which a worker is lost (`lost`: to the yellow bank, else destroyed to the pool)."""

    lost: bool
    faces: tuple[Face, ...]


def _worker_cards(s: State, seat: Seat) -> tuple[Face, ...]:
    return tuple(face for face, number in s.players[seat].workers.items() if number)


@runner(LosePopulation)
def _run_lose_population(s: State, frame: LosePopulation) -> None:
    p = s.players[frame.seat]
    number = min(frame.number, p.unused)
    if number:
        p.unused -= number
        p.yellow_bank += number
        s.say("population-lost", frame.seat, number)
    cards = _worker_cards(s, frame.seat)
    if number == frame.number or not cards:
        return
    if frame.number - number > 1:
        push(s, LosePopulation(frame.seat, frame.number - number - 1))
    _ask_worker(s, AskWorker(frame.seat, True, cards))


def _ask_worker(s: State, frame: AskWorker) -> None:
    if len(frame.faces) == 1:
        _take_worker(s, frame, frame.faces[0])
    else:
        push(s, frame)


def _take_worker(s: State, frame: AskWorker, face: Face) -> None:
    remove_worker(s, frame.seat, face)
    if frame.lost:
        p = s.players[frame.seat]
        p.unused -= 1
        p.yellow_bank += 1
        s.say("population-lost-from", frame.seat, face)
    else:
        s.say("destroyed" if face in IS_BUILDING else "disbanded", frame.seat, face)


@verb
class GiveUp(Verb):
    """`give-up alchemy`: the worker on that card is lost or its building destroyed."""

    name = "give-up"
    shape = (str,)

    def candidates(self, s: State, frame: AskWorker, knows: Knowledge) -> list[Args]:
        return [(face,) for face in frame.faces]

    def check(self, s: State, frame: AskWorker, args: Args) -> Cost | Line:
        return () if args[0] in frame.faces else Line("no-such-choice")

    def do(self, s: State, frame: AskWorker, args: Args, cost: Cost) -> None:
        pop(s)
        _take_worker(s, frame, args[0])


question(
    AskWorker,
    "give-up",
    ("give-up",),
    lambda s, frame: ("population" if frame.lost else "building",),
)


@effect(e.DestroyOwn)
def _destroy_own(s: State, do: Do, one: e.DestroyOwn) -> None:
    cards = tuple(face for face in _worker_cards(s, do.seat) if KIND[face] in one.kinds)
    if cards:
        assert all(face in IS_BUILDING for face in cards)
        _ask_worker(s, AskWorker(do.seat, False, cards))


# --- actions -------------------------------------------------------------------------------------------------


@effect(e.RegainCivilAction)
def _regain(s: State, do: Do, one: e.RegainCivilAction) -> None:
    regain_civil_action(s, do.seat)


def regain_civil_action(s: State, seat: Seat) -> None:
    """Give back one civil action spent this turn, if any was."""
    p = s.players[seat]
    if p.civil_spent:
        p.civil_spent -= 1
        s.say("regained", seat)


@effect(e.SpendCivilActions)
def _spend_civil(s: State, do: Do, one: e.SpendCivilActions) -> None:
    number = min(worth(s, do, one.number), civil_left(s, do.seat))
    if number > 0:
        s.players[do.seat].civil_spent += number
        s.say("actions-lost", do.seat, number)


# --- cards ---------------------------------------------------------------------------------------------------


@effect(e.DrawMilitary)
def _draw(s: State, do: Do, one: e.DrawMilitary) -> None:
    push(s, hands.Draw(do.seat, one.number))


@effect(e.DiscardMilitary)
def _discard(s: State, do: Do, one: e.DiscardMilitary) -> None:
    hands.discard(s, do.seat, one.number)


@effect(e.KeepHand)
def _keep_hand(s: State, do: Do, one: e.KeepHand) -> None:
    s.players[do.seat].used += (hands.KEPT_HAND,)


@effect(e.LoseOldLeader)
def _lose_old_leader(s: State, do: Do, one: e.LoseOldLeader) -> None:
    leader = s.players[do.seat].leader
    if leader and LEVEL[leader] != s.age:
        leader_goes(s, do.seat)


class AskOwn(Frame, frozen=True):
    """Choose one of your own cards in play: a wonder to `ravage` or a colony to `lose`."""

    what: str
    faces: tuple[Face, ...]


@effect(e.RavageWonder)
def _ravage(s: State, do: Do, one: e.RavageWonder) -> None:
    p = s.players[do.seat]
    faces = tuple(f for f in p.wonders if LEVEL[f] in one.ages and f not in p.ravaged)
    _ask_own(s, AskOwn(do.seat, "ravage", faces))


@effect(e.LoseColony)
def _lose_colony(s: State, do: Do, one: e.LoseColony) -> None:
    _ask_own(s, AskOwn(do.seat, "lose-colony", s.players[do.seat].colonies))


def _ask_own(s: State, frame: AskOwn) -> None:
    if len(frame.faces) == 1:
        _own_chosen(s, frame, frame.faces[0])
    elif frame.faces:
        push(s, frame)


def _own_chosen(s: State, frame: AskOwn, face: Face) -> None:
    if frame.what == "ravage":
        ravage_wonder(s, frame.seat, face)
    else:
        s.say("colony-lost", frame.seat, face)
        remove_colony(s, frame.seat, face)


@verb
class Pick(Verb):
    """`pick colossus`: choose that card of yours."""

    name = "pick"
    shape = (str,)

    def candidates(self, s: State, frame: AskOwn, knows: Knowledge) -> list[Args]:
        return [(face,) for face in frame.faces]

    def check(self, s: State, frame: AskOwn, args: Args) -> Cost | Line:
        return () if args[0] in frame.faces else Line("no-such-choice")

    def do(self, s: State, frame: AskOwn, args: Args, cost: Cost) -> None:
        pop(s)
        _own_chosen(s, frame, args[0])


question(AskOwn, "pick", ("pick",), lambda s, frame: (frame.what,))


# --- choices, conditions, several civilizations --------------------------------------------------------------


class Choose(Frame, frozen=True):
    """Choose one of several lists of effects, or with `may` none."""

    options: tuple[tuple[e.Effect, ...], ...]
    may: bool
    source: Face
    rival: Seat
    advantage: int


@effect(e.OneOf)
def _one_of(s: State, do: Do, one: e.OneOf) -> None:
    open_to = [number for number, effects in enumerate(one.options) if first_obstacle(s, do.seat, effects) is None]
    if len(open_to) == 1 and not one.may:
        push(s, Do(do.seat, one.options[open_to[0]], do.source, do.rival, do.advantage))
    elif open_to:
        push(s, Choose(do.seat, one.options, one.may, do.source, do.rival, do.advantage))


@obstacle(e.OneOf)
def _why_none_of(s: State, seat: Seat, one: e.OneOf) -> Line | None:
    refusals: list[Line] = []
    for effects in () if one.may else one.options:
        refusal = first_obstacle(s, seat, effects)
        if refusal is None:
            return None
        refusals.append(refusal)
    return nearest_refusal(refusals)


@verb
class ChooseVerb(Verb):
    """`choose 1`: carry out the first of the choices."""

    name = "choose"
    shape = (int,)

    def candidates(self, s: State, frame: Choose, knows: Knowledge) -> list[Args]:
        return [(number + 1,) for number in range(len(frame.options))]

    def check(self, s: State, frame: Choose, args: Args) -> Cost | Line:
        if not 1 <= args[0] <= len(frame.options):
            return Line("no-such-choice")
        return first_obstacle(s, frame.seat, frame.options[args[0] - 1]) or ()

    def do(self, s: State, frame: Choose, args: Args, cost: Cost) -> None:
        pop(s)
        effects = frame.options[args[0] - 1]
        push(s, Do(frame.seat, effects, frame.source, frame.rival, frame.advantage))


@verb
class Decline(Verb):
    """`decline`: do none of what is offered."""

    name = "decline"

    def check(self, s: State, frame: Choose, args: Args) -> Cost | Line:
        return () if frame.may else Line("must-choose")

    def do(self, s: State, frame: Choose, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("declines", frame.seat, frame.source)


question(Choose, "choose", ("choose", "decline"), lambda s, frame: (frame.source,))


@effect(e.If)
def _if(s: State, do: Do, one: e.If) -> None:
    chosen = one.then if condition_met(s, do.seat, one.condition) else one.otherwise
    push(s, Do(do.seat, chosen, do.source, do.rival, do.advantage))


@effect(e.For)
def _for(s: State, do: Do, one: e.For) -> None:
    rival = seats_reached(s, one.rival)[0] if one.rival is not None else -1
    push(s, *(Do(seat, one.effects, do.source, rival) for seat in seats_reached(s, one.who)))


@effect(e.OfRival)
def _of_rival(s: State, do: Do, one: e.OfRival) -> None:
    push(s, Do(do.rival, one.effects, do.source, do.seat, do.advantage))


@effect(e.Rank)
def _rank(s: State, do: Do, one: e.Rank) -> None:
    order = ranking(s, STATS[one.stat])
    points = (one.two, one.two, one.three, one.four)[max(1, len(order)) - 1]
    for seat, culture in zip(order, points, strict=False):
        score_culture(s, seat, culture, part_of(do.source))
