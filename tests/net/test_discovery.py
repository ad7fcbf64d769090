"""Discovery: what is announced is found, what is found is not believed."""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
import trio
import trio.testing
from hypothesis import example, given
from hypothesis import strategies as st
from trio.testing import MockClock
from zeroconf import DNSOutgoing, DNSPointer, EventLoopBlocked, IPVersion, ServiceInfo, Zeroconf

from tests.letters import LETTERS
from tests.needs import not_run_here
from tests.net.parts import entropy_of, hello_of, identity_of, key_of
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.discovery import open_discovery
from tta_p2p.net.errors import HelloFailed, NoMulticast
from tta_p2p.net.lobby import Peer, dial_lobby, serve_lobby
from tta_p2p.net.notices import (
    MAX_PLACES,
    Discovery,
    Notice,
    TableFound,
    TableKind,
    TableWithdrawn,
    notice_of,
    read_notice,
    read_service,
    write_notice,
)
from tta_p2p.net.zeroconf import GOODBYES, GROUP, multicast_works
from tta_p2p.node.lobby import announcements as announcing
from tta_p2p.node.lobby.announcements import TableSign, announce_beside, announce_table

# Other runs on this machine hear us, and we them: every run announces names of its own.
RUN = os.urandom(4).hex()
TYPE = f"{TableKind.label}.local."
E = TypeVar("E", TableFound, TableWithdrawn)


def notice(name: str, port: int = 7777, **more: str) -> Notice:
    identity = hashlib.sha256(f"{RUN} {name}".encode()).digest()
    return replace(notice_of(identity, port, "t" + RUN), **more)


async def heard(
    discovery: Discovery, wanted: Callable[[TableFound | TableWithdrawn], bool], within: float = PATIENCE
) -> TableFound | TableWithdrawn:
    with trio.fail_after(within):
        while True:
            event = await discovery.events.receive()
            if wanted(event):
                return event


def about(said: Notice) -> Callable[[TableFound | TableWithdrawn], bool]:
    return lambda event: (event.notice.name if isinstance(event, TableFound) else event.name) == said.name


TEXT = st.text(LETTERS, max_size=60)


@given(
    texts=st.dictionaries(st.sampled_from(["v", "id", "inst", "nick", "seats", "rules", "game", "more"]), TEXT),
    hosts=st.lists(TEXT | st.ip_addresses(v=4).map(str), max_size=20),
    port=st.integers(-1, 70000),
)
def test_whatever_a_record_says_nothing_gets_through_that_could_not_be_shown_or_dialled(
    texts: dict[str, str], hosts: list[str], port: int
) -> None:
    found = read_notice({"v": "1", "id": fingerprint(bytes(32)), "inst": "x"} | texts, hosts, port)
    if found is not None:
        said = found.notice
        for text in (said.nick, said.seats, said.rules, said.version, said.inst, said.game):
            assert len(text) <= 32 and text.isprintable()
        assert 0 < len(found.addresses) <= MAX_PLACES
        assert len(said.name) <= 63
        for address in found.addresses:
            assert address.fingerprint == said.fingerprint and 0 < address.port < 65536


@pytest.mark.parametrize("lie", [{"id": "no key"}, {"id": ""}, {"inst": "a b"}, {"inst": "x" * 17}, {"v": "\x1b"}])
def test_a_record_that_cannot_be_one_of_ours_is_passed_over(lie: dict[str, str]) -> None:
    honest = write_notice(notice("a"))
    assert read_notice(honest, ["10.0.0.1"], 7777) is not None
    assert read_notice(honest | lie, ["10.0.0.1"], 7777) is None
    assert read_notice(honest, ["224.0.0.1", "0.0.0.0", "na me"], 7777) is None


def test_an_address_of_loopback_is_tried_last() -> None:
    found = read_notice(write_notice(notice("a")), ["127.0.0.1", "10.0.0.1", "10.0.0.1"], 7777)
    assert found is not None and [address.host for address in found.addresses] == ["10.0.0.1", "127.0.0.1"]


