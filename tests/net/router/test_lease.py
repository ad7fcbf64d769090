"""Ports that a router opens: asked for, renewed, closed; and routers that refuse, stay silent, stall and lie."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from tests.net.router.datagrams import simulated_router
from tests.net.router.false_router import ALL, HOST, OUTER, FalseRouter
from tests.simulation.network import HERE
from tta_p2p.net.addresses import Address
from tta_p2p.net.router import lease
from tta_p2p.net.router.answers import RouterAnswer, RouterOutcome
from tta_p2p.net.router.gateway import Doors, Gateway
from tta_p2p.net.router.lease import RouterLease

PORT = 7777
WAYS = ["pcp", "nat-pmp", "upnp"]


def lease_at(*found: Gateway, hear: Callable[[RouterAnswer], None] = lambda _: None) -> RouterLease:
    async def find() -> tuple[Gateway, ...]:
        return found

    return RouterLease(PORT, random.Random(1).randbytes, hear, find=find)


def leased(router: FalseRouter, hear: Callable[[RouterAnswer], None] = lambda _: None) -> RouterLease:
    return lease_at(router.gateway, hear=hear)


@pytest.fixture
def clock() -> trio.testing.MockClock:
    """Time goes on where all wait, and nothing here waits for a machine: sockets are simulated."""
    return trio.testing.MockClock(autojump_threshold=0)


@asynccontextmanager
async def kept(router: FalseRouter) -> AsyncIterator[list[RouterAnswer]]:
    """What a lease is told while it runs; it has ended, and closed, when the body has."""
    told: list[RouterAnswer] = []

    def hear(answer: RouterAnswer) -> None:
        told.append(answer)
        router.note("told", answer.outcome)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(leased(router, hear).keep)
        yield told
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("way", WAYS)
async def test_a_router_opens_the_port_and_closes_it_at_the_end(way: str, clock: trio.testing.MockClock) -> None:
    async with simulated_router(speaks=frozenset({way})) as router:
        async with kept(router) as told:
            await router.until(lambda: bool(told))
            assert told == [RouterAnswer(RouterOutcome.OPEN, (Address(OUTER, PORT),))]
            assert router.rules == {PORT: (PORT, lease.LEASE)} and lease.LEASE <= 3600
        assert router.rules == {}, "closed, though the node was only interrupted"


@pytest.mark.parametrize("way", WAYS)
async def test_a_port_is_renewed_before_its_time_is_over(way: str, clock: trio.testing.MockClock) -> None:
    async with simulated_router(speaks=frozenset({way})) as router, kept(router) as told:
        opened = "AddPortMapping" if way == "upnp" else "open"
        await router.until(lambda: router.count(way, opened) > 3)
        assert len(told) == 1 and [*router.rules] == [PORT], "nothing is new, and there is one rule"


async def test_a_router_that_grants_less_time_is_asked_again_within_it(clock: trio.testing.MockClock) -> None:
    async with simulated_router(seconds=1) as router, kept(router):
        await router.until(lambda: router.count("pcp", "open") > 1)


async def test_a_router_that_lends_for_a_moment_is_not_asked_without_end(clock: trio.testing.MockClock) -> None:
    async with simulated_router(speaks=frozenset({"pcp"}), seconds=1) as router, kept(router):
        await trio.sleep(20 * lease.SOONEST)
    assert 20 <= router.count("pcp", "open") <= 21


@pytest.mark.parametrize("way", WAYS)
async def test_what_a_router_has_opened_is_closed_at_the_end_though_it_was_not_renewed(
    way: str, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=frozenset({way})) as router:
        async with kept(router) as told:
            await router.until(lambda: any(one.outcome is RouterOutcome.OPEN for one in told))
            router.refuses = {way: 2}
            await router.until(lambda: any(one.outcome is RouterOutcome.REFUSED for one in told))
            assert [*router.rules] == [PORT]
            router.refuses = {}
        assert router.rules == {}


async def test_what_nat_pmp_has_opened_and_pcp_has_renewed_is_closed_at_the_end(clock: trio.testing.MockClock) -> None:
    """As miniupnpd does, where the first words by PCP are lost."""
    async with simulated_router(speaks=frozenset({"nat-pmp"})) as router:
        async with kept(router):
            await router.until(lambda: router.count("nat-pmp", "open") > 0)
            router.speaks = frozenset({"pcp", "nat-pmp"})
            await router.until(lambda: router.count("pcp", "open") > 0)
            await trio.sleep(1)
        assert router.rules == {}


async def test_a_router_that_was_switched_off_and_on_is_asked_again_and_what_others_are_told_follows(
    clock: trio.testing.MockClock,
) -> None:
    async with simulated_router(speaks=frozenset({"pcp"})) as router, kept(router) as told:
        await router.until(lambda: bool(told))
        router.refuses = {"pcp": 2}
        await router.until(lambda: len(told) > 1)
        router.refuses, router.outer = {}, "9.9.9.10"
        await router.until(lambda: len(told) > 2)
    assert [one.outcome for one in told] == [RouterOutcome.OPEN, RouterOutcome.REFUSED, RouterOutcome.OPEN]
    assert told[-1].addresses == (Address("9.9.9.10", PORT),)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("outer", ["192.168.1.7", "100.64.3.3", "10.0.0.1", "100.127.0.1"])
async def test_a_router_behind_another_one_is_said_and_what_it_has_opened_is_closed(
    way: str, outer: str, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=frozenset({way}), outer=outer) as router:
        outcome = RouterOutcome.SHARED if outer.startswith("100.") else RouterOutcome.BEHIND
        assert await leased(router).ask() == RouterAnswer(outcome, (), outer)
        assert router.rules == {}


@pytest.mark.parametrize(
    ("outer", "outcome"),
    [("10.0.0.1", RouterOutcome.BEHIND), ("100.64.0.1", RouterOutcome.SHARED), (OUTER, RouterOutcome.REFUSED)],
)
async def test_a_router_that_refuses_since_its_own_address_helps_nobody_is_told_apart(
    outer: str, outcome: RouterOutcome, clock: trio.testing.MockClock
) -> None:
    """As miniupnpd does: it says no more than that the network fails."""
    async with simulated_router(speaks=frozenset({"pcp", "nat-pmp"}), outer=outer, refuses={"pcp": 7}) as router:
        answer = await leased(router).ask()
        assert answer.outcome is outcome and answer.host == ("" if outcome is RouterOutcome.REFUSED else outer)
        router.refuses["nat-pmp"] = 3
        assert (await leased(router).ask()).outcome is RouterOutcome.OFFLINE


async def test_a_router_without_an_outer_address_is_said(clock: trio.testing.MockClock) -> None:
    async with simulated_router(outer="0.0.0.0") as router:
        assert (await leased(router).ask()).outcome is RouterOutcome.OFFLINE


async def test_where_pcp_is_refused_upnp_is_asked(clock: trio.testing.MockClock) -> None:
    async with simulated_router(refuses={"pcp": 2, "nat-pmp": 2}) as router:
        answer = await leased(router).ask()
        assert answer.outcome is RouterOutcome.OPEN and router.count("upnp", "AddPortMapping") == 1


@pytest.mark.parametrize(
    ("codes", "outcome"),
    [({"pcp": 2, "upnp": 606}, RouterOutcome.REFUSED), ({"pcp": 2, "upnp": 725}, RouterOutcome.FOREVER)],
)
async def test_a_router_that_refuses_is_said(
    codes: dict[str, int], outcome: RouterOutcome, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=ALL, refuses=codes) as router:
        assert await leased(router).ask() == RouterAnswer(outcome)
        assert router.rules == {}


async def test_where_the_outer_port_is_taken_another_one_is_opened(clock: trio.testing.MockClock) -> None:
    async with simulated_router(speaks=frozenset({"upnp"}), taken=frozenset({PORT})) as router:
        (address,) = (await leased(router).ask()).addresses
        assert address.port != PORT and router.rules[address.port][0] == PORT


async def test_a_silent_router_costs_the_time_and_nothing_else(clock: trio.testing.MockClock) -> None:
    async with simulated_router():
        began = trio.current_time()
        assert (await lease_at(Gateway(HOST, HOST, Doors(9, 9))).ask()).outcome is RouterOutcome.SILENT
        assert trio.current_time() <= began + lease.PATIENCE


async def test_a_router_that_stalls_in_its_pages_is_left_in_time(clock: trio.testing.MockClock) -> None:
    stall: Callable[[str, bytes], bytes | None] = lambda way, data: None if way == "http" else data  # noqa: E731
    async with simulated_router(speaks=frozenset({"upnp"}), changed=stall) as router:
        began = trio.current_time()
        assert (await leased(router).ask()).outcome is RouterOutcome.SILENT
        assert trio.current_time() <= began + lease.PATIENCE


async def test_no_router_is_said(clock: trio.testing.MockClock) -> None:
    assert await lease_at().ask() == RouterAnswer(RouterOutcome.NONE)


@pytest.mark.parametrize(
    "lie",
    [
        b"",
        b"\x02",
        bytes(2000),
        b"\x02\x81" + bytes(58),
        b"\x00\x82" + bytes(14),
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<a></b>!!",
    ],
)
async def test_a_router_that_answers_garbage_opens_nothing_and_fails_nothing(
    lie: bytes, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(
        changed=lambda way, data: data if way == "ssdp" and lie[:4] == b"HTTP" else lie
    ) as router:
        assert (await leased(router).ask()).outcome is RouterOutcome.GARBLED


@pytest.mark.parametrize("outer", ["127.0.0.1", "224.0.0.1", "255.255.255.255", "169.254.1.1", "240.0.0.1"])
@pytest.mark.parametrize("way", WAYS)
async def test_a_router_that_lies_about_its_address_is_not_believed(
    way: str, outer: str, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=frozenset({way}), outer=outer) as router:
        answer = await leased(router).ask()
        assert answer.outcome is RouterOutcome.GARBLED and not answer.addresses


async def test_an_answer_to_another_request_is_not_believed(clock: trio.testing.MockClock) -> None:
    other: Callable[[str, bytes], bytes] = lambda _, data: data[:24] + bytes(12) + data[36:]  # noqa: E731
    async with simulated_router(speaks=frozenset({"pcp"}), changed=other) as router:
        assert (await leased(router).ask()).outcome is RouterOutcome.GARBLED


@pytest.mark.parametrize("where", ["location", "control"])
@pytest.mark.parametrize("url", ["http://127.0.0.2:80/x", "http://games.example.org/x", "https://127.0.0.1/x"])
async def test_a_router_that_sends_elsewhere_is_not_followed(
    where: str, url: str, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=frozenset({"upnp"}), **{where: url}) as router:
        assert (await leased(router).ask()).outcome is RouterOutcome.GARBLED
        assert not router.count("upnp", "AddPortMapping")


async def test_only_the_default_gateway_is_heard(clock: trio.testing.MockClock) -> None:
    """Somebody else on the network answers the search first, and is not asked for anything."""
    async with simulated_router(speaks=frozenset({"upnp"})) as router:
        elsewhere = Gateway("127.0.0.2", HOST, router.doors)
        stranger = lease_at(elsewhere)
        # The search is a word to everybody on the network: this stranger hears and answers it from 127.0.0.1.
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_overhear, router, nursery)
            answer = await stranger.ask()
            nursery.cancel_scope.cancel()
        assert answer.outcome is RouterOutcome.SILENT and not router.count("upnp", "description")


async def _overhear(router: FalseRouter, nursery: trio.Nursery) -> None:
    """Answer at the stranger's place whatever is asked of 127.0.0.2."""
    home = HERE.get()
    HERE.set(home.network.machine("127.0.0.2"))
    (pages,) = await trio.open_tcp_listeners(router.web, host="127.0.0.2")
    nursery.start_soon(trio.serve_listeners, router.serve_page, [pages])
    with trio.socket.socket(type=trio.socket.SOCK_DGRAM) as line:
        await line.bind(("127.0.0.2", router.doors.ssdp))
        HERE.set(home)
        with trio.socket.socket(type=trio.socket.SOCK_DGRAM) as me:
            await me.bind((HOST, 0))
            while True:
                _, sender = await line.recvfrom(2000)
                location = f"http://127.0.0.2:{router.web}/device.xml"
                found = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
                await me.sendto(f"HTTP/1.1 200 OK\r\nST: {found}\r\nLOCATION: {location}\r\n\r\n".encode(), sender)


