"""Whether a client that comes later knows what one knows that was there all the time, and the other way round.

Looked at with each word that is told to all and stays true, and, where a word can end another, whenever clients have
been shown how the game stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from weakref import WeakKeyDictionary

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


class Knowledge:
    """What one client knows of all that a later word can end: motions, pauses, who is away, who plays for whom."""

    def __init__(self, heard: Iterable[say.Reply] = ()) -> None:
        """``heard``: what it has heard so far."""
        self._known: dict[Hashable, Mapping[int, bool] | say.Reply] = {}
        for said in heard:
            self.hear(said)

    def hear(self, said: say.Reply) -> None:
        """Learn of it, or that it is over."""
        match said:
            case MotionReply(kind, operator, by, yes, True):
                about = MotionReply, kind, operator
                votes = self._known.get(about, {})
                assert isinstance(votes, Mapping)
                self._known[about] = {**votes, by: yes}
            case MotionReply(kind, operator):
                self._known.pop((MotionReply, kind, operator), None)
            case AutopilotReply() | AttendanceReply():
                self._keep((type(said), said.seat), said)
            case OutageReply():
                self._keep((OutageReply, said.operator), said)
            case RecoveryReply() | PauseReply() | SpectatorsReply() | RematchReply():
                self._keep(type(said), said)
            case _:  # it ends by no word
                pass

    def _keep(self, about: Hashable, said: say.Reply) -> None:
        self._known.pop(about, None)
        if lasts(said):
            self._known[about] = said

    def beyond(self, other: Knowledge) -> list[tuple[Hashable, object]]:
        """What this client knows, and the other one does not, or knows otherwise."""
        return [(about, what) for about, what in self._known.items() if other._known.get(about) != what]


def differences(sooner: Knowledge, later: Knowledge) -> Iterator[str]:
    """What a client knows that was there all the time, and not one that comes later, and the other way round."""
    for about, what in sooner.beyond(later):
        yield f"a client that comes later does not know {about}: {what}"
    for about, what in later.beyond(sooner):
        yield f"a client that was there is not told {about}: {what}"


@contextmanager
def listening(find: Callable[[str], None]) -> Iterator[None]:
    """``find`` is told wherever clients of a desk of this process know different things, as they came sooner or later.

    A client that is there all the time hears what one hears that comes at once, and then what all are told.
    """
    tell, show, greet = Desk.tell_all, Desk.show_all, Desk.greet_again
    present = WeakKeyDictionary[Desk, Knowledge]()

    def tell_all(desk: Desk, said: say.Reply) -> None:
        tell(desk, said)
        if desk in present:
            present[desk].hear(said)
        if lasts(said) and said not in heard_later(desk):
            find(f"a client that comes later does not hear {said}")

    def show_all(desk: Desk) -> None:
        show(desk)
        later = Knowledge(desk.table.news())
        for difference in differences(present.setdefault(desk, later), later):
            find(difference)

    def greet_again(desk: Desk) -> None:  # seats have other numbers from now on
        greet(desk)
        present.pop(desk, None)

    Desk.tell_all, Desk.show_all = tell_all, show_all  # type: ignore[method-assign]
    Desk.greet_again = greet_again  # type: ignore[method-assign]
    try:
        yield
    finally:
        Desk.tell_all, Desk.show_all, Desk.greet_again = tell, show, greet  # type: ignore[method-assign]