async def test_on_loopback_a_table_is_found_changed_and_lost() -> None:
    async with open_discovery(["127.0.0.1"]) as host, open_discovery(["127.0.0.1"]) as guest:
        said = notice("host", nick="Zoë 战士", plays="caravan", seats="1/4", rules="0123456789abcdef")
        await host.announce(said)
        found = await heard(guest, about(said))
        assert found == TableFound(said, (Address("127.0.0.1", 7777, said.fingerprint),))
        await host.announce(replace(said, seats="2/4"))
        changed = await heard(guest, about(said))
        assert isinstance(changed, TableFound) and changed.notice.seats == "2/4"
        async with open_discovery(["127.0.0.1"]) as late:
            assert isinstance(await heard(late, about(said)), TableFound)
        await host.withdraw(said)
        assert await heard(guest, about(said)) == TableWithdrawn(said.name)


async def test_two_tables_of_one_nickname_are_two_tables() -> None:
    async with open_discovery(["127.0.0.1"]) as one, open_discovery(["127.0.0.1"]) as other:
        mine, yours = notice("one", 1111, nick="Anna"), notice("other", 2222, nick="Anna")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.announce, mine)
            nursery.start_soon(other.announce, yours)
        async with open_discovery(["127.0.0.1"]) as guest:
            ports = {}
            for _ in range(2):
                event = await heard(guest, lambda event: about(mine)(event) or about(yours)(event))
                assert isinstance(event, TableFound)
                ports[event.notice.name] = [address.port for address in event.addresses]
            assert ports == {mine.name: [1111], yours.name: [2222]}


ANNOUNCE = """
import sys, trio
from tta_p2p.net.discovery import open_discovery
from tta_p2p.net.notices import Notice
async def main():
    async with open_discovery(["127.0.0.1"]) as discovery:
        await discovery.announce(Notice(*sys.argv[1:2], int(sys.argv[2]), sys.argv[3]))
        print("announced", flush=True)
        await trio.sleep_forever()
trio.run(main)
"""


async def test_a_table_that_was_killed_stays_announced_so_only_dialling_tells_and_its_next_start_is_found() -> None:
    said = notice("killed", 9)
    command = [sys.executable, "-c", ANNOUNCE, said.fingerprint, "9", said.inst]
    process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    async with process.stdout:
        try:
            with trio.fail_after(PATIENCE):
                assert (await process.stdout.receive_some(100)).startswith(b"announced")
            async with open_discovery(["127.0.0.1"]) as guest:
                assert isinstance(await heard(guest, about(said)), TableFound)
                process.kill()
                await process.wait()
                with pytest.raises(trio.TooSlowError):
                    await heard(guest, about(said), within=0.5)
                again = replace(said, port=10)
                async with open_discovery(["127.0.0.1"]) as host:
                    await host.announce(again)
                    event = await heard(guest, lambda event: about(said)(event) and event != TableWithdrawn(said.name))
                    assert isinstance(event, TableFound) and event.notice.port == 10
        finally:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()


async def test_junk_on_the_network_does_not_hide_a_real_table_or_fill_the_list() -> None:
    def junk(library: Zeroconf) -> None:
        for number in range(3):
            lie = write_notice(notice(f"lie {number}", nick="\x1b]0;owned\x07" + "\u202e" * 20))
            library.register_service(
                ServiceInfo(
                    TYPE,
                    f"tta-somebody-{RUN}{number}.{TYPE}",  # not the name that follows from its texts
                    port=7000 + number,
                    addresses=[socket.inet_aton("127.0.0.1")],
                    properties=lie,
                    server=f"junk-{RUN}{number}.local.",
                ),
                cooperating_responders=True,
            )

    library = await trio.to_thread.run_sync(lambda: Zeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only))
    try:
        await trio.to_thread.run_sync(junk, library)
        async with open_discovery(["127.0.0.1"]) as host, open_discovery(["127.0.0.1"]) as guest:
            said = notice("real")
            await host.announce(said)
            event = await heard(guest, lambda event: isinstance(event, TableFound) and event.notice.inst == said.inst)
            assert isinstance(event, TableFound) and event.notice.fingerprint == said.fingerprint, "a lie was believed"
    finally:
        await trio.to_thread.run_sync(library.close)


LABEL = st.text("tta-_p2cplo.\\ \0\x1b\u202e234567abcdefgh", max_size=70) | st.text(LETTERS, max_size=70)


@given(name=LABEL | st.builds("{}.{}".format, LABEL, st.sampled_from([TYPE, TYPE.upper(), "_http._tcp.local.", "."])))
@example(name=f"TTA-{fingerprint(bytes(32)).upper()}-Ab9.{TYPE.upper()}")
@example(name="evil._http._tcp.local.")
@example(name=f"tta-{fingerprint(bytes(32))}-\u0131.{TYPE}")
def test_whatever_a_service_is_called_it_is_a_table_in_one_spelling_or_none(name: str) -> None:
    service = read_service(name, TYPE)
    if service is not None:
        assert len(service) <= 63 and service.isascii() and service.islower() and service.isprintable()
        assert read_service(f"{service}.{TYPE}", TYPE) == service and ServiceInfo(TYPE, f"{service}.{TYPE}")


