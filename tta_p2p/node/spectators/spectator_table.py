"""A game that this node only watches: it takes in the players' signed messages, checks all of them and shows the rest.

It is a table without seats, so that nothing hidden can be in it; it is shown to clients of the seat protocol as a
playing node shows its own, with no seat. Whoever hands the messages over need not be trusted: what its author has not
signed is refused and accuses nobody but the messenger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import trio

from protocol import events
from protocol.certificates import Certificate
from protocol.charter import SignedCharter
from protocol.errors import Fault
from protocol.messages import Motion
from protocol.motions import ENDING
from protocol.session import Job
from tta_p2p.games.contract import Standings
from tta_p2p.i18n import Words
from tta_p2p.net.errors import NetError, OwnFault
from tta_p2p.net.tasks import Hint, contain, start_hint, start_part
from tta_p2p.node.game.faults import kind_of_fault, log_fault
from tta_p2p.node.game.motion_notices import MotionNotices
from tta_p2p.node.game.signed_table import PROVEN, SignedTable, agreeing_players, engines_differ
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.notices import error_reply, game_over_reply, halt_reply, rule_refusal
from tta_p2p.node.service.tables import PlayUnderWay
from tta_p2p.node.workers.pool import WorkerFailed, WorkerPool
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.store.errors import StoreError, code_of
from tta_p2p.store.regular_files import write_regular
from tta_p2p.table import game_table
from tta_p2p.table.audit import Verdict, verify_records, verify_session, write_file
from tta_p2p.table.game_table import GameTable
from tta_p2p.table.releases import rules_of

SHOW_EVERY = 0.1
"""Seconds between two looks at most."""
TELL_EVERY = 2.0
"""Seconds between two lines about how far the catching up has come."""


class MisleadingStream(NetError):
    """The node that shows the game has handed over messages that nobody signed, or keeps some back."""

    why = ("misled",)
    kind = "misled"


class SpectatorTable(SignedTable):
    """One game from its charter on; what `take` is given need only be the messages of an honest node, in its order."""

    def __init__(self, signed: SignedCharter, *, workers: WorkerPool, folder: Path, out: Path | None = None) -> None:
        """``folder``: where certificates are kept; ``out``: where the transcript is. Raises BadEntry, UnknownGame."""
        table = GameTable(rules_of(signed.charter), signed, _no_entropy, background=True)
        super().__init__(table, {}, range(len(signed.charter.operators)))
        self.signed = signed
        self.desk = Desk(self)
        self.messages = 0
        self.whole = 0
        """How many messages there were when this node last asked; before it has them, nothing is shown."""
        self.ended = trio.Event()
        """Set when nothing more will come."""
        self.told = trio.Event()
        """Set when the end has been verified and told."""
        self.verdict: Verdict | None = None
        self.unwritten: dict[Path, StoreError] = {}
        """The files that this machine would not write, and why."""
        self.fault = ""
        """The kind of error at which this program has failed last while it followed the game; empty where it has not.

        From then on what seems to be missing may have been lost here, and nobody answers for it.
        """
        self._workers, self._folder, self._out = workers, folder, out
        self._standings: Standings | None = None
        self._jobs = 0
        self._checked = trio.Event()
        self._moved = trio.Event()
        self._caught_up = False
        self._paused = False
        self.lost: say.ErrorReply | None = None
        """Why nobody shows this game at the moment."""
        self._open: dict[Motion, dict[int, bool]] = {}
        """The votes on every motion that is open."""
        self._motions = MotionNotices()

    # Taking in.

    async def take(self, data: bytes) -> None:
        """The next message. Raises Misled, OwnFault."""
        if self.table.session.fault is not None:
            return  # nobody has misled this node: it can follow no further
        outcome = self._receive(data)
        while outcome == "far" and self._jobs:  # too far ahead of what is being checked
            await self._checked.wait()
            outcome = self._receive(data)
        if outcome == "refused":
            raise MisleadingStream("it hands over what no player has signed")
        if outcome == "far" and self.table.session.halted:
            self.fault = self.fault or "far"
            return  # its own engine holds it back, and what it drops here it needs again where it goes on
        if outcome == "far":
            if self.fault:
                raise watch_fault(self.fault)
            if self.table.session.unproven_motions:
                raise MisleadingStream("it goes on without somebody who was voted out as a cheat, and shows no proof")
            raise MisleadingStream("it keeps messages of the game back")
        await trio.lowlevel.checkpoint()

    def catch_up(self, whole: int) -> None:
        """So many messages are there; until they are checked nothing is shown."""
        self.whole, self._caught_up = whole, False

    def finish_catch_up(self) -> None:
        """Everything that was there is here; from now on it is shown as it comes."""
        if not self._caught_up:
            self._caught_up = True
            self._moved.set()

    def _receive(self, data: bytes) -> str:
        outcome = self.table.receive(data)
        self.messages = len(self.table.session.messages)
        self._drain()
        return outcome

    def _drain(self) -> None:
        output = self.table.poll()
        for job in output.jobs:
            self._jobs += 1
            start_part(self._nursery, self._check, job)
        for event in output.events:
            self._attempt(self._event, event)
        if self.table.session.all_paused != self._paused:
            self._paused = self.table.session.all_paused
            self._attempt(self.tell_all, PauseReply(self._paused))
        self._moved.set()

    def _attempt(self, act: Callable[..., object], *arguments: object) -> bool:
        """Do what goes with the game here, and say whether it is done; a failure is told and costs nothing else."""
        with contain(Hint.SHOW, self._sid) as attempted:
            act(*arguments)
        if attempted.failed:
            self._tell_fault(attempted.kind)
        return not attempted.failed

    def _tell_fault(self, fault: str) -> None:
        if fault != self.fault:
            self.fault = fault
            with contain(Hint.SHOW, self._sid):
                self.tell_all(error_reply("node.fault-showing", fault))

    async def _check(self, job: Job) -> None:
        with contain(Hint.SHOW, self._sid) as checked:
            try:
                result = await self._workers.run(job.function, *job.arguments)
            except WorkerFailed as error:
                await trio.sleep(error.wait)
                self.table.job_failed(job.id, error.fault)
            else:
                self.table.job_done(job.id, result)
        if checked.error is not None:  # it can follow no further, and says so
            self.table.fail(Fault.of("at a check of what is shown", checked.error))
        self._jobs -= 1
        if not self._attempt(self._drain):  # what came of it may still be there, and nobody else may look
            self._attempt(self._drain)
        self._checked.set()
        self._checked = trio.Event()

    @property
    def _sid(self) -> str:
        return f"game {self.charter.sid.hex()[:8]}"

    def _event(self, event: game_table.TableEvent) -> None:
        match event:
            case game_table.GameStarted():
                self.desk.greet_again()
            case events.SeatConvicted(seat, certificate):
                self._convict(seat, certificate)
            case game_table.UnprovenExpulsion(operator):
                self.tell_all(halt_reply("unproven", self.charter.operators[operator].name))
            case events.StatesDiverged(seat):
                self.tell_all(engines_differ(self.charter, seat))
            case events.SessionFailed(fault):
                log_fault(fault)
                self.tell_all(halt_reply("fault-watching", kind_of_fault(fault)))
            case events.SessionRestarted():
                self.go_back()
                self._open.clear()
                self._tell_motions()
                self.desk.roll_back()
            case game_table.GameOver(standings):
                self._standings = standings
                self.ended.set()
            case events.SeatsLeft():
                for left in self.depart(event):
                    self.tell_all(left)
            case events.VoteCast(motion, by, yes):
                self._open.setdefault(motion, {})[by] = yes
                self._tell_motions()
            case events.MotionLapsed(motion):
                self._open.pop(motion, None)
                self._tell_motions()
            case events.MotionCarried(motion):
                self._open.clear()
                self._tell_motions(motion)
                if motion.kind in ENDING:
                    self.tell_all(halt_reply(motion.kind, agreeing_players(self.table, motion)))
                    self.ended.set()
            case _:
                pass

    def _tell_motions(self, carried: Motion | None = None) -> None:
        for said in self._motions.update(self._open.items(), carried):
            self.tell_all(said)

    def _convict(self, seat: int, certificate: Certificate) -> None:
        path = self._folder / "certificates" / f"{self.charter.sid.hex()[:16]}-seat{seat}.certificate"
        unwritten = self._write(path, lambda: _write_certificate(path, certificate))
        name = self.charter.seats[seat].name
        why = rule_refusal(self.table.game, certificate.reason) if certificate.kind == "illegal-act" else None
        kept = "" if unwritten is not None else str(path)
        self.tell_all(say.AccusationReply(seat, name, certificate.kind, why, kept))
        self._tell_unwritten(path)

    # The end.

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Check and show what comes in, say at the end what verifying all of it gave; until cancelled."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            start_hint(nursery, Hint.SHOW, self._sid, self._show_what_moves, again=True)
            start_hint(nursery, Hint.SHOW, self._sid, self._say_how_far, again=True)
            task_status.started()
            await self.ended.wait()
            if self._standings is not None:
                await self._end(self._standings)
            else:
                self.keep()
                for client in self.desk.clients:
                    self._attempt(client.close)
            self.told.set()
            await trio.sleep_forever()

    async def _end(self, standings: Standings) -> None:
        with contain(Hint.SHOW, self._sid) as verified:
            self.verdict = await self._verify()
        if verified.failed or self.verdict is None:
            self.verdict = Verdict("unfinished", f"could not be verified here: {verified.kind}")
        file = "" if self._out is None else str(self._out)
        self._attempt(self.desk.show_all)
        self._attempt(lambda: self.tell_all(self._proofs()))
        self._attempt(self.tell_all, game_over_reply(standings, self.verdict, file))
        self.keep()

    async def _verify(self) -> Verdict:
        verdict = verify_session(self.table.session)
        if verdict is None:
            try:
                verdict = await self._workers.run(verify_records, self.signed, self.table.session.records)
            except WorkerFailed as error:
                verdict = Verdict("unfinished", f"could not be verified here: {error}")
        return verdict

    def keep(self) -> str:
        """Write the transcript as far as it goes, if one is wanted; where, or empty and told where it cannot be."""
        if (out := self._out) is None:
            return ""
        unwritten = self._write(out, lambda: write_file(out, self.signed, self.table.session.records))
        self._tell_unwritten(out)
        return "" if unwritten is not None else str(out)

    def _write(self, path: Path, write: Callable[[], object]) -> StoreError | None:
        """Write a file; why this machine would not, if so. Nothing else rests on it."""
        failed: Exception | None = None
        with contain(Hint.SHOW, self._sid) as writing:
            try:
                write()
            except OSError as error:
                failed = error
        self.unwritten.pop(path, None)
        if (failed := failed or writing.error) is None:
            return None
        why = failed.strerror if isinstance(failed, OSError) and failed.strerror else type(failed).__name__
        unwritten = StoreError(f"{path} cannot be written: {why}", code_of(failed), ("file-unwritten", str(path), why))
        unwritten.__cause__ = failed
        self.unwritten[path] = unwritten
        return unwritten

    def _tell_unwritten(self, path: Path) -> None:
        if (unwritten := self.unwritten.get(path)) is not None:
            why = unwritten.code if Words().optional(f"store.{unwritten.code}") else unwritten.why[-1]
            self._attempt(self.tell_all, error_reply("node.file-unwritten", str(path), why))

    # Clients.

    @property
    def play(self) -> PlayUnderWay | None:
        """The game; nothing of it before this node has caught up."""
        return self.table if self._caught_up else None

    def offers(self, client: Client) -> frozenset[str]:
        """Clients may look; nobody here plays, and the players hear nothing of spectators."""
        return PROVEN

    def news(self) -> Iterable[say.Reply]:
        """Tell how far the game is checked, departures, a pause, open votes, and that nobody shows it."""
        yield self._proofs()
        yield from super().news()
        if self._paused:
            yield PauseReply(True)
        yield from self._motions.all()
        if self.lost is not None:
            yield self.lost

    def tell_all(self, said: say.Reply) -> None:
        """Say something to every client; see `Desk.tell_all`."""
        self.desk.tell_all(said)

    async def _show_what_moves(self) -> None:
        while True:
            await self._moved.wait()
            self._moved = trio.Event()
            self.desk.show_all()
            await trio.sleep(SHOW_EVERY)

    async def _say_how_far(self) -> None:
        """Tell how much is checked, to clients that wait while this node catches up, and to later ones."""
        told = -1
        while True:
            if self.messages != told:
                told = self.messages
                self.tell_all(self._proofs())
            await trio.sleep(TELL_EVERY)

    def _proofs(self) -> ProofsReply:
        chain = self.table.session.chain.hex()
        return ProofsReply(self.messages, not self._caught_up, self.whole, chain)


def watch_fault(fault: str) -> OwnFault:
    """Give the error of a spectator whose program has failed with this kind of error."""
    return OwnFault(f"this program fails at what it shows ({fault}); the fault is in the log", fault)


def _write_certificate(path: Path, certificate: Certificate) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_regular(path, certificate.encode())


def _no_entropy(count: int) -> bytes:
    raise AssertionError("who watches makes no secrets")
