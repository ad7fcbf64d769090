"""Whether a client that comes later hears what was told to all and is still true: looked at with each such word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tta_p2p.node.serving.desk import MOMENTS, Desk
from tta_p2p.seats import messages as say


def lasts(said: say.Reply) -> bool:
    """Whether a word is still true when the next client comes, as far as no later word ends it."""
    match said:
        case say.Failed(key):
            return key not in MOMENTS
        case say.Motion():
            return said.open
        case say.Returning(missing):
            return bool(missing)
        case say.Pause(holds):
            return holds
        case say.Autopiloted():
            return bool(said.level)
        case say.Attended():
            return not said.yes
        case say.Watched(names):
            return bool(names)
        case say.Rematch():
            return said != say.Rematch()
        case say.Chat() | say.Again() | say.Connected() | say.Proofs():  # the greeting has who is connected
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
