"""`tta branch`: a local game against bots that goes on from a turn of an old one."""

from pathlib import Path
from typing import Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.options.choices import check_level
from tta_p2p.cli.options.groups import DisplayOptions, with_groups
from tta_p2p.cli.output.speech import tell, text_of, words


@with_groups
def branch(
    file: Annotated[Path, typer.Argument()],
    turn: Annotated[str, typer.Argument()],
    *,
    player: Annotated[str, typer.Option("--as")] = "",
    level: Annotated[str, typer.Option("--level")] = "easy",
    keys: Annotated[Path | None, typer.Option()] = None,
    display: DisplayOptions,
) -> None:
    """Go on from a turn of an old game, against bots: what if you had played otherwise?

    Nothing of the old game changes. Cards that nobody may know are dealt anew.
    """
    import secrets

    from tta_p2p.cli.stored_games.opening import open_recording
    from tta_p2p.cli.stored_games.stepper import seat_called
    from tta_p2p.cli.stored_games.viewpoint import Viewpoint
    from tta_p2p.cli.terminal import start_line
    from tta_p2p.cli.terminal.local_games import play_local
    from tta_p2p.node.local.games import continuation_charter
    from tta_p2p.node.local.storage import LocalGameStore
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table.origin import NoDecision, origin_at
    from tta_p2p.ui.history import find_turn, last_number, timeline_of, turns_in_words
    from tta_p2p.ui.style import showable

    found, seed = open_recording(file, keys), secrets.randbits(63)
    check_level(level, found.game.name)
    seat = seat_called(found.names, player) if player else 0
    reading = Viewpoint(found).reading(words())
    turns = turns_in_words(reading)
    begins = find_turn(turns, turn)
    if begins is None:
        raise CommandFailed(text_of("past.which", n=last_number(turns)), USAGE)
    try:
        origin = origin_at(found, timeline_of(reading.state)[begins.first].number, turn, seed)
    except NoDecision as error:
        raise CommandFailed(text_of("branch.over"), USAGE) from error
    bots = {other: level for other in range(len(found.names)) if other != seat}
    charter = continuation_charter(found, origin, seed, bots)
    store = Store(home())
    try:
        LocalGameStore(store, charter).begin()
    finally:
        store.close()
    tell("branch.begins", id=charter.sid.hex()[:8], origin=found.sid.hex()[:8] or showable(file.name), turn=turn)
    manner = display.manner()
    with start_line.shown(charter.game, manner):
        raise typer.Exit(play_local(charter, manner))


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("branch", rich_help_panel="after")(branch)
