"""Names that a slow name server is asked for, and what waits for the disk beside them."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest
import trio

from tests.net.parts import QUICK, key_of, members_of
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address
from tta_p2p.net.dialling import connect
from tta_p2p.net.errors import Unreachable
from tta_p2p.net.members import MAX_LOOKUPS, Bounds, MemberLink
from tta_p2p.net.ports import Purpose
from tta_p2p.net.threads import LOOKUPS
from tta_p2p.node.machine.environment import in_a_thread

NAMES = 60
"""More than Trio has threads for all purposes together."""


class NameServer:
    """Does not answer before it is told to."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.answers = threading.Event()
        self._changed = trio.Event()

    def _hear(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def until(self, name: bytes, count: int) -> None:
        """Wait until it was asked for a name, and for so many in all."""
        while name not in self.asked or len(self.asked) < count:
            await self._changed.wait()

    def __call__(self, host: bytes, port: int, family: int, kind: int, protocol: int, flags: int) -> Any:
        if not flags & socket.AI_NUMERICHOST:  # whether it is an address, Trio finds out without a thread
            self.asked.append(host)
            trio.from_thread.run_sync(self._hear)
            self.answers.wait(PATIENCE)
        raise socket.gaierror(socket.EAI_NONAME, "no such name")


async def dial(name: str, limit: trio.CapacityLimiter | None) -> None:
    with pytest.raises(Unreachable):
        await connect(Address(name, 9), Purpose.TABLE, PATIENCE, limit)


async def test_false_names_at_a_slow_name_server_hold_up_neither_the_disk_nor_another_members_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = NameServer()
    monkeypatch.setattr(socket, "getaddrinfo", server)
    (member,) = members_of([key_of("absent")])
    absent, other = (MemberLink(number, member, QUICK, Bounds()) for number in range(2))
    try:
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                for number in range(NAMES):
                    nursery.start_soon(dial, f"absent{number}.example", absent.lookups)
                    nursery.start_soon(dial, f"table{number}.example", None)
                nursery.start_soon(dial, "other.example", other.lookups)
                await server.until(b"other.example", MAX_LOOKUPS + LOOKUPS + 1)
                assert await in_a_thread(lambda: "stored") == "stored"
                assert len(server.asked) == MAX_LOOKUPS + LOOKUPS + 1
                server.answers.set()
        assert len(server.asked) == 2 * NAMES + 1, "all others were asked for in their turn"
    finally:
        server.answers.set()


async def test_a_name_that_is_given_up_keeps_its_turn_until_the_name_server_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = NameServer()
    monkeypatch.setattr(socket, "getaddrinfo", server)
    limit = trio.CapacityLimiter(1)
    try:
        for _ in range(3):
            with pytest.raises(Unreachable):
                await connect(Address("slow.example", 9), Purpose.TABLE, 0.05, limit)
        assert limit.borrowed_tokens == len(server.asked) == 1, "whoever is tried again has one thread, not three"
    finally:
        server.answers.set()
