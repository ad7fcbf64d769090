"""A player leaves for good: the civilization goes off the map, and all that depended on it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from ...contract import Deal, Handle, Need, Remix, Seat
from ...kit import cards
from ...kit.state import Frame, Pending
from ..battle.aftermath import place_group
from ..battle.units import bury
from ..flow import FLOW, Blow, EndBattle, Facing, Levy, Loot, NewVillage, NextBlow, SecondHalf, Swap, Tend
from ..map.board import cities_of
from ..map.clearance import raze
from ..state import State
from ..windows.declarations import Answer, Effect

OF_BATTLES = (Levy, Facing, NextBlow, Blow, SecondHalf, Tend, EndBattle, Effect, Answer)
"""Frames that end with a battle."""


@FLOW.departure(Effect)
def _keep(s: State, frame: Effect, seat: Seat) -> Frame:
    """Keep the declaration for now: `_unsay` takes it off with everything above it."""
    return frame


@FLOW.departure(Blow)
def _next(s: State, frame: Blow, seat: Seat) -> Frame:
    """The barbarians' player may leave; the other side goes on."""
    return NextBlow(0, 1 - frame.side) if frame.seat == seat else frame


def remove_seat(s: State, seat: Seat, dropped: Sequence[Need]) -> None:
    """Take a seat's things out of the game; its frames and needs (`dropped`) are gone already."""
    for need in dropped:  # survivors that were about to go home lie open
        bury(s, need.faces if isinstance(need, Remix) else ())
    _withdraw(s, seat, dropped)
    _unsay(s, seat)
    battle = s.battle
    if battle is not None and seat in battle.seats:
        _break_off(s, seat)
    elif battle is not None and seat in battle.players:
        s.battle = replace(
            battle, players=(battle.players[0], s.seat_after(battle.players[0])), hands=(battle.hands[0], ())
        )
    for city in list(cities_of(s, seat)):
        raze(s, city)
    s.figures[seat].clear()
    s.gathers[seat].clear()
    for resource, number in s.goods[seat].items():
        s.market[resource] += number
        s.goods[seat][resource] = 0
    s.tokens[seat].clear()
    s.people[seat] = ()
    s.forces[seat] = s.huts[seat] = s.villages[seat] = s.events[seat] = ()
    found = [frame.handle for frame in s.stack if isinstance(frame, NewVillage)]
    s.fresh = tuple(handle for handle in s.fresh if handle in found)
    if battle is not None and battle.seats[1] == seat:  # nobody is there any more: the attackers have come
        place_group(s, battle.seats[0], battle.square, battle.group)


def _withdraw(s: State, seat: Seat, dropped: Sequence[Need]) -> None:
    """Take back the needs that others cannot fulfil without the seat: its cards stay shut."""
    lost: set[Handle] = {handle for handle, holder in s.holders.items() if holder == seat}
    for need in dropped:
        lost.update(getattr(need, "into", ()))
    passed = [one for one in s.pending if isinstance(one.need, Deal) and lost & {*one.need.handles}]
    coming: set[Handle] = set()
    for one in passed:  # cards that the seat was passing on still arrive, before they are mixed
        coming.update(one.need.handles)  # type: ignore[union-attr]
    lost -= coming
    waiting, later = [], []
    for one in s.pending:
        handles = {*getattr(one.need, "handles", ())}
        if handles & lost:
            lost.update(getattr(one.need, "into", ()))
        elif handles & coming and one not in passed:
            coming.update(getattr(one.need, "into", ()))
            later.append(one)
        elif one not in passed:
            waiting.append(one)
    s.pending[:] = [*waiting, *passed, *(_asked_anew(s, one) for one in later)]


def _asked_anew(s: State, one: Pending) -> Pending:
    """Give a need the next number: needs are answered in that order, and cards passed on now come first."""
    s.next_need += 1
    return msgspec.structs.replace(one, need=msgspec.structs.replace(one.need, number=s.next_need - 1))


def _unsay(s: State, seat: Seat) -> None:
    """Take off a seat's declarations with their answers, and the loot others were about to take from it."""
    at = next((n for n, one in enumerate(s.stack) if isinstance(one, Effect) and one.seat == seat), len(s.stack))
    s.stack[at:] = [one for one in s.stack[at:] if not isinstance(one, Effect | Answer)]
    s.stack[:] = [
        one
        for one in s.stack
        if not (isinstance(one, Loot) and one.loser == seat) and not (isinstance(one, Swap) and one.other == seat)
    ]


def _break_off(s: State, seat: Seat) -> None:
    """End a battle whose one side is gone: the other side's living units go home."""
    battle = s.battle
    assert battle is not None
    s.battle = None
    at = next(n for n, one in enumerate(s.stack) if isinstance(one, EndBattle))
    s.stack[at:] = [one for one in s.stack[at:] if not isinstance(one, OF_BATTLES)]
    for side, other in enumerate(battle.seats):
        living = [front.units[side] for front in battle.fronts if front.units[side]]
        bury(s, battle.dead[side])
        if other == seat or other < 0:
            bury(s, living)
            continue
        if living or battle.hands[side]:
            forces = (*s.forces[other], *battle.hands[side])
            s.forces[other] = cards.remix(s, other, forces, tuple(sorted(living)))
