"""The control port of a Tor, which may be any program of this computer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import trio
import trio.lowlevel
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import memory_stream_pair

from tests.net.false_tor import FalseControl, FalseSocks, open_false_control
from tta_p2p.net import tor_control
from tta_p2p.net.onions import OnionKey
from tta_p2p.net.tor_control import MAX_LINE, ControlFailed, ControlRefused, TorControl

KEY = OnionKey(bytes(range(32)))


async def use(control: FalseControl) -> None:
    """Everything that a node does with one."""
    async with await trio.open_tcp_stream(control.address.host, control.address.port) as stream:
        tor = TorControl(stream)
        await tor.enter(os.urandom)
        assert await tor.socks() == control.socks.address
        await tor.watch()
        while await tor.progress() < 100:
            pass
        await tor.add_service(KEY, 7)
        assert await tor.published(KEY.name)


async def test_a_service_is_opened_and_ends_with_the_connection(tmp_path: Path) -> None:
    async with open_false_control(FalseControl(FalseSocks(), tmp_path / 'a "cookie" \\ 1')) as control:
        control.says["PROTOCOLINFO"] = (
            b'250-AUTH METHODS=COOKIE,SAFECOOKIE COOKIEFILE="'
            + str(control.cookie).replace("\\", "\\\\").replace('"', "\\042").encode()
            + b'"\r\n250 OK\r\n'
        )
        await use(control)
        said = " ".join(control.heard)
        assert "Flags=DiscardPK Port=7777,127.0.0.1:7" in said and bytes(range(32)).hex() not in said
        while control.socks.services:
            await trio.lowlevel.checkpoint()


FALSE = {
    "no greeting": {"PROTOCOLINFO": b"220 mail.example.org ESMTP\r\n"},
    "nothing understood": {"PROTOCOLINFO": b"HTTP/1.1 400 Bad Request\r\n\r\n"},
    "a line without end": {"PROTOCOLINFO": b"2" * 3 * MAX_LINE},
    "an answer without end": {"PROTOCOLINFO": b"250-AUTH\r\n" * 500},
    "data without end": {"PROTOCOLINFO": b"250+AUTH\r\n" + b"x\r\n" * 500},
    "a password": {"PROTOCOLINFO": b"250-AUTH METHODS=HASHEDPASSWORD\r\n250 OK\r\n"},
    "the cookie itself": {"PROTOCOLINFO": b'250-AUTH METHODS=COOKIE COOKIEFILE="/etc/hostname"\r\n250 OK\r\n'},
    "no cookie": {"PROTOCOLINFO": b'250-AUTH METHODS=SAFECOOKIE COOKIEFILE="/etc/passwd"\r\n250 OK\r\n'},
    "no file": {"PROTOCOLINFO": b'250-AUTH METHODS=SAFECOOKIE COOKIEFILE="/dev/zero"\r\n250 OK\r\n'},
    "a name that is none": {"PROTOCOLINFO": b'250-AUTH METHODS=SAFECOOKIE COOKIEFILE="a\\000"\r\n250 OK\r\n'},
    "a cookie that it has not read": {
        "AUTHCHALLENGE": f"250 AUTHCHALLENGE SERVERHASH={'0' * 64} SERVERNONCE={'0' * 64}\r\n".encode()
    },
    "no entry": {"AUTHENTICATE": b"515 \x1b[2Jno\r\n"},
    "connections elsewhere": {"GETINFO net": b'250-net/listeners/socks="203.0.113.7:9050"\r\n250 OK\r\n'},
    "no progress": {"GETINFO status": b"250-status/bootstrap-phase=NOTICE\r\n250 OK\r\n"},
    "another service": {"ADD_ONION": f"250-ServiceID={'a' * 56}\r\n250 OK\r\n".encode()},
    "no service": {"ADD_ONION": b"550 Onion address collision\r\n"},
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
async def test_a_false_control_port_is_refused_in_words(name: str, tmp_path: Path) -> None:
    async with open_false_control(FalseControl(FalseSocks(), tmp_path / "cookie", says=FALSE[name])) as control:
        with pytest.raises(ControlFailed) as caught:
            await use(control)
        assert str(caught.value).isprintable() and len(str(caught.value)) < 300
        if "AUTHENTICATE" not in FALSE[name] and not any("GETINFO" in one or "ADD" in one for one in FALSE[name]):
            assert not any(line.startswith("AUTHENTICATE") for line in control.heard), (
                "nothing of the cookie went there"
            )


@pytest.mark.parametrize("command", ["PROTOCOLINFO", "AUTHCHALLENGE", "GETINFO", "ADD_ONION"])
async def test_a_control_port_that_says_nothing_is_given_up(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tta_p2p.net.tor_control.ANSWER", 0.1)
    stalls = frozenset({command})
    async with open_false_control(FalseControl(FalseSocks(), tmp_path / "cookie", stalls=stalls)) as control:
        with pytest.raises(ControlFailed, match="does not answer"):
            await use(control)


async def test_a_control_port_without_authentication_is_used(tmp_path: Path) -> None:
    async with open_false_control(FalseControl(FalseSocks(), tmp_path / "cookie", methods="NULL")) as control:
        await use(control)
        assert not any(line.startswith("AUTHCHALLENGE") for line in control.heard)


@given(said=st.one_of(st.binary(max_size=400), st.lists(st.sampled_from(
    [b"250 OK\r\n", b"250-AUTH METHODS=NULL\r\n", b"250+x\r\n", b".\r\n", b"650 HS_DESC UPLOADED a \r\n", b"\r\n",
     b"250", b"510 no\r\n", b"250 AUTHCHALLENGE SERVERHASH=\r\n",
     b"250-status/bootstrap-phase=PROGRESS=100\r\n", b"\xff\n"]
), max_size=20).map(b"".join)))  # fmt: skip
def test_whatever_a_control_port_says_is_an_answer_or_a_refusal(said: bytes) -> None:
    async def hear() -> None:
        ours, theirs = memory_stream_pair()
        await theirs.send_all(said)
        await theirs.send_eof()
        tor = TorControl(ours)
        for ask in (lambda: tor.enter(bytes), tor.socks, tor.progress, lambda: tor.published("a.onion")):
            try:
                await ask()
            except (ControlFailed, ControlRefused) as error:
                assert str(error).isprintable()

    trio.run(hear)


@given(st.text(st.sampled_from("\\\\0123456789a/")))
def test_a_quoted_path_of_any_kind_is_read(text: str) -> None:
    assert len(tor_control._unescape(text)) <= len(text)
