"""Events that are scored when the game ends, one after another (rulebook: end of the game)."""

from __future__ import annotations

from collections.abc import Iterable

from ..contract import Face
from .flow import push, runner
from .index import EVENTS
from .state import State, TableFrame
from .tableau import Do


class FinalEvent(TableFrame, frozen=True):
    """Score one event that lies open, the starting player counting as current."""

    face: Face


def score_events(s: State, faces: Iterable[Face]) -> list[FinalEvent]:
    """Put cards turned up to the past events and give the frames that score them in this order."""
    turned = tuple(faces)
    s.past_events += turned
    return [FinalEvent(s.current, face) for face in turned]


@runner(FinalEvent)
def _final_event(s: State, frame: FinalEvent) -> None:
    s.say("end-event", frame.face)
    if frame.face in EVENTS:
        push(s, Do(s.clockwise(s.current)[0], EVENTS[frame.face].effects, frame.face))
