"""`tta watch`: watch a game that others play, and check it while it is played."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.options.choices import chosen_name
from tta_p2p.cli.options.groups import DisplayOptions, Interface, with_groups
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.cli.terminal.passphrase import unlock

if TYPE_CHECKING:
    from tta_p2p.seats.lines import Lines
    from tta_p2p.seats.messages import ErrorReply


@with_groups
def watch(
    table: Annotated[list[str] | None, typer.Argument()] = None,
    *,
    out: Annotated[Path | None, typer.Option("--out")] = None,
    name: Annotated[str, typer.Option("--name")] = "",
    interface: Interface = None,
    wait: Annotated[float, typer.Option(min=1)] = 120.0,
    display: Annotated[DisplayOptions, "screen", "plain", "ascii"],
) -> None:
    """Watch a game that others play, and check all of it."""
    from functools import partial

    from tta_p2p.cli.nodes.table_choice import address_in, is_place, read_words
    from tta_p2p.cli.options.choices import check_interfaces
    from tta_p2p.cli.terminal import fault_log
    from tta_p2p.cli.terminal.client import play_with
    from tta_p2p.i18n import command
    from tta_p2p.node.spectators.follower import watch_table
    from tta_p2p.ui.state import SeatRequest

    manner = display.manner()
    check_interfaces(interface or ())
    if out is not None and out.exists():
        raise CommandFailed(text_of("told.file-exists", file=out), USAGE)
    if out is not None and not out.absolute().parent.is_dir():
        raise CommandFailed(text_of("told.no-folder", folder=out.parent), USAGE)
    name = chosen_name(name) if name else ""
    wanted = read_words(table or ())
    wanted = address_in(wanted) if is_place(wanted) else wanted
    unlock()

    async def show(connection: "Lines") -> int:
        return await play_with(connection, SeatRequest(spectate=True), manner, lambda: command("watch"))

    def tell(said: "ErrorReply") -> None:
        typer.echo(words().line(said.key, said.args), err=True)

    look = partial(watch_table, wanted, show, out=out, name=name, interfaces=tuple(interface or ()), seconds=wait)
    raise typer.Exit(fault_log.run(partial(look, tell=tell)))


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("watch", rich_help_panel="play")(watch)
