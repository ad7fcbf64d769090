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
    ctx: typer.Context,
    named: Annotated[str, typer.Argument()] = "",
    part: Annotated[int, typer.Argument(min=0)] = 0,
    *,
    game: Game = DEFAULT_GAME,
    lesson: Annotated[int | None, typer.Option("--from", min=1)] = None,
    display: Annotated[DisplayOptions, "screen", "plain", "ascii"],
) -> None:
    """Learn a game by playing, one act a lesson."""
    from dataclasses import replace

    from tta_p2p.cli.menu.tutorials import tutorial_page
    from tta_p2p.cli.output.pager import show, size
    from tta_p2p.cli.terminal import start_line
    from tta_p2p.cli.terminal.lesson_progress import lesson_reached
    from tta_p2p.cli.terminal.tutorial import learn
    from tta_p2p.store.home import home
    from tta_p2p.ui.blocks import lay_out
    from tta_p2p.ui.presenter import presenter_for
    from tta_p2p.ui.style import Style
    from tta_p2p.ui.tutorial import general_page, tutorials_for

    source = ctx.get_parameter_source("game")
    if not named and lesson is None and (source is None or source.name == "DEFAULT"):
        show(lay_out(tutorial_page(), Style(size())))
        return
    if named.isdecimal() and not part:  # a part of the usual game
        named, part = "", int(named)
    name = chosen_game(named or game)
    manner = replace(display.manner(), brief=True)
    found = tutorials_for(name)
    if not found:
        show(lay_out(general_page(presenter_for(name, words())), Style(size())))
        return
    number = part or 1
    if number > len(found):
        raise CommandFailed(text_of("told.no-part", n=len(found), asked=number), USAGE)
    chosen = found[number - 1]
    if lesson is not None and lesson > len(chosen.lessons):
        raise CommandFailed(text_of("told.no-lesson", n=len(chosen.lessons), asked=lesson), USAGE)
    reached = lesson - 1 if lesson is not None else lesson_reached(home(), name, chosen.name)
    with start_line.shown(name, manner):
        raise typer.Exit(learn(name, number, chosen, reached if reached < len(chosen.lessons) else 0, manner))


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("tutorial", cls=GameCommand, rich_help_panel="look-up")(tutorial)
