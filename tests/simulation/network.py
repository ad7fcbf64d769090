"""A simulated network: sockets as Trio's own network functions use them, between machines that are values.

Trio lets whoever runs it put other sockets in the place of the system's (`trio.socket.set_custom_socket_factory`); so
the product's network code runs as it is. Bytes come in order and whole, as TCP brings them, or never: what is lost
on the way comes later, a cut holds everything back until it is mended, a connection may break or die half.
"""

from __future__ import annotations

import errno
import os
import random
import socket
import struct
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import trio

WINDOW = 256 * 1024
"""Bytes of a connection that may be on the way in one direction before its sender has to wait."""
FIRST_PORT = 40_000
"""The first of the ports that a machine chooses by itself."""

HERE: ContextVar[Machine] = ContextVar("HERE")
"""The machine on which a task runs."""


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class Machine:
    """One computer: an address, the sockets of its one process, and whether others can dial it."""

    def __init__(self, network: Network, host: str, *, dialled: bool = True, beside: Machine | None = None) -> None:
        """``dialled``: whether others reach its ports; whoever is behind a router is not dialled.

        ``beside``: this is another process of that computer, and reaches the sockets that are files there.
        """
        self.network, self.host, self.dialled, self.beside = network, host, dialled, beside
        self.listening: dict[Any, Socket] = {}
        self.sockets: dict[Socket, None] = {}
        self.off = False
        """Whether nothing runs on it."""
        self.full = False
        """Whether its process has no file descriptors left: it opens no connection and takes none."""
        self.refused = 0
        """How often it had none for a connection."""
        self.asleep: trio.Event | None = None
        """Whether it stands still; what tells when it goes on."""
        self._next_port = FIRST_PORT

    async def lives(self) -> None:
        """Wait while it sleeps, and for ever where no process is any more: its tasks are about to be cancelled."""
        await self.awake()
        if self.off:
            await trio.sleep_forever()

    async def awake(self) -> None:
        """Wait while it sleeps."""
        while self.asleep is not None:
            await self.asleep.wait()

    def take_descriptor(self) -> None:
        """One more is open. Raises OSError."""
        if self.full:
            self.refused += 1
            raise _error(errno.EMFILE)

    def free_port(self) -> int:
        """A port that nobody listens at."""
        self._next_port += 1
        return self._next_port

    def lose_all(self, silently: bool) -> None:
        """The process is gone, and its sockets with it; ``silently``: its machine too, which tells nobody."""
        for one in list(self.sockets):
            if silently and one.family != socket.AF_UNIX:
                one.vanish()
            else:
                one.close()


class Network:
    """All machines, how long it takes from one to another, and what is broken between them."""

    def __init__(self, luck: random.Random, note: Callable[..., None] = lambda *what: None) -> None:
        """``note`` hears what happens, for a trace of the run."""
        self.luck, self.note = luck, note
        self.machines: dict[str, Machine] = {}
        self.cuts: set[tuple[str, str]] = set()
        """The directions in which nothing comes through."""
        self.pipes: dict[Pipe, None] = {}
        self.slow = 0.02
        """Seconds from one machine to another."""
        self.lossy = 0.0
        """How likely a piece is lost on the way and comes later."""
        self.dying = 0.0
        """How likely a new connection is one that takes everything and delivers nothing, in one direction."""

    def machine(self, host: str, *, dialled: bool = True) -> Machine:
        """A new machine."""
        made = self.machines[host] = Machine(self, host, dialled=dialled)
        return made

    def move(self, machine: Machine, host: str) -> None:
        """A machine that runs no process has another address from now on; nobody is at the first.

        It stays the machine that it was: whoever sits at it still reaches the sockets that are files there.
        """
        del self.machines[machine.host]
        machine.host = host
        self.machines[host] = machine

    def delay(self) -> float:
        """Seconds that a piece takes."""
        seconds = self.slow * (0.5 + self.luck.random())
        if self.lossy and self.luck.random() < self.lossy:
            seconds += 0.2 + self.luck.random()
        return seconds

    def is_cut(self, source: str, target: str) -> bool:
        """Whether nothing comes through in this direction."""
        return (source, target) in self.cuts

    def cut(self, source: str, target: str) -> None:
        """From now on nothing comes through in this direction."""
        self.note("cut", source, target)
        self.cuts.add((source, target))

    def mend(self, source: str, target: str) -> None:
        """What was held back in this direction comes through, after a while."""
        if (source, target) in self.cuts:
            self.note("mended", source, target)
            self.cuts.discard((source, target))
            for pipe in list(self.pipes):
                if pipe.between == (source, target):
                    pipe.hold_until(trio.current_time() + self.delay() + self.luck.random())

    def break_one(self, one: str, other: str) -> bool:
        """Connections between two machines break at once, and both ends hear it; whether there was one."""
        sockets = self.machines[one].sockets
        ends = [end for end in sockets if end.peer is not None and end.peer.machine.host == other]
        for end in ends:
            end.reset()
        return bool(ends)

    def half_kill(self, one: str, other: str) -> bool:
        """What one machine says to another in the connections there are now never arrives; whether there was one."""
        pipes = [pipe for pipe in self.pipes if pipe.between == (one, other) and not pipe.dead]
        for pipe in pipes:
            pipe.dead = True
        return bool(pipes)

    def socket(self, family: int = socket.AF_INET, type: int = socket.SOCK_STREAM, proto: int = 0) -> Socket:
        """What Trio calls for a new socket."""
        machine = HERE.get()
        if family != socket.AF_UNIX:
            machine.take_descriptor()
        return Socket(machine, family)


