"""Knocking at a table: with patience where it helps, and told in words why it does not open."""

from __future__ import annotations

import math
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import trio

from tests.net.parts import LOCAL, entropy_of, hello_of, identity_of, key_of
from tests.patience import PATIENCE
from tta_p2p.i18n import Words, catalogue
from tta_p2p.net import lobby
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.control import DIFFERENT
from tta_p2p.net.errors import NetError
from tta_p2p.net.lobby import Peer, serve_lobby
from tta_p2p.net.ports import Port, open_port
from tta_p2p.net.strangers import Gate
from tta_p2p.node.lobby.exchange import REFUSALS
from tta_p2p.node.lobby.knock import PASSING, entry_refusal, knock

HOST = identity_of("host")


@asynccontextmanager
async def table(listen: Port, **more: Any) -> AsyncIterator[None]:
    async def receive(guest: Peer) -> None:
        await trio.sleep_forever()

    how = {"signer": HOST, "hello": hello_of(), "key": key_of("l"), "entropy": entropy_of("h")} | more
    async with serve_lobby(receive, listen=listen, **how):
        yield


async def knocked(place: Address, heard: list[str], patience: float = 0.0, **more: Any) -> bytes:
    """Who has opened; ``heard`` is filled with the keys of what is said meanwhile."""
    how = {"signer": identity_of("guest"), "hello": hello_of(), "entropy": os.urandom, "parts": ()} | more
    with trio.fail_after(PATIENCE):
        async with knock([place], patience=patience, tell=lambda error, rest: heard.append(error.why[0]), **how) as at:
            return at.identity


async def until(condition: Callable[[], bool]) -> None:
    with trio.fail_after(PATIENCE):
        for _ in iter(condition, True):
            await trio.sleep(0.01)


async def refused(place: Address, **more: Any) -> tuple[str, ...]:
    """Why a table is not entered, without patience unless some is named."""
    with pytest.raises(NetError) as info:
        await knocked(place, [], **more)
    return info.value.why


async def test_whoever_comes_before_the_table_is_there_gets_in_as_soon_as_it_is_and_hears_what_is_done() -> None:
    async with open_port(LOCAL) as port:
        (place,) = port.addresses
    heard: list[str] = []
    let_in = trio.Event()

    async def guest() -> None:
        assert await knocked(place, heard, PATIENCE) == HOST.identity
        let_in.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest)
        await until(lambda: heard == ["unreachable"])
        async with open_port([place]) as port:
            await until(lambda: heard == ["unreachable", "hung-up"])
            full = Gate(limit=1, line=0, grace=math.inf)
            async with full.enter("somebody else"), table(port, guests=full):
                await until(lambda: heard == ["unreachable", "hung-up", "crowded"])
            async with table(port):
                await let_in.wait()
    assert heard == ["unreachable", "hung-up", "crowded"], "each is said once"


async def test_a_crowd_at_the_door_makes_way_for_who_has_patience() -> None:
    gate = Gate(limit=2, grace=0.5)
    async with open_port(LOCAL, strangers=gate) as port, table(port), trio.open_nursery() as nursery:
        (place,) = port.addresses

        async def silent() -> None:
            with suppress(trio.BrokenResourceError):
                async with await trio.open_tcp_stream(place.host, place.port) as stream:
                    await stream.receive_some()

        for _ in range(2):
            nursery.start_soon(silent)
        await until(lambda: len(port.strangers) == 2)
        assert await knocked(place, [], PATIENCE) == HOST.identity
        nursery.cancel_scope.cancel()


async def test_at_a_host_that_is_frozen_one_knocks_no_longer_than_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "PATIENCE", 10 * PATIENCE)  # a host that says nothing is given as long as it wants
    (frozen,) = await trio.open_tcp_listeners(0, host="127.0.0.1")  # the system takes the connection, and nobody reads
    async with frozen:
        place = Address("127.0.0.1", frozen.socket.getsockname()[1])
        assert await refused(place, patience=0.5) == ("silent", str(place))


