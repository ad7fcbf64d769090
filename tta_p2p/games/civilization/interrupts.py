"""Defection and its like in the middle of a move: figures of the group that is under way are killed before it arrives.

Who is asked follows from what everybody sees: that a seat could hold such a card, and that it reaches where the group
begins its move or where it is going.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Claim, Cost, Is, Knowledge, Line, Seat
from ..kit import cards
from ..kit.records import replace
from .aims import company
from .board import SQUARES, cities_of, put, steps
from .culture import spend
from .events import say_killed
from .flow import FLOW, Args, OnTheWay, Verb, pop
from .state import NONE, Group, Square, State
from .tables.events import EVENTS, Event
from .windows import Answer, AnswerMove, Effect, ask_of_moves, declare, effect, last_effect

DESERTIONS = tuple(name for name, event in EVENTS.items() if event.does == "kill")
GROUPS = ("move", "go")
"""What a group declares that is under way."""


def _under_way(s: State, move: Effect, below: object) -> tuple[Square, Square, Group]:
    """Give where a group begins, where it is going, and how many it is; `below`: the frame that lies under the move."""
    if isinstance(below, OnTheWay) and move.does == "go":
        return SQUARES[move.what], SQUARES[str(move.on[0])], (below.armies, below.scouts)
    return SQUARES[move.what], SQUARES[str(move.on[0])], (int(move.on[1]), int(move.on[2]))


def _reaches(s: State, seat: Seat, event: Event, *squares: Square) -> bool:
    own = (*s.figures[seat], *cities_of(s, seat))
    return not event.reach or any(steps(one, square) <= event.reach for one in own for square in squares)


@ask_of_moves
def can_interrupt(s: State, seat: Seat, move: Effect) -> bool:
    """Whether a seat could kill figures of a group that sets out, as far as everybody sees."""
    if move.does not in GROUPS or not s.events[seat]:
        return False
    start, to, _ = _under_way(s, move, s.stack[-1] if s.stack else None)
    fitting = [name for name in DESERTIONS if _reaches(s, seat, EVENTS[name], start, to)]
    return any(cards.can_be(s, handle, name) for handle in s.events[seat] for name in fitting)


@FLOW.verb
class Interrupt(Verb[State]):
    """`interrupt #7=defection 1 0`: so many armies and scouts of the group that is under way are killed."""

    name = "interrupt"
    shape = (Card, int, int)

    def candidates(self, s: State, frame: Answer, knows: Knowledge) -> Iterator[Args]:
        for handle in s.events[frame.seat]:
            event = EVENTS.get(knows.faces.get(handle, ""))
            for armies in range(event.number if event is not None and event.does == "kill" else -1, -1, -1):
                for scouts in range(event.number - armies if event is not None else -1, -1, -1):
                    yield Card(handle, knows.faces[handle]), armies, scouts

    def check(self, s: State, frame: Answer, args: Args) -> Cost | Line:
        card, armies, scouts = args
        event = EVENTS.get(card.face)
        if event is None or card.handle not in s.events[frame.seat] or not cards.can_be(s, card.handle, card.face):
            return Line("no-such-card")
        at = last_effect(s)
        move = s.stack[at]
        assert isinstance(move, Effect)
        if event.does != "kill" or not isinstance(frame, AnswerMove) or move.does not in GROUPS:
            return Line("not-now", (event.name,))
        start, to, group = _under_way(s, move, s.stack[at - 1])
        if not _reaches(s, frame.seat, event, start, to):
            return Line("out-of-event-reach", (event.name, event.reach))
        fits = 0 <= armies <= group[0] and 0 <= scouts <= group[1] and 0 < armies + scouts <= event.number
        return () if fits else Line("not-of-group", (event.number, *group))

    def claims(self, s: State, frame: Answer, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: AnswerMove, args: Args, cost: Cost) -> None:
        pop(s)
        spend(s, frame.seat, args[0])
        move = s.stack[last_effect(s)]
        assert isinstance(move, Effect)
        ending, numbers = company(args[1], args[2])
        s.say(f"plays-kill-{ending}", frame.seat, args[0].face, move.what, move.seat, *numbers)
        declare(s, Effect(frame.seat, self.name, "event", args[0].face, args[1:]), (frame.actor,))


@effect("interrupt")
def _interrupts(s: State, frame: Effect) -> None:
    """Figures of the group die where it stands; who is left of it goes on, and who could answer the move still can."""
    at = last_effect(s)
    move = s.stack[at]
    assert isinstance(move, Effect)
    start, _, group = _under_way(s, move, s.stack[at - 1])
    dead = min(int(frame.on[0]), group[0]), min(int(frame.on[1]), group[1])
    left = group[0] - dead[0], group[1] - dead[1]
    put(s, move.seat, start, (-dead[0], -dead[1]))
    say_killed(s, frame.seat, move.seat, move.what, dead)
    below = s.stack[at - 1]
    if isinstance(below, OnTheWay) and move.does == "go":
        done = s.moved.get(start, NONE)
        s.moved[start] = done[0] - dead[0], done[1] - dead[1]
        s.stack[at - 1] = replace(below, armies=left[0], scouts=left[1])
    else:
        s.stack[at] = replace(move, on=(move.on[0], *left))
    if start not in s.figures[move.seat]:
        s.moved.pop(start, None)
    if left == NONE:
        del s.stack[at:]
        if isinstance(below, OnTheWay) and move.does == "go":
            pop(s)