class Pipe:
    """The bytes of a connection on their way in one direction."""

    def __init__(self, network: Network, between: tuple[str, str], local: bool) -> None:
        self._network, self.between, self._local = network, between, local
        self._pieces: deque[tuple[float, bytes]] = deque()
        self._size = 0
        self._last = 0.0
        self._not_before = 0.0
        self._end: float | None = None
        self.dead = not local and bool(network.dying) and network.luck.random() < network.dying
        """Whether it takes everything and delivers nothing."""
        self.broken = False
        """Whether its connection is no more, at either end."""
        self._nobody_from = float("inf")
        self.moved = trio.lowlevel.ParkingLot()
        if not local:
            network.pipes[self] = None

    @property
    def room(self) -> int:
        """How many bytes more may be on the way."""
        return WINDOW - self._size

    def _arrival(self) -> float:
        now = trio.current_time()
        self._last = now if self._local else max(self._last, now + self._network.delay())
        return self._last

    def put(self, data: bytes) -> None:
        """Send some bytes."""
        self._pieces.append((self._arrival(), data))
        self._size += len(data)
        self.moved.unpark_all()

    def end(self) -> None:
        """Nothing more is sent."""
        if self._end is None:
            self._end = self._arrival()
            self.moved.unpark_all()

    def leave(self) -> None:
        """Nobody takes anything any more; its sender hears of it when it comes to send."""
        self._nobody_from = self._arrival()
        self._pieces.clear()
        self._size = 0
        self.moved.unpark_all()

    @property
    def refused(self) -> bool:
        """Whether its sender hears that nobody takes it."""
        return self.broken or (trio.current_time() >= self._nobody_from and not self._network.is_cut(*self.between))

    def hold_until(self, when: float) -> None:
        """Nothing arrives before that."""
        self._not_before = when
        self.moved.unpark_all()

    def next(self) -> float:
        """When something arrives next, by Trio's clock; infinite if nothing is on the way."""
        if self.dead or self._network.is_cut(*self.between):
            return float("inf")
        head = self._pieces[0][0] if self._pieces else self._end
        return float("inf") if head is None else max(head, self._not_before)

    def take(self, most: int) -> bytes:
        """What has arrived; empty at the end."""
        now, taken = trio.current_time(), bytearray()
        while self._pieces and self._pieces[0][0] <= now and len(taken) < most:
            when, data = self._pieces.popleft()
            room = most - len(taken)
            if len(data) > room:
                self._pieces.appendleft((when, data[room:]))
            taken += data[:room]
        self._size -= len(taken)
        if taken:
            self._network.note("came", *self.between, len(taken))
            self.moved.unpark_all()
        return bytes(taken)

    def break_off(self) -> None:
        """The connection is no more."""
        self.broken = True
        self._network.pipes.pop(self, None)
        self.moved.unpark_all()


