"""Whatever two honest ends and an honest carrier do, in whatever order, nobody pays but for what ends early."""

from __future__ import annotations

from collections import deque
from typing import Any, cast

import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.net.parts import QUICK, Table
from tta_p2p.net.circuits import KIB, Circuit, Circuits, cost
from tta_p2p.net.control import CircuitWords, read_mesh
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import Bounds, LiveChannel, MemberLink

CARRIER = 0
Act = tuple[str, int, int]
ACTS = st.lists(
    st.tuples(
        st.sampled_from(("open", "send", "send", "read", "drop", "carry", "carry", "carry", "lose")),
        st.integers(0, 7),
        st.integers(1, 60_000),
    ),
    min_size=20,
    max_size=150,
)


class Wire:
    """One direction of a channel, as far as circuits use it; what is sent arrives when the test says so."""

    crowded = False

    def __init__(self) -> None:
        self.frames: deque[tuple[int, bytes]] = deque()

    def send_nowait(self, kind: int, payload: bytes) -> None:
        self.frames.append((kind, payload))


class Node:
    """The circuits of one member, on wires."""

    def __init__(self, operator: int, connected: list[int], nursery: trio.Nursery) -> None:
        table = Table(3)
        self.operator = operator
        self.links = {i: MemberLink(i, table.members[i], QUICK, Bounds()) for i in range(3) if i != operator}
        self.ends: list[Circuit] = []
        self.circuits = Circuits(operator, self.links, self.ends.append, nursery)
        for other in connected:
            self.links[other].live = LiveChannel(cast("Any", Wire()), bytes(16), 1)

    def wire(self, to: int) -> Wire:
        live = self.links[to].live
        assert live is not None
        return cast("Wire", live.channel)


def deliver(source: Node, to: Node) -> bool:
    frames = source.wire(to.operator).frames
    if not frames:
        return False
    kind, payload = frames.popleft()
    if kind == FrameKind.MESH:
        said = read_mesh(payload)
        assert isinstance(said, CircuitWords)
        to.circuits.hear(to.links[source.operator], said)
    else:
        to.circuits.take(to.links[source.operator], payload)
    return True


@settings(max_examples=40)
@given(ACTS)
async def test_honest_members_pay_at_most_for_what_was_carried_and_forget_what_is_over(acts: list[Act]) -> None:
    async with trio.open_nursery() as nursery:
        host, a, b = Node(0, [1, 2], nursery), Node(1, [0], nursery), Node(2, [0], nursery)
        sent = {1: 0, 2: 0}
        hops = [(host, a), (a, host), (host, b), (b, host)]
        for verb, which, size in acts:
            guest, other = ((a, b), (b, a))[which % 2]
            open_ends = [end for end in guest.ends if not end._closed]
            if verb == "open":
                guest.ends.append(guest.circuits.open(CARRIER, other.operator))
            elif verb == "carry":
                for _ in range(1 + size % 9):
                    deliver(*hops[which % 4])
                await trio.lowlevel.checkpoint()  # room is passed on by a task
            elif verb == "lose" and which == 0:
                guest.circuits.lost(guest.links[CARRIER])
                host.circuits.lost(host.links[guest.operator])
                guest.wire(CARRIER).frames.clear()
                host.wire(guest.operator).frames.clear()
            elif verb in ("send", "read", "drop") and open_ends:
                end = open_ends[size % len(open_ends)]
                if verb == "drop":
                    end.drop()
                else:
                    sent[guest.operator] += 2 * cost(size) if verb == "send" else 0
                    nursery.start_soon(_use_it, end, verb, size)
                    await trio.testing.wait_all_tasks_blocked()
        for guest in (a, b):
            for end in guest.ends:
                end.drop()
        while any([deliver(*hop) for hop in hops]):
            await trio.lowlevel.checkpoint()
        for node in (host, a, b):
            for link in node.links.values():
                # A circuit that ends early costs whoever opened it as much as was carried on it, at the carrier alone.
                carried = sent[link.operator] / KIB if node is host else 0
                assert Bounds().patience.burst - carried <= link.patience._saved <= Bounds().patience.burst
            assert len(node.circuits) == 0
        nursery.cancel_scope.cancel()


async def _use_it(end: Circuit, verb: str, size: int) -> None:
    with trio.move_on_after(0.001):
        try:
            await (end.send_all(bytes(size)) if verb == "send" else end.receive_some(size))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return
