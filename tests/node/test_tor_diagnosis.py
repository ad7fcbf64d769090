"""`tta doctor` says whether the Tor that is chosen can be used, not only that one is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from tests.net.false_tor import FalseControl, FalseSocks, open_false_control
from tta_p2p.i18n import Words
from tta_p2p.node.machine import doctor, tor


async def told(where: str, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, str]:
    """Whether all is well with the Tor at this control port, and the words."""
    monkeypatch.setenv(tor.WHERE, where)
    (found,) = await trio.to_thread.run_sync(lambda: [one for one in doctor.examine(Words()) if one.what == "tor"])
    return found.ok, found.says


@pytest.mark.parametrize(
    "ways, well, says",
    [
        ({}, True, "names the Tor to use"),
        ({"methods": "HASHEDPASSWORD"}, False, "CookieAuthentication 1"),
        ({"says": {"PROTOCOLINFO": b"HTTP/1.1 400 Bad Request\r\n\r\n"}}, False, "no Tor answers there"),
        ({"stalls": frozenset({"PROTOCOLINFO"})}, False, "no Tor answers there"),
        ({"says": {"AUTHENTICATE": b"515 Bad authentication\r\n"}}, False, "names the Tor at"),
    ],
    ids=["sound", "password", "no Tor", "silent", "refuses"],
)
async def test_a_chosen_tor_is_asked_whether_it_lets_this_program_in(
    ways: dict[str, object], well: bool, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tor, "KNOCK", 0.5 if "stalls" in ways else 60.0)
    control = FalseControl(FalseSocks(), tmp_path / "cookie", **ways)  # type: ignore[arg-type]
    async with open_false_control(control):
        ok, words = await told(str(control.address), monkeypatch)
    assert ok is well and says in words and str(control.address) in words


@pytest.mark.parametrize("where", ["127.0.0.1:1", "/nowhere/control", "nonsense", "192.0.2.1:9051"])
async def test_a_chosen_tor_that_is_not_there_is_told_as_such(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path / "home"))
    ok, words = await told(where, monkeypatch)
    assert not ok and "no Tor answers there" in words and where in words
