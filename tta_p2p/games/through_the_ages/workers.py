"""Population, buildings, units and wonders: increase, build, upgrade, destroy, disband, build stages.

The same verbs answer the action phase and an `Order` of an effect, which costs no action of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..contract import Cost, Face, Knowledge, Line, Seat
from .costs import (
    CIVIL,
    MILITARY,
    UNIT_RESOURCE,
    ActionVerb,
    available,
    build_price,
    cheaper_workers,
    make_cost,
    move_price,
    population_price,
    resources,
    shortage,
    spend,
    stage_price,
    stages_per_action,
)
from .economy import RESOURCE, gain_population
from .effects import effect
from .flow import Args, Verb, pop, push, question, runner, verb
from .index import BUILD_COST, IS_BUILDING, IS_UNIT, IS_URBAN, KIND, UPGRADES, URBAN_LIMIT, WONDERS
from .obstacles import nearest_refusal, obstacle
from .phases import Actions, Order
from .state import Frame, Player, State
from .tableau import Do, complete_wonder, move_worker, place_worker, remove_worker
from .tables import effects as e

NO_WORKER = Line("no-unused-worker")
_CIVIL, _MILITARY = make_cost(civil_action=1), make_cost(military_action=1)
_ANY_PRICE = max(BUILD_COST.values())
"""No building or unit costs more resources."""


def payable(s: State, seat: Seat, cost: Cost) -> Cost | Line:
    """Give the cost back if a seat can pay it, else the refusal."""
    name = shortage(s, seat, cost)
    return cannot_pay(s, seat, name, dict(cost)[name]) if name else cost


def cannot_pay(s: State, seat: Seat, name: str, amount: int) -> Line:
    """Give the refusal for want of something that is paid."""
    return Line("cannot-pay", (name, amount, available(s, seat, name)))


def _action(frame: Actions | Order, face: Face) -> tuple[int, int]:
    """Give the civil and military actions it takes to do something with a building or unit."""
    if type(frame) is Order:
        return 0, 0
    return (0, 1) if face in IS_UNIT else (1, 0)


def ordered(frame: Actions | Order, what: str) -> bool:
    """Whether a frame allows this verb: the action phase, or an order of just that."""
    return type(frame) is not Order or frame.what == what


# --- population ----------------------------------------------------------------------------------------------


@verb
class Population(ActionVerb):
    """`population`: increase population by one."""

    name = "population"

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        p = s.players[frame.seat]
        if not p.yellow_bank:
            return Line("bank-empty")
        return payable(s, frame.seat, make_cost(civil_action=1, food=population_price(s, p)))

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        gain_population(s, frame.seat, 1)
        spend(s, frame.seat, cost)


@effect(e.IncreasePopulation)
def _increase(s: State, do: Do, one: e.IncreasePopulation) -> None:
    p = s.players[do.seat]
    cost = make_cost(food=population_price(s, p, one.discount))
    gain_population(s, do.seat, 1)
    spend(s, do.seat, cost)


@obstacle(e.IncreasePopulation)
def _why_no_increase(s: State, seat: Seat, one: e.IncreasePopulation) -> Line | None:
    p = s.players[seat]
    if not p.yellow_bank:
        return Line("bank-empty")
    price = payable(s, seat, make_cost(food=population_price(s, p, one.discount)))
    return price if isinstance(price, Line) else None


# --- buildings and units -------------------------------------------------------------------------------------


def urban_room(p: Player, face: Face) -> bool:
    """Whether the urban limit allows one more building of this card's type (always, if it is not urban)."""
    if face not in IS_URBAN:
        return True
    kind = KIND[face]
    have = 0
    for other, number in p.workers.items():
        if number and KIND[other] is kind:
            have += number
    return have < URBAN_LIMIT[p.government]


def urban_limit(p: Player, face: Face) -> Line:
    """Give the refusal for want of room."""
    return Line("urban-limit", (p.government, URBAN_LIMIT[p.government], str(KIND[face])))


