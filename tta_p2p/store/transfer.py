"""Moving a data folder to another machine, so that no two copies of it ever play by accident.

Everything goes into one file, and the folder that is left plays no more: its key is refused there (``identity``) as
long as it says that it has moved. Wherever the file is unpacked, and where a folder that was left is brought back, no
store is known as the newest any more (``marks``): before such a copy says anything in a game, it asks all others what
it has said already. So whoever plays on with two copies in turn asks each time, and two at once are told apart by the
others, who talk with the first.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import IO, cast

import msgspec

from tta_p2p.store import marks, moved_programs, settings
from tta_p2p.store.database import DATABASE, Store
from tta_p2p.store.identity import KEY_FILE, MOVED, BadIdentity, write_private
from tta_p2p.store.regular_files import open_regular, read_regular

LEFT = {"run", "locks", "results", marks.FOLDER, MOVED, DATABASE, moved_programs.FILE}
"""What belongs to one machine, is worked out again, or (the database) is packed in a way of its own."""
MOST_FILES = 20_000
"""Files that a data folder may have."""
LONGEST_READ = 1 << 20
"""Bytes that are read of a packed file at once."""


class TransferError(Exception):
    """A data folder cannot be packed, unpacked or brought back; the text says why and what to do.

    ``why``: the same as a key with arguments; empty where the text is that of another error.
    """

    def __init__(self, text: str, *why: object) -> None:
        super().__init__(text)
        self.why = why


def pack(home: Path, file: Path, stop: Callable[[], None]) -> int:
    """Pack a data folder into a file, after which it plays no more; how many bytes that is.

    ``stop`` ends what plays here, once nothing new can be started. Raises TransferError, StoreError or OSError; then
    the folder plays on.
    """
    if file.exists():
        raise TransferError(f"{file} exists already; choose another file", "move-exists", file)
    if home.absolute() in file.absolute().parents:
        raise TransferError(f"{file} is in the data folder itself; choose another place", "move-inside", file)
    if (home / MOVED).exists():
        raise TransferError(f"{home} has moved already; tta move back plays here again", "move-moved", home)
    if not (home / KEY_FILE).exists():
        raise TransferError(f"{home} holds no identity; there is nothing to move", "move-nothing", home)
    write_private(home / MOVED, str(file.absolute()).encode(), exclusive=True)
    try:
        stop()
        _write(home, file)
    except BaseException:
        file.unlink(missing_ok=True)
        (home / MOVED).unlink(missing_ok=True)
        raise
    shutil.rmtree(home / marks.FOLDER, ignore_errors=True)
    return file.stat().st_size


def unpack(home: Path, file: Path) -> str:
    """Unpack what was packed into an empty data folder; the command that it would run at somebody's turn, which is not
    set any more: whoever has packed it may be anybody.

    No more is written than the file holds, and no more than a header is kept in memory. Raises TransferError, OSError.
    """
    if (home / KEY_FILE).exists() or (home / DATABASE).exists():
        raise TransferError(f"{home} is in use already; name an empty data folder with TTA_HOME", "move-in-use", home)
    made: list[Path] = []
    command = ""
    try:
        with os.fdopen(open_regular(file), "rb") as source, _opened(source) as packed:
            members = _members(packed)
            if KEY_FILE not in [member.name for member in members]:
                raise TransferError(f"{file} is no packed data folder", "move-not-packed", file)
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            moved_programs.forbid_all(home)
            made.append(home / moved_programs.FILE)
            # The key comes last: as long as it is not there, nothing plays.
            for member in sorted(members, key=lambda member: member.name == KEY_FILE):
                if member.name == KEY_FILE:  # by now the settings are there, under whatever name they came
                    command = _take_command(home)
                made.append(_put(home, member, packed))
    except BaseException as error:
        for path in made:
            path.unlink(missing_ok=True)
        if isinstance(error, tarfile.TarError | EOFError | ValueError):
            raise TransferError(f"{file} is damaged, or no packed data folder", "move-not-packed", file) from error
        raise
    return command


def bring_back(home: Path) -> None:
    """Let a folder play again that has moved: its games ask the others first. Raises TransferError."""
    if not (home / MOVED).exists():
        raise TransferError(f"{home} has not moved", "move-not-moved", home)
    shutil.rmtree(home / marks.FOLDER, ignore_errors=True)
    (home / MOVED).unlink()


def _write(home: Path, file: Path) -> None:
    copy = home / "run" / "packing.sqlite3"
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with contextlib.ExitStack() as last, os.fdopen(handle, "wb") as out:
        last.callback(copy.unlink, missing_ok=True)
        copy.parent.mkdir(mode=0o700, exist_ok=True)
        store = Store(home)
        try:
            store.copy_to(copy)
        finally:
            store.close()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as packed:
            for path in sorted(home.rglob("*")):
                name = path.relative_to(home)
                if path.is_file() and not path.is_symlink() and _goes(name):
                    _add(packed, name.as_posix(), path)
            _add(packed, DATABASE, copy)
        out.flush()
        os.fsync(out.fileno())


def _goes(name: Path) -> bool:
    return name.parts[0] not in LEFT and not name.parts[0].startswith(f"{DATABASE}-")


def _add(packed: tarfile.TarFile, name: str, path: Path) -> None:
    told, data = tarfile.TarInfo(name), read_regular(path)
    told.size, told.mode = len(data), 0o600
    packed.addfile(told, io.BytesIO(data))


class _Pieces:
    """A packed file of which nothing long is read at once: what stands in it says how much is asked for."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source

    def read(self, size: int = -1) -> bytes:
        """So many bytes. Raises ReadError."""
        if not 0 <= size <= LONGEST_READ:
            raise tarfile.ReadError("a header that is too long")
        return self._source.read(size)

    def tell(self) -> int:
        """The place in the file."""
        return self._source.tell()

    def seek(self, place: int, whence: int = 0) -> int:
        """Go to a place in the file. Raises ReadError where no file can have it."""
        try:
            return self._source.seek(place, whence)
        except (OSError, OverflowError) as error:
            raise tarfile.ReadError("a place that no file has") from error


