"""Why an act is refused that is done at another time: when that is, and whether it would be possible then."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ... import contract as c
from ...kit.flow import Verb
from ...kit.state import Frame
from ..flow import FLOW, Manage, Moves, Start, Study, Trading
from ..map.board import cities_of
from ..map.squares import SQUARES, name_of
from ..state import State
from ..technologies.resource_abilities import BY_FRAME

PARTS: tuple[type[Frame], ...] = (Start, Trading, Manage, Moves, Study)
"""The decisions in which a seat has its part of a phase, in the order of the phases."""

BY_CITY = ("harvest", "unit", "arts")
"""Verbs of which somebody may leave out the city."""


def wrong_phase(s: State, act: c.Act, refusal: c.Line) -> c.Line:
    """Say when an act is done that is not due in a phase, and what is missing for it as things stand.

    Where something else is due at once (a battle, an answer) that stays the reason, and nothing comes before it.
    """
    now = FLOW.asking(s)
    if type(now) not in PARTS or act.verb not in FLOW.verbs:
        return refusal
    kinds = list(FLOW.answered_by(act.verb))
    kinds.sort(key=lambda kind: PARTS.index(kind) if kind in PARTS else len(PARTS))
    if act.verb == "use":
        kinds = [kind for kind in kinds if act.args and act.args[0] in BY_FRAME.get(kind, ())] or kinds
    if not kinds:
        return refusal
    when = FLOW.key(kinds[0])
    parts = [kind for kind in kinds if kind in PARTS]
    missing = _missing(s, act, parts[0]) if len(parts) == 1 else None
    if missing is None:
        return c.Line("elsewhen", (when, s.phase))
    return c.Line("elsewhen-nor", (when, s.phase, missing.key, *missing.args))


def _missing(s: State, act: c.Act, kind: type[Frame]) -> c.Line | None:
    """Say why an act is not possible even in its phase, with what the seat has now; None if it is, or is not clear.

    Cities that have acted can act again by then, and what is done once a turn as well.
    """
    then, verb = s.copy(), FLOW.verbs[act.verb]
    then.acted, then.used = (), ()
    frame = kind(act.seat)
    tried = list(_completed(then, verb, frame, act))
    refused = [line for line in tried if isinstance(line, c.Line)]
    return refused[0] if refused and len(refused) == len(tried) and len(set(refused)) == 1 else None


def _completed(s: State, verb: Verb[State], frame: Frame, act: c.Act) -> Iterator[c.Line | c.Cost]:
    """Check an act, or all that begin like it where something is left out."""
    if verb.shape is None or any(isinstance(arg, c.Card) for arg in act.args):
        return
    if tuple(map(type, act.args)) == verb.shape:
        yield verb.check(s, frame, act.args)
        return
    if each := in_each_city(s, act):
        yield from (verb.check(s, frame, one.args) for one in each)
        return
    if act.args and (stuck := verb.stuck(s, frame, act.args)) is not None:
        yield stuck
        return
    for args in verb.candidates(s, frame, c.NOTHING):
        if args[: len(act.args)] == act.args:
            yield verb.check(s, frame, args)


def in_each_city(s: State, act: c.Act) -> list[c.Act]:
    """Give what somebody means who names no city for what a city does: the act in each of the own ones."""
    if act.verb not in BY_CITY or (act.args and act.args[0] in SQUARES):
        return []
    shape = FLOW.verbs[act.verb].shape
    acts = [c.Act(act.seat, act.verb, (name_of(city), *act.args)) for city in cities_of(s, act.seat)]
    return [one for one in acts if tuple(map(type, one.args)) == shape]


def explained(s: State, act: c.Act, told: c.Explanation) -> c.Explanation:
    """Give the reason of an act that is done at another time, or that of each city where none is named."""
    if told.refusal is not None and isinstance(FLOW.asking(s), Manage) and (each := in_each_city(s, act)):
        found = []
        for one in each:
            try:
                found.append(c.Candidate(one, FLOW.check(s, one)[2]))
            except c.Illegal as error:
                found.append(c.Candidate(one, refusal=error.line))
        if found[0].refusal is not None and len({one.refusal for one in found}) == 1:
            return c.Explanation(refusal=found[0].refusal)
        none = all(one.refusal is not None for one in found)
        line = c.Line("none-possible" if none else "say-which", (act.verb,))
        return c.Explanation(refusal=line, instead=tuple(found))
    if told.refusal is None or told.refusal.key != "due-first":
        return told
    return msgspec.structs.replace(told, refusal=wrong_phase(s, act, told.refusal))
