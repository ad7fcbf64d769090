"""The identity: one Ed25519 key per person, in a file of its own (0600), with a passphrase if its owner likes.

The key signs the moves of games and nothing else; an SSH key can certify it once but never plays.
What reads and writes keys is loaded where there is a key to handle: whoever only plays here alone has none.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tta_p2p.store.regular_files import read_regular

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY_FILE = "identity.pem"
LONGEST_PASSPHRASE = 1023
"""Bytes of a passphrase at most: no longer one locks a key."""
MOVED = "moved"
"""The file that says that this data folder has moved to another machine, and is used there."""


MOVED_TEXT = (
    "{} has moved to another computer ({}): play there (tta move back plays here again; its games ask all others)"
)


class BadIdentity(Exception):
    """The identity key cannot be used; ``why`` is a key that says so with its arguments."""

    def __init__(self, text: str, *why: object) -> None:
        super().__init__(text)
        self.why = why


class KeyExists(BadIdentity):
    """There is an identity key already."""


class FolderMoved(BadIdentity):
    """The data folder has moved to another machine."""


class NeedsPassphrase(BadIdentity):
    """The identity key is locked with a passphrase."""


def check_here(home: Path) -> None:
    """Raise FolderMoved where the data folder is used on another machine."""
    try:
        since = (home / MOVED).stat().st_mtime
    except FileNotFoundError:
        return
    when = datetime.datetime.fromtimestamp(since).strftime("%Y-%m-%d %H:%M")
    raise FolderMoved(MOVED_TEXT.format(home, when), "moved", home, when)


def load_or_create(home: Path, passphrase: str | None = None) -> bytes:
    """The 32-byte seed of the identity key; the first time a new key is made. Raises BadIdentity, NeedsPassphrase."""
    if not (home / KEY_FILE).exists():
        check_here(home)
        try:
            return create(home, passphrase)
        except KeyExists:  # another process has made one at the same moment
            pass
    return load(home, passphrase)


def create(home: Path, passphrase: str | None = None) -> bytes:
    """Make a new identity key. Raises BadIdentity where there is one already."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    write_private(home / KEY_FILE, _pem(key, passphrase), exclusive=True)
    return key.private_bytes_raw()


def load(home: Path, passphrase: str | None = None) -> bytes:
    """The seed of the identity key. Raises BadIdentity, NeedsPassphrase."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    path = home / KEY_FILE
    check_here(home)
    try:
        data = read_regular(path, 1 << 20)
    except OSError as error:
        text = f"the identity key {path} cannot be read: {error.strerror}"
        raise BadIdentity(text, "key-unreadable", path, error.strerror) from error
    if path.stat().st_mode & 0o077:
        raise BadIdentity(f"others can read the identity key; run: chmod 600 {path}", "key-open", path)
    secret = _secret(passphrase) if passphrase else None
    try:
        key = load_pem_private_key(data, secret)
    except TypeError as error:
        if secret is None:
            text = "the identity key is locked; set TTA_PASSPHRASE to its passphrase"
            raise NeedsPassphrase(text, "key-locked") from error
        key = load_pem_private_key(data, None)
    except (ValueError, UnsupportedAlgorithm) as error:
        text = f"{path} holds no identity key, or the passphrase is wrong; if it is damaged, bring it back from a copy"
        raise BadIdentity(text, "key-wrong", path) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadIdentity(f"{path} holds a key of another kind than Ed25519", "key-not-ed25519", path)
    return key.private_bytes_raw()


def change_passphrase(home: Path, old: str | None, new: str | None) -> None:
    """Lock the identity key with another passphrase, or with none. Raises BadIdentity, NeedsPassphrase."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(load(home, old))
    write_private(home / KEY_FILE, _pem(key, new), exclusive=False)


def _secret(passphrase: str) -> bytes:
    """Give the bytes of a passphrase, those that are no letters as well. Raises BadIdentity where it is too long."""
    secret = passphrase.encode("utf-8", "surrogateescape")
    if len(secret) > LONGEST_PASSPHRASE:
        text = f"a passphrase has {LONGEST_PASSPHRASE} bytes at most"
        raise BadIdentity(text, "passphrase-long", LONGEST_PASSPHRASE)
    return secret


def _pem(key: Ed25519PrivateKey, passphrase: str | None) -> bytes:
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        KeySerializationEncryption,
        NoEncryption,
        PrivateFormat,
    )

    lock: KeySerializationEncryption = BestAvailableEncryption(_secret(passphrase)) if passphrase else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock)


def write_private(path: Path, data: bytes | IO[bytes], *, exclusive: bool) -> None:
    """Write a file that only its owner can read, whole or not at all. Raises BadIdentity.

    ``data``: all of it, or where to read it from, which may fail in its own way.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # 0600 from the start
        try:
            with os.fdopen(handle, "wb") as file:
                shutil.copyfileobj(io.BytesIO(data) if isinstance(data, bytes) else data, file)
                file.flush()
                os.fsync(file.fileno())
            if exclusive:
                os.link(name, path)
            else:
                Path(name).replace(path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                Path(name).unlink()
    except FileExistsError as error:
        raise KeyExists(f"there is a key in {path} already", "key-exists", path) from error
    except OSError as error:
        text = f"{path} cannot be written: {error.strerror}"
        raise BadIdentity(text, "key-unwritable", path, error.strerror) from error
