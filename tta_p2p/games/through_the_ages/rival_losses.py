"""Effects at the expense of a rival, who loses or gives something: aggressions, wars and some events."""

from __future__ import annotations

from ..contract import Cost, Face, Knowledge, Line, Seat
from .economy import FOOD, RESOURCE, gain, lose, part_of, score_culture, score_science, stock
from .effects import LosePopulation, effect, worth
from .flow import Args, Verb, departure, pop, push, question, runner, verb, verb_for
from .formulas import technologies
from .index import BUILD_COST, IS_URBAN, KIND, LEVEL, TECHNOLOGY_COST
from .state import Frame, State
from .tableau import (
    Do,
    add_colony,
    add_special,
    leader_goes,
    remove_colony,
    remove_unfinished_wonder,
    remove_worker,
    superseding,
    take_special,
)
from .tables import effects as e
from .tables.words import Kinds

# --- food, resources, points, tokens -------------------------------------------------------------------------


class AskPlunder(Frame, frozen=True):
    """Say how much food and how many resources of a total are taken from the rival."""

    rival: Seat
    total: int
    source: Face


@effect(e.TakeMix)
def _take_mix(s: State, do: Do, one: e.TakeMix) -> None:
    rival = s.players[do.rival]
    food, resource = stock(rival, FOOD), stock(rival, RESOURCE)
    total = worth(s, do, one.total)
    if food + resource <= total or not food or not resource:
        _plunder(s, do.seat, do.rival, min(food, total), min(resource, total))
    else:
        push(s, AskPlunder(do.seat, do.rival, total, do.source))


def _plunder(s: State, seat: Seat, rival: Seat, food: int, resource: int) -> None:
    for what, amount in ((FOOD, food), (RESOURCE, resource)):
        gain(s, seat, what, lose(s, rival, what, amount))


@verb
class Plunder(Verb):
    """`plunder 2 1`: take so much food and so many resources from the rival."""

    name = "plunder"
    shape = (int, int)

    def candidates(self, s: State, frame: AskPlunder, knows: Knowledge) -> list[Args]:
        return [(food, frame.total - food) for food in range(frame.total, -1, -1)]

    def check(self, s: State, frame: AskPlunder, args: Args) -> Cost | Line:
        food, resource = args
        if food < 0 or resource < 0 or food + resource != frame.total:
            return Line("no-such-choice")
        rival = s.players[frame.rival]
        if food > stock(rival, FOOD) or resource > stock(rival, RESOURCE):
            return Line("not-enough", (FOOD if food > stock(rival, FOOD) else RESOURCE,))
        return ()

    def do(self, s: State, frame: AskPlunder, args: Args, cost: Cost) -> None:
        pop(s)
        _plunder(s, frame.seat, frame.rival, *args)


question(AskPlunder, "plunder", ("plunder",), lambda s, frame: (frame.rival, frame.total))


@effect(e.TakePoints)
def _take_points(s: State, do: Do, one: e.TakePoints) -> None:
    _take_science(s, do.seat, do.rival, worth(s, do, one.science))
    part = part_of(do.source)
    lost = -score_culture(s, do.rival, -worth(s, do, one.culture), part)
    score_culture(s, do.seat, lost, part)


def _take_science(s: State, seat: Seat, rival: Seat, amount: int) -> None:
    score_science(s, seat, -score_science(s, rival, -amount))


@effect(e.TakeYellowTokens)
def _take_yellow(s: State, do: Do, one: e.TakeYellowTokens) -> None:
    rival = s.players[do.rival]
    number = min(worth(s, do, one.number), rival.yellow_bank)
    if number > 0:
        rival.yellow_bank -= number
        s.players[do.seat].yellow_bank += number
        s.say("yellow-taken", do.seat, number, do.rival)


@effect(e.TakePopulation)
def _take_population(s: State, do: Do, one: e.TakePopulation) -> None:
    rival = s.players[do.rival]
    number = min(worth(s, do, one.number), rival.unused + sum(rival.workers.values()))
    if number > 0:
        score_culture(s, do.seat, one.culture_each * number, part_of(do.source))
        push(s, LosePopulation(do.rival, number))


@effect(e.RemoveLeader)
def _remove_leader(s: State, do: Do, one: e.RemoveLeader) -> None:
    leader = s.players[do.rival].leader
    if leader:
        leader_goes(s, do.rival)
        score_culture(s, do.seat, one.culture_per_level * LEVEL[leader], part_of(do.source))


