"""How a game goes on: pending work as frames on a stack, decisions, and the acts that answer them.

The stack of a state holds frames, the next on top (last). A frame is either *run* (it does something, perhaps puts
further frames on the stack, and is gone) or it *asks*: then it is the open decision, and stays until one of its verbs
takes it off. `Flow.run` goes on until a frame asks, a frame must wait for an open need, or the game is over. There is
nothing else: what is pending is in the state, so every instant can be saved and continued.

A game has one `Flow`; its modules register what they bring with `runs`, `asks`, `verb`, `hears` and `leaves`.
Nothing is registered twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from ..contract import Act, Acts, Arg, Claim, Cost, Decision, Fact, Illegal, Knowledge, Line, Option, Seat
from .records import replace
from .state import Frame, ResumableState, TableFrame

S = TypeVar("S", bound=ResumableState)
F = TypeVar("F", bound=Frame)
R = TypeVar("R")
Args: TypeAlias = tuple[Any, ...]


class Verb(Generic[S]):
    """One kind of act: what it needs, costs and does, next to one another.

    Subclasses set `name` and `shape` (the types of its arguments) and are registered with `Flow.verb`. Where several
    seats answer one frame at the same time, each method is given the frame with the seat that acts.
    """

    name: ClassVar[str]
    shape: ClassVar[tuple[type, ...] | None] = ()  # None: any arguments, looked at by `check`

    def candidates(self, s: S, frame: Any, knows: Knowledge) -> Iterable[Args]:
        """Give the arguments worth checking, in the order of the list of legal acts."""
        return ((),)

    def likely(self, s: S, frame: Any, knows: Knowledge) -> Iterable[Args]:
        """Give the candidates without those that a quick look rules out: `check` would refuse them."""
        return self.candidates(s, frame, knows)

    def check(self, s: S, frame: Any, args: Args) -> Cost | Line:
        """Give what the act costs, or the line that says why it is refused. Changes nothing."""
        raise NotImplementedError

    def do(self, s: S, frame: Any, args: Args, cost: Cost) -> None:
        """Carry out an act that was checked and found to cost this."""
        raise NotImplementedError

    def claims(self, s: S, frame: Any, args: Args) -> tuple[Claim, ...]:
        """Say what the act asserts about hidden cards."""
        return ()

    def effects(self, s: S, frame: Any, args: Args) -> tuple[Line, ...]:
        """Say in lines for `explain` what the act does beyond its cost."""
        return ()

    def without(self, s: S, frame: Any) -> Line:
        """Say why there are no candidates."""
        return Line("nothing-for", (self.name,))

    def stuck(self, s: S, frame: Any, args: Args) -> Line | None:
        """Say why nothing that begins with these arguments is possible, where one reason holds for all of it."""
        return None

    def options(self, s: S, frame: Any, knows: Knowledge, seat: Seat) -> Iterable[Option]:
        """List the legal acts of this verb."""
        found = []
        for args in self.likely(s, frame, knows):
            cost = self.check(s, frame, args)
            if type(cost) is tuple:
                found.append(Option(Act(seat, self.name, args), cost))
        return found


@dataclass(frozen=True, slots=True)
class Question(Generic[S]):
    """How a frame asks: key and arguments of the decision, the verbs that answer it, what says who wants no question.

    `seats` says who answers where all do so at the same time; None: the seat of the frame answers openly.
    `stays`: the frame may ask again after an act, as a turn of several acts does.
    """

    key: str
    args: Callable[[S, Any], tuple[Arg, ...]]
    verbs: tuple[str, ...]
    idle: str | Callable[[S, Any], str]
    seats: Callable[[S, Any], tuple[Seat, ...]] | None
    stays: bool


V = TypeVar("V", bound=type[Verb[Any]])


def push(s: ResumableState, *frames: Frame) -> None:
    """Put frames on the stack so that they are carried out in the order given."""
    s.stack.extend(reversed(frames))


def pop(s: ResumableState) -> Frame:
    """Take the top frame off: its work is done."""
    return s.stack.pop()


class Flow(Generic[S]):
    """Everything a game can do and ask, by its frames and verbs."""

    def __init__(self) -> None:
        self.frames: dict[str, type[Frame]] = {}
        """Every kind of frame by name."""
        self.shapes: dict[str, tuple[type, ...] | None] = {}
        """The types of the arguments of every verb, by its name; None: any arguments."""
        self.verbs: dict[tuple[type[Frame] | None, str], Verb[S]] = {}
        """Every verb by the kind of frame it answers and its name; None: frames of every kind."""
        self._runs: dict[type[Frame], Callable[[S, Any], None]] = {}
        self._eager: dict[type[Frame], Callable[[Any], bool]] = {}
        self._asks: dict[type[Frame], Question[S]] = {}
        self._hears: dict[type[Frame], Callable[[S, Any, Any], None]] = {}
        self._leaves: dict[type[Frame], Callable[[S, Any, Seat], Frame | None]] = {}

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

    def runs(
        self, kind: type[F], *, eager: bool | Callable[[F], bool] = False
    ) -> Callable[[Callable[[S, F], R]], Callable[[S, F], R]]:
        """Register how a kind of frame is carried out; an eager one does not wait for open needs.

        Where only some of a kind are eager, a function says which.
        """

        def register(function: Callable[[S, F], R]) -> Callable[[S, F], R]:
            self._name(kind)
            assert kind not in self._runs and kind not in self._asks, kind
            self._runs[kind] = function  # type: ignore[assignment]
            if eager:
                self._eager[kind] = eager if callable(eager) else lambda frame: True
            return function

        return register

    def asks(
        self,
        kind: type[F],
        key: str,
        verbs: tuple[str, ...],
        args: Callable[[S, F], tuple[Arg, ...]] = lambda s, frame: (),
        idle: str | Callable[[S, F], str] = "",
        seats: Callable[[S, F], tuple[Seat, ...]] | None = None,
        stays: bool = False,
    ) -> None:
        """Register a kind of frame as a decision answered by these verbs, listed in this order; `idle` declines.

        Where what somebody would say as a rule has words behind its verb, `idle` is a function that gives it.
        Whatever a verb does ends with the frame taken off (`pop`), unless it `stays`: a turn of several acts.

        With `seats` the decision is sealed: these seats answer at the same time, and when all have, the frame is taken
        off and the acts are carried out in seat order. Where nobody is left to answer, the frame is just taken off.
        """
        self._name(kind)
        assert kind not in self._runs and kind not in self._asks, kind
        self._asks[kind] = Question(key, args, verbs, idle, seats, stays)

    def stays(self, frame: Frame) -> bool:
        """Whether a frame that asks may be there still after an act has answered it."""
        return self._asks[type(frame)].stays

    def hears(self, kind: type[F]) -> Callable[[Callable[[S, F, Any], R]], Callable[[S, F, Any], R]]:
        """Register what happens when the need with this `then` is answered: the function gets the fact."""

        def register(function: Callable[[S, F, Any], R]) -> Callable[[S, F, Any], R]:
            self._name(kind)
            assert kind not in self._hears, kind
            self._hears[kind] = function  # type: ignore[assignment]
            return function

        return register

    def leaves(
        self, kind: type[F]
    ) -> Callable[[Callable[[S, F, Seat], Frame | None]], Callable[[S, F, Seat], Frame | None]]:
        """Register what becomes of a kind of frame when a seat leaves: the frame to go on with, or None."""

        def register(function: Callable[[S, F, Seat], Frame | None]) -> Callable[[S, F, Seat], Frame | None]:
            assert kind not in self._leaves, kind
            self._leaves[kind] = function
            return function

        return register

    def _name(self, kind: type[Frame]) -> None:
        assert self.frames.setdefault(kind.__name__, kind) is kind, kind

    # --- going on ------------------------------------------------------------------------------------

    def run(self, s: S) -> None:
        """Go on until a decision is open, a frame waits for a need, or the game is over."""
        stack = s.stack
        while stack and not s.over:
            frame = stack[-1]
            kind = type(frame)
            if kind in self._asks:
                seats = self._asks[kind].seats
                if s.pending or seats is None or seats(s, frame):
                    return
                stack.pop()
                continue
            if s.pending and not (kind in self._eager and self._eager[kind](frame)):
                return
            stack.pop()
            self._runs[kind](s, frame)

    def hear(self, s: S, then: Frame, fact: Any) -> None:
        """Give the answer of a need to what asked for it."""
        self._hears[type(then)](s, then, fact)

    def seat_leaves(self, s: S, seat: Seat) -> None:
        """Drop the frames of a seat that leaves, but the lasting ones and what a module has registered for."""
        after = (self._after_leaving(s, frame, seat) for frame in s.stack)
        s.stack[:] = [frame for frame in after if frame is not None]

    def _after_leaving(self, s: S, frame: Frame, seat: Seat) -> Frame | None:
        if type(frame) in self._leaves:
            return self._leaves[type(frame)](s, frame, seat)
        return None if frame.seat == seat and not isinstance(frame, TableFrame) else frame

    # --- decisions and acts --------------------------------------------------------------------------

    def asking(self, s: S) -> Frame | None:
        """Give the frame whose decision is open, if one is."""
        if s.pending or s.over or not s.stack or type(s.stack[-1]) not in self._asks:
            return None
        return s.stack[-1]

    def decision(self, s: S) -> Decision | None:
        """Say who decides what."""
        frame = self.asking(s)
        if frame is None:
            return None
        question = self._asks[type(frame)]
        sealed = question.seats is not None
        return Decision(self._seats(s, frame), question.key, question.args(s, frame), sealed, self.idle(s, frame))

    def idle(self, s: S, frame: Frame) -> str:
        """Give what a seat says in a decision that does not want to be asked: see `Decision.idle`."""
        idle = self._asks[type(frame)].idle
        return idle(s, frame) if callable(idle) else idle

    def _seats(self, s: S, frame: Frame) -> tuple[Seat, ...]:
        seats = self._asks[type(frame)].seats
        return (frame.seat,) if seats is None else seats(s, frame)

    def asked(self, s: S, seat: Seat) -> tuple[tuple[str, ...], Frame]:
        """Give the verbs that answer the open decision, and its frame as a seat answers it."""
        frame = s.stack[-1]
        return self._asks[type(frame)].verbs, self._of(frame, seat)

    def answered_by(self, verb: str) -> tuple[type[Frame], ...]:
        """Give every kind of decision that a verb answers, whether one is open or not."""
        return tuple(kind for kind, question in self._asks.items() if verb in question.verbs)

    @property
    def asking_kinds(self) -> tuple[type[Frame], ...]:
        """Every kind of frame that asks."""
        return tuple(self._asks)

    def key(self, kind: type[Frame]) -> str:
        """Give the key of a kind of decision."""
        return self._asks[kind].key

    def _of(self, frame: Frame, seat: Seat) -> Frame:
        """Give the frame as a seat answers it."""
        return frame if frame.seat == seat else replace(frame, seat=seat)

    def legal(self, s: S, knows: Knowledge, seat: Seat) -> tuple[Option, ...]:
        """List every act open to the seat."""
        frame = self.asking(s)
        if frame is None or seat not in self._seats(s, frame):
            return ()
        own = self._of(frame, seat)
        found: list[Option] = []
        for name in self._asks[type(frame)].verbs:
            found += self.verb_at(own, name).options(s, own, knows, seat)
        return tuple(found)

    def check(self, s: S, act: Act) -> tuple[Frame, Verb[S], Cost]:
        """Give the frame an act answers (with its seat), its verb and its cost. Raises Illegal."""
        frame = self.asking(s)
        if frame is None:
            raise Illegal("nothing-to-decide", seat=act.seat)
        if act.seat not in self._seats(s, frame):
            raise Illegal("not-your-decision", seat=act.seat)
        return self._answering(s, frame, act)

    def _answering(self, s: S, frame: Frame, act: Act) -> tuple[Frame, Verb[S], Cost]:
        """Give the same for an act of a seat that is asked by this frame."""
        if act.verb not in self._asks[type(frame)].verbs:
            question = self._asks[type(frame)]
            raise Illegal("due-first", act.verb, question.key, *question.args(s, frame), seat=act.seat)
        handler = self.verb_at(frame, act.verb)
        shape = handler.shape
        kinds = tuple(map(type, act.args))
        if kinds != shape if shape is not None else bool in kinds:  # to Python a truth value is the number 1
            raise Illegal("bad-arguments", act.verb, seat=act.seat)
        own = self._of(frame, act.seat)
        cost = handler.check(s, own, act.args)
        if isinstance(cost, Line):
            raise Illegal(cost.key, *cost.args, seat=act.seat)
        return own, handler, cost

    def act(self, s: S, fact: Act | Acts) -> tuple[int, ...]:
        """Carry out an act, or all acts of a sealed decision, on a state of one's own, up to where `run` goes on.

        Gives how many lines each act of a sealed decision has logged. Raises Illegal.
        """
        acts = fact.acts if isinstance(fact, Acts) else (fact,)
        first = acts[0].seat if acts else None
        frame = self.asking(s)
        if frame is None:
            raise Illegal("nothing-to-decide", seat=first)
        sealed = self._asks[type(frame)].seats is not None
        if sealed != isinstance(fact, Acts):
            raise Illegal("sealed" if sealed else "not-sealed", seat=first)
        if tuple(act.seat for act in acts) != self._seats(s, frame):
            raise Illegal("not-your-decision", seat=first)
        checked = [(*self._answering(s, frame, act), act.args) for act in acts]
        if sealed:
            pop(s)
        shares = []
        for own, handler, cost, args in checked:
            logged = len(s.log)
            handler.do(s, own, args, cost)
            shares.append(len(s.log) - logged)
        return tuple(shares) if sealed else ()

    def carry_out(self, s: S, option: Option) -> None:
        """Carry out an act that `legal` has listed for the state this one is a copy of, up to where `run` goes on."""
        act, frame = option.act, s.stack[-1]
        self.verb_at(frame, act.verb).do(s, self._of(frame, act.seat), act.args, option.cost)

    def is_barrier(self, s: S, fact: Fact) -> bool:
        """Say whether a draft must end with this fact, which led to this state (see `contract.Step`)."""
        frame = self.asking(s)
        if frame is None or not isinstance(fact, Act) or self._asks[type(frame)].seats is not None:
            return True
        return frame.seat != fact.seat