async def test_round_trips_of_a_second_are_no_reason_to_give_up() -> None:
    async def carry(near: trio.SocketStream) -> None:
        async with near, await trio.open_tcp_stream("127.0.0.1", port.number) as far, trio.open_nursery() as both:
            both.start_soon(pass_on, near, far)
            both.start_soon(pass_on, far, near)

    async def pass_on(source: trio.SocketStream, to: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await source.receive_some():
                await trio.sleep(0.5)
                await to.send_all(data)

    async with open_port(LOCAL) as port, table(port), trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, carry, [listener])
        heard: list[str] = []
        far_away = Address("127.0.0.1", listener.socket.getsockname()[1])
        assert await knocked(far_away, heard, PATIENCE) == HOST.identity
        assert heard == []
        nursery.cancel_scope.cancel()


async def test_a_wrong_key_version_and_rules_oneself_and_a_shut_door_are_told_apart() -> None:
    async with open_port(LOCAL) as port:
        (place,) = port.addresses
        assert await refused(place) == ("hung-up", str(place))
        async with table(port):
            other = Address(place.host, place.port, fingerprint(identity_of("other").identity))
            assert await refused(other) == ("wrong-key", fingerprint(HOST.identity))
            assert await refused(place, signer=HOST) == ("yourself",)
            version = await refused(place, hello=hello_of(protocol="tta-p2p/1"))
            assert version[0] == "version" and "tta-p2p/4" in version[1] and "tta-p2p/1" in version[2]
            parts = (("caravan cards", b"abcd"),)
            rules = await refused(place, hello=hello_of(rules=b"x" * 32), parts=parts)
            assert rules[0] == "rules"
        async with table(port, hello=hello_of(rules=b"y" * 32), parts=(("caravan cards", b"dcba"),)):
            assert (await refused(place, parts=parts))[0::3] == ("parts", "caravan cards")
            with pytest.raises(NetError) as found:
                await knocked(place, [], parts=parts)
            assert entry_refusal(found.value).args[0::4] == ["parts-same", "caravan"], "no version tells them apart"
            assert entry_refusal(found.value).args[-1] == "data"
    assert await refused(place) == ("unreachable", str(place))
    nowhere = Address("nowhere.invalid", place.port)
    assert await refused(nowhere) == ("unknown-host", str(nowhere))


async def test_what_is_no_table_at_all_is_said_to_be_none() -> None:
    async def teletype(stream: trio.SocketStream) -> None:
        async with stream:
            await stream.send_all(b"SSH-2.0-what do you want\r\n")
            await stream.receive_some()

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, teletype, [listener])
        place = Address("127.0.0.1", listener.socket.getsockname()[1])
        assert await refused(place) == ("no-table", str(place))
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("language", "game"), [("en", "7 Wonders"), ("zh-Hans", "七大奇迹")])
def test_who_has_another_version_reads_the_title_of_the_game_and_what_to_install(language: str, game: str) -> None:
    there, here = "tta-p2p 0.5.0", "tta-p2p 0.6.0"
    said = entry_refusal(NetError("?").because("parts", there, here, "seven_wonders cards, seven_wonders engine"))
    text = Words(language).line(said.key, said.args)
    assert game in text and "seven_wonders" not in text
    assert f"Install {there}, or let the others install {here}" in text if language == "en" else there in text


def test_every_reason_has_words_in_both_languages_and_only_what_passes_is_tried_again() -> None:
    known = sorted(key.partition(".")[2] for key in catalogue("en") if key.startswith("join.") and key != "join.other")
    assert set(known) >= PASSING | REFUSALS | DIFFERENT
    for language in ("en", "zh-Hans"):
        words = Words(language)
        told = set()
        for why in known:
            args = ("1.2.3.4:5", "1.2.3.4:5" if why.endswith("-same") else "yours", "caravan cards")
            said = entry_refusal(NetError("?").because(why, *args))
            again = entry_refusal(NetError("?").because(why, *args), 59.6)
            text = words.line(said.key, said.args)
            assert "{" not in text and "60" in words.line(again.key, again.args)
            told.add(text)
        assert len(told) == len(known), "no two sound the same"
    made_up = entry_refusal(NetError("odd").because("made-up", "by a peer"))
    assert entry_refusal(NetError("odd")).args == made_up.args == ["other", 0, "net-error"]
