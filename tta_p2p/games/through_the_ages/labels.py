"""An act as people read it: a key with arguments, whose words are in `texts.labels`.

What the notation leaves out is put in: the card of a space of the row, the wonder that is built, what a choice that has
only a number would give.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Act, Arg, Card, Line
from . import flow
from .effects import Choose
from .index import ONCE_PER_TURN
from .state import State
from .tables import effects as e


def label(s: State, act: Act) -> Line:
    """Give the label of an act; where a number in it means nothing here, that of its verb alone."""
    match act.verb, act.args:
        case "take", (int(space),) if 1 <= space <= len(s.row) and s.row[space - 1]:
            face = s.row[space - 1]
            return Line("take-space", (face, space)) if s.row.count(face) > 1 else Line("take", (face,))
        case "stage", (int(stages),) if 0 <= act.seat < len(s.players) and s.players[act.seat].wonder:
            return Line("stage" if stages == 1 else "stages", (stages, s.players[act.seat].wonder))
        case "declare", (Card(), int(), str()):
            return Line("declare-as", act.args)
        case "offer", (Card() as card, int(seat), ("a" | "b") as side):
            return Line(f"offer-{side}", (card, seat))
        case "choose", (int(number),):
            frame = flow.decision_frame(s)
            options = frame.options if isinstance(frame, Choose) else ()
            return _of_choice("choose", options, number, ()) or Line(act.verb)
        case "use", (str(face), int(number)):
            options = ONCE_PER_TURN[face][0].options if face in ONCE_PER_TURN else ()
            return _of_choice("use", options, number, (face,)) or Line(act.verb)
        case (("take" | "stage"), _):
            return Line(act.verb)
    return Line(act.verb, act.args)


def _of_choice(verb: str, options: Sequence[Sequence[e.Effect]], number: int, args: tuple[Arg, ...]) -> Line | None:
    """Give the label of a choice by its number, from 1; None if there is no such choice."""
    if not 1 <= number <= len(options):
        return None
    key, amounts = _effect(options[number - 1][0])
    return Line(f"{verb}-{key}", (*args, *amounts))


def _effect(effect: e.Effect) -> tuple[str, tuple[int | str, ...]]:
    """Name an effect that can be chosen, with its numbers."""
    match effect:
        case e.Gain(food=int(number)) if number:
            return "food", (number,)
        case e.Gain(resource=int(number)) if number:
            return "resource", (number,)
        case e.Gain(culture=int(number)) if number:
            return "culture", (number,)
        case e.GainPopulation(int(number)):
            return "workers", (number,)
        case e.Pool(unit_resource=int(resource), unit_science=science):
            return "pool", (resource, science)
        case e.BuildFree(card):
            return "free", (card,)
        case e.IncreasePopulation(discount=discount):
            return "grow", (discount,)
        case e.Build(discount=discount):
            return "build", (discount,)
        case e.Upgrade(discount=discount):
            return "upgrade", (discount,)
        case e.Develop(discount=discount):
            return "develop", (discount,)
    raise AssertionError(f"no words for a choice of {effect}")
