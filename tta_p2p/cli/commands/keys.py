"""`tta keys`: the keys of the screen, as a file that can be edited."""

from __future__ import annotations

from typing import Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed


def keys(preset: Annotated[str, typer.Argument(metavar="[PRESET]")] = "") -> None:
    """Print all keys as they are now, or those of a preset; what is printed can be kept as the file of keys."""
    from tta_p2p.cli.output.speech import text_of, words
    from tta_p2p.cli.terminal.keys import ChosenKeys, chosen_keys, key_file
    from tta_p2p.keyboard.key_file import PRESETS, parse_keys, written_keys
    from tta_p2p.ui.screen.keys import explained, strokes_of_games
    from tta_p2p.ui.style import showable

    if preset and preset not in PRESETS:
        raise CommandFailed(text_of("told.no-preset", name=preset, names=words().any_of(PRESETS)), USAGE)
    games = strokes_of_games()
    now = ChosenKeys(parse_keys(f'preset = "{preset}"', games)) if preset else chosen_keys()
    if now.fault:
        typer.echo(showable(now.fault), err=True)
    typer.echo(showable("# " + text_of("told.keys", file=key_file())))
    typer.echo(written_keys(now.keys, games, explained(words().with_keys(now.keys))))


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("keys", rich_help_panel="you")(keys)
