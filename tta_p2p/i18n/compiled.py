"""The texts of a folder in the form the program reads: one file beside them, made anew whenever they have changed.

A folder holds the texts of a language (`po`), one file an area; a folder in it holds those of a game, and `pages` in
that those of its pages. `language.toml` says what is known of the language. `neutral.toml`, beside the folders, has
what is the same in every language: signs, and names that are typed.

To read PO takes as long as ten quick commands. So what was read is kept, as Python keeps what it has compiled, and
nobody has to know of it: it is right for as long as no file has another size or time, and where it cannot be written,
the texts are read each time. A wheel brings it; there only the sizes count, since to install changes the times. It is
no place for JSON or msgpack: `marshal` is there before anything is imported, and a checksum sees to what is damaged.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

COMPILED = "compiled.texts"
FORM = 1
"""Raise when compiled texts are written otherwise."""
MARSHAL = 2
"""The version of `marshal` that every Python reads."""
SUM_BYTES = 4
ANY_TIME = 0
"""The time of a file whose size alone counts."""
KINDS = (".po", ".pot", ".toml")
NEUTRAL, LANGUAGE = "neutral.toml", "language.toml"
APPLICATION = "application"
"""What `neutral.toml` calls the texts that belong to no game."""
NOTHING: Mapping[str, str] = MappingProxyType({})

Source = tuple[str, int, int]
"""A file that texts were read from: its path in the folder, its size, and when it was changed, in nanoseconds."""
Content = tuple[int, list[Source], Mapping[str, Any], Mapping[str, bytes]]
"""What is kept: the form, the sources, what is known of the language, and the texts of each folder in the first."""


@dataclass(frozen=True, slots=True)
class CompiledTexts:
    """The contents of a folder: facts about the language, and the texts of each folder in it (empty: its own)."""

    about: Mapping[str, Any]
    _texts: Mapping[str, bytes]

    def of(self, folder: str = "") -> Mapping[str, str]:
        """Give the texts of a folder in it, by key; nothing if there is none."""
        found: Mapping[str, str] = marshal.loads(self._texts[folder]) if folder in self._texts else NOTHING
        return found


def load(folder: Path) -> CompiledTexts:
    """Give what a folder says, compiled before or now. Raises UnreadableTexts and OSError where it cannot be read."""
    sources = find_sources(folder)
    kept = _kept(folder / COMPILED, sources)
    if kept is None:
        content = compile_folder(folder, sources)
        _keep(folder / COMPILED, content)
        kept = _opened(content)
        assert kept is not None
    return CompiledTexts(kept[2], kept[3])


def find_sources(folder: Path) -> list[Source]:
    """Find the files that the texts of a folder come from, sorted. Raises OSError."""
    neutral = folder.parent / NEUTRAL
    beside = [_stamped(f"../{NEUTRAL}", neutral.stat())] if neutral.is_file() else []
    return sorted([*beside, *_files(os.fspath(folder), "")])


def without_times(sources: Iterable[Source]) -> list[Source]:
    """Give files whose sizes alone count, as they are kept in a wheel."""
    return [(name, size, ANY_TIME) for name, size, _ in sources]


def _files(folder: str, begin: str) -> Iterator[Source]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(KINDS):
                yield _stamped(begin + entry.name, entry.stat())
            elif "." not in entry.name and not entry.name.startswith("_") and entry.is_dir():
                yield from _files(entry.path, f"{begin}{entry.name}/")


def _stamped(name: str, stat: os.stat_result) -> Source:
    return name, stat.st_size, stat.st_mtime_ns


def compile_folder(folder: Path, sources: Iterable[Source]) -> bytes:
    """Give the texts of a folder as they are kept. Raises UnreadableTexts and OSError."""
    import tomllib

    from . import po

    texts: dict[str, dict[str, str]] = {}
    about: dict[str, Any] = {}
    sources = list(sources)
    for name, _, _ in sources:
        path = folder / name
        if name == f"../{NEUTRAL}":
            for scope, some in tomllib.loads(path.read_text("utf-8")).items():
                texts.setdefault("" if scope == APPLICATION else scope, {}).update(some)
        elif name == LANGUAGE:
            about = tomllib.loads(path.read_text("utf-8"))
            for scope, keys in about.get("nothing", {}).items():
                texts.setdefault("" if scope == APPLICATION else scope, {}).update(dict.fromkeys(keys, ""))
        elif path.suffix in (po.TEMPLATE, po.TRANSLATION):
            texts.setdefault(name.rpartition("/")[0], {}).update(_spoken(path))
    kept = {scope: marshal.dumps(some, MARSHAL) for scope, some in texts.items()}
    content = marshal.dumps((FORM, sources, about, kept), MARSHAL)
    return zlib.crc32(content).to_bytes(SUM_BYTES, "big") + content


def _spoken(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of a file that are said, by key: what is not translated, or not any more, is said in English."""
    from . import po

    for text in po.read(path).texts:
        if path.suffix == po.TEMPLATE:
            yield text.key, text.english
        elif text.translation and not text.is_fuzzy:
            yield text.key, text.translation


def _kept(path: Path, sources: Sequence[Source]) -> Content | None:
    """Give what was kept of these sources; None if it is not there, damaged, or of others."""
    try:
        found = _opened(path.read_bytes())
    except OSError:
        return None
    if found is None or len(found[1]) != len(sources):
        return None
    same = all(
        (name, size) == (was, long) and when in (time, ANY_TIME)
        for (name, size, time), (was, long, when) in zip(sources, found[1], strict=True)
    )
    return found if same else None


def _opened(data: bytes) -> Content | None:
    """Give what was kept; None where it is damaged, or written by another version."""
    content = data[SUM_BYTES:]
    if zlib.crc32(content).to_bytes(SUM_BYTES, "big") != data[:SUM_BYTES]:
        return None
    try:
        found: Content = marshal.loads(content)
    except (ValueError, EOFError, TypeError):  # another version of this program
        return None
    return found if found[0] == FORM else None


def _keep(path: Path, content: bytes) -> None:
    """Keep what was compiled, if that can be written here; whoever else does so at this moment writes the same."""
    new = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        new.write_bytes(content)
        new.replace(path)
        return
    with contextlib.suppress(OSError):
        new.unlink()
