"""A port of this computer that the router keeps open: asked for, renewed, and closed at the end.

Only the default gateway is asked, and only what comes from its address is heard. Everything here serves a hint: a
router that lies, stalls or answers garbage costs the few seconds in which it was asked.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import trio

from tta_p2p.net.addresses import Address
from tta_p2p.net.router import pcp, upnp
from tta_p2p.net.router.answers import BadAnswer, RouterAnswer, RouterOutcome, RouterRefusal, outcome_of
from tta_p2p.net.router.gateway import Gateway, find_gateways
from tta_p2p.net.router.inquiry import REPEATS, Silence, ask_words, call, find_service, open_line
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
LOOK = 60.0
"""Seconds between two looks whether a router has been restarted since, and has forgotten what it had opened."""
GLANCE = 5.0
"""Seconds that such a look may take."""
AGAIN = (60.0, 900.0)
"""Seconds after which a router is asked again that has not opened the port, doubling."""
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
    lost: Callable[[], Awaitable[bool]]
    """Asks whether the router has forgotten it. Raises BadAnswer, RouterRefusal, Silence, OSError."""


class RouterLease:
    """Keeps a port open while `keep` runs; ``hear`` is told each new answer."""

    def __init__(
        self,
        port: int,
        entropy: Callable[[int], bytes],
        hear: Callable[[RouterAnswer], None],
        *,
        find: Callable[[], Awaitable[tuple[Gateway, ...]]] = find_gateways,
    ) -> None:
        self._port, self._hear, self._find = port, hear, find
        self._nonce = entropy(pcp.NONCE)
        """One for the whole time: a router renews and closes only for whoever has opened (RFC 6887, section 11.2)."""
        self._rules: dict[int, _Rule] = {}
        """By the version of IP."""
        self._by_old = False
        """Whether NAT-PMP was ever spoken: what it has opened, PCP renews, and may not close."""
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
                    await self._watch(max(SOONEST, seconds))
                else:
                    await trio.sleep(pause)
                    pause = min(2 * pause, AGAIN[1])
        finally:
            with trio.CancelScope(shield=True):
                await self._close()

    async def _watch(self, seconds: float) -> None:
        """Wait so long, or until a router tells that it has forgotten what was opened."""
        with trio.move_on_after(seconds):
            while True:
                await trio.sleep(LOOK)
                for rule in [*self._rules.values()]:
                    with trio.move_on_after(GLANCE), suppress(BadAnswer, RouterRefusal, Silence, OSError):
                        if await rule.lost():
                            return  # a router that says nothing, or nonsense, may be busy

    async def ask(self) -> RouterAnswer:
        """Ask the routers once, in every way, in `PATIENCE` seconds."""
        until = trio.current_time() + PATIENCE
        found: tuple[Gateway, ...] = ()
        with trio.move_on_at(until):
            found = await self._find()
        for version in [*self._rules]:
            if self._rules[version].gateway not in found:  # another network: nobody there knows the rule
                del self._rules[version]
        answers: dict[int, RouterAnswer] = {}
        async with trio.open_nursery() as nursery:
            for gateway in found:
                start_part(nursery, self._ask_one, gateway, answers, until)
        there = tuple(address for one in answers.values() for address in one.addresses)
        if there:
            return RouterAnswer(RouterOutcome.OPEN, there)
        return answers.get(4) or answers.get(6) or RouterAnswer(RouterOutcome.NONE)

    async def _ask_one(self, gateway: Gateway, answers: dict[int, RouterAnswer], until: float) -> None:
        failed: list[Exception] = []
        rule: _Rule | None = None
        ways = (self._by_pcp, FIRST), (self._by_upnp, PATIENCE)
        for way, patience in ways[: 2 if gateway.version == 4 else 1]:
            with trio.move_on_at(min(until, trio.current_time() + patience)):
                try:
                    rule = await way(gateway)
                except (BadAnswer, RouterRefusal, Silence) as error:
                    failed.append(error)
                except OSError:  # the network is gone, or nothing listens there
                    failed.append(Silence())
            if rule is not None:
                break
        if rule is None:  # what it has opened may be open still: it is asked for anew, and closed at the end
            answers[gateway.version] = RouterAnswer(_worst(failed))
            if gateway.version == 4 and any(isinstance(one, RouterRefusal) for one in failed):
                with trio.move_on_at(until), suppress(BadAnswer, RouterRefusal, Silence, OSError):
                    answers[gateway.version] = await _why_refused(gateway, answers[gateway.version])
            return
        self._rules[gateway.version] = rule
        outcome = outcome_of(rule.host)
        if outcome is RouterOutcome.OPEN:
            answers[gateway.version] = RouterAnswer(outcome, (Address(rule.host, rule.port),))
        else:
            answers[gateway.version] = RouterAnswer(outcome, (), rule.host)
            with trio.move_on_at(until):  # what is not closed by then is closed at the end
                await self._close(gateway.version)

    async def _close(self, *versions: int) -> None:
        """Close what is open, as far as a router does so in time; what is left ends with its lease."""
        chosen = versions or tuple(self._rules)
        for version in chosen:
            with trio.move_on_after(GOODBYE / len(chosen)):
                with suppress(BadAnswer, RouterRefusal, Silence, OSError):
                    await self._rules[version].close()
                del self._rules[version]

    # PCP and NAT-PMP.

    async def _by_pcp(self, gateway: Gateway) -> _Rule:
        before = self._rules.get(gateway.version)
        wanted, host = (before.port, before.host) if before is not None else (0, "")

        async def close() -> None:
            await ask_words(gateway, pcp.write_map(gateway.own, self._port, self._nonce, 0))
            if self._by_old and gateway.version == 4:
                await self._old_close(gateway)()

        request = pcp.write_map(gateway.own, self._port, self._nonce, LEASE, wanted=wanted, host=host)
        old = (pcp.write_old_map(self._port, LEASE, wanted=wanted), pcp.write_old_address())
        words: tuple[bytes, ...] = (request,)
        opened: pcp.Opened | None = None
        address: str | None = None
        bad: Exception = Silence()
        with await open_line(gateway) as line:
            for pause in REPEATS:
                self._by_old = self._by_old or words[-1] in old
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
                                return _rule(gateway, opened.host or "", opened, close, pcp.write_announce(gateway.own))
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
                    return _rule(gateway, address, opened, self._old_close(gateway), pcp.write_old_address())
        if opened is not None:
            await self._old_close(gateway)()
        raise bad

    def _old_close(self, gateway: Gateway) -> Callable[[], Awaitable[None]]:
        async def close() -> None:
            await ask_words(gateway, pcp.write_old_map(self._port, 0))

        return close

    # UPnP.

    async def _by_upnp(self, gateway: Gateway) -> _Rule:
        service = await find_service(gateway)
        host = upnp.read_external(*await call(service, "GetExternalIPAddress"))
        if outcome_of(host) is not RouterOutcome.OPEN:  # an open port there would help nobody
            return _Rule(gateway, host, self._port, LEASE, trio.lowlevel.checkpoint, _never)
        outer = await self._open(service, gateway)

        async def close() -> None:
            arguments = (("NewRemoteHost", ""), ("NewExternalPort", outer), ("NewProtocol", "TCP"))
            await call(service, "DeletePortMapping", arguments)

        async def lost() -> bool:
            nonlocal service
            try:
                return await self._is_lost(service, gateway, outer)
            except (OSError, BadAnswer):  # a router that was started again may be called elsewhere
                service = await find_service(gateway)
                return await self._is_lost(service, gateway, outer)

        return _Rule(gateway, host, outer, LEASE, close, lost)

    async def _is_lost(self, service: upnp.PortService, gateway: Gateway, outer: int) -> bool:
        """Whether this outer port leads here no more. UPnP tells no clock that could be trusted, but its rules."""
        arguments = (("NewRemoteHost", ""), ("NewExternalPort", outer), ("NewProtocol", "TCP"))
        rule = upnp.read_rule(*await call(service, "GetSpecificPortMappingEntry", arguments))
        return rule != (gateway.own, self._port)

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
                upnp.read_result(*await call(service, "AddPortMapping", arguments))
            except RouterRefusal as error:
                if error.code not in upnp.TAKEN or outer == outers[-1]:
                    raise
            else:
                return outer
        raise AssertionError("the last one is opened or refused")


def _rule(gateway: Gateway, host: str, opened: pcp.Opened, close: Callable[[], Awaitable[None]], word: bytes) -> _Rule:
    """A rule by PCP or NAT-PMP; ``word``: a question that opens nothing, whose answer tells the router's clock."""
    before = pcp.Epoch(opened.clock, trio.current_time())

    async def lost() -> bool:
        nonlocal before
        now = pcp.Epoch(pcp.read_clock(await ask_words(gateway, word), word[0]), trio.current_time())
        before, follows = now, now.follows(before)
        return not follows

    return _Rule(gateway, host, opened.port, min(opened.seconds, LEASE), close, lost)


async def _never() -> bool:
    await trio.lowlevel.checkpoint()
    return False


async def _why_refused(gateway: Gateway, told: RouterAnswer) -> RouterAnswer:
    """Say so where a router that refuses has no outer address of use: some open nothing then, and do not say why.

    Raises BadAnswer, RouterRefusal, Silence, OSError.
    """
    try:
        host = pcp.read_old_address(await ask_words(gateway, pcp.write_old_address()))
    except RouterRefusal as error:
        if error.code == pcp.OLD_NETWORK_FAILS:
            return RouterAnswer(RouterOutcome.OFFLINE)
        raise
    outcome = outcome_of(host)
    return told if outcome is RouterOutcome.OPEN else RouterAnswer(outcome, (), host)


def _worst(failed: list[Exception]) -> RouterOutcome:
    """The outcome that tells a person most."""
    refused = [error for error in failed if isinstance(error, RouterRefusal)]
    if any(error.code == upnp.ONLY_FOR_EVER for error in refused):
        return RouterOutcome.FOREVER
    if refused:
        return RouterOutcome.REFUSED
    return RouterOutcome.GARBLED if any(isinstance(error, BadAnswer) for error in failed) else RouterOutcome.SILENT
