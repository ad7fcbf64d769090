"""`tta export`, `tta verify`: what is left of a game, and whether it was fair."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tta_p2p.cli.errors import CommandFailed

if TYPE_CHECKING:
    from tta_p2p.table.audit import Accusation, Compared, Verdict

WORDS = {
    "fair": "FAIR: every signature, proof and rule has been checked.",
    "violated": "VIOLATED: somebody broke the rules or the protocol, and this file proves it.",
    "damaged": "DAMAGED, or no transcript: nothing follows from it, nobody is accused.",
    "unfinished": "UNFINISHED: everything up to here has been checked; the game was not played to its end.",
    "other-rules": "OTHER RULES: signatures and proofs have been checked, the rules of this game are not here.",
    "other-version": "OTHER VERSION: another version of tta reads this.",
    "convicted": "FAIR TO THE END; somebody broke the rules or the protocol on the way, and this file proves it.",
    "ended": "ENDED EARLY: everything up to there has been checked.",
    "disagreed": "DISAGREED: the rules here come to another state than a player signed; nobody is accused.",
}

DID = {
    "illegal-act": "broke the rules of the game",
    "bad-proof": "said something false",
    "equivocation": "told two tales",
    "bad-escrow": "shared out a false key",
    "false-complaint": "accused somebody falsely",
}
"""What somebody did to be convicted, by the kind of certificate."""

RELATIONS = {
    "equal": "{first} and {second} are copies of one game and tell the same.",
    "first is longer": "{second} is the beginning of the game that {first} tells.",
    "second is longer": "{first} is the beginning of the game that {second} tells.",
    "consistent": "{first} and {second} tell the same game; each lacks some of its last messages.",
    "different": "{first} and {second} tell different things about one game!",
    "other games": "{first} and {second} are different games.",
}

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
    files: Annotated[list[Path], typer.Argument(help="Transcript files; several copies of one game are compared.")],
    certificates: Annotated[
        Path | None, typer.Option(help="Write what proves a violation into this folder, a file for each seat.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check a game, or a certificate: every signature, proof and rule.

    \b
    Exit codes:
    0  fair
    1  violated: somebody is convicted, and the game did not finish
    2  damaged, or no transcript
    3  unfinished
    4  other rules, or another version of the protocol, than there are here
    5  fair to the end; somebody was convicted on the way
    6  ended by agreement, or left early; everything up to there holds
    7  the rules here disagree with what a player signed; nobody is accused
    """
    from tta_p2p.table.audit import accusations

    verdicts = [_verdict(file, as_json) for file in files]
    compared = _compare([file for file, one in zip(files, verdicts, strict=True) if _is_transcript(one)])
    accused = [one for verdict in verdicts for one in accusations(verdict.certificates)]
    accused += [one for pair in compared for one in accusations(pair.certificates)]
    if as_json:
        results = [summary(file, verdict) for file, verdict in zip(files, verdicts, strict=True)]
        comparison = [_comparison(one) for one in compared]
        typer.echo(json.dumps({"results": results, "comparison": comparison}, ensure_ascii=False, indent=1))
    else:
        for file, verdict in zip(files, verdicts, strict=True):
            show(file, verdict)
        for one in compared:
            _show_comparison(one)
    for path in _written(accused, certificates):
        typer.echo(f"certificate: {path}; anybody can check it: tta verify {path}", err=as_json)
    if any(one.certificates for one in compared):
        raise typer.Exit(1)
    worst = min(verdicts, key=lambda verdict: WORST_FIRST.index(verdict.state))
    raise typer.Exit(worst.exit_code)


def export(
    game: Annotated[
        str, typer.Argument(help="The beginning of the game's id (see tta games); default: the game played last.")
    ] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Where to write the file.")] = None,
) -> None:
    """Write one of your games to a file: its transcript, or what a game of this machine alone is made of."""
    from tta_p2p.cli._stored import meant, the_one
    from tta_p2p.node.history import stored_games
    from tta_p2p.registry import UnknownGame
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table import local_record
    from tta_p2p.table.audit import export_journal
    from tta_p2p.table.binding import BadEntry

    store = Store(home())
    known = {row.sid: row for row in meant(stored_games(home()), game)}
    rows = [row for row in store.games() if row.sid.hex() in known]
    if not rows and not game:
        raise CommandFailed("you have played no game yet: tta play begins one here, tta host opens a table")
    if not rows:
        raise CommandFailed("no such game is in your store; tta games lists all")
    if game:
        wanted = the_one(list(known.values()), f"several of your games begin with {game}").sid
        rows = [row for row in rows if row.sid.hex() == wanted]
    row = rows[0]
    path = out or Path(f"{row.sid.hex()[:16]}.tta")
    if local_record.is_local(row.charter):
        path.write_bytes(local_record.write_file(row.charter, store.journal(row.sid)))
        typer.echo(f"{path}: played on this machine alone, so it proves nothing; look at it with: tta replay {path}")
        return
    try:
        count, size = export_journal(path, row.charter, store.journal(row.sid))
    except (BadEntry, UnknownGame) as error:
        text = f"{error}: the rules of this game are not here; export it with the version of tta that played it"
        raise CommandFailed(text) from error
    typer.echo(f"{path}: {count} records, {size} bytes; check it with: tta verify {path}")
    keys = home() / "transcripts" / f"{row.sid.hex()[:16]}.keys"
    if keys.is_file():
        typer.echo(f"all hands of this game are open: tta replay --keys {keys} {path}")


