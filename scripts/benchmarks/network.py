"""Playing over the network: whole games of both shapes, or any delay (--delay, --seats, --star), and one draw."""

import hashlib
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from statistics import mean
from typing import Any

import trio

from benchmarks import Row, Table, _shapes, compiled
from benchmarks._apart import Apart, Wait
from benchmarks._counted import round_trips
from protocol.charter import Charter, Operator, Seat, SignedCharter, signed_by_all
from protocol.memory import MemoryTable
from protocol.operations import Bundle, Deal, Operation, Show, Shuffle
from protocol.session import Session
from protocol.signatures import IdentityKey
from tta_p2p.net.addresses import Address
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import Member
from tta_p2p.net.mesh import FrameReceived, Mesh, open_mesh
from tta_p2p.net.ports import open_port
from tta_p2p.net.tls import TlsKey
from tta_p2p.registry import entry, title

DRAWS = 40
SHOWS = 10
DRAW, SHOW = "one draw", "a show, then three draws"
DECISIONS = 60
"""How much of a game is played where computers are apart."""
GUESTS = 2
GAMES = 3
ENDLESS = 100_000
"""More decisions than a game has."""


def run(
    game: str,
    delay: float = 0.0,
    seats: int | None = None,
    star: bool = False,
    decisions: int | None = None,
    games: int | None = None,
) -> Iterator[Table]:
    """Whole games between processes; with a delay (in ms) or seats, each kind of operation between computers so far
    apart, and what people wait for, in so many decisions; without their number, whole games, too. Then draws over TLS
    through sockets as far apart, with everybody connected and in a star. With a number of games, nothing but these, of
    both shapes in turn: between processes, or with a delay the same games between computers so far apart.
    """
    if games:
        number = seats or entry(game).seats[-1]
        if delay:
            yield _both_shapes(game, number, delay, games)
        else:
            with compiled():
                yield from _shapes.run(game, games, number)
        return
    if delay or seats or star or decisions:
        number = seats or entry(game).seats[-1]
        apart = Apart(game, number, delay / 1000, star)
        rows = apart.play(decisions or DECISIONS)
        where = f"{delay:g} ms apart{', guests by way of the host' if star else ''}"
        yield Table(f"{title(game)}, {number} computers {where}: each operation, at the host", rows)
        yield Table(f"{title(game)}, {number} computers {where}: from an act until somebody is asked", apart.waits())
        if decisions is None:
            played = [_whole(game, number, delay / 1000, star, seed) for seed in range(GAMES)]
            rows = [
                Row(f"game {nth}", one.seconds * 1000, {"round trips": f"{one.round_trips:.1f}"})
                for nth, one in enumerate(played, 1)
            ]
            yield Table(f"{title(game)}, {number} computers {where}: whole games of easy bots", rows)
            if rows := in_them([wait for one in played for wait in one.waited]):
                yield Table(f"{title(game)}, {number} computers {where}: in these games", rows)
    else:
        with compiled():
            yield from _shapes.run(game, GAMES)
    yield from _over_tls(delay)


def _whole(game: str, seats: int, delay: float, star: bool, seed: int) -> Apart:
    """A game, to its end, whose players decide at once."""
    apart = Apart(game, seats, delay, star, "easy", seed)
    apart.play(ENDLESS)
    return apart


def _both_shapes(game: str, seats: int, delay: float, games: int) -> Table:
    """The same games with everybody connected and in a star."""
    measured: dict[str, dict[str, list[float]]] = {}
    for seed in range(games):
        order = _shapes.in_turn(seed)
        played = {shape: _whole(game, seats, delay / 1000, shape == _shapes.SHAPES[1], seed) for shape in order}
        if len({one.messages for one in played.values()}) > 1:
            raise AssertionError(f"the shapes have not played the same game of seed {seed}")
        for shape, one in played.items():
            measured.setdefault("a game", {}).setdefault(shape, []).append(one.seconds * 1000)
            measured.setdefault("its ways there and back", {}).setdefault(shape, []).append(one.round_trips * 2 * delay)
    rows = [row for what, shapes in measured.items() for row in _shapes.compared(shapes, what)]
    return Table(f"{title(game)}, {seats} computers {delay:g} ms apart: {games} whole games of easy bots", rows)


