"""The phases of past acts, as far as the log tells: from the act itself, and from those before it."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.technologies.resource_abilities import TRADE

from ..timeline import HistoryMoment

SET_UP, START = "set-up", "start"
EARLY = (START, "trade")
ACT_PHASES = {
    START: ("found", "gather", "place", "government", "muster", "copy", "leave"),
    "trade": ("deal", "parley", "offer", "want", "hand", "propose", "withdraw", "accept", "decline"),
    "cities": ("build", "give", "unit", "arts", "harvest", "reap", "split", "rest", "ship", "advance", "invest"),
    "movement": ("move", "discover", "way", "go", "look", "stop", "sacrifice", "wreck", "lock", "interrupt"),
    "research": ("research", "wait"),
}
"""Phase -> verbs that belong to it alone."""
PHASE_OF = {verb: phase for phase, verbs in ACT_PHASES.items() for verb in verbs}
LOG_PHASES = {
    **dict.fromkeys(("moves-armies", "moves-scouts", "moves-both", "takes-hut"), "movement"),
    **dict.fromkeys(("builds", "arts", "builds-walls"), "cities"),
}
"""Line of the log -> the phase it is told in."""


def phases(course: Sequence[HistoryMoment]) -> tuple[str, ...]:
    """Give the phase of each place."""
    found: list[str] = []
    turn, phase = 0, SET_UP
    for place in course:
        if place.turn != turn:
            turn, phase = place.turn, START
        if turn:
            phase = _phase_of(place, phase) or phase
        found.append(phase)
    return tuple(found)


def _phase_of(place: HistoryMoment, before: str) -> str:
    """Give the phase to which what was done belongs; empty where that may be done in several."""
    told = next((LOG_PHASES[line.key] for line in place.lines if line.key in LOG_PHASES), "")
    act = next((line.act for line in place.lines if line.act is not None), None)
    if told or act is None:  # what was declared happens once somebody else has let it pass
        return told
    verb, *rest = act.text.split(" ")
    if verb == "pass" and before in EARLY and any(line.key in ("takes", "recruits") for line in place.lines):
        return "cities"
    if verb == "event":
        phase = EVENTS[rest[0].partition("=")[2]].phase if "=" in rest[0] else ""
        return phase if phase in ACT_PHASES else ""
    if verb == "answer":
        return "cities" if rest[0] == "writing" else ""
    if verb == "use":
        return "trade" if rest[0] in TRADE else "cities" if before in EARLY else ""
    later = verb == "place" and before != START  # a great person whom the culture track or a village has brought
    return "" if later else PHASE_OF.get(verb, "")