def _verdict(file: Path, quiet: bool) -> "Verdict":
    """The verdict on one file. Raises CommandFailed where there is nothing to be read."""
    from tta_p2p.cli._progress import Progress
    from tta_p2p.cli._stored import transcript_file
    from tta_p2p.table.audit import Verdict, verify_file

    transcript_file(file)
    try:
        with Progress(f"checking {file.name}", quiet) as step:
            return verify_file(file, step)
    except OSError as error:
        return Verdict("damaged", f"the file cannot be read: {error.strerror}")


def _is_transcript(verdict: "Verdict") -> bool:
    return verdict.whole and verdict.state not in ("damaged", "other-version") and not verdict.is_certificate


def _compare(files: list[Path]) -> "list[Compared]":
    from tta_p2p.table.audit import compare_files

    return compare_files(files) if len(files) > 1 else []


def _show_comparison(one: "Compared") -> None:
    from tta_p2p.table.audit import accusations

    typer.echo(RELATIONS[one.relation].format(first=one.first, second=one.second))
    for accused in accusations(one.certificates):
        typer.echo(f"  {_in_words(accused, ())}")
    if one.relation == "different" and not one.certificates:
        typer.echo("  Nobody signed two different things. A table that went back after a cheat leaves such copies.")


def _comparison(one: "Compared") -> dict[str, Any]:
    from tta_p2p.table.audit import accusations

    files = [str(one.first), str(one.second)]
    return {"files": files, "relation": one.relation, "accused": _plain(accusations(one.certificates))}


def _plain(accused: "list[Accusation]") -> list[dict[str, Any]]:
    return [{"seat": one.seat, "name": one.name, "kind": one.kind, "reason": one.reason} for one in accused]


def _in_words(accused: "Accusation", names: Sequence[str]) -> str:
    """``names``: who played each seat of the game, as far as that is known."""
    from tta_p2p.cli._printing import refusal
    from tta_p2p.node.people import fingerprint_of
    from tta_p2p.ui.style import showable

    why = refusal(accused.game, names, accused.reason) if accused.kind == "illegal-act" else accused.reason
    told = f"{accused.name} (key {fingerprint_of(accused.identity)}) {DID[accused.kind]}: {why} ({accused.kind})"
    return showable(told)  # an act that was refused may say anything


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
    from tta_p2p.node.people import fingerprint_of
    from tta_p2p.registry import title
    from tta_p2p.table.audit import accusations, departures, names_of
    from tta_p2p.ui.style import showable

    typer.echo(f"{file}: {WORDS[verdict.state]}")
    left = departures(verdict)
    out = {one.seat for one in left if one.how == "cheated"}
    for accused in accusations(verdict.certificates):
        fate = "" if verdict.is_certificate else "; voted out" if accused.seat in out else "; not voted out"
        typer.echo(f"  {_in_words(accused, names_of(verdict))}{fate}")
    if verdict.reason:
        typer.echo(f"  {showable(verdict.reason)}")
    for one in left:
        if one.how != "cheated":
            typer.echo(f"  {one.name} {LEFT[one.how]}")
    if verdict.charter is not None:
        charter = verdict.charter.charter
        typer.echo(f"  {title(charter.game)}, game {charter.sid.hex()[:16]}, {verdict.messages} messages checked")
        for operator in charter.operators:
            typer.echo(f"  {operator.name} signed with the key {fingerprint_of(operator.identity)}")
    for line in standings(verdict):
        typer.echo(f"  {line}")


LEFT = {"resigned": "resigned", "gone": "was gone; the others went on"}


def standings(verdict: "Verdict") -> list[str]:
    """The final table, line by line: who came where, and where the points came from; empty without an end."""
    from tta_p2p.cli._printing import standings_lines
    from tta_p2p.table.audit import names_of, standings_of

    final = standings_of(verdict)
    if final is None or verdict.charter is None:
        return []
    return standings_lines(verdict.charter.charter.game, names_of(verdict), final)


def register(root: typer.Typer) -> None:
    """Add the commands to `tta`."""
    root.command("verify", rich_help_panel="after")(verify)
    root.command("export", rich_help_panel="after")(export)
