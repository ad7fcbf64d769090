"""What several commands let people choose: options of a game, levels of bots, programs that play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from tta_p2p.games.contract import Value
    from tta_p2p.node.program import Command

Game = Annotated[
    str, typer.Option("--game", envvar="TTA_GAME", help="Which game, by its name or a short one.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="NAME=VALUE: a ruling (docs/through-the-ages/rulings.md).")
]

_TRUST = "It can read whatever you can, keys too."

OwnProgram = Annotated[
    str, typer.Option("--bot-command", help=f"Let this program play your seat (docs/seat-protocol.md). {_TRUST}")
]
OwnPrograms = Annotated[
    list[str] | None,
    typer.Option(
        "--bot-command",
        help="Let this program play your own seat (docs/seat-protocol.md); repeated: further seats of yours. " + _TRUST,
    ),
]
Programs = Annotated[
    list[str] | None,
    typer.Option(
        "--bot-command", help="A program that plays (docs/seat-protocol.md); repeated: several. " + _TRUST
    ),
]


def chosen_game(asked: str) -> str:
    """Give the name of the game somebody asked for. Raises CommandFailed."""
    from tta_p2p import registry

    try:
        return registry.resolve(asked)
    except registry.UnknownGame as error:
        known = []
        for name in registry.names():
            try:
                aliases = registry.entry(name).aliases
            except registry.BrokenGame as broken:
                aliases = (str(broken),)
            called = name.replace("_", "-")
            known.append(f"{called} ({', '.join(aliases)})" if aliases else called)
        raise CommandFailed(f"there is no game {asked!r}; there are {', '.join(known)}", USAGE) from error


def chosen_seats(game: str, asked: int | None) -> int:
    """Give the number of seats of a table, by default the fewest the game has. Raises CommandFailed."""
    from tta_p2p import registry

    entry = registry.entry(game)
    if asked is not None and asked not in entry.seats:
        *some, last = map(str, entry.seats)
        going = f"{', '.join(some)} or {last}" if some else last
        raise CommandFailed(f"{entry.title} is played by {going}, not by {asked}", USAGE)
    return entry.seats[0] if asked is None else asked


def read_options(game: str, variant: str, chosen: Sequence[str]) -> dict[str, Value]:
    """Read what the table chose, each NAME=VALUE, as a value the game offers. Raises CommandFailed."""
    from tta_p2p.registry import find

    settings = find(game).settings
    offered = {setting.name: {str(choice): choice for choice in setting.choices} for setting in settings}
    wanted = [f"variant={variant}"] if "variant" in offered else []
    options: dict[str, Value] = {}
    for text in (*wanted, *chosen):
        name, _, value = text.partition("=")
        if name not in offered:
            there_are = f"there are {', '.join(offered)}" if offered else f"{game} has none"
            raise CommandFailed(f"there is no option {name!r}; {there_are}", USAGE)
        if value not in offered[name]:
            choices = ", ".join(offered[name])
            raise CommandFailed(f"the option {name} cannot be {value!r}; choose one of {choices}", USAGE)
        options[name] = offered[name][value]
    return options


def check_level(level: str) -> None:
    """Raise CommandFailed unless there are bots of this level."""
    from tta_p2p.bots.base import levels

    if level not in levels():
        raise CommandFailed(f"there are no bots of level {level!r}; there are {', '.join(levels())}", USAGE)


def read_programs(commands: Sequence[str]) -> tuple[Command, ...]:
    """Read command lines of programs that are to play. Raises CommandFailed."""
    from pathlib import Path

    from tta_p2p.node.program import BadCommand, read_command

    try:
        return tuple(read_command(text, Path.cwd()) for text in commands)
    except BadCommand as error:
        raise CommandFailed(str(error), USAGE) from error