@pytest.mark.parametrize("way", WAYS)
async def test_a_router_that_was_restarted_opens_the_port_again_within_a_minute(
    way: str, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=frozenset({way})) as router, kept(router) as told:
        await router.until(lambda: bool(told))
        await trio.sleep(lease.LOOK / 2)
        router.restart()
        began = trio.current_time()
        await router.until(lambda: bool(router.rules))
        assert trio.current_time() <= began + lease.LOOK + lease.PATIENCE
        assert len(told) == 1, "others reach it where they did"


async def test_a_router_whose_pages_are_elsewhere_after_its_start_is_found_again(clock: trio.testing.MockClock) -> None:
    async with (
        simulated_router(speaks=frozenset({"upnp"})) as router,
        kept(router) as told,
        trio.open_nursery() as pages,
    ):
        await router.until(lambda: bool(told))
        router.restart()
        await router.move_pages(pages)
        began = trio.current_time()
        await router.until(lambda: bool(router.rules))
        assert trio.current_time() <= began + lease.LOOK + lease.GLANCE + lease.PATIENCE
        pages.cancel_scope.cancel()


async def test_a_port_that_a_router_leads_to_another_computer_meanwhile_is_asked_for_again(
    clock: trio.testing.MockClock,
) -> None:
    async with simulated_router(speaks=frozenset({"upnp"})) as router, kept(router) as told:
        await router.until(lambda: bool(told))
        router.rules[PORT] = (PORT + 1, 600)
        await router.until(lambda: router.count("upnp", "AddPortMapping") > 1)
        assert router.rules[PORT][0] == PORT


