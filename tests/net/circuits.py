"""A table at which only some can be dialled, and what its links have left."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import trio

from tests.net.parts import QUICK, Table, is_a, until
from tests.patience import PATIENCE
from tta_p2p.net.members import Bounds, MemberLink, Timing
from tta_p2p.net.mesh import Mesh, PeerConnected

SHORT = replace(QUICK, detour=0.05, straighten=0.2)


@asynccontextmanager
async def star(
    seats: int, *, carriers: Sequence[int] = (0,), timing: Timing = SHORT, bounds: Bounds | None = None
) -> AsyncIterator[list[Mesh]]:
    """A table at which only the carriers can be dialled."""
    table = Table(seats)
    async with AsyncExitStack() as stack:
        meshes: list[Mesh] = []
        for i in range(seats):
            sitting = table.sit(i, hidden=i not in carriers, timing=timing, bounds=bounds, know=meshes)
            meshes.append(await stack.enter_async_context(sitting))
        yield meshes


async def all_connected(meshes: Sequence[Mesh]) -> None:
    for mesh in meshes:
        while len(mesh.connected) < len(meshes) - 1:
            await until(mesh, is_a(PeerConnected))


def link(mesh: Mesh, operator: int) -> MemberLink:
    return next(link for link in mesh.links if link.operator == operator)


def patience(mesh: Mesh, operator: int) -> float:
    """What a member has left of another one's patience."""
    pace = link(mesh, operator).patience
    pace._fill()
    return pace._saved


def full() -> float:
    return float(Bounds().patience.burst)


async def within(condition: Callable[[], bool]) -> None:
    with trio.fail_after(PATIENCE):
        for _ in iter(condition, True):
            await trio.sleep(0.01)
