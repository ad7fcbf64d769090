"""Tables of a desk: a game as one node has it, or the lobby before it.

There are five: a proven table (`ProvenTable`), a table in one process (`LocalTable`), a game that is only watched
(`SpectatorTable`), a recorded one (`RecordingTable`) and the lobby (`Antechamber`). The desk does what all share.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tta_p2p.games.contract import Act, Fact, Knowledge, Seat
from tta_p2p.games.game import Game
from tta_p2p.games.log import LogLine
from tta_p2p.node.service.notices import error_reply
from tta_p2p.seats import messages as say
from tta_p2p.table.draft import Draft
from tta_p2p.table.moments import Moments

if TYPE_CHECKING:
    from tta_p2p.node.service.clients import Client

LOOKING = frozenset({"look", "log", "past", "texts"})
"""What everybody may ask of a game."""
DECIDING = frozenset({"act", "undo", "redo", "reset", "skip", "order", "explain"})
"""What a player may ask of a game."""


class NotPossible(Exception):
    """The present state does not allow a client's request: an error of the seat protocol."""

    def __init__(self, key: str, *args: say.TextArgument) -> None:
        self.failed = error_reply(key, *args)
        super().__init__(self.failed.text)


@dataclass(frozen=True, slots=True)
class OwnSeats:
    """The seats (of the game) that clients of this node may take, and who else plays some of them.

    >>> OwnSeats((0, 1), bots=frozenset({1})).for_people, OwnSeats((1,), bots=frozenset({1})).for_people
    (True, False)
    """

    own: tuple[Seat, ...] = ()
    bots: frozenset[Seat] = frozenset()
    programs: frozenset[Seat] = frozenset()
    given_up: frozenset[Seat] = frozenset()
    """Those of the programs' seats whose program does not work, so that a person may play."""

    @property
    def for_people(self) -> bool:
        """Whether a person is to play any of them."""
        return any(seat not in self.bots and seat not in self.programs for seat in self.own)


class PlayUnderWay(Protocol):
    """A game under way: what can be seen of it, and what the own seats decide."""

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        ...

    @property
    def state(self) -> Any:
        """The state that everybody sees; None before anything is laid out."""
        ...

    @property
    def facts(self) -> Sequence[Fact]:
        """All that has happened."""
        ...

    @property
    def log(self) -> Sequence[LogLine]:
        """The same as lines of the log."""
        ...

    @property
    def moments(self) -> Moments:
        """The earlier moments of the game."""
        ...

    def knows(self, seat: Seat | None) -> Knowledge:
        """Give the knowledge of a seat of this node; for None, what everybody knows."""
        ...

    def view(self, seat: Seat | None) -> Any:
        """Give the view of a seat, its draft included."""
        ...

    def to_decide(self) -> Sequence[Seat]:
        """The own seats that must decide now and have not."""
        ...

    def draft(self, seat: Seat) -> Draft:
        """The draft of an own seat that is to decide, or may choose anew. Raises Illegal."""
        ...

    def choice(self, seat: Seat) -> Act | None:
        """The sealed choice of an own seat that it can still take back."""
        ...

    def take_back(self, seat: Seat) -> bool:
        """Take back what an own seat has chosen sealed; whether it had. Raises Illegal when everybody has chosen."""
        ...

    def act(self, act: Act) -> object:
        """Let an own seat act, sealed also once more. Raises Illegal."""
        ...


class ServedTable(ABC):
    """One of the things that a desk serves."""

    begun = True
    """Whether there is a game, and not only a lobby."""
    motions: tuple[str, ...] = ()
    """The kinds of motions that can be moved here."""
    watcher_pause = 0.0
    """Seconds at least between two views for a client without a seat."""

    @property
    @abstractmethod
    def play(self) -> PlayUnderWay | None:
        """The game as far as it can be shown; None as long as nothing of it can."""

    @property
    def shows(self) -> bool:
        """Whether clients are shown now how the game stands, and what has happened."""
        return self.play is not None

    @property
    def rules(self) -> Game[Any, Any] | None:
        """The game that is played, or will be; None as long as nobody can know."""
        return self.play.game if self.play is not None else None

    @abstractmethod
    def offers(self, client: Client) -> frozenset[str]:
        """The requests, by their `do`, that this client can make here; `hello` and `bye` need not be offered."""

    @abstractmethod
    def greeting(self, client: Client) -> say.WelcomeReply | say.LobbyReply:
        """Greet a client; the desk adds the offers."""

    def places(self) -> OwnSeats | None:
        """The seats that clients may take; None as long as nobody can know."""
        return OwnSeats()

    def refusal(self, do: str) -> str:
        """Give the reason (a key) why a client with a seat cannot ask for this here: nobody could be meant by it."""
        if do in DECIDING:
            return "node.watching"
        return "node.no-hints" if do == "hint" else "node.alone"

    def changed(self, seat: Seat) -> None:
        """Take note that a client has changed the draft of its seat, or acted; nothing changes by default."""
        return

    def waits(self) -> list[say.SeatWait]:
        """Name the seats on which the game waits."""
        return []

    def used(self) -> list[int]:
        """For how many seconds each seat has been waited for; nothing where nobody counts that."""
        return []

    def news(self) -> Iterable[say.Reply]:
        """Tell a new client the news beside the state of the game."""
        return ()

    def ask(self, client: Client, request: say.Request) -> None:
        """Do what a client asks that is this table's own: whatever it offers but looking and deciding.

        Raises NotPossible, OutOfOrder, RuleError.
        """
        raise AssertionError(f"{type(self).__name__} offers {type(request).__name__} and does not know it")

    def failed(self, client: Client, error: Exception, showing: bool) -> None:
        """This program has failed at what a client asked for, or at showing it the game; nothing came of it."""
        raise error
