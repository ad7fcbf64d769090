"""Whether a client that comes later hears what was told to all and is still true: looked at with each such word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tta_p2p.node.service.desk import MOMENTS, Desk
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.attendance import AttendanceReply
from tta_p2p.seats.parts.autopilot import AutopilotReply
from tta_p2p.seats.parts.chat import ChatReply
from tta_p2p.seats.parts.connections import ConnectionReply
from tta_p2p.seats.parts.outages import OutageReply
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.seats.parts.recovery import RecoveryReply
from tta_p2p.seats.parts.rematch import RematchReply
from tta_p2p.seats.parts.spectators import SpectatorsReply
from tta_p2p.seats.parts.votes import MotionReply


def lasts(said: say.Reply) -> bool:
    """Whether a word is still true when the next client comes, as far as no later word ends it."""
    match said:
        case say.ErrorReply(key):
            return key not in MOMENTS
        case MotionReply():
            return said.open
        case RecoveryReply(missing):
            return bool(missing)
        case PauseReply(holds):
            return holds
        case AutopilotReply():
            return bool(said.level)
        case AttendanceReply():
            return not said.yes
        case SpectatorsReply(names):
            return bool(names)
        case OutageReply():
            return bool(said.why)
        case RematchReply():
            return said != RematchReply()
        case ChatReply() | say.RollbackReply() | ConnectionReply() | ProofsReply():  # the greeting has who is connected
            return False
    return True


def heard_later(desk: Desk) -> list[say.Reply]:
    """What a client hears that comes now, beside its greeting and how the game stands."""
    return [*desk.table.news(), *desk._notices]


@contextmanager
def listening(find: Callable[[str], None]) -> Iterator[None]:
    """Whatever desk of this process tells all what is kept from those that come later, ``find`` is told so."""
    tell = Desk.tell_all

    def tell_all(desk: Desk, said: say.Reply) -> None:
        tell(desk, said)
        if lasts(said) and said not in heard_later(desk):
            find(f"a client that comes later does not hear {said}")

    Desk.tell_all = tell_all  # type: ignore[method-assign]
    try:
        yield
    finally:
        Desk.tell_all = tell  # type: ignore[method-assign]
