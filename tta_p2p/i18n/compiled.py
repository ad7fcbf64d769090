"""The texts of a folder in the form the program reads: one file beside them, made anew whenever they have changed.

A folder holds the texts of a language (`po`), one file an area; a folder in it holds those of a game, and `pages` in
that those of its pages. `language.toml` says what is known of the language. `neutral.toml`, beside the folders, has
what is the same in every language: signs, and names that are typed.

To read PO takes as long as ten quick commands. So what was read is kept, as Python keeps what it has compiled, and
nobody has to know of it: it is right for as long as no file has another size or time, and where it cannot be written,
the texts are read each time. A wheel brings it; there only the sizes count, since to install changes the times. It is
no place for JSON or msgpack: `marshal` is there before anything is imported, and a checksum sees to what is damaged.

A file of a translation that cannot be read is left out, and standard error says so: English is spoken instead, and no
command ends. Nothing is kept then, so the next command says it again. Without its English no program can speak.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import po

COMPILED = "compiled.texts"
FORM = 2
"""Raise when texts are compiled otherwise."""
MARSHAL = 2
"""The version of `marshal` that every Python reads."""
SUM_BYTES = 4
DICTIONARY = b"{"
"""What `marshal` writes before a dictionary."""
MOST_BYTES = 1 << 26
"""Bytes that compiled texts may have; those of a language have one million."""
ANY_TIME = 0
"""The time of a file whose size alone counts."""
KINDS = (".po", ".pot", ".toml")
NEUTRAL, LANGUAGE = "neutral.toml", "language.toml"
APPLICATION = "application"
"""What `neutral.toml` calls the texts that belong to no game."""
NOTHING: Mapping[str, str] = MappingProxyType({})

Source = tuple[str, int, int]
"""A file that texts were read from: its path in the folder, its size, and when it was changed, in nanoseconds."""
Failed = Callable[[Exception], None]
"""Takes what is wrong with the file of a translation: raises it, or says that it is left out."""
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
    """Give what a folder says, compiled before or now; without the files of a translation that cannot be read.

    Raises UnreadableTexts for a template or what is the same in every language, and OSError for the folder.
    """
    sources = find_sources(folder)
    kept = _kept(folder / COMPILED, sources)
    if kept is None:
        wrong = list[Exception]()
        content = compile_folder(folder, sources, wrong.append)
        for error in wrong:
            _tell(f"tta: {error}; English is spoken instead of what stands in this file")
        if not wrong:
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
            if entry.name.startswith("."):  # editors and file managers leave some beside a file
                continue
            if entry.name.endswith(KINDS):
                with contextlib.suppress(FileNotFoundError):  # a link to nothing, or it has just gone
                    if stat.S_ISREG((found := entry.stat()).st_mode):
                        yield _stamped(begin + entry.name, found)
            elif "." not in entry.name and not entry.name.startswith("_") and entry.is_dir():
                yield from _files(entry.path, f"{begin}{entry.name}/")


def _stamped(name: str, found: os.stat_result) -> Source:
    return name, found.st_size, found.st_mtime_ns


@cache
def _tell(sentence: str) -> None:
    """Say something where errors are told, once in a process; names of files are anybody's words."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print("".join(one if one.isprintable() else "?" for one in sentence), file=sys.stderr)


def _raise(error: Exception) -> None:
    raise error


def compile_folder(folder: Path, sources: Iterable[Source], failed: Failed = _raise) -> bytes:
    """Give the texts of a folder as they are kept; ``failed`` takes what is wrong with a translation.

    Raises UnreadableTexts and OSError.
    """
    from . import po

    texts: dict[str, dict[str, str]] = {}
    about: dict[str, Any] = {}
    sources = list(sources)
    for name, _, _ in sources:
        path = folder / name
        try:
            if name == f"../{NEUTRAL}":
                for scope, some in _neutral(path).items():
                    texts.setdefault("" if scope == APPLICATION else scope, {}).update(some)
            elif name == LANGUAGE:
                about = _known(path)
                for scope, keys in about.get("nothing", {}).items():
                    texts.setdefault("" if scope == APPLICATION else scope, {}).update(dict.fromkeys(keys, ""))
            elif path.suffix in (po.TEMPLATE, po.TRANSLATION):
                texts.setdefault(name.rpartition("/")[0], {}).update(dict(_spoken(path)))
        except (po.UnreadableTexts, OSError) as error:
            if path.suffix == po.TEMPLATE or path.name == NEUTRAL:
                raise
            failed(error)
    kept = {scope: marshal.dumps(some, MARSHAL) for scope, some in texts.items()}
    content = marshal.dumps((FORM, sources, about, kept), MARSHAL)
    return zlib.crc32(content).to_bytes(SUM_BYTES, "big") + content


