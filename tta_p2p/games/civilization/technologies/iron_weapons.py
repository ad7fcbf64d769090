"""Iron in battles: Mathematics and Ballistics wound units in play, Metalworking makes an attack wound more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations_with_replacement

from ...contract import Card, Claim, Cost, Is, Knowledge, Line
from ..battle.combat import Strike, UnitVerb, ability, after_ability, strike
from ..battle.strength import strength
from ..flow import FLOW, Args, Blow, Tend, Verb
from ..state import Battle, State
from ..windows.declarations import CANCELLED, Effect, declare, effect
from .resource_abilities import Ability, could_pay, pay, payments, why_not_paid

WOUNDS = {
    "mathematics": Ability("iron", 1, "wounds", 3),
    "ballistics": Ability("iron", 1, "wounds", 6),
}
"""The number of wounds to spread over the enemy's units in play."""
EDGE = Ability("iron", 1, "edge", 3)
"""Metalworking: the extra wounds of an attack."""
SHARP = "metalworking"
STRIKE = Strike()
"""What may be struck without the extra wounds may be struck with them."""


def _used(tech: str) -> str:
    return f"use-{tech}"


def _why_not(s: State, frame: Blow | Tend, tech: str) -> Line | None:
    """Say why the player of a side cannot use a technology now; barbarians have none."""
    battle = s.battle
    if battle is None or battle.seats[frame.side] < 0 or tech not in s.techs[frame.seat]:
        return Line("unknown-tech", (tech,))
    return Line("used-already", (tech,)) if s.once(frame.seat, _used(tech)) else None


def _spend(s: State, frame: Blow | Tend, tech: str, paid: Args) -> None:
    s.used = (*s.used, (frame.seat, _used(tech)))
    s.say("uses", frame.seat, tech, *(one if isinstance(one, str) else one.face for one in paid))
    pay(s, frame.seat, paid)


def _room(s: State, battle: Battle, side: int) -> dict[int, int]:
    """Give the wounds that kill each unit of a side, by the number of its front, from 1."""
    seat = battle.seats[side]
    units = ((at, front.units[side], front.wounds[side]) for at, front in enumerate(battle.fronts, 1))
    return {at: strength(s, seat, face) - wounds for at, face, wounds in units if face}


def max_wounds(iron: Ability, room: Mapping[int, int]) -> int:
    """Give the most wounds that a technology can deal to units that can take so many each."""
    return min(iron.number, sum(room.values()))


@ability
def can_wound(s: State, frame: Tend) -> bool:
    """Whether a side could pay, as far as everybody sees, to wound enemy units in play."""
    battle = s.battle
    if battle is None or not any(front.units[1 - frame.side] for front in battle.fronts):
        return False
    return any(_why_not(s, frame, tech) is None and could_pay(s, frame.seat, iron) for tech, iron in WOUNDS.items())


@FLOW.verb
class Wound(Verb[State]):
    """`wound mathematics iron 1 1 2`: up to three wounds, one for each front named, for the enemy's units there."""

    name = "wound"
    shape = None

    def candidates(self, s: State, frame: Blow | Tend, knows: Knowledge) -> Iterator[Args]:
        battle = s.battle
        for tech, iron in WOUNDS.items():
            if battle is None or _why_not(s, frame, tech):
                continue
            room = _room(s, battle, 1 - frame.side)
            paid = list(payments(s, frame.seat, iron, knows)) if room else []
            for number in range(max_wounds(iron, room), 0, -1):
                for one in paid:
                    for fronts in combinations_with_replacement(room, number):
                        if all(many <= room[at] for at, many in Counter(fronts).items()):
                            yield (tech, *one, *fronts)

    def check(self, s: State, frame: Blow | Tend, args: Args) -> Cost | Line:
        if len(args) < 2 or args[0] not in WOUNDS or not isinstance(args[1], str | Card):
            return Line("bad-arguments", (self.name,))
        tech, paid, fronts = args[0], args[1:2], args[2:]
        if any(type(one) is not int for one in fronts) or list(fronts) != sorted(fronts):
            return Line("bad-arguments", (self.name,))
        refused = _why_not(s, frame, tech)
        if refused:
            return refused
        assert s.battle is not None
        room = _room(s, s.battle, 1 - frame.side)
        number = max_wounds(WOUNDS[tech], room)
        if not 0 < len(fronts) <= number or any(many > room.get(at, 0) for at, many in Counter(fronts).items()):
            return Line("other-wounds", (number,))
        return why_not_paid(s, frame.seat, WOUNDS[tech], paid) or ()

    def claims(self, s: State, frame: Blow | Tend, args: Args) -> tuple[Claim, ...]:
        return tuple(Is(one.handle, one.face) for one in args[1:2] if isinstance(one, Card))

    def do(self, s: State, frame: Blow | Tend, args: Args, cost: Cost) -> None:
        after_ability(s, frame)
        _spend(s, frame, args[0], args[1:2])
        declare(s, Effect(frame.seat, self.name, "ability", args[0], (1 - frame.side, *args[2:])))


