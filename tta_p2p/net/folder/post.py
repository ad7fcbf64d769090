"""The post of a table: frames to members and from them by way of boxes in a folder, whoever is there when.

A frame stays in the box until its reader says that it has read it, or until a later one makes it needless. Nothing
rests on the order or the age of what is found: numbers tell what is new, and what is lost is asked for like anything
that a channel has lost. Whoever is reached so is no more believed than on a channel: the frames are the same.
"""

from __future__ import annotations

import enum
import errno
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from tta_p2p.net.folder import directory
from tta_p2p.net.folder.boxes import MAGIC, MOST_NUMBER, BoxKeys, read_items, read_receipt, receipt
from tta_p2p.net.framing import TABLE_LIMIT, Frame, FrameKind
from tta_p2p.net.scopes import Pace
from tta_p2p.net.tls import Entropy

LOOK = 5.0
"""Seconds between two looks into the folder."""
GATHER = 0.5
"""Seconds in which what is to be written comes together."""
RECEIPT = 20.0
"""Seconds after which a receipt is written though nothing else is."""
ROOM = 16 * 1024 * 1024
"""Bytes that wait for one reader at most; beyond that all is dropped, and it asks for what it lacks."""
DEAD = 64 * 1024
"""Bytes of a box that nobody needs any more, from which on it is written anew once they are half of it."""
HELP = (1 / 60, 4.0)
"""How often one member is helped to catch up: so many times a second, so many at once."""
STRANGE = 8
"""How many files of strangers are named."""
MOST_SEEN = 64
"""How many files of one member are remembered that have not changed."""

LATEST = frozenset({FrameKind.HEADS, FrameKind.WENT_ON, FrameKind.AUTOPILOT, FrameKind.MESH, FrameKind.CONTROL})
"""Kinds of which only the latest means anything."""
RESENT = frozenset({FrameKind.MESSAGE, FrameKind.CERTIFICATE, FrameKind.HEAD})
"""Kinds that whoever is helped to catch up is sent anew."""
SENT = LATEST | RESENT | {FrameKind.CHAT, FrameKind.KEYS}
"""Kinds that are sent by post. Those of the moment are not: who sits there, why a node stops, who plays again."""


class PostTrouble(enum.StrEnum):
    """Reasons for which a folder cannot be used now."""

    NONE = ""
    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class PostSetup:
    """The means of a node to send and receive by post."""

    folder: Path
    keys: BoxKeys
    now: Callable[[], int]
    """The clock on the wall, in seconds; numbers begin above it, so that they rise even where a box was lost."""
    aside: Callable[..., Awaitable[Any]]
    """Calls what waits for the disk."""
    look: float = LOOK
    """Seconds between two looks into the folder."""


@dataclass(slots=True)
class _Waiting:
    """An item of the own box, as long as somebody needs it."""

    reader: int
    number: int
    kind: int
    data: bytes


@dataclass(slots=True)
class _Exchange:
    """The words that have gone and come between this node and one member."""

    next: int
    """The number of the next item for it."""
    read: int = 0
    """Up to which number its items are read."""
    receipted: int = 0
    """Up to which number it has been told so."""
    since: float | None = None
    """Since when it has not been told, by Trio's clock."""
    reached: bool = False
    """Whether anything of it has been found."""
    waiting: int = 0
    """Bytes of what waits for it."""
    helps: Pace = field(default_factory=lambda: Pace(*HELP))
    frames: Iterable[tuple[int, bytes]] | None = None
    """What it is to be sent to catch up."""
    seen: dict[str, directory.Seen] = field(default_factory=dict)
    """How its box, and copies of it, were when they were read."""


