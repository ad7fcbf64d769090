"""Opening of a recorded game that somebody named, with the reason in words where it cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tta_p2p.cli.errors import USAGE, CommandFailed, error_text
from tta_p2p.cli.output.progress import ProgressBar
from tta_p2p.cli.output.speech import text_of
from tta_p2p.cli.stored_games.selection import stored_source, transcript_file
from tta_p2p.registry import UnknownGame
from tta_p2p.table import local_record
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.recording import DamagedFile, FileVersionMismatch, Recording, RecordingSource
from tta_p2p.table.recording_reader import TranscriptSource


class RecordingOpening:
    """A recorded game that somebody named, read as far as it is wanted, with the reason in words where it cannot be."""

    def __init__(self, file: Path, keys: Path | None = None) -> None:
        """Find the file, or the stored game whose id begins so; ``keys``: the opened keys. Raises CommandFailed."""
        self._file = file
        with self._in_words():
            self._source = _source(file, keys)
        self._records = self._source.records()

    def begin(self) -> Recording:
        """Read until the game begins. Raises CommandFailed."""
        with self._in_words(), ProgressBar(text_of("file.reading", file=self._file.name)) as step:
            while self._source.recording is None or not self._source.recording.instants:
                step(*next(self._records))
        return self._source.recording

    def read_on(self) -> Iterator[None]:
        """Read on to the end, record by record. Raises CommandFailed."""
        with self._in_words():
            for _ in self._records:
                yield

    def whole(self) -> Recording:
        """Read all of it. Raises CommandFailed."""
        with self._in_words(), ProgressBar(text_of("file.reading", file=self._file.name)) as step:
            for done, all_ in self._records:
                step(done, all_)
        assert self._source.recording is not None
        return self._source.recording

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        file = self._file
        try:
            yield
        except UnknownGame as error:
            raise CommandFailed(text_of("file.no-rules", file=file), USAGE) from error
        except BadEntry as error:
            raise CommandFailed(text_of("file.other-rules", file=file, why=error_text(error)), USAGE) from error
        except FileVersionMismatch as error:
            raise CommandFailed(text_of("file.other-version", file=file, why=error_text(error)), USAGE) from error
        except DamagedFile as error:
            raise CommandFailed(text_of("file.not-replayed", file=file, why=error_text(error)), USAGE) from error


def _source(file: Path, keys: Path | None) -> RecordingSource:
    found = stored_source(file)
    if found is not None:
        return found
    transcript_file(file)
    if local_record.is_file(file):
        return local_record.LocalSource(*local_record.read_path(file))
    beside = file.with_suffix(".keys")
    return TranscriptSource(file, keys or (beside if beside.is_file() else None))


def open_recording(file: Path, keys: Path | None = None) -> Recording:
    """Read a file, or the stored game whose id begins so; ``keys``: the opened keys. Raises CommandFailed."""
    return RecordingOpening(file, keys).whole()
