"""The words of UPnP by which an Internet Gateway Device opens a port: search, description and calls. Pure.

Texts of a router are bounded; its XML may declare nothing, so no entity of it is ever expanded. A device must be
described, and be called, at the address of the router itself. Every answer is a checked value, or `BadAnswer`.
"""

from __future__ import annotations

import http.client
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit
from xml.parsers import expat
from xml.sax.saxutils import escape

from tta_p2p.net.addresses import Address
from tta_p2p.net.errors import BadAddress
from tta_p2p.net.router.answers import BadAnswer, RouterRefusal, external

PORT = 1900
GROUP = "239.255.255.250"
"""Where devices listen that are looked for."""
LONGEST_NOTE = 2048
"""Bytes of an answer to a search."""
LONGEST_PAGE = 65_536
"""Bytes of an answer by HTTP, with its header."""
MAX_DEPTH, MAX_ELEMENTS, MAX_TEXT = 32, 2000, 512
"""Bounds of XML; the last in letters of one element."""
DEVICE = "urn:schemas-upnp-org:device:InternetGatewayDevice:{}"
SERVICES = (
    "urn:schemas-upnp-org:service:WANIPConnection:2",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
)
"""The services that open ports, the best first."""
ONLY_FOR_EVER = 725
"""The error by which a router says that it opens ports only for good."""
TAKEN = (718, 729)
"""Those by which it says that the outer port is taken."""
NO_RULE = (713, 714)
"""Those by which it says that there is no such rule."""


@dataclass(frozen=True, slots=True)
class RouterPage:
    """A page of the router: its host and port, and the path that is asked for."""

    address: Address
    path: str


@dataclass(frozen=True, slots=True)
class PortService:
    """A service of the router that opens ports: its type, and where it is called."""

    kind: str
    place: RouterPage


@dataclass(slots=True)
class _Element:
    name: str
    text: str = ""
    children: list[_Element] = field(default_factory=list)

    def all(self, name: str) -> Iterator[_Element]:
        """This element and those in it that are called so; nothing is nested deeper than `MAX_DEPTH`."""
        if self.name == name:
            yield self
        for child in self.children:
            yield from child.all(name)

    def first(self, name: str) -> str:
        """The text of the first of these; empty if there is none."""
        return next((one.text.strip() for one in self.all(name)), "")


def write_search(version: int, host: str = GROUP) -> bytes:
    """Look for an Internet Gateway Device of this version (1 or 2)."""
    lines = ("M-SEARCH * HTTP/1.1", f"HOST: {host}:{PORT}", 'MAN: "ssdp:discover"', "MX: 1")
    return "\r\n".join((*lines, f"ST: {DEVICE.format(version)}", "", "")).encode()


def read_found(data: bytes, router: str) -> RouterPage:
    """Read where the device describes itself that answers a search. Raises BadAnswer."""
    if len(data) > LONGEST_NOTE:
        raise BadAnswer("an answer to a search is short")
    first, *lines = data.decode("latin-1").split("\r\n")
    if first.split()[:2] != ["HTTP/1.1", "200"]:
        raise BadAnswer("this is no answer to a search")
    said = {
        name.strip().lower(): value.strip() for name, colon, value in (line.partition(":") for line in lines) if colon
    }
    if not said.get("st", "").startswith(DEVICE.format("")):
        raise BadAnswer("this is no device that was looked for")
    return _place(said.get("location", ""), router)


def write_get(place: RouterPage) -> bytes:
    """Ask for a page."""
    return f"GET {place.path} HTTP/1.1\r\nHost: {place.address}\r\nConnection: close\r\n\r\n".encode()


