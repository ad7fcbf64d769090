"""The root of the `tta` command: its global options, and the commands found beside this file.

Every module of this package other than those in `NOT_COMMANDS` has a function `register(root)` that adds its
command or group to the root. These modules are imported at every start, so they import what is heavy inside
their commands.
"""

import importlib
import pkgutil
import sys
import traceback
from typing import Annotated

import typer

import tta_p2p
from tta_p2p import cli
from tta_p2p.cli import errors

SETTINGS = (
    "TTA_HOME names another data folder, TTA_LANG (en or zh-Hans) the language, TTA_GAME the game that is played."
)
NOT_COMMANDS = frozenset({"__main__", "main", "errors"})


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tta {tta_p2p.__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Civilization board games, peer to peer: no server, nobody to trust."""


def commands() -> list[str]:
    """The names of the modules that hold commands, in the order of the help page."""
    return sorted(
        found.name
        for found in pkgutil.iter_modules(cli.__path__)
        if found.name not in NOT_COMMANDS and not found.name.startswith("_")
    )


def build() -> typer.Typer:
    """The whole command line, ready to run."""
    root = typer.Typer(
        name="tta",
        callback=_root,
        epilog=SETTINGS,
        no_args_is_help=True,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,  # plain help: the same on every terminal, and a faster start
        pretty_exceptions_show_locals=False,  # locals could be a hand of cards
    )
    for name in commands():
        importlib.import_module(f"{cli.__name__}.{name}").register(root)
    return root


def main() -> None:
    """Run the command line of this process and exit."""
    try:
        build()(prog_name="tta")
    except KeyboardInterrupt:
        sys.exit(errors.INTERRUPTED)
    except Exception as error:
        told = errors.tell(error)
        if told is None:
            traceback.print_exception(error)
            typer.echo("tta: this is a defect of tta, which says nothing about your game or file; report it", err=True)
            sys.exit(errors.DEFECT)
        from tta_p2p.ui.style import showable  # others' words are in it: hosts', files', peers'

        typer.echo("\n".join(map(showable, f"tta: {told.text}".split("\n"))), err=True)
        sys.exit(told.code)
