"""Opening of a recorded game that somebody named, with the reason in words where it cannot be read."""

from __future__ import annotations

from pathlib import Path

from tta_p2p.cli.errors import USAGE, CommandFailed, error_text
from tta_p2p.cli.output.progress import ProgressBar
from tta_p2p.cli.output.speech import text_of
from tta_p2p.cli.stored_games.selection import stored_recording, transcript_file
from tta_p2p.registry import UnknownGame
from tta_p2p.table import local_record
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.recording import DamagedFile, FileVersionMismatch, Recording
from tta_p2p.table.recording_reader import read_recording


def open_recording(file: Path, keys: Path | None = None) -> Recording:
    """Read a file, or the stored game whose id begins so; ``keys``: the opened keys. Raises CommandFailed."""
    try:
        found = stored_recording(file)
        if found is None:
            transcript_file(file)
            if local_record.is_file(file):
                found = local_record.recording(*local_record.read_path(file))
        if found is None:
            beside = file.with_suffix(".keys")
            kept = keys or (beside if beside.is_file() else None)
            with ProgressBar(text_of("file.reading", file=file.name)) as step:
                found = read_recording(file, kept, step)
    except UnknownGame as error:
        raise CommandFailed(text_of("file.no-rules", file=file), USAGE) from error
    except BadEntry as error:
        raise CommandFailed(text_of("file.other-rules", file=file, why=error_text(error)), USAGE) from error
    except FileVersionMismatch as error:
        raise CommandFailed(text_of("file.other-version", file=file, why=error_text(error)), USAGE) from error
    except DamagedFile as error:
        raise CommandFailed(text_of("file.not-replayed", file=file, why=error_text(error)), USAGE) from error
    return found
