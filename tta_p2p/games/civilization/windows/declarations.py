"""Declarations wait while others may answer them; then they take effect, or are cancelled.

Public knowledge decides which seats are asked: whether a seat *could* hold the card or the spy, not whether it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from ...contract import Face, Handle, Line, Seat
from ...kit.records import replace
from ...kit.state import Frame
from ..flow import FLOW, pop, push
from ..map.board import Mask, mask_of
from ..map.squares import SQUARES, Square
from ..players.holdings import has_wonder
from ..state import State
from ..tables.events import EVENTS


class Effect(Frame, frozen=True):
    """A declaration of a seat, paid for. `does`: the effect that follows unless it is cancelled. `on`: its targets.

    `kind`: its sort (`event`, `ability`, `action`, `move`). `what`: its name.
    """

    does: str
    kind: str
    what: str
    on: tuple[str | int, ...] = ()


class Answer(Frame, frozen=True):
    """A seat may answer the declaration of `actor`: a culture event, an ability, an action of a city, a move."""

    actor: Seat
    what: str


class AnswerEvent(Answer, frozen=True):
    """A culture event was played; `aimed`: whether the asked seat is the target."""

    aimed: bool


class AnswerAbility(Answer, frozen=True):
    """Resources were paid for an ability."""


class AnswerAction(Answer, frozen=True):
    """A city acts."""


class AnswerMove(Answer, frozen=True):
    """Figures are about to leave a square."""


TECH: dict[type[Frame], str] = {
    AnswerEvent: "civil-service",
    AnswerAbility: "mass-media",
    AnswerAction: "writing",
    AnswerMove: "communism",
}
"""The technology that answers in each sort of window, for a spy."""
SURE = "mass-media"
"""The technology whose owner's culture events cannot be cancelled."""
HAVEN = "united-nations"
CANCELLING = tuple(name for name, event in EVENTS.items() if event.does == "cancel")
SPIES = ("hut-spy", "village-spy", *(name for name, one in EVENTS.items() if "spy" in one.kinds))
"""Parts that count as a spy; all of them lie face down."""

OF_MOVES: list[Callable[[State, Seat, Effect], bool]] = []
"""Tests whether anything else lets a seat answer a move."""
EFFECTS: dict[str, Callable[[State, Effect], None]] = {}
CANCELLED: dict[str, Callable[[State, Effect], None]] = {}
"""Effects that remain of a cancelled declaration."""


def could_interrupt(s: State, seat: Seat, move: Effect) -> bool:
    """Whether a seat could interrupt a move by other means, as far as everybody sees."""
    return any(could(s, seat, move) for could in OF_MOVES)


def move_answer_test(function: Callable[[State, Seat, Effect], bool]) -> Callable[[State, Seat, Effect], bool]:
    """Register a test whether a seat could answer a move."""
    OF_MOVES.append(function)
    return function


def effect(does: str) -> Callable[[Callable[[State, Effect], None]], Callable[[State, Effect], None]]:
    """Register the effect of a declaration."""

    def register(function: Callable[[State, Effect], None]) -> Callable[[State, Effect], None]:
        assert does not in EFFECTS, does
        EFFECTS[does] = function
        return function

    return register


@FLOW.runner(Effect)
def _take_effect(s: State, frame: Effect) -> None:
    EFFECTS[frame.does](s, frame)


def cancel(s: State) -> None:
    """Cancel the last declaration, with its remaining windows."""
    others: list[Frame] = []
    while s.stack:
        frame = pop(s)
        if isinstance(frame, Effect):
            s.say(f"cancelled-{frame.kind}", frame.seat, frame.what)
            if frame.does in CANCELLED:
                CANCELLED[frame.does](s, frame)
            push(s, *others)
            return
        if not isinstance(frame, Answer):  # a seat that has answered gives a coin away for its payment
            others.append(frame)


def state_if_unanswered(s: State) -> State:
    """Give the state after the last declaration if nobody answers: the same state if nobody is asked."""
    if not s.stack or not isinstance(s.stack[-1], Answer):
        return s
    then = s.copy()
    while isinstance(then.stack[-1], Answer):
        pop(then)
    FLOW.run(then)
    return then


def last_effect(s: State) -> int:
    """Give the place of the last declaration on the stack."""
    return next(at for at in reversed(range(len(s.stack))) if isinstance(s.stack[at], Effect))


def narrow_targets(s: State, on: tuple[str | int, ...]) -> None:
    """Narrow the last declaration to these targets; the remaining seats are asked as before."""
    at = last_effect(s)
    what = s.stack[at]
    assert isinstance(what, Effect)
    s.stack[at] = replace(what, on=on)


