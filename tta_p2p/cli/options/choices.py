"""Choices that several commands share: a game and its options, levels of bots, programs that play."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed, error_text, report_of
from tta_p2p.cli.output.speech import ask_line as asked_for
from tta_p2p.cli.output.speech import text_of, title_of, words

if TYPE_CHECKING:
    from tta_p2p.games.contract import Setting, Value
    from tta_p2p.node.programs.program import ProgramCommand
    from tta_p2p.store.moved_programs import Command

Game = Annotated[str, typer.Option("--game", envvar="TTA_GAME")]
Seats = Annotated[int | None, typer.Option("--seats")]
Variant = Annotated[str, typer.Option("--variant")]
Options = Annotated[list[str] | None, typer.Option("--option", rich_help_panel="game")]

OwnProgram = Annotated[str, typer.Option("--bot-command", rich_help_panel="programs")]
OwnPrograms = Annotated[list[str] | None, typer.Option("--bot-command", rich_help_panel="programs")]
Programs = Annotated[list[str] | None, typer.Option("--bot-command", rich_help_panel="programs")]

VARIANT = "variant"
"""The setting that `--variant` chooses, in games that have it."""


def chosen_game(asked: str) -> str:
    """Give the name of the game somebody asked for. Raises CommandFailed."""
    from tta_p2p import registry

    try:
        return registry.resolve(asked)
    except registry.UnknownGame as error:
        known = []
        for name in registry.names():
            if registry.entry(name).example:
                continue  # known to those who want them
            aliases = registry.entry(name).aliases
            also = text_of("comma").join(aliases)
            known.append(
                text_of("told.game-also", name=written_name(name), also=also) if aliases else written_name(name)
            )
        near = registry.nearest(asked)
        meant = text_of("usage.meant", names=written_name(near)) if near else ""
        there = text_of("told.games-there", games=words().listed(known))
        left_out = "".join(f"\n{broken}" for broken in registry.broken_games())
        text = text_of("told.no-game", asked=asked, meant=meant, there=there)
        raise CommandFailed(text + left_out, USAGE) from error


def written_name(game: str) -> str:
    """Give the name of a game as people write it."""
    return game.replace("_", "-")


def chosen_seats(game: str, asked: int | None) -> int:
    """Give the number of seats of a table, by default the fewest the game has. Raises CommandFailed."""
    from tta_p2p import registry

    entry = registry.entry(game)
    if asked is not None and asked not in entry.seats:
        text = text_of("told.seats-refused", game=title_of(game), seats=words().any_of(entry.seats), asked=asked)
        raise CommandFailed(text, USAGE)
    return entry.seats[0] if asked is None else asked


def chosen_options(game: str, seats: int, variant: str, chosen: Sequence[str]) -> dict[str, Value]:
    """Give every setting of the game its value, for so many seats. Raises CommandFailed where none can play so.

    Raises BrokenGame where anything of the game cannot be loaded: better now than in the middle of it.
    """
    from tta_p2p.cli.output.layout import rule_line
    from tta_p2p.games.contract import BadOptions
    from tta_p2p.games.game import complete_options
    from tta_p2p.registry import load_game

    rules = load_game(game)
    options = complete_options(rules.settings, read_options(game, variant, chosen))
    try:
        rules.start(options, seats)
    except BadOptions as error:
        usual = complete_options(rules.settings, {})
        unusual = [f"{name} {value}" for name, value in options.items() if value != usual[name]]
        why = rule_line(game, error.line)
        key = "told.cannot-be-played" if unusual else "told.cannot-be-played.usual"
        text = text_of(key, game=title_of(game), n=seats, chosen=text_of("comma").join(unusual), why=why)
        raise CommandFailed(text, USAGE) from error
    return options


def read_options(game: str, variant: str, chosen: Sequence[str]) -> dict[str, Value]:
    """Read what the table chose, each NAME=VALUE, as a value the game offers. Raises CommandFailed."""
    from tta_p2p.registry import load_rules

    settings = load_rules(game).settings
    offered = {setting.name: {str(choice): choice for choice in setting.choices} for setting in settings}
    wanted = [f"{VARIANT}={variant}"] if variant else []
    options: dict[str, Value] = {}
    for text in (*wanted, *chosen):
        name, _, value = text.partition("=")
        if name not in offered:
            key = "told.no-variants" if name == VARIANT else "told.no-option"
            raise CommandFailed(text_of(key, game=title_of(game), name=name, offer=_offer(settings)), USAGE)
        if not value:
            choices = words().any_of([f"{name}={choice}" for choice in offered[name]])
            raise CommandFailed(text_of("told.no-value", name=name, choices=choices), USAGE)
        if value not in offered[name]:
            kind = "variant" if name == VARIANT else "option"
            named = text_of(f"told.bad-choice.{kind}", value=value if name == VARIANT else text)
            choices = words().any_of(list(offered[name]))
            told = text_of("told.bad-choice", game=title_of(game), said=named, name=name, choices=choices)
            raise CommandFailed(told, USAGE)
        if options.get(name, offered[name][value]) != offered[name][value]:
            raise CommandFailed(text_of("told.option-twice", name=name), USAGE)
        options[name] = offered[name][value]
    return options


def _offer(settings: Sequence[Setting]) -> str:
    """Put a game's choices for the table into words."""
    offers = [
        text_of("told.offer-one", name=setting.name, choices=words().any_of(setting.choices)) for setting in settings
    ]
    return text_of("told.offer", offers=words().listed(offers)) if offers else text_of("told.no-choices")


