"""A battle as it is seen: both sides, the fronts with strength and wounds, what each side counts."""

from __future__ import annotations

from tta_p2p.games.civilization.battle import total
from tta_p2p.games.civilization.board import name_of
from tta_p2p.games.civilization.values import strength

from ..cells import EMPTY, Row, Span, row, wrap
from .wording import Wording


def battle_rows(wording: Wording, size: int) -> list[Row]:
    """Draw the battle in rows of this width."""
    s, words = wording.s, wording.words
    battle = s.battle
    if battle is None:
        return []
    names = [words("civ.battle.barbarians") if seat < 0 else wording.texts.called(seat) for seat in battle.seats]
    texts: list[Row] = [row(Span(words("civ.battle", square=name_of(battle.square)), "heading")), EMPTY]
    for side, role in ((0, "civ.battle.attacker"), (1, "civ.battle.defender")):
        told = words(role, name=names[side], n=total(s, side), bonus=battle.bonus[side], left=len(battle.hands[side]))
        texts += [row(Span(told, "mine" if battle.seats[side] == wording.seat else ""))]
    texts.append(EMPTY)
    for number, front in enumerate(battle.fronts, 1):
        shown = []
        for side in (0, 1):
            face = front.units[side]
            if not face:
                shown.append(words("civ.battle.nobody"))
                continue
            force = strength(s, battle.seats[side], face)
            kind = wording.texts.card(face.partition("-")[0])
            wounds = words("civ.battle.wounds", n=front.wounds[side]) if front.wounds[side] else ""
            shown.append(words("civ.battle.unit", kind=kind, n=force) + wounds)
        texts.append(row(Span(f"{number} ", "number"), words("civ.battle.front", one=shown[0], other=shown[1])))
    for side in (0, 1):
        if battle.dead[side]:
            dead = words("civ.comma").join(wording.texts.card(face) for face in battle.dead[side])
            texts.append(row(Span(words("civ.battle.dead", name=names[side], dead=dead), "label")))
    texts += [EMPTY, row(Span(words("civ.battle.how"), "label"))]
    return [one for text in texts for one in (wrap(text, size) if text else [EMPTY])]
