"""The other members of a table as the mesh sees them: how to reach each, and what lives and waits on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import trio

from tta_p2p.net.addresses import Address
from tta_p2p.net.channel import Channel, Pulse, QueueLimit
from tta_p2p.net.control import MAX_ADDRESSES
from tta_p2p.net.framing import TABLE_LIMIT, FrameStream
from tta_p2p.net.scopes import Pace

FLOODS = "floods"
"""Why somebody is cut off for a while: too much came that helps nobody."""
MAX_CUT_OFF = 3600.0


@dataclass(frozen=True, slots=True)
class Member:
    """An operator of the charter: the hash it pins, the certificate (DER) behind it, and where it may listen."""

    certificate_hash: bytes
    certificate: bytes
    places: tuple[Address, ...] = ()


class Rate(NamedTuple):
    """So many frames a second, and so many at once."""

    rate: float
    burst: float


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds and bounds of a mesh; tests use shorter ones."""

    handshake: float = 5.0
    pulse: Pulse = field(default_factory=Pulse)
    probe: float = 3.0
    retry_first: float = 0.25
    retry_most: float = 10.0
    retry_by_post: float = 60.0
    """The same for whoever is reached by way of a folder."""
    settled: float = 5.0
    """A channel that lived this long was a good one: the next attempts begin with the shortest wait."""
    head_start: float = 0.5
    """How long the member with the higher number leaves the dialling to the other."""
    stagger: float = 0.3
    detour: float = 1.0
    """How long a member is looked for at its addresses before others are asked to carry what is said."""
    sounding: float = 2.0
    """Seconds between two questions to a member through a circuit, where another could carry as well."""
    answer: float = 4.0
    """Seconds in which it should answer; twice as many each time that another carrier was tried for that."""
    faithful: float = 600.0
    """A carrier that lasted this long is trusted as at first."""
    straighten: float = 60.0
    """How long from one attempt to reach somebody directly to the next, while others carry what is said."""
    crossing: float = 1.0
    """For so long after a channel has begun, another connection of the same start is one that was on its way."""
    arrivals: Rate = field(default_factory=lambda: Rate(2, 16))
    """Connections from one member."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds on one member. ``rates``: frames of a kind beyond its rate are dropped; others are unlimited."""

    frame: int = TABLE_LIMIT
    room: QueueLimit = field(default_factory=QueueLimit)
    rates: tuple[tuple[int, Rate], ...] = ()
    catch_up_bytes: float = 16e6
    """Bytes a second that a catch-up stream may take."""
    catch_up_pause: float = 1.0
    """Seconds at least from the beginning of one catch-up stream to that of the next."""
    patience: Rate = field(default_factory=lambda: Rate(200, 2000))
    """The useless work that a member may cause, in units of the node's choice; beyond that it is cut off."""
    cut_off: float = 15.0
    """Seconds for which it is cut off, the first time; twice as long the next, up to an hour."""
    events: int = 16
    """Events that wait for the node; further ones wait in the channels."""


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a connection to a member: ``why`` gives the reason of a lost one; ``since`` is a time of Trio's
    clock.
    """

    connected: bool
    why: str
    since: float
    places: tuple[Address, ...]
    carrier: int | None = None
    """The operator who carries what is said, where it is not connected directly."""
    by_post: bool = False
    """Whether it is reached by way of a folder alone."""


@dataclass(slots=True)
class AgreedConnection:
    """A connection that both ends have agreed to use."""

    framed: FrameStream
    instance: bytes
    number: int
    carrier: int | None = None
    done: trio.Event = field(default_factory=trio.Event)
    """Set when nothing more will be done with it."""


@dataclass(slots=True)
class LiveChannel:
    """The channel in use."""

    channel: Channel
    instance: bytes
    number: int
    carrier: int | None = None
    """The operator who carries it, if it is a circuit."""


MAX_LOOKUPS = 2
"""How many names of one member are looked up at once, so that false ones hold up no other member's."""


