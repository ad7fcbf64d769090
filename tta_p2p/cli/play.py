"""`tta play`: a game on this machine alone, against bots or with others at the same keyboard."""

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from tta_p2p.cli._terminal import Manner
    from tta_p2p.node.local import LocalTable


def play(
    people: Annotated[list[str] | None, typer.Argument(help="The names of those who play at this keyboard.")] = None,
    bots: Annotated[int | None, typer.Option(min=0, help="How many bots play; default: one if you are alone.")] = None,
    level: Annotated[str, typer.Option("--level", help="The level of the bots.")] = "easy",
    variant: Annotated[str, typer.Option(help="Which rules: complete, first-game, short, peaceful, …")] = "complete",
    game: Annotated[str, typer.Option(help="Which game.")] = "through_the_ages",
    seed: Annotated[int | None, typer.Option(help="Deal as this number says; equal seeds, equal games.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="A bare stream of text: for scripts, screen readers.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="List the possible acts only when asked.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Use nothing but ASCII.")] = False,
    language: Annotated[str, typer.Option("--lang", help="The language to speak.")] = "",
) -> None:
    """Play on this machine alone: against bots, or several people in turn."""
    import trio

    from tta_p2p.cli._terminal import Manner, speak

    names = list(people or ["You"])
    manner = Manner(language, ascii, brief, plain)
    speak(manner)
    table = _table(game, names, bots if bots is not None else int(len(names) == 1), level, variant, seed)
    raise typer.Exit(trio.run(_play, table, len(names), manner))


def _table(game: str, names: list[str], bots: int, level: str, variant: str, seed: int | None) -> "LocalTable":
    """The table, laid out."""
    import secrets

    from tta_p2p.bots.base import UnknownLevel, make_bot
    from tta_p2p.games.contract import BadOptions
    from tta_p2p.games.registry import UnknownGame, find
    from tta_p2p.node.local import LocalTable

    chosen = secrets.randbits(64) if seed is None else seed
    seats = len(names) + bots
    try:
        rules = find(game)
        playing = {seat: (level, make_bot(level, chosen + seat)) for seat in range(len(names), seats)}
        options = {"variant": variant} if any(setting.name == "variant" for setting in rules.settings) else {}
        bot_names = [f"Bot {number}" for number in range(1, bots + 1)]
        return LocalTable(rules, seats, options, chosen, [*names, *bot_names], playing)
    except UnknownGame as error:
        raise CommandFailed(f"there is no game {game!r}", USAGE) from error
    except UnknownLevel as error:
        raise CommandFailed(str(error), USAGE) from error
    except BadOptions as error:
        variants = (setting.choices for setting in rules.settings if setting.name == "variant")
        offered = ", ".join(str(choice) for choices in variants for choice in choices)
        text = f"{game} cannot be played by {seats} with these rules ({error}); there are {offered}"
        raise CommandFailed(text, USAGE) from error


async def _play(table: "LocalTable", people: int, manner: "Manner") -> int:
    import trio
    from trio.testing import memory_stream_pair

    from tta_p2p.cli._terminal import play_with
    from tta_p2p.seats.lines import Lines
    from tta_p2p.ui.line_client import Seating

    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        nursery.start_soon(table.serve, theirs)
        code = await play_with(Lines(ours), Seating(0, others=tuple(range(people))), manner, "")
        nursery.cancel_scope.cancel()
    return code


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("play")(play)
