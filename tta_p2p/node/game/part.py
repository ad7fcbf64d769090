"""One concern of a game under way, at one node: what every part can hear, be asked, keep and tell.

The loop (`loop`) knows parts by this contract alone and finds them by their files in `parts`. A part that needs another
asks the context for a role (`roles`), which has a neutral answer where no part plays it: so any part can be taken out.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable
from enum import Enum
from typing import Any, ClassVar

from tta_p2p.games.contract import Seat
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.beside import contain_hooks, serve_beside
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.table.game_table import TableEvent


class FrameValue(Enum):
    """The worth of a peer's frame, and so its cost to the sender's patience."""

    NEEDED = "needed"
    """This node lacked it: nothing."""
    NEWS = "news"
    """It says something new: as much as one check of a signature."""
    USELESS = "useless"
    """It says nothing new, or nothing at all: much, and more the longer it is."""


FAILED: dict[str, Callable[..., Any]] = {"hear": lambda part, operator, kind, payload: FrameValue.NEWS}
"""Answers of parts beside the game where they fail, if others than by default: such a frame is not its sender's fault.
"""


class Part:
    """A concern of a game under way. Every method has a default that does nothing.

    What fails in one that serves play stops the node; in one that serves a hint it costs that call alone (`beside`).

    A part that counts the frames of one kind and tells clients how many there were:

    >>> from tta_p2p.node.service.notices import error_reply
    >>> class Bells(Part):
    ...     serves = Stake.HINT
    ...     kinds = frozenset({FrameKind.CHAT})
    ...     heard = 0
    ...     def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
    ...         self.heard += 1
    ...         return FrameValue.NEWS
    ...     def news(self) -> Iterable[say.Reply]:
    ...         yield error_reply("node.fault", str(self.heard))
    """

    serves: ClassVar[Stake]
    """Whether play rests on this part; there is no default."""
    kinds: ClassVar[frozenset[FrameKind]] = frozenset()
    """The frames of peers that this part hears; no other part hears them."""
    requests: ClassVar[tuple[type[say.Request], ...]] = ()
    """What clients ask of this part; no other part is asked it."""

    def __init_subclass__(cls) -> None:
        """Contain what fails in a part that serves a hint. One that does not say what it serves is no part."""
        super().__init_subclass__()
        if not isinstance(getattr(cls, "serves", None), Stake):
            raise AssertionError(f"{cls.__name__} does not say what it serves: play, or a hint")
        if cls.serves is Stake.HINT:
            contain_hooks(cls, Part, FAILED)

    def __init__(self, context: GameContext) -> None:
        """``context``: the game, and what this part may ask of the node; parts before this one in order are there."""
        self.context = context

    # Peers.

    def peer_connected(self, operator: int) -> None:
        """A peer is connected, perhaps anew."""

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """Take in a frame of one of the part's `kinds`; ``payload`` is whatever a stranger may send.

        What fails here costs that frame: it is written to the log, and the game goes on.
        """
        return FrameValue.USELESS

    # The game.

    async def event(self, event: TableEvent) -> None:
        """Something has happened at the table; parts hear it in the order of `parts.ORDER`. Raises StoreError."""

    def seated(self) -> None:
        """The seats are drawn, and clients have been greeted with them: seats have other numbers now."""

    def closing(self) -> None:
        """The game ends here now: its end is carried or signed, and not told yet."""

    def closed(self) -> None:
        """The end of the game is stored and told here."""

    def act(self) -> bool:
        """Do one thing for an own seat that no person need do; whether there was one."""
        return False

    # Time, and what has changed.

    async def tick(self) -> None:
        """Some time has passed: half a second while anything may happen, longer else. Raises StoreError."""

    def look(self) -> None:
        """Something has changed at the table or beside it, and is shown to clients next."""

    async def save(self) -> None:
        """Store what has changed, before anything that rests on it is said to anybody. Raises StoreError."""

    @property
    def restless(self) -> bool:
        """Whether time alone may soon bring something about here, so that the node looks around often."""
        return False

    @property
    def due(self) -> float:
        """The moment at which this part must be looked at, in seconds of Trio's clock; infinite for none."""
        return math.inf

    @property
    def holds(self) -> bool:
        """Whether the node stays for this part's sake although the game has ended and everybody has its end."""
        return False

    def releases(self, watched: bool) -> bool:
        """Whether nobody needs this node until its person comes back; ``watched``: whether a client is here."""
        return False

    # Clients.

    def offers(self, client: Client) -> bool:
        """Whether this client may make this part's `requests`: by default, whoever has a seat."""
        return client.seat is not None

    def ask(self, client: Client, request: say.Request) -> None:
        """Do what a client asks: one of the part's `requests`, and offered.

        Raises NotPossible, OutOfOrder, RuleError.
        """
        raise AssertionError(f"{type(self).__name__} is asked {type(request).__name__} and does not know it")

    def notice(self, client: Client, request: say.Request) -> None:
        """A client asks for something, whatever it is; this comes before the answer."""

    def changed(self, seat: Seat) -> None:
        """A client has changed the draft of an own seat, or its orders."""

    def news(self) -> Iterable[say.Reply]:
        """Give the news that a new client must hear, beside the state of the game."""
        return ()

    def start(self, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        """Let a task of this part go on until the game ends here."""
        serve = (task,) if self.serves is Stake.PLAY else (serve_beside, self, task)
        self.context.loop.start(self.serves, type(self).__name__, *serve, *arguments)

    # What fails.

    def tell_failure(self, kind: str) -> None:
        """Tell people who asked something of this part, otherwise than by a request, that it has failed so."""

    def summary(self) -> str:
        """Sum this part up in a few words for the trace (`trace`); nothing that is hidden from anybody."""
        return ""
