"""Defection and its like amid a move: the player names the square of the way where the card strikes.

The group comes to that square for everybody to see; the rest of it is asked how it goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Arg, Card, Claim, Cost, Is, Knowledge, Line, Seat
from ...kit import cards
from ...kit.records import replace
from ..acts.targets import target_line
from ..culture.events import kill, targets
from ..culture.track import spend
from ..flow import FLOW, Args, Underway, Verb, pop
from ..map.board import figures_at, land, owner_of
from ..map.squares import SQUARES, Square, name_of
from ..movement.journey import group_of, move_along, say_moved
from ..state import NONE, Group, State
from ..tables.events import EVENTS, Event
from .declarations import Answer, AnswerMove, Effect, can_answer, could_interrupt, declare, effect
from .threats import current_move, entered_squares, move_squares, reaches, remaining_move


def _going(s: State) -> tuple[Effect, Underway]:
    going = current_move(s)
    assert going is not None
    return going


def advance(s: State, square: Square) -> None:
    """Let the group under way come to a square of its way, where its move is answered."""
    move, under = _going(s)
    if square == under.square or square not in move_squares(s, move):
        return
    at, way = s.stack.index(under), entered_squares(move)
    far = way.index(square) + 1
    new = move_along(s, under, way[:far])
    say_moved(s, under, new)
    if s.over:
        return
    rest = remaining_move(move, far)
    later = [replace(one, what=rest.what) if isinstance(one, AnswerMove) else one for one in s.stack[at + 2 :]]
    s.stack[at:] = [new, rest, *later]


def halt_move(s: State) -> None:
    """Stop the group under way for now: its declared move ends here.

    Seats that have not been asked yet, and could still strike at its square, are asked.
    """
    move, under = _going(s)
    at = s.stack.index(under)
    pause = Effect(move.seat, "pause", "move", name_of(under.square))
    s.stack[at + 1] = pause
    s.stack[at:] = [
        one
        for one in s.stack[at:]
        if not isinstance(one, AnswerMove) or can_answer(s, one) or could_interrupt(s, one.seat, pause)
    ]


def _strikes(s: State, seat: Seat, event: Event) -> Iterator[tuple[Arg, ...]]:
    """Give every target that an event can kill during the move: figures on the squares of the way, then all others in
    its reach."""
    move, under = _going(s)
    way = dict.fromkeys(move_squares(s, move))
    for square in way:
        if square in land(s) and reaches(s, seat, event, square):
            armies, scouts = _there(s, under, square)
            for some in range(min(armies, event.number), -1, -1):
                for few in range(min(scouts, event.number - some), -1, -1):
                    if some or few:
                        yield name_of(square), some, few
    for on in targets(s, seat, event):
        if isinstance(on[1], str) or SQUARES[str(on[0])] not in way:
            yield on


def _there(s: State, under: Underway, square: Square) -> Group:
    """Give the figures on a square of a way once the group has come there."""
    there = figures_at(s, under.seat, square)
    if square == under.square:
        return there
    return there[0] + under.armies, there[1] + under.scouts


@FLOW.verb
class Interrupt(Verb[State]):
    """`interrupt #7=defection d4 1 0`: the card kills so many armies and scouts on d4 when the group is there."""

    name = "interrupt"
    shape = None

    def candidates(self, s: State, frame: Answer, knows: Knowledge) -> Iterator[Args]:
        for handle in s.events[frame.seat]:
            event = EVENTS.get(knows.faces.get(handle, ""))
            if event is not None and event.does == "kill":
                yield from ((Card(handle, event.name), *on) for on in _strikes(s, frame.seat, event))

    def check(self, s: State, frame: Answer, args: Args) -> Cost | Line:
        if not args or not isinstance(args[0], Card) or any(not isinstance(one, str | int) for one in args[1:]):
            return Line("bad-arguments", (self.name,))
        card, on = args[0], args[1:]
        event = EVENTS.get(card.face)
        if event is None or card.handle not in s.events[frame.seat] or not cards.can_be(s, card.handle, card.face):
            return Line("no-such-card")
        if event.does != "kill":
            return Line("not-now", (event.name,))
        if on in _strikes(s, frame.seat, event):
            return ()
        move, under = _going(s)
        square = SQUARES.get(on[0], -1) if on and isinstance(on[0], str) else -1
        if square in land(s) and not reaches(s, frame.seat, event, square):
            return Line("out-of-event-reach", (event.name, event.reach))
        if square in move_squares(s, move) and len(on) == 3:
            return Line("not-of-group", (event.number, *_there(s, under, square)))
        return Line("no-such-target", (event.name,))

    def claims(self, s: State, frame: Answer, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: AnswerMove, args: Args, cost: Cost) -> None:
        pop(s)
        seat, face, on = frame.seat, args[0].face, args[1:]
        square = SQUARES[on[0]]
        if not isinstance(on[1], str):
            advance(s, square)
            if s.over:
                return
        spend(s, seat, args[0])
        told = target_line(s, seat, face, on)
        s.say(f"plays-{told[0]}" if told else "plays-event", seat, face, *(told[1] if told else ()))
        aimed = owner_of(s, square) if isinstance(on[1], str) else _whose(s, seat, square)
        declare(s, Effect(seat, self.name, "event", face, on), (aimed,))


def _whose(s: State, seat: Seat, square: Square) -> Seat:
    """Give the seat, other than this one, with figures on a square."""
    return next(other for other, theirs in enumerate(s.figures) if other != seat and square in theirs)


@effect("interrupt")
def _interrupts(s: State, frame: Effect) -> None:
    """Kill the target; the rest of a group under way is asked how it goes on."""
    move, under = _going(s)
    square, (_, *what) = SQUARES[str(frame.on[0])], frame.on
    hit = square == under.square and not isinstance(what[0], str)
    kill(s, frame.seat, square, tuple(what))
    if not hit:
        if not isinstance(what[0], str) and square not in s.figures[move.seat]:
            s.moved.pop(square, None)
        return
    group = group_of(under)
    dead = min(int(what[0]), group[0]), min(int(what[1]), group[1])
    left = group[0] - dead[0], group[1] - dead[1]
    done = s.moved.get(square, NONE)
    s.moved[square] = max(0, done[0] - dead[0]), max(0, done[1] - dead[1])
    if s.moved[square] == NONE:
        del s.moved[square]
    at = s.stack.index(under)
    s.stack[at] = replace(under, armies=left[0], scouts=left[1])
    halt_move(s)
    if left == NONE:
        s.stack[at:] = [one for one in s.stack[at + 2 :] if not isinstance(one, AnswerMove)]
