"""The Tor of a node: one that runs on this computer, or a process of its own, and the onion service of the node in it.

A Tor that is lost is told in words: one's own is started anew, a foreign one is waited for. Nothing of that can end a
node, which plays on with whomever it reaches.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import trio

from tta_p2p.net.addresses import Address, parse_address
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import BadAddress, NetError, Unreachable
from tta_p2p.net.onions import OnionKey
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, start_hint
from tta_p2p.net.tor_control import ControlFailed, ControlRefused, TorControl
from tta_p2p.store.regular_files import read_regular

WHERE = "TTA_TOR"
"""Names the control port of the Tor to use, HOST:PORT or the path of a socket; no other one is looked for then."""
USUAL = ("127.0.0.1:9051", "/run/tor/control", "127.0.0.1:9151")
"""Where control ports are: of Debian's Tor, and of Tor Browser."""
USUAL_SOCKS = (Address("127.0.0.1", 9050), Address("127.0.0.1", 9150))
"""Where a Tor takes connections that lets nobody at its control port."""
PROGRAMS = ("/usr/bin", "/usr/sbin", "/usr/local/bin")
"""Folders in which the program is looked for, beside those of the person."""
KNOCK = 3.0
"""Seconds in which a Tor of this computer takes a connection."""
BEGIN = 30.0
"""Seconds in which an own process opens its control port."""
CONNECT = 180.0
"""Seconds in which it should be connected to the network, the first time."""
FORGET = 20.0
"""Seconds at least from one request to look for services anew to the next."""
LOOK = 5.0
"""Seconds between two questions whether it is still there."""
FIRST_PAUSE, LAST_PAUSE = 1.0, 5.0
"""Seconds until it is tried again, doubling."""


class TorState(StrEnum):
    """The states of a node's Tor; the values are part of keys of texts."""

    UNUSED = "unused"
    LOOKING = "looking"
    STARTING = "starting"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    """Others are reached; there is no service of one's own."""
    PUBLISHING = "publishing"
    OPEN = "open"
    """The network knows the service: others reach it."""
    MISSING = "missing"
    """None runs, and none is installed."""
    CLOSED = "closed"
    """One runs that lets nobody open a service, and none is installed to start."""
    AWAY = "away"
    """A foreign one has ended, or does not answer."""
    ENDED = "ended"
    """The own one has ended, or does not answer."""


@dataclass(frozen=True, slots=True)
class TorNews:
    """The state of a Tor: ``progress`` in hundredths while it connects; ``details`` for the log."""

    state: TorState
    progress: int = 0
    details: str = ""


