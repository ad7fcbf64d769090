"""One game under way at this node: the table, the mesh, the store, the workers, the clients and the parts, in one loop.

Whatever happens (a frame from a peer, a request of a client, a finished check, a tick) goes through one inbox. What a
table puts out is stored in one transaction before anything of it is sent. The game never waits for a screen.

The loop knows its parts by their contract alone (`part`); only two of them it cannot do without: `CatchUp`, which says
when this node may speak, and `Ending`, which says when it may go.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import Any

import trio

from protocol import events
from protocol.certificates import Certificate
from protocol.wire import encode
from tta_p2p.net import fault_log
from tta_p2p.net.channel import Pulse, next_beat
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.mesh import FrameReceived, PeerConnected, PeerDisconnected, PeerRefusal
from tta_p2p.net.tasks import Hint, Stake, contain, start_hint, start_play
from tta_p2p.node.game import parts as folder
from tta_p2p.node.game.catch_up import QUIET, CatchUp
from tta_p2p.node.game.context import GameContext, GameSetup
from tta_p2p.node.game.ending import Ending
from tta_p2p.node.game.faults import FaultHandler, halt_of, lost_code, outage_of
from tta_p2p.node.game.inbox import CertificateVerified, ClientRequest, Item, JobResult, Tick, Wake
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.progress import Progress
from tta_p2p.node.game.proven_table import ProvenTable
from tta_p2p.node.game.roles import OutageTeller, Successor
from tta_p2p.node.game.signed_table import engines_differ
from tta_p2p.node.game.trace import open_trace
from tta_p2p.node.service.advisor import QUESTION, Advisor
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.notices import connection_refusal, error_reply, halt_reply
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.node.workers.pool import WorkerFailed
from tta_p2p.seats import messages as say
from tta_p2p.store import marks
from tta_p2p.store.database import Store, StoreError
from tta_p2p.table import game_table

RESTLESS = 6.0
"""Seconds for which a node looks around often after something new; then as seldom as its channels show that they live.
"""

RESTING = 0.5
"""Seconds without anything new after which a node prepares for shuffles that nobody has asked for yet."""

GOODBYE = 0.5
"""Seconds for which the last words of a node that fails can go out."""

LAST_WORDS = 5.0
"""Seconds in which clients can take what waits for them when the node goes."""

FRAMES = 16
"""How many frames of peers wait at most until the game has time for them."""

BATCH = 500
"""How many items are taken in before what they have brought about is stored and sent."""

ASIDE, KNOWN = 10.0, 0.02
"""What a frame beside the game (chat, a question, a statement of keys) costs its sender's patience, and one twice."""


def _has(part: Part, name: str) -> bool:
    """Whether a part overrides what `Part` does by default."""
    return getattr(type(part), name) is not getattr(Part, name)


