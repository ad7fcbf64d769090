"""`tta hint`: what a bot would do in a game where it is your turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import CommandFailed, error_text
from tta_p2p.cli.output.speech import text_of, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tta_p2p.seats.lines import Lines
    from tta_p2p.table.local_record import LocalCharter
    from tta_p2p.ui.instructions import Display


def hint(game: Annotated[str, typer.Argument()] = "") -> None:
    """Ask a bot what it would do in a game where it is your turn."""
    from tta_p2p.cli.nodes.processes import pick
    from tta_p2p.cli.stored_games.selection import end_text, matching_games, only_game
    from tta_p2p.cli.terminal import fault_log
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.node.machine import roster
    from tta_p2p.store import identity
    from tta_p2p.store.home import home

    nodes, stored = list(roster.running_nodes(home())), stored_games(home())
    rows = matching_games(stored, game)
    local = [row for row in rows if row.local and row.under_way]
    if local and (game or not nodes):
        fault_log.run(_at_home, _charter(only_game(local, game).sid))
        return
    at = {node.sid for node in nodes}
    if (game or not nodes) and rows and not any(row.under_way or row.sid in at for row in rows):
        raise CommandFailed(end_text(only_game(rows, game) if game else rows[0]))
    if not nodes:
        identity.check_here(home())  # what does not run here may run where it has moved to
    node = pick(nodes, game)
    if node.sid in {row.sid for row in stored if not row.under_way}:  # a window is still open there
        raise CommandFailed(end_text(node.sid))
    fault_log.run(_at_node, node.socket, lambda: end_text(node.sid))


def _charter(sid: str) -> LocalCharter:
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table.local_record import read_charter

    store = Store(home())
    found = store.game(bytes.fromhex(sid))
    store.close()
    assert found is not None
    return read_charter(found.charter)


async def _at_node(socket: str, end_text: Callable[[], str]) -> None:
    from tta_p2p.cli.errors import system_text
    from tta_p2p.node.service.seat_server import connect_seat

    try:
        connection = await connect_seat(socket)
    except OSError as error:
        raise CommandFailed(text_of("told.node-silent", why=system_text(error))) from error
    await _ask(connection, end_text=end_text)


async def _at_home(charter: LocalCharter) -> None:
    """Lay the game out as it is stored, and ask there; nothing of it changes. Raises CommandFailed, StoreError."""
    import trio

    from tta_p2p.node.local.games import lay_out
    from tta_p2p.registry import UnknownGame
    from tta_p2p.seats.lines import Lines
    from tta_p2p.seats.memory import memory_pair
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table.binding import BadEntry
    from tta_p2p.table.recording import DamagedFile

    store = Store(home())
    try:
        table = lay_out(charter, store)
        table.kept = None
        ours, theirs = memory_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.serve, theirs)
            deciding = table.to_decide()
            person = next((seat for seat in charter.people if seat in deciding), None)
            await _ask(Lines(ours), person)
            nursery.cancel_scope.cancel()
    except (DamagedFile, BadEntry, UnknownGame) as error:
        raise CommandFailed(text_of("told.not-resumed", why=error_text(error))) from error
    finally:
        store.close()


async def _ask(connection: Lines, seat: int | None = None, end_text: Callable[[], str] = lambda: "") -> None:
    """Print the advice for a seat of this connection. Raises CommandFailed where there is none.

    ``end_text`` says what there is to do after the game, should that be why.
    """
    from tta_p2p.seats import messages as say
    from tta_p2p.seats.parts.advice import AdviceReply, HintRequest
    from tta_p2p.ui.intake import reduce_reply
    from tta_p2p.ui.news_text import announce
    from tta_p2p.ui.reading import Reading
    from tta_p2p.ui.state import ClientState, SeatRequest

    reading, asked = Reading(ClientState(SeatRequest(seat)), words()), False
    await connection.send(say.HelloRequest(say.VERSION, seat, client="tta hint"))
    while (reply := await connection.reply()) is not None:
        if isinstance(reply, say.ErrorReply) and reply.key == "node.seat-taken":
            raise CommandFailed(text_of("told.hint-there"))
        if isinstance(reply, say.ErrorReply) and (
            asked and not reading.state.may_act
        ):  # all else has been said before it
            raise CommandFailed(end_text() if reading.state.game_over is not None else text_of("not-your-turn"))
        if isinstance(reply, say.ErrorReply):
            raise CommandFailed("\n".join(_lines(announce(reply, reading, False))))
        reading = reading.of(reduce_reply(reading.state, reply)[0])
        if isinstance(reply, AdviceReply):
            typer.echo("\n".join(_lines(announce(reply, reading, False))))
            await connection.send(say.ByeRequest())
            return
        if isinstance(reply, say.LobbyReply) and not asked:
            raise CommandFailed(text_of("not-your-turn"))
        if isinstance(reply, say.TurnReply) and not asked:
            await connection.send(HintRequest())
            asked = True
    raise CommandFailed(text_of("not-your-turn"))


def _lines(displays: Iterable[Display]) -> list[str]:
    """Give the lines of a display for this terminal or a pipe."""
    from tta_p2p.ui.blocks import lines
    from tta_p2p.ui.style import Style

    return [line for one in displays for line in lines(one.content, Style())]


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("hint", rich_help_panel="look-up")(hint)
