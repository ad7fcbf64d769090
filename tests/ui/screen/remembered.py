"""Games that remember how they stood, part of the way: for looking back at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import trio

from tests.ui.positions import IDLE, NAMES
from tests.ui.screen.keyboard import face_told
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import NO_KNOWLEDGE
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.seats.encoding import read_reply, write_line
from tta_p2p.seats.parts.proofs import LatestProofsReply, LatestProofsRequest, ProofsReply
from tta_p2p.table.moments import RememberedGame
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.commands import parser
from tta_p2p.ui.commands.table import CommandContext
from tta_p2p.ui.instructions import Display, Instruction, SendRequest, apply_instruction
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.screen.face import ScreenFace

OFFERS = ["act", "undo", "explain", "look", "log", "past", "proved"]


@cache
def played(game: str, seats: int, seed: int, decisions: int) -> RememberedGame:
    """A game after so many decisions in which little is idled away."""
    chance, local = Chance(seed), RememberedGame(load_rules(game), seats, {}, chance=seed)
    local.answer_needs()
    for _ in range(decisions):
        if local.over or local.decision is None:
            break
        acts = []
        for seat in local.decision.seats:
            options = [option for option in local.legal(seat) if option.act.verb != "resign"]
            busy = [option for option in options if option.act.verb not in IDLE]
            acts.append(chance.choice(busy if busy and chance.below(8) else options).act)
        local.act(*acts)
    return local


def past_of(local: RememberedGame, seat: int | None, number: int) -> say.PastReply:
    """How a node tells how it stood, as it comes over the line."""
    moment = local.moments.at(number)
    assert moment is not None
    view = local.game.view(moment.state, moment.knows.get(seat, NO_KNOWLEDGE), seat)
    told = say.PastReply(number, wording.pending_decision(local.game.decision(moment.state)), view)
    heard = read_reply(write_line(told))
    assert isinstance(heard, say.PastReply)
    return heard


def replies(local: RememberedGame, seat: int | None, sid: str = "1234abcd") -> list[say.Reply]:
    """What a client is told that comes to the game now."""
    seats = [say.SeatInfo(number, NAMES[number], number, NAMES[number]) for number in range(local.seats)]
    welcome = say.WelcomeReply(say.VERSION, local.game.name, sid, seat, seats, {}, [], "", OFFERS, ["gone"])
    lines = wording.log(local.game, local.log, local.dealer.knowledge_of(seat).faces)
    return [welcome, say.LogReply(0, lines, len(lines)), turn_message(local, seat)]


def at_the_game(
    local: RememberedGame, seat: int | None, language: str = "en", size: tuple[int, int] = (80, 24), *more: say.Reply,
    sid: str = "1234abcd",
) -> ScreenFace:  # fmt: skip
    """The face of somebody who comes to the game now, with nothing open over it."""
    return come_to_the_game([*replies(local, seat, sid), *more], language, size)


def come_to_the_game(told: Sequence[say.Reply], language: str = "en", size: tuple[int, int] = (80, 24)) -> ScreenFace:
    """The face of somebody who was told this on coming to a game, with nothing open over it."""
    face = face_told(told, language, size)
    face.press("esc")
    return face


def press(face: ScreenFace, local: RememberedGame, *keys: str) -> None:
    """Press keys, and do what they stand for: the node answers what it is asked about the past and the proofs."""
    seat = face.context.reading.state.seat if face.context is not None else None
    for key in keys:
        face.press(key)
        while True:
            try:
                got = face.panes.queue.channel.receive_nowait()
            except trio.WouldBlock:
                break
            if got is not None and not got[0].startswith("why "):
                _line(face, local, seat, got[0])


def tell(face: ScreenFace, reply: say.Reply) -> list[Instruction]:
    """Let the node say something; what the client does about it."""
    assert face.context is not None
    state, changes = reduce_reply(face.context.reading.state, reply)
    reading, found = face.context.reading.of(state), list[Instruction]()
    face.refresh(CommandContext(reading, parser.COMMANDS, True, "tta attach"))
    for instruction in (one for change in changes for one in face.announce(change, reading)):
        reading = reading.of(apply_instruction(reading.state, instruction))
        found.append(instruction)
    face.refresh(CommandContext(reading, parser.COMMANDS, True, "tta attach"))
    return found


def _line(face: ScreenFace, local: RememberedGame, seat: int | None, line: str) -> Any:
    assert face.context is not None
    reading = face.context.reading
    for instruction in parser.instructions(face.context, line):
        reading = reading.of(apply_instruction(reading.state, instruction))
        face.refresh(CommandContext(reading, parser.COMMANDS, True, "tta attach"))
        answers: list[say.Reply] = []
        match instruction:
            case Display(some, passing):
                face.display(some, passing)
            case SendRequest(say.PastRequest(numbers)):
                answers = [past_of(local, seat, number) for number in numbers]
            case SendRequest(LatestProofsRequest()):
                answers = [PROVED]
        for answer in answers:
            state, changes = reduce_reply(reading.state, answer)
            reading = reading.of(state)
            face.refresh(CommandContext(reading, parser.COMMANDS, True, "tta attach"))
            for change in changes:
                list(face.announce(change, reading))


PROVED = LatestProofsReply(
    [
        say.TextRef("shuffle", [57]), say.TextRef("draw", ["Bob", 2]), say.TextRef("show", [1]),
        say.TextRef("claim", ["Cid", 1]), say.TextRef("act", ["Ann", 1]),
    ],
    ["Bob", "Cid"],
)  # fmt: skip
PROOFS = ProofsReply(1234, chain="8f3a6c0d1e2b4a59" * 4)