@verb
class Build(Verb):
    """`build iron`: put an unused worker on that card."""

    name = "build"
    shape = (str,)

    def candidates(self, s: State, frame: Actions | Order, knows: Knowledge) -> Iterator[Args]:
        if s.players[frame.seat].unused and ordered(frame, "build"):
            for face in s.players[frame.seat].workers:
                yield (face,)

    def quick_candidates(self, s: State, frame: Actions | Order, knows: Knowledge) -> Iterable[Args]:
        if type(frame) is Order:
            return self.candidates(s, frame, knows)
        seat = frame.seat
        p = s.players[seat]
        if not p.unused:
            return ()
        # printed prices are compared, unless something may make them lower
        any_price = p.armed or cheaper_workers(s, p)
        most = _ANY_PRICE if any_price else available(s, seat, RESOURCE)
        for_building = most if available(s, seat, CIVIL) else -1
        for_unit = most + available(s, seat, UNIT_RESOURCE) if available(s, seat, MILITARY) else -1
        return [(face,) for face in p.workers if BUILD_COST[face] <= (for_unit if face in IS_UNIT else for_building)]

    def check(self, s: State, frame: Actions | Order, args: Args) -> Cost | Line:
        face = args[0]
        p = s.players[frame.seat]
        if not ordered(frame, "build"):
            return Line("not-now", (self.name,))
        if face not in p.workers:
            return Line("not-in-play", (face,))
        discount = 0
        if type(frame) is Order:
            discount = frame.discount
            if KIND[face] not in frame.kinds:
                return Line("not-allowed-here", (face,))
        if not p.unused:
            return NO_WORKER
        if not urban_room(p, face):
            return urban_limit(p, face)
        civil, military = _action(frame, face)
        pool, real = resources(s, p, face, max(0, build_price(s, p, face) - discount))
        cost = make_cost(civil_action=civil, military_action=military, unit_resource=pool, resource=real)
        return payable(s, frame.seat, cost)

    def no_candidates(self, s: State, frame: Actions | Order) -> Line:
        return super().no_candidates(s, frame) if s.players[frame.seat].unused else NO_WORKER

    def do(self, s: State, frame: Actions | Order, args: Args, cost: Cost) -> None:
        _done(s, frame)
        place_worker(s, frame.seat, args[0])
        s.say("builds", frame.seat, args[0])
        spend(s, frame.seat, cost)


@verb
class Upgrade(Verb):
    """`upgrade bronze iron`: move a worker to a higher card of the same kind."""

    name = "upgrade"
    shape = (str, str)

    def candidates(self, s: State, frame: Actions | Order, knows: Knowledge) -> Iterator[Args]:
        if not ordered(frame, "upgrade"):
            return
        workers = s.players[frame.seat].workers
        for source, number in workers.items():
            if number and not (better := UPGRADES[source]).isdisjoint(workers):
                for target in workers:
                    if target in better:
                        yield (source, target)

    def quick_candidates(self, s: State, frame: Actions | Order, knows: Knowledge) -> Iterable[Args]:
        free = type(frame) is Order
        if free or available(s, frame.seat, CIVIL) or available(s, frame.seat, MILITARY):
            return self.candidates(s, frame, knows)
        return ()

    def check(self, s: State, frame: Actions | Order, args: Args) -> Cost | Line:
        source, target = args
        p = s.players[frame.seat]
        if not ordered(frame, "upgrade"):
            return Line("not-now", (self.name,))
        for face in args:
            if face not in p.workers:
                return Line("not-in-play", (face,))
        discount = 0
        if type(frame) is Order:
            discount = frame.discount
            if KIND[source] not in frame.kinds:
                return Line("not-allowed-here", (source,))
        if not p.workers[source]:
            return Line("no-worker-on", (source,))
        if target not in UPGRADES[source]:
            return Line("no-upgrade", args)
        civil, military = _action(frame, source)
        pool, real = resources(s, p, source, max(0, move_price(s, p, source, target) - discount))
        cost = make_cost(civil_action=civil, military_action=military, unit_resource=pool, resource=real)
        return payable(s, frame.seat, cost)

    def do(self, s: State, frame: Actions | Order, args: Args, cost: Cost) -> None:
        _done(s, frame)
        move_worker(s, frame.seat, *args)
        s.say("upgrades", frame.seat, *args)
        spend(s, frame.seat, cost)


def _done(s: State, frame: Actions | Order) -> None:
    if type(frame) is Order:
        pop(s)


@effect(e.Build)
def _order_build(s: State, do: Do, one: e.Build) -> None:
    push(s, Order(do.seat, "build", one.kinds, one.discount, do.source))


@effect(e.Upgrade)
def _order_upgrade(s: State, do: Do, one: e.Upgrade) -> None:
    push(s, Order(do.seat, "upgrade", one.kinds, one.discount, do.source))


@obstacle(e.Build)
def _why_no_building(s: State, seat: Seat, one: e.Build) -> Line | None:
    if not s.players[seat].unused:
        return NO_WORKER
    return why_no_act(s, Build(), Order(seat, "build", one.kinds, one.discount, ""))


@obstacle(e.Upgrade)
def _why_no_upgrade(s: State, seat: Seat, one: e.Upgrade) -> Line | None:
    return why_no_act(s, Upgrade(), Order(seat, "upgrade", one.kinds, one.discount, ""))


_NOTHING = Knowledge()


def why_no_act(s: State, of: Verb, frame: Frame) -> Line | None:
    """Say why a verb has no legal act for a frame; None if it has one."""
    refusals = []
    for args in of.candidates(s, frame, _NOTHING):
        refusal = of.check(s, frame, args)
        if type(refusal) is tuple:
            return None
        assert isinstance(refusal, Line)
        if refusal.key == "cannot-pay":
            about = (*args, *refusal.args)
            refusal = Line("upgrade-cannot-pay", about) if len(args) > 1 else Line("card-cannot-pay", about)
        if refusal.key != "not-allowed-here":
            refusals.append(refusal)
    return nearest_refusal(refusals) or Line("nothing-to-order", (of.name,))


@effect(e.BuildFree)
def _build_free(s: State, do: Do, one: e.BuildFree) -> None:
    place_worker(s, do.seat, one.card)
    s.say("builds", do.seat, one.card)