def in_them(waited: Sequence[Wait]) -> list[Row]:
    """Time the wait at the end of a turn in which somebody draws: from the act until the next question."""
    kinds = {
        "end of a turn with a draw": [one for one in waited if one.passes and one.draws and not one.shuffles],
        "the same where a pile is mixed, too": [one for one in waited if one.passes and one.draws and one.shuffles],
    }
    rows = []
    for label, some in kinds.items():
        if some:
            trips = [wait.trips / 2 for wait in some]
            columns = {"times": f"{len(some)}", "round trips": f"{mean(trips):.2f}", "most": f"{max(trips):.1f}"}
            rows.append(Row(label, 1000 * mean(wait.seconds for wait in some), columns))
    return rows


def _over_tls(delay: float) -> Iterator[Table]:
    """Draws, and a show with draws; the two shapes take turns, so that noise falls on both."""
    measured: dict[str, dict[str, list[float]]] = {}
    for _ in range(GAMES):
        for shape, star in zip(_shapes.SHAPES, (False, True), strict=True):
            for what, values in trio.run(_draws, delay / 1000, star).items():
                measured.setdefault(what, {}).setdefault(shape, []).extend(values)
    rows = []
    for what, shapes in measured.items():
        for shape, row in zip(_shapes.SHAPES, _shapes.compared(shapes, what), strict=True):
            counted = f"{counted_trips(what, star=shape == _shapes.SHAPES[1]):.1f}"
            rows.append(Row(row.label, row.milliseconds, {**row.columns, "round trips": counted}))
    yield Table(f"Over TLS, a host and {GUESTS} guests {delay:g} ms from each other, nothing stored", rows)


