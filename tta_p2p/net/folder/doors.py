"""The door of a lobby in a folder: a note that tells of the table, and a stream for each guest that comes.

The note is a hint, like what is announced on a network: whoever answers shows its key. A guest begins a stream by
putting a file with a name of its own beside the note; the host answers in a second one.
"""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
import trio

from tta_p2p.net.addresses import FOLDER, Address, is_fingerprint
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import ListenError, Unreachable
from tta_p2p.net.folder import directory
from tta_p2p.net.folder.post import LOOK
from tta_p2p.net.folder.streams import BY_FOLDER, Aside, FolderStream
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, start_hint
from tta_p2p.net.tls import Entropy

LONGEST_NOTE = 4096
"""Bytes of a note, at most."""
MOST_NOTES = 64
"""Notes that are read in one folder."""
MOST_GUESTS = 256
"""Guests at one door at once; where there are more, the one that has said nothing for longest makes way."""
LONGEST_NAME = 80
"""Letters of the name of a table or game that are read."""

_NOTE = re.compile(r"tta-table-([0-9a-f]{16})\.json")


class TableNote(msgspec.Struct, frozen=True):
    """A table in a folder, as its host tells of it: its name, the game, and the fingerprint of the host."""

    table: str
    game: str
    key: str
    opened: int = 0
    """When it was opened by the host's clock, in seconds: of several notes of one host the latest counts."""
    id: str = ""
    """The number of the table in this folder, as the name of its file says."""

    @property
    def address(self) -> Address:
        """The place of the table, and who must answer there."""
        return Address(self.id + FOLDER, 1, self.key)


@dataclass(frozen=True, slots=True)
class SharedFolder:
    """A directory that anybody's tools copy between players, as a node uses it."""

    path: Path
    aside: Aside
    entropy: Entropy
    look: float = LOOK
    """Seconds between two looks into it."""

    async def notes(self) -> list[TableNote]:
        """The tables in the folder. Raises Unreachable where it cannot be read."""
        try:
            found: list[TableNote] = await self.aside(read_notes, self.path)
        except OSError as error:
            raise Unreachable(f"the folder cannot be read: {error.strerror}").because(
                "folder-unreadable", str(self.path)
            ) from error
        return found

    async def open(self, place: Address) -> FolderStream:
        """A stream to the host of a table in the folder. Raises Unreachable where the folder cannot be written."""
        table, guest = place.host.removesuffix(FOLDER), self.entropy(8).hex()
        name = f"tta-{table}-{guest}"
        stream = FolderStream(self.path, f"{name}.guest", f"{name}.host", f"{BY_FOLDER})", self.aside, self.look)
        if not await self.aside(_is_writable, self.path):
            raise Unreachable("the folder cannot be written").because("folder-unwritable", str(self.path))
        return stream

    @asynccontextmanager
    async def door(
        self, table: str, note: TableNote | None, attend: Callable[[FolderStream], Awaitable[None]]
    ) -> AsyncIterator[None]:
        """Attend to whoever comes to a table while the body runs, and tell of it. Raises ListenError.

        ``note``: what is told; nothing of a table whose game has begun.
        """
        name = f"tta-table-{table}.json"
        if note is not None:
            data = msgspec.json.encode(msgspec.structs.replace(note, id=""))
            try:
                await self.aside(directory.replace, self.path, name, data)
            except OSError as error:
                raise ListenError(f"the folder cannot be written: {error.strerror}").because(
                    "folder-unwritable", str(self.path)
                ) from error
        try:
            async with background() as nursery:
                task = self._serve, table, attend, nursery
                start_hint(nursery, Hint.FOLDER, "a lobby in a folder", *task, again=True)
                yield
                nursery.cancel_scope.cancel()
        finally:
            if note is not None:
                directory.remove(self.path, name)

    async def _serve(
        self, table: str, attend: Callable[[FolderStream], Awaitable[None]], nursery: trio.Nursery
    ) -> None:
        """Attend to guests as they come, each once: whoever was answered before this node was started begins anew."""
        files, known = re.compile(rf"tta-{table}-([0-9a-f]{{16}})\.(guest|host)"), set[str]()
        here: dict[str, FolderStream] = {}

        async def serve(one: str, stream: FolderStream) -> None:
            here[one] = stream
            try:
                with suppress(trio.ClosedResourceError):
                    await stream.listen()  # no file that says nothing takes the place of a guest
                    await attend(stream)
            finally:
                here.pop(one, None)

        while True:
            with suppress(OSError):
                names = {found.name for found in await self.aside(directory.names, self.path, files)}
                known &= names  # a file that is gone comes anew, if it comes again
                for one in sorted(name for name in names - known if name.endswith(".guest")):
                    mine = one.removesuffix("guest") + "host"
                    if mine in names or not _make_way(here):
                        continue
                    known.add(one)
                    guest = files.fullmatch(one)
                    assert guest is not None
                    label = f"{BY_FOLDER} {guest[1]})"
                    stream = FolderStream(self.path, mine, one, label, self.aside, self.look)
                    start_hint(nursery, Hint.ARRIVAL, label, serve, one, stream)
            await trio.sleep(self.look)


def _make_way(here: Mapping[str, FolderStream]) -> bool:
    """Whether there is room for one more guest: the oldest that has said nothing makes way for it."""
    if len(here) < MOST_GUESTS:
        return True
    silent = next((stream for stream in here.values() if not stream.has_spoken), None)
    if silent is not None:
        silent.drop()
    return silent is not None


def read_notes(folder: Path) -> list[TableNote]:
    """The tables in a folder, one for each host: copies of notes come back. What is no sound note is passed over.

    Raises OSError.
    """
    notes: dict[str, TableNote] = {}
    for entry in sorted(directory.names(folder, _NOTE), key=lambda one: one.name):
        matched = _NOTE.fullmatch(entry.name)
        if matched is None or len(notes) >= MOST_NOTES:
            continue
        with suppress(OSError, msgspec.DecodeError, ValueError, RecursionError):
            found = directory.read(folder, entry.name, most=LONGEST_NOTE)
            if found is not None:
                note = msgspec.json.decode(found.data, type=TableNote)
                if is_fingerprint(note.key):
                    called, game = clean(note.table, LONGEST_NAME), clean(note.game, LONGEST_NAME)
                    if note.key not in notes or notes[note.key].opened < note.opened:
                        notes[note.key] = TableNote(called, game, note.key, note.opened, matched[1])
    return list(notes.values())


def _is_writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)
