"""The wrong phase: an act refused now is due in another phase; would it be possible then?"""

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
"""The decision of each phase, in the order of the phases."""

BY_CITY = ("harvest", "unit", "arts")
"""Verbs that may be typed without the city."""


def wrong_phase(s: State, act: c.Act, refusal: c.Line) -> c.Line:
    """Name the phase of an act that this phase refuses, and say what it lacks as things stand.

    If something else is due first (a battle, an answer), that stays the reason.
    """
    now = FLOW.decision_frame(s)
    if type(now) not in PARTS or act.verb not in FLOW.shapes:
        return refusal
    kinds = list(FLOW.decisions_of_verb(act.verb))
    kinds.sort(key=lambda kind: PARTS.index(kind) if kind in PARTS else len(PARTS))
    if act.verb == "use":
        kinds = [kind for kind in kinds if act.args and act.args[0] in BY_FRAME.get(kind, ())] or kinds
    if not kinds:
        return refusal
    when = FLOW.decision_key(kinds[0])
    parts = [kind for kind in kinds if kind in PARTS]
    missing = _missing(s, act, parts[0]) if len(parts) == 1 else None
    if missing is None:
        return c.Line("elsewhen", (when, s.phase))
    return c.Line("elsewhen-nor", (when, s.phase, missing.key, *missing.args))


def _missing(s: State, act: c.Act, kind: type[Frame]) -> c.Line | None:
    """Say why an act would fail even in its phase, with what the seat has now; None if it would not, or may not.

    By then cities that have acted can act again, and abilities used this turn are ready again.
    """
    then, frame = s.copy(), kind(act.seat)
    then.acted, then.used = (), ()
    tried = list(_completed(then, FLOW.verb_at(frame, act.verb), frame, act))
    refused = [line for line in tried if isinstance(line, c.Line)]
    return refused[0] if refused and len(refused) == len(tried) and len(set(refused)) == 1 else None


def _completed(s: State, verb: Verb[State], frame: Frame, act: c.Act) -> Iterator[c.Line | c.Cost]:
    """Check an act, or every act that begins like it if something is left out."""
    if verb.shape is None or any(isinstance(arg, c.Card) for arg in act.args):
        return
    if tuple(map(type, act.args)) == verb.shape:
        yield verb.check(s, frame, act.args)
        return
    if each := in_each_city(s, act):
        yield from (verb.check(s, frame, one.args) for one in each)
        return
    if act.args and (stuck := verb.dead_end(s, frame, act.args)) is not None:
        yield stuck
        return
    for args in verb.candidates(s, frame, c.NO_KNOWLEDGE):
        if args[: len(act.args)] == act.args:
            yield verb.check(s, frame, args)


def in_each_city(s: State, act: c.Act) -> list[c.Act]:
    """Complete an act of a city that names none: the same act in each city of the seat."""
    if act.verb not in BY_CITY or (act.args and act.args[0] in SQUARES):
        return []
    shape = FLOW.shapes[act.verb]
    acts = [c.Act(act.seat, act.verb, (name_of(city), *act.args)) for city in cities_of(s, act.seat)]
    return [one for one in acts if tuple(map(type, one.args)) == shape]


def explain_wrong_phase(s: State, act: c.Act, told: c.Explanation) -> c.Explanation:
    """Explain an act of another phase; if no city is named, give the reason of each."""
    if told.refusal is not None and isinstance(FLOW.decision_frame(s), Manage) and (each := in_each_city(s, act)):
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
