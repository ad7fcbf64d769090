"""`tta export`, `tta verify`: what is left of a game, and whether it was fair."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tta_p2p.cli.errors import CommandFailed, error_text, other_version, system_text
from tta_p2p.cli.output.formats import json_text
from tta_p2p.cli.output.speech import tell, text_of, title_of, words

if TYPE_CHECKING:
    from tta_p2p.table.audit import Accusation, FileComparison, Verdict

WORST_FIRST = (
    "violated",
    "damaged",
    "disagreed",
    "other-version",
    "other-rules",
    "unfinished",
    "ended",
    "convicted",
    "fair",
)
"""What several files together are: whatever one of them is, the first of these."""


def verify(
    files: Annotated[list[Path], typer.Argument()],
    certificates: Annotated[Path | None, typer.Option()] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Check a game, or a certificate: every signature, proof and rule. The exit codes stand in its help."""
    from tempfile import TemporaryDirectory

    from tta_p2p.table.audit import accusations

    with TemporaryDirectory() as folder:
        found = [_found(file, Path(folder)) for file in files]
        verdicts = [_verdict(path, as_json) for path in found]
        compared = _compare([path for path, one in zip(found, verdicts, strict=True) if _is_transcript(one)])
    named = dict(zip(found, files, strict=True))
    compared = [replace(pair, first=named[pair.first], second=named[pair.second]) for pair in compared]
    accused = [one for verdict in verdicts for one in accusations(verdict.certificates)]
    accused += [one for pair in compared for one in accusations(pair.certificates)]
    if as_json:
        results = [summary(file, verdict) for file, verdict in zip(files, verdicts, strict=True)]
        comparison = [_comparison(one) for one in compared]
        typer.echo(json_text({"results": results, "comparison": comparison}))
    else:
        for file, verdict in zip(files, verdicts, strict=True):
            show(file, verdict)
        for one in compared:
            _show_comparison(one, {file: verdict.messages for file, verdict in zip(files, verdicts, strict=True)})
    for path in _written(accused, certificates):
        typer.echo(text_of("verify.certificate", file=path), err=as_json)
    if any(one.certificates for one in compared):
        raise typer.Exit(1)
    worst = min(verdicts, key=lambda verdict: WORST_FIRST.index(verdict.state))
    raise typer.Exit(worst.exit_code)


def export(
    game: Annotated[str, typer.Argument()] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o")] = None,
    csv: Annotated[bool, typer.Option("--csv")] = False,
) -> None:
    """Write one of your games to a file: its transcript, or what a game of this machine alone is made of."""
    from tta_p2p.cli.stored_games.selection import matching_games, needed_program, only_game
    from tta_p2p.node.data_folder.stored_games import records_of, stored_games
    from tta_p2p.registry import UnknownGame
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table import local_record
    from tta_p2p.table.audit import export_journal
    from tta_p2p.table.binding import BadEntry

    store = Store(home())
    known = {row.sid: row for row in matching_games(stored_games(home()), game)}
    rows = [row for row in store.games() if row.sid.hex() in known]
    if not rows and not game:
        raise CommandFailed(text_of("export.none"))
    if not rows:
        raise CommandFailed(text_of("told.no-id", id=game))
    if game:
        wanted = only_game(list(known.values()), game).sid
        rows = [row for row in rows if row.sid.hex() == wanted]
    row = rows[0]
    if csv:
        _export_csv(row.sid, out or Path(f"{row.sid.hex()[:16]}.csv"))
        return
    path = out or Path(f"{row.sid.hex()[:16]}.tta")
    if local_record.is_local(row.charter):
        path.write_bytes(local_record.write_file(row.charter, records_of(store, row)))
        needs = known[row.sid.hex()].needs
        if needs:
            tell("export.alone-earlier", file=path, needs=needed_program(known[row.sid.hex()]))
        else:
            tell("export.alone", file=path)
        return
    try:
        count, size = export_journal(path, row.charter, records_of(store, row))
    except (BadEntry, UnknownGame) as error:
        raise CommandFailed(text_of("export.no-rules", why=error_text(error))) from error
    tell("export.written", file=path, records=count, size=size)
    keys = home() / "transcripts" / f"{row.sid.hex()[:16]}.keys"
    if keys.is_file():
        tell("export.opened", keys=keys, file=path)