class GameLoop:
    """One game at this node, from the charter (or the journal) to the signed end."""

    def __init__(self, setup: GameSetup) -> None:
        self.context = context = GameContext(setup, self)
        self.table, self.charter, self.presence = context.table, context.charter, context.presence
        self.parts: list[Part] = []
        """Everything that hears what happens, in order: `CatchUp`, the parts of the folder, `Ending`."""
        self.proven = ProvenTable(context, self.parts)
        self._desk = Desk(self.proven, Advisor(setup.environment.thinkers, self._advise))
        self._failures = FaultHandler(context.table, self._desk, context.players.bots, setup.on_fault)
        self._progress = context.add(Progress(context))
        makers: list[type[Part]] = [CatchUp, *folder.find_parts(), Ending]
        for make in makers:
            self._add(make)
        self.catch_up, self.ending = context.part(CatchUp), context.part(Ending)
        self._hears = {kind: part for part in self.parts for kind in part.kinds}
        self._hooks = {name: [part for part in self.parts if _has(part, name)] for name in vars(Part)}
        """The parts that do anything at each of the moments at which they may: the others need not be asked."""
        setup.environment.workers.tell = self._checks_here
        self._inbox_in, self._inbox = trio.open_memory_channel[Item](5000)
        self._room = trio.Semaphore(FRAMES)
        self._trace = open_trace(context.sid, context.operator)
        self._dirty = True
        self._moved_at = 0.0
        self._stirred = trio.Event()
        """Set when something has come in."""
        self._lost = ""
        """Why this node can say nothing more in the game: which secret of it is gone."""
        self._lost_opening = False
        """Whether that is the opening of a sealed answer."""
        self.parted = trio.Event()
        """Set when nobody at this node needs the game any more: it has ended, or goes on to another one."""

    def _add(self, make: type[Part]) -> None:
        """Begin a part. One that no play rests on and that cannot begin is missing in this game. Raises NotPossible."""
        if make.serves is Stake.PLAY:
            self.parts.append(self.context.add(make(self.context)))
            return
        with contain(Hint.BESIDE, make.__name__, NotPossible):
            self.parts.append(self.context.add(make(self.context)))

    # Running.

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Play until the game is over and the others have had time to fetch its end. Raises StoreError, OSError.

        A node that goes on to another game stays at this one, too, until it is cancelled: a node that was frozen or cut
        off finds the end here, and hears where the table is open.
        """
        successor = self.context.part(Successor)
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                self.presence.start()
                self._moved_at = trio.current_time()
                start_play(nursery, self._listen)
                start_play(nursery, self._tick)
                await self._flush()
                task_status.started()
                while not (done := self._done()) or successor.next_table is not None:
                    if done and not self.parted.is_set():
                        successor.settled = True
                        self.parted.set()
                    self._stop_if_lost()
                    await self._prepare()
                    await self._take_in()
                    await self._flush()
                await self._say_farewell()
                nursery.cancel_scope.cancel()
        except Exception as error:
            await self._say_why(error)
            raise
        finally:  # also where it is cancelled or fails
            if self._trace is not None:
                self._trace.close()
        self.parted.set()

    async def _take_in(self) -> None:
        """Wait for something to come in, and take in whatever has come by then."""
        batch = [await self._inbox.receive()]
        while len(batch) < BATCH:
            try:
                batch.append(self._inbox.receive_nowait())
            except trio.WouldBlock:
                break
        if not all(isinstance(item, Tick) for item in batch):
            self._stirred.set()
        for item in batch:
            if self._trace is not None:
                self._trace.took(item)
            with self._failures.stop_play("at what a peer or a client wanted"):
                await self._handle(item)

    async def _say_farewell(self) -> None:
        """Close the connections to clients when they have taken what waits for them."""
        for client in self.desk.clients:
            client.close()
        with trio.move_on_after(LAST_WORDS):
            for client in self.desk.clients:
                if client.gone:
                    await client.written.wait()

    def attach(self, client: Client) -> None:
        """A client is here; its requests come with `request`."""
        self.desk.attach(client)

    def receive(self, client: Client, request: say.Request | None) -> None:
        """A client wants something; None: it has gone."""
        try:
            self._inbox_in.send_nowait(ClientRequest(client, request))
        except trio.WouldBlock:
            client.close()

    def let_go(self) -> None:
        """Somebody else serves the clients from now on."""
        self.desk.let_go()

    def come_back(self, host: int) -> None:
        """Nobody came together at the table of ``host``: stay, with the clients of before, until there is another."""
        self.parted = trio.Event()
        self.context.part(Successor).look_elsewhere(host)

    async def _listen(self) -> None:
        async for event in self.context.mesh.events:
            if isinstance(event, FrameReceived):
                await self._room.acquire()  # what cannot be handled yet waits with its sender, not in our memory
            await self._inbox_in.send(event)

    async def _tick(self) -> None:
        while True:
            if self._restless():
                await trio.sleep(0.5)
            else:
                due = min((part.due for part in self._hooks["due"]), default=math.inf)
                with trio.CancelScope(deadline=min(next_beat(Pulse().beat), due)):
                    await self._stirred.wait()
            self._stirred = trio.Event()
            await self._inbox_in.send(Tick())

    def _restless(self) -> bool:
        """Whether time alone may bring something about soon, so that this node looks around again and again."""
        moved = trio.current_time() < self._moved_at + RESTLESS
        absent = self.context.awaited() - {self.context.operator} - self.presence.connected
        return bool(moved or absent or self._lost or any(part.restless for part in self._hooks["restless"]))

    def _done(self) -> bool:
        return self.dispensable and not any(part.holds for part in self._hooks["holds"])

    # What parts ask of the loop (`LoopServices`).

    @property
    def desk(self) -> Desk:
        """The clients of this node."""
        return self._desk

    @property
    def last_change_at(self) -> float:
        """The moment of the last frame in or out, in seconds of Trio's clock."""
        return self._moved_at

    @property
    def dispensable(self) -> bool:
        """Whether the game has ended and nobody needs this node for it any more, or until its person comes back."""
        watched = any(not client.gone for client in self.desk.clients)
        if any([part.releases(watched) for part in self._hooks["releases"]]):
            return True
        stream = self.context.stream
        taken_at = max(stream.taken_at, self.catch_up.taken_at)
        here = self.context.others & self.presence.connected
        # An operator that was voted gone and has just come is not among those who play, and lacks the end as well; a
        # cheat may never say that it has it.
        honest = here - self.context.caught
        have_it = self.catch_up.all_up_to_date() and all(map(self.catch_up.is_up_to_date, honest))
        return self.ending.may_go(here, have_it, bool(stream.spectators), taken_at)

    def start(self, serves: Stake, origin: str, task: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
        """Let a task go on until the game ends here; what it raises ends the node, or costs this hint."""
        if serves is Stake.PLAY:
            start_play(self._nursery, task, *arguments)
        else:
            start_hint(self._nursery, Hint.BESIDE, origin, task, *arguments)

    def _advise(self, task: Callable[[], Awaitable[None]]) -> None:
        """Let a bot think for a person who asks for advice."""
        start_hint(self._nursery, Hint.CLIENT, QUESTION, task)

    async def wake(self) -> None:
        """A bot has thought, or may act now."""
        await self._inbox_in.send(Wake())

    async def accept_certificate(self, certificate: Certificate) -> None:
        """A peer has handed over a proof that somebody is a cheat, and it has been checked here."""
        await self._inbox_in.send(CertificateVerified(certificate))

    def show_soon(self) -> None:
        """Something is to be shown to clients as soon as what has happened is stored and sent."""
        self._dirty = True

    def closing(self) -> None:
        """The game ends here: let all parts know before it is told."""
        for part in self._hooks["closing"]:
            part.closing()

    def closed(self) -> None:
        """The end of the game is stored and told here."""
        for part in self._hooks["closed"]:
            part.closed()

    # Taking in.

    async def _handle(self, item: Item) -> None:
        match item:
            case FrameReceived(operator, kind, payload):
                self.presence.hear(operator)
                self._room.release()
                useless = self._hear(operator, kind, payload)
                if useless and self.context.mesh.charge(operator, useless):
                    self.context.tell_all(error_reply("node.floods", self.context.name(operator)))
            case PeerConnected(operator):
                self.presence.connect(operator)
                self.proven.turned_away.pop(operator, None)
                self._dirty = True
                for part in self._hooks["peer_connected"]:
                    part.peer_connected(operator)
            case PeerDisconnected(operator):
                self.presence.disconnect(operator)
                self._dirty = True
            case PeerRefusal(operator, why):
                said = self.proven.turned_away[operator] = connection_refusal(self.context.name(operator), why)
                self.context.tell_all(said)
            case ClientRequest(client, request):
                if request is not None:
                    for part in self._hooks["notice"]:
                        part.notice(client, request)
                self.desk.receive(client, request)
            case JobResult(job, result, failure):
                if failure is not None:
                    self.table.job_failed(job, failure.fault)
                else:
                    self.table.job_done(job, result)
            case CertificateVerified(certificate):
                self.table.accept_proof(certificate)
                self.catch_up.ask_all()
            case Wake():
                pass  # bots act when everything has been taken in
            case Tick():
                await self._look_around()

    def _hear(self, operator: int, kind: int, payload: bytes) -> float:
        """Take in a frame; what it has cost that helps nobody, where 1 is about a signature checked in vain."""
        if kind == FrameKind.MESSAGE:
            return self._hear_message(operator, payload)
        value, part = FrameValue.USELESS, self._hears.get(FrameKind(kind)) if kind in set(FrameKind) else None
        if part is self.catch_up:
            value = part.hear(operator, FrameKind(kind), payload)
        elif part is not None:  # no play rests on it, and what fails in it stops none
            with contain(Hint.ASIDE, self.context.name(operator), StoreError, OSError) as heard:
                value = part.hear(operator, FrameKind(kind), payload)
            if heard.failed:  # that this program fails at it is not its sender's fault
                value = FrameValue.NEWS
        return {FrameValue.NEEDED: 0.0, FrameValue.NEWS: 1.0}.get(value, ASIDE + len(payload) / 4096)

    def _hear_message(self, operator: int, payload: bytes) -> float:
        outcome = self.table.receive(payload)
        if outcome == "far":
            self.catch_up.ask_peer(operator, unless_within=0.5)
        if outcome in ("taken", "early"):
            return 0.0
        if self.table.session.fault is not None:
            return KNOWN  # that it helps nobody now is not its sender's fault
        return KNOWN if outcome == "known" else 1 + len(payload) / 4096

    def _stop_if_lost(self) -> None:
        """A store that is older than the game's keys: the others must not wait for a node that can say nothing."""
        own = self.charter.seats_of(self.context.operator)
        awaited = any(wait.seat in own for wait in self.table.waiting())
        if self._lost and awaited and self.presence.connected and trio.current_time() > self._moved_at + QUIET:
            code = lost_code(self._lost_opening)
            raise StoreError(f"{self._lost}; bring the newest copy of the data folder back", code)

    async def _look_around(self) -> None:
        for part in self._hooks["tick"]:
            await part.tick()
        self.context.environment.workers.stop_idle()
        self.context.environment.thinkers.stop_idle()
        self._progress.tell()
        self._dirty = True

    def _checks_here(self, why: str) -> None:
        """No worker can be started."""
        said = self.proven.trouble = error_reply("node.no-workers", why)
        self.context.tell_all(said)

    # Giving out.

    async def _say_why(self, error: Exception) -> None:
        """Tell clients and the other members why this node ends. What cannot be stored is not said.

        Whatever fails here, the error stays the one for which the node ends.
        """
        with contain(Hint.ASIDE, "this node"), trio.CancelScope(shield=True):
            self.context.tell_all(halt_of(error))
            self.context.part(OutageTeller).tell(outage_of(error))
            await trio.sleep(GOODBYE)

    async def _flush(self) -> None:
        """Store, send, start jobs, tell clients and let seats act, until nothing comes out any more."""
        await self._save()
        while await self._put_out() or await self._act():
            pass
        if self._dirty:
            self._dirty = False
            for part in self._hooks["look"]:
                part.look()
            self.desk.show_all()
        if self._trace is not None:
            self._trace.compare(self.parts)

    async def _put_out(self) -> bool:
        """Store and send what the table has put out, and tell it; whether there was anything."""
        output = self.table.poll()
        if self._trace is not None:
            self._trace.put(output)
        self.catch_up.going_out = output.send
        if output.store:
            records = [encode(record) for record in output.store]
            with trio.CancelScope(shield=True):
                append = marks.append if self.catch_up.binds(output) else Store.append
                await self.context.environment.aside(append, self.context.store, self.context.sid, records)
            self.context.stream.add(output.store)
        for data in output.send:
            self.context.mesh.send_all(FrameKind.MESSAGE, data)
        self.catch_up.going_out = ()
        for job in output.jobs:
            start_play(self._nursery, self._check, job)
        for event in output.events:
            with self._failures.stop_play("at what has happened in the game"):
                await self._event(event)
        if output.store or output.events:
            self._moved_at = trio.current_time()
            self._dirty = True
        return bool(output.store or output.send or output.events)

    async def _event(self, event: game_table.TableEvent) -> None:
        """Tell clients what has happened at the table, and let every part do something about it. Raises StoreError."""
        match event:
            case events.SeatConvicted(seat):
                self.context.convicted.add(seat)
            case events.StatesDiverged(seat, reason):
                fault_log.write(reason)
                self.context.tell_all(engines_differ(self.charter, seat))
            case events.SessionFailed(fault):
                self._failures.report(fault)
            case game_table.EntryRefused(seat, error):
                self._failures.retry_decision(seat, error)
            case events.SessionRestarted():
                self.proven.go_back()
                self.desk.roll_back()
            case events.SeatsLeft():
                for left in self.proven.depart(event):
                    self.context.tell_all(left)
            case events.SecretsLost(_, reason, sealed):
                self._lost, self._lost_opening = reason, sealed
                if not self.context.erased:  # what this node has erased itself is missed only where it is awaited
                    self.context.tell_all(halt_reply("store", lost_code(sealed)))
            case events.DuplicateNode():
                self.context.tell_all(halt_reply("doubled"))
            case _:
                pass
        for part in self._hooks["event"]:
            await part.event(event)
        if isinstance(event, game_table.GameStarted):
            self.desk.greet_again()
            for part in self._hooks["seated"]:
                part.seated()

    async def _act(self) -> bool:
        """Let one part do one thing for a seat, and store why it was done before the act itself; whether any has."""
        if self.table.session.fault is not None:
            return False  # play has stopped; what has failed would fail again, for ever
        acted = True  # a fault is told before anything else happens
        with self._failures.stop_play("at what a bot does"):
            acted = any(part.act() for part in self._hooks["act"])
        if acted:
            await self._save()
        return acted

    async def _save(self) -> None:
        for part in self._hooks["save"]:
            await part.save()

    async def _prepare(self) -> None:
        """While nothing comes in, prepare what coming shuffles need, a little at a time."""
        resting = trio.current_time() > self._moved_at + RESTING
        while not self._inbox.statistics().current_buffer_used and self.table.prepare(resting):
            await trio.lowlevel.checkpoint()

    async def _check(self, job: Any) -> None:
        try:
            result = await self.context.environment.workers.run(job.function, *job.arguments)
        except WorkerFailed as error:
            await trio.sleep(error.wait)
            await self._inbox_in.send(JobResult(job.id, None, failure=error))
        else:
            await self._inbox_in.send(JobResult(job.id, result))

    def tell_all(self, said: say.Reply) -> None:
        """Say something to every client; see `Desk.tell_all`."""
        self.desk.tell_all(said)
