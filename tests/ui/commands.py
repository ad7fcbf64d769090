"""Commands typed at a client that was told a moment of a game, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from tests.letters import LETTERS
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import Words, ideographic
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import Fields, Page, Para
from tta_p2p.ui.blocks import lines as lay_lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.changes import ActExplained
from tta_p2p.ui.commands import parser
from tta_p2p.ui.commands.table import CommandContext
from tta_p2p.ui.instructions import AskConfirmation, Display, Instruction, SendRequest, apply_instruction
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.news_text import announce
from tta_p2p.ui.parts.votes import MOTIONS
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.state import ClientState
from tta_p2p.ui.style import Style

SEATED = [
    *("act", "chat", "explain", "go-on", "hint", "log", "look", "order"),
    *("redo", "reset", "resume", "skip", "undo", "vote"),
]
WATCHING = ["chat", "log", "look"]


def greeting(local: LocalGame[Any, Any], seat: int | None) -> say.WelcomeReply:
    people = enumerate(("Ann", "Bob", "Cid")[: local.seats])
    infos = [say.SeatInfo(number, name, number, name) for number, name in people]
    offers, motions = SEATED if seat is not None else WATCHING, list(MOTIONS)
    return say.WelcomeReply(say.VERSION, local.game.name, "ab", seat, infos, {}, [], offers=offers, motions=motions)


def reading_of(*replies: say.Reply, language: str = "en") -> Reading:
    reading = Reading(ClientState(), Words(language))
    for reply in replies:
        reading = reading.of(reduce_reply(reading.state, reply)[0])
    return reading


def context(reading: Reading, interactive: bool = True, comeback: str = "tta attach") -> CommandContext:
    return CommandContext(reading, parser.COMMANDS, interactive, comeback)


def do(reading: Reading, *lines: str) -> tuple[Reading, list[Instruction]]:
    """Type some lines one after the other; what the last one leads to."""
    given: list[Instruction] = []
    for line in lines:
        given = list(parser.instructions(context(reading), line))
        for instruction in given:
            reading = reading.of(apply_instruction(reading.state, instruction))
    return reading, given


def said(instructions: list[Instruction]) -> str:
    paragraphs = [
        plain(block.text) if isinstance(block, Para) else " ".join(f"{plain(a)} {plain(b)}" for a, b in block.pairs)
        for instruction in instructions
        if isinstance(instruction, Display) and not isinstance(instruction.content, Page)
        for block in instruction.content
        if isinstance(block, Para | Fields)
    ]
    return " ".join(paragraphs)


def requests(instructions: list[Instruction]) -> list[say.Request]:
    return [instruction.request for instruction in instructions if isinstance(instruction, SendRequest)]


def answered(local: LocalGame[Any, Any], line: str, language: str, seat: int | None = None) -> str:
    """The answer of a client to a line by which the rules are asked; ``seat``: not of the first to decide."""
    assert local.decision is not None
    seat = local.decision.seats[0] if seat is None else seat
    reading = reading_of(greeting(local, seat), turn_message(local, seat), language=language)
    given = do(reading, line)[1]
    asks = next((one for one in given if isinstance(one, SendRequest)), None)
    if asks is None:
        asked = [one.confirmation for one in given if isinstance(one, AskConfirmation) and one.confirmation]
        return " ".join([*(name for one in asked for name in one.names), said(given)]).strip()
    assert isinstance(asks.request, say.ExplainRequest), asks
    act, knows = local.game.read(asks.request.text, seat), local.dealer.knowledge_of(seat)
    found = local.game.explain(local.state, knows, act)
    explained = wording.explain_reply(local.game, local.state, asks.request.text, act, found, knows.faces)
    displays = announce(ActExplained(explained, asks.query), reading, True)
    style = Style(400, ideographic=ideographic(language))
    return "\n".join(line.strip() for one in displays for line in lay_lines(one.content, style))


def vocabulary() -> Iterator[str]:
    yield from parser.COMMANDS.commands
    yield from parser.COMMANDS.short
    yield from (
        "take",
        "build",
        "keep",
        "sell",
        "bronze",
        "salt",
        "1",
        "7",
        "all",
        "off",
        "gone",
        "call-off",
        "Bob",
        "yes",
    )
    yield from ("no", ":", "?", "'", "#", "#4", "=", "pyramids", "resign", "", "  ", "é", "漢", "9" * 30, "²")


lines = st.lists(st.sampled_from(sorted(vocabulary())), max_size=4).map(" ".join) | st.text(LETTERS, max_size=12)
