"""A program that fails at what somebody says before a game accuses nobody: no guest and no host."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import trio

from protocol.signatures import IdentityKey
from tests.net.parts import LOCAL
from tests.node.lobbies import Person, table
from tests.node.within import Here
from tests.patience import PATIENCE
from tta_p2p.net.dialling import first_of
from tta_p2p.net.errors import OwnFault
from tta_p2p.net.lobby import Peer, serve_lobby
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.lobby.greeting import hello, rules_parts
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.host import LobbyHost
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.plan.plans import NodeFailed, Plan
from tta_p2p.node.process import Node


class Invented(Exception):
    """Something no library raises and no part of the program knows."""


async def test_a_guest_at_whose_words_the_host_fails_keeps_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = [True]
    attend = LobbyHost._attend

    async def fail(self: LobbyHost, identity: bytes, channel: object) -> None:
        if failing:
            failing.clear()
            raise Invented
        await attend(self, identity, channel)  # type: ignore[arg-type]

    monkeypatch.setattr(LobbyHost, "_attend", fail)
    async with table(3) as opened:
        await opened.honest("Bob")
        assert [one for one in opened.left if "host-gone" in one], "it has lost its channel, and dials again"
        assert opened.names == ["Ann", "Bob"] and Person("Bob").key.identity in opened.host.away


async def test_a_guest_that_fails_at_what_its_host_says_does_not_say_that_the_host_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(self: LobbyGuest) -> None:
        raise Invented

    async def stay(guest: Peer) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr(LobbyGuest, "_until_agreed", fail)
    key, host = TlsKey.generate(os.urandom), IdentityKey(os.urandom(32))
    more = {"signer": host, "hello": hello("skiff"), "key": key, "entropy": os.urandom, "parts": rules_parts("skiff")}
    async with serve_lobby(stay, listen=LOCAL, **more) as lobby:  # type: ignore[arg-type]
        plan = Plan(do="join", id="ann", name="Ann", address=str(lobby.addresses[0]), listen="127.0.0.1:0")
        (home := tmp_path / "ann").mkdir(mode=0o700)
        node = Node(plan, home, report=lambda line: None, environment=Environment(workers=Here(), thinkers=Here()))
        with trio.fail_after(PATIENCE), pytest.raises(BaseExceptionGroup) as failed:
            await node.run()
        assert failed.group_contains(NodeFailed, match="Nobody is accused")


async def test_what_fails_at_reaching_somebody_is_not_laid_to_whoever_is_there() -> None:
    async def attempt(way: int) -> int:
        raise Invented

    with pytest.raises(OwnFault, match="this program fails") as failed:
        await first_of([1, 2], attempt, 0.0, lambda late: None)
    assert failed.value.fault == "Invented"
