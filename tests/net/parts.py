"""Identities, keys and members for tests of the network; repeatable, with no randomness of the system."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import lru_cache

import trio

from protocol.messages import Hello
from protocol.signatures import IdentityKey
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address
from tta_p2p.net.channel import Pulse
from tta_p2p.net.folder.post import PostSetup
from tta_p2p.net.members import Bounds, Member, Timing
from tta_p2p.net.mesh import Mesh, MeshEvent, open_mesh
from tta_p2p.net.strangers import Gate
from tta_p2p.net.tls import TlsKey

LOCAL = (Address("127.0.0.1", 0),)
SID = hashlib.sha256(b"a game").digest()
QUICK = Timing(retry_first=0.05, retry_most=0.3, head_start=0.02, crossing=0.2)
"""Little is waited for; but who is silent is noticed as late as in real games, for a busy machine is silent too."""
SOON = replace(QUICK, pulse=Pulse(beat=0.2, silence=1.5), probe=0.5)
"""Where somebody who is silent is to be noticed."""


def entropy_of(name: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same in every run."""
    counter = iter(range(1 << 62))

    def entropy(count: int) -> bytes:
        return hashlib.shake_256(f"{name} {next(counter)}".encode()).digest(count)

    return entropy


def identity_of(name: str) -> IdentityKey:
    return IdentityKey(hashlib.sha256(f"identity {name}".encode()).digest())


@lru_cache
def key_of(name: str) -> TlsKey:
    return TlsKey(hashlib.sha256(f"tls {name}".encode()).digest())


def hello_of(*, rules: bytes = bytes([7]) * 32, protocol: str = "tta-p2p/4") -> Hello:
    return Hello("tta-p2p 1.0", protocol, rules)


def members_of(keys: Sequence[TlsKey]) -> list[Member]:
    return [Member(key.hash, key.certificate) for key in keys]


class Table:
    """The keys of a table and its members, on which several meshes can sit."""

    def __init__(self, seats: int) -> None:
        self.keys = [key_of(f"operator {number}") for number in range(seats)]
        self.members = members_of(self.keys)
        self.hidden: dict[int, tuple[Address, ...]] = {}
        """Where those listen who tell nobody."""

    @asynccontextmanager
    async def sit(
        self,
        operator: int,
        *,
        start: str = "",
        listen: Sequence[Address] = LOCAL,
        timing: Timing = QUICK,
        bounds: Bounds | None = None,
        strangers: Gate | None = None,
        know: Sequence[Mesh] = (),
        key: TlsKey | None = None,
        hidden: bool = False,
        post: PostSetup | None = None,
    ) -> AsyncIterator[Mesh]:
        async with open_mesh(
            sid=SID,
            operator=operator,
            key=key or self.keys[operator],
            members=self.members,
            listen=listen,
            entropy=entropy_of(f"{operator} {start}"),
            timing=timing,
            bounds=bounds,
            strangers=strangers,
            post=post,
        ) as mesh:
            if hidden:
                self.hidden[operator], mesh.pairing.addresses = mesh.addresses, ()
            introduce(mesh, *know)
            yield mesh


def tell_where(mesh: Mesh, operator: int, places: Iterable[Address]) -> None:
    """Where a member is, as any other member tells it."""
    (link,) = [link for link in mesh.links if link.operator == operator]
    if link.hint(place.place for place in places):
        link.nudge()


def introduce(*meshes: Mesh) -> None:
    """Tell all of them where the others listen."""
    for one in meshes:
        for other in meshes:
            if other.operator != one.operator:
                tell_where(one, other.operator, other.addresses)


async def until(mesh: Mesh, wanted: Callable[[MeshEvent], bool]) -> MeshEvent:
    """Take events until one is wanted; fails after a generous while."""
    with trio.fail_after(PATIENCE):
        async for event in mesh.events:
            if wanted(event):
                return event
    raise AssertionError("the mesh ended")


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds of which nobody is told."""
    with trio.fail_after(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await trio.sleep(0.01)


def is_a(kind: type, operator: int | None = None) -> Callable[[MeshEvent], bool]:
    return lambda event: isinstance(event, kind) and operator in (None, event.operator)
