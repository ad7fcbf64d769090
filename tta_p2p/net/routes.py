"""Routes by which a node may reach others: the networks of its computer, Tor, or Tor alone.

They hold for all that a task starts (`use`), so that no call on the way can forget to pass them on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from tta_p2p.net.addresses import Address
from tta_p2p.net.folder.doors import SharedFolder


class SocksSource(Protocol):
    """A Tor that takes connections on this computer."""

    async def socks(self) -> Address:
        """The address of its SOCKS server, as soon as Tor is connected. Raises Unreachable where it cannot be."""
        ...

    def look_again(self) -> None:
        """A service was not found, and may be there in a moment."""
        ...


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes of one node. ``hidden``: it reaches others by way of Tor alone, so that nobody sees where it is.

    ``folder``: a directory that others have as well.
    """

    tor: SocksSource | None = None
    hidden: bool = False
    folder: SharedFolder | None = None


OPEN = Routes()
"""The networks of the computer, and no Tor."""

_ROUTES: ContextVar[Routes] = ContextVar("routes", default=OPEN)


def routes() -> Routes:
    """The routes of whoever asks."""
    return _ROUTES.get()


@contextmanager
def use(chosen: Routes) -> Iterator[None]:
    """Everything that the body starts has these routes."""
    token = _ROUTES.set(chosen)
    try:
        yield
    finally:
        _ROUTES.reset(token)
