"""A recorded game: every fact with what the rules said of it, the state it led to, and what each seat knew then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from protocol.versions import VersionMismatch
from tta_p2p.games.contract import NO_KNOWLEDGE, Fact, Knowledge, Options, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.log import LogLine


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step of the game: the fact (None at the start), what was logged, and the state after it.

    ``knows``: what each seat knew then; empty if the hands are not open.
    """

    fact: Fact | None
    log: tuple[LogLine, ...]
    state: Any
    knows: Mapping[Seat, Knowledge]


@dataclass(slots=True)
class Recording:
    """A recorded game, ready to be stepped through in both directions.

    ``opened``: every hand can be looked at. ``over``: the game came to its end. ``called_off``: the motion by which the
    table agreed to end it before; ``without``: the operators who had no part in that, by name. ``options``: those that
    the table chose; ``sid``: its id; ``before``: what had happened, and ``public`` what everybody knew, when recording
    began.
    """

    game: Game[Any, Any]
    names: tuple[str, ...]
    instants: list[RecordedStep]
    opened: bool
    over: bool
    called_off: str = ""
    without: tuple[str, ...] = ()
    options: Options = field(default_factory=dict)
    sid: bytes = b""
    before: tuple[Fact, ...] = ()
    public: Knowledge = NO_KNOWLEDGE

    def view(self, number: int, seat: Seat | None = None) -> Any:
        """Give the view of a seat (None: everybody's) after that step."""
        instant = self.instants[number]
        knows = NO_KNOWLEDGE if seat is None else instant.knows.get(seat, NO_KNOWLEDGE)
        return self.game.view(instant.state, knows, seat)


class RecordingSource(Protocol):
    """A recorded game that is being read: ``recording`` is there once the game has begun, and grows record by record.

    ``records`` reads on, and gives how many records have been read of how many. Raises DamagedFile, UnknownGame and
    BadEntry for what cannot be replayed.
    """

    recording: Recording | None

    def records(self) -> Iterator[tuple[int, int]]:
        """Read on to the end."""


class DamagedFile(Exception):
    """A file that cannot be replayed; `why`: the key of what is wrong with it, and what else that names."""

    def __init__(self, text: str, key: str = "changed", *args: object) -> None:
        super().__init__(text)
        self.why = ("damaged", key, *args)


class FileVersionMismatch(DamagedFile):
    """The same for a file that is whole, and was written by another version of this program."""

    def __init__(self, error: VersionMismatch) -> None:
        super().__init__(str(error))
        self.why, self.theirs = (), error.theirs
