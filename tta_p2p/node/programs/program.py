"""One start of an external program that plays a seat: its process, and the guard between its pipes and the table.

The program speaks the seat protocol (docs/seat-protocol.md) over its standard input and output. The guard passes lines
on both ways and keeps the table safe from it: it drives its own seat only, nothing of it grows without bound, and what
is wrong with it is said in words.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import trio

from tta_p2p.net.tasks import Hint, contain, start_part
from tta_p2p.node.programs.bounds import CHUNK, ErrorLog, PacedStream, TokenBucket
from tta_p2p.node.service.notices import bad_request, error_reply, in_english, version_refusal
from tta_p2p.seats import encoding
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import EndlessLine, Lines
from tta_p2p.seats.parts.chat import ChatRequest
from tta_p2p.seats.parts.votes import VoteRequest
from tta_p2p.store.database import StoreError

PASSED_ON = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")
"""All that a program gets of this process's environment; never the data folder's name or a passphrase."""

PROGRAM = "program"
"""What stands in the place of a bot's level for a seat that a program plays."""

NEWS = "node.program-"
"""How the keys of what people are told about a program begin; the program itself is not told."""

BYTES_A_SECOND, ERROR_BYTES_A_SECOND = 256 * 1024, 1024 * 1024
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 500, 200
CHATS_A_SECOND, CHATS_AT_ONCE = 0.2, 5
"""How much is taken from a program; the rest waits in its pipe."""

ANSWER = 0.25
"""Seconds after which a request that is not answered is taken for one that needs no answer."""

ERRORS = 100
"""After so many errors without an act that was taken, it is stopped."""

GRACE = 3.0
"""Seconds in which a program may look at the result after the game, and in which what it said last may still come."""

LAST_CHUNKS = 64
"""How much of the error output is read once a program has ended: a megabyte, as much as a pipe may hold."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a program does not play: a text `program.KEY`, and a detail (a number, a name)."""

    key: str = ""
    detail: int | str = ""

    def __str__(self) -> str:
        return in_english(f"program.{self.key}", ("", "", self.key, self.detail)) if self.key else ""


Start = Callable[..., Awaitable[trio.Process]]
START: Start = trio.lowlevel.open_process


class BadCommand(Exception):
    """A command cannot be started; ``why`` says it as a key with arguments."""

    def __init__(self, text: str, *why: str) -> None:
        super().__init__(text)
        self.why = why


RUNS_SCRIPTS = re.compile(r"(python|pypy)[0-9.]*|node|ruby|perl|bash|sh")
"""How programs are called that run the file named behind them."""


class ProgramCommand(msgspec.Struct, frozen=True):
    """A program as its owner named it: the words of its command line, and the folder in which it runs."""

    words: tuple[str, ...]
    folder: str

    def __str__(self) -> str:
        return shlex.join(self.words)


def read_command(text: str, folder: Path) -> ProgramCommand:
    """A command line, without any shell. Raises BadCommand."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise BadCommand(f"{text!r} is no command line: {error}", "no-command-line", text) from error
    if not words:
        raise BadCommand("the command line of a program is empty", "command-empty")
    if shutil.which(words[0]) is None:
        raise BadCommand(
            f"there is no program {words[0]!r} that can be started; name it with its folder"
            f" (./{Path(words[0]).name}) and make it executable, or name what runs it (python3 {words[0]})",
            "no-program",
            words[0],
            Path(words[0]).name,
        )
    # What runs scripts starts without its script as well, and says so only where nobody looks.
    script = words[1] if len(words) > 1 and RUNS_SCRIPTS.fullmatch(Path(words[0]).name) else "-"
    if not script.startswith("-") and not (folder / script).exists():
        raise BadCommand(f"there is no file {script!r} in {folder}", "no-script", script, str(folder))
    return ProgramCommand(words, str(folder))


def environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Give the part of this process's environment that a program gets."""
    return {name: ours[name] for name in PASSED_ON if name in ours}


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds without an act where one is awaited: until people are told, and until the program is started again.

    It is started again after a pause that grows from ``first`` to ``longest`` seconds, at most ``restarts`` times
    without an act of its own in between and ``starts`` times in all.
    """

    notice: float = 60.0
    limit: float = 300.0
    restarts: int = 5
    starts: int = 100
    first: float = 0.5
    longest: float = 30.0


class ProgramSeat(Protocol):
    """The seat at a table that a program is to play."""

    @property
    def seat(self) -> int | None:
        """The seat of the game; None as long as seats are not drawn."""
        ...

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve a client at this table until it goes."""
        ...

    def tell(self, what: str, *args: say.TextArgument) -> None:
        """Tell people something about the program: `node.program-WHAT`, after its seat and the name of that."""
        ...

    def answers(self) -> None:
        """The program that was told to be slow has acted, or need not any more."""
        ...


