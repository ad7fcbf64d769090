"""A pause that all have agreed to, and going on afterwards. That it is moved and voted on is a matter of `votes`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.pause import PauseReply, ResumeRequest

from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord, offered_with
from ..instructions import Display, Instruction, SendRequest, text_display
from ..part import Part, PartState, Reminder, Urgency, store_if_changed
from ..reading import Reading
from ..state import ClientState

NONE = PauseReply(False)


@dataclass(frozen=True)
class PauseState(PartState):
    """Whether the game is paused, and who goes on."""

    pause: PauseReply = NONE


class PausePart(Part):
    """Says that the game is paused and what it takes to go on."""

    reply_types = change_types = notice_types = (PauseReply,)

    def __init__(self) -> None:
        self.commands = (
            CommandWord(
                "resume", _resume, ("go",), rank=72, group={"others": "resume"}, is_offered=offered_with("resume")
            ),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note how it stands."""
        assert isinstance(reply, PauseReply)
        # Who goes on already waits for the rest: who else has said so is no news.
        return store_if_changed(
            state, PauseState(msgspec.structs.replace(reply, resumed=[]) if reply.wanted else reply), reply
        )

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say how it stands."""
        assert isinstance(change, PauseReply)
        yield _pause_text(change, reading)

    def is_paused(self, state: ClientState) -> bool:
        """Whether the game is paused."""
        return state.part(PauseState).pause.holds

    def missing_names(self, state: ClientState) -> Iterable[str]:
        """Name those who have not been there since."""
        said = state.part(PauseState).pause
        return said.missing if said.holds else ()

    def reminder(self, state: ClientState) -> Reminder | None:
        """Remind the reader to go on."""
        said = state.part(PauseState).pause
        if not said.holds or "resume" not in state.offers:
            return None
        return Reminder() if said.wanted else Reminder("resume", "resume")

    def status(self, reading: Reading, urgency: Urgency) -> str:
        """Say that the game is paused, and whom it waits for."""
        state, words, said = reading.state, reading.words, reading.state.part(PauseState).pause
        if urgency is not Urgency.HALTED or not said.holds:
            return ""
        if said.resumed and not said.wanted and "resume" in state.offers:
            return words("screen.paused-asked", names=words.listed(said.resumed))
        if said.missing:
            return words("screen.paused", names=words.listed(said.missing), n=len(said.missing))
        return words("screen.paused-here" if "resume" in state.offers else "screen.paused-others")

    def obstacles(self, reading: Reading) -> Iterator[Display]:
        """Say that the game is paused, and what it takes to go on."""
        if self.is_paused(reading.state):
            yield _pause_text(reading.state.part(PauseState).pause, reading)

    def refusal(self, reading: Reading) -> Display | None:
        """Say the same to whoever acts."""
        return next(self.obstacles(reading), None)

    def wait_lines(
        self, wait: say.SeatWait, reading: Reading, line: Callable[[str], Display]
    ) -> tuple[Display, ...] | None:
        """Say nothing a second time of whom a pause waits for."""
        return () if wait.why == "pause" and self.is_paused(reading.state) else None


def _pause_text(said: PauseReply, reading: Reading) -> Display:
    """Say whether the game is paused, and what it takes to go on."""
    words, names = reading.words, reading.words.listed(said.missing)
    asks = said.holds and not said.wanted and "resume" in reading.state.offers and said.resumed
    doubled = reading.state.duplicate_names
    if said.holds and doubled:
        return text_display(words("pause.doubled", names=words.listed(sorted(doubled)), n=len(doubled)), "warn")
    if asks:
        names, key = words.listed(asks), "pause.asked" if len(asks) == 1 else "pause.asked.several"
    elif not said.holds:
        key = "pause.over" if not said.missing else "pause.others-rest"
    elif "resume" not in reading.state.offers:
        key = "pause.others"
    elif not said.wanted:
        key = "pause.rests"
    else:
        key = "pause.waits" if len(said.missing) == 1 else "pause.waits.several"
    return text_display(words(key, names=names, n=len(said.missing)), "warn")


def _resume(context: CommandContext, rest: str) -> Iterator[Instruction]:
    said = context.state.part(PauseState).pause
    if said.holds and said.wanted:
        yield _pause_text(said, context.reading)  # that has been said
    elif said.holds:
        yield SendRequest(ResumeRequest(), (PauseReply,))
    else:
        yield text_display(context.words("pause.none"))


PART = PausePart()
