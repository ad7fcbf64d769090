"""Decisions that the node declines for a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.skips import SkipRequest

from ..changes import Change, News, Update
from ..commands.table import Applicability, CommandContext, CommandWord, offered_with
from ..instructions import Display, Instruction, SendRequest, text_display
from ..part import KeyEffect, Part
from ..reading import Reading
from ..state import ClientState


class SkipsChanged(News, frozen=True):
    """The node declines something else for the seat than before, or nothing any more."""

    skips: tuple[say.SkipRule, ...]


class SkipsPart(Part):
    """Has decisions declined, and says which are."""

    reply_types = (say.TurnReply,)
    change_types = (SkipsChanged,)

    def __init__(self) -> None:
        self.commands = (
            CommandWord(
                "skip",
                _skip,
                rank=22,
                applicability=Applicability.DEALT,
                group={"turn": "skip"},
                is_offered=offered_with("skip"),
            ),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """See whether a turn comes with other skips than the one before; they are part of it."""
        assert isinstance(reply, say.TurnReply)
        known = state.turn.skips if state.turn is not None else []
        others = state.welcome is not None and reply.view is not None and reply.skips != known
        return state, ((SkipsChanged(tuple(reply.skips)),) if others and not _is_alone(state) else ())

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say what is declined from now on."""
        assert isinstance(change, SkipsChanged)
        yield text_display(_skip_text(change.skips, reading.words), "warn")

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Have all declined until the own turn, or nothing any more."""
        turn = reading.state.turn
        return KeyEffect("skip off" if turn is not None and turn.skips else "skip turn") if does == "skip" else None


def _is_alone(state: ClientState) -> bool:
    """Whether this client is about to be told that it only watches."""
    return state.turn is None and state.seat is None and not state.seat_request.spectate


def _skip_text(skips: Iterable[say.SkipRule], words: Words) -> str:
    """Say what the node declines for the seat."""
    kinds = [words("skips.turn") if one.until else words("skips.kind", kind=one.key) for one in skips]
    return words("skips", what=words.listed(kinds)) if kinds else words("skips.nothing")


def _skip(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Have the node decline whatever is asked until the own turn, or a kind of decision; or nothing any more."""
    turn, words = context.state.turn, context.words
    if turn is None or context.presenter is None or context.state.seat is None:
        yield text_display(words("no-game-yet"))
    elif not rest:
        yield text_display(_skip_text(turn.skips, words))
        yield text_display(words("skip-how"))
    elif rest == "turn":
        yield SendRequest(SkipRequest(until="my-turn"), (say.TurnReply,))
    elif rest == "off":
        yield SendRequest(SkipRequest(yes=False), (say.TurnReply,))
    elif rest == "this":
        asked = turn.decision if turn.mine else None
        if asked is None:
            yield text_display(words("not-your-turn"))
        elif not asked.idle:
            yield text_display(words("skip-not-this"))
        else:
            yield SendRequest(SkipRequest(key=asked.key), (say.TurnReply,))
    elif context.presenter.texts.optional(f"decision.{rest}") is not None:
        yield SendRequest(SkipRequest(key=rest), (say.TurnReply,))
    else:
        yield text_display(words("skip-how"))


PART = SkipsPart()
