"""What the parts of a game under way ask of the loop that runs them.

The loop (`playing`) makes the parts and knows them; they know these few calls of it and not each other's maker.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from protocol.certificates import Certificate
from tta_p2p.seats import messages as say


class Telling(Protocol):
    """Who can tell every client of this node something."""

    def tell_all(self, said: say.Reply) -> None:
        """Say something to every client; see `Desk.tell_all`."""
        ...


class Showing(Telling, Protocol):
    """Who also shows clients how things stand."""

    def show_soon(self) -> None:
        """Something is to be shown to clients as soon as what has happened is stored and sent."""
        ...


class Waking(Protocol):
    """Who lets something go on beside the game and looks at it again when it is called."""

    def start(self, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        """Let a task go on until the game ends here."""
        ...

    async def wake(self) -> None:
        """Something may be done now that had to wait."""
        ...


class Checking(Protocol):
    """Who lets checks go on beside the game and takes their results in."""

    def start(self, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        """Let a task go on until the game ends here."""
        ...

    async def convinced(self, certificate: Certificate) -> None:
        """A peer has handed over a proof that somebody is a cheat, and it has been checked here."""
        ...