class Post:
    """The boxes of one table in a folder, as one member sees them."""

    def __init__(self, setup: PostSetup, entropy: Entropy) -> None:
        self._setup, self._keys, self._entropy = setup, setup.keys, entropy
        self._name = setup.keys.name(setup.keys.operator)
        first = max(1, setup.now() * 1_000_000)
        self._exchanges = {number: _Exchange(first) for number in setup.keys.readers}
        self._items: list[_Waiting] = []
        self._tail: list[bytes] = []
        """What is to be added to the box."""
        self._size, self._live = 0, 0
        """Bytes of the box, and of those that somebody needs."""
        self._whole = True
        """Whether the box is to be written anew."""
        self._left: directory.Seen | None = None
        """How the box was when this node last wrote it."""
        self._to_write = trio.Event()
        self._gone: set[int] = set()
        self._opened = False
        self._reading = self._writing = PostTrouble.NONE
        self.strange: list[str] = []
        """Names of files that pass for boxes of this table and are of nobody who sits there."""

    @property
    def path(self) -> Path:
        """The folder."""
        return self._setup.folder

    @property
    def trouble(self) -> PostTrouble:
        """The reason for which the folder cannot be used now; empty where it can."""
        return self._reading or self._writing

    @property
    def reached(self) -> frozenset[int]:
        """The members who are reached by way of the folder."""
        if self.trouble:
            return frozenset()
        return frozenset(number for number, one in self._exchanges.items() if one.reached) - self._gone

    # Sending.

    def send(self, operator: int, kind: int, payload: bytes) -> bool:
        """Leave a frame for a member; False where it is not reached so, or the frame is one of the moment."""
        if kind not in SENT or operator not in self.reached or len(payload) > TABLE_LIMIT:
            return False
        if kind in LATEST:
            self._drop(operator, frozenset({FrameKind(kind)}))
        self._add(operator, kind, payload)
        return True

    def catch_up(self, operator: int, frames: Iterable[tuple[int, bytes]]) -> None:
        """Leave these frames for a member, in the place of what it has not read yet of the game."""
        if operator in self.reached and self._exchanges[operator].helps.try_spend(1):
            self._exchanges[operator].frames = frames
            self._to_write.set()

    def dismiss(self, operator: int) -> None:
        """A member has left the game: nothing waits for it, and nothing of it is read."""
        self._gone.add(operator)
        self._drop(operator)

    def _add(self, operator: int, kind: int, payload: bytes) -> None:
        exchange = self._exchanges[operator]
        if exchange.waiting + len(payload) > ROOM:
            self._drop(operator, RESENT | {FrameKind.CHAT, FrameKind.KEYS})
        if exchange.next >= MOST_NUMBER:
            return
        data = self._keys.seal(operator, exchange.next, Frame(kind, payload), self._entropy).write()
        self._items.append(_Waiting(operator, exchange.next, kind, data))
        exchange.next += 1
        exchange.waiting += len(data)
        self._live += len(data)
        self._tail.append(data)
        self._to_write.set()

    def _drop(self, operator: int, kinds: frozenset[FrameKind] | None = None, until: int = MOST_NUMBER) -> None:
        """Let go what waits for a member: of these kinds, up to a number."""
        kept: list[_Waiting] = []
        for item in self._items:
            if item.reader == operator and item.number <= until and (kinds is None or item.kind in kinds):
                self._exchanges[operator].waiting -= len(item.data)
                self._live -= len(item.data)
            else:
                kept.append(item)
        self._items = kept
        dead = self._size - self._live
        self._whole = self._whole or (dead > DEAD and 2 * dead > self._size)

    # Receiving.

    async def receive(self, operator: int) -> list[tuple[int, Frame]]:
        """The frames that a member has left since, with its numbers, in the order in which it was sent."""
        exchange = self._exchanges[operator]
        name, copies = self._keys.name(operator), self._keys.copies(operator)
        found = await self._setup.aside(directory.changed, self._setup.folder, name, copies, exchange.seen)
        fresh: dict[int, Frame] = {}
        for file in found:
            if len(exchange.seen) > MOST_SEEN:
                exchange.seen.clear()
            exchange.seen[file.name] = file.seen
            if not self._open_all(operator, file.data, fresh):
                self._note_strange(file.name)
        return sorted(fresh.items())

    def _open_all(self, operator: int, box: bytes, fresh: dict[int, Frame]) -> bool:
        """Open what is new in a box, or in a copy of it; whether nothing in it is somebody else's.

        With the first item that does not open the file ends: no member writes one.
        """
        exchange, sound = self._exchanges[operator], MAGIC.startswith(box[: len(MAGIC)])
        for item in read_items(box):
            if item.reader == self._keys.operator and item.number > exchange.read and item.number not in fresh:
                if (frame := self._keys.open(operator, item)) is not None:
                    fresh[item.number] = frame
                else:
                    return False
        return sound

    def _note_strange(self, name: str) -> None:
        if (shown := directory.shown(name)) not in self.strange and len(self.strange) < STRANGE:
            self.strange.append(shown)

    def take(self, operator: int, number: int, frame: Frame) -> Frame | None:
        """A frame is about to be handed to the node; None where it was a receipt."""
        exchange = self._exchanges[operator]
        exchange.read, exchange.reached = number, True
        up_to = read_receipt(frame)
        if up_to is not None:
            if up_to >= exchange.next:  # this node has lost the box in which it said more
                exchange.next = min(up_to + 1, MOST_NUMBER)
                self._number_anew(operator)
            else:
                self._drop(operator, until=up_to)
        elif exchange.since is None:
            exchange.since = trio.current_time()
        return frame if up_to is None else None

    def _number_anew(self, operator: int) -> None:
        """Give later numbers to all that waits for a member, who passes over those that it has."""
        before = [item for item in self._items if item.reader == operator]
        self._drop(operator)
        for one in before:
            for item in read_items(MAGIC + one.data):
                if (frame := self._keys.open_own(item)) is not None:
                    self._add(operator, frame.kind, frame.payload)

    # The own box.

    async def open(self) -> None:
        """Take up the own box where an earlier start of this node left it; once."""
        if self._opened:
            return
        self._opened, found = True, None
        with suppress(OSError):
            found = await self._setup.aside(directory.read, self._setup.folder, self._name)
        for item in read_items(found.data) if found is not None else ():
            exchange, frame = self._exchanges.get(item.reader), self._keys.open_own(item)
            if exchange is None or frame is None:
                continue
            exchange.next = max(exchange.next, item.number + 1)
            if (read := read_receipt(frame)) is not None:
                exchange.read = exchange.receipted = max(exchange.read, read)
            else:
                data = item.write()
                self._items.append(_Waiting(item.reader, item.number, frame.kind, data))
                exchange.waiting += len(data)
                self._live += len(data)
        for operator in self._exchanges:
            self._receipt(operator)

    def _receipt(self, operator: int) -> None:
        exchange = self._exchanges[operator]
        self._drop(operator, frozenset({FrameKind.CONTROL}))
        told = receipt(exchange.read)
        self._add(operator, told.kind, told.payload)
        exchange.receipted, exchange.since = exchange.read, None

    async def write(self) -> None:
        """Write what is to be written. Raises OSError."""
        now = trio.current_time()
        for operator, exchange in self._exchanges.items():
            if exchange.frames is not None:
                frames, exchange.frames = exchange.frames, None
                self._drop(operator, RESENT)
                self._whole = True
                for kind, payload in frames:
                    self._add(operator, kind, payload)
            late = exchange.since is not None and now >= exchange.since + RECEIPT
            if exchange.since is not None and operator not in self._gone and (late or self._tail):
                self._receipt(operator)
        tail, whole, self._tail = b"".join(self._tail), self._whole, []
        if not (tail or whole):
            return
        self._whole = True  # unless all goes well
        aside, folder = self._setup.aside, self._setup.folder
        if not whole:
            left = await aside(directory.append, folder, self._name, tail, self._left)
            if left is not None:
                self._left, self._size, self._whole = left, self._size + len(tail), False
                return
        image = MAGIC + b"".join(item.data for item in self._items)
        self._left = await aside(directory.replace, folder, self._name, image)
        self._size, self._whole = len(image), False

    async def look_after(self) -> None:
        """Write the box anew where something else has taken its place. Raises OSError."""
        if not self._whole and self._left is not None:
            self._whole = not await self._setup.aside(directory.is_as, self._setup.folder, self._name, self._left)

    # Both, for ever.

    async def keep(
        self,
        deliver: Callable[[int, Frame], Awaitable[None]],
        told: Callable[[frozenset[int], frozenset[int]], Awaitable[None]],
        refuses: Callable[[int], bool],
    ) -> None:
        """Look into the folder again and again; ``deliver`` takes each frame, ``told`` who was reached and is now.

        ``refuses``: of whom nothing is taken for now.
        """
        await self.open()
        before = frozenset[int]()
        while True:
            try:
                for operator in self._exchanges:
                    if operator in self._gone or refuses(operator):
                        continue
                    for number, frame in await self.receive(operator):
                        if (said := self.take(operator, number, frame)) is not None:
                            await deliver(operator, said)
                self._reading = PostTrouble.NONE
            except OSError:
                self._reading = PostTrouble.UNREADABLE
            if self.reached != before:
                was, before = before, self.reached
                await told(was, before)
            if not self._reading:
                await self._try_to_write()
            with trio.move_on_after(self._setup.look):
                await self._to_write.wait()
                await trio.sleep(GATHER)
            self._to_write = trio.Event()

    async def _try_to_write(self) -> None:
        try:
            await self.look_after()
            await self.write()
            self._writing = PostTrouble.NONE
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            self._writing = PostTrouble.FULL if full else PostTrouble.UNWRITABLE
