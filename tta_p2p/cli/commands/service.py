"""`tta service`: a game whose node starts whenever this computer does."""

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.help.command import Commands

if TYPE_CHECKING:
    from tta_p2p.node.data_folder.stored_games import StoredGame
    from tta_p2p.node.machine.user_service import UserServices

app = Commands()
Named = Annotated[str, typer.Argument()]


@app.command("install")
def install(game: Named = "") -> None:
    """Take a game up now, and whenever this computer starts."""
    from tta_p2p.cli.output.speech import command_text, text_of
    from tta_p2p.cli.stored_games.selection import short_ids
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.node.machine.installation import TTA, command_line
    from tta_p2p.node.machine.user_service import ServiceFailed, crontab_line
    from tta_p2p.store.home import home

    row = _game(game)
    services, id = _services(), short_ids(stored_games(home()))[row.sid]
    if not services.possible:
        raise CommandFailed(text_of("service.no-systemd", line=crontab_line(command_line(TTA), id)))
    try:
        services.install(id)
    except ServiceFailed as error:
        raise CommandFailed(text_of("service.failed", why=error.words)) from error
    typer.echo(text_of("service.installed", id=id, file=services.file))
    typer.echo(text_of("service.come", as_typed=command_text("attach", id)))


@app.command("remove")
def remove(game: Named = "") -> None:
    """Take a game up by itself no more; its node ends, and nothing of the game is lost."""
    from tta_p2p.cli.output.speech import command_text, text_of
    from tta_p2p.node.machine.user_service import ServiceFailed

    services = _services()
    there = services.installed()
    meant = [one for one in there if one.startswith(game.lower())]
    if len(meant) != 1:
        raise CommandFailed(
            text_of("service.which", games=text_of("comma").join(there)) if there else text_of("service.none")
        )
    try:
        services.remove(meant[0])
    except ServiceFailed as error:
        raise CommandFailed(text_of("service.failed", why=error.words)) from error
    typer.echo(text_of("service.removed", id=meant[0], as_typed=command_text("resume", meant[0])))


@app.command("status")
def status() -> None:
    """List the games that are taken up by themselves, and how their services stand."""
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.ui.style import showable

    services = _services()
    for one in services.installed():
        state = services.state(one) or text_of("service.unknown")
        typer.echo(showable(text_of("told.of", name=one, told=state)))
    if not services.installed():
        typer.echo(text_of("service.none"))


def _services() -> "UserServices":
    from tta_p2p.node.machine.user_service import UserServices
    from tta_p2p.store.home import home

    return UserServices(home())


def _game(asked: str) -> "StoredGame":
    """The game with others under way that is meant. Raises CommandFailed."""
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.cli.stored_games.selection import check_undamaged, matching_games, only_game
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.store.home import home

    rows = [row for row in matching_games(stored_games(home()), asked) if row.under_way and not row.local]
    if not rows:
        raise CommandFailed(text_of("told.no-id" if asked else "told.no-unfinished", id=asked))
    return check_undamaged(only_game(rows, asked))


def register(root: typer.Typer) -> None:
    """Add the group to `tta`."""
    root.add_typer(app, name="service", rich_help_panel="you")
