"""Battles: both sides draw a hand of their standing forces and play it, unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

from ...contract import Arg, Card, Claim, Cost, Face, Handle, Is, Knowledge, Line, Seat
from ...kit import cards
from ..flow import FLOW, Args, Blow, EndBattle, Facing, Levy, NextBlow, SecondHalf, Tend, Verb, pop, push
from ..map.board import enemy_at, figures_at
from ..map.squares import Square, name_of
from ..players.holdings import has_wonder
from ..state import Battle, Front, Group, State
from ..tables.hidden import BACK
from ..tables.model import TRUMPS
from .aftermath import kill_scouts, settle_battle
from .strength import battle_bonus, battle_hand, strength
from .units import can_draw, draw

BARBARIANS = -1
BASIC = ("artillery", "infantry", "mounted")


def attack(s: State, seat: Seat, square: Square, group: Group) -> None:
    """Begin the attack of figures, off the map by now, on the square of an enemy or a village."""
    city = s.cities.get(square)
    if city is not None:
        _begin(s, seat, city.seat, city.seat, square, group)
        return
    enemy = enemy_at(s, seat, square)
    if enemy < 0:
        _begin(s, seat, BARBARIANS, s.seat_after(seat), square, group)
    elif figures_at(s, enemy, square)[0]:
        _begin(s, seat, enemy, enemy, square, group)
    else:
        kill_scouts(s, seat, enemy, square, group)


def _begin(s: State, seat: Seat, enemy: Seat, player: Seat, square: Square, group: Group) -> None:
    city = s.cities.get(square)
    if city is not None and city.walls and "combustion" in s.techs[seat]:
        city = s.cities[square] = replace(city, walls=False)
        s.say("walls-fall", seat, name_of(square))
    bonuses = bonus_lead(s, seat, enemy, square)
    s.battle = Battle(square, (seat, enemy), (seat, player), group, city is not None, bonuses)
    s.say("barbarians" if enemy < 0 else "city-attacked" if city else "attacked", seat, name_of(square), player)
    sees = enemy >= 0 and has_wonder(s, enemy, "oracle"), has_wonder(s, seat, "oracle")
    first = _draw_hand(s, seat, battle_hand(s, seat, group[0], False), enemy if sees[0] else -1)
    if enemy >= 0:
        armies = figures_at(s, enemy, square)[0]
        second = _draw_hand(s, enemy, battle_hand(s, enemy, armies, city is not None), seat if sees[1] else -1)
    else:
        second = ()
    s.battle = replace(s.battle, hands=(first, second))
    push(s, Facing(0), NextBlow(0, 0 if city is not None and city.walls else 1), EndBattle(0))
    if enemy < 0:
        _barbarians(s, player)


@FLOW.runner(Facing)
def _face(s: State, frame: Facing) -> None:
    """Hide from which deck each unit of the barbarians came, then begin the battle."""
    battle = s.battle
    assert battle is not None
    (seat, enemy), player = battle.seats, battle.players[1]
    if enemy < 0 and battle.hands[1]:
        hand = cards.remix(s, player, battle.hands[1])
        hand = _show_hand(s, player, hand, seat if has_wonder(s, seat, "oracle") else -1)
        battle = s.battle = replace(battle, hands=(battle.hands[0], hand))
    s.say(battle.told(1, "hands"), seat, len(battle.hands[0]), player, len(battle.hands[1]))


def bonus_lead(s: State, seat: Seat, enemy: Seat, square: Square) -> tuple[int, int]:
    """Give the bonuses of both sides less the smaller one."""
    own, other = battle_bonus(s, seat), 0
    if enemy >= 0:
        other = battle_bonus(s, enemy, square if square in s.cities else -1)
    least = min(own, other)
    return own - least, other - least


def battle_forecast(s: State, seat: Seat, square: Square, group: Group) -> Line | None:
    """Say whom figures, off the map by now, attack on a square, and what both sides would begin with.

    None: nobody. All of it is public: everybody sees the number of units.
    """
    city, enemy = s.cities.get(square), enemy_at(s, seat, square)
    enemy = enemy if city is None else city.seat
    village = square in s.markers and s.backs.get(s.markers[square]) == "village"
    if enemy == seat or (enemy < 0 and not village):
        return None
    armies, scouts = figures_at(s, enemy, square) if enemy >= 0 else (0, 0)
    if city is None and enemy >= 0 and not armies:
        return Line("overruns", (enemy, name_of(square), scouts))
    if city is not None and city.walls and "combustion" in s.techs[seat]:
        s.cities[square] = replace(city, walls=False)
    mine = min(len(s.forces[seat]), battle_hand(s, seat, group[0], False))
    bonuses = bonus_lead(s, seat, enemy, square)
    if enemy < 0:
        theirs = min(len(BASIC), sum(len(s.decks[kind]) + len(s.dead[kind]) for kind in BASIC))
        return Line("raids", (name_of(square), mine, theirs, *bonuses))
    theirs = min(len(s.forces[enemy]), battle_hand(s, enemy, armies, city is not None))
    return Line("attacks" if city is None else "storms", (name_of(square), mine, theirs, *bonuses, enemy))


def _draw_hand(s: State, seat: Seat, size: int, watcher: Seat) -> tuple[Handle, ...]:
    """Draw a battle hand at random out of a seat's standing forces; `watcher` sees it (-1: nobody)."""
    forces = s.forces[seat]
    if len(forces) > size:
        cards.return_cards(s, seat, forces)
        mixed = cards.shuffle(s, "forces", forces)
        hand, s.forces[seat] = mixed[:size], mixed[size:]
        cards.deal(s, seat, hand)
        cards.deal(s, seat, s.forces[seat])
    else:
        hand, s.forces[seat] = forces, ()
    return _show_hand(s, seat, hand, watcher)


