"""Roster of the nodes that run on this machine for this data folder: small files in ``run/`` say how to reach each.

A running node has ``run/ID.json`` with its process id, its socket and what it plays; the file of a dead one is swept.
One process at a time writes there, and only the files of itself or of dead nodes: so none removes a file that another
node has put in the place of its own.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tta_p2p.store import locks
from tta_p2p.store.database import lock_of
from tta_p2p.store.home import BadHome
from tta_p2p.store.regular_files import read_regular, write_regular

ID = 8
"""How many letters of the id of a game name it, unless two begin with the same ones."""
SHORT = 90
"""Longest path of a Unix socket that every system takes, in bytes."""

FAULTED = "failed"
"""The state of a node whose own program has failed: it talks and votes, and plays again when it is started anew."""


@dataclass(frozen=True, slots=True)
class RunningNode:
    """One node process. ``sid`` is empty while it is in the lobby; ``watch`` is where others can watch.

    ``state`` is lobby, playing or failed; ``game`` is empty for a guest who has not been let in yet.
    """

    id: str
    pid: int
    socket: str
    table: str
    sid: str = ""
    state: str = "lobby"
    watch: str = ""
    game: str = ""
    before: str = ""
    """In the lobby of a rematch: the id of the game that was played at this table before."""

    @property
    def called(self) -> str:
        """Its name for people: the beginning of its game's id, or its own before the game has begun."""
        return self.sid[:ID] or self.id

    @property
    def has_process(self) -> bool:
        """Whether there is a process of its number: its own, or after a restart of the machine any other."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return not _is_zombie(self.pid)


def is_alive(home: Path, node: RunningNode) -> bool:
    """Whether a node that is announced here runs, and not another process that has its number by now.

    A node that plays holds the lock of its game, and every node has bound its socket. Where a disk has no locks, and in
    a lobby, the socket alone decides.
    """
    if not node.has_process:
        return False
    if node.sid:
        try:
            holder = locks.holder(home, lock_of(bytes.fromhex(node.sid)))
        except (OSError, ValueError):
            return _is_bound(node.socket)
        if holder is None:
            return False
        if holder in (node.pid, 0):
            return True
    return _is_bound(node.socket)


def _is_bound(path: str) -> bool:
    """Whether a process has bound a socket here; it does not notice: this asks for another kind than clients do."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(path)
        except OSError as error:
            return error.errno in (errno.EPROTOTYPE, errno.EACCES, errno.EPERM)
        except ValueError:  # a damaged file may name anything
            return False
    return True


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended and nobody has taken note (as in containers without an init), where one can see."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"Z"
    except (OSError, IndexError):
        return False


def folder(home: Path) -> Path:
    """Give the folder of these files."""
    path = home / "run"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def socket_path(home: Path, id: str) -> Path:
    """Give the socket of a node for its clients; elsewhere if the data folder's name is too long for a socket.

    Raises BadHome where somebody else has made that other place.
    """
    path = folder(home) / f"{id}.sock"
    if len(os.fsencode(path)) <= SHORT:
        return path
    name = hashlib.blake2b(os.fsencode(path), digest_size=8).hexdigest()
    short = Path(tempfile.gettempdir()) / f"tta-{os.getuid()}-{name}"
    short.mkdir(mode=0o700, exist_ok=True)
    made = short.lstat()
    if not stat.S_ISDIR(made.st_mode) or made.st_uid != os.getuid() or made.st_mode & 0o077:
        raise BadHome(f"{short} is not yours alone: somebody has made it before you; choose a shorter TTA_HOME")
    return short / "s"


def _alone(home: Path) -> contextlib.AbstractContextManager[None]:
    """Keep others from changing the announcements here meanwhile. Raises OSError."""
    return locks.held(home, "run", locks.PATIENCE)


def free_socket(home: Path, id: str) -> Path:
    """Find a free socket for a node of this name: another node may hold the first, by its name in its last game.

    Raises BadHome, OSError.
    """
    path = socket_path(home, id)
    with _alone(home):
        others = [node for _, node in _found(home) if node.socket == str(path) and node.pid != os.getpid()]
        taken = any(is_alive(home, node) for node in others)
    return socket_path(home, f"{id}-{os.getpid()}") if taken else path


def announce(home: Path, node: RunningNode) -> None:
    """Write (or replace) the file of a node. Raises OSError."""
    with _alone(home):
        _announce(home, node)


def _announce(home: Path, node: RunningNode) -> None:
    path = folder(home) / f"{node.id}.json"
    fresh = path.with_suffix(".new")
    write_regular(fresh, json.dumps(asdict(node)).encode())
    fresh.replace(path)


def rename(home: Path, before: RunningNode, node: RunningNode) -> None:
    """A node plays another game from now on: it has another id, and its log another name; its socket is the same."""
    with _alone(home):
        _announce(home, node)
        if _is_own(home, before):
            (folder(home) / f"{before.id}.json").unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        (folder(home) / f"{before.id}.log").rename(folder(home) / f"{node.id}.log")


def withdraw(home: Path, node: RunningNode) -> None:
    """Remove the file and the socket of a node that ends, unless another one has announced itself in its place."""
    with contextlib.suppress(OSError), _alone(home):
        if _is_own(home, node):
            (folder(home) / f"{node.id}.json").unlink()
            if Path(node.socket).is_socket():  # a damaged file may name anything
                Path(node.socket).unlink()
            if Path(node.socket).parent != folder(home):
                Path(node.socket).parent.rmdir()


def _is_own(home: Path, node: RunningNode) -> bool:
    """Whether what is announced under the id of a node is that very process."""
    return any(path.stem == node.id and found.pid == node.pid for path, found in _found(home))


def _found(home: Path) -> Iterator[tuple[Path, RunningNode]]:
    """Give the present announcements, of the living and the dead."""
    for path in sorted((home / "run").glob("*.json")):
        with contextlib.suppress(OSError, ValueError, TypeError, RecursionError):
            yield path, _read(json.loads(read_regular(path, 1 << 20)))


def _read(found: Any) -> RunningNode:
    """A node from its file. Raises TypeError, ValueError."""
    node = RunningNode(**found)
    texts = (node.id, node.socket, node.table, node.sid, node.state, node.watch, node.game, node.before)
    if type(node.pid) is not int or not 0 < node.pid < 2**31 or not all(isinstance(text, str) for text in texts):
        raise ValueError("not what a node writes of itself")
    return node


def running_nodes(home: Path) -> Iterator[RunningNode]:
    """The nodes that run now; what dead ones left behind is swept."""
    for _, node in list(_found(home)):
        if is_alive(home, node):
            yield node
        else:
            withdraw(home, node)