def test_the_name_that_a_notice_gives_a_table_is_read() -> None:
    said = notice("a")
    assert read_service(f"{said.name}.{TYPE}", TYPE) == said.name.lower()


def pointers() -> list[tuple[str, str]]:
    """What anybody may say stands behind our kind of service: records of the type PTR, names and what they name."""
    key = fingerprint(hashlib.sha256(RUN.encode()).digest())
    odd = ["evil._http._tcp.local.", "evil.", ".", f"a\x1b[2J.{TYPE}", f"a\0b.{TYPE}", TYPE, f"x.{TYPE.upper()}"]
    odd += [f".{TYPE}", f"{'x' * 63}.{TYPE}", f"..{TYPE}"]
    odd += [f"tta-{key}-{RUN}.{TYPE.upper()}", f"tta-{key}-\u0131.{TYPE}", f"a.b.c.{TYPE}"]
    odd += [f"tta-{key}-{RUN}._http._tcp.local.", "_services._dns-sd._udp.local.", f"\u202e{RUN}.{TYPE}"]
    return [(kind, alias) for kind in (TYPE, TYPE.upper()) for alias in odd]


def shout(packets: list[bytes]) -> None:
    """Send these to everybody on loopback who listens to multicast DNS."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        for packet in packets:
            mouth.sendto(packet, (GROUP, 5353))


async def test_whatever_anybody_answers_about_tables_costs_nobody_anything(capfd: pytest.CaptureFixture[str]) -> None:
    """Each record by itself: zeroconf passes over the rest of a packet in which one fails."""
    if not multicast_works("127.0.0.1"):
        not_run_here("lies on the network", "there is no multicast here")
    packets = list[bytes]()
    for kind, alias in pointers():
        answer = DNSOutgoing(0x8400)
        answer.add_answer_at_time(DNSPointer(kind, 12, 1, 60, alias), 0)
        with suppress(Exception):  # what the library cannot write nobody sends with it
            packets += answer.packets()
    assert len(packets) > 20
    async with open_discovery(["127.0.0.1"]) as host, open_discovery(["127.0.0.1"]) as guest:
        shout(packets)
        await trio.to_thread.run_sync(shout, packets)
        said = notice("real among lies")
        await host.announce(said)
        assert isinstance(await heard(guest, about(said)), TableFound)
        shout(packets)
        changed = replace(said, seats="2/2")
        await host.announce(changed)
        await heard(guest, lambda event: isinstance(event, TableFound) and event.notice == changed)
    assert "failed:" not in capfd.readouterr().err, "lies are no faults"


@pytest.mark.parametrize("failures", [1, 9])
async def test_a_library_that_is_slow_to_end_is_asked_again_and_fails_nobody(
    failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine: the library's own thread does not answer in time."""
    if not multicast_works("127.0.0.1"):
        not_run_here("the end of discovery", "there is no multicast here")
    close, late = Zeroconf.close, [TimeoutError() if number % 2 else EventLoopBlocked() for number in range(failures)]
    slow = list[Zeroconf]()

    def gives_up(self: Zeroconf) -> None:
        if self not in slow:
            slow.append(self)
        if late:
            raise late.pop()
        close(self)

    monkeypatch.setattr(Zeroconf, "close", gives_up)
    async with open_discovery(["127.0.0.1"]):
        pass
    (library,) = slow
    assert library.done is (failures < GOODBYES)
    close(library)