@effect("wound")
def _wounds(s: State, frame: Effect) -> None:
    """Deal the wounds to a side, one for each front named."""
    side, named, battle = int(frame.on[0]), tuple(map(int, frame.on[1:])), s.battle
    assert battle is not None
    s.say("wounds", frame.seat, len(named), frame.what)
    room, dealt = _room(s, battle, side), Counter(named)
    fronts, dead = [], list(battle.dead[side])
    for at, front in enumerate(battle.fronts, 1):
        units, wounds = list(front.units), list(front.wounds)
        if dealt[at] and dealt[at] == room[at]:
            s.say(battle.told(side, "falls"), battle.players[side], units[side])
            dead.append(units[side])
            units[side], wounds[side] = "", 0
        else:
            wounds[side] += dealt[at]
        if any(units):
            fronts.append(replace(front, units=(units[0], units[1]), wounds=(wounds[0], wounds[1])))
    both = (tuple(dead), battle.dead[1]) if side == 0 else (battle.dead[0], tuple(dead))
    s.battle = replace(battle, fronts=tuple(fronts), dead=both)


@FLOW.verb
class Smite(UnitVerb):
    """`smite #7=infantry-2 1 iron`: like `strike`, and the attack wounds 3 more, with Metalworking."""

    name = "smite"
    shape = None

    def candidates(self, s: State, frame: Blow, knows: Knowledge) -> Iterator[Args]:
        if not _why_not(s, frame, SHARP):
            for paid in payments(s, frame.seat, EDGE, knows):
                yield from ((*args, *paid) for args in STRIKE.candidates(s, frame, knows))

    def check(self, s: State, frame: Blow, args: Args) -> Cost | Line:
        if len(args) != 3 or not isinstance(args[0], Card) or type(args[1]) is not int:
            return Line("bad-arguments", (self.name,))
        if not isinstance(args[2], str | Card):
            return Line("bad-arguments", (self.name,))
        refused = _why_not(s, frame, SHARP) or why_not_paid(s, frame.seat, EDGE, args[2:])
        return refused or STRIKE.check(s, frame, args[:2])

    def claims(self, s: State, frame: Blow, args: Args) -> tuple[Claim, ...]:
        return tuple(Is(one.handle, one.face) for one in (args[0], args[2]) if isinstance(one, Card))

    def do(self, s: State, frame: Blow, args: Args, cost: Cost) -> None:
        self._meet(s, frame, args[0], args[1] - 1)  # the blow is over: frames of the payment come on top
        _spend(s, frame, SHARP, args[2:])
        declare(s, Effect(frame.seat, self.name, "ability", SHARP, (frame.side, args[1] - 1)))


@effect("smite")
def _smites(s: State, frame: Effect) -> None:
    strike(s, int(frame.on[0]), int(frame.on[1]), EDGE.number)


def _strikes_only(s: State, frame: Effect) -> None:
    """Play the unit all the same, without the extra wounds."""
    strike(s, int(frame.on[0]), int(frame.on[1]))


CANCELLED["smite"] = _strikes_only
