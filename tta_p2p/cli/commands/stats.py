"""`tta stats`: how your games went."""

from __future__ import annotations

from typing import Annotated

import typer


def stats(
    game: Annotated[str, typer.Option("--game")] = "",
    as_json: Annotated[bool, typer.Option("--json")] = False,
    csv: Annotated[bool, typer.Option("--csv")] = False,
    cards: Annotated[bool, typer.Option("--cards")] = False,
) -> None:
    """Show how the finished games of this data folder went."""
    from tta_p2p.cli.options.choices import chosen_game
    from tta_p2p.cli.output.formats import json_text
    from tta_p2p.cli.stored_games import results

    chosen = chosen_game(game) if game else ""
    found, unread = results.finished_games(chosen)
    if csv:
        typer.echo(results.as_csv(found), nl=False)
    elif as_json:
        typer.echo(json_text([one.as_dict() for one in found]))
    else:
        typer.echo("\n".join(results.in_words(found, cards=cards)))
    for line in unread:
        typer.echo(line, err=True)


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("stats", rich_help_panel="after")(stats)
