"""Playing over the network: the phases of a demonstration, bytes on the wire, and the latency of one draw."""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import trio

from benchmarks import Row, Table
from protocol.charter import Charter, Operator, Seat, SignedCharter, signed_by_all
from protocol.operations import Deal, Shuffle
from protocol.session import Session
from protocol.signatures import IdentityKey
from tta_p2p.cli._demo import Demo
from tta_p2p.games.contract import settle
from tta_p2p.net.addresses import Address
from tta_p2p.net.framing import Kind
from tta_p2p.net.members import Member
from tta_p2p.net.mesh import Connected, Mesh, Received, open_mesh
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.process import free_port
from tta_p2p.registry import entry, find, title

DRAWS = 40


def run(game: str) -> Iterator[Table]:
    """Whole games between processes, then single draws between two nodes over loopback TLS."""
    offered = entry(game).seats
    for seats in dict.fromkeys((offered[0], offered[-1])):
        with tempfile.TemporaryDirectory() as folder:
            options = settle(find(game).settings, {})
            demo = Demo(seats, game, options, "easy", Path(folder) / "demo.tta", keep=False, quiet=True)
            result = trio.run(demo.run)
        seconds, messages = result["seconds"], result["messages"]
        rows = [Row(phase, took * 1000) for phase, took in seconds.items()]
        rows.append(Row("a step of play", seconds["playing"] * 1000 / max(1, result["steps"])))
        size = result["bytes"]
        facts = {"messages": f"{messages}", "kB": f"{size // 1024}", "bytes a message": f"{size // messages}"}
        rows[-1] = Row(rows[-1].label, rows[-1].milliseconds, facts)
        what = f"A complete game of {title(game)} between easy bots, {seats} processes"
        yield Table(what, rows, unit=Row("playing", seconds["playing"] * 1000))
    yield Table("Draws over loopback TLS, two nodes, nothing stored", trio.run(_draws))


async def _draws() -> list[Row]:
    keys = [IdentityKey(hashlib.sha256(bytes([i])).digest()) for i in range(2)]
    tls = [TlsKey.generate(os.urandom) for _ in keys]
    faces = tuple(f"card-{i:02}" for i in range(DRAWS + 2))
    operators = tuple(Operator(keys[i].identity, tls[i].hash, bytes([i]) * 32, f"node {i}") for i in range(2))
    charter = Charter("benchmark", bytes(32), b"", faces, operators, (Seat(0, "a"), Seat(1, "b")))
    signed = signed_by_all(charter, keys)
    ports = [free_port("127.0.0.1") for _ in keys]
    members = [Member(t.hash, t.certificate, (Address("127.0.0.1", p),)) for t, p in zip(tls, ports, strict=True)]
    async with AsyncExitStack() as stack:
        meshes = [
            await stack.enter_async_context(
                open_mesh(
                    sid=charter.sid,
                    operator=i,
                    key=tls[i],
                    members=members,
                    listen=[Address("127.0.0.1", ports[i])],
                    entropy=os.urandom,
                )
            )
            for i in range(2)
        ]
        for mesh in meshes:
            while not isinstance(await mesh.events.receive(), Connected):
                pass
        nodes = [_Node(signed, i, keys[i], mesh) for i, mesh in enumerate(meshes)]
        async with trio.open_nursery() as nursery:
            for node in nodes:
                nursery.start_soon(node.listen)
            await nodes[0].ended(0)
            shuffle = await _timed(nodes, Shuffle((), faces, tuple(range(len(faces)))))
            draws = sorted([await _timed(nodes, Deal((i,), i % 2)) for i in range(DRAWS)])
            nursery.cancel_scope.cancel()
    return [
        Row(f"shuffle of {len(faces)} cards", shuffle * 1000),
        Row("one draw, median", draws[DRAWS // 2] * 1000),
        Row("one draw, longest", draws[-1] * 1000),
    ]


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
            self.mesh.send_all(Kind.MESSAGE, data)
        self.events += len(output.events)
        if output.events:
            self.moved.set()
            self.moved = trio.Event()

    async def listen(self) -> None:
        async for event in self.mesh.events:
            if isinstance(event, Received):
                self.session.receive(event.payload)
                self.flush()

    async def ended(self, before: int) -> None:
        while self.events <= before:
            await self.moved.wait()


async def _timed(nodes: list[_Node], operation: Any) -> float:
    before = [node.events for node in nodes]
    began = trio.current_time()
    for node in nodes:
        node.session.request(operation)
        node.flush()
    for node, count in zip(nodes, before, strict=True):
        await node.ended(count)
    return trio.current_time() - began
