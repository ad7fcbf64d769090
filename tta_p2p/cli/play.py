"""`tta play`: a game on this machine alone, against bots or with others at the same keyboard."""

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli._chosen import (
    Game,
    Language,
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
from tta_p2p.cli._help import GameCommand
from tta_p2p.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tta_p2p.cli._terminal import Manner
    from tta_p2p.games.contract import Options as Chosen
    from tta_p2p.node.game.local import LocalTable
    from tta_p2p.node.programs.program import Command


def play(
    people: Annotated[list[str] | None, typer.Argument(help="The names of those who play at this keyboard.")] = None,
    seats: Seats = None,
    bots: Annotated[int | None, typer.Option(min=0, help="How many bots play; default: as few as it takes.")] = None,
    bot_command: Programs = None,
    level: Annotated[str, typer.Option("--level", help="The level of the bots.")] = "easy",
    variant: Variant = "",
    option: Options = None,
    game: Game = DEFAULT_GAME,
    seed: Annotated[int | None, typer.Option(help="Deal as this number says; equal seeds, equal games.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="A bare stream of text: for scripts, screen readers.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="List the possible acts only when asked.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Use nothing but ASCII.")] = False,
    language: Language = "",
) -> None:
    """Play on this machine alone: against bots, or several people in turn."""
    import trio

    from tta_p2p.cli._terminal import Manner, speak
    from tta_p2p.node.people import own_name

    game = chosen_game(game)
    names = [chosen_name(given) for given in people] if people else [own_name()]
    manner = Manner(language, ascii, brief, plain)
    words = speak(manner)
    programs = read_programs(bot_command or [])
    check_level(level)
    others = len(names) + len(programs)
    if bots is None:
        fewest = max(others + (others == 1), chosen_seats(game, None))
        bots = max(0, (chosen_seats(game, seats) if seats is not None else fewest) - others)
    number = chosen_seats(game, others + bots)
    if seats is not None and chosen_seats(game, seats) != number:
        raise CommandFailed(f"{number} are to play, but the table has {seats} seats", USAGE)
    options = chosen_options(game, number, variant, option or [])
    called = [words("bot.called", n=number) for number in range(1, bots + 1)]
    called += [words("program.called", n=number) for number in range(1, len(programs) + 1)]
    _check_different([*names, *called])
    table = _table(game, names, called, level, options, seed, len(programs))
    raise typer.Exit(trio.run(_play, table, len(names), manner, programs))


def _table(
    game: str, names: list[str], called: list[str], level: str, options: "Chosen", seed: int | None, programs: int = 0
) -> "LocalTable":
    """The table, laid out: people sit first, then who is `called`: bots, and programs last."""
    import secrets

    from tta_p2p.bots.levels import make_bot
    from tta_p2p.node.game.local import LocalTable
    from tta_p2p.registry import find

    chosen = secrets.randbits(64) if seed is None else seed
    seats = len(names) + len(called)
    playing = {seat: (level, make_bot(level, chosen + seat)) for seat in range(len(names), seats - programs)}
    others = range(seats - programs, seats)
    return LocalTable(find(game), seats, options, chosen, [*names, *called], playing, programs=others)


def _check_different(names: "Sequence[str]") -> None:
    """Raise CommandFailed where two who play could not be told apart."""
    known = set[str]()
    for name in names:
        if name.casefold() in known:
            raise CommandFailed(f"two of those who play are called {name!r}; give each a name of its own", USAGE)
        known.add(name.casefold())


async def _play(table: "LocalTable", people: int, manner: "Manner", programs: "tuple[Command, ...]" = ()) -> int:
    import trio
    from trio.testing import memory_stream_pair

    from tta_p2p.cli._terminal import play_with
    from tta_p2p.node.programs.keeping import LocalSeat, keep_playing
    from tta_p2p.node.programs.program import Patience
    from tta_p2p.seats.lines import Lines
    from tta_p2p.store.home import home
    from tta_p2p.ui.state import SeatWish

    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        nursery.start_soon(table.serve, theirs)
        for seat, command in zip(sorted(table.programs), programs, strict=True):
            path = home() / "programs" / f"play-seat{seat}.log"
            nursery.start_soon(keep_playing, command, LocalSeat(table, seat), path, Patience())
        code = await play_with(Lines(ours), SeatWish(0, others=tuple(range(people))), manner, "")
        nursery.cancel_scope.cancel()
    return code


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("play", cls=GameCommand, rich_help_panel="play")(play)
