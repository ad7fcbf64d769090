"""A router on loopback that opens ports by PCP, NAT-PMP and UPnP, or refuses, stays silent, stalls and lies."""

from __future__ import annotations

import ipaddress
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from xml.etree import ElementTree

import trio

from tta_p2p.net.router.gateway import Doors, Gateway

HOST = "127.0.0.1"
OUTER = "9.9.9.9"
ALL = frozenset({"pcp", "nat-pmp", "upnp"})
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"


@dataclass
class FalseRouter:
    """The ways of this router; ``rules`` are those that are open: inner port and seconds, by outer port."""

    speaks: frozenset[str] = ALL
    outer: str = OUTER
    refuses: dict[str, int] = field(default_factory=dict)
    """Codes, by protocol."""
    seconds: int | None = None
    """How long it opens a port at most."""
    taken: frozenset[int] = frozenset()
    changed: Callable[[str, bytes], bytes | None] = lambda protocol, data: data
    """The answer as this router sends it; None: nothing is said."""
    location: str = ""
    control: str = "/control"
    host: str = HOST
    """Where it is, and the computer beside it, too."""
    rules: dict[int, tuple[int, int]] = field(default_factory=dict)
    makers: dict[int, str] = field(default_factory=dict)
    """The protocol by which each rule was opened at first: PCP closes only what it has opened."""
    heard: list[tuple[str, str]] = field(default_factory=list)
    moved: trio.Event = field(default_factory=trio.Event)
    doors: Doors = field(default_factory=Doors)
    web: int = 0
    slow: float = 0.0
    """Seconds that it takes for each page."""
    started: float = field(default_factory=trio.current_time)
    """When it began to know its rules, by Trio's clock."""
    _pages: trio.CancelScope | None = None

    def restart(self) -> None:
        """Forget everything, as after a loss of power."""
        self.rules.clear()
        self.started = trio.current_time()

    @property
    def _clock(self) -> int:
        return int(trio.current_time() - self.started)

    @property
    def gateway(self) -> Gateway:
        """This router, as a computer beside it knows it."""
        return Gateway(self.host, self.host, self.doors)

    def note(self, protocol: str, what: str) -> None:
        """Remember what was asked, and wake whoever waits."""
        self.heard.append((protocol, what))
        self.moved.set()
        self.moved = trio.Event()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until this is so."""
        while not true():
            await self.moved.wait()

    def count(self, protocol: str, what: str) -> int:
        """How often it was asked for that."""
        return self.heard.count((protocol, what))

    def _rule(self, outer: int, inner: int, seconds: int, protocol: str = "upnp") -> int:
        if seconds:
            seconds = min(seconds, self.seconds or seconds)
            self.makers[outer] = self.makers.get(outer, protocol) if outer in self.rules else protocol
            self.rules[outer] = inner, seconds
        else:
            self.rules.pop(outer, None)
        return seconds

    def by_pcp(self, data: bytes) -> list[bytes]:
        """Answer by PCP or NAT-PMP."""
        protocol = "pcp" if data[0] == 2 else "nat-pmp"
        if protocol == "pcp" and "pcp" not in self.speaks and "nat-pmp" in self.speaks:
            self.note("pcp", "version")
            return [struct.pack("!BBHI", 0, 129, 1, self._clock)]
        if protocol not in self.speaks:
            self.note(protocol, "nothing")
            return []
        code = self.refuses.get(protocol, 0)
        if protocol == "pcp" and data[1] == 0:
            self.note(protocol, "clock")
            return [struct.pack("!BBBBII12x", 2, 128, 0, code, 0, self._clock)]
        if protocol == "pcp":
            seconds, (inner, outer) = struct.unpack_from("!I", data, 4)[0], struct.unpack_from("!HH", data, 40)
            if not seconds and self.rules and self.makers.get(inner) == "nat-pmp":
                code = 2
            seconds = seconds if code else self._rule(outer, inner, seconds, protocol)
            self.note(protocol, "open" if seconds else "close")
            ip = ipaddress.ip_address(self.outer)
            packed = bytes(10) + b"\xff\xff" + ip.packed if ip.version == 4 else ip.packed
            said = struct.pack("!BBBBII12x", 2, 129, 0, code, seconds, self._clock) + data[24:40]
            return [said + struct.pack("!HH", inner, outer) + packed]
        if data[1] == 0:
            self.note(protocol, "address")
            return [struct.pack("!BBHI", 0, 128, code, self._clock) + ipaddress.IPv4Address(self.outer).packed]
        inner, outer, seconds = struct.unpack("!2xxxHHI", data)
        if not code:
            seconds = self._rule(outer or inner, inner, seconds, protocol)
        self.note(protocol, "open" if seconds else "close")
        return [struct.pack("!BBHIHHI", 0, 130, code, self._clock, inner, outer, seconds)]

    def by_http(self, request: bytes) -> bytes:
        """Describe the device, or do what is called."""
        if request.startswith(b"GET"):
            self.note("upnp", "description")
            page = (
                '<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device><deviceList><device>'
                f"<serviceList><service><serviceType>{SERVICE}</serviceType><controlURL>{self.control}</controlURL>"
                "</service></serviceList></device></deviceList></device></root>"
            )
            return _page(200, page)
        _, _, body = request.partition(b"\r\n\r\n")
        call = ElementTree.fromstring(body)[0][0]
        action, given = call.tag.rpartition("}")[2], {one.tag: one.text or "" for one in call}
        self.note("upnp", action)
        code = self.refuses.get("upnp", 0)
        if action == "AddPortMapping" and int(given["NewExternalPort"]) in self.taken:
            code = 718
        if code and action == "AddPortMapping":
            return _page(500, f"<s:E xmlns:s='x'><s:Body><errorCode>{code}</errorCode></s:Body></s:E>")
        if action == "AddPortMapping":
            outer, inner = int(given["NewExternalPort"]), int(given["NewInternalPort"])
            self._rule(outer, inner, int(given["NewLeaseDuration"]))
        elif action == "DeletePortMapping":
            self.rules.pop(int(given["NewExternalPort"]), None)
        elif action == "GetSpecificPortMappingEntry":
            if int(given["NewExternalPort"]) not in self.rules:
                return _page(500, "<s:E xmlns:s='x'><s:Body><errorCode>714</errorCode></s:Body></s:E>")
            inner, _ = self.rules[int(given["NewExternalPort"])]
            told = f"<NewInternalPort>{inner}</NewInternalPort><NewInternalClient>{self.host}</NewInternalClient>"
            return _page(200, f"<s:E xmlns:s='x'><s:Body><u:R xmlns:u='y'>{told}</u:R></s:Body></s:E>")
        told = f"<NewExternalIPAddress>{self.outer}</NewExternalIPAddress>" if action.startswith("Get") else ""
        return _page(200, f"<s:E xmlns:s='x'><s:Body><u:R xmlns:u='y'>{told}</u:R></s:Body></s:E>")

    async def move_pages(self, nursery: trio.Nursery) -> None:
        """Serve pages at another port from now on, as after a start."""
        assert self._pages is not None
        self._pages.cancel()
        (pages,) = await trio.open_tcp_listeners(0, host=self.host)
        self.web = pages.socket.getsockname()[1]
        self._pages = await nursery.start(self._serve_pages, pages)

    async def _serve_pages(
        self, pages: trio.SocketListener, task_status: trio.TaskStatus[trio.CancelScope] = trio.TASK_STATUS_IGNORED
    ) -> None:
        with trio.CancelScope() as scope:
            task_status.started(scope)
            await trio.serve_listeners(self.serve_page, [pages])

    async def serve_words(self, line: trio.socket.SocketType) -> None:
        """Answer what comes by UDP at the port of PCP."""
        while True:
            data, sender = await line.recvfrom(2000)
            for answer in self.by_pcp(data):
                changed = self.changed("pcp" if data[0] == 2 else "nat-pmp", answer)
                if changed is not None:
                    await line.sendto(changed, sender)

    async def serve_search(self, line: trio.socket.SocketType) -> None:
        """Answer who looks for devices."""
        while True:
            _, sender = await line.recvfrom(2000)
            self.note("upnp", "search")
            if "upnp" in self.speaks:
                location = self.location or f"http://{self.host}:{self.web}/device.xml"
                found = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
                said = f"HTTP/1.1 200 OK\r\nST: {found}\r\nLOCATION: {location}\r\n\r\n".encode()
                changed = self.changed("ssdp", said)
                if changed is not None:
                    await line.sendto(changed, sender)

    async def serve_page(self, stream: trio.SocketStream) -> None:
        """Answer one request by HTTP."""
        data = b""
        while b"\r\n\r\n" not in data or (b"POST" in data[:4] and b"</s:Envelope>" not in data):
            more = await stream.receive_some(5000)
            if not more:
                return
            data += more
        await trio.sleep(self.slow)
        answer = self.changed("http", self.by_http(data))
        if answer is None:
            await trio.sleep_forever()
        else:
            await stream.send_all(answer)


def _page(status: int, text: str) -> bytes:
    body = text.encode()
    return f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


@asynccontextmanager
async def false_router(**how: object) -> AsyncIterator[FalseRouter]:
    """Let a router serve while the body runs."""
    router = FalseRouter(**how)  # type: ignore[arg-type]
    family = trio.socket.AF_INET6 if ":" in router.host else trio.socket.AF_INET
    words, search = (trio.socket.socket(family, trio.socket.SOCK_DGRAM) for _ in range(2))
    with words, search:
        await words.bind((router.host, 0))
        await search.bind((router.host, 0))
        (pages,) = await trio.open_tcp_listeners(0, host=router.host)
        router.doors, router.web = Doors(words.getsockname()[1], search.getsockname()[1]), pages.socket.getsockname()[1]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(router.serve_words, words)
            nursery.start_soon(router.serve_search, search)
            router._pages = await nursery.start(router._serve_pages, pages)
            yield router
            nursery.cancel_scope.cancel()
