"""Local games at this terminal: played, and taken up again from the store that keeps them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from tta_p2p.cli.errors import CommandFailed, error_text
from tta_p2p.cli.output.speech import text_of
from tta_p2p.node.machine.roster import ID

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.display import DisplayMode
    from tta_p2p.node.local.table import LocalTable
    from tta_p2p.store.database import Store
    from tta_p2p.table.local_record import LocalCharter


def play_local(charter: LocalCharter, manner: DisplayMode) -> int:
    """Play a local game from where it stands in the store until it is over or the player leaves; the exit code.

    A player who wants a rematch plays another game with the same players and conditions.

    Raises CommandFailed where it cannot be taken up again, and StoreError.
    """
    from tta_p2p.cli.terminal import fault_log
    from tta_p2p.node.local.games import open_table
    from tta_p2p.registry import UnknownGame
    from tta_p2p.store.database import GameInUse, Store
    from tta_p2p.store.home import home
    from tta_p2p.table.binding import BadEntry
    from tta_p2p.table.recording import DamagedFile

    store = Store(home())
    try:
        with open_table(charter, store) as table:
            return fault_log.run(_play, store, table, charter, manner)
    except GameInUse as error:
        raise CommandFailed(text_of("told.other-window")) from error
    except (DamagedFile, BadEntry, UnknownGame) as error:
        raise CommandFailed(text_of("told.not-resumed", why=error_text(error))) from error
    finally:
        store.close()


async def _play(store: Store, table: LocalTable, charter: LocalCharter, manner: DisplayMode) -> int:
    import trio

    from tta_p2p.cli.terminal.client import play_with
    from tta_p2p.i18n import command
    from tta_p2p.node.local.games import open_table, rematch_charter
    from tta_p2p.node.service.notices import error_reply
    from tta_p2p.seats.lines import Lines
    from tta_p2p.seats.memory import memory_pair
    from tta_p2p.store.database import StoreError
    from tta_p2p.ui.state import SeatRequest

    playing = (table, charter)

    def comeback() -> str:
        table, charter = playing
        kept = table.kept is not None and table.kept.stored
        return command("resume", charter.sid.hex()[:ID]) if kept else ""

    async def play_on() -> None:
        """This game, and then others with the same players and conditions, as long as somebody wants to."""
        nonlocal playing
        with contextlib.ExitStack() as held:
            while True:
                before, ended = playing
                await _until_rematch(before, ended)
                following = rematch_charter(ended)
                try:
                    table = held.enter_context(open_table(following, store))
                except StoreError as error:
                    before.rematch = trio.Event()
                    before.desk.tell_all(error_reply("node.not-kept", error.code))
                    continue
                table.rematch = trio.Event()
                before.hand_over(table)
                playing = (table, following)

    ours, theirs = memory_pair()
    table.rematch = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_on)
        nursery.start_soon(table.serve, theirs)
        wish = SeatRequest(charter.people[0] if charter.people else None, shared_seats=charter.people)
        code = await play_with(Lines(ours), wish, manner, comeback)
        nursery.cancel_scope.cancel()
    return code


async def _until_rematch(table: LocalTable, charter: LocalCharter) -> None:
    """Play a game until it is over and somebody wants to play again."""
    import trio

    from tta_p2p.node.programs.program import Patience, ProgramCommand
    from tta_p2p.node.programs.supervisor import LocalSeat, supervise
    from tta_p2p.store.home import home

    assert table.rematch is not None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        for seat in sorted(table.programs):
            words, folder = charter.programs[seat]
            path = home() / "programs" / f"play-seat{seat}.log"
            nursery.start_soon(supervise, ProgramCommand(words, folder), LocalSeat(table, seat), path, Patience())
        await table.rematch.wait()
        nursery.cancel_scope.cancel()
