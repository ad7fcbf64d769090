"""Blows of a battle: each is tried, and the battle played out over hands that the enemy may hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.flow import Blow, Tend
from tta_p2p.games.civilization.state import State
from tta_p2p.games.contract import Act, Card, Knowledge

from .clash import PERMILLE, Line, Unit, draw_hand, fight, levels_of, margin, play, unit_of
from .clash import Side as ClashSide

ROLLOUTS = 24
"""Number of enemy hands for which each blow is played out."""
SPENT = 40
"""Thousandths by which a resource must better the chance to win."""


class BlowResult(NamedTuple):
    """A blow's battles on paper: how often they are won, in thousandths, and what the blow is worth, likewise."""

    wins: int
    value: int


def try_blows(s: State, frame: Blow | Tend, acts: Sequence[Act], knowledge: Knowledge) -> list[BlowResult]:
    """Play the battle out after each act of a battle turn."""
    battle = s.battle
    assert battle is not None
    side = frame.side
    own, other = battle.seats[side], battle.seats[1 - side]
    hand = {handle: unit_of(s, own, knowledge.faces[handle]) for handle in battle.hands[side]}
    known = [unit_of(s, other, knowledge.faces[one]) for one in battle.hands[1 - side] if one in knowledge.faces]
    unknown = len(battle.hands[1 - side]) - len(known)
    levels = levels_of(s, other) if other >= 0 else (1, 1, 1)
    chance = Chance("blow")
    drawn = [draw_hand(ClashSide(tuple(known), unknown, levels, len(known) + unknown), chance) for _ in range(ROLLOUTS)]
    fronts: list[Line] = []
    for front in battle.fronts:
        line: Line = []
        for one, seat in enumerate(battle.seats):
            face = front.units[one]
            line += [*unit_of(s, seat, face), front.wounds[one]] if face else [-1, 0, 0]
        fronts.append(line)
    lead = battle.bonus[0] - battle.bonus[1]
    return [_result(act, side, hand, drawn, fronts, lead) for act in acts]


def _result(
    act: Act, side: int, hand: dict[int, Unit], drawn: list[list[Unit]], fronts: list[Line], lead: int
) -> BlowResult:
    """Count the battles won, and by what lives then."""
    won = value = 0
    for theirs in drawn:
        lines = [line.copy() for line in fronts]
        left = list(hand.values())
        following = _carry_out(act, side, hand, left, lines)
        hands = (left, theirs.copy()) if side == 0 else (theirs.copy(), left)
        fight(hands, lines, following)
        ahead = margin(lines) + lead
        wins = ahead > 0 if side == 0 else ahead <= 0
        won += wins
        value += PERMILLE * wins + 4 * (ahead if side == 0 else -ahead)
    return BlowResult(PERMILLE * won // len(drawn), value // len(drawn) - SPENT * (act.verb in ("smite", "wound")))


def _carry_out(act: Act, side: int, hand: dict[int, Unit], left: list[Unit], lines: list[Line]) -> int:
    """Carry an act out; gives the side that is next."""
    own, other = (0, 3) if side == 0 else (3, 0)
    if act.verb in ("front", "strike", "smite"):
        card = act.args[0]
        assert isinstance(card, Card)
        unit = hand[card.handle]
        left.remove(unit)
        at = -1 if act.verb == "front" else int(str(act.args[1])) - 1
        play(lines, side, unit, at, 3 if act.verb == "smite" else 0)
        return 1 - side
    if act.verb == "wound":
        for number in act.args[2:]:
            lines[int(str(number)) - 1][other + 2] += 1
        for line in lines:
            if line[other] >= 0 and line[other + 2] >= line[other + 1]:
                line[other : other + 3] = [-1, 0, 0]
        lines[:] = [line for line in lines if line[0] >= 0 or line[3] >= 0]
    elif act.verb == "heal" and len(act.args) == 1:
        for line in lines:
            line[own + 2] = 0
    elif act.verb == "heal":
        for number in act.args[1:]:
            lines[int(str(number)) - 1][own + 2] -= 1
    return side if left else 1 - side