def _show_hand(s: State, seat: Seat, hand: tuple[Handle, ...], watcher: Seat) -> tuple[Handle, ...]:
    if watcher < 0 or not hand:
        return hand
    cards.peek(s, hand, watcher)
    return cards.remix(s, seat, hand)


def levy_decks(s: State) -> list[str]:
    """Give the decks that can replace a missing unit of the barbarians; aircraft have no first rank."""
    return [kind for kind in BASIC if can_draw(s, kind)]


def _barbarians(s: State, player: Seat) -> None:
    """Draw a unit of each basic type for the barbarians; if decks are empty, their player chooses others."""
    kinds = [kind for kind in BASIC if can_draw(s, kind)]
    for kind in kinds:
        _join(s, player, kind)
    _fill(s, player, len(BASIC) - len(kinds))


def _join(s: State, player: Seat, kind: str) -> None:
    """Draw a unit of the barbarians for their player."""
    battle, handle = s.battle, draw(s, kind)
    assert battle is not None
    cards.deal(s, player, (handle,))
    s.battle = replace(battle, hands=(battle.hands[0], (*battle.hands[1], handle)))


def _fill(s: State, player: Seat, missing: int) -> None:
    """Draw so many more units for the barbarians, unasked if only one deck has any."""
    while missing and (decks := levy_decks(s)):
        if len(decks) > 1:
            push(s, Levy(player, missing))
            return
        _join(s, player, decks[0])
        missing -= 1


FLOW.question(
    Levy,
    "levy",
    ("levy",),
    lambda s, frame: (frame.number, name_of(s.battle.square) if s.battle is not None else ""),
    idle=lambda s, frame: f"levy {levy_decks(s)[0]}",
)