class Socket(trio.socket.SocketType):
    """A socket as Trio's streams and listeners use one."""

    def __init__(self, machine: Machine, family: int) -> None:
        self.machine, self._family = machine, socket.AddressFamily(family)
        self.peer: Socket | None = None
        self._name: Any = ("0.0.0.0", 0)
        self._peer_name: Any = None
        self._in: Pipe | None = None
        self._out: Pipe | None = None
        self._backlog: deque[tuple[float, Socket]] = deque()
        self._called = trio.lowlevel.ParkingLot()
        self._listens = self._closed = self._shut = False

    # What Trio asks of it.

    @property
    def family(self) -> socket.AddressFamily:
        return self._family

    @property
    def type(self) -> socket.SocketKind:
        return socket.SOCK_STREAM

    @property
    def did_shutdown_SHUT_WR(self) -> bool:
        return self._shut

    def fileno(self) -> int:
        return -1 if self._closed else 1000

    def getsockname(self) -> Any:
        return self._name

    def getpeername(self) -> Any:
        if self._peer_name is None or self._closed:
            raise _error(errno.ENOTCONN)
        return self._peer_name

    def setsockopt(self, *args: Any) -> None:
        """Nothing of that matters here."""

    def getsockopt(self, level: int, optname: int, buflen: int | None = None) -> Any:
        if optname == socket.SO_ACCEPTCONN:
            return int(self._listens)
        if optname == socket.SO_PEERCRED:
            return struct.pack("3i", os.getpid(), os.getuid(), os.getgid())
        return 0

    async def bind(self, address: Any) -> None:
        self.take(address)
        await trio.lowlevel.checkpoint()

    def take(self, address: Any) -> None:
        """Be at this address from now on. Raises OSError."""
        machine = self.machine
        if self._family != socket.AF_UNIX:
            host, port = address[:2]
            address = (host, port or machine.free_port())
            if host != machine.host:
                raise _error(errno.EADDRNOTAVAIL)
        if address in machine.listening:
            raise _error(errno.EADDRINUSE)
        self._name = address

    def listen(self, backlog: int = 0) -> None:
        self._listens = True
        self.machine.listening[self._name] = self
        self.machine.sockets[self] = None

    async def accept(self) -> tuple[Socket, Any]:
        await trio.lowlevel.checkpoint()
        while True:
            await self.machine.lives()
            if self._closed:
                raise _error(errno.EBADF)
            if self._backlog and self._backlog[0][0] <= trio.current_time():
                if self._family != socket.AF_UNIX:
                    self.machine.take_descriptor()
                come = self._backlog.popleft()[1]
                if not come._closed:
                    return come, come._peer_name
                continue
            with trio.move_on_at(self._backlog[0][0] if self._backlog else float("inf")):
                await self._called.park()

    async def connect(self, address: Any) -> None:
        machine, network = self.machine, self.machine.network
        await machine.lives()
        if self._family == socket.AF_UNIX:
            await trio.lowlevel.checkpoint()
            target = machine.beside or machine
            there = target.listening.get(address)
        else:
            await trio.sleep(network.delay())
            found = network.machines.get(address[0])
            if found is None or (found is not machine and not found.dialled):
                await trio.sleep_forever()  # nothing comes back
                raise AssertionError
            target = found
            if network.is_cut(machine.host, target.host) or network.is_cut(target.host, machine.host):
                await trio.sleep_forever()
            there = target.listening.get(tuple(address[:2]))
        if self._closed:
            raise _error(errno.EBADF)
        if there is None:
            raise _error(errno.ECONNREFUSED)
        local = target is machine or target is machine.beside
        out, back = (Pipe(network, ends, local) for ends in ((machine.host, target.host), (target.host, machine.host)))
        other = Socket(target, self._family)
        self._join(other, out, back, there._name)
        self._name = self._name if self._name[1:] != (0,) else (machine.host, machine.free_port())
        other._join(self, back, out, self._name)
        other._name = there._name
        there._backlog.append((trio.current_time() + (0.0 if local else network.delay()), other))
        there._called.unpark_all()

    def _join(self, peer: Socket, out: Pipe, back: Pipe, name: Any) -> None:
        self.peer, self._out, self._in, self._peer_name = peer, out, back, name
        self.machine.sockets[self] = None

    async def send(self, data: Any, flags: int = 0, /) -> int:  # type: ignore[override]
        await trio.lowlevel.checkpoint()
        await self.machine.lives()
        out = self._open(self._out)
        while out.room <= 0:
            await out.moved.park()
            await self.machine.lives()
            self._open(out)
        if out.refused:
            raise _error(errno.EPIPE)
        taken = bytes(data[: out.room])
        out.put(taken)
        return len(taken)

    async def recv(self, buflen: int, flags: int = 0, /) -> bytes:  # type: ignore[override]
        await trio.lowlevel.checkpoint()
        while True:
            await self.machine.lives()
            pipe = self._open(self._in)
            if pipe.next() <= trio.current_time():
                return pipe.take(buflen)
            with trio.move_on_at(pipe.next()):
                await pipe.moved.park()

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()
        await self.machine.lives()
        while self._open(self._out).room <= 0:
            assert self._out is not None
            await self._out.moved.park()
            await self.machine.lives()

    def _open(self, pipe: Pipe | None) -> Pipe:
        if self._closed:
            raise _error(errno.EBADF)
        if pipe is None:
            raise _error(errno.ENOTCONN)
        if pipe.broken:
            raise _error(errno.ECONNRESET)
        return pipe

    def shutdown(self, flag: int) -> None:
        if flag in (socket.SHUT_WR, socket.SHUT_RDWR):
            self._shut = True
            if self._out is not None:
                self._out.end()

    def close(self) -> None:
        """Close this end; the other hears of it when what was sent before has arrived."""
        if self._closed:
            return
        self._leave()
        if self._out is not None and self._in is not None:
            self._out.end()
            self._in.leave()
            if self.peer is None or self.peer._closed:
                self._forget()

    def vanish(self) -> None:
        """This end is no more, and says nothing about it: the other may wait for it for ever."""
        if self._closed:
            return
        self._leave()
        if self._out is not None and self._in is not None:
            self._out.dead = self._in.dead = True
            self._in.moved.unpark_all()
            self._out.moved.unpark_all()
            if self.peer is None or self.peer._closed:
                self._forget()

    def reset(self) -> None:
        """The connection breaks, and both ends hear it."""
        assert self._out is not None and self._in is not None
        self._out.break_off()
        self._in.break_off()

    def _forget(self) -> None:
        for pipe in (self._in, self._out):
            if pipe is not None:
                self.machine.network.pipes.pop(pipe, None)

    def _leave(self) -> None:
        self._closed = True
        self.machine.sockets.pop(self, None)
        if self._listens:
            self.machine.listening.pop(self._name, None)
            self._called.unpark_all()
            for _, come in self._backlog:
                come.close()
