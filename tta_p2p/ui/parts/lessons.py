"""The lessons of a tutorial: a key or a word goes to the next one, or back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.lessons import LessonReply, LessonRequest

from ..changes import Update
from ..commands.table import CommandContext, CommandWord, offered_with
from ..instructions import Instruction, SendRequest, text_display
from ..part import KeyEffect, Part, PartState
from ..reading import Reading
from ..state import ClientState

STEPS = {"next-lesson": "lesson", "previous-lesson": "lesson back"}
"""The line that each action of the screen stands for."""


@dataclass(frozen=True)
class LessonState(PartState):
    """Whether the game of another lesson is laid out and not greeted yet."""

    is_laid_out: bool = False


class LessonPart(Part):
    """Asks for another lesson, and begins anew with its game."""

    reply_types = (LessonReply, say.WelcomeReply)

    def __init__(self) -> None:
        self.commands = (
            CommandWord(
                "lesson", _lesson, group={"turn": "lesson"}, is_offered=offered_with("lesson"), rank=80, key_help=True
            ),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note that the game of another lesson comes; its greeting makes all anew."""
        if isinstance(reply, LessonReply):
            return state.with_part(LessonState(True)), ()
        return state.for_next_game() if state.part(LessonState).is_laid_out else state, ()

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Go to another lesson."""
        line = STEPS.get(does)
        return KeyEffect(line) if line and "lesson" in reading.state.offers else None


def _lesson(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Go to the next lesson, back to the one before, or begin this one again."""
    by = {"": 1, "next": 1, "back": -1, "again": 0}.get(rest.strip())
    if "lesson" not in context.state.offers:
        yield text_display(context.words("tutorial.none"))
    elif by is None:
        yield text_display(f"{context.words('usage.lesson')}: {context.words('help.lesson')}.")
    else:
        yield SendRequest(LessonRequest(by), (LessonReply,))


PART = LessonPart()