class Tor:
    """The Tor of one node; `keep` looks after it, once somebody has said that it is `wanted`."""

    def __init__(self, folder: Path, entropy: Callable[[int], bytes], key: OnionKey | None = None) -> None:
        """``folder``: where an own process keeps its data; ``key``: of the service, where there is to be one."""
        self.key = key
        self.news = TorNews(TorState.UNUSED)
        self.changed = trio.Event()
        """Set when there is something new; then another one takes its place."""
        self.port = 0
        """The port here to which the service leads."""
        self._folder, self._entropy = folder, entropy
        self._wanted = trio.Event()
        self._socks: Address | None = None
        self._unfound, self._forgot_at = False, -math.inf
        """Whether a service was not found since it was last asked to look anew, and when that was."""
        self._foreign = False
        """Whether a foreign one has been used: it is waited for."""

    def want(self, port: int = 0) -> None:
        """Use it from now on; ``port``: to which the service leads."""
        self.port = port or self.port
        self._wanted.set()

    @property
    def wanted(self) -> bool:
        """Whether it is used."""
        return self._wanted.is_set()

    async def socks(self) -> Address:
        """Wait until it is connected, and say where it takes connections. Raises Unreachable where there is none."""
        while self._socks is None:
            if not self.wanted or self.news.state in (TorState.MISSING, TorState.CLOSED):
                raise Unreachable("there is none here")
            await self.changed.wait()
        return self._socks

    def look_again(self) -> None:
        """A service was not found: one that opens just now would else be passed over for a quarter of an hour."""
        self._unfound = True

    async def ready(self) -> None:
        """Wait until it is connected, where it is used; but not for ever, and not where there is none."""
        with trio.move_on_after(CONNECT), contextlib.suppress(Unreachable):
            await self.socks()

    def _tell(self, state: TorState, progress: int = 0, details: str = "") -> None:
        news = TorNews(state, progress, clean(details, 200))
        if news != self.news:
            self.news = news
            self.changed.set()
            self.changed = trio.Event()

    async def keep(self) -> None:
        """Find it or start it, look after it, and begin again when it is lost, for ever."""
        await self._wanted.wait()
        self._tell(TorState.LOOKING)
        pause = FIRST_PAUSE
        while True:
            began = trio.current_time()
            try:
                await self._once()
            except (NetError, OSError, trio.TooSlowError) as error:
                lost = TorState.AWAY if self._foreign else TorState.ENDED
                missing = error.state if isinstance(error, _NoTor) else lost
                self._tell(missing, details=str(error))
            finally:
                self._socks = None
            if trio.current_time() > began + 60.0:
                pause = FIRST_PAUSE
            await trio.sleep(pause)
            pause = min(2 * pause, LAST_PAUSE)

    async def _once(self) -> None:
        """Use one until it is lost. Raises NetError, OSError."""
        closed = ""
        for where in self._places():
            try:
                async with _reach(where) as control:
                    await control.enter(self._entropy)
                    server = await control.socks()
                    self._foreign = self._foreign or where != self._own_place()
                    await self._use(control, server)
            except ControlRefused as error:
                closed = str(error)
            except ControlFailed:
                if self._socks is not None or self._foreign:
                    raise
            except (OSError, trio.TooSlowError):
                continue
        if self._foreign or os.environ.get(WHERE):
            self._foreign = True
            raise ControlFailed(closed or "it does not answer")
        program = find_program()
        if program is not None:
            async with self._process(program) as control:
                await self._use(control, await control.socks())
        for server in USUAL_SOCKS if self.key is None else ():
            if await _answers(server):
                self._foreign = True
                await self._use_socks(server)
        raise _NoTor(TorState.CLOSED if closed else TorState.MISSING, closed or "no tor runs, and none is installed")

    def _own_place(self) -> str:
        """Say where the control port is of a Tor that a node of this data folder has started; empty without one."""
        with contextlib.suppress(OSError):
            text = read_regular(self._folder / "control", 80).decode(errors="replace").strip()
            return text.removeprefix("PORT=")
        return ""

    def _places(self) -> list[str]:
        chosen = os.environ.get(WHERE, "")
        return [chosen] if chosen else [place for place in (self._own_place(), *USUAL) if place]

    async def _use(self, control: TorControl, server: Address) -> None:
        """Wait until it is connected, open the service, and stay until the Tor is lost. Raises ControlFailed."""
        await control.watch()
        while (progress := await control.progress()) < 100:
            self._tell(TorState.CONNECTING, progress)
            await trio.sleep(0.5)
        self._socks = server
        if self.key is None:
            self._tell(TorState.CONNECTED, 100)
        else:
            await control.add_service(self.key, self.port)
            self._tell(TorState.PUBLISHING, 100)
        while True:
            with trio.move_on_after(LOOK) as quiet:
                if await control.published(self.key.name if self.key is not None else ""):
                    self._tell(TorState.OPEN, 100)
            if quiet.cancelled_caught:
                await control.progress()
            if self._unfound and trio.current_time() > self._forgot_at + FORGET:
                self._unfound, self._forgot_at = False, trio.current_time()
                await control.forget()

    async def _use_socks(self, server: Address) -> None:
        """Stay as long as somebody answers there. Raises ControlFailed."""
        self._socks = server
        self._tell(TorState.CONNECTED, 100)
        there = True
        while there:
            await trio.sleep(LOOK)
            there = await _answers(server)
        raise ControlFailed("it does not answer")

    @asynccontextmanager
    async def _process(self, program: str) -> AsyncIterator[TorControl]:
        """A process of one's own while the body runs. Raises ControlFailed, OSError."""
        self._tell(TorState.STARTING)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        written = self._folder / "control"
        written.unlink(missing_ok=True)
        process = await trio.lowlevel.open_process(
            command_line(program, self._folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output = process.stdout
        assert output is not None
        said = _LastWords()
        try:
            async with background() as nursery:
                start_hint(nursery, Hint.TOR, program, said.hear, output)
                until = trio.current_time() + BEGIN
                while not self._own_place() and process.poll() is None and trio.current_time() < until:  # noqa: ASYNC110
                    await trio.sleep(0.1)  # it writes a file
                if not self._own_place() or process.poll() is not None:
                    raise ControlFailed(f"tor ends at once: {said.text}")
                async with _reach(self._own_place()) as control:
                    await control.enter(self._entropy)
                    await control.own()
                    try:
                        yield control
                    except ControlFailed as error:
                        raise ControlFailed(f"{error}; its last words: {said.text}") from error
        finally:
            with trio.CancelScope(shield=True):
                process.kill()
                await process.wait()
                await output.aclose()
                written.unlink(missing_ok=True)


class _NoTor(NetError):
    """There is none, as the state says."""

    def __init__(self, state: TorState, text: str) -> None:
        super().__init__(text)
        self.state = state


class _LastWords:
    """The last line in which a process warns."""

    def __init__(self) -> None:
        self.text = ""

    async def hear(self, output: trio.abc.ReceiveStream) -> None:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in output:
                for line in data.decode(errors="replace").splitlines():
                    if "[warn]" in line or "[err]" in line:
                        self.text = clean(line, 200)


def command_line(program: str, folder: Path) -> Sequence[str]:
    """The command that starts an own Tor. A file ``torrc`` in its folder may say more, as which bridges to use."""
    options = {
        "DataDirectory": folder / "data",
        "SocksPort": "auto",
        "ControlPort": "auto",
        "ControlPortWriteToFile": folder / "control",
        "CookieAuthentication": "1",
        "CookieAuthFile": folder / "cookie",
        "ClientOnly": "1",
        "__OwningControllerProcess": os.getpid(),
        "DormantCanceledByStartup": "1",
        "+Log": "notice stdout",
    }
    given = [str(part) for name, value in options.items() for part in (f"--{name}", value)]
    return [program, "-f", str(folder / "torrc"), "--ignore-missing-torrc", "--defaults-torrc", os.devnull, *given]


def find_program() -> str | None:
    """The path of the program, where it is installed."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *PROGRAMS))
    return shutil.which("tor", path=path)


async def state_at(where: str, entropy: Callable[[int], bytes]) -> TorState:
    """Look whether the Tor at a control port can be used: `CONNECTED`, `CLOSED` (it lets nobody in) or `AWAY`."""
    try:
        async with _reach(where) as control:
            with trio.fail_after(KNOCK):
                await control.enter(entropy)
                await control.socks()
    except ControlRefused:
        return TorState.CLOSED
    except (NetError, OSError, trio.BrokenResourceError, trio.TooSlowError):
        return TorState.AWAY
    return TorState.CONNECTED


@asynccontextmanager
async def _reach(where: str) -> AsyncIterator[TorControl]:
    """A control port while the body runs. Raises OSError, TooSlowError."""
    with trio.fail_after(KNOCK):
        stream = await _open(where)
    try:
        yield TorControl(stream)
    finally:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)


async def _open(where: str) -> trio.abc.Stream:
    if "/" in where:
        try:
            return await trio.open_unix_socket(where)
        except (ValueError, RuntimeError) as error:
            raise OSError(str(error)) from error
    try:
        place = parse_address(where)
    except BadAddress as error:
        raise OSError(str(error)) from error
    if not place.is_loopback:
        raise OSError("a control port is on this computer")
    return await trio.open_tcp_stream(place.host, place.port)


async def _answers(server: Address) -> bool:
    """Whether a SOCKS server is there that lets programs of this computer in."""
    with contextlib.suppress(OSError, trio.BrokenResourceError), trio.move_on_after(KNOCK):
        async with await trio.open_tcp_stream(server.host, server.port) as stream:
            await stream.send_all(b"\x05\x01\x00")
            return bytes(await stream.receive_some(2)) == b"\x05\x00"
    return False
