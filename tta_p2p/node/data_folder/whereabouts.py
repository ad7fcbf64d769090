"""Places where friends were found last, kept beyond the end of a game: a small file, which its owner may do without.

The places are hints: whoever answers there must show the friend's key. Nobody else is ever told of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from tta_p2p.net.addresses import Address, HostKind, fingerprint, is_fingerprint, peer_addresses
from tta_p2p.node.data_folder.address_entries import MOST, Texts
from tta_p2p.store import locks
from tta_p2p.store.regular_files import read_regular, write_regular
from tta_p2p.store.settings import BadSettings, read_settings

FILE = "whereabouts.json"
MOST_FRIENDS = 40
"""So many are kept, those met last."""
LARGEST = 1 << 17
"""Bytes of the file at most."""

Kept = Annotated[dict[str, Texts], msgspec.Meta(max_length=MOST_FRIENDS)]


def read_whereabouts(folder: Path) -> dict[str, tuple[Address, ...]]:
    """Give where friends were found last, by fingerprint, those met last first; none where the file is unsound."""
    try:
        kept = msgspec.json.decode(read_regular(folder / FILE, LARGEST), type=Kept)
    except (OSError, msgspec.DecodeError, RecursionError, ValueError):
        return {}
    found = {key: peer_addresses(texts) for key, texts in kept.items()}
    return {key: places for key, places in found.items() if places and is_fingerprint(key)}


def keep_whereabouts(folder: Path, found: Mapping[bytes, Sequence[Address]]) -> None:
    """Keep where people were found, by their keys, unless their person wants none kept. Raises OSError.

    An onion address ends with its table, and is not kept.
    """
    lasting = {
        fingerprint(identity): [place for place in places if place.kind is not HostKind.ONION][:MOST]
        for identity, places in found.items()
    }
    fresh = {key: places for key, places in lasting.items() if places}
    with locks.held(folder, "whereabouts", locks.PATIENCE):
        try:
            wanted = read_settings(folder).whereabouts
        except BadSettings:
            return
        if fresh and wanted:
            every = {**fresh, **{key: places for key, places in read_whereabouts(folder).items() if key not in fresh}}
            _write(folder / FILE, dict([*every.items()][:MOST_FRIENDS]))


def forget_whereabouts(folder: Path, identity: bytes | None = None) -> None:
    """Forget where one friend was found, by its key, or all friends. Raises OSError."""
    with locks.held(folder, "whereabouts", locks.PATIENCE):
        kept = {} if identity is None else {**read_whereabouts(folder)}
        if identity is not None:
            kept.pop(fingerprint(identity), None)
        if kept:
            _write(folder / FILE, kept)
        else:
            (folder / FILE).unlink(missing_ok=True)


def _write(path: Path, every: Mapping[str, Sequence[Address]]) -> None:
    fresh = path.with_suffix(".new")
    try:
        write_regular(fresh, msgspec.json.encode({key: [str(place) for place in some] for key, some in every.items()}))
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