class RunObserver(Protocol):
    """Notes how a program behaves, from what goes between it and the table."""

    def refused(self, said: say.ErrorReply) -> None:
        """The guard refuses what the program has said, with this."""
        ...

    def heard(self, news: LinePeek, tried: bool) -> None:
        """The table says something; ``tried``: the program has acted since the last turn that it was told."""
        ...

    def before(self, line: bytes) -> bytes:
        """Give what the program is told before this line of the table; empty: nothing."""
        ...


class LinePeek(msgspec.Struct):
    """As much of a node's line as the guard must know."""

    kind: str = msgspec.field(name="is")
    number: int = -1
    mine: bool = False
    draft: list[msgspec.Raw] = []
    key: str = ""
    text: str = ""


_peek = msgspec.json.Decoder(LinePeek)


class ProgramRun:
    """One start of a program. ``reason`` says why it ended, ``over`` and ``taken`` that nothing is wrong with it."""

    def __init__(
        self,
        command: ProgramCommand,
        place: ProgramSeat,
        log: ErrorLog,
        patience: Patience,
        start: Start = START,
        observer: RunObserver | None = None,
    ) -> None:
        """``start`` starts a process, as Trio does."""
        self._start, self._observer = start, observer
        self.command, self.place, self.log, self.patience = command, place, log, patience
        self.reason = Reason()
        self.over = False
        """Whether it has seen the end of the game."""
        self.taken = False
        """Whether somebody else drives the seat."""
        self.acts = 0
        """How many of its acts the table has taken."""
        self._errors = 0
        self._greeting = True
        self._mine = False
        self._tried = False
        self._reached = (-1, 0)
        self._since = trio.current_time()
        self._answered = trio.Event()
        self._stuck: float = math.inf
        self._scope = trio.CancelScope()
        self._heard_all = trio.Event()
        """Set when everything that the table has said was read, or the program is not needed any more."""
        self._said_all = trio.Event()
        """Set when everything that the program has said was read."""
        self._sending = trio.Lock()

    @property
    def greeting(self) -> bool:
        """Whether it has not said hello yet."""
        return self._greeting

    async def run(self) -> None:
        """Start the program and let it play until it ends, fails, or is not needed any more.

        Raises StoreError and OSError, where the table cannot store what the program does.
        """
        with self._contain(StoreError, OSError):
            await self._run()

    @contextlib.contextmanager
    def _contain(self, *passing: type[Exception]) -> Iterator[None]:
        """Contain a failure of the body: it stops this start of the program, and nothing else. Its words come from
        outside.
        """
        with contain(Hint.PROGRAM, str(self.command), *passing) as contained:
            yield
        if contained.failed:
            self._finish("failed", contained.kind)

    async def _run(self) -> None:
        try:
            process = await self._start(
                self.command.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self.command.folder,
                env=environment(os.environ),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self.reason = Reason("cannot-start", errno.errorcode.get(getattr(error, "errno", None) or 0, "?"))
            return
        try:
            await self._serve(process)
        finally:
            with trio.CancelScope(shield=True):
                with self._contain():
                    self._last_errors(process)
                with self._contain():  # apart: it ends also where its last words cannot be logged
                    await _end(process)

    async def _serve(self, process: trio.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        ours, theirs = socket.socketpair()
        node_end = trio.SocketStream(trio.socket.from_stdlib_socket(ours))
        self._node = Lines(node_end, encoding.MAX_LINE)
        self._process, self._in = process, process.stdin
        out = trio.StapledStream(process.stdin, PacedStream(process.stdout, BYTES_A_SECOND))
        self._out = Lines(out, encoding.MAX_REQUEST)
        table_end = trio.SocketStream(trio.socket.from_stdlib_socket(theirs))
        try:
            async with trio.open_nursery() as nursery:
                start_part(nursery, self._at_table, table_end)
                with self._contain(), self._scope:
                    async with trio.open_nursery() as inner:
                        start_part(inner, self._errors_output, process)
                        start_part(inner, self._from_node, process)
                        start_part(inner, self._from_program, process)
                        start_part(inner, self._watch)
                        start_part(inner, self._until_it_ends, process)
                await self._node.aclose()  # the table sees it go
        finally:  # also where the node ends meanwhile
            for stream in (node_end, table_end):
                stream.socket.close()

    def _finish(self, key: str, detail: int | str = "") -> None:
        if not self.reason.key:
            self.reason = Reason(key, detail)
        self._heard_all.set()
        self._scope.cancel()

    async def _at_table(self, stream: trio.abc.Stream) -> None:
        await self.place.serve(stream)
        with trio.move_on_after(GRACE):  # what the table said last may tell why it has gone
            await self._heard_all.wait()
        self._finish("over" if self.over else "deaf")

    # From the table to the program.

    async def _from_node(self, process: trio.Process) -> None:
        while not self.over:
            line = await self._node.line()
            if line is None:
                self._heard_all.set()  # `_at_table` knows more
                return
            heard = _peek.decode(line)
            if heard.kind == "error" and heard.key.startswith(NEWS):
                continue
            if self._observer is not None:
                self._observer.heard(heard, self._tried)
            self._notice(heard)
            if self._observer is not None and (first := self._observer.before(line)):
                await self._deliver(first)
            await self._deliver(line + b"\n")
            if self.taken:
                self._finish("taken")
        with trio.move_on_after(GRACE):
            await process.wait()
        self._finish("over")

    def _notice(self, heard: LinePeek) -> None:
        self._answered.set()
        if heard.kind == "over":
            self.over = True
        elif heard.kind == "again":
            self._reached, self._mine = (-1, 0), False
        elif heard.kind == "turn":
            reached = (heard.number, len(heard.draft))
            if reached > self._reached:
                self._reached, self._since = reached, trio.current_time()
                if self._tried:
                    self._tried, self._errors, self.acts = False, 0, self.acts + 1
            if heard.mine and not self._mine:
                self._since = trio.current_time()
            self._mine = heard.mine
        elif heard.kind == "error":
            self.taken = self.taken or heard.key in ("node.seat-taken", "node.taken-over")
            self._tried = False
            self._wrong(heard.text or heard.key)

    def _wrong(self, text: str, weight: int = 1) -> None:
        self._errors += weight
        if self._errors >= ERRORS and not self.taken:
            self.log.remark(f"the last answer to it was: {text[:200]}")
            self._finish("nonsense")

    async def _deliver(self, data: bytes) -> None:
        """Write to the program. As long as it does not read, no more requests of it are taken."""
        async with self._sending:
            self._stuck = trio.current_time()
            try:
                await self._in.send_all(data)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                with trio.move_on_after(GRACE):
                    await self._process.wait()
                    return  # `_until_it_ends` says how
                self._finish("closed-input")
            finally:
                self._stuck = math.inf

    # From the program to the table.

    async def _from_program(self, process: trio.Process) -> None:
        requests, chats = TokenBucket(REQUESTS_A_SECOND, REQUESTS_AT_ONCE), TokenBucket(CHATS_A_SECOND, CHATS_AT_ONCE)
        while True:
            try:
                request = await self._out.request()
            except encoding.BadLine as error:
                said = bad_request(error)
                await self._refuse(said, 10 if isinstance(error, EndlessLine) else 1)
                continue
            if request is None or isinstance(request, say.ByeRequest):
                break
            await trio.sleep(requests.take())
            async with self._sending:
                pass  # whoever wants to say more must read what it is told
            match request:
                case say.HelloRequest(version) if (
                    version != say.VERSION
                ):  # who is refused would wait for ever for its turn
                    await self._refuse(version_refusal(version))
                    self._finish("other-version", version)
                    return
                case say.HelloRequest(version, _, _, client):
                    self._greeting, self._since = False, trio.current_time()
                    request = say.HelloRequest(version, await self._drawn(), client=client)
                case VoteRequest():
                    await self._refuse(error_reply("node.person-only"))
                    continue
                case ChatRequest() if chats.take() > 0:
                    chats.give_back()
                    await self._refuse(error_reply("node.too-much-talk"))
                    continue
                case say.ActRequest():
                    self._tried = self._mine  # what moves while others decide is none of its doing
            self._answered = trio.Event()
            try:
                await self._node.send(request)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return
            with trio.move_on_after(ANSWER):  # one thing after the other: a flood stays in the program's pipe
                await self._answered.wait()
        self._said_all.set()
        with trio.move_on_after(GRACE):
            await process.wait()
            return  # `_until_it_ends` says how
        self._finish("closed-output")

    async def _drawn(self) -> int:
        while True:
            seat = self.place.seat
            if seat is not None:
                return seat
            await trio.sleep(0.1)

    async def _refuse(self, said: say.ErrorReply, weight: int = 1) -> None:
        if self._observer is not None:
            self._observer.refused(said)
        self._wrong(said.text, weight)
        await self._deliver(encoding.write_line(said))

    # Its state.

    async def _errors_output(self, process: trio.Process) -> None:
        assert process.stderr is not None
        stream = PacedStream(process.stderr, ERROR_BYTES_A_SECOND)
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await stream.receive_some():
                self.log.write(bytes(data))

    def _last_errors(self, process: trio.Process) -> None:
        """Log what still stands in the pipe: what a program writes last tells why it ends."""
        assert isinstance(process.stderr, trio.lowlevel.FdStream)
        with contextlib.suppress(OSError):  # nothing more stands there, or it is closed
            for _ in range(LAST_CHUNKS):
                if not (data := os.read(process.stderr.fileno(), CHUNK)):
                    return
                self.log.write(data)

    async def _until_it_ends(self, process: trio.Process) -> None:
        code = await process.wait()
        if self.over:
            self._finish("over")
            return
        with trio.move_on_after(GRACE):  # what it said last may be an act; its children may hold the pipe open
            await self._said_all.wait()
        if code < 0:
            with contextlib.suppress(ValueError):
                self._finish("killed", signal.Signals(-code).name)
        self._finish("exit", code)

    async def _watch(self) -> None:
        told = False
        while True:
            await trio.sleep(min(0.5, self.patience.notice / 4))
            now = trio.current_time()
            if now - self._stuck > self.patience.limit:
                self._finish("deaf")
            if not (self._mine or self._greeting) or self.over:
                if told:
                    self.place.answers()
                told, self._since = False, now
                continue
            quiet = now - self._since
            if told and quiet <= self.patience.notice:
                self.place.answers()
            what = "silent-hello" if self._greeting else "silent"
            if quiet > self.patience.limit and now - self._stuck > 1.0:
                self._finish("deaf")
            elif quiet > self.patience.limit:
                self._finish(what, round(quiet))
            elif quiet > self.patience.notice and not told:
                told = True
                self.place.tell("slow", what, round(quiet))


async def _end(process: trio.Process) -> None:
    """End a program with everything it has started; nothing of it is left, not even a zombie."""
    with trio.CancelScope(shield=True):
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                await trio.aclose_forcefully(stream)
        for number in (0, signal.SIGTERM):
            if process.returncode is None:
                if number:
                    _kill(process.pid, signal.SIGTERM)
                with trio.move_on_after(0.5):
                    await process.wait()
        _kill(process.pid, signal.SIGKILL)
        with trio.move_on_after(5):
            await process.wait()


def _kill(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
