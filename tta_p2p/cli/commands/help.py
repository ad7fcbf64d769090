"""`tta help`: what commands and their options do, page by page."""

from typing import Annotated, Any

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.help.pages import ASKED, EVERYTHING, OFFERED, TOPICS, page, topic_page
from tta_p2p.cli.options.choices import Game
from tta_p2p.cli.output.speech import text_of

ALL = "commands"
"""What is asked for to see every command."""


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    settings = {"ignore_unknown_options": True}
    root.command("help", rich_help_panel="look-up", context_settings=settings)(show_help)


def is_game(asked: str) -> bool:
    """Whether a game is called so."""
    from tta_p2p.registry import UnknownGame, resolve

    try:
        return bool(resolve(asked))
    except UnknownGame:
        return False


def _is_option(word: str, root: Any) -> bool:
    """Whether a word is an option of some command: a page names its options, and some type what they read there.

    Raises CommandFailed for one that no command has.
    """
    name = word.rstrip(",")
    if not name.startswith("-"):
        return False
    commands = root.command.commands.values()
    if not any(name in (*one.opts, *one.secondary_opts) for command in commands for one in command.params):
        told = text_of("usage.no-option", option=name, meant="")
        raise CommandFailed(told, USAGE)
    return True


def show_help(
    ctx: typer.Context,
    topic: Annotated[list[str] | None, typer.Argument()] = None,
    game: Game = DEFAULT_GAME,
) -> None:
    """Show the page of a command, of a topic or of a game, the first page, or all commands."""
    from tta_p2p.cli.output.pager import show
    from tta_p2p.i18n import command as as_typed
    from tta_p2p.ui.cells import row

    root = ctx.find_root()
    asked = [word for word in topic or () if not _is_option(word, root)]
    typed = root.meta[ASKED]
    if len(asked) == 1 and asked[0] in TOPICS:
        lines = list(topic_page(asked[0], ctx))
    elif len(asked) == 1 and asked[0] not in getattr(root.command, "commands", {}) and is_game(asked[0]):
        root.meta[ASKED] = ("--game", asked[0])
        lines = list(topic_page(OFFERED, ctx))
    else:
        root.meta[EVERYTHING] = asked == [ALL]
        command, at = root.command, root
        for word in asked if asked != [ALL] else ():
            below = getattr(command, "commands", {})
            if word not in below:
                told = text_of("usage.no-command", name=" ".join(asked), meant="", help=as_typed("help", ALL))
                raise CommandFailed(told, USAGE)
            command = below[word]
            at = command.make_context(word, [], parent=at, resilient_parsing=True)
        root.meta[ASKED] = typed  # the page is for the game that was asked about here
        lines = page(command, at)
    show([row(line) for line in lines])
