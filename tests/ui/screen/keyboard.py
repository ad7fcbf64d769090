"""Somebody at the full screen: real rules and bots in this process, keys in, pictures out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.patience import PATIENCE
from tests.ui.positions import NAMES
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import Words, ideographic
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.cells import plain
from tta_p2p.ui.changes import CardsRevealed
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.commands import parser
from tta_p2p.ui.commands.table import CommandContext
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.state import ClientState, SeatRequest
from tta_p2p.ui.style import Style

OFFERS = ["act", "undo", "redo", "reset", "explain", "skip", "look", "log", "chat"]
ALL_OFFERS = [*OFFERS, "hint", "order", "past", "proved", "rematch", "autopilot", "vote"]
"""All that a node at a table of people takes."""


class Person:
    """Somebody who presses keys and sees pictures."""

    def __init__(self, client: SeatClient, face: ScreenFace) -> None:
        self.client, self.face = client, face

    async def press(self, *keys: str) -> str:
        """Press keys, each once all that follows from the one before has happened; what is seen then."""
        for key in keys:
            self.face.press(key)
            await wait_all_tasks_blocked()
        return self.sees()

    def sees(self) -> str:
        return "\n".join(shown(self.face))


def shown(face: ScreenFace, size: tuple[int, int] | None = None) -> list[str]:
    """The picture as lines of text."""
    return [plain(one).rstrip() for one in face.frame(size).rows]


def style_of(language: str) -> Style:
    return Style(80, ideographic=ideographic(language))


@asynccontextmanager
async def at_the_screen(
    table: LocalTable, wish: SeatRequest | None = None, language: str = "en", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Person]:
    """Somebody at a table of this process."""
    ours, theirs = memory_stream_pair()
    face = ScreenFace(style_of(language), lambda: size)
    face.panes.numbers.clock = lambda: 0.0  # digits that follow each other come at once, on any machine
    client = SeatClient(Lines(ours), face, Words(language), wish, True, lambda: "tta resume 1234")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        nursery.start_soon(table.serve, theirs)
        nursery.start_soon(client.run)
        with trio.fail_after(PATIENCE):
            await wait_all_tasks_blocked()
            yield Person(client, face)
        nursery.cancel_scope.cancel()


def face_of(
    local: LocalGame[Any, Any], seat: int | None, language: str = "en", size: tuple[int, int] = (80, 24),
    replies: Sequence[say.Reply] = (),
) -> ScreenFace:  # fmt: skip
    """The face of a client that was told this moment of a game, and then these things, and sends nothing."""
    return face_told([*coming(local, seat), *replies], language, size)


def coming(local: LocalGame[Any, Any], seat: int | None) -> list[say.Reply]:
    """What a client is told that comes to this moment of a game."""
    seats = [say.SeatInfo(number, NAMES[number], number, NAMES[number]) for number in range(local.seats)]
    options = dict[str, bool | int | str](local.options)
    welcome = say.WelcomeReply(
        say.VERSION, local.game.name, "1234", seat, seats, options, [], "", OFFERS, ["gone", "pause"]
    )
    return [welcome, turn_message(local, seat)]


def face_at_a_table(
    local: LocalGame[Any, Any], seat: int | None, language: str = "en", size: tuple[int, int] = (80, 24),
    words: Words | None = None,
) -> ScreenFace:  # fmt: skip
    """The face of a client at a table of people, whose node takes all that there is to ask."""
    welcome, turn = coming(local, seat)
    return face_told([msgspec.structs.replace(welcome, offers=ALL_OFFERS), turn], language, size, words)


def face_told(
    replies: Sequence[say.Reply],
    language: str = "en",
    size: tuple[int, int] | Callable[[], tuple[int, int]] = (80, 24),
    words: Words | None = None,
) -> ScreenFace:
    """The face of a client that was told these things, and sends nothing; ``size``: what may give another later;
    ``words``: in place of those of the language.
    """
    face = ScreenFace(style_of(language), size if callable(size) else lambda: size)
    reading = Reading(ClientState(), words or Words(language))
    for reply in replies:
        (state, changes), before = reduce_reply(reading.state, reply), reading
        reading = reading.of(state)
        learned = reading.card_news_since(before)
        face.refresh(CommandContext(reading, parser.COMMANDS, True, "tta attach"))
        for change in (*((CardsRevealed(learned),) if learned else ()), *changes):
            list(face.announce(change, reading))
    return face


def lines_of(face: ScreenFace) -> list[str]:
    """The lines that the keys pressed so far stand for, without what the rules are only asked about."""
    found = []
    while True:
        try:
            got = face.panes.queue.channel.receive_nowait()
        except trio.WouldBlock:
            return found
        if got is not None and not got[1]:
            found.append(got[0])