@pytest.mark.parametrize(
    ("way", "opens", "looks"),
    [("pcp", "open", "clock"), ("upnp", "AddPortMapping", "GetSpecificPortMappingEntry")],
)
async def test_a_router_that_remembers_is_not_asked_to_open_the_port_each_minute(
    way: str, opens: str, looks: str, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=frozenset({way})) as router, kept(router):
        await trio.sleep(5.5 * lease.LOOK)
        assert router.count(way, opens) == 1 and router.count(way, looks) == 5


@pytest.mark.parametrize(("way", "opens"), [("pcp", "open"), ("upnp", "AddPortMapping")])
async def test_a_router_that_says_nothing_when_it_is_looked_at_keeps_its_rule(
    way: str, opens: str, clock: trio.testing.MockClock
) -> None:
    async with simulated_router(speaks=frozenset({way})) as router, kept(router) as told:
        await router.until(lambda: bool(told))
        router.changed = lambda way, data: None
        await trio.sleep(5 * lease.LOOK)
        router.changed = lambda way, data: b"\x02\x80garbage"
        await trio.sleep(3 * lease.LOOK)
        assert len(told) == 1 and router.count(way, opens) == 1


async def test_a_firewall_of_ipv6_opens_the_port_for_the_own_address(clock: trio.testing.MockClock) -> None:
    own = "2a00:1::5"
    async with simulated_router(own, speaks=frozenset({"pcp"}), outer=own) as router:
        async with kept(router) as told:
            await router.until(lambda: bool(told))
            assert told == [RouterAnswer(RouterOutcome.OPEN, (Address(own, PORT),))]
            router.restart()
            await router.until(lambda: router.rules == {PORT: (PORT, lease.LEASE)})
        assert router.rules == {}