class MemberLink:
    """This node's side of one pair of members; at most one channel lives."""

    def __init__(self, operator: int, member: Member, timing: Timing, bounds: Bounds) -> None:
        self.operator = operator
        self.member = member
        self.live: LiveChannel | None = None
        self.next: AgreedConnection | None = None
        self.arrived = trio.Event()
        self.nudged = trio.Event()
        self.down = trio.Event()
        self.down.set()
        self.serving: trio.CancelScope | None = None
        self.dialling: trio.CancelScope | None = None
        self.dismissed = False
        self.by_post = False
        """Whether it is reached by way of a folder, whatever channels there are."""
        self.attempts = 0
        self.number = 0
        self.deciding = False
        self.choosing = trio.Lock()
        self.lost_by: dict[int, float] = {}
        """The members by way of whom a channel was lost, and when last: others are asked first."""
        self.answer = timing.answer
        """Seconds in which this member should answer through a circuit."""
        self.why = "not connected yet"
        self.since = trio.current_time()
        self.told: tuple[Address, ...] = ()
        self.seen: Address | None = None
        self.agreed: tuple[Address, ...] = tuple(place.place for place in member.places)[:MAX_ADDRESSES]
        self.hinted: tuple[Address, ...] = ()
        self.earlier: tuple[Address, ...] = ()
        """Where it was when this node ran before."""
        self.given: tuple[Address, ...] = ()
        """Where it is as the person here says, the latest first."""
        self.nearby: tuple[Address, ...] = ()
        """Where its beacon was heard, the latest first."""
        self.finds = Pace(0.5, MAX_ADDRESSES)
        """How often that changes anything: strangers may repeat a beacon wherever they like."""
        self.bulk: Iterator[tuple[int, bytes]] | None = None
        self.bulk_waits = trio.Event()
        self.arrivals = Pace(*timing.arrivals)
        self.moves = Pace(0.1, 4)
        """How often this member may tell that it is elsewhere, and all others hear of it."""
        self.hints = Pace(1, 4 * MAX_ADDRESSES)
        self.lookups = trio.CapacityLimiter(MAX_LOOKUPS)
        self.patience = Pace(*bounds.patience)
        self._bounds = bounds
        self.cut_off_for = 0.0
        self.cut_off_until = 0.0
        self.paces = {kind: Pace(*rate) for kind, rate in bounds.rates}
        self.catch_up_pace = Pace(bounds.catch_up_bytes, bounds.catch_up_bytes / 8)
        self.dropped = 0

    @property
    def places(self) -> tuple[Address, ...]:
        """The places at which to look for this member, the likeliest first, each once."""
        return tuple(dict.fromkeys(self.own + self.nearby + self.given + self.agreed + self.hinted + self.earlier))

    @property
    def own(self) -> tuple[Address, ...]:
        """The places at which this member was seen, or says it listens, since this node was started."""
        return ((self.seen,) if self.seen else ()) + self.told

    def hint(self, places: Iterable[Address]) -> bool:
        """Take in addresses that another member told; whether there was a new one."""
        before = set(self.places)
        self.hinted = tuple(dict.fromkeys((*places, *self.hinted)))[:MAX_ADDRESSES]
        return bool(set(self.hinted) - before)

    @property
    def cut_off(self) -> bool:
        """Whether it sent too much that helps nobody, and nothing is heard from it for now."""
        return trio.current_time() < self.cut_off_until

    def charge(self, units: float) -> bool:
        """Charge it for a useless frame; cut it off for a while if it sent very many. Tell whether it is cut off
        now.
        """
        if self.cut_off or self.patience.try_spend(units):
            return False
        self.cut_off_for = min(max(self._bounds.cut_off, 2 * self.cut_off_for), MAX_CUT_OFF)
        self.cut_off_until = trio.current_time() + self.cut_off_for
        self.patience = Pace(*self._bounds.patience)
        if self.live is not None:
            self.live.channel.abandon(FLOODS)
        return True

    @property
    def reached(self) -> bool:
        """Whether a channel lives or is about to."""
        return self.live is not None or self.next is not None

    @property
    def carrier(self) -> int | None:
        """The operator who carries what is said, if somebody does."""
        used = self.next or self.live
        return None if used is None else used.carrier

    def nudge(self) -> None:
        """Try now what would be tried later."""
        self.nudged.set()
        self.nudged = trio.Event()

    def status(self) -> Status:
        """The state of its connection."""
        here, by_post = self.live is not None, self.by_post and self.live is None
        why = "" if here or by_post else self.why
        return Status(here or by_post, why, self.since, self.places, self.carrier, by_post)
