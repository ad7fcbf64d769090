"""The port of a node: one for its lobby, its table and those who watch, so that one must be forwarded by a router.

The first byte that the dialling end sends says which door it means; behind each of them TLS begins. All doors share
the slots for those who have not shown who they are. Who knocks at a door that is shut is let go without a word.
"""

from __future__ import annotations

import enum
import errno
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import trio

from tta_p2p.net.addresses import ANYWHERE, Address
from tta_p2p.net.errors import ListenError
from tta_p2p.net.folder.streams import FOLDER_PATIENCE, FolderStream
from tta_p2p.net.interfaces import Endpoint, endpoints, worth_telling
from tta_p2p.net.links import Reach
from tta_p2p.net.routes import routes
from tta_p2p.net.scopes import background
from tta_p2p.net.strangers import FAILURES, Gate, host_of, is_here
from tta_p2p.net.tasks import Hint, contain, start_hint, start_play

T = TypeVar("T")

BACKLOG = 64
LOOPBACK = "127.0.0.1"
"""Where a node that is hidden listens."""
CALM = 5.0
"""Seconds between two looks at the addresses of this computer."""
DEADLINE = 5.0
"""Seconds in which a stranger must show who it is."""
ONION_DEADLINE = 20.0
"""The same by way of Tor, where a message takes up to a second."""
ONION_SLOWNESS = 5.0
"""How many times longer whoever comes by way of Tor may take before it makes way for others."""


class Purpose(enum.IntEnum):
    """The purpose of a dialler; the first byte that it sends."""

    LOBBY = 1
    """To sit down at a table, or to watch."""
    TABLE = 2
    """To play on, as a member of a table."""


@dataclass(eq=False, slots=True)
class _OpenDoor:
    """A door while it is open, and those who have come in by it."""

    identify: Callable[[trio.SocketStream | FolderStream, str], Awaitable[Any]]
    attend: Callable[[Any], Awaitable[None]]
    deadline: float
    hint: Hint
    inside: set[trio.CancelScope] = field(default_factory=set)
    left: trio.Event = field(default_factory=trio.Event)

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        with trio.CancelScope() as scope:
            self.inside.add(scope)
            try:
                yield
            finally:
                self.inside.remove(scope)
                self.left.set()

    async def close(self) -> None:
        """Send everybody away, and wait until they have gone."""
        for scope in self.inside:
            scope.cancel()
        while self.inside:
            self.left = trio.Event()
            await self.left.wait()


class Port:
    """A listening port of a node; made by ``open_port``."""

    def __init__(
        self,
        listening: Sequence[Address],
        public: Sequence[Address],
        strangers: Gate,
        deadline: float,
        onion: Address | None = None,
    ) -> None:
        self.addresses = tuple(listening)
        """Where it listens."""
        self._public = tuple(public)
        self._opened: tuple[Address, ...] = ()
        """Where a router says that it is reached."""
        self._onion = onion
        self._hidden = routes().hidden
        self._by_tor = self._hidden or onion is not None
        self.endpoints = self._look()
        """Where it can be reached, the likeliest first, each with what it is; none without any address here."""
        self.moved = trio.Event()
        """Set when the computer has other addresses than before; then another one takes its place."""
        self.strangers = strangers
        self._deadline = max(deadline, ONION_DEADLINE) if self._by_tor else deadline
        self._doors: dict[int, _OpenDoor] = {}

    def _look(self) -> tuple[Endpoint, ...]:
        """Look where it can be reached now: a hidden node knows no address of its computer, so that none slips out."""
        there = () if self._onion is None else (Endpoint(self._onion, Reach.ONION),)
        return there if self._hidden else (*there, *endpoints(self.addresses, self._public, self._opened))

    @property
    def told(self) -> tuple[Address, ...]:
        """The addresses that others are told to try: those reached from elsewhere, and its own for this computer."""
        here = (one for one in self.endpoints if one.reach is Reach.HERE)
        return tuple(dict.fromkeys(one.address for one in (*worth_telling(self.endpoints), *here)))

    @property
    def follows(self) -> bool:
        """Whether it listens at whatever addresses the computer has, also those that come later."""
        return not self._hidden and any(place.host in (ANYWHERE, "0.0.0.0", "::") for place in self.addresses)

    @property
    def is_open_to_all(self) -> bool:
        """Whether whoever reaches this computer may come, and no person has said by which other address."""
        return self.follows and not self._public

    async def follow(self) -> None:
        """Look at the addresses of the computer now and then, for ever."""
        while True:
            await trio.sleep(CALM)
            opened = self._opened
            found = await trio.to_thread.run_sync(self._look)
            if found != self.endpoints and opened == self._opened:
                self._move(found)

    def open_outside(self, places: Sequence[Address]) -> None:
        """A router says that the port is reached here from outside; nowhere if there is no place."""
        if self._opened != tuple(places):
            self._opened = tuple(places)
            self._move(self._look())

    def _move(self, found: tuple[Endpoint, ...]) -> None:
        self.endpoints = found
        self.moved.set()
        self.moved = trio.Event()

    @asynccontextmanager
    async def on_move(self, react: Callable[[], None]) -> AsyncIterator[None]:
        """Call this whenever the computer has other addresses than before, while the body runs."""
        if not self.follows:
            yield
            return

        async def reacting() -> None:
            while True:
                await self.moved.wait()
                react()

        async with background() as nursery:
            start_hint(nursery, Hint.ANNOUNCEMENT, "the interfaces of this computer", reacting, again=True)
            yield

    @property
    def number(self) -> int:
        """The number of the port."""
        return self.addresses[0].port

    @asynccontextmanager
    async def door(
        self,
        which: Purpose,
        identify: Callable[[trio.SocketStream | FolderStream, str], Awaitable[T | None]],
        attend: Callable[[T], Awaitable[None]],
        deadline: float = DEADLINE,
        *,
        hint: Hint = Hint.GUEST,
    ) -> AsyncIterator[None]:
        """Open a door while the body runs: find out who comes (and from which host), in so many seconds; then attend
        to it. At the end everybody who has come in by it is sent away.

        Whatever goes wrong with a visitor ends its connection and nothing else. ``hint``: what attending serves.
        """
        opened = self._doors[which] = _OpenDoor(identify, attend, max(deadline, self._deadline), hint)
        try:
            yield
        finally:
            if self._doors.get(which) is opened:
                del self._doors[which]
            with trio.CancelScope(shield=True):
                await opened.close()

    async def serve(self, transport: trio.SocketStream | FolderStream) -> None:
        """Everything with one connection, or with one stream through a folder, where all takes as long as it takes."""
        slow = FOLDER_PATIENCE if isinstance(transport, FolderStream) else 0.0
        async with _closing(transport):
            host = host_of(transport)
            opened: _OpenDoor | None = None
            known: object | None = None
            with contain(Hint.ARRIVAL, host), suppress(*FAILURES):
                async with self.strangers.enter(host, self.slowness(host)) as visitor:
                    if visitor is not None:
                        began = trio.current_time()
                        visitor.scope.deadline = began + max(slow, self._deadline)
                        opened = self._knocked_at(await transport.receive_some(1))
                        if opened is not None:
                            visitor.scope.deadline = began + max(slow, opened.deadline)
                            known = await opened.identify(transport, host)
            if opened is not None and known is not None and opened in self._doors.values():
                async with opened.enter():
                    with contain(opened.hint, host):
                        await opened.attend(known)

    def slowness(self, host: str) -> float:
        """Say how many times longer words from this host take: by way of Tor all come from this computer."""
        return ONION_SLOWNESS if self._by_tor and is_here(host) else 1.0

    def _knocked_at(self, knock: bytes | bytearray) -> _OpenDoor | None:
        return self._doors.get(knock[0]) if knock else None


