"""The course of a game: pending work as frames on a stack, decisions, and the acts that answer them.

The stack of a state holds frames, the next on top (last). A frame either *runs* (its runner changes the state, perhaps
pushes further frames, and the frame is gone) or it *asks*: then it is the open decision, and stays until one of its
verbs pops it. `Flow.run` continues until a frame asks, a frame must wait for an open need, or the game is over. There
is nothing else: all pending work is in the state, so every instant can be saved and continued.

A game has one `Flow`; its modules register their parts with `runner`, `question`, `verb`, `listener` and `departure`.
Nothing is registered twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from ..contract import Act, Acts, Arg, Claim, Cost, Decision, DecisionKind, Fact, Illegal, Knowledge, Line, Option, Seat
from .records import replace
from .state import Frame, ResumableState, TableFrame

S = TypeVar("S", bound=ResumableState)
F = TypeVar("F", bound=Frame)
R = TypeVar("R")
Args: TypeAlias = tuple[Any, ...]


class Verb(Generic[S]):
    """One kind of act: its arguments, refusals, cost and effects, side by side.

    Subclasses set `name` and `shape` (the types of its arguments) and are registered with `Flow.verb`. Where several
    seats answer one frame at the same time, each method is given the frame with the seat that acts.
    """

    name: ClassVar[str]
    shape: ClassVar[tuple[type, ...] | None] = ()  # None: any arguments, looked at by `check`

    def candidates(self, s: S, frame: Any, knows: Knowledge) -> Iterable[Args]:
        """Yield the arguments worth checking, in the order of the list of legal acts."""
        return ((),)

    def quick_candidates(self, s: S, frame: Any, knows: Knowledge) -> Iterable[Args]:
        """Yield the candidates but those that a cheap test rules out; `check` would refuse them."""
        return self.candidates(s, frame, knows)

    def check(self, s: S, frame: Any, args: Args) -> Cost | Line:
        """Return the cost of the act, or the line that refuses it. Changes nothing."""
        raise NotImplementedError

    def do(self, s: S, frame: Any, args: Args, cost: Cost) -> None:
        """Carry out an act; `check` has returned this cost for it."""
        raise NotImplementedError

    def claims(self, s: S, frame: Any, args: Args) -> tuple[Claim, ...]:
        """Return the claims of the act about hidden cards."""
        return ()

    def effects(self, s: S, frame: Any, args: Args) -> tuple[Line, ...]:
        """Return lines for `explain`: what the act does beyond its cost."""
        return ()

    def no_candidates(self, s: S, frame: Any) -> Line:
        """Return the line that says why there are no candidates."""
        return Line("nothing-for", (self.name,))

    def dead_end(self, s: S, frame: Any, args: Args) -> Line | None:
        """Return one reason why no act that begins with these arguments is possible; None: there is no such reason."""
        return None

    def options(self, s: S, frame: Any, knows: Knowledge, seat: Seat) -> Iterable[Option]:
        """List the legal acts of this verb."""
        found = []
        for args in self.quick_candidates(s, frame, knows):
            cost = self.check(s, frame, args)
            if type(cost) is tuple:
                found.append(Option(Act(seat, self.name, args), cost))
        return found


@dataclass(frozen=True, slots=True)
class Question(Generic[S]):
    """A frame's decision: its key and arguments, the verbs that answer it, the act that declines it (`Decision.idle`).

    `seats`: the seats that answer at the same time; None: the seat of the frame answers openly.
    `repeats`: the frame may ask again after an act, as a turn of several acts does.
    """

    key: str
    args: Callable[[S, Any], tuple[Arg, ...]]
    verbs: tuple[str, ...]
    idle: str | Callable[[S, Any], str]
    seats: Callable[[S, Any], tuple[Seat, ...]] | None
    repeats: bool


V = TypeVar("V", bound=type[Verb[Any]])


def push(s: ResumableState, *frames: Frame) -> None:
    """Push frames so that they run in the order given."""
    s.stack.extend(reversed(frames))


def pop(s: ResumableState) -> Frame:
    """Pop the top frame; its work is done."""
    return s.stack.pop()


class Flow(Generic[S]):
    """Everything a game can do and ask, by its frames and verbs.

    >>> class Turn(Frame, frozen=True):
    ...     pass
    >>> flow: Flow[Any] = Flow()
    >>> flow.question(Turn, "turn", ("sell", "end"), idle="end")
    >>> flow.decision_key(Turn), flow.decisions_of_verb("sell") == (Turn,)
    ('turn', True)
    """

    def __init__(self) -> None:
        self.frames: dict[str, type[Frame]] = {}
        """Every kind of frame by name."""
        self.shapes: dict[str, tuple[type, ...] | None] = {}
        """The types of the arguments of every verb, by its name; None: any arguments."""
        self.verbs: dict[tuple[type[Frame] | None, str], Verb[S]] = {}
        """Every verb by the kind of frame it answers and its name; None: frames of every kind."""
        self._runners: dict[type[Frame], Callable[[S, Any], None]] = {}
        self._eager: dict[type[Frame], Callable[[Any], bool]] = {}
        self._questions: dict[type[Frame], Question[S]] = {}
        self._listeners: dict[type[Frame], Callable[[S, Any, Any], None]] = {}
        self._departures: dict[type[Frame], Callable[[S, Any, Seat], Frame | None]] = {}

    # --- registering ---------------------------------------------------------------------------------

    def verb(self, cls: V) -> V:
        """Register a verb."""
        assert cls.name not in self.shapes, cls.name
        self.shapes[cls.name] = cls.shape
        self.verbs[None, cls.name] = cls()
        return cls

    def verb_for(self, kind: type[Frame]) -> Callable[[V], V]:
        """Register a verb for one kind of frame: others may have one of the same name and shape (`pass`, `done`)."""

        def register(cls: V) -> V:
            shape = self.shapes.setdefault(cls.name, cls.shape)
            assert shape == cls.shape and not {(None, cls.name), (kind, cls.name)} & self.verbs.keys(), cls
            self.verbs[kind, cls.name] = cls()
            return cls

        return register

    def verb_at(self, frame: Frame, name: str) -> Verb[S]:
        """Give the verb of this name that answers a frame. Raises KeyError."""
        return self.verbs.get((type(frame), name)) or self.verbs[None, name]

    def runner(
        self, kind: type[F], *, eager: bool | Callable[[F], bool] = False
    ) -> Callable[[Callable[[S, F], R]], Callable[[S, F], R]]:
        """Register the function that runs a kind of frame; an eager frame does not wait for open needs.

        Where only some frames of a kind are eager, a function tells which.
        """

        def register(function: Callable[[S, F], R]) -> Callable[[S, F], R]:
            self._register(kind)
            assert kind not in self._runners and kind not in self._questions, kind
            self._runners[kind] = function  # type: ignore[assignment]
            if eager:
                self._eager[kind] = eager if callable(eager) else lambda frame: True
            return function

        return register

    def question(
        self,
        kind: type[F],
        key: str,
        verbs: tuple[str, ...],
        args: Callable[[S, F], tuple[Arg, ...]] = lambda s, frame: (),
        idle: str | Callable[[S, F], str] = "",
        seats: Callable[[S, F], tuple[Seat, ...]] | None = None,
        repeats: bool = False,
    ) -> None:
        """Register a kind of frame as a decision answered by these verbs, listed in this order; `idle` declines.

        Where the declining act has arguments, `idle` is a function that returns verb and arguments.
        `Verb.do` pops the frame, unless it `repeats`: a turn of several acts.

        With `seats` the decision is sealed: these seats answer at the same time; when all have, the kit pops the frame
        and carries out the acts in seat order. Where nobody is left to answer, it only pops the frame.
        """
        self._register(kind)
        assert kind not in self._runners and kind not in self._questions, kind
        self._questions[kind] = Question(key, args, verbs, idle, seats, repeats)

    def repeats(self, frame: Frame) -> bool:
        """Whether a frame may ask again after an act has answered it."""
        return self._questions[type(frame)].repeats

    def listener(self, kind: type[F]) -> Callable[[Callable[[S, F, Any], R]], Callable[[S, F, Any], R]]:
        """Register the function that gets the answer of a need whose `listener` is of this kind."""

        def register(function: Callable[[S, F, Any], R]) -> Callable[[S, F, Any], R]:
            self._register(kind)
            assert kind not in self._listeners, kind
            self._listeners[kind] = function  # type: ignore[assignment]
            return function

        return register

    def departure(
        self, kind: type[F]
    ) -> Callable[[Callable[[S, F, Seat], Frame | None]], Callable[[S, F, Seat], Frame | None]]:
        """Register what becomes of a kind of frame when a seat leaves: the function returns the new frame, or None."""

        def register(function: Callable[[S, F, Seat], Frame | None]) -> Callable[[S, F, Seat], Frame | None]:
            assert kind not in self._departures, kind
            self._departures[kind] = function
            return function

        return register

    def _register(self, kind: type[Frame]) -> None:
        assert self.frames.setdefault(kind.__name__, kind) is kind, kind

    # --- running -------------------------------------------------------------------------------------

    def run(self, s: S) -> None:
        """Run frames until a decision is open, a frame waits for a need, or the game is over."""
        stack = s.stack
        while stack and not s.over:
            frame = stack[-1]
            kind = type(frame)
            if kind in self._questions:
                seats = self._questions[kind].seats
                if s.pending or seats is None or seats(s, frame):
                    return
                stack.pop()
                continue
            if s.pending and not (kind in self._eager and self._eager[kind](frame)):
                return
            stack.pop()
            self._runners[kind](s, frame)

    def deliver(self, s: S, listener: Frame, fact: Any) -> None:
        """Deliver the answer of a need to its listener."""
        self._listeners[type(listener)](s, listener, fact)

    def drop_frames(self, s: S, seat: Seat) -> None:
        """Drop the frames of a seat that leaves, but frames of the table and those with a registered `departure`."""
        after = (self._after_leaving(s, frame, seat) for frame in s.stack)
        s.stack[:] = [frame for frame in after if frame is not None]

    def _after_leaving(self, s: S, frame: Frame, seat: Seat) -> Frame | None:
        if type(frame) in self._departures:
            return self._departures[type(frame)](s, frame, seat)
        return None if frame.seat == seat and not isinstance(frame, TableFrame) else frame

    # --- decisions and acts --------------------------------------------------------------------------

    def decision_frame(self, s: S) -> Frame | None:
        """Return the frame whose decision is open; None: no decision is."""
        if s.pending or s.over or not s.stack or type(s.stack[-1]) not in self._questions:
            return None
        return s.stack[-1]

    def decision(self, s: S) -> Decision | None:
        """Return the open decision; None: no decision is open."""
        frame = self.decision_frame(s)
        if frame is None:
            return None
        question = self._questions[type(frame)]
        sealed = question.seats is not None
        return Decision(self._seats(s, frame), question.key, question.args(s, frame), sealed, self.idle(s, frame))

    def idle(self, s: S, frame: Frame) -> str:
        """Return the act that declines this decision (`Decision.idle`)."""
        idle = self._questions[type(frame)].idle
        return idle(s, frame) if callable(idle) else idle

    def _seats(self, s: S, frame: Frame) -> tuple[Seat, ...]:
        seats = self._questions[type(frame)].seats
        return (frame.seat,) if seats is None else seats(s, frame)

    def open_verbs(self, s: S, seat: Seat) -> tuple[tuple[str, ...], Frame]:
        """Return the verbs that answer the open decision, and its frame with the seat that answers."""
        frame = s.stack[-1]
        return self._questions[type(frame)].verbs, self._frame_for(frame, seat)

    def decisions_of_verb(self, verb: str) -> tuple[type[Frame], ...]:
        """Return every kind of frame that a verb answers, whether one is open or not."""
        return tuple(kind for kind, question in self._questions.items() if verb in question.verbs)

    @property
    def decision_kinds(self) -> tuple[type[Frame], ...]:
        """Every kind of frame that asks."""
        return tuple(self._questions)

    def decision_key(self, kind: type[Frame]) -> str:
        """Give the key of a kind of decision."""
        return self._questions[kind].key

    def kind_of_decision(self, key: str) -> DecisionKind | None:
        """Say what answers the decisions of a key, and what always declines them; None where nothing is asked so."""
        alike = [question for question in self._questions.values() if question.key == key]
        verbs = dict.fromkeys(verb for question in alike for verb in question.verbs)
        idle = {question.idle if isinstance(question.idle, str) else "" for question in alike}
        return DecisionKind(tuple(verbs), idle.pop() if len(idle) == 1 else "") if alike else None

    def _frame_for(self, frame: Frame, seat: Seat) -> Frame:
        """Return the frame with the seat that answers."""
        return frame if frame.seat == seat else replace(frame, seat=seat)

    def legal(self, s: S, knows: Knowledge, seat: Seat) -> tuple[Option, ...]:
        """List every act open to the seat."""
        frame = self.decision_frame(s)
        if frame is None or seat not in self._seats(s, frame):
            return ()
        own = self._frame_for(frame, seat)
        found: list[Option] = []
        for name in self._questions[type(frame)].verbs:
            found += self.verb_at(own, name).options(s, own, knows, seat)
        return tuple(found)

    def check(self, s: S, act: Act) -> tuple[Frame, Verb[S], Cost]:
        """Return the frame that an act answers (with its seat), its verb and its cost. Raises Illegal."""
        frame = self.decision_frame(s)
        if frame is None:
            raise Illegal("nothing-to-decide", seat=act.seat)
        if act.seat not in self._seats(s, frame):
            raise Illegal("not-your-decision", seat=act.seat)
        return self._check_answer(s, frame, act)

    def _check_answer(self, s: S, frame: Frame, act: Act) -> tuple[Frame, Verb[S], Cost]:
        """Check an act of a seat that this frame asks, as `check` does."""
        if act.verb not in self.shapes:  # whatever stands there, it is no word of the game
            raise Illegal("unknown-act", seat=act.seat)
        if act.verb not in self._questions[type(frame)].verbs:
            question = self._questions[type(frame)]
            raise Illegal("due-first", act.verb, question.key, *question.args(s, frame), seat=act.seat)
        handler = self.verb_at(frame, act.verb)
        shape = handler.shape
        kinds = tuple(map(type, act.args))
        if kinds != shape if shape is not None else bool in kinds:  # to Python a truth value is the number 1
            raise Illegal("bad-arguments", act.verb, seat=act.seat)
        own = self._frame_for(frame, act.seat)
        cost = handler.check(s, own, act.args)
        if isinstance(cost, Line):
            raise Illegal(cost.key, *cost.args, seat=act.seat)
        return own, handler, cost

    def act(self, s: S, fact: Act | Acts) -> tuple[int, ...]:
        """Carry out an act, or all acts of a sealed decision, on a copy of the state; the caller calls `run` next.

        Returns how many lines each act of a sealed decision has logged. Raises Illegal.
        """
        acts = fact.acts if isinstance(fact, Acts) else (fact,)
        first = acts[0].seat if acts else None
        frame = self.decision_frame(s)
        if frame is None:
            raise Illegal("nothing-to-decide", seat=first)
        sealed = self._questions[type(frame)].seats is not None
        if sealed != isinstance(fact, Acts):
            raise Illegal("sealed" if sealed else "not-sealed", seat=first)
        if tuple(act.seat for act in acts) != self._seats(s, frame):
            raise Illegal("not-your-decision", seat=first)
        checked = [(*self._check_answer(s, frame, act), act.args) for act in acts]
        if sealed:
            pop(s)
        shares = []
        for own, handler, cost, args in checked:
            logged = len(s.log)
            handler.do(s, own, args, cost)
            shares.append(len(s.log) - logged)
        return tuple(shares) if sealed else ()

    def carry_out(self, s: S, option: Option) -> None:
        """Carry out an act that `legal` listed for the original of this copy; the caller calls `run` next."""
        act, frame = option.act, s.stack[-1]
        self.verb_at(frame, act.verb).do(s, self._frame_for(frame, act.seat), act.args, option.cost)

    def is_barrier(self, s: S, fact: Fact) -> bool:
        """Whether a draft must end with this fact, which led to this state (`contract.Step.barrier`)."""
        frame = self.decision_frame(s)
        if frame is None or not isinstance(fact, Act) or self._questions[type(frame)].seats is not None:
            return True
        return frame.seat != fact.seat
