"""The control port of a Tor: who may use it, what it is asked, and a service that lives as long as the connection.

All that it says is bounded and read by one pattern (Tor's control-spec): it may be any program of this computer. The
contents of its cookie file never go there: only SAFECOOKIE is spoken, in which the other end shows first that it has
read the file itself.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import stat
from collections import deque
from collections.abc import Callable
from pathlib import Path

import trio

from tta_p2p.net.addresses import Address, parse_address
from tta_p2p.net.errors import BadAddress, NetError
from tta_p2p.net.onions import ONION, ONION_PORT, OnionKey
from tta_p2p.net.threads import DISK, limiter

MAX_LINE = 4096
"""Bytes of a line."""
MAX_LINES = 256
"""Lines of an answer."""
MAX_EVENTS = 64
"""Events that wait to be read; older ones are dropped."""
ANSWER = 15.0
"""Seconds in which it must answer."""
COOKIE = 32
"""Bytes of its cookie."""

_LINE = re.compile(r"([0-9]{3})([ +-])(.*)")
_METHODS = re.compile(r"AUTH METHODS=([A-Z,]+)(?: COOKIEFILE=\"((?:[^\"\\]|\\.)*)\")?")
_CHALLENGE = re.compile(r"AUTHCHALLENGE SERVERHASH=([0-9A-Fa-f]{64}) SERVERNONCE=([0-9A-Fa-f]{64})")
_PROGRESS = re.compile(r"status/bootstrap-phase=.*\bPROGRESS=([0-9]{1,3})\b.*")
_ESCAPED = re.compile(r"\\([0-7]{1,3}|.)")
_SERVER_KEY = b"Tor safe cookie authentication server-to-controller hash"
_CLIENT_KEY = b"Tor safe cookie authentication controller-to-server hash"


class ControlFailed(NetError):
    """The other end is no control port of Tor, has ended, or does not answer."""


class ControlRefused(ControlFailed):
    """It does not let this program in, or does not do what it is asked; the text says what it said."""


class TorControl:
    """A connection to a control port; one task uses it."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()
        self._events: deque[str] = deque(maxlen=MAX_EVENTS)

    async def enter(self, entropy: Callable[[int], bytes]) -> None:
        """Show that this program may use it. Raises ControlFailed."""
        told = "\n".join(await self._ask("PROTOCOLINFO 1"))
        found = _METHODS.search(told)
        methods = found.group(1).split(",") if found else []
        if "NULL" in methods:
            await self._ask("AUTHENTICATE")
        elif "SAFECOOKIE" in methods and found is not None and found.group(2):
            await self._show_cookie(_unescape(found.group(2)), entropy(32))
        else:
            raise ControlRefused("it asks for a password")

    async def _show_cookie(self, path: str, nonce: bytes) -> None:
        try:
            cookie = await trio.to_thread.run_sync(
                _read_cookie, Path(path), limiter=limiter("disk", DISK), abandon_on_cancel=True
            )
        except (OSError, ValueError) as error:
            raise ControlRefused(f"its cookie cannot be read: {error}") from error
        (answer, *_) = await self._ask(f"AUTHCHALLENGE SAFECOOKIE {nonce.hex()}")
        found = _CHALLENGE.fullmatch(answer)
        if found is None:
            raise ControlFailed("it does not answer the challenge")
        theirs = bytes.fromhex(found.group(2))
        said = cookie + nonce + theirs
        if not hmac.compare_digest(_mac(_SERVER_KEY, said), bytes.fromhex(found.group(1))):
            raise ControlFailed("it has not read its own cookie: this is no Tor")
        await self._ask(f"AUTHENTICATE {_mac(_CLIENT_KEY, said).hex()}")

    async def own(self) -> None:
        """Let the Tor end as soon as this connection does. Raises ControlFailed."""
        await self._ask("TAKEOWNERSHIP")

    async def socks(self) -> Address:
        """Ask where it takes connections of this computer. Raises ControlFailed."""
        for line in await self._ask("GETINFO net/listeners/socks"):
            for text in re.findall(r'"([^"]{1,80})"', line):
                try:
                    place = parse_address(text)
                except BadAddress:  # a socket in a file
                    continue
                if place.is_loopback:
                    return place
        raise ControlFailed("it takes no connections at a port of this computer")

    async def progress(self) -> int:
        """Ask how far it is connected to the network, in hundredths. Raises ControlFailed."""
        for line in await self._ask("GETINFO status/bootstrap-phase"):
            if found := _PROGRESS.fullmatch(line):
                return min(100, int(found.group(1)))
        raise ControlFailed("it does not say how far it is connected")

    async def forget(self) -> None:
        """Let it look anew for services that it has not found; it would not for 15 minutes. Raises ControlFailed."""
        await self._ask("SIGNAL NEWNYM")

    async def watch(self) -> None:
        """Hear of descriptors that are published. Raises ControlFailed."""
        await self._ask("SETEVENTS HS_DESC")

    async def add_service(self, key: OnionKey, port: int) -> None:
        """Open the service, which leads to this port here until the connection ends. Raises ControlFailed."""
        request = f"ADD_ONION ED25519-V3:{key.expanded} Flags=DiscardPK Port={ONION_PORT},127.0.0.1:{port}"
        told = await self._ask(request)
        if f"ServiceID={key.name.removesuffix(ONION)}" not in told:
            raise ControlFailed("it opened another service than it was asked for")

    async def published(self, name: str) -> bool:
        """Wait for an event; whether it says that the network knows this service. Raises ControlFailed."""
        while not self._events:
            code, lines = await self._reply()
            if not code.startswith("6"):
                raise ControlFailed("it answers what nobody has asked")
            self._events.extend(lines)
        return self._events.popleft().startswith(f"HS_DESC UPLOADED {name.removesuffix(ONION)} ")

    # Lines.

    async def _ask(self, request: str) -> list[str]:
        """The lines of an answer, which must be yes. Raises ControlFailed."""
        with trio.move_on_after(ANSWER):
            try:
                await self._stream.send_all(f"{request}\r\n".encode("ascii"))
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                raise ControlFailed("it has ended") from error
            while True:
                code, lines = await self._reply()
                if code.startswith("6"):
                    self._events.extend(lines)
                elif code.startswith("2"):
                    return lines
                else:
                    raise ControlRefused(f"it says {code} {lines[-1][:80]!a}")
        raise ControlFailed(f"it does not answer within {ANSWER:g} seconds")

    async def _reply(self) -> tuple[str, list[str]]:
        lines = list[str]()
        while len(lines) < MAX_LINES:
            found = _LINE.fullmatch(await self._line())
            if found is None:
                raise ControlFailed("it is no control port of Tor")
            code, sign, text = found.groups()
            lines.append(text)
            if sign == " ":
                return code, lines
            while sign == "+" and len(lines) < MAX_LINES and (more := await self._line()) != ".":
                lines.append(more)
        raise ControlFailed("it says too much")

    async def _line(self) -> str:
        while b"\n" not in self._buffer:
            if len(self._buffer) > MAX_LINE:
                raise ControlFailed("it says too much")
            try:
                more = await self._stream.receive_some(MAX_LINE)
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                raise ControlFailed("it has ended") from error
            if not more:
                raise ControlFailed("it has ended")
            self._buffer += more
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        return line.removesuffix(b"\r").decode("ascii", "replace")


def _mac(key: bytes, said: bytes) -> bytes:
    return hmac.digest(key, said, hashlib.sha256)


def _unescape(text: str) -> str:
    """A text without the signs that quote it."""
    return _ESCAPED.sub(lambda one: chr(int(one[1], 8) & 255) if one[1][0] in "01234567" else one[1], text)


def _read_cookie(path: Path) -> bytes:
    """A cookie from its file. Raises OSError, ValueError where it is none."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode) or about.st_size != COOKIE:
            raise ValueError(f"{str(path)[:80]!a} holds no cookie")
        return os.read(descriptor, COOKIE)
    finally:
        os.close(descriptor)
