"""The context of a game under way at this node, and the services that its parts may ask of the node.

`GameSetup` is what a game is started with; `GameContext` is made of it, once, and handed to every part.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from protocol.certificates import Certificate
from protocol.charter import decode_charter
from protocol.signatures import IdentityKey
from protocol.transcript import Record
from tta_p2p.net.beacons import BeaconSetup
from tta_p2p.net.mesh import Mesh
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.players import Players
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.machine.tor import Tor
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.node.spectators.stream import Stream
from tta_p2p.seats import messages as say
from tta_p2p.store.database import GameRow, Store
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.releases import rules_of

Role = TypeVar("Role")

GRID = 0.5
"""Seconds between two points at which what bots have decided may leave, where people play."""
LINGER = 20.0
"""Seconds a node stays after the end for those who do not have it: since somebody has come further last."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """Everything that a game under way is started with."""

    store: Store
    row: GameRow
    identity: IdentityKey
    mesh: Mesh
    environment: Environment
    folder: Path
    """The data folder."""
    bots: Mapping[int, str]
    """The level of each seat (of the charter) that a bot plays here."""
    seed: int
    """From which the chance of the bots here comes."""
    journal: Sequence[Record] = ()
    """What was stored before this node was started."""
    programs: Collection[int] = ()
    """The seats of the charter of which programs are clients."""
    unattended: Collection[int] = ()
    """The operators that have said before the game that no person plays there."""
    resumed: bool = False
    """Whether this node has played in the game before it was started."""
    stale: bool = False
    """Whether the store may be an older copy."""
    linger: float = LINGER
    """Seconds for which the node stays after the end for those who lack it."""
    pace: float = 0.0
    """Seconds between two acts of bots."""
    grid: float = GRID
    """Seconds between the points at which bots act where people play; 0 for none."""
    beacons: BeaconSetup | None = None
    """How this game announces itself to its members; None where its person wants no announcement."""
    sought: tuple[str, ...] = ()
    """Where other members are now, as the person says who has started this node."""
    on_fault: Callable[[], None] = lambda: None
    """Called when this program has failed and play has stopped."""
    tor: Tor | None = None
    """The Tor of this node."""


class LoopServices(Protocol):
    """The services of a game's loop to its parts."""

    @property
    def desk(self) -> Desk:
        """The clients of this node."""
        ...

    @property
    def last_change_at(self) -> float:
        """The moment of the last frame in or out, in seconds of Trio's clock."""
        ...

    @property
    def dispensable(self) -> bool:
        """Whether the game has ended and nobody needs this node for it any more."""
        ...

    def start(self, serves: Stake, origin: str, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        """Let a task go on until the game ends here; what it raises ends the node, or costs this hint.

        ``origin``: whose task it is, for the log.
        """
        ...

    async def wake(self) -> None:
        """Look at the game again: something may be done now that had to wait."""
        ...

    def closing(self) -> None:
        """Let all parts know that the game ends here, before that is told."""
        ...

    def closed(self) -> None:
        """Let all parts know that the end of the game is stored and told here."""
        ...

    async def accept_certificate(self, certificate: Certificate) -> None:
        """Take in a proof that somebody is a cheat: a peer has handed it over, and it has been checked here."""
        ...

    def show_soon(self) -> None:
        """Show clients how things stand as soon as what has happened is stored and sent."""
        ...


class GameContext:
    """One game at one node: its table, its peers, its store, its people, and whoever plays a role in it."""

    def __init__(self, setup: GameSetup, loop: LoopServices) -> None:
        self.setup, self.loop = setup, loop
        self.store, self.row, self.mesh, self.environment = setup.store, setup.row, setup.mesh, setup.environment
        self.sid, self.operator, self.folder = setup.row.sid, setup.row.operator, setup.folder
        self.identity = setup.identity
        self.signed = decode_charter(setup.row.charter)
        self.charter = self.signed.charter
        self.table = GameTable(
            rules_of(self.charter),
            self.signed,
            setup.environment.entropy,
            operator=self.operator,
            signer=setup.identity,
            journal=setup.journal,
            background=True,
            resumed=setup.resumed,
            stale=setup.stale,
        )
        self.players = Players(self.charter, self.operator, setup.bots, setup.programs, pace=setup.pace)
        self.unattended = frozenset(setup.unattended)
        """The operators at whose nodes no person plays."""
        self.presence = Presence()
        self.stream = Stream(self.signed, setup.journal, setup.environment.entropy)
        self.may_send = not setup.resumed
        """Whether this node may say anything; `CatchUp` decides that."""
        self.erased = not setup.row.under_way
        """Whether the secrets of this game are erased here: nothing is stored any more that goes with them."""
        self.convicted: set[int] = set()
        """The seats of the charter whose cheating is proved here."""
        self._parts: list[object] = []
        self._roles: dict[type[Any], Any] = {}

    @property
    def others(self) -> set[int]:
        """All other operators of the charter, also those who have left."""
        return set(range(len(self.charter.operators))) - {self.operator}

    @property
    def caught(self) -> set[int]:
        """The operators whose cheating is proved here."""
        return {self.charter.seats[seat].operator for seat in self.convicted}

    @property
    def may_act(self) -> bool:
        """Whether this node may say something for its seats by itself."""
        return self.table.seating is not None and self.may_send and not self.table.session.halted

    def add(self, part: Role) -> Role:
        """Let others ask a part for the roles that it plays."""
        self._parts.append(part)
        self._roles.clear()
        return part

    def part(self, role: type[Role]) -> Role:
        """The part that plays a role (`roles`), or the neutral role itself where none does."""
        if role not in self._roles:
            self._roles[role] = next((part for part in self._parts if isinstance(part, role)), None) or role()
        found: Role = self._roles[role]
        return found

    def tell_all(self, said: say.Reply) -> None:
        """Say something to every client; see `Desk.tell_all`."""
        self.loop.desk.tell_all(said)

    def name(self, operator: int) -> str:
        """The name of an operator."""
        return self.charter.operators[operator].name

    def awaited(self) -> set[int]:
        """The operators whose words the game waits for."""
        return {self.charter.seats[wait.seat].operator for wait in self.table.waiting() if wait.seat is not None}

    def debtors(self) -> set[int]:
        """The operators that owe this node messages, in play as well where its own vote holds that up."""
        owed = self.table.session.owed()
        return {self.charter.seats[wait.seat].operator for wait in owed if wait.seat is not None}

    def seat_in_game(self, seat: int) -> int:
        """The seat of the game for one of the charter; the same as long as seats are not drawn."""
        seating = self.table.seating
        return seating.to_game(seat) if seating is not None and seat in seating.charter else seat

    def first_seat(self, operator: int) -> int:
        """The first seat of the game that an operator plays; -1 before seats are drawn."""
        seating = self.table.seating
        own = self.charter.seats_of(operator) if seating is not None else ()
        return min((seating.to_game(seat) for seat in own if seating and seat in seating.charter), default=-1)

    def check_person(self, client: Client) -> None:
        """Only a person may decide this. Raises NotPossible where a program is at the seat of a client, or may be."""
        programs = {self.seat_in_game(seat) for seat in self.players.programs}
        if programs and (self.table.seating is None or client.seat is None or client.seat in programs):
            raise NotPossible("node.person-only")
