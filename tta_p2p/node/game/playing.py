"""One game under way at this node: the table, the mesh, the store, the workers and the clients, in one loop.

Everything that happens (a frame from a peer, a word from a client, a finished check, a tick) goes through one inbox;
what a table puts out is stored in one transaction before anything of it is sent. The game never waits for a screen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import trio

from protocol.certificates import Certificate
from protocol.charter import decode_charter
from protocol.signatures import IdentityKey
from protocol.transcript import Record
from protocol.wire import encode
from tta_p2p.net.channel import Pulse, next_beat
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Connected, Disconnected, Mesh, Received, TurnedAway
from tta_p2p.net.tasks import Hint, contain, start_play
from tta_p2p.node.game.attendance import Attendance
from tta_p2p.node.game.autopilot import Autopilots
from tta_p2p.node.game.catching_up import CatchingUp
from tta_p2p.node.game.drafts import StoredDrafts
from tta_p2p.node.game.ending import LINGER, Ending
from tta_p2p.node.game.failing import Failures
from tta_p2p.node.game.happening import Happening
from tta_p2p.node.game.hearing import Hearing
from tta_p2p.node.game.inbox import Asks, Checked, Item, Proved, Tick, Woken
from tta_p2p.node.game.limits import Limits
from tta_p2p.node.game.on_turn import OnTurn
from tta_p2p.node.game.opening import OpenKeys, keys_file
from tta_p2p.node.game.pausing import Pausing
from tta_p2p.node.game.players import Players
from tta_p2p.node.game.presence import Connections, Presence
from tta_p2p.node.game.proofs import ProofExchange
from tta_p2p.node.game.proven import ProvenTable
from tta_p2p.node.game.rematch import Rematch
from tta_p2p.node.game.skipping import StoredSkips
from tta_p2p.node.game.thinking import GRID, Thinking
from tta_p2p.node.game.times import Times
from tta_p2p.node.game.votes import Votes
from tta_p2p.node.machine.environment import Environment as Outside
from tta_p2p.node.serving.advising import Advising
from tta_p2p.node.serving.clients import Client
from tta_p2p.node.serving.desk import Desk
from tta_p2p.node.serving.said import failed, halted, turned_away
from tta_p2p.node.watching.streaming import Stream
from tta_p2p.node.workers.pool import WorkerFailed
from tta_p2p.registry import find
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.spectators import Watched
from tta_p2p.store import marks
from tta_p2p.store.database import GameRow, Store, StoreError
from tta_p2p.table.game_table import GameTable

QUIET = 3.0
"""Seconds without anything new after which a waiting node asks the others again what it lacks."""

RESTLESS = 6.0
"""Seconds for which a node looks around often after something new; then as seldom as its channels show that they live.
"""

RESTING = 0.5
"""Seconds without anything new after which a node prepares for shuffles that nobody has asked for yet."""

LAST_WORDS = 5.0
"""Seconds in which clients can take what waits for them when the node goes."""

FRAMES = 16
"""How many frames of peers wait at most until the game has time for them."""


class Playing:
    """One game at this node, from the charter (or the journal) to the signed end."""

    def __init__(
        self,
        store: Store,
        row: GameRow,
        identity: IdentityKey,
        mesh: Mesh,
        *,
        journal: Sequence[Record],
        outside: Outside,
        folder: Path,
        bots: Mapping[int, str],
        programs: Collection[int] = (),
        unattended: Collection[int] = (),
        seed: int,
        resumed: bool = False,
        stale: bool = False,
        linger: float = LINGER,
        pace: float = 0.0,
        grid: float = GRID,
        places: tuple[str, ...] = (),
        on_fault: Callable[[], None] = lambda: None,
    ) -> None:
        """``bots``: the level of each seat (of the charter) that a bot plays here; ``programs``: the seats of which
        programs are clients; ``unattended``: the operators without a person; ``pace``: seconds between acts;
        ``grid``: seconds between the points at which bots act where people play;
        ``stale``: the store may be an older copy; ``places``: where this node is found; ``on_fault`` is called when
        this program has failed.
        """
        self.store, self.row, self.mesh, self.outside, self.folder = store, row, mesh, outside, folder
        entropy, workers = outside.entropy, outside.workers
        signed = decode_charter(row.charter)
        self.charter = signed.charter
        self.table = table = GameTable(
            find(self.charter.game),
            signed,
            entropy,
            operator=row.operator,
            signer=identity,
            journal=journal,
            background=True,
            resumed=resumed,
            stale=stale,
        )
        self.identity = identity
        self.players = players = Players(self.charter, row.operator, bots, programs, pace=pace)
        self.presence = presence = Presence()
        self.pausing = Pausing(
            table,
            row.operator,
            presence,
            mesh,
            self,
            journal=journal,
            by_itself=players.only_bots,
            unattended=unattended,
        )
        self.limits = Limits(table, row.operator, presence, self.pausing)
        self.keys = OpenKeys(table.session, keys_file(folder, row.sid))
        self.votes = Votes(
            table,
            row.operator,
            presence,
            self.limits,
            self,
            only_bots=players.only_bots,
            unattended=unattended,
            journal=journal,
        )
        self.proofs = ProofExchange(table.session, signed, mesh, workers, self)
        self.catching_up = CatchingUp(
            table, row.operator, mesh, presence, self.proofs, self, entropy, resumed=resumed, stale=stale
        )
        self.stream = Stream(signed, journal, entropy, lambda names: self.tell_all(Watched(names)))
        self.drafts = StoredDrafts(store, row.sid, table, outside)
        self.rematch = Rematch(self.charter, row.operator, presence, mesh, only_bots=players.only_bots, places=places)
        self.autopilots = Autopilots(table, row.operator, players, mesh, self)
        people = {*range(len(self.charter.operators))} - {*unattended, *([row.operator] if players.only_bots else [])}
        self.thinking = Thinking(players, outside.thinkers, self, seed=seed, grid=grid, people=people)
        self.times = Times(store, row.sid, table, outside)
        self.on_turn = OnTurn(table, players, folder, self, self)
        self.proven = ProvenTable(
            table,
            row.operator,
            mesh,
            presence,
            players,
            self.drafts,
            self.votes,
            self.catching_up,
            self.pausing,
            self.stream,
            self.rematch,
            self.autopilots,
            self.times,
            self,
        )
        self.desk = self.rematch.desk = Desk(self.proven, Advising(outside.thinkers, self.start))
        self.attendance = self.proven.attendance = Attendance(table, row.operator, players, mesh, self.desk, self)
        self.connections = self.proven.connections = Connections(table.charter, row.operator, presence, self)
        self.skips = StoredSkips(store, row.sid, table, self.desk, outside)
        self.failures = Failures(table, self.desk, players.bots, on_fault)
        workers.tell = self._checks_here
        self.ending = Ending(
            store, row, table, signed, identity, self.keys, outside, folder, self, linger=linger, resumed=resumed
        )
        self.hearing = Hearing(
            table,
            self.catching_up,
            self.proofs,
            self.keys,
            self.rematch,
            self.autopilots,
            self.attendance,
            self.pausing,
            self.proven,
        )
        self.happening = Happening(
            table,
            row.operator,
            mesh,
            presence,
            self.catching_up,
            self.keys,
            self.drafts,
            self.skips,
            self.desk,
            self.attendance,
            self.votes,
            self.pausing,
            self.proven,
            self.ending,
            self.rematch,
            self.failures,
        )
        self._inbox_in, self._inbox = trio.open_memory_channel[Item](5000)
        self._room = trio.Semaphore(FRAMES)
        self._dirty = True
        self._moved_at = 0.0
        self._stirred = trio.Event()
        """Set when something has come in."""
        self.parted = trio.Event()
        """Set when nobody at this node needs the game any more: it has ended, or goes on to another one."""

    # Running.

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Play until the game is over and the others have had time to fetch its end.

        A node that goes on to another game stays at this one, too, until it is cancelled: whoever was frozen or cut
        off finds the end here, and hears where the table is open.
        """
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            self.presence.start()
            self._moved_at = trio.current_time()
            start_play(nursery, self._listen)
            start_play(nursery, self._tick)
            await self._flush_or_say_why_not()
            task_status.started()
            while not (done := self._done()) or self.rematch.going is not None:
                if done and not self.parted.is_set():
                    self.rematch.settled = True
                    self.parted.set()
                self._stop_if_lost()
                await self._prepare()
                batch = [await self._inbox.receive()]
                while len(batch) < 500:
                    try:
                        batch.append(self._inbox.receive_nowait())
                    except trio.WouldBlock:
                        break
                if not all(isinstance(item, Tick) for item in batch):
                    self._stirred.set()
                for item in batch:
                    with self.failures.stop_play("at what a peer or a client wanted"):
                        await self._handle(item)
                await self._flush_or_say_why_not()
            for client in self.desk.clients:
                client.close()
            with trio.move_on_after(LAST_WORDS):
                for client in self.desk.clients:
                    if client.gone:
                        await client.written.wait()
            nursery.cancel_scope.cancel()
        self.parted.set()

    def attach(self, client: Client) -> None:
        """A client is here; its requests come with `asks`."""
        self.desk.attach(client)

    def asks(self, client: Client, request: say.Request | None) -> None:
        """A client wants something; None: it has gone."""
        try:
            self._inbox_in.send_nowait(Asks(client, request))
        except trio.WouldBlock:
            client.close()

    def start(self, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        """Let a task go on until the game ends here."""
        start_play(self._nursery, task, *arguments)

    async def wake(self) -> None:
        """A bot has thought, or may act now."""
        await self._inbox_in.send(Woken())

    async def convinced(self, certificate: Certificate) -> None:
        """A peer has handed over a proof that somebody is a cheat, and it has been checked here."""
        await self._inbox_in.send(Proved(certificate))

    async def _listen(self) -> None:
        async for event in self.mesh.events:
            if isinstance(event, Received):
                await self._room.acquire()  # what cannot be handled yet waits with its sender, not in our memory
            await self._inbox_in.send(event)

    async def _tick(self) -> None:
        while True:
            if self._restless():
                await trio.sleep(0.5)
            else:
                with trio.CancelScope(deadline=min(next_beat(Pulse().beat), self.autopilots.due)):
                    await self._stirred.wait()
            self._stirred = trio.Event()
            await self._inbox_in.send(Tick())

    def _restless(self) -> bool:
        """Whether time alone may bring something about soon, so that this node looks around again and again."""
        moved = trio.current_time() < self._moved_at + RESTLESS
        returning = not self.catching_up.speaking or self.catching_up.stale or bool(self.happening.lost)
        absent = self._awaited() - {self.row.operator} - self.presence.here
        return bool(moved or returning or absent or self.votes.restless or self.ending.begun)

    def _done(self) -> bool:
        return self._served() and not self.rematch.holds

    def _served(self) -> bool:
        """Whether the game has ended and nobody needs this node for it any more."""
        others = set(range(len(self.charter.operators))) - {self.row.operator}
        looks = any(not client.gone for client in self.desk.clients)
        if self.pausing.may_go(looks, self.catching_up.all_stand_here):
            return True
        taken_at = max(self.stream.taken_at, self.catching_up.taken_at)
        here = others & self.presence.here
        # Who was voted gone and has just come is not among those who play, and lacks the end as well; a cheat may
        # never say that it has it.
        have_it = self.catching_up.all_stand_here() and all(map(self.catching_up.stands_here, here - self.votes.caught))
        return self.ending.may_go(here, have_it, bool(self.stream.watchers), taken_at)

    # Taking in.

    async def _handle(self, item: Item) -> None:
        match item:
            case Received(operator, kind, payload):
                self.presence.hear(operator)
                self._room.release()
                useless = self.hearing.frame(operator, kind, payload)
                if useless and self.mesh.charge(operator, useless):
                    name = self.charter.operators[operator].name
                    self.tell_all(failed("node.floods", name))
            case Connected(operator):
                self.presence.come(operator)
                self.proven.turned_away.pop(operator, None)
                self.pausing.look()
                self.pausing.came(operator)
                self._dirty = True
                self.catching_up.came(operator)
                self.rematch.came(operator)
                self.autopilots.came(operator)
                self.attendance.came(operator)
                self.connections.came(operator)
                for data in self.keys.frames():
                    self.mesh.send(operator, Kind.KEYS, data)
            case Disconnected(operator):
                self.presence.go(operator)
                self._dirty = True
            case TurnedAway(operator, why):
                name = self.charter.operators[operator].name
                self.proven.turned_away[operator] = turned_away(name, why)
                self.tell_all(self.proven.turned_away[operator])
            case Asks(client, request):
                if client.seat is not None and request is not None and self.table.seating is not None:
                    self.autopilots.hear_person(self.table.seating.to_charter(client.seat), request)
                self.desk.asks(client, request)
            case Checked(job, result, failure):
                if failure is not None:
                    self.table.job_failed(job, failure.fault)
                else:
                    self.table.job_done(job, result)
            case Proved(certificate):
                self.table.convince(certificate)
                self.happening.tell_where()
            case Woken():
                pass  # bots act when everything has been taken in
            case Tick():
                self._each_second()
                await self.happening.look_on_no_more()

    def _awaited(self) -> set[int]:
        """The operators whose words the game waits for."""
        return {self.charter.seats[wait.seat].operator for wait in self.table.waiting() if wait.seat is not None}

    def _stop_if_lost(self) -> None:
        """A store that is older than the game's keys: the others must not wait for a node that can say nothing."""
        own = self.charter.seats_of(self.row.operator)
        awaited = any(wait.seat in own for wait in self.table.waiting())
        if self.happening.lost and awaited and self.presence.here and trio.current_time() > self._moved_at + QUIET:
            raise StoreError(f"{self.happening.lost}; bring the newest copy of the data folder back", "old")

    def _each_second(self) -> None:
        self.catching_up.try_to_speak()
        if self.catching_up.stale and not self.table.session.unheard:
            self.catching_up.stale = False
            marks.renew(self.store, self.row.sid)
        quiet = trio.current_time() - max(self._moved_at, self.hearing.proof_at)
        if (self.table.waiting() or self.table.session.unproved) and quiet > QUIET:
            for operator in self.catching_up.to_ask_again(quiet):
                self.catching_up.ask(operator)
        self.catching_up.ask_round_about(self._awaited() - {self.row.operator} - self.presence.here, quiet)
        self.votes.each_second()
        self.autopilots.look(self._may_act())  # so that a bot acts at once for who has been absent for too long
        self.attendance.look()
        self.connections.look()
        self.pausing.look()
        with contain(Hint.REMATCH, "those who play here"):
            self.rematch.each_second(self._served())
        self.outside.workers.rest()
        self.outside.thinkers.rest()
        self.happening.tell_how_far()
        self._dirty = True

    def _checks_here(self, why: str) -> None:
        """No worker can be started."""
        self.proven.trouble = failed("node.no-workers", why)
        self.tell_all(self.proven.trouble)

    def show_soon(self) -> None:
        """Something is to be shown to clients as soon as what has happened is stored and sent."""
        self._dirty = True

    # Giving out.

    async def _flush_or_say_why_not(self) -> None:
        """What cannot be stored is not said: this node stops, and its clients hear why."""
        try:
            await self._flush()
        except StoreError as error:
            self.tell_all(halted("store", error.code))
            await trio.sleep(0.2)
            raise

    async def _flush(self) -> None:
        """Store, send, start jobs, tell clients and let bots act, until nothing comes out any more."""
        await self.drafts.save()
        await self.skips.save()
        await self.times.save()
        await self.ending.keep_whether_paused()
        while True:
            output = self.table.poll()
            self.catching_up.going_out = output.send
            if output.store:
                records = [encode(record) for record in output.store]
                with trio.CancelScope(shield=True):
                    append = marks.append if self.catching_up.binds(output) else Store.append
                    await self.outside.aside(append, self.store, self.row.sid, records)
                self.stream.add(output.store)
            for data in output.send:
                self.mesh.send_all(Kind.MESSAGE, data)
            self.catching_up.going_out = ()
            for job in output.jobs:
                start_play(self._nursery, self._check, job)
            for event in output.events:
                with self.failures.stop_play("at what has happened in the game"):
                    await self.happening.event(event)
            if output.store or output.events:
                self._moved_at = trio.current_time()
                self._dirty = True
            if output.store or output.send or output.events or self.drafts.lay_out():
                continue
            with self.failures.stop_play("at what a bot does"):
                if not (self._seat_declines() or self._bot_acts()):
                    break
        if self._dirty:
            self._dirty = False
            self.limits.look()
            self.times.look(self.pausing.resting())
            self.on_turn.look()
            self.autopilots.look(self._may_act())
            self.desk.show_all()

    async def _prepare(self) -> None:
        """While nothing comes in, prepare what coming shuffles need, a little at a time."""
        resting = trio.current_time() > self._moved_at + RESTING
        while not self._inbox.statistics().current_buffer_used and self.table.prepare(resting):
            await trio.lowlevel.checkpoint()

    async def _check(self, job: Any) -> None:
        try:
            result = await self.outside.workers.run(job.function, *job.arguments)
        except WorkerFailed as error:
            await trio.sleep(error.wait)
            await self._inbox_in.send(Checked(job.id, None, failed=error))
        else:
            await self._inbox_in.send(Checked(job.id, result))

    def _may_act(self) -> bool:
        """Whether this node may say something for its seats by itself."""
        return self.table.seating is not None and self.catching_up.speaking and not self.table.session.halted

    def _seat_declines(self) -> bool:
        """One act of a seat that skips what it is asked; whether there was one."""
        seat = self.desk.decline() if self._may_act() else None
        if seat is not None:
            self.proven.changed(seat)
        return seat is not None

    def _bot_acts(self) -> bool:
        """One act of one bot that must decide; whether there was one."""
        return self._may_act() and self.thinking.act(self.table)

    def tell_all(self, said: say.Reply) -> None:
        """Say something to every client; see `Desk.tell_all`."""
        self.desk.tell_all(said)