@pytest.mark.parametrize(
    ("ways", "slow"), [({"pcp"}, 0), ({"nat-pmp"}, 0), ({"upnp"}, 0), ({"pcp", "upnp"}, 0), ({"upnp"}, 0.5)]
)
async def test_a_router_is_asked_for_three_seconds_in_all_whatever_it_stalls_at(
    ways: set[str], slow: float, clock: trio.testing.MockClock
) -> None:
    """At the first word, or only as it is told to close what helps nobody; and where it is not even found."""
    for heard in range(6):
        said = [0]

        def stall(way: str, data: bytes, said: list[int] = said, heard: int = heard) -> bytes | None:
            said[0] += way != "ssdp"
            return data if said[0] <= heard and heard else None

        async with simulated_router(speaks=frozenset(ways), outer="10.0.0.1", changed=stall, slow=slow) as router:
            began = trio.current_time()
            await leased(router).ask()
            assert trio.current_time() <= began + lease.PATIENCE

    async def never() -> tuple[Gateway, ...]:
        await trio.sleep_forever()
        raise AssertionError

    began = trio.current_time()
    lost = RouterLease(PORT, random.Random(1).randbytes, lambda _: None, find=never)
    assert (await lost.ask()).outcome is RouterOutcome.NONE and trio.current_time() == began + lease.PATIENCE