def write_call(service: PortService, action: str, arguments: tuple[tuple[str, str | int], ...] = ()) -> bytes:
    """Call an action of a service with arguments in their order."""
    inner = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in arguments)
    body = (
        '<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" '
        's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
        f'<u:{action} xmlns:u="{service.kind}">{inner}</u:{action}></s:Body></s:Envelope>\r\n'
    ).encode()
    head = (
        f"POST {service.place.path} HTTP/1.1\r\nHost: {service.place.address}\r\nConnection: close\r\n"
        f'Content-Type: text/xml; charset="utf-8"\r\nSOAPAction: "{service.kind}#{action}"\r\n'
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    return head + body


def read_page(data: bytes, *, closed: bool) -> tuple[int, bytes] | None:
    """The status and body of an answer by HTTP; None while it is not complete. Raises BadAnswer.

    ``closed``: nothing follows any more.
    """
    if len(data) > LONGEST_PAGE:
        raise BadAnswer("a page of a router is short")
    if b"\r\n\r\n" not in data and not closed:
        return None
    answer = http.client.HTTPResponse(_Bytes(data))  # type: ignore[arg-type]
    try:
        answer.begin()
        body = answer.read(LONGEST_PAGE)
    except http.client.IncompleteRead as error:
        if closed:
            raise BadAnswer("an answer by HTTP that is cut") from error
        return None
    except (http.client.HTTPException, OSError, ValueError) as error:
        raise BadAnswer("this is no answer by HTTP") from error
    lacks = answer.length is None and not answer.chunked
    if not closed and (answer.length or lacks):
        return None
    if answer.length:
        raise BadAnswer("an answer by HTTP that is cut")
    return answer.status, body


def read_description(page: bytes, at: RouterPage, router: str) -> PortService:
    """Find the service that opens ports in the description of a device. Raises BadAnswer."""
    root = _parsed(page)
    base = root.first("URLBase") or f"http://{at.address}{at.path}"
    offered = {one.first("serviceType"): one.first("controlURL") for one in root.all("service")}
    for kind in SERVICES:
        if offered.get(kind):
            try:
                url = urljoin(base, offered[kind])
            except ValueError as error:
                raise BadAnswer("this is no address of a page") from error
            return PortService(kind, _place(url, router))
    raise BadAnswer("this device opens no ports")


def read_result(status: int, page: bytes) -> None:
    """Read the answer to a call. Raises RouterRefusal, BadAnswer."""
    if status == 200:
        return
    code = _parsed(page).first("errorCode") if page else ""
    if not (code.isascii() and code.isdecimal() and len(code) <= 5):
        raise BadAnswer(f"status {status}, and no reason")
    raise RouterRefusal("upnp", int(code))


def read_external(status: int, page: bytes) -> str:
    """Read the outer address of the router; empty if it has none. Raises RouterRefusal, BadAnswer."""
    read_result(status, page)
    told = _parsed(page).first("NewExternalIPAddress")
    return external(told, version=4) if told else ""


def read_rule(status: int, page: bytes) -> tuple[str, int] | None:
    """Read whereto a rule leads, the address of a computer and its port; None: there is no such rule.

    Raises RouterRefusal, BadAnswer.
    """
    try:
        read_result(status, page)
    except RouterRefusal as error:
        if error.code in NO_RULE:
            return None
        raise
    root = _parsed(page)
    host, port = root.first("NewInternalClient"), root.first("NewInternalPort")
    if not (port.isascii() and port.isdecimal() and len(port) <= 5):
        raise BadAnswer("this is no rule")
    return host, int(port)


def _place(url: str, router: str) -> RouterPage:
    """A page at the router. Raises BadAnswer where it is anywhere else."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 80
        address = Address(host, port)
    except (ValueError, BadAddress) as error:
        raise BadAnswer("this is no address of a page") from error
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if parts.scheme != "http" or parts.username is not None or address.host != router:
        raise BadAnswer("a router speaks for itself alone")
    if len(path) > MAX_TEXT or not path.isascii() or not path.isprintable() or " " in path:
        raise BadAnswer("this is no address of a page")
    return RouterPage(address, path)


def _parsed(page: bytes) -> _Element:
    """Parse XML, bounded, without declarations; names lose their namespaces. Raises BadAnswer."""
    root = _Element("")
    open_elements, count = [root], 0

    def begin(name: str, _: object) -> None:
        nonlocal count
        count += 1
        if len(open_elements) > MAX_DEPTH or count > MAX_ELEMENTS:
            raise BadAnswer("this XML is too large")
        one = _Element(name.rpartition(":")[2])
        open_elements[-1].children.append(one)
        open_elements.append(one)

    def end(_: str) -> None:
        open_elements.pop()

    def say(text: str) -> None:
        one = open_elements[-1]
        if len(one.text) + len(text) > MAX_TEXT:
            raise BadAnswer("this XML is too large")
        one.text += text

    def refuse(*_: object) -> None:
        raise BadAnswer("XML of a router declares nothing")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, say
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(page, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise BadAnswer("this is no XML") from error
    return root


class _Bytes:
    """Bytes that were received, where the standard library expects a socket."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, *_: object) -> io.BytesIO:
        """All of it."""
        return io.BytesIO(self._data)