@effect(e.RemoveWonder)
def _remove_wonder(s: State, do: Do, one: e.RemoveWonder) -> None:
    wonder = s.players[do.rival].wonder
    if wonder:
        remove_unfinished_wonder(s, do.rival)
        score_culture(s, do.seat, one.culture_per_level * LEVEL[wonder], part_of(do.source))


# --- cards and buildings of the rival, by choice -------------------------------------------------------------


class Target(Frame, frozen=True):
    """Choose one of the rival's cards, for what is said by `what`.

    `destroy` or `raid` a building, raid those of one card (`raid-alike`), take a `colony`, remove a leader or wonder
    (`infiltrate`), take a `technology`. Of a raid, `levels` says for each building that may still be destroyed how
    high it may be, and `amount` is the cost destroyed so far; of one card's, `levels` is their number, and `amount` 1
    if half of their costs is rounded up; else `amount` is the culture for each level or what is left of the advantage.
    """

    what: str
    rival: Seat
    faces: tuple[Face, ...]
    source: Face
    levels: tuple[int, ...] = ()
    amount: int = 0


def _may_stop(frame: Target) -> bool:
    return frame.what == "technology" or (frame.what == "raid" and frame.amount > 0)


def _ask(s: State, frame: Target) -> None:
    """Ask which one, if there is a choice."""
    if len(frame.faces) == 1 and not _may_stop(frame):
        _chosen(s, frame, frame.faces[0])
    elif frame.faces:
        push(s, frame)


def _chosen(s: State, frame: Target, face: Face) -> None:
    seat, rival = frame.seat, frame.rival
    if frame.what == "destroy":
        _destroy(s, seat, rival, face)
    elif frame.what == "raid":
        _destroy(s, seat, rival, face)
        levels = _without_place(frame.levels, LEVEL[face])
        _raid(s, seat, rival, levels, frame.amount + BUILD_COST[face], frame.source)
    elif frame.what == "raid-alike":
        _raid_alike(s, frame, face)
    elif frame.what == "colony":
        s.say("colony-taken", seat, face, rival)
        remove_colony(s, rival, face, gone=False)
        add_colony(s, seat, face)
    elif frame.what == "infiltrate":
        if face == s.players[rival].wonder:
            remove_unfinished_wonder(s, rival)
        else:
            leader_goes(s, rival)
        score_culture(s, seat, frame.amount * LEVEL[face], part_of(frame.source))
    else:
        s.say("technology-taken", seat, face, rival)
        take_special(s, rival, face)
        add_special(s, seat, face)
        _technology(s, seat, rival, frame.amount - TECHNOLOGY_COST[face], frame.source)


def _stopped(s: State, frame: Target) -> None:
    if frame.what == "raid":
        _raid(s, frame.seat, frame.rival, (), frame.amount, frame.source)
    else:
        _take_science(s, frame.seat, frame.rival, frame.amount)


def _urban(s: State, rival: Seat, level: int) -> tuple[Face, ...]:
    workers = s.players[rival].workers
    return tuple(face for face, number in workers.items() if number and face in IS_URBAN and LEVEL[face] <= level)


def _destroy(s: State, seat: Seat, rival: Seat, face: Face) -> None:
    remove_worker(s, rival, face)
    s.say("destroys", seat, face, rival)


def _without_place(levels: tuple[int, ...], level: int) -> tuple[int, ...]:
    """Give the levels a raid has left after a building: the lowest that admits it is used up, the order is free."""
    left = list(levels)
    left.remove(min(one for one in levels if one >= level))
    return tuple(left)


