"""Battles fought on paper: how likely a side is to win over hands that it may draw, and the best blow in a battle.

Units clash by the rules. Both sides follow a simple rule of play: strike where a blow kills more than it loses, else
open a front. Draws are fixed, so that equal questions have equal answers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.battle.combat import bonus_lead
from tta_p2p.games.civilization.battle.strength import battle_hand
from tta_p2p.games.civilization.map.squares import Square
from tta_p2p.games.civilization.players.holdings import has_wonder, lookup_techs
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.hidden import UNITS
from tta_p2p.games.contract import Face, Knowledge, Seat

_LOTS = Chance("clash").prepare(1024)
"""The lots of every battle on paper."""
KINDS = ("artillery", "infantry", "mounted", "aircraft")
BASIC = KINDS[:3]
TRUMPED = (1, 2, 0, -1)
"""Kind -> the kind over which it strikes first, as places in `KINDS`."""
DRAWS = 20
"""Number of pairs of hands for which a battle is fought."""
PERMILLE = 1000
CASTLE = "himeji-samurai-castle"

Unit = tuple[int, int]
"""Place in `KINDS`, and strength."""
Line = list[int]
"""A front: kind, strength and wounds of the attacker's unit, then of the defender's; kind -1: no unit."""


class Side(NamedTuple):
    """One side before a battle: its known units, how many it has besides, their ranks, and the size of its hand.

    `levels`: ranks of artillery, infantry and mounted, with what else makes each unit stronger. `each`: one unit of
    each basic type, as barbarians have them.
    """

    known: tuple[Unit, ...]
    unknown: int
    levels: tuple[int, int, int]
    hand: int
    each: bool = False


class Outcome(NamedTuple):
    """The attacker's chance to win, in thousandths, and the units that each side loses, in hundredths."""

    wins: int
    lost: int
    killed: int


BARBARIANS = Side((), 3, (1, 1, 1), 3, True)


def unit_of(s: State, seat: Seat, face: Face) -> Unit:
    """Give a unit in the service of a seat (-1: barbarians)."""
    return _unit(face, levels_of(s, seat) if seat >= 0 else BARBARIANS.levels, _castle(s, seat))


@lru_cache(4096)
def _unit(face: Face, levels: tuple[int, int, int], castle: int) -> Unit:
    kind, _, printed = face.partition("-")
    at = KINDS.index(kind)
    return at, int(printed) + (castle if at >= len(BASIC) else levels[at] - 1)


def levels_of(s: State, seat: Seat) -> tuple[int, int, int]:
    """Give the ranks of a seat's units, with what else makes each stronger."""
    artillery, infantry, mounted = ranks_of(s.techs[seat])
    more = _castle(s, seat)
    return artillery + more, infantry + more, mounted + more


def _castle(s: State, seat: Seat) -> int:
    """Give how much stronger a wonder makes the units of a seat."""
    return int(seat >= 0 and CASTLE in s.works.values() and has_wonder(s, seat, CASTLE))


@lru_cache(4096)
def ranks_of(techs: tuple[str, ...]) -> tuple[int, int, int]:
    """Give the ranks of artillery, infantry and mounted for who knows these technologies."""
    found = lookup_techs(techs)
    artillery, infantry, mounted = (max((1, *(one.rank for one in found if one.unit == kind))) for kind in BASIC)
    return artillery, infantry, mounted


def side_of(s: State, seat: Seat, knowledge: Knowledge, hand: int) -> Side:
    """Give a seat's side of a battle with a hand of this size, as far as somebody knows its units."""
    levels, castle = levels_of(s, seat), _castle(s, seat)
    faces = [knowledge.faces[handle] for handle in s.forces[seat] if handle in knowledge.faces]
    known = tuple(sorted([_unit(face, levels, castle) for face in faces]))
    return Side(known, len(s.forces[seat]) - len(known), levels, hand)


def attack_outcome(s: State, seat: Seat, square: Square, armies: int, knowledge: Knowledge) -> Outcome:
    """Give the outcome of an attack of so many armies on what stands on a square: a city, figures, or a village."""
    own = side_of(s, seat, knowledge, battle_hand(s, seat, armies, False))
    city = s.cities.get(square)
    enemy = city.seat if city is not None else _owner(s, seat, square)
    if enemy < 0:
        return outcome(own, BARBARIANS, bonus_lead(s, seat, -1, square)[0], False)
    there = s.figures[enemy].get(square, (0, 0))[0]
    if city is None and not there:
        return Outcome(PERMILLE, 0, 0)
    other = side_of(s, enemy, knowledge, battle_hand(s, enemy, there, city is not None))
    mine, theirs = bonus_lead(s, seat, enemy, square)
    return outcome(own, other, mine - theirs, city is not None and city.walls)


def _owner(s: State, seat: Seat, square: Square) -> Seat:
    return next((other for other, theirs in enumerate(s.figures) if other != seat and square in theirs), -1)


