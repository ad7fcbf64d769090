"""How a game goes on: pending work as frames on a stack, decisions, needs, and the facts that answer them.

`State.stack` holds frames, the next on top (last). A frame is either *run* (it does something, perhaps puts
further frames on the stack, and is gone) or it *asks*: then it is the open decision and stays until one of
its verbs takes it off. `run` goes on until a frame asks, a frame must wait for an open need, or the game is
over. There is nothing else: what is pending is in the state, so every instant can be saved and continued.

Modules register what they bring with `@runs`, `asks`, `@verb` and `@hears`; nothing is registered twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar

from ..contract import (
    Act,
    Arg,
    Claim,
    Cost,
    Decision,
    Illegal,
    Knowledge,
    Line,
    Option,
    Seat,
)
from .state import Frame, Lasting, State

F = TypeVar("F", bound=Frame)
Args: TypeAlias = tuple[Any, ...]

FRAMES: dict[str, type[Frame]] = {}
"""Every kind of frame by name (for `encoding`)."""
_RUNS: dict[type[Frame], Callable[[State, Any], None]] = {}
_EAGER: set[type[Frame]] = set()
_ASKS: dict[type[Frame], Question] = {}
_HEARS: dict[type[Frame], Callable[[State, Any, Any], None]] = {}
_LEAVES: dict[type[Frame], Callable[[State, Any, Seat], Frame | None]] = {}
VERBS: dict[str, Verb] = {}
"""Every verb by name."""


@dataclass(frozen=True, slots=True)
class Question:
    """How a frame asks: key and arguments of the decision, the verbs that answer it, the one of them that declines."""

    key: str
    args: Callable[[State, Any], tuple[Arg, ...]]
    verbs: tuple[str, ...]
    idle: str


class Verb:
    """One kind of act: what it needs, costs and does, next to one another.

    Subclasses set `name` and `shape` (the types of its arguments) and are registered with `@verb`.
    """

    name: ClassVar[str]
    shape: ClassVar[tuple[type, ...] | None] = ()  # None: any arguments, looked at by `check`

    def candidates(self, s: State, frame: Any, knows: Knowledge) -> Iterable[Args]:
        """Give the arguments worth checking, in the order of the list of legal acts."""
        return ((),)

    def check(self, s: State, frame: Any, args: Args) -> Cost | Line:
        """Give what the act costs, or the line that says why it is refused. Changes nothing."""
        raise NotImplementedError

    def do(self, s: State, frame: Any, args: Args, cost: Cost) -> None:
        """Carry out an act that was checked and found to cost this."""
        raise NotImplementedError

    def claims(self, s: State, frame: Any, args: Args) -> tuple[Claim, ...]:
        """Say what the act asserts about hidden cards."""
        return ()

    def effects(self, s: State, frame: Any, args: Args) -> tuple[Line, ...]:
        """Say in lines for `explain` what the act does beyond its cost."""
        return ()

    def options(self, s: State, frame: Any, knows: Knowledge, seat: Seat) -> Iterator[Option]:
        """List the legal acts of this verb."""
        for args in self.candidates(s, frame, knows):
            cost = self.check(s, frame, args)
            if type(cost) is tuple:
                yield Option(Act(seat, self.name, args), cost)


V = TypeVar("V", bound=type[Verb])


def verb(cls: V) -> V:
    """Register a verb."""
    assert cls.name not in VERBS, cls.name
    VERBS[cls.name] = cls()
    return cls


def runs(
    kind: type[F], *, eager: bool = False
) -> Callable[[Callable[[State, F], None]], Callable[[State, F], None]]:
    """Register how a kind of frame is carried out; an eager one does not wait for open needs."""

    def register(function: Callable[[State, F], None]) -> Callable[[State, F], None]:
        _name(kind)
        assert kind not in _RUNS and kind not in _ASKS, kind
        _RUNS[kind] = function
        if eager:
            _EAGER.add(kind)
        return function

    return register


def asks(
    kind: type[F],
    key: str,
    verbs: tuple[str, ...],
    args: Callable[[State, F], tuple[Arg, ...]] = lambda s, frame: (),
    idle: str = "",
) -> None:
    """Register a kind of frame as a decision answered by these verbs, listed in this order; `idle` declines."""
    _name(kind)
    assert kind not in _RUNS and kind not in _ASKS, kind
    _ASKS[kind] = Question(key, args, verbs, idle)


def hears(kind: type[F]) -> Callable[[Callable[[State, F, Any], None]], Callable[[State, F, Any], None]]:
    """Register what happens when the need with this `then` is answered: the function gets the fact."""

    def register(function: Callable[[State, F, Any], None]) -> Callable[[State, F, Any], None]:
        _name(kind)
        assert kind not in _HEARS, kind
        _HEARS[kind] = function
        return function

    return register


def leaves(
    kind: type[F],
) -> Callable[[Callable[[State, F, Seat], Frame | None]], Callable[[State, F, Seat], Frame | None]]:
    """Register what becomes of a kind of frame when a seat leaves: the frame to go on with, or None."""

    def register(function: Callable[[State, F, Seat], Frame | None]) -> Callable[[State, F, Seat], Frame | None]:
        assert kind not in _LEAVES, kind
        _LEAVES[kind] = function
        return function

    return register


def after_leaving(s: State, frame: Frame, seat: Seat) -> Frame | None:
    """Give what becomes of a frame when a seat leaves: by default its own are dropped, lasting ones stay."""
    if type(frame) in _LEAVES:
        return _LEAVES[type(frame)](s, frame, seat)
    return None if frame.seat == seat and not isinstance(frame, Lasting) else frame


def _name(kind: type[Frame]) -> None:
    assert FRAMES.setdefault(kind.__name__, kind) is kind, kind


def push(s: State, *frames: Frame) -> None:
    """Put frames on the stack so that they are carried out in the order given."""
    s.stack.extend(reversed(frames))


def pop(s: State) -> Frame:
    """Take the top frame off: its work is done."""
    return s.stack.pop()


def run(s: State) -> None:
    """Go on until a decision is open, a frame waits for a need, or the game is over."""
    stack = s.stack
    while stack and not s.ending:
        frame = stack[-1]
        kind = type(frame)
        if kind in _ASKS or (s.pending and kind not in _EAGER):
            return
        stack.pop()
        _RUNS[kind](s, frame)


def hear(s: State, then: Frame, fact: Any) -> None:
    """Give the answer of a need to what asked for it."""
    _HEARS[type(then)](s, then, fact)


def asking(s: State) -> Frame | None:
    """Give the frame whose decision is open, if one is."""
    if s.pending or s.ending or not s.stack or type(s.stack[-1]) not in _ASKS:
        return None
    return s.stack[-1]


def decision(s: State) -> Decision | None:
    """Say who decides what."""
    frame = asking(s)
    if frame is None:
        return None
    question = _ASKS[type(frame)]
    return Decision((frame.seat,), question.key, question.args(s, frame), idle=question.idle)


def legal(s: State, knows: Knowledge, seat: Seat) -> tuple[Option, ...]:
    """List every act open to the seat."""
    frame = asking(s)
    if frame is None or frame.seat != seat:
        return ()
    found: list[Option] = []
    s.memo = {}
    try:
        for name in _ASKS[type(frame)].verbs:
            found.extend(VERBS[name].options(s, frame, knows, seat))
    finally:
        s.memo = None
    return tuple(found)


def check(s: State, act: Act) -> tuple[Frame, Verb, Cost]:
    """Give the frame an act answers, its verb and its cost. Raises Illegal."""
    frame = asking(s)
    if frame is None:
        raise Illegal("nothing-to-decide", seat=act.seat)
    if frame.seat != act.seat:
        raise Illegal("not-your-decision", seat=act.seat)
    if act.verb not in _ASKS[type(frame)].verbs:
        raise Illegal("not-now", act.verb, seat=act.seat)
    handler = VERBS[act.verb]
    shape = handler.shape
    if shape is not None and tuple(map(type, act.args)) != shape:
        raise Illegal("bad-arguments", act.verb, seat=act.seat)
    cost = handler.check(s, frame, act.args)
    if isinstance(cost, Line):
        raise Illegal(cost.key, *cost.args, seat=act.seat)
    return frame, handler, cost


def act(s: State, fact: Act) -> None:
    """Carry out an act on a state of one's own, up to where `run` goes on. Raises Illegal."""
    frame, handler, cost = check(s, fact)
    handler.do(s, frame, fact.args, cost)

