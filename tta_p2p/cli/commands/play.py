"""`tta play`: a game on this machine alone, against bots or with others at the same keyboard."""

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.help.command import GameCommand
from tta_p2p.cli.help.game_words import PLAY, named_game, with_game
from tta_p2p.cli.help.pages import ASKED
from tta_p2p.cli.options.choices import (
    Game,
    Options,
    Programs,
    Seats,
    Variant,
    check_level,
    chosen_game,
    chosen_name,
    chosen_options,
    chosen_seats,
    read_programs,
)
from tta_p2p.cli.options.groups import DisplayOptions, with_groups
from tta_p2p.cli.output.speech import text_of, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tta_p2p.games.contract import Value
    from tta_p2p.node.programs.program import ProgramCommand
    from tta_p2p.table.local_record import LocalCharter


@with_groups
def play(
    ctx: typer.Context,
    people: Annotated[list[str] | None, typer.Argument()] = None,
    *,
    seats: Seats = None,
    bots: Annotated[int | None, typer.Option(min=0)] = None,
    bot_command: Programs = None,
    level: Annotated[str, typer.Option("--level")] = "easy",
    variant: Variant = "",
    option: Options = None,
    game: Game = DEFAULT_GAME,
    seed: Annotated[int | None, typer.Option(min=0)] = None,
    display: DisplayOptions,
) -> None:
    """Play on this machine alone: against bots, or several people in turn.

    The game is saved as you play: tta resume goes on with it, tta replay shows it, tta export writes it to a file. It
    proves nothing: this machine knows every card.
    """
    from tta_p2p.cli.terminal import start_line

    source = ctx.get_parameter_source("game")
    if source is None or source.name != "COMMANDLINE":
        _check_no_games(ctx, chosen_game(game))
    game, manner = chosen_game(game), display.manner()
    with start_line.shown(game, manner):
        from tta_p2p.cli.terminal.local_games import play_local
        from tta_p2p.node.data_folder.people import own_name

        names = [chosen_name(given) for given in people] if people else [own_name()]
        programs = read_programs(bot_command or [])
        check_level(level, game)
        others = len(names) + len(programs)
        if bots is None:
            fewest = max(others + (others == 1), chosen_seats(game, None))
            bots = max(0, (chosen_seats(game, seats) if seats is not None else fewest) - others)
        number = chosen_seats(game, others + bots)
        if seats is not None and chosen_seats(game, seats) != number:
            raise CommandFailed(text_of("told.playing-number", n=number, seats=seats), USAGE)
        options = chosen_options(game, number, variant, option or [])
        called = [text_of("bot.called", n=number) for number in range(1, bots + 1)]
        called += [text_of("program.called", n=number) for number in range(1, len(programs) + 1)]
        _check_different([*names, *called])
        raise typer.Exit(play_local(_charter(game, names, called, level, options, seed, programs), manner))


def _charter(
    game: str,
    names: list[str],
    called: list[str],
    level: str,
    options: "dict[str, Value]",
    seed: int | None,
    programs: "tuple[ProgramCommand, ...]",
) -> "LocalCharter":
    """Make the charter of a game: people sit first, then the `called`: bots, and programs last."""
    import secrets

    from tta_p2p.node.local.games import new_charter

    chosen = secrets.randbits(63) if seed is None else seed
    seats = len(names) + len(called)
    bots = dict.fromkeys(range(len(names), seats - len(programs)), level)
    commands = zip(range(seats - len(programs), seats), programs, strict=True)
    started = {seat: (command.words, command.folder) for seat, command in commands}
    return new_charter(game, seats, options, chosen, (*names, *called), bots, started)


def _check_no_games(ctx: typer.Context, usual: str) -> None:
    """Raise CommandFailed where a game is named in place of a person: by its name, or alone by the beginning of it."""
    words = ctx.find_root().meta[ASKED]
    named = named_game(ctx.command, words, alone=True)
    if named is not None:
        plays, names = with_game((PLAY,), named.rest, named.game), with_game((PLAY,), words, usual)
        word, title = named.called, title_of(named.game)
        raise CommandFailed(text_of("told.game-for-name", word=word, title=title, plays=plays, named=names), USAGE)


def _check_different(names: "Sequence[str]") -> None:
    """Raise CommandFailed where two who play could not be told apart."""
    known = set[str]()
    for name in names:
        if name.casefold() in known:
            raise CommandFailed(text_of("told.name-taken", name=name), USAGE)
        known.add(name.casefold())


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("play", cls=GameCommand, rich_help_panel="play")(play)
