"""`tta doctor` says what a router does when it is asked to open a port, and what to try next, without opening one."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from tests.net.router.datagrams import simulated_router
from tests.net.router.false_router import ALL, HOST, FalseRouter, false_router
from tta_p2p.i18n import Words
from tta_p2p.net.router.gateway import Doors, Gateway
from tta_p2p.net.router.lease import PATIENCE
from tta_p2p.net.router.survey import RouterSurvey, survey
from tta_p2p.node.machine import doctor


@pytest.mark.parametrize(
    ("ways", "outer", "says"),
    [
        ({"speaks": ALL}, "9.9.9.9", "opens ports by PCP, NAT-PMP, UPnP; its address on the internet is 9.9.9.9"),
        ({"speaks": frozenset({"pcp"})}, "9.9.9.9", "opens ports by PCP. tta host asks it for one"),
        ({"speaks": frozenset({"upnp"})}, "192.168.7.1", "is 192.168.7.1, which is a private one: another router"),
        ({"speaks": frozenset({"nat-pmp"})}, "100.64.0.9", "is 100.64.0.9, which your provider shares among many"),
        ({"speaks": frozenset({"upnp"})}, "0.0.0.0", "answers by UPnP, but has no address on the internet"),
        (
            {"speaks": frozenset({"pcp", "nat-pmp"}), "refuses": {"nat-pmp": 3}},
            "9.9.9.9",
            "has no address on the internet",
        ),
        ({"speaks": frozenset()}, "", "does not answer when asked about ports"),
        ({"changed": lambda way, data: b"\xff garbage"}, "9.9.9.9", "not in a way that makes sense"),
    ],
    ids=["all", "PCP", "behind another", "carrier", "offline", "no outer address", "silent", "garbage"],
)
async def test_the_doctor_says_what_a_router_does_and_what_to_try_next(
    ways: dict[str, object], outer: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    async with false_router(outer=outer, **ways) as router:

        async def find() -> tuple[Gateway, ...]:
            return (router.gateway,)

        monkeypatch.setattr(doctor, "find_gateways", find)
        (found,) = await trio.to_thread.run_sync(lambda: [*doctor._router(Words())])
        assert found.what == "router" and found.ok and says in found.says and HOST in found.says
        assert not router.rules and not router.count("upnp", "AddPortMapping"), "a look opens nothing"


async def test_without_a_router_or_where_none_may_be_asked_the_doctor_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    (found,) = await trio.to_thread.run_sync(lambda: [*doctor._router(Words())])
    assert "No router stands" in found.says
    (tmp_path / "settings.json").write_text('{"router": false}')
    monkeypatch.setattr(doctor, "find_gateways", None)
    (found,) = await trio.to_thread.run_sync(lambda: [*doctor._router(Words())])
    assert "tta settings router on" in found.says


async def test_a_router_that_stalls_is_looked_at_for_three_seconds(autojump_clock: MockClock) -> None:
    def stall(way: str, data: bytes) -> bytes | None:
        return None if way in ("http", "pcp", "nat-pmp") else data

    async with simulated_router(changed=stall) as router:
        began = trio.current_time()
        assert await survey(router.gateway) == RouterSurvey(router.gateway)
        assert trio.current_time() == began + PATIENCE
        nobody = Gateway(HOST, HOST, Doors(9, 9))
        assert await survey(nobody) == RouterSurvey(nobody)


async def test_a_router_of_which_one_protocol_makes_no_sense_is_known_by_others(
    autojump_clock: MockClock,
) -> None:
    def lie(way: str, data: bytes) -> bytes:
        return data if way == "nat-pmp" else b"\x02\x80 nonsense"

    async with simulated_router(changed=lie) as router:
        found: FalseRouter = router
        assert await survey(found.gateway) == RouterSurvey(found.gateway, ("NAT-PMP",), found.outer, garbled=True)
