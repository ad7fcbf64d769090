"""`tta cards`: every card of a game, looked up by name or listed."""

from __future__ import annotations

from typing import Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.options.choices import Game, chosen_game

MOST_SHOWN = 6
"""Up to so many cards found are shown in full; more are listed."""


def register(root: typer.Typer) -> None:
    """Add the command."""
    root.command("cards", rich_help_panel="look-up")(cards)


def cards(
    name: Annotated[list[str] | None, typer.Argument()] = None,
    age: Annotated[str, typer.Option()] = "",
    kind: Annotated[str, typer.Option()] = "",
    players: Annotated[str, typer.Option()] = "",
    edition: Annotated[str, typer.Option()] = "",
    game: Game = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Show the cards of a game: one by its name, or all of them."""
    from tta_p2p.cli.errors import USAGE, CommandFailed
    from tta_p2p.cli.output.formats import json_text
    from tta_p2p.cli.output.pager import show, size
    from tta_p2p.cli.output.speech import words
    from tta_p2p.ui.reference import NotFound, reference_for

    reference = reference_for(chosen_game(game), words())
    spoken = reference.presenter.words.language
    language = spoken if spoken in reference.languages else "en"
    asked = " ".join(name or ()).strip()
    asked_for = (("age", age), ("kind", kind), ("players", players), ("edition", edition))
    narrowing = {key: value for key, value in asked_for if value}
    try:
        found = reference.filter_cards(narrowing)
        if asked:
            found = reference.find(asked, found)
    except NotFound as error:
        raise CommandFailed(str(error), USAGE) from error
    if as_json:
        typer.echo(json_text([reference.data(face) for face in found]))
    elif asked and len(found) <= MOST_SHOWN:
        show(*(reference.sheet(face, language, size()) for face in found))
    else:
        show(reference.listing(found, language, size()))
