"""`tta export`, `tta verify`: what is left of a game, and whether it was fair."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tta_p2p.cli.errors import CommandFailed

if TYPE_CHECKING:
    from tta_p2p.table.audit import Verdict

WORDS = {
    "fair": "FAIR: every signature, proof and rule has been checked.",
    "violated": "VIOLATED: somebody broke the rules or the protocol, and this file proves it.",
    "damaged": "DAMAGED, or no transcript: nothing follows from it, nobody is accused.",
    "unfinished": "UNFINISHED: everything up to here has been checked; the end is missing.",
    "other-rules": "The rules of this game are not here; signatures and proofs have been checked.",
}


def verify(
    files: Annotated[list[Path], typer.Argument(help="Transcript files; several copies of one game are compared.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check a finished game, or a certificate: every signature, proof and rule.

    Exit codes: 0 fair, 1 violated, 2 damaged or not a transcript, 3 unfinished, 4 the rules version is not here.
    """
    from tta_p2p.table.audit import verify_file

    verdicts = []
    for file in files:
        if not file.is_file():
            raise CommandFailed(f"{file}: there is no such file", code=2)
        with _progress(file, as_json) as step:
            verdicts.append(verify_file(file, step))
    comparison = _compare(files) if len(files) > 1 else ""
    if as_json:
        results = [summary(file, verdict) for file, verdict in zip(files, verdicts, strict=True)]
        typer.echo(json.dumps({"results": results, "comparison": comparison}, ensure_ascii=False, indent=1))
    else:
        for file, verdict in zip(files, verdicts, strict=True):
            show(file, verdict)
        if comparison:
            typer.echo(comparison)
    raise typer.Exit(max(verdict.exit_code for verdict in verdicts))


def export(
    game: Annotated[str, typer.Argument(help="The beginning of the game's id (see tta games).")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Where to write the file.")] = None,
) -> None:
    """Write the transcript of one of your games to a file."""
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table.audit import export_journal

    store = Store(home())
    rows = [row for row in store.games() if row.sid.hex().startswith(game)]
    if not rows:
        raise CommandFailed("no such game is in your store; tta games lists all")
    if len(rows) > 1 and game:
        raise CommandFailed("several games begin so; give more of the id")
    row = rows[0]
    path = out or Path(f"{row.sid.hex()[:16]}.tta")
    count, size = export_journal(path, row.charter, store.journal(row.sid))
    typer.echo(f"{path}: {count} records, {size} bytes; check it with: tta verify {path}")


def summary(file: Path, verdict: "Verdict") -> dict[str, Any]:
    """A verdict as plain data."""
    places: list[dict[str, Any]] = []
    charter = verdict.charter.charter if verdict.charter is not None else None
    if verdict.standings is not None:
        for place in verdict.standings.places:
            places.append(
                {
                    "seat": place.seat,
                    "name": player(verdict, place.seat),
                    "place": place.place,
                    "points": place.points,
                    "left": place.left,
                    "parts": dict(place.parts),
                }
            )
    return {
        "file": str(file),
        "verdict": verdict.state,
        "reason": verdict.reason,
        "game": charter.game if charter else None,
        "sid": charter.sid.hex() if charter else None,
        "players": [operator.name for operator in charter.operators] if charter else [],
        "messages": verdict.messages,
        "operations": verdict.operations,
        "seats_left": verdict.seats_left,
        "standings": places,
        "accused": [{"seat": one.seat, "kind": one.kind, "reason": one.reason} for one in verdict.certificates],
    }


def show(file: Path, verdict: "Verdict") -> None:
    """Print a verdict for people."""
    typer.echo(f"{file}: {WORDS[verdict.state]}")
    if verdict.reason:
        typer.echo(f"  {verdict.reason}")
    if verdict.charter is not None:
        charter = verdict.charter.charter
        typer.echo(f"  game {charter.sid.hex()[:16]}, {charter.game}, {verdict.messages} messages checked")
        for operator in charter.operators:
            typer.echo(f"  signed by the key of {operator.name}: {operator.identity.hex()[:32]}…")
    if verdict.standings is not None:
        for line in standings(verdict):
            typer.echo(f"  {line}")


def player(verdict: "Verdict", seat: int) -> str:
    """Who played a seat of the game."""
    return verdict.names[seat] if seat < len(verdict.names) else f"seat {seat}"


def standings(verdict: "Verdict") -> list[str]:
    """The final table, a line each: who, how much, and where it came from."""
    if verdict.standings is None:
        return []
    width = max(len(player(verdict, place.seat)) for place in verdict.standings.places)
    lines = []
    for place in verdict.standings.places:
        left = f" ({place.left})" if place.left else ""
        parts = ", ".join(f"{name} {points}" for name, points in place.parts if points)
        lines.append(f"{place.place}. {player(verdict, place.seat):{width}} {place.points:4}{left}   {parts}")
    return lines


def _compare(files: list[Path]) -> str:
    from tta_p2p.table.audit import compare_files

    return compare_files(files)


class _progress:
    """A progress bar on standard error, where that is a terminal."""

    def __init__(self, file: Path, quiet: bool) -> None:
        self._bar: Any = None
        self._shown = not quiet
        self._label = f"checking {file.name}"
        self._done = 0

    def __enter__(self) -> Any:
        import sys

        self._shown = self._shown and sys.stderr.isatty()
        return self._step

    def _step(self, done: int, whole: int) -> None:
        if not self._shown:
            return
        if self._bar is None:
            import sys

            self._bar = typer.progressbar(length=whole, label=self._label, file=sys.stderr).__enter__()
        self._bar.update(done - self._done)
        self._done = done

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)


def register(root: typer.Typer) -> None:
    """Add the commands to `tta`."""
    root.command("verify")(verify)
    root.command("export")(export)
