"""Selection of a stored game by the beginning of its id."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed, for_people
from tta_p2p.cli.output.speech import names_of, text_of, title_of, words
from tta_p2p.node.data_folder.soundness import repair_text

if TYPE_CHECKING:
    from tta_p2p.node.data_folder.stored_games import StoredGame
    from tta_p2p.store.database import Repair
    from tta_p2p.table.recording import RecordingSource


OVER = ("over", "called-off", "forfeited")
"""How a game stands that has ended at a table, so that the table can be opened again."""


def tell_mended(mended: Repair) -> None:
    """Say what was damaged in the store and what became of it, where errors are told."""
    for line in repair_text(mended, words()):
        typer.echo(for_people(line), err=True)


def short_ids(rows: Sequence[StoredGame]) -> dict[str, str]:
    """Give for each sid as many letters as tell it from the others: the same for everybody who plays the game."""
    from tta_p2p.node.machine.roster import ID

    length, sids = ID, [row.sid for row in rows]
    while len({sid[:length] for sid in sids}) < len(set(sids)):
        length += 1
    return {sid: sid[:length] for sid in sids}


def matching_games(rows: Sequence[StoredGame], asked: str) -> list[StoredGame]:
    """Give the games that may be meant: the one that is called so, or all whose sid or name here begins so."""
    begins = asked.lower()
    called = [row for row in rows if row.id == begins and asked]
    return called or [row for row in rows if row.sid.startswith(begins) or row.id.startswith(begins)]


def last_played(row: StoredGame) -> str:
    """Give the moment at which a game was last played."""
    return datetime.datetime.fromtimestamp(row.touched).strftime("%Y-%m-%d %H:%M")


def needed_program(row: StoredGame) -> str:
    """Name the program that a game needs, in the reader's language."""
    return row.needs if row.needs[-1].isdigit() else text_of("told.needs-another")


def result(row: StoredGame) -> str:
    """Say who has won, and with how many points each has ended, if there are points."""
    from tta_p2p.registry import has_points

    first = names_of(name for name, place, _ in row.result if place == 1)
    if not has_points(row.game):
        return text_of("told.result.plain", names=words().listed(first), n=len(first))
    comma = text_of("comma")
    names = names_of(name for name, *_ in row.result)
    both = zip(names, row.result, strict=True)
    points = comma.join(text_of("told.result-one", name=name, points=points) for name, (*_, points) in both)
    return text_of("told.result", names=words().listed(first), n=len(first), points=points)


def end_text(game: StoredGame | str) -> str:
    """Say that a game, or the one with this sid, is over, how it ended, and what can be done now."""
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.node.machine.roster import ID
    from tta_p2p.store.home import home

    rows = [row for row in stored_games(home()) if row.sid == game] if isinstance(game, str) else [game]
    if not rows:
        return text_of("told.is-over", status=text_of("told.status.over"), id=str(game)[:ID])
    (row,) = rows
    ended = result(row) if row.result else text_of(f"told.status.{row.status}")
    again = text_of("told.is-over.again", id=row.sid[:ID]) if row.status in OVER and not row.local else ""
    return text_of("told.is-over", status=ended, id=row.sid[:ID]) + again


def transcript_file(file: Path) -> Path:
    """Give a file that somebody named if it can be read as a transcript. Raises CommandFailed."""
    if file.is_dir():
        raise CommandFailed(text_of("file.folder", file=file), USAGE)
    if not file.exists():
        raise CommandFailed(text_of("file.missing", file=file), USAGE)
    if not file.is_file():
        raise CommandFailed(text_of("file.device", file=file), USAGE)
    return file


def stored_source(named: Path) -> RecordingSource | None:
    """The stored game whose id begins so, to be read; None where a file is named, or no such game.

    Raises CommandFailed where several begin so, Damaged, BadEntry, UnknownGame and StoreError.
    """
    from tempfile import TemporaryDirectory

    from tta_p2p.store.home import home
    from tta_p2p.table import local_record
    from tta_p2p.table.recording_reader import TranscriptSource

    with TemporaryDirectory() as folder:
        path = stored_file(named, Path(folder))
        if path is None:
            return None
        if local_record.is_file(path):
            return local_record.LocalSource(*local_record.read_path(path))
        keys = home() / "transcripts" / f"{path.stem}.keys"
        return TranscriptSource(path, keys if keys.is_file() else None)


def stored_file(named: Path, folder: Path) -> Path | None:
    """Write the stored game whose id begins so into this folder, as `tta export` does; None where there is none such.

    A file of that name comes first: then, too, it is None. Raises CommandFailed where several begin so, CannotResume
    where what the store says of it is damaged, BadEntry, UnknownGame and StoreError.
    """
    if named.exists():  # checking a file takes nothing of a node
        return None
    from tta_p2p.node.data_folder.stored_games import records_of, stored_games
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table import audit, local_record

    rows = matching_games(stored_games(home()), str(named))
    if not rows:
        return None
    sid = only_game(rows, str(named)).sid
    store = Store(home())
    try:
        row = store.game(bytes.fromhex(sid))
        if row is None:  # it is signed, and nothing of it has been played here
            return None
        journal = records_of(store, row)
    finally:
        store.close()
    path = folder / f"{sid[:16]}.tta"
    if local_record.is_local(row.charter):
        path.write_bytes(local_record.write_file(row.charter, journal))
    else:
        audit.export_journal(path, row.charter, journal)
    return path


def only_game(rows: Sequence[StoredGame], asked: str) -> StoredGame:
    """Give the only game there is. Raises CommandFailed, naming those that may be meant."""
    if len(rows) == 1:
        return rows[0]
    ids = short_ids(rows)
    named = text_of("log.and").join(
        text_of(
            "told.game-line",
            id=ids[one.sid],
            game=title_of(one.game),
            when=last_played(one),
            players=text_of("comma").join(names_of(one.players)),
        )
        for one in rows
    )
    key = "told.begins-several" if asked else "told.unfinished-several"
    raise CommandFailed(text_of(key, id=asked, games=named), USAGE)


def check_undamaged(row: StoredGame) -> StoredGame:
    """Give a game, unless what the store says of it is damaged: no node could play it. Raises CannotResume."""
    from tta_p2p.node.data_folder.stored_games import DAMAGED
    from tta_p2p.node.plan.resumption import CannotResume
    from tta_p2p.node.service.notices import halt_reply
    from tta_p2p.store.database import DATABASE
    from tta_p2p.store.home import home

    if row.status == DAMAGED:
        raise CannotResume(halt_reply("damaged-game", str(home() / DATABASE)))
    return row