def chosen_name(asked: str) -> str:
    """Give the name that somebody chose for oneself or a table. Raises CommandFailed, saying what names are like."""
    from tta_p2p.node.data_folder.people import PeopleError, valid_name

    try:
        return valid_name(asked)
    except PeopleError as error:
        told = report_of(error)
        raise CommandFailed(text_of("told.of", name=told.text if told else error, told=f"“{asked}”"), USAGE) from error


def name_for_others(asked: str) -> str:
    """The name that the others of a table read: the one asked for, or one's own; the first time a key is made.

    A person at the terminal who has never chosen a name is asked once: friends seldom use the name of an account.
    Raises CommandFailed.
    """
    from tta_p2p.node.data_folder.people import LONGEST_NAME, PeopleError, has_chosen_name, own_identity, rename

    name = chosen_name(asked) if asked else own_identity().name
    if asked or has_chosen_name() or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return name
    while True:
        typed = asked_for(text_of("told.name-ask", n=LONGEST_NAME), name)
        try:
            return rename(typed)
        except PeopleError as error:
            typer.echo(error_text(error), err=True)


NO_FOLDER = "-"
"""What is said for a game that had a folder and goes on without (`plans.NO_FOLDER`)."""


def may_ask_router() -> bool:
    """Whether the router may be asked to open a port, as this person has set it."""
    from tta_p2p.store.home import home
    from tta_p2p.store.settings import read_settings

    return read_settings(home()).router


def check_addresses(listen: str, public: str) -> None:
    """Raise CommandFailed unless a node can be told to listen there, and others to come to its public address."""
    from tta_p2p.node.lobby.announcements import why_no_address

    if listen and (why := why_no_address(listen, listening=True)):
        raise CommandFailed(text_of("told.address-listen", why=error_text(why)), USAGE)
    if public and (why := why_no_address(public)):
        raise CommandFailed(text_of("told.address-public", why=error_text(why)), USAGE)


def check_interfaces(asked: Iterable[str]) -> None:
    """Raise CommandFailed unless each of these is an address that an interface can have."""
    import ipaddress

    for place in asked:
        try:
            ipaddress.ip_address(place.partition("%")[0])
        except ValueError as error:
            raise CommandFailed(text_of("told.no-interface", asked=place), USAGE) from error


def check_folder(folder: str) -> None:
    """Raise CommandFailed unless this is a folder, or says that a game goes on without one."""
    from pathlib import Path

    if folder not in ("", NO_FOLDER) and not Path(whole_path(folder)).is_dir():
        raise CommandFailed(text_of("told.no-shared-folder", folder=folder), USAGE)


def whole_path(folder: str) -> str:
    """The whole path of a folder that may be named from here; what names none stays as it is."""
    from tta_p2p.store.regular_files import named_path

    return folder if folder in ("", NO_FOLDER) else str(named_path(folder).absolute())


def seconds_between_looks() -> float:
    """Seconds between two looks into a folder by way of which somebody is met, as this person has set it."""
    from tta_p2p.store.home import home
    from tta_p2p.store.settings import read_settings

    return float(read_settings(home()).look)


def check_whereabouts(texts: Iterable[str]) -> None:
    """Raise CommandFailed unless each of these says where somebody is: an address, or an invitation."""
    from tta_p2p.node.lobby.announcements import why_nowhere

    for text in texts:
        if why := why_nowhere(text):
            raise CommandFailed(text_of("told.address-at", why=error_text(why)), USAGE)


def check_level(level: str, game: str | None = None) -> None:
    """Raise CommandFailed unless a game, or any, has bots of this level."""
    from tta_p2p.bots.levels import choices

    if level not in (there := choices(game)):
        from tta_p2p.ui.levels import unknown_level_text

        raise CommandFailed(unknown_level_text(level, there, game, words()), USAGE)


def read_programs(commands: Sequence[str]) -> tuple[ProgramCommand, ...]:
    """Read command lines of programs that are to play. Raises CommandFailed."""
    from pathlib import Path

    from tta_p2p.node.programs.program import BadCommand, read_command

    try:
        return tuple(read_command(text, Path.cwd()) for text in commands)
    except BadCommand as error:
        raise CommandFailed(error_text(error), USAGE) from error


def ask_for_programs(commands: Iterable[Command]) -> None:
    """Ask whether programs of a folder that was moved in may run. Raises CommandFailed where nobody says yes."""
    import shlex

    from tta_p2p.cli.output.formats import escaped
    from tta_p2p.cli.output.speech import confirm
    from tta_p2p.store import moved_programs
    from tta_p2p.store.home import home

    unasked = moved_programs.forbidden(home(), commands)
    for line, folder in unasked:
        typer.echo(text_of("move.program", command=escaped(shlex.join(line)), folder=escaped(folder)))
    if not unasked:
        return
    if not (sys.stdin is not None and sys.stdin.isatty() and confirm(text_of("move.command-set"), default=False)):
        raise CommandFailed(text_of("move.program-left-out"))
    moved_programs.allow(home(), unasked)
