"""`tta demo`: a whole game between real peer processes on this machine, and its verification."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli._chosen import Game, Options, chosen_game, chosen_seats, read_options
from tta_p2p.cli.errors import USAGE, CommandFailed


def demo(
    seats: Annotated[int | None, typer.Option(help="How many peers play; default: the fewest that can.")] = None,
    variant: Annotated[str, typer.Option(help="Which rules: complete, first-game, short, peaceful, …")] = "complete",
    option: Options = None,
    game: Game = DEFAULT_GAME,
    level: Annotated[str, typer.Option("--bots", help="The level of the bots.")] = "easy",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the transcript to this file; default: the data folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the peers' data folders and say where.")] = False,
) -> None:
    """Watch peers find each other, agree, shuffle, play a whole game and prove that it was fair."""
    import trio

    from tta_p2p.bots.base import levels
    from tta_p2p.cli._demo import Demo
    from tta_p2p.store.home import home

    if level not in levels():
        raise CommandFailed(f"there are no bots of level {level!r}; there are {', '.join(levels())}", USAGE)
    if out is not None and not out.absolute().parent.is_dir():
        raise CommandFailed(f"{out} cannot be written: there is no such folder", USAGE)
    game = chosen_game(game)
    number = chosen_seats(game, seats)
    options = _options(game, number, variant, option or [])
    file = out or home() / "transcripts" / "demo.tta"
    result = trio.run(Demo(number, game, options, level, file, keep, quiet=as_json).run)
    if as_json:
        typer.echo(json.dumps(result, ensure_ascii=False, indent=1))
    if not result["fair"]:
        raise typer.Exit(1)


def _options(name: str, seats: int, variant: str, chosen: list[str]) -> dict[str, "bool | int | str"]:
    """What the charter will say, checked before anybody sits down."""
    from tta_p2p.games.contract import BadOptions, settle
    from tta_p2p.registry import find

    options = read_options(name, variant, chosen)
    rules = find(name)
    try:
        settled = settle(rules.settings, options)
        rules.start(settled, seats)
    except BadOptions as error:
        raise CommandFailed(f"{name} cannot be played so by {seats} ({variant})", USAGE) from error
    return settled


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("demo")(demo)
