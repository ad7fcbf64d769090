"""`tta demo`: a whole game between real peer processes on this machine, and its verification."""

from pathlib import Path
from typing import Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.help.command import GameCommand
from tta_p2p.cli.options.choices import (
    Game,
    Options,
    Seats,
    Variant,
    check_level,
    chosen_game,
    chosen_options,
    chosen_seats,
)
from tta_p2p.cli.output.formats import json_text
from tta_p2p.cli.output.speech import text_of


def demo(
    seats: Seats = None,
    variant: Variant = "",
    option: Options = None,
    game: Game = DEFAULT_GAME,
    level: Annotated[str, typer.Option("--bots")] = "easy",
    out: Annotated[Path | None, typer.Option("--out", "-o")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    keep: Annotated[bool, typer.Option("--keep")] = False,
) -> None:
    """Watch peers find each other, agree, shuffle, play a whole game and prove that it was fair."""
    from tta_p2p.cli.nodes.demo import Demo, default_transcript
    from tta_p2p.cli.terminal import fault_log

    if out is not None and not out.absolute().parent.is_dir():
        raise CommandFailed(text_of("demo.unwritable", file=out), USAGE)
    game = chosen_game(game)
    check_level(level, game)
    number = chosen_seats(game, seats)
    options = chosen_options(game, number, variant, option or [])
    file = out or default_transcript()
    result = fault_log.run(Demo(number, game, options, level, file, keep, quiet=as_json).run)
    if as_json:
        typer.echo(json_text(result))
    if not result["fair"]:
        raise typer.Exit(1)


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("demo", cls=GameCommand, rich_help_panel="try")(demo)