def outcome(attacker: Side, defender: Side, lead: int, walled: bool) -> Outcome:
    """Fight a battle for several draws of both hands. `lead`: the attacker's bonus less the defender's."""
    margins, lost, killed = _battles(attacker, defender, walled)
    return Outcome(sum([ahead + lead > 0 for ahead in margins]) * PERMILLE // DRAWS, lost, killed)


@lru_cache(8192)
def _battles(attacker: Side, defender: Side, walled: bool) -> tuple[tuple[int, ...], int, int]:
    """Give by how much the attacker is ahead after each battle, and the units that each side loses, in hundredths."""
    chance = _LOTS.copy()
    margins, lost, killed = list[int](), 0, 0
    for _ in range(DRAWS):
        hands = draw_hand(attacker, chance), draw_hand(defender, chance)
        sizes = len(hands[0]), len(hands[1])
        fronts: list[Line] = []
        fight(hands, fronts, 0 if walled else 1)
        margins.append(margin(fronts))
        lost += sizes[0] - sum(line[0] >= 0 for line in fronts)
        killed += sizes[1] - sum(line[3] >= 0 for line in fronts)
    return tuple(margins), lost * 100 // DRAWS, killed * 100 // DRAWS


def draw_hand(side: Side, chance: Chance) -> list[Unit]:
    """Draw a hand; unknown units are drawn from full decks."""
    if side.each:
        return [(kind, _printed(chance) + side.levels[kind] - 1) for kind in range(side.unknown)]
    units = list(side.known)
    for _ in range(side.unknown):
        kind = chance.below(len(BASIC))
        units.append((kind, _printed(chance) + side.levels[kind] - 1))
    return chance.shuffled(units)[: side.hand] if len(units) > side.hand else units


def _printed(chance: Chance) -> int:
    return _STRENGTHS[chance.below(len(_STRENGTHS))]


_STRENGTHS = tuple(strength for strength, number in UNITS["infantry"].items() for _ in range(number))


def margin(fronts: list[Line]) -> int:
    """Give the strength of the attacker's living units less that of the defender's."""
    return sum((line[1] if line[0] >= 0 else 0) - (line[4] if line[3] >= 0 else 0) for line in fronts)


def fight(hands: tuple[list[Unit], list[Unit]], fronts: list[Line], side: int) -> None:
    """Play both hands out, this side first; changes both arguments."""
    while hands[0] or hands[1]:
        if hands[side]:
            unit, at = _choose(hands[side], fronts, side, bool(hands[1 - side]))
            hands[side].remove(unit)
            play(fronts, side, unit, at)
        side = 1 - side


def _choose(hand: list[Unit], fronts: list[Line], side: int, answered: bool) -> tuple[Unit, int]:
    """Choose a unit and a front (-1: a new one). A unit that stands alone may be struck while the enemy has units."""
    best, found = -10_000, (hand[0], -1)
    for unit in set(hand):
        kind, strength = unit
        alone = -strength if answered else 2 * strength
        if alone > best or (alone == best and unit < found[0]):
            best, found = alone, (unit, -1)
        for at, line in enumerate(fronts):
            own, other = (0, 3) if side == 0 else (3, 0)
            if line[own] >= 0 or line[other] < 0:
                continue
            dealt, taken = _clash(kind, strength, 0, line[other], line[other + 1], line[other + 2])
            dies, falls = dealt >= line[other + 1], taken >= strength
            worth = 4 * line[other + 1] if dies else 2 * (dealt - line[other + 2])
            worth += -4 * strength if falls else 4 * strength - 2 * taken if not answered else strength - 2 * taken
            if worth > best or (worth == best and (unit, at) < found):
                best, found = worth, (unit, at)
    return found


def _clash(kind: int, strength: int, wounds: int, other: int, its: int, hurt: int, more: int = 0) -> tuple[int, int]:
    """Give the wounds of both units after the first strikes the other."""
    if TRUMPED[other] == kind:
        wounds += its
        if wounds >= strength:
            return hurt, wounds
        return hurt + strength + more, wounds
    hurt += strength + more
    if TRUMPED[kind] == other and hurt >= its:
        return hurt, wounds
    return hurt, wounds + its


def play(fronts: list[Line], side: int, unit: Unit, at: int, more: int = 0) -> None:
    """Let a unit open a front (-1) or strike on one; `more`: wounds that it deals besides. Changes the fronts."""
    kind, strength = unit
    if at < 0:
        fronts.append([kind, strength, 0, -1, 0, 0] if side == 0 else [-1, 0, 0, kind, strength, 0])
        return
    line = fronts[at]
    own, other = (0, 3) if side == 0 else (3, 0)
    dealt, taken = _clash(kind, strength, 0, line[other], line[other + 1], line[other + 2], more)
    line[own : own + 3] = [kind, strength, taken] if taken < strength else [-1, 0, 0]
    if dealt < line[other + 1]:
        line[other + 2] = dealt
    else:
        line[other : other + 3] = [-1, 0, 0]
    if line[0] < 0 and line[3] < 0:
        del fronts[at]