async def test_a_table_that_could_not_be_announced_at_first_is_announced_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A busy machine makes the library give up, before it has told anybody or in the middle."""
    if not multicast_works("127.0.0.1"):
        not_run_here("a table announced late", "there is no multicast here")
    register, failures, said = Zeroconf.register_service, ["before", "after"], list[str]()

    def gives_up(self: Zeroconf, info: ServiceInfo, **how: Any) -> None:
        when = failures.pop(0) if failures else ""
        if when != "before":
            register(self, info, **how)
        if when:
            raise EventLoopBlocked

    monkeypatch.setattr(Zeroconf, "register_service", gives_up)
    now = trio.Event()

    def report(line: str) -> None:
        said.append(line)
        if line == "announced now":
            now.set()

    port: Any = SimpleNamespace(number=7777, addresses=(Address("127.0.0.1", 7777),))
    identity = hashlib.sha256(RUN.encode()).digest()
    async with (
        open_discovery(["127.0.0.1"]) as discovery,
        announce_table("late", port, TableSign("1/2"), bytes(32), identity, RUN, ["127.0.0.1"], report, "caravan"),
    ):
        late = notice_of(identity, 7777, RUN)
        await heard(discovery, lambda event: isinstance(event, TableFound) and event.notice.name == late.name)
        with trio.fail_after(PATIENCE):
            await now.wait()
        assert not failures and said[0].startswith("not announced: ")


class SlowNetwork:
    """A way to be heard of that takes as long as a test wants."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.up, self.down = trio.Event(), trio.Event()

    @asynccontextmanager
    async def open(self, interfaces: object, **how: object) -> AsyncIterator[SlowNetwork]:
        yield self

    async def announce(self, notice: Notice, listening: object = ()) -> None:
        await self.up.wait()
        self.heard.append(notice.seats)

    async def withdraw(self, notice: Notice) -> None:
        await self.down.wait()
        self.heard.append("withdrawn")


async def test_nobody_waits_for_an_announcement_nor_for_its_end_but_who_announces_again(
    monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    port: Any = SimpleNamespace(number=7777, addresses=(Address("127.0.0.1", 7777),))

    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:  # where it fails, nothing is left waiting

        def announcement(network: SlowNetwork, sign: TableSign) -> AbstractAsyncContextManager[None]:
            monkeypatch.setattr(announcing, "open_discovery", network.open)
            sign_up = announce_table("slow", port, sign, bytes(32), bytes(32), RUN, [], lambda line: None, "caravan")
            return announce_beside(lambda: sign_up, nursery)

        network, sign = SlowNetwork(), TableSign("1/2")
        stack.callback(network.down.set)
        async with announcement(network, sign):
            await trio.testing.wait_all_tasks_blocked()
            sign.show("2/2")
            assert network.heard == [], "it was not heard of before somebody sat down"
            network.up.set()
            await trio.testing.wait_all_tasks_blocked()
            assert network.heard == ["1/2", "2/2"], "who sat down meanwhile is on the sign"
        await trio.testing.wait_all_tasks_blocked()
        assert network.heard == ["1/2", "2/2"], "the game has begun, and the goodbye is on its way"
        network.down.set()
        await trio.testing.wait_all_tasks_blocked()
        assert network.heard[2:] == ["withdrawn"]

        network, begins = SlowNetwork(), trio.Event()
        stack.callback(network.down.set)
        network.up.set()

        async def fails() -> None:
            with pytest.raises(HelloFailed):
                async with announcement(network, TableSign("1/2")):
                    await trio.testing.wait_all_tasks_blocked()
                    raise HelloFailed("nobody comes")
            begins.set()

        nursery.start_soon(fails)
        await trio.testing.wait_all_tasks_blocked()
        await trio.testing.wait_all_tasks_blocked()
        assert not begins.is_set(), "a table of the same name would be taken down by the goodbye of this one"
        network.down.set()
        await begins.wait()
        assert network.heard == ["1/2", "withdrawn"]


async def test_who_answers_at_a_found_address_must_be_the_one_who_was_announced() -> None:
    async def receive(guest: Peer) -> None:
        pass

    async with serve_lobby(
        receive,
        signer=identity_of("liar"),
        hello=hello_of(),
        key=key_of("lobby"),
        entropy=entropy_of("host"),
        listen=[Address("127.0.0.1", 0)],
    ) as lobby:
        said = notice_of(identity_of("friend").identity, lobby.addresses[0].port, "x", nick="Friend")
        found = read_notice(write_notice(said), ["127.0.0.1"], said.port)
        assert found is not None
        with pytest.raises(HelloFailed, match="somebody else"):
            async with dial_lobby(
                found.addresses, signer=identity_of("guest"), hello=hello_of(), entropy=entropy_of("guest")
            ):
                pass


async def test_where_there_is_no_multicast_the_error_says_what_to_do() -> None:
    assert multicast_works("127.0.0.1") and not multicast_works("203.0.113.77")
    with pytest.raises(NoMulticast, match="HOST:PORT"):
        async with open_discovery(["203.0.113.77"]):
            pass
