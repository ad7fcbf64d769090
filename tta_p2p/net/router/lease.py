"""A port of this computer that the router keeps open: asked for, renewed, and closed at the end.

Only the default gateway is asked, and only what comes from its address is heard. Everything here serves a hint: a
router that lies, stalls or answers garbage costs the few seconds in which it was asked.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import trio

from tta_p2p.net.addresses import Address
from tta_p2p.net.router import pcp, upnp
from tta_p2p.net.router.answers import BadAnswer, RouterAnswer, RouterOutcome, RouterRefusal, is_shared
from tta_p2p.net.router.gateway import Gateway, gateways
from tta_p2p.net.tasks import start_part

PATIENCE = 3.0
"""Seconds in which a router has been asked in every way."""
FIRST = 1.2
"""Seconds of these for the ways that need one word each way (PCP, NAT-PMP), before UPnP is tried."""
GOODBYE = 1.0
"""Seconds in which a port is closed at the end; then its lease ends it."""
LEASE = 3600
"""Seconds for which a port is opened at most; what a killed node leaves behind is closed then."""
RENEWAL = 600.0
"""Seconds after which it is renewed at the latest, so that a router that was switched off and on is asked again."""
SOONEST = 30.0
"""Seconds after which it is renewed at the earliest: a router that lends for a moment is not asked without end."""
AGAIN = (60.0, 900.0)
"""Seconds after which a router is asked again that has not opened the port, doubling."""
REPEATS = (0.15, 0.3, 0.6)
"""Seconds for which an answer is waited for, before it is asked again."""
MORE_PORTS = 3
"""How many other outer ports are tried where one is taken."""
CALLED = "tta-p2p"
"""What the rule is called at the router."""


@dataclass(slots=True)
class _Rule:
    """A rule at a router: where it leads from outside, for how long, and how it is closed."""

    gateway: Gateway
    host: str
    port: int
    seconds: float
    close: Callable[[], Awaitable[None]]


class _Silence(Exception):
    """Nothing answers."""


class RouterLease:
    """Keeps a port open while `keep` runs; ``hear`` is told each new answer."""

    def __init__(
        self,
        port: int,
        entropy: Callable[[int], bytes],
        hear: Callable[[RouterAnswer], None],
        *,
        find: Callable[[], tuple[Gateway, ...]] = gateways,
    ) -> None:
        self._port, self._hear, self._find = port, hear, find
        self._nonce = entropy(pcp.NONCE)
        """One for the whole time: a router renews and closes only for whoever has opened (RFC 6887, section 11.2)."""
        self._rules: dict[int, _Rule] = {}
        """By the version of IP."""
        self._told: RouterAnswer | None = None

    async def keep(self) -> None:
        """Ask, and renew what is open, for ever; close it at the end."""
        pause = AGAIN[0]
        try:
            while True:
                answer = await self.ask()
                if answer != self._told:
                    self._told = answer
                    self._hear(answer)
                if answer.outcome is RouterOutcome.OPEN:
                    pause = AGAIN[0]
                    seconds = min(RENEWAL, *(rule.seconds / 2 for rule in self._rules.values()))
                    await trio.sleep(max(SOONEST, seconds))
                else:
                    await trio.sleep(pause)
                    pause = min(2 * pause, AGAIN[1])
        finally:
            with trio.CancelScope(shield=True):
                await self._close()

    async def ask(self) -> RouterAnswer:
        """Ask the routers once, in every way, in `PATIENCE` seconds."""
        found = await trio.to_thread.run_sync(self._find)
        for version in [*self._rules]:
            if self._rules[version].gateway not in found:  # another network: nobody there knows the rule
                del self._rules[version]
        answers: dict[int, RouterAnswer] = {}
        async with trio.open_nursery() as nursery:
            for gateway in found:
                start_part(nursery, self._ask_one, gateway, answers)
        there = tuple(address for one in answers.values() for address in one.addresses)
        if there:
            return RouterAnswer(RouterOutcome.OPEN, there)
        return answers.get(4) or answers.get(6) or RouterAnswer(RouterOutcome.NONE)

    async def _ask_one(self, gateway: Gateway, answers: dict[int, RouterAnswer]) -> None:
        until = trio.current_time() + PATIENCE
        failed: list[Exception] = []
        rule: _Rule | None = None
        ways = (self._by_pcp, FIRST), (self._by_upnp, PATIENCE)
        for way, patience in ways[: 2 if gateway.version == 4 else 1]:
            with trio.move_on_at(min(until, trio.current_time() + patience)):
                try:
                    rule = await way(gateway)
                except (BadAnswer, RouterRefusal, _Silence) as error:
                    failed.append(error)
                except OSError:  # the network is gone, or nothing listens there
                    failed.append(_Silence())
            if rule is not None:
                break
        if rule is None:  # what it has opened may be open still: it is asked for anew, and closed at the end
            answers[gateway.version] = RouterAnswer(_worst(failed))
            return
        self._rules[gateway.version] = rule
        if not rule.host or is_shared(rule.host):
            await self._close(gateway.version)
            outcome = RouterOutcome.SHARED if rule.host else RouterOutcome.OFFLINE
            answers[gateway.version] = RouterAnswer(outcome, (), rule.host)
        else:
            answers[gateway.version] = RouterAnswer(RouterOutcome.OPEN, (Address(rule.host, rule.port),))

    async def _close(self, *versions: int) -> None:
        """Close what is open, as far as a router does so in time; what is left ends with its lease."""
        with trio.move_on_after(GOODBYE):
            for version in versions or [*self._rules]:
                rule = self._rules.pop(version)
                with suppress(BadAnswer, RouterRefusal, _Silence, OSError):
                    await rule.close()

    # PCP and NAT-PMP.

    async def _by_pcp(self, gateway: Gateway) -> _Rule:
        before = self._rules.get(gateway.version)
        wanted, host = (before.port, before.host) if before is not None else (0, "")

        async def close() -> None:
            await self._words(gateway, (pcp.write_map(gateway.own, self._port, self._nonce, 0),))

        request = pcp.write_map(gateway.own, self._port, self._nonce, LEASE, wanted=wanted, host=host)
        old = (pcp.write_old_map(self._port, LEASE, wanted=wanted), pcp.write_old_address())
        words: tuple[bytes, ...] = (request,)
        opened: pcp.Opened | None = None
        address: str | None = None
        bad: Exception = _Silence()
        with await _line(gateway) as line:
            for pause in REPEATS:
                for word in words:
                    await line.send(word)
                if gateway.version == 4 and len(words) == 1:  # a router older than PCP may not answer it at all
                    words = (request, *old)
                with trio.move_on_after(pause):
                    while opened is None or address is None:
                        data = await line.recv(pcp.LONGEST + 1)
                        try:
                            if data[:1] == bytes((pcp.VERSION,)):
                                opened = pcp.read_map(data, gateway.own, self._port, self._nonce)
                                return _rule(gateway, opened.host or "", opened, close)
                            if pcp.is_other_version(data):
                                words = old
                                break
                            if pcp.is_old_address(data):
                                address = pcp.read_old_address(data)
                            else:
                                opened = pcp.read_old_map(data, self._port)
                        except BadAnswer as error:  # a late one, or garbage
                            bad = error
                if opened is not None and address is not None:
                    return _rule(gateway, address, opened, self._old_close(gateway))
        if opened is not None:
            await self._old_close(gateway)()
        raise bad

    def _old_close(self, gateway: Gateway) -> Callable[[], Awaitable[None]]:
        async def close() -> None:
            await self._words(gateway, (pcp.write_old_map(self._port, 0),))

        return close

    async def _words(self, gateway: Gateway, words: tuple[bytes, ...]) -> None:
        """Say something, and again until anything comes back."""
        with await _line(gateway) as line:
            for pause in REPEATS:
                for word in words:
                    await line.send(word)
                with trio.move_on_after(pause):
                    await line.recv(pcp.LONGEST)
                    return

    # UPnP.

    async def _by_upnp(self, gateway: Gateway) -> _Rule:
        place = await self._search(gateway)
        status, page = await _fetch(place.address, upnp.write_get(place))
        if status != 200:
            raise BadAnswer("the device does not describe itself")
        service = upnp.read_description(page, place, gateway.host)
        host = upnp.read_external(*await self._call(service, "GetExternalIPAddress"))
        outer = await self._open(service, gateway)

        async def close() -> None:
            arguments = (("NewRemoteHost", ""), ("NewExternalPort", outer), ("NewProtocol", "TCP"))
            await self._call(service, "DeletePortMapping", arguments)

        return _Rule(gateway, host, outer, LEASE, close)

    async def _open(self, service: upnp.PortService, gateway: Gateway) -> int:
        """Open the port, at another outer number where that one is taken. Raises RouterRefusal, BadAnswer."""
        before = self._rules.get(gateway.version)
        rng = random.Random(self._nonce)  # its choices are no secret
        outers = [before.port if before is not None else self._port]
        outers += [rng.randrange(20_000, 60_000) for _ in range(MORE_PORTS)]
        for outer in outers:
            arguments: tuple[tuple[str, str | int], ...] = (
                ("NewRemoteHost", ""),
                ("NewExternalPort", outer),
                ("NewProtocol", "TCP"),
                ("NewInternalPort", self._port),
                ("NewInternalClient", gateway.own),
                ("NewEnabled", 1),
                ("NewPortMappingDescription", CALLED),
                ("NewLeaseDuration", LEASE),
            )
            try:
                upnp.read_result(*await self._call(service, "AddPortMapping", arguments))
            except RouterRefusal as error:
                if error.code not in upnp.TAKEN or outer == outers[-1]:
                    raise
            else:
                return outer
        raise AssertionError("the last one is opened or refused")

    async def _call(
        self, service: upnp.PortService, action: str, arguments: tuple[tuple[str, str | int], ...] = ()
    ) -> tuple[int, bytes]:
        return await _fetch(service.place.address, upnp.write_call(service, action, arguments))

    async def _search(self, gateway: Gateway) -> upnp.RouterPage:
        """Look for the device of the router. Raises BadAnswer, _Silence."""
        bad: Exception = _Silence()
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            await line.bind((gateway.own, 0))
            line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(gateway.own))
            for pause in REPEATS:
                for version in (1, 2):
                    await line.sendto(upnp.write_search(version, gateway.host), (gateway.host, gateway.doors.ssdp))
                    with suppress(OSError):  # no multicast here
                        await line.sendto(upnp.write_search(version), (upnp.GROUP, gateway.doors.ssdp))
                with trio.move_on_after(pause):
                    while True:
                        data, sender = await line.recvfrom(upnp.LONGEST_NOTE + 1)
                        if sender[0] != gateway.host:
                            continue
                        try:
                            return upnp.read_found(data, gateway.host)
                        except BadAnswer as error:
                            bad = error
        raise bad


def _rule(gateway: Gateway, host: str, opened: pcp.Opened, close: Callable[[], Awaitable[None]]) -> _Rule:
    return _Rule(gateway, host, opened.port, min(opened.seconds, LEASE), close)


async def _line(gateway: Gateway) -> trio.socket.SocketType:
    """A line to the router alone: what others send to it is not heard. Raises OSError."""
    line = trio.socket.socket(socket.AF_INET6 if gateway.version == 6 else socket.AF_INET, socket.SOCK_DGRAM)
    try:
        await line.bind((gateway.own, 0))
        host, _, zone = gateway.host.partition("%")
        index = (0, socket.if_nametoindex(zone) if zone else 0) if gateway.version == 6 else ()
        await line.connect((host, gateway.doors.pcp, *index))
    except BaseException:
        line.close()
        raise
    return line


async def _fetch(place: Address, request: bytes) -> tuple[int, bytes]:
    """Ask by HTTP; status and body. Raises BadAnswer, OSError."""
    stream = await trio.open_tcp_stream(place.host, place.port)
    data = b""
    try:
        await stream.send_all(request)
        while (answer := upnp.read_page(data, closed=False)) is None:
            more = await stream.receive_some(16_384)
            if not more:
                answer = upnp.read_page(data, closed=True)
                break
            data += more
    except trio.BrokenResourceError as error:
        raise BadAnswer("the router hung up") from error
    finally:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)
    assert answer is not None
    return answer


def _worst(failed: list[Exception]) -> RouterOutcome:
    """The outcome that tells a person most."""
    refused = [error for error in failed if isinstance(error, RouterRefusal)]
    if any(error.code == upnp.ONLY_FOR_EVER for error in refused):
        return RouterOutcome.FOREVER
    if refused:
        return RouterOutcome.REFUSED
    return RouterOutcome.GARBLED if any(isinstance(error, BadAnswer) for error in failed) else RouterOutcome.SILENT