async def _listen_on(places: Sequence[Address]) -> list[trio.SocketListener]:
    """Listen at these addresses; the port 0 means any free one, the host ``*`` IPv4 and, if there is, IPv6.

    Raises ListenError.
    """
    listeners: list[trio.SocketListener] = []
    try:
        for place in places:
            listeners += await _listen(place)
    except BaseException:
        for listener in listeners:
            listener.socket.close()
        raise
    return listeners


async def _listen(place: Address) -> list[trio.SocketListener]:
    try:
        if place.host != ANYWHERE:
            return await trio.open_tcp_listeners(place.port, host=place.host, backlog=BACKLOG)
        first = await trio.open_tcp_listeners(place.port, host="0.0.0.0", backlog=BACKLOG)
    except OSError as error:
        raise ListenError(
            f"cannot listen at {place}: {error.strerror or error}; choose another address or port"
        ).because("port-taken" if error.errno == errno.EADDRINUSE else "cannot-listen", str(place)) from error
    port = first[0].socket.getsockname()[1]
    with suppress(OSError):  # no IPv6 on this machine, or its port is taken there; IPv4 does
        return first + await trio.open_tcp_listeners(port, host="::", backlog=BACKLOG)
    return first


def _bound(listeners: Sequence[trio.SocketListener]) -> tuple[Address, ...]:
    """Give the addresses of these listeners."""
    names = [listener.socket.getsockname() for listener in listeners]
    return tuple(Address(name[0], name[1]) for name in names)


@asynccontextmanager
async def _closing(stream: trio.SocketStream | FolderStream) -> AsyncIterator[None]:
    try:
        yield
    finally:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)


@asynccontextmanager
async def open_port(
    listen: Sequence[Address],
    *,
    public: Sequence[Address] = (),
    strangers: Gate | None = None,
    deadline: float = DEADLINE,
    onion: Address | None = None,
) -> AsyncIterator[Port]:
    """Listen while the body runs; the port 0 means any free one, the host ``*`` IPv4 and, if there is, IPv6.

    ``public``: where others reach it, if that is elsewhere, at a router that forwards a port; ``onion``: its onion
    service. A node that is hidden listens on this computer alone, for its Tor. Raises ListenError.
    """
    hidden = routes().hidden
    listeners = await _listen_on([replace(one, host=LOOPBACK) for one in listen] if hidden else listen)
    port = Port(_bound(listeners), public, Gate() if strangers is None else strangers, deadline, onion)
    async with background() as nursery:
        start_play(nursery, trio.serve_listeners, port.serve, listeners)
        if port.follows:
            start_hint(nursery, Hint.ANNOUNCEMENT, "the interfaces of this computer", port.follow, again=True)
        yield port


@asynccontextmanager
async def port_at(
    listen: Sequence[Address] | Port, strangers: Gate | None = None, deadline: float = DEADLINE
) -> AsyncIterator[Port]:
    """The port itself, or one of its own at these addresses. Raises ListenError."""
    if isinstance(listen, Port):
        yield listen
    else:
        async with open_port(listen, strangers=strangers, deadline=deadline) as port:
            yield port
