"""`tta demo`: a whole game between real peer processes on this machine, and its verification."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tta_p2p.cli.errors import CommandFailed


def demo(
    seats: Annotated[int, typer.Option(min=2, max=4, help="How many peers play.")] = 2,
    variant: Annotated[str, typer.Option(help="Which rules: complete, first-game, short, peaceful, …")] = "complete",
    level: Annotated[str, typer.Option("--bots", help="The level of the bots.")] = "easy",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Keep the transcript in this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the peers' data folders and say where.")] = False,
) -> None:
    """Watch peers find each other, agree, shuffle, play a whole game and prove that it was fair."""
    import trio

    from tta_p2p.bots.base import levels
    from tta_p2p.cli._demo import Demo

    if level not in levels():
        raise CommandFailed(f"there are no bots of level {level!r}; there are {', '.join(levels())}", code=2)
    show = Demo(seats, variant, level, out, keep, quiet=as_json)
    result = trio.run(show.run)
    if as_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=1))
    if not result["fair"]:
        raise typer.Exit(1)


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("demo")(demo)
