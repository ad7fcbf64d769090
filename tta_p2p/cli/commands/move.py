"""`tta move`: your identity and your games on another computer, and never two copies of them at once."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.help.command import Commands

app = Commands()


@app.command("out")
def out(file: Annotated[Path, typer.Argument()]) -> None:
    """Pack everything into one file, and play here no more."""
    from tta_p2p.cli.nodes import processes
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.node.machine import roster
    from tta_p2p.store import transfer
    from tta_p2p.store.home import home

    folder = home()
    if any(not node.sid for node in roster.running_nodes(folder)):
        raise CommandFailed(text_of("move.lobby"))

    def stop() -> None:
        for node in list(roster.running_nodes(folder)):
            processes.stop(node)

    size = transfer.pack(folder, file, stop)
    typer.echo(text_of("move.packed", file=file, size=size))


@app.command("in")
def into(file: Annotated[Path, typer.Argument()]) -> None:
    """Unpack it on the computer where you play from now on."""
    import msgspec

    from tta_p2p.cli.output.formats import escaped
    from tta_p2p.cli.output.speech import command_text, confirm, text_of
    from tta_p2p.store import transfer
    from tta_p2p.store.home import home
    from tta_p2p.store.settings import change_settings

    command = transfer.unpack(home(), file)
    typer.echo(text_of("move.unpacked", folder=home(), file=file))
    if not command:
        return
    typer.echo(text_of("move.command", command=escaped(command)))
    if sys.stdin.isatty() and confirm(text_of("move.command-set"), default=False):
        change_settings(home(), lambda found: msgspec.structs.replace(found, on_turn=command))
        typer.echo(text_of("move.command-is-set"))
    else:
        typer.echo(text_of("move.command-left-out", as_typed=command_text("settings", "on-turn", escaped(command))))


@app.command("back")
def back() -> None:
    """Play again where you had moved away from."""
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.store import transfer
    from tta_p2p.store.home import home

    transfer.bring_back(home())
    typer.echo(text_of("move.back"))


def register(root: typer.Typer) -> None:
    """Add the group to `tta`."""
    root.add_typer(app, name="move", rich_help_panel="you")
