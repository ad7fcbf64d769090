"""`tta tutorial`: learn a game by playing its first rounds."""

from typing import Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.help.command import GameCommand
from tta_p2p.cli.options.choices import Game, chosen_game
from tta_p2p.cli.options.groups import DisplayOptions, with_groups
from tta_p2p.cli.output.speech import text_of, words


@with_groups
def tutorial(
    *,
    game: Game = DEFAULT_GAME,
    lesson: Annotated[int, typer.Option("--from", min=1)] = 1,
    display: Annotated[DisplayOptions, "screen", "plain", "ascii"],
) -> None:
    """Learn a game by playing its first rounds, one act a lesson."""
    from dataclasses import replace

    from tta_p2p.cli.output.pager import show, size
    from tta_p2p.cli.terminal.tutorial import learn
    from tta_p2p.ui.blocks import lay_out
    from tta_p2p.ui.presenter import presenter_for
    from tta_p2p.ui.style import Style
    from tta_p2p.ui.tutorial import general_page, tutorial_for

    name = chosen_game(game)
    manner = replace(display.manner(), brief=True)
    found = tutorial_for(name)
    if found is None:
        show(lay_out(general_page(presenter_for(name, words())), Style(size())))
        return
    if lesson > len(found.lessons):
        raise CommandFailed(text_of("told.no-lesson", n=len(found.lessons), asked=lesson), USAGE)
    raise typer.Exit(learn(found, lesson - 1, manner))


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("tutorial", cls=GameCommand, rich_help_panel="look-up")(tutorial)
