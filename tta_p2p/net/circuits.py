"""Circuits: a connection of two members by way of a third, who carries bytes and can read none of them.

Inside a circuit the two ends speak TLS with the certificates that the charter pins, as on a connection of their own.
So whoever carries it can hold back, lose and cut, and nothing else: a sign of life that comes through it was given by
the member at its other end, and whatever that member does wrong is laid to its charge and not to the carrier's.

On the channel to the carrier every circuit has a number. Each direction has a window: so many bytes may be on the way
before the far end makes room for more. The carrier keeps both ends to it, and the pace at which it passes on room
bounds what a member can have carried. A circuit that is shut keeps its number until the other end has shut it too, so
that what was on the way then is no offence of anybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

import trio

from protocol.wire import encode
from tta_p2p.net.control import CircuitArrival, CircuitEnd, CircuitGrant, CircuitRequest, CircuitWords
from tta_p2p.net.errors import ChannelFull, ChannelLost, Unreachable
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.scopes import Pace
from tta_p2p.net.tasks import Hint, start_hint

if TYPE_CHECKING:
    from tta_p2p.net.members import MemberLink

CHUNK = 16 * 1024
"""The most bytes of a circuit in one frame."""
NUMBER = 4
"""Little-endian bytes of a circuit's number before them."""
FRAME = 1024
"""What a frame takes of a window beside its bytes, so that many small ones do not fill a queue."""
WINDOW = 256 * 1024
"""How much of a circuit may be on the way in one direction."""
LEAST_GRANT = WINDOW // 4
"""Room is made in pieces of at least this size."""
CARRIED = (4e6, 1e6)
"""How many bytes a second are carried for one member, and how many at once."""
OPENED = (4.0, 32.0)
"""How many circuits a second a member may open here, and how many at once."""
PER_PAIR = 2
"""How many circuits there may be between two members here: both may open one at the same time."""
EARLY, FREE = 10.0, 8 * 1024
"""Seconds and bytes of a circuit in which its ends agree. What is carried beyond them on one that ends so early costs
its opener patience, at most for one window: where the other end refuses what comes, only the carrier knows whose it is.
"""
KIB = 1024
"""Bytes that cost one unit of patience then."""
BREACH = 20.0
"""What it costs a member's patience to do on a circuit what nobody honest does."""
MAX_LEGS = 256
"""How many numbers may be in use on one channel, those included that one end has shut and the other not yet."""


class _State(Enum):
    OPEN = auto()
    SHUT = auto()
    """Shut here; the other end has not shut it yet."""


@dataclass(eq=False, slots=True)
class _Leg:
    """A circuit as it looks on the channel to one member: an end of it is here, or it is carried on to another."""

    link: MemberLink
    number: int
    state: _State = _State.OPEN
    end: Circuit | None = None
    on: _Leg | None = None
    """Where it is carried on."""
    window: int = WINDOW
    """How much may still come on this leg."""
    sent: int = 0
    """How much was sent on it for which its other end has not made room again."""
    opened_at: float | None = None
    """When the member on it has opened the circuit, where it is carried on and that still counts."""
    carried: int = 0
    """How much has come on it to be carried on, as windows count."""
    pending: list[int] = field(default_factory=list)
    """Room that waits to be passed on to its sender."""


class Circuit(trio.abc.Stream):
    """One end of a circuit: bytes to and from a member, by way of ``carrier``."""

    def __init__(self, carrier: int, leg: _Leg, say: Callable[[_Leg, CircuitGrant | CircuitEnd | bytes], bool]) -> None:
        self.carrier = carrier
        """The operator who carries it."""
        self._leg, self._say = leg, say
        self._room = WINDOW
        self._come: deque[memoryview] = deque()
        self._taken = 0
        self._ended = self._closed = False
        self._moved = trio.Event()
        self._sending = trio.Lock()

    def _move(self) -> None:
        self._moved.set()
        self._moved = trio.Event()

    # What comes in.

    def feed(self, data: bytes) -> None:
        """Bytes have come."""
        self._come.append(memoryview(data))
        self._move()

    def grant(self, room: int) -> None:
        """The other end takes so much more."""
        self._room = min(WINDOW, self._room + room)
        self._move()

    def end(self) -> None:
        """It was shut at the other end, or on the way."""
        self._ended = True
        self._move()

    # What its user calls.

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes, as there is room for them. Raises BrokenResourceError or ClosedResourceError."""
        rest = memoryview(data)
        async with self._sending:
            while True:
                if self._closed:
                    raise trio.ClosedResourceError
                if self._ended:
                    raise trio.BrokenResourceError
                if not rest:
                    return
                piece = rest[: min(CHUNK, self._room - FRAME)] if self._room > FRAME else rest[:0]
                if not piece:
                    await self._moved.wait()
                elif self._say(self._leg, bytes(piece)):
                    self._room -= cost(len(piece))
                    rest = rest[len(piece) :]
                else:
                    raise trio.BrokenResourceError

    async def wait_send_all_might_not_block(self) -> None:
        """Wait until there is room."""
        await trio.lowlevel.checkpoint()
        while self._room <= FRAME and not (self._ended or self._closed):
            await self._moved.wait()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Some bytes, none when it has ended. Raises ClosedResourceError."""
        await trio.lowlevel.checkpoint()
        while not self._come:
            if self._closed:
                raise trio.ClosedResourceError
            if self._ended:
                return b""
            await self._moved.wait()
        first = self._come.popleft()
        taken = first[:max_bytes]
        if len(taken) < len(first):
            self._come.appendleft(first[len(taken) :])
        self._taken += len(taken) + (FRAME if len(taken) == len(first) else 0)
        if self._taken >= LEAST_GRANT and not self._ended:
            self._leg.window += self._taken
            self._say(self._leg, CircuitGrant(self._leg.number, self._taken))
            self._taken = 0
        return bytes(taken)

    def drop(self) -> None:
        """Shut it at once."""
        if not self._closed:
            self._closed = True
            self._come.clear()
            self._say(self._leg, CircuitEnd(self._leg.number))
            self._move()

    async def aclose(self) -> None:
        """Shut it."""
        self.drop()
        await trio.lowlevel.checkpoint()