def _raid(s: State, seat: Seat, rival: Seat, levels: tuple[int, ...], amount: int, source: Face) -> None:
    """Go on with a raid: the next building, or what its end brings."""
    faces = _urban(s, rival, max(levels, default=-1))
    if faces:
        _ask(s, Target(seat, "raid", rival, faces, source, levels, amount))
    else:
        gain(s, seat, RESOURCE, (amount + 1) // 2)


def _technology(s: State, seat: Seat, rival: Seat, amount: int, source: Face) -> None:
    """Go on with the spoils of a war over technology: technologies as long as there are any, then science."""
    p = s.players[seat]
    have = (*p.civil_hand, *technologies(p))
    faces = tuple(f for f in s.players[rival].specials if TECHNOLOGY_COST[f] <= amount and f not in have)
    if faces:
        push(s, Target(seat, "technology", rival, faces, source, amount=amount))
    else:
        _take_science(s, seat, rival, amount)


@effect(e.Raid)
def _raid_effect(s: State, do: Do, one: e.Raid) -> None:
    _raid(s, do.seat, do.rival, one.levels, 0, do.source)


def _raid_alike(s: State, frame: Target, face: Face) -> None:
    """Destroy as many buildings of one card as may be, and gain half of their costs."""
    number = min(frame.levels[0], s.players[frame.rival].workers[face])
    for _ in range(number):
        _destroy(s, frame.seat, frame.rival, face)
    gain(s, frame.seat, RESOURCE, (number * BUILD_COST[face] + frame.amount) // 2)


@effect(e.RaidAlike)
def _raid_alike_effect(s: State, do: Do, one: e.RaidAlike) -> None:
    faces = _urban(s, do.rival, max(LEVEL.values()))
    _ask(s, Target(do.seat, "raid-alike", do.rival, faces, do.source, (one.number,), int(one.round_up)))


@effect(e.TakeScienceOrSpecials)
def _technology_effect(s: State, do: Do, one: e.TakeScienceOrSpecials) -> None:
    _technology(s, do.seat, do.rival, worth(s, do, one.amount), do.source)


@effect(e.TakeColony)
def _colony_effect(s: State, do: Do, one: e.TakeColony) -> None:
    _ask(s, Target(do.seat, "colony", do.rival, s.players[do.rival].colonies, do.source))


@effect(e.RemoveLeaderOrWonder)
def _infiltrate_effect(s: State, do: Do, one: e.RemoveLeaderOrWonder) -> None:
    rival = s.players[do.rival]
    faces = tuple(face for face in (rival.leader, rival.wonder) if face)
    _ask(s, Target(do.seat, "infiltrate", do.rival, faces, do.source, amount=one.culture_per_level))


class Aim(Frame, frozen=True):
    """Destroy one building of these kinds of the rival."""

    rival: Seat
    kinds: Kinds
    source: Face


@effect(e.DestroyOfOthers)
def _destroy_of_others(s: State, do: Do, one: e.DestroyOfOthers) -> None:
    push(s, *(Aim(do.seat, rival, one.kinds, do.source) for rival in s.rivals(do.seat)))


@runner(Aim)
def _aim(s: State, frame: Aim) -> None:
    workers = s.players[frame.rival].workers
    faces = tuple(face for face, number in workers.items() if number and KIND[face] in frame.kinds)
    _ask(s, Target(frame.seat, "destroy", frame.rival, faces, frame.source))


@verb
class TargetVerb(Verb):
    """`target alchemy`: that card of the rival."""

    name = "target"
    shape = (str,)

    def candidates(self, s: State, frame: Target, knows: Knowledge) -> list[Args]:
        return [(face,) for face in frame.faces]

    def check(self, s: State, frame: Target, args: Args) -> Cost | Line:
        return () if args[0] in frame.faces else Line("no-such-choice")

    def effects(self, s: State, frame: Target, args: Args) -> tuple[Line, ...]:
        higher = superseding(s.players[frame.seat], args[0]) if frame.what == "technology" else ""
        return (Line("superseded", (frame.seat, args[0], higher)),) if higher else ()

    def do(self, s: State, frame: Target, args: Args, cost: Cost) -> None:
        pop(s)
        _chosen(s, frame, args[0])


@verb_for(Target)
class TargetDone(Verb):
    """`done`: no further one."""

    name = "done"

    def check(self, s: State, frame: Target, args: Args) -> Cost | Line:
        return () if _may_stop(frame) else Line("must-choose")

    def do(self, s: State, frame: Target, args: Args, cost: Cost) -> None:
        pop(s)
        _stopped(s, frame)


question(Target, "target", ("target", "done"), lambda s, frame: (frame.rival, frame.what, frame.source))


@departure(Target)
def _target_leaves(s: State, frame: Target, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, frame.rival) else frame


@departure(Aim)
def _aim_leaves(s: State, frame: Aim, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, frame.rival) else frame


@departure(AskPlunder)
def _plunder_leaves(s: State, frame: AskPlunder, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, frame.rival) else frame
