"""What happens at the table of a playing node, and which part of the node does something about it."""

from __future__ import annotations

from typing import Any

from protocol import events
from protocol.messages import Motion
from protocol.motions import ENDING, PAUSE
from tta_p2p.net import faultlog
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Mesh
from tta_p2p.node.game.attendance import Attendance
from tta_p2p.node.game.catching_up import CatchingUp
from tta_p2p.node.game.drafts import StoredDrafts
from tta_p2p.node.game.ending import Ending, last_common_place
from tta_p2p.node.game.failing import Failures
from tta_p2p.node.game.opening import OpenKeys
from tta_p2p.node.game.pausing import Pausing
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.game.proven import ProvenTable
from tta_p2p.node.game.rematch import Rematch
from tta_p2p.node.game.signed import differs
from tta_p2p.node.game.skipping import StoredSkips
from tta_p2p.node.game.votes import Votes
from tta_p2p.node.serving.desk import Desk
from tta_p2p.node.serving.said import halted
from tta_p2p.seats.parts.proofs import Proofs
from tta_p2p.table import game_table
from tta_p2p.table.game_table import GameTable


class Happening:
    """The events of one game at one node."""

    def __init__(
        self,
        table: GameTable,
        operator: int,
        mesh: Mesh,
        presence: Presence,
        catching_up: CatchingUp,
        keys: OpenKeys,
        drafts: StoredDrafts,
        skips: StoredSkips,
        desk: Desk,
        attendance: Attendance,
        votes: Votes,
        pausing: Pausing,
        proven: ProvenTable,
        ending: Ending,
        rematch: Rematch,
        failures: Failures,
    ) -> None:
        """``operator``: this node's."""
        self._table, self._operator, self._mesh, self._presence = table, operator, mesh, presence
        self._catching_up, self._keys, self._drafts, self._skips = catching_up, keys, drafts, skips
        self._desk, self._attendance, self._votes, self._pausing = desk, attendance, votes, pausing
        self._proven, self._ending, self._rematch, self._failures = proven, ending, rematch, failures
        self._told: Proofs | None = None
        self.lost = ""
        """Why this node can say nothing more in the game: which secret of it is gone."""

    async def event(self, event: game_table.TableEvent) -> None:
        """Do what an event asks for. Raises StoreError."""
        match event:
            case game_table.Began():
                await self._drafts.restore()
                self._skips.restore(stale=self._catching_up.stale)
                self._desk.greet_again()
                for said in self._attendance.news():
                    self._desk.tell_all(said)
            case game_table.Convicted(seat, certificate):
                await self._ending.convict(seat, certificate)
                self._votes.convict(seat)
            case game_table.Unproven(operator):
                self._desk.tell_all(self._votes.unproven(operator))
            case game_table.EnginesDiffer(seat, reason):
                faultlog.write(reason)
                self._desk.tell_all(differs(self._table.charter, seat))
            case events.Faulted(fault):
                self._failures.say(fault)
            case game_table.Unsaid(seat, error):
                self._failures.unsaid(seat, error)
            case game_table.Again():
                self._proven.go_back()
                self._desk.again()
            case game_table.Over(standings):
                await self._end(standings)
            case events.Voted() | events.Lapsed():
                self._votes.event(event)
            case events.Carried(motion):
                self._votes.event(event)
                await self._carried(motion)
            case events.SeatsLeft(seats):
                for left in self._proven.depart(event):
                    self._desk.tell_all(left)
                if set(seats) & set(self._table.charter.seats_of(self._operator)):
                    await self._ending.forget()
            case events.Parted(motion):
                names, how = self._votes.ended_without_us(motion), motion.kind
                if not names:
                    self._desk.tell_all(halted("parted-others", how))
                elif self._votes.has_left:
                    self._desk.tell_all(halted("parted-left", names, how))
                elif self._votes.end_likewise():
                    self._desk.tell_all(halted("parted-agreed", names, how))
                else:
                    self._desk.tell_all(halted("parted", names, how))
            case events.Lost(_, reason):
                self.lost = reason
            case events.Doubled():
                self._desk.tell_all(halted("doubled"))
            case _:
                pass

    async def look_on_no_more(self) -> None:
        """Who has left looks on until nobody plays any more. Raises StoreError."""
        ended = self._votes.looked_on_to_the_end
        if ended is not None and not self._ending.begun:
            await self._end_early(*ended)

    def tell_how_far(self) -> None:
        """Tell clients how much has been checked, when that has changed."""
        proofs = self._proven.proofs()
        if proofs != self._told:
            self._told = proofs
            self._desk.tell_all(proofs)

    def tell_where(self) -> None:
        """Asking says where this node stands and what it lacks: when all have the end nobody need stay."""
        for operator in sorted(self._presence.here):
            self._catching_up.ask(operator)

    async def _carried(self, motion: Motion) -> None:
        if motion.kind == PAUSE:
            self._pausing.begin()
            self.tell_where()
        elif motion.kind in ENDING:
            self._proven.ended_at = last_common_place(self._table.session, motion)
            self.tell_how_far()  # whoever reads how it ended reads of which game
            await self._end_early(motion.kind, self._proven.who_ends_it(motion))
        elif motion.kind != "resigned" and motion.operator == self._operator:
            await self._ending.forget()  # the game goes on without this node, which says nothing more in it

    async def _end_early(self, kind: str, by: list[str | int]) -> None:
        self._rematch.ended()
        await self._ending.call_off(kind, by)
        self.tell_where()

    async def _end(self, standings: Any) -> None:
        """The end is signed."""
        self.tell_how_far()
        self._rematch.ended()
        await self._ending.end(standings)
        for statement in self._keys.frames():
            self._mesh.send_all(Kind.KEYS, statement)
        self.tell_where()
