"""The door for clients: a Unix socket that only its owner can open, one task a connection."""

from __future__ import annotations

import errno
import os
import socket
import struct
import sys
from pathlib import Path
from typing import Protocol

import trio

from tta_p2p.net.tasks import Hint, contain, start_part
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import bad_request
from tta_p2p.seats.encoding import MAX_REQUEST, BadLine
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.messages import Request

MAX_CLIENTS = 32

LAST_WORDS = 1.0
"""Seconds in which a client that goes can still be told what waits for it."""


class Reception(Protocol):
    """The part that takes care of clients now: the lobby, then the game."""

    def attach(self, client: Client) -> None:
        """A client is here."""
        ...

    def receive(self, client: Client, request: Request | None) -> None:
        """A client wants something; None: it has gone."""
        ...

    def let_go(self) -> None:
        """Somebody else takes care of all clients now: nothing is said to them from here any more."""
        ...


class Door:
    """Lets clients in and hands them to the reception of the moment."""

    def __init__(self, reception: Reception) -> None:
        self.reception = reception
        self.clients: set[Client] = set()

    def hand_over(self, reception: Reception) -> None:
        """From now on somebody else takes care of all clients."""
        before, self.reception = self.reception, reception
        before.let_go()
        for client in self.clients:
            reception.attach(client)

    async def serve_stream(self, stream: trio.abc.Stream) -> None:
        """One client until it goes."""
        client = Client(Lines(stream, MAX_REQUEST))
        self.clients.add(client)
        self.reception.attach(client)
        try:
            await self._serve(client)
        finally:
            client.gone = True
            self.reception.receive(client, None)
            self.clients.discard(client)
            with trio.CancelScope(shield=True):  # whoever is cancelled here loses the error that has brought it here
                await trio.aclose_forcefully(stream)

    async def _serve(self, client: Client) -> None:
        async with trio.open_nursery() as nursery:
            client.cut = nursery.cancel_scope.cancel
            start_part(nursery, self._write, client, nursery.cancel_scope)
            while not client.gone:
                try:
                    request = await client.lines.request()
                except BadLine as error:
                    client.say(bad_request(error))
                    continue
                if request is None:
                    break
                self.reception.receive(client, request)
            client.close()
            nursery.cancel_scope.deadline = trio.current_time() + LAST_WORDS

    async def _write(self, client: Client, scope: trio.CancelScope) -> None:
        await client.write()
        scope.cancel()

    async def serve_socket(self, listener: trio.SocketListener) -> None:
        """Serve whoever comes to a Unix socket until cancelled."""
        await trio.serve_listeners(self._admit, [listener])

    async def _admit(self, stream: trio.SocketStream) -> None:
        if not same_user(stream.socket) or len(self.clients) >= MAX_CLIENTS:
            await stream.aclose()
            return
        with contain(Hint.CLIENT, "its socket"):
            await self.serve_stream(stream)


def listen_privately(path: Path) -> trio.SocketListener:
    """Listen at a Unix socket that only this user can open; what a killed process has left there is removed."""
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)  # the mask is the whole process's: nothing else may come in between
    try:
        listening.bind(str(path))
    finally:
        os.umask(before)
    listening.listen(16)
    listening.setblocking(False)
    return trio.SocketListener(trio.socket.from_stdlib_socket(listening))


def same_user(connection: trio.socket.SocketType) -> bool:
    """Whether the process at the other end of a Unix socket belongs to this user."""
    if sys.platform != "linux":
        return True  # the socket's own permissions keep others out
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, uid, _ = struct.unpack("3i", data)
    return bool(uid == os.getuid())


async def connect_seat(path: str) -> Lines:
    """Connect to a node's socket, as a client. Raises OSError, also where somebody else listens there."""
    stream = await trio.open_unix_socket(path)
    if not same_user(stream.socket):
        await trio.aclose_forcefully(stream)
        raise PermissionError(errno.EPERM, "another user listens there; whoever it is, it is not your node", path)
    return Lines(stream)
