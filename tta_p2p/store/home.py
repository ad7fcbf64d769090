"""The data folder of one person: ``TTA_HOME``, or the usual place of the system; for its owner alone (0700)."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path


class BadHome(Exception):
    """The data folder cannot be used; ``why`` is a key that says so with its arguments, empty where there is none."""

    def __init__(self, text: str, *why: object) -> None:
        super().__init__(text)
        self.why = why


def home() -> Path:
    """The data folder, made if there is none. Raises BadHome."""
    named = os.environ.get("TTA_HOME")
    if named:
        path = Path(named).expanduser().absolute()  # nodes work in their data folder
    elif sys.platform == "darwin":
        path = Path.home() / "Library" / "Application Support" / "tta-p2p"
    else:
        path = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tta-p2p"
    return make_private(path)


def make_private(path: Path) -> Path:
    """A folder that only its owner can look into. Raises BadHome."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.stat().st_mode & 0o077:
            path.chmod(0o700)
    except OSError as error:
        raise _unusable(path, error) from error
    return path


def _unusable(path: Path, error: OSError) -> BadHome:
    """Why a folder cannot be made: what stands in its way, or what the system says."""
    link = next((one for one in (path, *path.parents) if one.is_symlink() and not one.exists()), None)
    if link is not None:
        circle, target = _leads_in_a_circle(link), link.readlink()
        text = "links in a circle" if circle else f"a link to {target}, which is not there"
        key = "home-circle" if circle else "home-dangling"
        return BadHome(f"{link} is {text}; name a folder with TTA_HOME", key, link, target)
    if isinstance(error, FileExistsError | NotADirectoryError):
        file = next((one for one in (path, *path.parents) if one.exists() and not one.is_dir()), path)
        return BadHome(f"{file} is no folder; name one with TTA_HOME", "home-file", file)
    text = f"{path} cannot be used as data folder: {error.strerror}; name another with TTA_HOME"
    return BadHome(text, "home-unusable", path, error.strerror)


def _leads_in_a_circle(link: Path) -> bool:
    try:
        link.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def readable_by_others(path: Path) -> bool:
    """Whether anybody but its owner can look into a file or folder."""
    return bool(path.stat().st_mode & 0o077)
