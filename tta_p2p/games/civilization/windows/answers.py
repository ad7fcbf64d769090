"""Answers: acts of a seat in a window, against the declaration of another one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...contract import Act, Arg, Card, Claim, Cost, Is, Knowledge, Line, Option, Seat
from ...kit import cards
from ...kit.state import Frame
from ..acts.targets import Told, ability_target_line, company, move_line, target_line
from ..culture.events import targets_after_refusal
from ..culture.track import spend
from ..flow import FLOW, Args, Underway, Verb, pop
from ..map.board import land, sorted_squares
from ..map.squares import SQUARES, Square, name_of
from ..state import State
from ..technologies.resource_abilities import Ability, pay, payments, why_not_paid
from .declarations import (
    HAVEN,
    SURE,
    TECH,
    Answer,
    AnswerAbility,
    AnswerAction,
    AnswerEvent,
    AnswerMove,
    Effect,
    can_refuse,
    cancel,
    declare,
    effect,
    last_effect,
    lock,
    locked,
    locks,
    narrow_targets,
    why_not_cancelled,
)
from .defection import advance, halt_move
from .threats import current_move, move_squares

SPY = Ability("spy", 1, "cancel")

for _kind, _key in (
    (AnswerEvent, "answer-event"),
    (AnswerAbility, "answer-ability"),
    (AnswerAction, "answer-action"),
    (AnswerMove, "answer-move"),
):
    FLOW.question(
        _kind,
        _key,
        ("lock", "interrupt", "pass") if _kind is AnswerMove else ("answer", "counter", "refuse", "pass"),
        lambda s, frame: (frame.actor, frame.what, *_doing(s, frame)),
        idle="pass",
    )


def _doing(s: State, frame: Answer) -> tuple[Arg, ...]:
    """Say what is about to happen, as all have heard: the key of a sentence, and its arguments."""
    last = last_effect(s)
    what = s.stack[last]
    assert isinstance(what, Effect)
    below = s.stack[last - 1] if last else None
    before = next((one for one in reversed(s.stack[:last]) if isinstance(one, Effect)), None)
    key, args = _declared(s, what, below, before)
    return key, *args


def _declared(s: State, what: Effect, below: Frame | None, before: Effect | None) -> Told:
    """Say what a seat has declared; `below`: the frame under it, `before`: the declaration before it."""
    seat, on = what.seat, what.on
    match what.kind, what.does:
        case _, "cancel" if before is not None:
            key = "stops-city" if before.kind == "action" else "counters"
            return key, (seat, what.what, before.seat, before.what)
        case _, "lock":
            return "stops-figures", (seat, what.what, *on)
        case "action", does:
            return does, (seat, what.what, *on)
        case "move", "go":
            return move_line(s, seat, what.what, str(on[0]), (int(on[1]), int(on[2])), [*map(str, on[3:])])
        case "move", "look" | "pause" if isinstance(below, Underway):
            ending, numbers = company(below.armies, below.scouts)
            return f"{what.does}s-{ending}", (seat, what.what, *numbers, *on)
        case "move", _:
            return "sacrifices", (seat, what.what, *on[:3], len(on) - 3, " ".join(map(str, on[3:])))
        case "event", _:
            told = target_line(s, seat, what.what, on)
            return (f"plays-{told[0]}", (seat, what.what, *told[1])) if told else ("plays-event", (seat, what.what))
        case "ability", "use":
            return ability_target_line(s, seat, what.what, str(on[1]))
        case "ability", "ship":
            return "ships", (seat, what.what, *on)
    return "uses", (seat, what.what)


@FLOW.verb
class SpyAnswer(Verb[State]):
    """`answer writing spy`: a technology cancels the declaration."""

    name = "answer"
    shape = None

    def candidates(self, s: State, frame: Answer, knows: Knowledge) -> Iterator[Args]:
        tech = TECH[type(frame)]
        if tech in s.techs[frame.seat] and not s.once(frame.seat, f"use-{tech}"):
            yield from ((tech, *paid) for paid in payments(s, frame.seat, SPY, knows))

    def check(self, s: State, frame: Answer, args: Args) -> Cost | Line:
        if len(args) != 2 or not isinstance(args[0], str) or not isinstance(args[1], str | Card):
            return Line("bad-arguments", (self.name,))
        seat, tech = frame.seat, args[0]
        if tech not in s.techs[seat]:
            return Line("unknown-tech", (tech,))
        if tech != TECH[type(frame)]:
            return Line("not-now", (tech,))
        if s.once(seat, f"use-{tech}"):
            return Line("used-already", (tech,))
        if isinstance(frame, AnswerEvent) and SURE in s.techs[frame.actor]:
            return Line("uncancellable", (frame.what,))
        return why_not_paid(s, seat, SPY, args[1:]) or ()

    def claims(self, s: State, frame: Answer, args: Args) -> tuple[Claim, ...]:
        return tuple(Is(one.handle, one.face) for one in args[1:] if isinstance(one, Card))

    def do(self, s: State, frame: Answer, args: Args, cost: Cost) -> None:
        pop(s)
        seat, tech = frame.seat, args[0]
        s.used = (*s.used, (seat, f"use-{tech}"))
        s.say("uses", seat, tech, *(one if isinstance(one, str) else one.face for one in args[1:]))
        pay(s, seat, args[1:])
        declare(s, Effect(seat, "cancel", "ability", tech))


HOLDS = TECH[AnswerMove]
"""The technology that locks a square: no figure leaves it."""


@lru_cache(256)
def _lock_options(seat: Seat, verb: str, squares: tuple[Square, ...], paid: Args) -> tuple[Option, ...]:
    """Give the acts that name each square: whoever knows Communism has them at every act of the own movement."""
    return tuple(Option(Act(seat, verb, (name_of(square), *paid))) for square in squares)


@FLOW.verb
class Lock(Verb[State]):
    """`lock c4 spy`: with Communism no figure leaves c4 this turn; a group on its way there comes so far."""

    name = "lock"
    shape = None

    def options(self, s: State, frame: Frame, knows: Knowledge, seat: Seat) -> list[Option]:
        squares = self._squares(s, frame)
        if not squares:
            return []
        shut = locks(s)
        return [
            option
            for paid in payments(s, frame.seat, SPY, knows)
            for square, option in zip(squares, _lock_options(seat, self.name, squares, paid), strict=True)
            if not shut >> square & 1
        ]

    def candidates(self, s: State, frame: Frame, knows: Knowledge) -> Iterator[Args]:
        squares = self._squares(s, frame)
        for paid in payments(s, frame.seat, SPY, knows) if squares else ():
            yield from ((name_of(square), *paid) for square in squares)

    def _squares(self, s: State, frame: Frame) -> tuple[Square, ...]:
        """Give the squares that could be named: first those of a move under way, which people mean."""
        if HOLDS not in s.techs[frame.seat] or s.once(frame.seat, f"use-{HOLDS}"):
            return ()
        every = sorted_squares(s.seats, s.laid)
        going = current_move(s) if isinstance(frame, AnswerMove) else None
        return every if going is None else tuple(dict.fromkeys((*move_squares(s, going[0]), *every)))

    def check(self, s: State, frame: Frame, args: Args) -> Cost | Line:
        if len(args) != 2 or not isinstance(args[0], str) or not isinstance(args[1], str | Card):
            return Line("bad-arguments", (self.name,))
        seat, square = frame.seat, SQUARES.get(args[0], -1)
        if HOLDS not in s.techs[seat]:
            return Line("unknown-tech", (HOLDS,))
        if s.once(seat, f"use-{HOLDS}"):
            return Line("used-already", (HOLDS,))
        if square not in land(s):
            return Line("off-the-map", args[:1])
        return Line("locked", args[:1]) if locked(s, square) else why_not_paid(s, seat, SPY, args[1:]) or ()

    def claims(self, s: State, frame: Frame, args: Args) -> tuple[Claim, ...]:
        return tuple(Is(one.handle, one.face) for one in args[1:] if isinstance(one, Card))

    def do(self, s: State, frame: Frame, args: Args, cost: Cost) -> None:
        seat = frame.seat
        if isinstance(frame, AnswerMove):
            pop(s)
            advance(s, SQUARES[args[0]])
            if s.over:
                return
        s.used = (*s.used, (seat, f"use-{HOLDS}"))
        s.say("uses", seat, HOLDS, *(one if isinstance(one, str) else one.face for one in args[1:]))
        pay(s, seat, args[1:])
        declare(s, Effect(seat, "lock", "ability", HOLDS, args[:1]))


@effect("lock")
def _locks(s: State, frame: Effect) -> None:
    square = str(frame.on[0])
    lock(s, frame.seat, square)
    going = current_move(s)
    if going is not None and going[0].what == square and going[0].does != "look":  # a look leaves no square
        s.say("cancelled-move", going[1].seat, square)
        halt_move(s)


@FLOW.verb
class EventAnswer(Verb[State]):
    """`counter #7=jousting-tourney`: a culture event cancels the declaration."""

    name = "counter"
    shape = (Card,)

    def candidates(self, s: State, frame: Answer, knows: Knowledge) -> Iterator[Args]:
        for handle in s.events[frame.seat]:
            if handle in knows.faces:
                yield (Card(handle, knows.faces[handle]),)

    def check(self, s: State, frame: Answer, args: Args) -> Cost | Line:
        handle, face = args[0].handle, args[0].face
        if handle not in s.events[frame.seat] or not cards.can_be(s, handle, face):
            return Line("no-such-card")
        return why_not_cancelled(s, frame, face) or ()

    def claims(self, s: State, frame: Answer, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Answer, args: Args, cost: Cost) -> None:
        pop(s)
        spend(s, frame.seat, args[0])
        s.say("counters", frame.seat, args[0].face, frame.actor, frame.what)
        declare(s, Effect(frame.seat, "cancel", "event", args[0].face))


@effect("cancel")
def _cancel(s: State, frame: Effect) -> None:
    cancel(s)


@FLOW.verb
class Refuse(Verb[State]):
    """`refuse`: with the United Nations, a culture event spares you, but no others."""

    name = "refuse"

    def check(self, s: State, frame: Answer, args: Args) -> Cost | Line:
        return () if can_refuse(s, frame) else Line("cannot-refuse", (HAVEN,))

    def do(self, s: State, frame: Answer, args: Args, cost: Cost) -> None:
        pop(s)
        s.say("refuses", frame.seat, frame.what)
        refused = next(one for one in reversed(s.stack) if isinstance(one, Effect))
        left = targets_after_refusal(s, refused, frame.seat)
        if left:
            narrow_targets(s, left)
        else:
            cancel(s)


@FLOW.verb
class PassVerb(Verb[State]):
    """`pass`: you let the declaration happen."""

    name = "pass"

    def check(self, s: State, frame: Answer, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Answer, args: Args, cost: Cost) -> None:
        pop(s)
