"""A node whose router opens its port: what it tells people and others, and when no router is ever asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.net.router.false_router import OUTER, FalseRouter, false_router
from tests.node.within import Here
from tests.patience import PATIENCE
from tta_p2p.i18n import Words
from tta_p2p.net.router.gateway import Gateway
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.process import Node
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say


@asynccontextmanager
async def table(folder: Path, behind: FalseRouter, /, **more: object) -> AsyncIterator[Node]:
    """A node that opens a table behind this router, and is told to stop when the body ends."""
    how = {"do": "host", "id": "ann", "name": "Ann", "conditions": Conditions(2, "skiff"), "quiet": True}
    plan = Plan(**{**how, "router": True, **more})  # type: ignore[arg-type]

    async def find() -> tuple[Gateway, ...]:
        return (behind.gateway,)

    environment = Environment(workers=Here(), thinkers=Here(), gateways=find)
    ready = trio.Event()

    def report(line: str) -> None:
        if line.startswith("listening"):
            ready.set()

    node = Node(plan, folder, report=report, environment=environment)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(node.run)
            await ready.wait()
            yield node
            await node.stop()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a data folder."""
    folder = tmp_path / "ann"
    folder.mkdir(mode=0o700)
    return folder


def lobby(node: Node) -> say.LobbyReply:
    antechamber = node.matchmaking.antechamber
    return antechamber.greeting(Client(lambda _: True))


async def shown(node: Node, key: str) -> say.LobbyReply:
    """The lobby as soon as it says this of the router, and has the addresses that come of it."""
    while True:
        now = lobby(node)
        opened = any(one.reach == "router" for one in now.places)
        if now.router is not None and now.router.key == key and opened == (key == "open"):
            return now
        await trio.sleep(0.01)  # it is looked at from outside, as a client does


@pytest.mark.parametrize("way", ["pcp", "upnp"])
async def test_the_outer_address_stands_in_the_invitation_and_the_port_is_closed_when_the_node_is_told_to_stop(
    home: Path, way: str
) -> None:
    async with false_router(speaks=frozenset({way})) as router:
        async with table(home, router) as node:
            now = await shown(node, "open")
            (outer,) = router.rules
            assert now.router == say.TextRef("open", [f"{OUTER}:{outer}"])
            assert now.address.startswith(f"{OUTER}:{outer}#"), "the likeliest place for a friend elsewhere"
            assert (now.places[0].address, now.places[0].reach) == (f"{OUTER}:{outer}", "router")
            host = node.matchmaking.lobby
            assert host is not None and f"{OUTER}:{outer}" in host.room.me.places, "guests hear of it too"  # type: ignore[union-attr]
        assert router.rules == {}


@pytest.mark.parametrize(
    ("outer", "key", "says"),
    [
        ("100.64.1.2", "shared", "is 100.64.1.2, which your provider shares"),
        ("192.168.1.2", "behind", "is 192.168.1.2, which is a private one: another router"),
    ],
)
async def test_a_router_behind_another_one_or_a_shared_address_adds_no_address_and_is_said(
    home: Path, outer: str, key: str, says: str
) -> None:
    async with false_router(outer=outer) as router, table(home, router) as node:
        now = await shown(node, key)
        assert now.router is not None and now.router.args == [outer]
        assert says in (Words().optional_line(f"router.{key}", now.router.args) or "")
        assert not any(outer in one.address for one in now.places)


@pytest.mark.parametrize(
    "more",
    [
        {"router": False},
        {"listen": "127.0.0.1:0"},
        {"interfaces": ("127.0.0.1",)},
        {"public": "games.example.org:7000"},
    ],
)
async def test_no_router_is_asked_where_the_person_does_not_want_it_or_the_game_is_for_one_network(
    home: Path, more: dict[str, object]
) -> None:
    async with false_router() as router:
        async with table(home, router, **more) as node:
            await trio.sleep(0.5)
            assert lobby(node).router is None
        assert not router.heard


async def test_a_router_that_answers_garbage_keeps_nobody_from_the_table(home: Path) -> None:
    garbage = false_router(changed=lambda way, data: b"\x02\x81\xff")
    async with garbage as router, table(home, router) as node:
        await shown(node, "garbled")
        assert node.matchmaking.lobby is not None