@FLOW.verb
class LevyUnit(Verb[State]):
    """`levy infantry`: a unit of that deck fights for the barbarians."""

    name = "levy"
    shape = (str,)

    def candidates(self, s: State, frame: Levy, knows: Knowledge) -> Iterator[Args]:
        yield from ((kind,) for kind in levy_decks(s))

    def check(self, s: State, frame: Levy, args: Args) -> Cost | Line:
        return () if args[0] in levy_decks(s) else Line("no-unit-left", args)

    def do(self, s: State, frame: Levy, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("levies", frame.seat, *args)
        _join(s, frame.seat, args[0])
        _fill(s, frame.seat, frame.number - 1)


# --- blows ---------------------------------------------------------------------------------------------------


@FLOW.runner(NextBlow)
def _next_blow(s: State, frame: NextBlow) -> None:
    """Sides take turns; when one has no unit left, the other plays on."""
    battle = s.battle
    assert battle is not None
    for side in (frame.side, 1 - frame.side):
        if battle.hands[side]:
            push(s, Blow(battle.players[side], side))
            return


FLOW.question(
    Blow,
    "blow",
    ("strike", "smite", "front", "heal", "wound"),
    lambda s, frame: _standing(s, frame.side),
    repeats=True,
)
FLOW.question(Tend, "tend", ("heal", "wound", "done"), lambda s, frame: _standing(s, frame.side), idle="done")

ABILITIES: list[Callable[[State, Tend], bool]] = []
"""Tests whether a side could use an ability after its unit, as far as everybody sees, with another outcome than
before its next unit."""


def ability(function: Callable[[State, Tend], bool]) -> Callable[[State, Tend], bool]:
    """Register a test whether a side could use an ability of battles."""
    ABILITIES.append(function)
    return function


@FLOW.runner(SecondHalf)
def _second_half(s: State, frame: SecondHalf) -> None:
    """Ask the side that has played a unit what it does next.

    If its own next unit follows at once, nobody is asked: abilities before that unit do the same.
    """
    battle = s.battle
    assert battle is not None
    if battle.seats[frame.side] < 0 or (battle.hands[frame.side] and not battle.hands[1 - frame.side]):
        return
    tend = Tend(battle.players[frame.side], frame.side)
    if any(could(s, tend) for could in ABILITIES):
        push(s, tend)


def after_ability(s: State, frame: Blow | Tend) -> None:
    """Ask again after an ability, if this half of the battle turn has room for another one."""
    if isinstance(frame, Tend):
        pop(s)
        push(s, SecondHalf(0, frame.side))


def _standing(s: State, side: int) -> tuple[Arg, ...]:
    """Give the strength of a side and of its enemy by now, the battle, and the city at stake, if any.

    Before the first unit the battle is told as attacker and defender.
    """
    battle = s.battle
    assert battle is not None
    counts = tuple(total(s, one) for one in (side, 1 - side))
    square, (attacker, enemy) = name_of(battle.square), battle.seats
    city = ("capital" if s.cities[battle.square].capital else "city") if battle.city else ""
    if battle.dead[side] or any(front.units[side] for front in battle.fronts):
        return *counts, *((f"fights-for-{city}", square, attacker, enemy) if city else ("fights", square))
    sizes = tuple(
        len(battle.hands[one]) + len(battle.dead[one]) + sum(bool(front.units[one]) for front in battle.fronts)
        for one in (0, 1)
    )
    if enemy < 0:
        return *counts, "fights-village", square, attacker, *sizes
    return *counts, f"fights-{city or 'first'}", square, attacker, *sizes, enemy


def total(s: State, side: int) -> int:
    """Give the total of a side: the strength of its living units on the fronts, and its bonus."""
    battle = s.battle
    assert battle is not None
    seat = battle.seats[side]
    return battle.bonus[side] + sum(strength(s, seat, one.units[side]) for one in battle.fronts if one.units[side])


class UnitVerb(Verb[State]):
    """A unit of the battle hand is played."""

    def _held(self, s: State, side: int, card: Card) -> Line | None:
        battle = s.battle
        if battle is None or card.handle not in battle.hands[side]:
            return Line("not-in-hand", (Card(card.handle),))
        if BACK.get(card.face) != "unit" or not cards.can_be(s, card.handle, card.face):
            return Line("no-such-card")
        return None

    def claims(self, s: State, frame: Blow, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def _play(self, s: State, frame: Blow, card: Card) -> Battle:
        pop(s)
        battle = s.battle
        assert battle is not None
        cards.reveal(s, card.handle, card.face)
        left = tuple(handle for handle in battle.hands[frame.side] if handle != card.handle)
        hands = (left, battle.hands[1]) if frame.side == 0 else (battle.hands[0], left)
        push(s, SecondHalf(0, frame.side), NextBlow(0, 1 - frame.side))
        return replace(battle, hands=hands)

    def _meet(self, s: State, frame: Blow, card: Card, at: int) -> None:
        """Put the unit against the enemy on a front; neither has struck yet."""
        battle = self._play(s, frame, card)
        fronts = list(battle.fronts)
        units = fronts[at].units
        units = (card.face, units[1]) if frame.side == 0 else (units[0], card.face)
        fronts[at] = Front(units, fronts[at].wounds)
        s.battle = replace(battle, fronts=tuple(fronts))


@FLOW.verb
class OpenFront(UnitVerb):
    """`front #7=infantry-2`: the unit stands alone on a new front."""

    name = "front"
    shape = (Card,)

    def candidates(self, s: State, frame: Blow, knows: Knowledge) -> Iterator[Args]:
        assert s.battle is not None
        for handle in s.battle.hands[frame.side]:
            yield (Card(handle, knows.faces.get(handle, "")),)

    def check(self, s: State, frame: Blow, args: Args) -> Cost | Line:
        return self._held(s, frame.side, args[0]) or ()

    def do(self, s: State, frame: Blow, args: Args, cost: Cost) -> None:
        battle = self._play(s, frame, args[0])
        face = args[0].face
        s.battle = replace(battle, fronts=(*battle.fronts, Front((face, "") if frame.side == 0 else ("", face))))
        s.say(battle.told(frame.side, "opens"), frame.seat, face, len(battle.fronts) + 1)


@FLOW.verb
class Strike(UnitVerb):
    """`strike #7=infantry-2 1`: the unit attacks the enemy on that front."""

    name = "strike"
    shape: ClassVar[tuple[type, ...] | None] = (Card, int)

    def candidates(self, s: State, frame: Blow, knows: Knowledge) -> Iterator[Args]:
        assert s.battle is not None
        for handle in s.battle.hands[frame.side]:
            for number in range(1, len(s.battle.fronts) + 1):
                yield Card(handle, knows.faces.get(handle, "")), number

    def check(self, s: State, frame: Blow, args: Args) -> Cost | Line:
        refused = self._held(s, frame.side, args[0])
        if refused:
            return refused
        assert s.battle is not None
        if not 1 <= args[1] <= len(s.battle.fronts):
            return Line("no-such-front", args[1:])
        own, other = frame.side, 1 - frame.side
        units = s.battle.fronts[args[1] - 1].units
        return () if units[other] and not units[own] else Line("no-such-front", args[1:])

    def do(self, s: State, frame: Blow, args: Args, cost: Cost) -> None:
        self._meet(s, frame, args[0], args[1] - 1)
        strike(s, frame.side, args[1] - 1)


@FLOW.verb
class Done(Verb[State]):
    """`done`: the battle turn is over."""

    name = "done"

    def check(self, s: State, frame: Tend, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Tend, args: Args, cost: Cost) -> None:
        pop(s)


def strike(s: State, by: int, at: int, more: int = 0) -> None:
    """Let the unit of a side on a front attack; `more`: wounds it deals beside its strength."""
    battle = s.battle
    assert battle is not None
    units = battle.fronts[at].units
    s.say("smites" if more else battle.told(by, "strikes"), battle.players[by], units[by], units[1 - by])
    front, fallen = clash(s, battle.seats, battle.fronts[at], (more, 0) if by == 0 else (0, more))
    for side in (0, 1):
        if fallen[side]:
            s.say(battle.told(side, "falls"), battle.players[side], fallen[side])
    dead = tuple((*battle.dead[side], fallen[side]) if fallen[side] else battle.dead[side] for side in (0, 1))
    fronts = list(battle.fronts)
    if any(front.units):
        fronts[at] = front
    else:
        del fronts[at]
    s.battle = replace(battle, fronts=tuple(fronts), dead=dead)  # type: ignore[arg-type]


def clash(
    s: State, seats: tuple[Seat, Seat], front: Front, more: tuple[int, int] = (0, 0)
) -> tuple[Front, tuple[Face, Face]]:
    """Let the two units of a front strike each other, the trumping one first. Gives the front, and which have died.

    `more`: the wounds each deals beside its strength; they make no unit harder to kill.
    """
    strengths = tuple(strength(s, seat, face) for seat, face in zip(seats, front.units, strict=True))
    kinds = tuple(face.partition("-")[0] for face in front.units)
    wounds = list(front.wounds)
    first = next((side for side in (0, 1) if TRUMPS.get(kinds[side]) == kinds[1 - side]), -1)
    for side in (0, 1) if first < 0 else (first, 1 - first):
        struck = first >= 0 and side != first and wounds[side] >= strengths[side]
        if not struck:
            wounds[1 - side] += strengths[side] + more[side]
    falls = tuple(wounds[side] >= strengths[side] for side in (0, 1))
    units = tuple("" if falls[side] else front.units[side] for side in (0, 1))
    kept = tuple(0 if falls[side] else wounds[side] for side in (0, 1))
    fallen = tuple(front.units[side] if falls[side] else "" for side in (0, 1))
    return Front(units, kept), fallen  # type: ignore[arg-type, return-value]


@FLOW.runner(EndBattle)
def _end_battle(s: State, frame: EndBattle) -> None:
    """Compare the totals; a tie is the defender's victory."""
    battle = s.battle
    assert battle is not None
    totals = total(s, 0), total(s, 1)
    s.say(battle.told(1, "totals"), battle.players[0], totals[0], battle.players[1], totals[1])
    settle_battle(s, battle, attacker_wins=totals[0] > totals[1])