def _opened(source: IO[bytes]) -> tarfile.TarFile:
    """The packed file. Raises TarError."""
    return tarfile.open(fileobj=cast("IO[bytes]", _Pieces(source)), mode="r:")


def _members(packed: tarfile.TarFile) -> list[tarfile.TarInfo]:
    """Give the members of a packed data folder: plain files, each once. Raises TransferError, TarError."""
    found: dict[PurePosixPath, tarfile.TarInfo] = {}
    while (member := packed.next()) is not None:
        name = PurePosixPath(member.name)
        plain = not name.is_absolute() and ".." not in name.parts and len(name.parts) in (1, 2)
        plain = plain and str(name) == member.name  # one way to write a name: what is looked for is found by it
        belongs = (plain and _goes(Path(name))) or member.name == DATABASE
        if not member.isreg() or member.issparse() or not belongs or name in found or len(found) == MOST_FILES:
            raise TransferError(f"what is packed there is no data folder: {member.name!r}", "move-strange", member.name)
        found[name] = member
    return list(found.values())


def _take_command(home: Path) -> str:
    """Take the commands that are run at somebody's turn out of the settings; what the one for all games was.

    Settings that cannot be read set nothing.
    """
    with contextlib.suppress(settings.BadSettings):
        found = settings.read_settings(home)
        if found.on_turn or found.on_turn_in:
            settings.change_settings(home, lambda now: msgspec.structs.replace(now, on_turn="", on_turn_in={}))
        return found.on_turn
    return ""


def _put(home: Path, member: tarfile.TarInfo, packed: tarfile.TarFile) -> Path:
    """Write one file of a packed folder. Raises TransferError, TarError, OSError."""
    found = packed.extractfile(member)
    assert found is not None
    path = home.joinpath(*PurePosixPath(member.name).parts)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    try:
        write_private(path, found, exclusive=True)
    except BadIdentity as error:
        raise TransferError(str(error)) from error
    return path
