"""The tutorial at this terminal: a game of its own, which is not kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tta_p2p.cli.output.speech import text_of
from tta_p2p.node.data_folder.people import own_name
from tta_p2p.node.local.table import LocalTable
from tta_p2p.ui.tutorial import Teacher, Tutorial, game_at_lesson

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.client import DisplayMode


def learn(tutorial: Tutorial, lesson: int, manner: DisplayMode) -> int:
    """Begin at a lesson (0: the first); the exit code."""
    from tta_p2p.cli.terminal import fault_log

    return fault_log.run(_learn, tutorial, lesson, manner)


async def _learn(tutorial: Tutorial, lesson: int, manner: DisplayMode) -> int:
    import trio

    from tta_p2p.bots.passive import PassiveBot
    from tta_p2p.cli.terminal.client import play_with
    from tta_p2p.i18n import command
    from tta_p2p.seats.lines import Lines
    from tta_p2p.seats.memory import memory_pair
    from tta_p2p.ui.state import SeatRequest

    local = game_at_lesson(tutorial, lesson)
    names = (own_name(), *(text_of("bot.called", n=number) for number in range(1, local.seats)))
    bots = dict.fromkeys(range(1, local.seats), "easy")
    table = LocalTable(
        local.game, local.seats, local.options, 1, names, bots,
        local=local, bot=lambda level, seed: PassiveBot(), lends=False,
    )  # fmt: skip
    teacher = Teacher(tutorial, manner.screen)

    def comeback() -> str:
        return command("tutorial", "--from", str(teacher.number))

    ours, theirs = memory_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        nursery.start_soon(table.serve, theirs)
        code = await play_with(Lines(ours), SeatRequest(0, tutorial=True), manner, comeback, teacher)
        nursery.cancel_scope.cancel()
    return code
