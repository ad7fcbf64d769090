"""Whoever has signed and loses its channel before it hears that all have signed comes back to the game that began."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest
import trio

from tests.net.parts import LOCAL, hello_of
from tests.node.lobbies import Person, Table, table
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address
from tta_p2p.net.errors import ChannelLost
from tta_p2p.node.lobby.exchange import HOST_GONE, NOT_SIGNED, Agreement, LobbyFailed
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.knock import ask_whether_begun
from tta_p2p.node.lobby.messages import LobbyMessage, Nonces
from tta_p2p.node.spectators.stream import Stream, serve_stream


@dataclass
class Slow(LobbyGuest):
    """A guest that signs when it may."""

    may_sign: trio.Event = field(default_factory=trio.Event)
    asked: trio.Event = field(default_factory=trio.Event)

    async def _hear(self, said: LobbyMessage) -> Agreement | None:
        if isinstance(said, Nonces):
            self.asked.set()
            await self.may_sign.wait()
        return await super()._hear(said)


@dataclass
class Lost(LobbyGuest):
    """A guest whose channel breaks just after it has signed (``before``: when that has not arrived)."""

    before: bool = False
    arrived: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint
    """Waits until its signature has come to the host."""

    async def _hear(self, said: LobbyMessage) -> Agreement | None:
        if isinstance(said, Nonces) and self.before:
            assert self.visit.room is not None
            self.signature = self.visit.sign(said.opened, self.key)
            self.channel.abandon("broken")
            raise ChannelLost("it breaks")
        agreed = await super()._hear(said)
        if isinstance(said, Nonces):
            await self.arrived()
            self.channel.abandon("broken")
            raise ChannelLost("it breaks")
        return agreed


def sit(kind: type[LobbyGuest], person: Person, table: Table, channel: object) -> LobbyGuest:
    """A guest that agrees to whatever is shown."""
    guest = kind(channel, person.key, person.name, person.certificate, person.opened, ("127.0.0.1:7",), table.change)  # type: ignore[arg-type]
    guest.watch = lambda room, state: guest.agree() if state == "agreeing" and not guest.visit.agreed_to else None
    return guest


async def lose(table: Table, name: str, *, before: bool = False) -> LobbyGuest:
    """A guest that has signed and lost its channel."""
    person, sign = Person(name), table.host._sign
    signed = trio.Event()

    def take(identity: bytes, signature: bytes) -> None:
        sign(identity, signature)
        if identity == person.key.identity:
            signed.set()

    table.host._sign = take  # type: ignore[method-assign]
    async with table.dial(person) as channel:
        guest = sit(Lost, person, table, channel)
        assert isinstance(guest, Lost)
        guest.before, guest.arrived = before, signed.wait
        with pytest.raises(LobbyFailed) as lost, trio.fail_after(PATIENCE):
            await guest.run()
        assert lost.value.why == (HOST_GONE,) and guest.signature
    return guest


async def come_back(guest: LobbyGuest, *tables: Sequence[Address], patience: float = PATIENCE) -> Agreement:
    with trio.fail_after(2 * PATIENCE):
        return await ask_whether_begun(
            guest,
            tables,
            signer=guest.key,
            hello=hello_of(),
            entropy=os.urandom,
            parts=(),
            patience=patience,
            tell=lambda error, rest: None,
        )


async def slowly(table: Table, name: str, slow: list[Slow]) -> None:
    person = Person(name)
    async with table.dial(person) as channel:
        guest = sit(Slow, person, table, channel)
        assert isinstance(guest, Slow)
        slow.append(guest)
        await guest.run()


@pytest.mark.parametrize("before", [False, True])
async def test_who_has_signed_and_loses_its_channel_is_waited_for_and_handed_the_charter(before: bool) -> None:
    async with table(3) as opened:
        opened.host.start()
        slow: list[Slow] = []
        opened.nursery.start_soon(slowly, opened, "Cid", slow)
        await opened.until(lambda: len(opened.names) == 2)
        bob = await lose(opened, "Bob", before=before)
        await opened.until(lambda: bob.key.identity not in opened.host.channels)
        assert not opened.failed, "it may have signed"
        with trio.fail_after(PATIENCE):
            await slow[0].asked.wait()
        begun: list[Agreement] = []

        async def again() -> None:
            begun.append(await come_back(bob, [opened.address]))  # type: ignore[list-item]
            opened.change()

        opened.nursery.start_soon(again)
        await opened.until(lambda: bob.key.identity in opened.host.channels)
        slow[0].may_sign.set()
        await opened.until(lambda: bool(begun))
        begun[0].charter.check()
        assert begun[0].operator == [one.name for one in begun[0].charter.charter.operators].index("Bob")


async def test_whoever_plays_hands_the_beginning_to_who_has_signed_and_to_nobody_else() -> None:
    async with table(2) as opened:
        opened.host.start()
        bob = await lose(opened, "Bob")
        await opened.until(lambda: opened.host._agreed is not None)
        agreed = opened.host._agreed
        assert agreed is not None
        person = Person("Ann")
        async with serve_stream(
            Stream(agreed.charter, (), os.urandom),
            signer=person.key,
            hello=hello_of(),
            entropy=os.urandom,
            listen=LOCAL,
        ) as door:
            nowhere = Address("127.0.0.1", 1)
            begun = await come_back(bob, [nowhere], door.addresses)
            assert begun.charter == agreed.charter and begun.certificates == agreed.certificates
            genuine, bob.signature = bob.signature, bytes(64)
            with pytest.raises(LobbyFailed):
                await come_back(bob, door.addresses, patience=0.0)
            bob.key, bob.signature = Person("Mal").key, genuine
            with pytest.raises(LobbyFailed):
                await come_back(bob, door.addresses, patience=0.0)


async def test_who_has_signed_at_a_table_that_is_given_up_hears_so_from_its_host_alone() -> None:
    async with table(2) as opened:
        opened.host.start()
        bob = await lose(opened, "Bob")
        await opened.until(lambda: opened.host._agreed is not None)
        async with table(2) as again:
            with pytest.raises(LobbyFailed) as heard:
                await come_back(bob, [again.address])  # type: ignore[list-item]
            assert heard.value.why[0] == NOT_SIGNED
            with pytest.raises(LobbyFailed) as unheard:
                await come_back(bob, [Address("127.0.0.1", 1)], [again.address], patience=0.0)  # type: ignore[list-item]
            assert unheard.value.why == (HOST_GONE,)