class Line:
    """A port of this machine that leads to another one, as if that were ``delay`` seconds away."""

    def __init__(self, port: int, delay: float) -> None:
        self._port, self._delay = port, delay

    async def carry(self, near: trio.SocketStream) -> None:
        """Carry one connection, both ways."""
        async with near, await trio.open_tcp_stream("127.0.0.1", self._port) as far, trio.open_nursery() as nursery:
            for source, to in ((near, far), (far, near)):
                late, come = trio.open_memory_channel[tuple[float, bytes]](10_000)
                nursery.start_soon(self._hear, source, late)
                nursery.start_soon(self._say, come, to)

    async def _hear(self, source: trio.SocketStream, late: trio.MemorySendChannel[tuple[float, bytes]]) -> None:
        with late, suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await source.receive_some():
                await late.send((trio.current_time() + self._delay, bytes(data)))

    async def _say(self, come: trio.MemoryReceiveChannel[tuple[float, bytes]], to: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for then, data in come:
                await trio.sleep_until(then)
                await to.send_all(data)
            await to.send_eof()


@asynccontextmanager
async def _lines(ports: list[int], delay: float) -> AsyncIterator[list[Address]]:
    """Give the addresses at which these ports of this machine are reached from far away."""
    async with trio.open_nursery() as nursery:
        places = []
        for port in ports:
            (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
            nursery.start_soon(trio.serve_listeners, Line(port, delay).carry, [listener])
            places.append(Address("127.0.0.1", listener.socket.getsockname()[1]))
        yield places
        nursery.cancel_scope.cancel()


def counted_trips(what: str, *, star: bool) -> float:
    """Count the round trips of a measurement over TLS."""
    count = 1 + GUESTS
    charter, keys = _charter(count, [bytes(32)] * count, 1 + count)
    sessions = list(MemoryTable(charter, keys, os.urandom).sessions.values())
    round_trips(sessions, [Shuffle((), charter.faces, tuple(range(len(charter.faces))))], star=star)
    return round_trips(sessions, _operations(what, 0, count), star=star)


def _operations(what: str, first: int, count: int) -> list[Operation]:
    """Give the requests, with the cards from one on."""
    if what == DRAW:
        return [Deal((first,), first % count)]
    return [Show((first,)), Bundle(tuple(Deal((first + 1 + seat,), seat) for seat in range(count)))]


def _charter(count: int, certificates: Sequence[bytes], cards: int) -> tuple[Charter, list[IdentityKey]]:
    keys = [IdentityKey(hashlib.sha256(bytes([i])).digest()) for i in range(count)]
    faces = tuple(f"card-{i:02}" for i in range(cards))
    operators = tuple(Operator(keys[i].identity, certificates[i], bytes([i]) * 32, f"node {i}") for i in range(count))
    seats = tuple(Seat(i, f"seat {i}") for i in range(count))
    return Charter("benchmark", bytes(32), b"", faces, operators, seats), keys


async def _draws(delay: float, star: bool) -> dict[str, list[float]]:
    """Milliseconds of each draw, and of each show with draws; in a ``star`` only the first node can be dialled."""
    count = 1 + GUESTS
    tls = [TlsKey.generate(os.urandom) for _ in range(count)]
    charter, keys = _charter(count, [key.hash for key in tls], DRAWS + SHOWS * (1 + count))
    signed = signed_by_all(charter, keys)
    async with AsyncExitStack() as stack:
        ports = [await stack.enter_async_context(open_port([Address("127.0.0.1", 0)])) for _ in keys]
        places = await stack.enter_async_context(_lines([port.number for port in ports], delay))
        known = [() if star and i else (place,) for i, place in enumerate(places)]
        members = [Member(t.hash, t.certificate, where) for t, where in zip(tls, known, strict=True)]
        meshes = [
            await stack.enter_async_context(
                open_mesh(
                    sid=charter.sid,
                    operator=i,
                    key=tls[i],
                    members=members,
                    listen=ports[i],
                    entropy=os.urandom,
                )
            )
            for i in range(count)
        ]
        for mesh, where in zip(meshes, known, strict=True):
            mesh.pairing.addresses = where  # what they tell each other
        for mesh in meshes:
            while len(mesh.connected) < GUESTS:
                await mesh.events.receive()
        nodes = [_Node(signed, i, keys[i], mesh) for i, mesh in enumerate(meshes)]
        async with trio.open_nursery() as nursery:
            for node in nodes:
                nursery.start_soon(node.listen)
            await nodes[0].ended(0)
            await _timed(nodes, [Shuffle((), charter.faces, tuple(range(len(charter.faces))))])
            draws = [await _timed(nodes, _operations(DRAW, i, count)) for i in range(DRAWS)]
            cards = range(DRAWS, len(charter.faces), 1 + count)
            shows = [await _timed(nodes, _operations(SHOW, i, count)) for i in cards]
            nursery.cancel_scope.cancel()
    return {DRAW: draws, SHOW: shows}


class _Node:
    """A session over a mesh, without rules and without a store."""

    def __init__(self, signed: SignedCharter, operator: int, key: IdentityKey, mesh: Mesh) -> None:
        self.session = Session(signed, os.urandom, operator=operator, signer=key)
        self.mesh = mesh
        self.events = 0
        self.moved = trio.Event()
        self.flush()

    def flush(self) -> None:
        output: Any = self.session.poll()
        for data in output.send:
            self.mesh.send_all(FrameKind.MESSAGE, data)
        self.events += len(output.events)
        if output.events:
            self.moved.set()
            self.moved = trio.Event()

    async def listen(self) -> None:
        async for event in self.mesh.events:
            if isinstance(event, FrameReceived):
                self.session.receive(event.payload)
                self.flush()

    async def carry_out(self, operations: Sequence[Operation]) -> None:
        """Ask for one operation after the other, each where the one before has ended."""
        for operation in operations:
            before = self.events
            self.session.request(operation)
            self.flush()
            await self.ended(before)

    async def ended(self, before: int) -> None:
        while self.events <= before:
            await self.moved.wait()


async def _timed(nodes: list[_Node], operations: Sequence[Operation]) -> float:
    """Milliseconds of operations, from when all ask for the first until all have the end of the last."""
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        for node in nodes:
            nursery.start_soon(node.carry_out, operations)
    return (trio.current_time() - began) * 1000