def _export_csv(sid: bytes, path: Path) -> None:
    """Write the figures of a finished game. Raises CommandFailed where it has none."""
    from tta_p2p.cli.stored_games import results

    found, unread = results.finished_games(sid=sid)
    if not found:
        raise CommandFailed(unread[0] if unread else text_of("export.csv-unfinished"))
    path.write_text(results.as_csv(found), "utf-8")
    tell("export.csv-written", file=path)


def _found(named: Path, folder: Path) -> Path:
    """The file to be checked: the one that is named, or the stored game whose id begins so. Raises CommandFailed."""
    from tta_p2p.cli.stored_games.selection import stored_file, transcript_file
    from tta_p2p.registry import UnknownGame
    from tta_p2p.table.binding import BadEntry

    try:
        return stored_file(named, folder) or transcript_file(named)
    except (BadEntry, UnknownGame) as error:
        raise CommandFailed(text_of("export.no-rules", why=error_text(error))) from error


def _verdict(file: Path, quiet: bool) -> "Verdict":
    """The verdict on one file."""
    from tta_p2p.cli.output.progress import ProgressBar
    from tta_p2p.table.audit import Verdict, verify_file

    try:
        with ProgressBar(text_of("file.checking", file=file.name), quiet) as step:
            return verify_file(file, step)
    except OSError as error:
        return Verdict("damaged", text_of("verify.unreadable", why=system_text(error)))


def _is_transcript(verdict: "Verdict") -> bool:
    return verdict.whole and verdict.state not in ("damaged", "other-version") and not verdict.is_certificate


def _compare(files: list[Path]) -> "list[FileComparison]":
    from tta_p2p.table.audit import compare_files

    return compare_files(files) if len(files) > 1 else []


def _show_comparison(one: "FileComparison", messages: Mapping[Path, int]) -> None:
    """Say how two copies stand to each other; ``messages``: how many each file holds."""
    from tta_p2p.table.audit import accusations

    tell(f"verify.copies.{one.relation}", first=one.first, second=one.second)
    if one.relation == "equal" and messages[one.first] != messages[one.second]:
        more, less = sorted((one.first, one.second), key=lambda file: -messages[file])
        typer.echo(f"  {text_of('verify.copies.more', file=more, n=messages[more] - messages[less])}")
    for accused in accusations(one.certificates):
        typer.echo(f"  {_in_words(accused, ())}")
    if one.relation == "different" and not one.certificates:
        typer.echo(f"  {text_of('verify.nobody-signed-two')}")


def _comparison(one: "FileComparison") -> dict[str, Any]:
    from tta_p2p.table.audit import accusations

    files = [str(one.first), str(one.second)]
    return {"files": files, "relation": one.relation, "accused": _plain(accusations(one.certificates))}


def _plain(accused: "list[Accusation]") -> list[dict[str, Any]]:
    return [{"seat": one.seat, "name": one.name, "kind": one.kind, "reason": one.reason} for one in accused]


def _in_words(accused: "Accusation", names: Sequence[str]) -> str:
    """``names``: who played each seat of the game, as far as that is known."""
    from tta_p2p.cli.output.layout import refusal
    from tta_p2p.node.data_folder.people import fingerprint_of
    from tta_p2p.ui.style import showable

    why = refusal(accused.game, names, accused.reason) if accused.kind == "illegal-act" else accused.reason
    key, did = fingerprint_of(accused.identity), text_of(f"verify.did.{accused.kind}")
    told = text_of("verify.accused", name=accused.name, key=key, did=did, why=why)
    return showable(f"{told} ({accused.kind})")  # an act that was refused may say anything


def _written(accused: "list[Accusation]", folder: Path | None) -> list[Path]:
    """Write certificates as files of their own, one for each seat."""
    if folder is None or not accused:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for one in accused:
        path = folder / f"{one.sid.hex()[:16]}-seat{one.seat}.certificate"
        if path not in paths:
            path.write_bytes(one.data)
            paths.append(path)
    return paths


