"""A bot that plays a seat for its person for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.autopilot import AutopilotReply, AutopilotRequest

from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord, is_no, offered_with
from ..instructions import AskConfirmation, Display, Instruction, SendRequest, text_display
from ..levels import unknown_level_text
from ..part import KeyEffect, Part, PartState, Urgency, store_if_changed
from ..reading import Reading
from ..reducer import with_handover
from ..state import ClientState, PendingConfirmation

LEVELS = ("random", "easy", "normal", "hard")
"""The levels of bots that a game may have, the weakest first, where the node does not say which there are."""


@dataclass(frozen=True)
class AutopilotState(PartState):
    """The seats that bots play for their people."""

    levels: Mapping[int, str] = field(default_factory=dict)
    """The level of the bot at each of these seats."""

    @property
    def autopilot_seats(self) -> frozenset[int]:
        """Those seats."""
        return frozenset(self.levels)


class AutopilotPart(Part):
    """Hands a seat over to a bot, and takes it back."""

    reply_types = (AutopilotReply, say.WelcomeReply)
    change_types = notice_types = (AutopilotReply,)

    def __init__(self) -> None:
        self.commands = (
            CommandWord(
                "autopilot",
                _autopilot,
                rank=91,
                key_help=True,
                group={"others": "autopilot"},
                is_offered=offered_with("autopilot"),
            ),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note which bot plays a seat; at one keyboard the game may wait for somebody else then."""
        if isinstance(reply, AutopilotReply):
            others = {seat: one for seat, one in state.part(AutopilotState).levels.items() if seat != reply.seat}
            after, told = store_if_changed(
                state, AutopilotState({**others, reply.seat: reply.level} if reply.level else others), reply
            )
            if not told:
                return state, ()
            after, handed = with_handover(after)
            return after, (*told, *handed)
        if isinstance(reply, say.WelcomeReply) and before.welcome is not None and before.welcome.sid != reply.sid:
            return state.with_part(AutopilotState()), ()  # another game at the same table
        return state, ()

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say who plays a seat now, and what is done in its turn already."""
        assert isinstance(change, AutopilotReply)
        words, state = reading.words, reading.state
        alone = change.seat == state.seat and len(state.seat_request.shared_seats) < 2
        own = "own." if alone else "here." if state.is_local else ""
        own += "absent." if change.absent else ""
        called = words.name_of("level", change.level)
        key = f"autopilot.{own}{'on' if change.level else 'off'}"
        yield text_display(words(key, name=change.name, level=called), "warn")
        if not change.level and change.seat == state.seat and (done := reading.draft_acts()):
            yield text_display(words("autopilot.begun", acts="; ".join(done)), "warn")

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Hand the seat over, or say that it cannot be."""
        if does != "autopilot" or (reading.state.in_lobby and "autopilot" not in reading.state.offers):
            return None
        return KeyEffect("autopilot") if "autopilot" in reading.state.offers else KeyEffect(note="autopilot.not-here")

    def status(self, reading: Reading, urgency: Urgency) -> str:
        """Say that a bot plays the own seat, and which key takes it back."""
        return reading.words("screen.autopilot") if _plays_own_seat(reading.state, urgency) else ""

    def brief_status(self, reading: Reading, urgency: Urgency) -> str:
        """Say it in words that leave room for where the game stands."""
        return reading.words("screen.autopilot.short") if _plays_own_seat(reading.state, urgency) else ""


def _plays_own_seat(state: ClientState, urgency: Urgency) -> bool:
    return urgency is Urgency.OWN_SEAT and state.seat is not None and state.seat in state.autopilot_seats


def _autopilot(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Hand the seat over to a bot for a while, or take it back; at one keyboard also what others handed over."""
    state, words = context.state, context.words
    level = rest.strip().casefold()
    levels = state.welcome.levels if state.welcome is not None else []
    off = is_no(context, rest) or level == "off"
    on = state.seat is not None and state.seat in state.autopilot_seats
    beside = [seat for seat in state.seat_request.shared_seats if seat != state.seat and seat in state.autopilot_seats]
    if state.game_over is not None or state.ended_early:
        yield text_display(words("over-acts"))
    elif on and (off or not level):
        yield SendRequest(AutopilotRequest(), (AutopilotReply,))
    elif beside and (off or not level):
        names = tuple(info.name for info in state.welcome.seats if info.seat in beside) if state.welcome else ()
        back = tuple(AutopilotRequest(seat=seat) for seat in beside)
        yield AskConfirmation(PendingConfirmation("autopilot.back", back, names=names))
    elif off:
        yield text_display(words("autopilot.none"))
    elif level and (level not in levels if levels else words.optional(f"level.{level}") is None):
        game = state.welcome.game if state.welcome is not None else None
        yield text_display(unknown_level_text(rest.strip(), levels or LEVELS, game, words), "warn")
    else:
        request = AutopilotRequest(level or "easy")
        key = "autopilot.sure.here" if state.is_local else "autopilot.sure"
        called = words.name_of("level", request.level)
        yield AskConfirmation(PendingConfirmation(key, (request,), names=(called,)))


PART = AutopilotPart()