# --- seats to ask --------------------------------------------------------------------------------------------


def _could_be(s: State, handles: tuple[Handle, ...], faces: tuple[Face, ...]) -> bool:
    return any(not s.unseen[s.backs[handle]].keys().isdisjoint(faces) for handle in handles if handle in s.backs)


def can_spy(s: State, seat: Seat, tech: str) -> bool:
    """Whether a seat knows a technology, has not used it, and could pay a spy for it, as far as everybody sees."""
    if tech not in s.techs[seat] or s.once(seat, f"use-{tech}"):
        return False
    return _could_be(s, (*s.huts[seat], *s.villages[seat], *s.events[seat]), SPIES)


def why_not_cancelled(s: State, frame: Answer, face: Face) -> Line | None:
    """Say why a culture event is no answer here."""
    event = EVENTS.get(face)
    if event is None or event.does != "cancel":
        return Line("not-now", (face,))
    if isinstance(frame, AnswerEvent):
        if SURE in s.techs[frame.actor]:
            return Line("uncancellable", (frame.what,))
        return Line("not-at-you", (frame.what,)) if "own" in event.kinds and not frame.aimed else None
    return None if isinstance(frame, AnswerAbility) and "ability" in event.kinds else Line("not-now", (face,))


def can_refuse(s: State, frame: Answer) -> bool:
    """Whether the United Nations let the asked seat refuse an event."""
    return isinstance(frame, AnswerEvent) and frame.aimed and has_wonder(s, frame.seat, HAVEN)


def can_answer(s: State, frame: Answer) -> bool:
    """Whether a seat could answer, as far as everybody sees."""
    sure = isinstance(frame, AnswerEvent) and SURE in s.techs[frame.actor]
    if not sure and can_spy(s, frame.seat, TECH[type(frame)]):
        return True
    if not isinstance(frame, AnswerEvent | AnswerAbility):
        return False  # only spies cancel anything else
    hand = s.events[frame.seat]
    fitting = tuple(name for name in CANCELLING if why_not_cancelled(s, frame, name) is None) if hand else ()
    return _could_be(s, hand, fitting) or can_refuse(s, frame)


def other_seats(s: State, seat: Seat) -> Iterator[Seat]:
    """Give the others in the order of play, from a seat on."""
    for other in (*range(seat + 1, s.seats), *range(seat)):
        if s.left[other] is None:
            yield other


def declare(s: State, what: Effect, aimed: tuple[Seat, ...] = ()) -> None:
    """Declare an effect: it happens once every seat that could answer has passed. `aimed`: the targets of an event."""
    declare_to(s, what, seats_to_ask(s, what, aimed))


def declare_to(s: State, what: Effect, asked: Sequence[Answer]) -> None:
    """Declare an effect to the seats that could answer it."""
    if asked:
        push(s, *asked, what)
    else:
        EFFECTS[what.does](s, what)


def seats_to_ask(s: State, what: Effect, aimed: tuple[Seat, ...] = ()) -> list[Answer]:
    """Give a window for every seat that could answer a declaration, in the order of play."""
    if what.kind == "move":
        return [
            AnswerMove(seat, what.seat, what.what)
            for seat in other_seats(s, what.seat)
            if can_spy(s, seat, TECH[AnswerMove]) or could_interrupt(s, seat, what)
        ]
    asked: list[Answer] = []
    for seat in other_seats(s, what.seat):
        match what.kind:
            case "event":
                asked.append(AnswerEvent(seat, what.seat, what.what, seat in aimed))
            case "ability":
                asked.append(AnswerAbility(seat, what.seat, what.what))
            case "action":
                asked.append(AnswerAction(seat, what.seat, what.what))
    return [one for one in asked if can_answer(s, one)]


# --- squares that nobody leaves ------------------------------------------------------------------------------


def lock(s: State, seat: Seat, square: str) -> None:
    """Let no figure leave this square for the rest of the turn."""
    s.used = (*s.used, (seat, f"locked {square}"))
    s.say("locks", seat, square)


def locks(s: State) -> Mask:
    """Give the squares that no figure may leave."""
    return _locks(s.used) if s.used else 0


@lru_cache(1024)
def _locks(used: tuple[tuple[Seat, str], ...]) -> Mask:
    return mask_of(SQUARES[what.split(" ")[1]] for _, what in used if what.startswith("locked "))


def locked(s: State, square: Square) -> bool:
    """Whether no figure may leave a square."""
    return square >= 0 and bool(locks(s) >> square & 1)