@obstacle(e.BuildFree)
def _why_not_free(s: State, seat: Seat, one: e.BuildFree) -> Line | None:
    p = s.players[seat]
    if one.card not in p.workers:
        return Line("not-in-play", (one.card,))
    if not p.unused:
        return NO_WORKER
    return None if urban_room(p, one.card) else urban_limit(p, one.card)


class _Remove(ActionVerb):
    shape = (str,)
    faces: frozenset[Face]

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        for face, number in s.players[frame.seat].workers.items():
            if number and face in self.faces:
                yield (face,)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        face = args[0]
        p = s.players[frame.seat]
        if face not in self.faces or not p.workers.get(face, 0):
            return Line("no-worker-on", (face,))
        return payable(s, frame.seat, _CIVIL if self.action == CIVIL else _MILITARY)

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        remove_worker(s, frame.seat, args[0])
        s.say("disbanded" if args[0] in IS_UNIT else "destroyed", frame.seat, args[0])
        spend(s, frame.seat, cost)


@verb
class Destroy(_Remove):
    """`destroy bronze`: a worker of a farm, mine or urban building returns to the pool."""

    name = "destroy"
    faces = IS_BUILDING


@verb
class Disband(_Remove):
    """`disband warriors`: a worker of a unit returns to the pool."""

    name = "disband"
    faces = IS_UNIT
    action = MILITARY


# --- wonders -------------------------------------------------------------------------------------------------


class CoverStages(Frame, frozen=True):
    """Cover paid stages of the wonder with blue tokens: from the bank, or with an empty bank from a card."""

    number: int


class AskStageToken(Frame, frozen=True):
    """Choose the card whose blue token covers a stage, the bank being empty."""


def _stages(s: State, seat: Seat, number: int, discount: int) -> Cost | Line:
    p = s.players[seat]
    if not p.wonder:
        return Line("no-wonder")
    if number < 1 or p.stages + number > len(WONDERS[p.wonder].stages):
        return Line("no-such-stage")
    if p.blue_bank + sum(p.tokens.values()) < number:
        return Line("no-blue-token")
    return payable(s, seat, make_cost(resource=stage_price(p, number, discount)))


@verb
class Stage(ActionVerb):
    """`stage 2`: build that many stages of the unfinished wonder."""

    name = "stage"
    shape = (int,)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        p = s.players[frame.seat]
        if p.wonder:
            for number in range(1, stages_per_action(p) + 1):
                yield (number,)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        p = s.players[frame.seat]
        if args[0] > stages_per_action(p):
            return Line("too-many-stages", (stages_per_action(p),))
        price = _stages(s, frame.seat, args[0], 0)
        if isinstance(price, Line):
            return price
        return payable(s, frame.seat, make_cost(civil_action=1) + price)

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        push(s, CoverStages(frame.seat, args[0]))
        spend(s, frame.seat, cost)


@effect(e.BuildStage)
def _build_stage(s: State, do: Do, one: e.BuildStage) -> None:
    cost = _stages(s, do.seat, 1, one.discount)
    if isinstance(cost, Line):
        return
    push(s, CoverStages(do.seat, 1))
    spend(s, do.seat, cost)


@obstacle(e.BuildStage)
def _why_no_stage(s: State, seat: Seat, one: e.BuildStage) -> Line | None:
    price = _stages(s, seat, 1, one.discount)
    return price if isinstance(price, Line) else None


@runner(CoverStages)
def _cover(s: State, frame: CoverStages) -> None:
    p = s.players[frame.seat]
    covered = min(frame.number, p.blue_bank)
    p.blue_bank -= covered
    p.stages += covered
    if covered < frame.number:
        push(s, CoverStages(frame.seat, frame.number - covered - 1))
        if len(p.tokens) == 1:
            _cover_from(s, frame.seat, next(iter(p.tokens)))
        else:
            push(s, AskStageToken(frame.seat))
        return
    stages = len(WONDERS[p.wonder].stages)
    s.say("stages", frame.seat, p.wonder, p.stages, stages)
    if p.stages == stages:
        complete_wonder(s, frame.seat)


def _cover_from(s: State, seat: Seat, face: Face) -> None:
    p = s.players[seat]
    if p.tokens[face] > 1:
        p.tokens[face] -= 1
    else:
        del p.tokens[face]
    p.stages += 1


@verb
class Cover(Verb):
    """`cover bronze`: the blue token for the wonder comes from that card."""

    name = "cover"
    shape = (str,)

    def candidates(self, s: State, frame: AskStageToken, knows: Knowledge) -> list[Args]:
        return [(face,) for face in s.players[frame.seat].tokens]

    def check(self, s: State, frame: AskStageToken, args: Args) -> Cost | Line:
        return () if args[0] in s.players[frame.seat].tokens else Line("no-such-choice")

    def do(self, s: State, frame: AskStageToken, args: Args, cost: Cost) -> None:
        pop(s)
        _cover_from(s, frame.seat, args[0])


question(AskStageToken, "stage-token", ("cover",))