def cost(size: int) -> int:
    """Give the share of a window that a frame with so many bytes takes."""
    return size + FRAME


class Circuits:
    """All circuits of one node: those that end here, and those that it carries for others."""

    def __init__(
        self, operator: int, links: Mapping[int, MemberLink], arrive: Callable[[Circuit], None], nursery: trio.Nursery
    ) -> None:
        """``arrive`` is given the end of a circuit that somebody has opened to this node."""
        self._operator, self._links, self._arrive, self._nursery = operator, links, arrive, nursery
        self._legs: dict[int, dict[int, _Leg]] = {number: {} for number in links}
        self._next = 0
        self._opened = {number: Pace(*OPENED) for number in links}
        self._carried = {number: Pace(*CARRIED) for number in links}
        # A carrier passes on what it lets others open; here that is bounded once more, by each for itself.
        self._arrivals = {(carrier, other): Pace(2 * OPENED[0], 2 * OPENED[1]) for carrier in links for other in links}

    def __len__(self) -> int:
        """Count the legs that are open or not yet shut at both ends."""
        return sum(len(legs) for legs in self._legs.values())

    @property
    def carriers(self) -> tuple[int, ...]:
        """The members who can be asked to carry something."""
        return tuple(number for number, link in self._links.items() if _is_direct(link))

    def open(self, carrier: int, operator: int) -> Circuit:
        """One end of a circuit to a member; what comes of it shows when it is used. Raises Unreachable."""
        link = self._links[carrier]
        if not _is_direct(link) or len(self._legs[carrier]) >= MAX_LEGS:
            raise Unreachable("who was to carry it is gone, or busy")
        leg = self._add(link)
        leg.end = circuit = self._end_of(leg)
        self._tell(link, CircuitRequest(leg.number, operator))
        return circuit

    # What comes on a channel.

    def hear(self, link: MemberLink, said: CircuitWords) -> None:
        """A member says something about a circuit."""
        leg = self._legs[link.operator].get(said.number)
        match said:
            case CircuitRequest(number, operator) | CircuitArrival(number, operator):
                if leg is not None or not self._is_theirs(link, number) or len(self._legs[link.operator]) >= MAX_LEGS:
                    link.charge(BREACH)
                elif isinstance(said, CircuitRequest):
                    self._carry(link, number, operator)
                else:
                    self._take_in(link, number, operator)
            case CircuitGrant(_, room):
                if leg is None or not LEAST_GRANT <= room <= leg.sent:
                    link.charge(BREACH)
                    return
                leg.sent -= room
                if leg.state is _State.OPEN:
                    self._make_room(leg, room)
            case CircuitEnd():
                if leg is None:
                    link.charge(BREACH)
                else:
                    self._hear_shut(leg)

    def take(self, link: MemberLink, payload: bytes) -> None:
        """Bytes of a circuit have come."""
        number, data = int.from_bytes(payload[:NUMBER], "little"), payload[NUMBER:]
        leg = self._legs[link.operator].get(number)
        if leg is None or not data or len(data) > CHUNK:
            link.charge(BREACH)
            return
        leg.window -= cost(len(data))
        if leg.window < 0:
            link.charge(BREACH)
            self._shut(leg)
        elif leg.state is _State.SHUT:
            return  # it was on the way
        elif leg.end is not None:
            leg.end.feed(data)
        elif leg.on is not None:
            leg.carried += cost(len(data))
            if not self._say(leg.on, data):
                self._shut(leg)

    def lost(self, link: MemberLink) -> None:
        """The channel to a member has ended, and with it all that went over it."""
        legs, self._legs[link.operator] = self._legs[link.operator], {}
        for leg in legs.values():
            leg.state = _State.SHUT
            for one in (leg, leg.on):
                if one is not None:
                    one.opened_at = None
            self._let_go(leg)

    # Carrying.

    def _carry(self, link: MemberLink, number: int, operator: int) -> None:
        """A member asks for a circuit to another one."""
        leg = self._add(link, number)
        if not self._opened[link.operator].try_spend(1):
            link.charge(1)
            self._shut(leg)
            return
        far = self._links.get(operator)
        between = [one for one in self._legs[link.operator].values() if one.on is not None and one.on.link is far]
        there = far is not None and far is not link and _is_direct(far)
        if far is None or not there or len(between) >= PER_PAIR or len(self._legs[operator]) >= MAX_LEGS:
            self._shut(leg)
            return
        leg.on = self._add(far)
        leg.on.on, leg.opened_at = leg, trio.current_time()
        self._tell(far, CircuitArrival(leg.on.number, link.operator))

    def _make_room(self, leg: _Leg, room: int) -> None:
        """The member on this leg takes so much more of what is sent to it."""
        if leg.end is not None:
            leg.end.grant(room)
        elif leg.on is not None:
            source = leg.on  # whoever sends what goes out on this leg
            source.pending.append(room)
            if len(source.pending) == 1:
                origin = f"operator {source.link.operator}"
                start_hint(self._nursery, Hint.CHANNEL, origin, self._pass_on_room, source)

    async def _pass_on_room(self, leg: _Leg) -> None:
        try:
            while leg.pending:
                room = leg.pending[0]
                await self._carried[leg.link.operator].spend(room)
                leg.pending.pop(0)
                leg.window += room
                if leg.state is _State.OPEN:
                    self._tell(leg.link, CircuitGrant(leg.number, room))
        finally:
            leg.pending.clear()  # or nobody would begin again

    def _take_in(self, link: MemberLink, number: int, operator: int) -> None:
        """Somebody has opened a circuit to this node."""
        leg = self._add(link, number)
        ends = sum(one.end is not None for one in self._legs[link.operator].values())
        pace = self._arrivals.get((link.operator, operator))
        if pace is None or not pace.try_spend(1):
            link.charge(1)
            self._shut(leg)
        elif ends >= PER_PAIR * len(self._links):
            self._shut(leg)
        else:
            leg.end = self._end_of(leg)
            self._arrive(leg.end)

    def _end_of(self, leg: _Leg) -> Circuit:
        if leg.link.live is not None:
            leg.link.live.channel.is_carrier = True
        return Circuit(leg.link.operator, leg, self._say)

    # Numbers, and the end.

    def _is_theirs(self, link: MemberLink, number: int) -> bool:
        """Whether the member at the other end may give a circuit this number: even ones are of the lower member."""
        return number % 2 == (0 if link.operator < self._operator else 1)

    def _add(self, link: MemberLink, number: int | None = None) -> _Leg:
        if number is None:
            self._next = (self._next + 1) % 2**30
            number = 2 * self._next + (0 if self._operator < link.operator else 1)
        leg = self._legs[link.operator][number] = _Leg(link, number)
        return leg

    def _shut(self, leg: _Leg) -> None:
        """Shut a circuit from here, in both directions."""
        if leg.state is _State.OPEN:
            leg.state = _State.SHUT
            self._tell(leg.link, CircuitEnd(leg.number))
            self._let_go(leg)

    def _hear_shut(self, leg: _Leg) -> None:
        """The other end has shut it: that is answered once, and the number is free."""
        self._legs[leg.link.operator].pop(leg.number, None)
        if leg.state is _State.OPEN:
            leg.state = _State.SHUT
            self._tell(leg.link, CircuitEnd(leg.number))
            self._let_go(leg)

    def _let_go(self, leg: _Leg) -> None:
        end, on = leg.end, leg.on
        for one in (leg, on):
            if one is not None and one.opened_at is not None:
                beyond = min(WINDOW, one.carried - FREE)
                if beyond > 0 and trio.current_time() < one.opened_at + EARLY:
                    one.link.charge(beyond / KIB)
                one.opened_at = None
        leg.end = leg.on = None
        if end is not None:
            end.end()
        if on is not None:
            on.on = None
            self._shut(on)

    # What goes out.

    def _say(self, leg: _Leg, what: CircuitGrant | CircuitEnd | bytes) -> bool:
        """Send the words of the end of a circuit, or of its other leg; tell whether they went out."""
        if leg.state is not _State.OPEN:
            return False
        if isinstance(what, CircuitEnd):
            self._shut(leg)
            return True
        if isinstance(what, CircuitGrant):
            return self._tell(leg.link, what)
        leg.sent += cost(len(what))
        return self._send(leg.link, FrameKind.CIRCUIT, leg.number.to_bytes(NUMBER, "little") + what)

    def _tell(self, link: MemberLink, said: CircuitWords) -> bool:
        return self._send(link, FrameKind.MESH, encode(said))

    @staticmethod
    def _send(link: MemberLink, kind: FrameKind, payload: bytes) -> bool:
        """Circuits take half of the room that a channel has, so that they never crowd out what is said on it."""
        if link.live is None or (kind == FrameKind.CIRCUIT and link.live.channel.crowded):
            return False
        try:
            link.live.channel.send_nowait(kind, payload)
        except ChannelFull as error:
            link.live.channel.abandon("takes-nothing", str(error))
            return False
        except ChannelLost:
            return False
        return True


def _is_direct(link: MemberLink) -> bool:
    return link.live is not None and link.live.carrier is None
