"""Whether a client that comes later hears what was told to all and is still true: looked at with each such word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tta_p2p.node.serving.desk import MOMENTS, Desk
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.attendance import Attended
from tta_p2p.seats.parts.autopilot import Autopiloted
from tta_p2p.seats.parts.chat import Chat
from tta_p2p.seats.parts.connections import Connected
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.seats.parts.proofs import Proofs
from tta_p2p.seats.parts.recovery import Returning
from tta_p2p.seats.parts.rematch import Rematch
from tta_p2p.seats.parts.spectators import Watched
from tta_p2p.seats.parts.votes import Motion


def lasts(said: say.Reply) -> bool:
    """Whether a word is still true when the next client comes, as far as no later word ends it."""
    match said:
        case say.Failed(key):
            return key not in MOMENTS
        case Motion():
            return said.open
        case Returning(missing):
            return bool(missing)
        case Pause(holds):
            return holds
        case Autopiloted():
            return bool(said.level)
        case Attended():
            return not said.yes
        case Watched(names):
            return bool(names)
        case Rematch():
            return said != Rematch()
        case Chat() | say.Again() | Connected() | Proofs():  # the greeting has who is connected
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
