"""Abilities with code of their own that are used in the action phase, and what a player can do once a turn.

`SPECIALS[name]` (`index`) says which cards have one and its printed numbers. Others are asked where they work:
Michelangelo and Taj Mahal in `costs`, St. Peter's in `ratings`, the railroad and Bill Gates in `economy`,
Genghis Khan and air forces in `armies`, Robespierre in `civil`, those of the politics phase there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Cost, Face, Knowledge, Line, Seat
from .costs import (
    CIVIL,
    MILITARY,
    ActionVerb,
    available,
    build_price,
    make_cost,
    move_price,
    population_price,
    resources,
    spend,
)
from .economy import FOOD, RESOURCE, TRADED, gain_population, trade
from .effects import regain_civil_action
from .flow import Args, Verb, pop, push, question, verb
from .index import IS_UNIT, IS_URBAN, KIND, LEVEL, ONCE_PER_TURN, SPECIALS
from .obstacles import first_obstacle
from .phases import Actions
from .ratings import active_cards
from .state import Frame, Player, State
from .tableau import Do, leader_goes, leave_hand, move_worker, place_worker
from .tables.words import Kind
from .workers import payable, urban_limit, urban_room

# --- Hammurabi -----------------------------------------------------------------------------------------------


@verb
class Convert(Verb):
    """`convert`: a military action becomes a civil one, spent before others; unspent it turns back."""

    name = "convert"

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        if s.players[frame.seat].leader in SPECIALS["hammurabi"]:
            yield ()

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        p = s.players[frame.seat]
        if p.leader not in SPECIALS["hammurabi"]:
            return Line("no-ability", (self.name,))
        if p.used.count(p.leader) >= SPECIALS["hammurabi"][p.leader][0]:
            return Line("used-this-turn", (p.leader,))
        return payable(s, frame.seat, make_cost(military_action=1))

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        p = s.players[frame.seat]
        p.used += (p.leader,)
        spend(s, frame.seat, cost)
        p.extra_civil += 1
        s.say("converts", frame.seat)


# --- Homer ---------------------------------------------------------------------------------------------------


class AskTuck(Frame, frozen=True):
    """Homer is replaced by another leader, still in the hand: he may go under a finished wonder."""

    new: Face


def leader_replaced(s: State, seat: Seat, old: Face, new: Face) -> bool:
    """Let a leader with code of its own be replaced in its own way; give whether it is taken care of."""
    p = s.players[seat]
    if old in SPECIALS["homer"] and any(face not in p.ravaged for face in p.wonders):
        push(s, AskTuck(seat, new))
        return True
    return False


@verb
class Tuck(Verb):
    """`tuck colossus`: Homer goes under that wonder instead of giving a civil action back."""

    name = "tuck"
    shape = (str,)

    def candidates(self, s: State, frame: AskTuck, knows: Knowledge) -> list[Args]:
        return [(face,) for face in s.players[frame.seat].wonders]

    def check(self, s: State, frame: AskTuck, args: Args) -> Cost | Line:
        p = s.players[frame.seat]
        return () if args[0] in p.wonders and args[0] not in p.ravaged else Line("no-such-choice")

    def do(self, s: State, frame: AskTuck, args: Args, cost: Cost) -> None:
        pop(s)
        leave_hand(s.players[frame.seat], frame.new)
        s.players[frame.seat].homer_under = args[0]
        leader_goes(s, frame.seat, gone=False, successor=frame.new)
        s.say("tucked", frame.seat, args[0])


@verb
class NoTuck(Verb):
    """`no-tuck`: Homer just leaves and a civil action comes back."""

    name = "no-tuck"

    def check(self, s: State, frame: AskTuck, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: AskTuck, args: Args, cost: Cost) -> None:
        pop(s)
        leave_hand(s.players[frame.seat], frame.new)
        leader_goes(s, frame.seat, successor=frame.new)
        regain_civil_action(s, frame.seat)


question(AskTuck, "tuck", ("tuck", "no-tuck"), lambda s, frame: (frame.new,), idle="no-tuck")

# --- Barbarossa ----------------------------------------------------------------------------------------------


def _levying(p: Player) -> tuple[str, tuple[int, ...]] | None:
    """Give the kind of action by which a player levies units, and the numbers of the leader; None without him."""
    numbers = SPECIALS["frederick-barbarossa"].get(p.leader)
    if numbers:
        return MILITARY, numbers
    numbers = SPECIALS["frederick-barbarossa-2006"].get(p.leader)
    return (CIVIL, numbers) if numbers else None


@verb
class Levy(Verb):
    """`levy warriors`: Barbarossa increases population and builds that unit with the new worker."""

    name = "levy"
    shape = (str,)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        p = s.players[frame.seat]
        levying = _levying(p)
        if levying and available(s, frame.seat, levying[0]):
            for face in p.workers:
                if face in IS_UNIT:
                    yield (face,)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        face = args[0]
        p = s.players[frame.seat]
        levying = _levying(p)
        if levying is None:
            return Line("no-ability", (self.name,))
        if face not in p.workers or face not in IS_UNIT:
            return Line("not-in-play", (face,))
        if not p.yellow_bank:
            return Line("bank-empty")
        action, (actions, less_food, less_resource) = levying
        pool, real = resources(s, p, face, max(0, build_price(s, p, face) - less_resource))
        food = population_price(s, p, less_food)
        civil, military = (actions, 0) if action == CIVIL else (0, actions)
        cost = make_cost(civil_action=civil, military_action=military, food=food, unit_resource=pool, resource=real)
        return payable(s, p.seat, cost)

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        gain_population(s, frame.seat, 1)
        place_worker(s, frame.seat, args[0])
        s.say("builds", frame.seat, args[0])
        spend(s, frame.seat, cost)


# --- Bach ----------------------------------------------------------------------------------------------------


@verb
class Perform(ActionVerb):
    """`perform alchemy drama`: Bach turns an urban building into a theater of its level or higher."""

    name = "perform"
    shape = (str, str)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        p = s.players[frame.seat]
        if p.leader in SPECIALS["j-s-bach"]:
            for source, number in p.workers.items():
                if number and source in IS_URBAN and KIND[source] is not Kind.THEATER:
                    for target in p.workers:
                        if KIND[target] is Kind.THEATER and LEVEL[target] >= LEVEL[source]:
                            yield (source, target)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        source, target = args
        p = s.players[frame.seat]
        numbers = SPECIALS["j-s-bach"].get(p.leader)
        if numbers is None:
            return Line("no-ability", (self.name,))
        if p.used.count(p.leader) >= numbers[0]:
            return Line("used-this-turn", (p.leader,))
        if source not in IS_URBAN or KIND[source] is Kind.THEATER or not p.workers.get(source, 0):
            return Line("no-worker-on", (source,))
        if target not in p.workers or KIND[target] is not Kind.THEATER or LEVEL[target] < LEVEL[source]:
            return Line("no-upgrade", args)
        if not urban_room(p, target):
            return urban_limit(p, target)
        return payable(s, p.seat, make_cost(civil_action=1, resource=move_price(s, p, source, target)))

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        p = s.players[frame.seat]
        p.used += (p.leader,)
        move_worker(s, frame.seat, *args)
        s.say("upgrades", frame.seat, *args)
        spend(s, frame.seat, cost)


# --- once a turn ---------------------------------------------------------------------------------------------


@verb
class Use(Verb):
    """`use winston-churchill 1`: what a card lets you do once a turn, by the number of the choice."""

    name = "use"
    shape = (str, int)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        for face in active_cards(s.players[frame.seat]):
            for one in ONCE_PER_TURN.get(face, ()):
                for number in range(len(one.options)):
                    yield (face, number + 1)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        face, number = args
        p = s.players[frame.seat]
        if face not in active_cards(p) or face not in ONCE_PER_TURN:
            return Line("no-ability", (face,))
        options = ONCE_PER_TURN[face][0].options
        if not 1 <= number <= len(options):
            return Line("no-such-choice")
        if face in p.used:
            return Line("used-this-turn", (face,))
        return first_obstacle(s, frame.seat, options[number - 1]) or ()

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        face, number = args
        s.players[frame.seat].used += (face,)
        push(s, Do(frame.seat, ONCE_PER_TURN[face][0].options[number - 1], face))


def automatic(s: State, seat: Seat) -> None:
    """Make the choices that are made at the end of a turn for a player who made none."""
    if s.options.churchill == "only-if-chosen":  # his is the one choice that is made so
        return
    p = s.players[seat]
    for face in active_cards(p):
        for one in ONCE_PER_TURN.get(face, ()):
            if one.automatic is not None and face not in p.used:
                p.used += (face,)
                push(s, Do(seat, one.options[one.automatic], face))


# --- paying --------------------------------------------------------------------------------------------------


@verb
class Trade(Verb):
    """`trade food`: the next cost in food is paid in part with resources, as a trade pact allows (or the reverse)."""

    name = "trade"
    shape = (str,)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        if s.pacts:
            for what in (FOOD, RESOURCE):
                if trade(s, frame.seat, what):
                    yield (what,)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        what = args[0]
        p = s.players[frame.seat]
        if what not in (FOOD, RESOURCE) or not trade(s, frame.seat, what):
            return Line("no-ability", (self.name,))
        return Line("traded-this-turn") if p.armed or TRADED in p.used else ()

    def effects(self, s: State, frame: Actions, args: Args) -> tuple[Line, ...]:
        what = args[0]
        return (Line("trades", (what, RESOURCE if what == FOOD else FOOD, trade(s, frame.seat, what))),)

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        s.players[frame.seat].armed = args[0]


@verb
class ByHand(Verb):
    """`by-hand`: from now to the end of this turn say which blue tokens pay and where gained ones go."""

    name = "by-hand"

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        return Line("by-hand-already") if s.players[frame.seat].by_hand else ()

    def effects(self, s: State, frame: Actions, args: Args) -> tuple[Line, ...]:
        return (Line("by-hand"),)

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        s.players[frame.seat].by_hand = True


def end_conversions(s: State, seat: Seat) -> None:
    """Turn a converted action that was not spent back into a military one, one for this turn only included."""
    p = s.players[seat]
    back = min(p.military_spent, p.extra_civil)
    p.military_spent -= back
    p.extra_military += p.extra_civil - back
    p.extra_civil = 0