def summary(file: Path, verdict: "Verdict") -> dict[str, Any]:
    """A verdict as plain data."""
    from tta_p2p.table.audit import accusations, departures, names_of, standings_of

    places: list[dict[str, Any]] = []
    charter = verdict.charter.charter if verdict.charter is not None else None
    final, names, left = standings_of(verdict), names_of(verdict), departures(verdict)
    if final is not None:
        for place in final.places:
            places.append(
                {
                    "seat": place.seat,
                    "name": names[place.seat],
                    "place": place.place,
                    "points": place.points,
                    "left": place.left,
                    "parts": dict(place.parts),
                }
            )
    out = {one.seat for one in left if one.how == "cheated"}
    return {
        "file": str(file),
        "verdict": verdict.state,
        "status": verdict.status,
        "reason": verdict.reason,
        "paused": verdict.paused,
        "game": charter.game if charter else None,
        "sid": charter.sid.hex() if charter else None,
        "players": [operator.name for operator in charter.operators] if charter else [],
        "messages": verdict.messages,
        "operations": verdict.operations,
        "seats_left": verdict.seats_left,
        "left": [{"seat": one.seat, "name": one.name, "how": one.how} for one in left],
        "standings": places,
        "accused": [{**one, "voted_out": one["seat"] in out} for one in _plain(accusations(verdict.certificates))],
    }


def show(file: Path, verdict: "Verdict") -> None:
    """Print a verdict for people."""
    first, *rest = verdict_lines(verdict)
    typer.echo(text_of("told.of", name=file, told=first))
    for line in [*rest, *standings(verdict)]:
        typer.echo(f"  {line}")


def verdict_lines(verdict: "Verdict") -> list[str]:
    """Say what a file shows, the verdict first: who was caught and who left, which game it is, and who signed it."""
    from tta_p2p.node.data_folder.people import fingerprint_of
    from tta_p2p.table import audit
    from tta_p2p.table.audit import accusations, departures, names_of
    from tta_p2p.ui.style import showable

    if verdict.reason == audit.ONE_MACHINE:  # nothing is wrong with it
        return [text_of("verify.one-machine")]
    told = [text_of(f"verify.state.{verdict.state}")]
    left = departures(verdict)
    out = {one.seat for one in left if one.how == "cheated"}
    for accused in accusations(verdict.certificates):
        what = _in_words(accused, names_of(verdict))
        if not verdict.is_certificate:
            what = text_of("verify.out" if accused.seat in out else "verify.not-out", what=what)
        told.append(what)
    reason = _reason(verdict)
    if reason:
        told.append(showable(reason))
    told += [text_of(f"verify.left.{one.how}", name=one.name) for one in left if one.how != "cheated"]
    if verdict.charter is not None:
        charter = verdict.charter.charter
        game, id = title_of(charter.game), charter.sid.hex()[:16]
        told.append(text_of("verify.game", game=game, id=id, n=verdict.messages))
        for operator in charter.operators:
            key = fingerprint_of(operator.identity)
            told.append(text_of("verify.signed", name=operator.name, key=key))
    return told


def _reason(verdict: "Verdict") -> str:
    """Say what is missing or wrong, or how it ended; what only the protocol has words for, in those."""
    from tta_p2p.table import audit
    from tta_p2p.table.releases import release_of

    charter, listed = verdict.charter, words().listed
    names = [operator.name for operator in charter.charter.operators] if charter is not None else []
    if verdict.ended_by is not None and verdict.status in ("left", "called-off", "forfeited"):
        how = text_of(f"verify.ended.{verdict.ended_by.kind}")
        without = listed([names[operator] for operator in verdict.ended_by.without])
        told = text_of("verify.by-all-but" if without else "verify.by-all", how=how, names=without)
    elif verdict.status == "unfinished":
        told = text_of("verify.is-paused" if verdict.paused else "verify.no-end")
    elif verdict.reason == audit.EMPTY:
        return text_of("verify.empty")
    elif verdict.damage:
        return text_of(f"verify.damage.{verdict.damage}")
    elif verdict.theirs:
        return other_version(verdict.theirs, words())
    elif verdict.status == "other-rules" and charter is not None:
        release = release_of(charter.charter.game, charter.charter.rules)
        return text_of("verify.needs", needs=f"tta-p2p {release}") if release else ""
    else:
        return "" if verdict.status in ("disagreed", "other-rules") else verdict.reason
    if verdict.unproven:
        told += text_of("verify.unproven", names=listed([names[motion.operator] for motion in verdict.unproven]))
    return told


def standings(verdict: "Verdict") -> list[str]:
    """The final table, line by line: who came where, and where the points came from; empty without an end."""
    from tta_p2p.cli.output.layout import standings_lines
    from tta_p2p.table.audit import names_of, standings_of

    final = standings_of(verdict)
    if final is None or verdict.charter is None:
        return []
    return standings_lines(verdict.charter.charter.game, names_of(verdict), final)


def register(root: typer.Typer) -> None:
    """Add the commands to `tta`."""
    root.command("verify", rich_help_panel="after")(verify)
    root.command("export", rich_help_panel="after")(export)