def _table(path: Path) -> dict[str, Any]:
    """Read a file of tables. Raises UnreadableTexts and OSError."""
    import tomllib

    from . import po

    written = po.decoded(path, path.read_bytes())
    try:
        return tomllib.loads(written)
    except (ValueError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))  # or the end of the file
        raise po.UnreadableTexts(f"{path}:{line[1] if line else len(written.splitlines())}: {error}") from error


def _neutral(path: Path) -> dict[str, dict[str, str]]:
    """Read what is the same in every language. Raises UnreadableTexts and OSError."""
    from . import po

    found = _table(path)
    for scope, some in found.items():
        if not isinstance(some, dict) or not all(isinstance(one, str) for one in some.values()):
            raise po.UnreadableTexts(f"{path}:{_line_of(path, scope)}: {scope!r} has to be a table of texts")
    return found


def _known(path: Path) -> dict[str, Any]:
    """Read what is known of a language. Raises UnreadableTexts and OSError."""
    from . import po

    found = {"ideographic": False, "before-english": "", "nothing": {}, **_table(path)}
    empty = found["nothing"]
    fits = {
        "ideographic": isinstance(found["ideographic"], bool | str),
        "before-english": isinstance(found["before-english"], str),
        "nothing": isinstance(empty, dict)
        and all(isinstance(keys, list) and all(isinstance(key, str) for key in keys) for keys in empty.values()),
    }
    for name in (name for name, is_right in fits.items() if not is_right):
        raise po.UnreadableTexts(f"{path}:{_line_of(path, name)}: {name!r} has a value that does not go with it")
    return {name: found[name] for name in fits}


def _line_of(path: Path, name: str) -> int:
    """Give the first line of a file with a name in it."""
    lines = path.read_text("utf-8", errors="replace").split("\n")
    return next((number for number, line in enumerate(lines, 1) if name in line), 1)


def _spoken(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of a file that are said, by key: what is not translated, or not any more, is said in English."""
    from . import po

    for text in po.read(path).texts:
        if path.suffix == po.TEMPLATE:
            yield text.key, text.english
        elif text.translation and not text.is_fuzzy and _fits(text):
            yield text.key, text.translation


def _fits(text: po.Text) -> bool:
    """Whether a translation is well written, with no name of a place that its English does not have.

    Numbers may differ: a language may name the seat in a sentence where English leaves it out, or have a place for
    the subject inside a clause (`clauses`).
    """
    from . import templates
    from .clauses import INSIDE, WITH_SUBJECT

    if not {*text.translation} & {*"{}"}:
        return True
    try:
        named = {one.place or "" for one in templates.places(text.translation)}
        known = {one.place for one in templates.places(text.english)}
        known |= {INSIDE} if text.key.startswith(WITH_SUBJECT) else set()
        return {one for one in named if not one.isdecimal()} <= known
    except (ValueError, RecursionError):
        return False


def _kept(path: Path, sources: Sequence[Source]) -> Content | None:
    """Give what was kept of these sources; None if it is not there, damaged, or of others."""
    try:
        found = _opened(_read(path))
    except OSError:
        return None
    if found is None or len(found[1]) != len(sources):
        return None
    same = all(
        (name, size) == (was, long) and when in (time, ANY_TIME)
        for (name, size, time), (was, long, when) in zip(sources, found[1], strict=True)
    )
    return found if same else None


def _read(path: Path) -> bytes:
    """Read what was kept; nothing of what is no plain file: a pipe would wait for ever. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        is_plain = stat.S_ISREG(os.fstat(handle).st_mode)
        return file.read(MOST_BYTES) if is_plain else b""


def _opened(data: bytes) -> Content | None:
    """Give what was kept; None where it is damaged, or written by another version."""
    content = data[SUM_BYTES:]
    if zlib.crc32(content).to_bytes(SUM_BYTES, "big") != data[:SUM_BYTES]:
        return None
    try:
        found = marshal.loads(content)
    except (ValueError, EOFError, TypeError):  # another version of this program
        return None
    match found:
        case (int(form), list(sources), dict(about), dict(texts)) if (
            form == FORM
            and all(isinstance(one, tuple) and list(map(type, one)) == [str, int, int] for one in sources)
            and all(isinstance(one, bytes) and one.startswith(DICTIONARY) for one in texts.values())
        ):
            return form, sources, about, texts
    return None


def _keep(path: Path, content: bytes) -> None:
    """Keep what was compiled, if that can be written here; whoever else does so at this moment writes the same."""
    new = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        new.write_bytes(content)
        new.replace(path)
        return
    with contextlib.suppress(OSError):
        new.unlink()
