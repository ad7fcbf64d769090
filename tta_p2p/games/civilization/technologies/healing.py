"""Healing in battles: Animal Husbandry and Biology take wounds off the own units, once a battle each, before or after
the own unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations_with_replacement

from ...contract import Cost, Knowledge, Line
from ..battle.combat import ability, after_ability
from ..flow import FLOW, Args, Blow, Tend, Verb
from ..state import Battle, Front, State

SOME, ALL = "animal-husbandry", "biology"
MOST = 3
"""The number of wounds that Animal Husbandry removes."""


def _wounded(battle: Battle, side: int) -> dict[int, int]:
    """Give the wounds of a side by the number of the front, the first one 1."""
    return {at: front.wounds[side] for at, front in enumerate(battle.fronts, 1) if front.wounds[side]}


@ability
def can_heal(s: State, frame: Tend) -> bool:
    """Whether a side has wounds that it could remove before the enemy's next unit; at the end all of them go."""
    battle, side = s.battle, frame.side
    if battle is None or not battle.hands[1 - side] or not _wounded(battle, side):
        return False
    techs = s.techs[battle.seats[side]]
    return any(tech in techs and (side, tech) not in battle.healed for tech in (SOME, ALL))


@FLOW.verb
class Heal(Verb[State]):
    """`heal biology`, `heal animal-husbandry 1 1 2`: all wounds, or up to three, one for each front named."""

    name = "heal"
    shape = None

    def candidates(self, s: State, frame: Blow | Tend, knows: Knowledge) -> Iterator[Args]:
        battle = s.battle
        found = _wounded(battle, frame.side) if battle is not None and battle.seats[frame.side] >= 0 else {}
        if found:
            yield (ALL,)
            for number in range(min(MOST, sum(found.values())), 0, -1):
                yield from ((SOME, *fronts) for fronts in combinations_with_replacement(found, number))

    def check(self, s: State, frame: Blow | Tend, args: Args) -> Cost | Line:
        battle, side = s.battle, frame.side
        if battle is None or not args or args[0] not in (SOME, ALL):
            return Line("bad-arguments", (self.name,))
        tech, *fronts = args
        if any(type(one) is not int for one in fronts) or fronts != sorted(fronts) or (tech == ALL and fronts):
            return Line("bad-arguments", (self.name,))
        if battle.seats[side] < 0 or tech not in s.techs[battle.seats[side]]:
            return Line("unknown-tech", (tech,))
        if (side, tech) in battle.healed:
            return Line("used-already", (tech,))
        found = _wounded(battle, side)
        if not found or (tech == SOME and not 0 < len(fronts) <= MOST):
            return Line("no-wounds")
        return () if all(number <= found.get(at, 0) for at, number in Counter(fronts).items()) else Line("no-wounds")

    def do(self, s: State, frame: Blow | Tend, args: Args, cost: Cost) -> None:
        battle, side, (tech, *named) = s.battle, frame.side, args
        assert battle is not None
        off: Mapping[int, int] = _wounded(battle, side) if tech == ALL else Counter(named)
        fronts = tuple(_healed(front, side, off.get(at, 0)) for at, front in enumerate(battle.fronts, 1))
        s.battle = replace(battle, fronts=fronts, healed=(*battle.healed, (side, tech)))
        s.say("heals", frame.seat, sum(off.values()), tech)
        after_ability(s, frame)


def _healed(front: Front, side: int, number: int) -> Front:
    own, other = front.wounds[side] - number, front.wounds[1 - side]
    return replace(front, wounds=(other, own) if side else (own, other))
