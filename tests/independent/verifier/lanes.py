"""Section 7: lanes, their steps and their chains."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import shapes, structs
from .charter import Message
from .curve import Refused
from .hashes import digest, n2, n4
from .pack import Unreadable
from .shapes import Record
from .verdicts import Fault

Place = tuple[int, bytes]


@dataclass
class Step:
    """A step that is open: what its authors say, and how each body is checked (`said` holds what was checked before).

    `about` says what the messages are about, to whoever wants to make one."""

    kind: str
    authors: Sequence[int]
    limit: int
    check: Callable[[int, Record, dict[int, Any]], Any] = lambda seat, body, said: body
    about: dict[str, Any] = field(default_factory=dict)
    layers: bool = False
    """Whether nothing but layers is said, so that whatever was said has the same effect."""

    def __post_init__(self) -> None:
        self.layers = self.layers or self.kind == "shares"


@dataclass
class Wait:
    """No step is open until this holds."""

    until: Callable[[], bool]


Program = Generator[Step | Wait, dict[int, Any], Any]
"""What a lane is about: it yields steps, gets what was said in each (checked, by seat), and returns at its end."""


@dataclass
class Lane:
    """A chain of steps; `program` says which step is open."""

    id: bytes
    chain: bytes
    program: Program | None = None
    of_motion: bool = False
    step: int = 0
    open: Step | None = None
    waiting: Wait | None = None
    heard: dict[int, Message] = field(default_factory=dict)
    said: dict[int, Any] = field(default_factory=dict)
    done: bool = False
    result: Any = None

    @property
    def place(self) -> Place:
        return self.step, self.chain

    def advance(self, given: dict[int, Any] | None = None) -> None:
        """Let the program go on to what it yields next."""
        assert self.program is not None
        self.open = self.waiting = None
        self.heard, self.said = {}, {}
        try:
            asked = self.program.send(given)
        except StopIteration as end:
            self.done, self.result, self.program = True, end.value, None
            return
        if isinstance(asked, Step):
            self.open = asked
        else:
            self.waiting = asked

    def close_step(self) -> None:
        """The link of a complete step."""
        spoken = [part for seat in sorted(self.heard) for part in (n2(seat), self.heard[seat].id)]
        self.chain = digest("step", self.chain, n4(self.step), *spoken)
        self.step += 1

    def fits(self, message: Message) -> bool:
        """Whether it is the next message that its slot's step can take."""
        return (
            self.open is not None
            and message.step == self.step
            and message.prev == self.chain
            and message.seat in self.open.authors
            and message.seat not in self.heard
        )

    def take(self, message: Message) -> Record:
        """Check the content of a message that fits."""
        assert self.open is not None
        try:
            body = shapes.read(structs.body, message.body, self.open.limit)
        except Unreadable as why:
            raise Fault(message.seat, "bad-proof", f"no {self.open.kind}: {why}") from None
        if body.kind != self.open.kind:
            raise Fault(message.seat, "bad-proof", f"{body.kind} where {self.open.kind} is due")
        try:
            self.said[message.seat] = self.open.check(message.seat, body, self.said)
        except Refused as why:
            raise Fault(message.seat, "bad-proof", f"{self.open.kind}: {why}") from None
        self.heard[message.seat] = message
        return body


def first_link(sid: bytes, lane: bytes) -> bytes:
    return digest("chain", sid, lane)
