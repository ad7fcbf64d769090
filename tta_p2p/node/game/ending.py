"""The end of a game at a playing node: it is verified, kept as a file and told, its secrets are erased, and the node
stays until the others have its end as well.

What this process has checked as it came is not checked again (``protocol.verdict.verify_session``); everything is gone
through once more where anything unusual has happened, and by whoever verifies the file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import trio

from protocol import events
from protocol.certificates import Certificate
from protocol.charter import SignedCharter
from protocol.messages import Motion, Vote, decode_body
from protocol.motions import ENDING, PAUSE, motion_lane
from protocol.session import Session
from protocol.transcript import PLAY, MessageRecord, OperationRecord, ProofRecord
from tta_p2p.i18n import command
from tta_p2p.net.tasks import Stake
from tta_p2p.node.data_folder.address_entries import latest
from tta_p2p.node.data_folder.lent_games import keep_lent_game, read_lent_games
from tta_p2p.node.data_folder.whereabouts import keep_whereabouts
from tta_p2p.node.game import erasure as erasing
from tta_p2p.node.game.catch_up import CatchUp
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.game.progress import Progress
from tta_p2p.node.game.roles import KeyPublisher
from tta_p2p.node.game.signed_table import agreeing_players
from tta_p2p.node.service.notices import game_over_reply, halt_reply, rule_refusal
from tta_p2p.node.workers.pool import WorkerFailed
from tta_p2p.seats import messages as say
from tta_p2p.store.database import UNDER_WAY
from tta_p2p.store.regular_files import check_regular, write_regular
from tta_p2p.table import binding, game_table
from tta_p2p.table.audit import Verdict, keep_file, verify_records, verify_session

RETURNING = 20.0
"""Seconds that a node stays which reaches nobody while somebody lacks the end, or which was started again for a game
that is over, so that whoever lacks it finds it, also somebody who was voted gone: who reaches nobody dials for five
seconds and again ten seconds later.
"""

LONGEST = 180.0
"""Seconds it stays at most, whoever says that it comes further."""

OTHER_BYTES = "what is read from the disk is not what was written there"

STATUS = {"call-off": "called-off", "forfeit": "forfeited"}
"""What becomes of a game that its table ends by such a motion."""


class Ending(Part):
    """The end of one game at one node; it hears of everything after all parts, and no game goes on without it."""

    serves = Stake.PLAY

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self.over = False
        """Whether the end is signed by all."""
        self.told = trio.Event()
        """Set when the end has been verified and told."""
        self.verdict: Verdict | None = None
        self.file: Path | None = None
        self._store, self._row, self._table, self._signed = context.store, context.row, context.table, context.signed
        self._environment, self._folder, self._linger = context.environment, context.folder, context.setup.linger
        self._returning, self._resumed = min(RETURNING, self._linger), context.setup.resumed
        self._at: float | None = None
        self._status = context.row.status

    async def event(self, event: game_table.TableEvent) -> None:
        """End the game, or this node's part in it. Raises StoreError."""
        match event:
            case events.SeatConvicted(seat, certificate):
                await self.convict(seat, certificate)
            case game_table.GameOver(standings):
                self.context.part(Progress).tell()
                self.context.loop.closing()
                await self.end(standings)
                self.context.loop.closed()
                self.context.part(CatchUp).ask_all()
            case events.MotionCarried(motion):
                await self._carry(motion)
            case events.SeatsLeft(seats):
                if set(seats) & set(self.context.charter.seats_of(self.context.operator)):
                    await self.forget()
            case _:
                pass

    async def _carry(self, motion: Motion) -> None:
        if motion.kind in ENDING:
            progress = self.context.part(Progress)
            progress.ended_at = last_common_place(self._table.session, motion)
            progress.tell()  # whoever reads how it ended reads of which game
            await self.end_early(motion.kind, agreeing_players(self._table, motion))
        elif motion.kind not in (PAUSE, "resigned") and motion.operator == self.context.operator:
            await self.forget()  # the game goes on without this node, which says nothing more in it

    async def end_early(self, kind: str, by: list[str | int]) -> None:
        """These people have agreed to end the game before it is over. Raises StoreError."""
        self.context.loop.closing()
        await self.call_off(kind, by)
        self.context.part(CatchUp).ask_all()

    async def end(self, standings: Any) -> None:
        """The end is signed: keep the transcript as a file, and say what is known of it. Raises StoreError."""
        await self._keep_transcript()
        assert self.verdict is not None
        charter, seating = self._signed.charter, self._table.seating
        order = seating.charter if seating is not None else range(len(charter.seats))  # seats are drawn by lot
        result = binding.write_places(standings, [charter.seats[seat].name for seat in order])
        await self._environment.aside(self._store.save_result, self._row.sid, result, self._environment.now())
        await self._set_status("over")
        self.context.part(KeyPublisher).publish(
            self.context.identity, self._signed.charter.seats_of(self._row.operator)
        )
        await self._keep_whereabouts()
        await self.forget()
        self.over = True
        self._at = trio.current_time()
        self.context.tell_all(game_over_reply(standings, self.verdict, str(self.file), await self._was_lent()))
        self.told.set()

    async def save(self) -> None:
        """Let the store say whether the game is paused, for whoever lists its games. Raises StoreError."""
        status = "paused" if self._table.session.paused else "playing"
        if self._status in UNDER_WAY and status != self._status:
            await self._set_status(status)

    async def call_off(self, kind: str, by: list[str | int]) -> None:
        """These people have agreed to end the game before it is over. Raises StoreError."""
        await self._set_status(STATUS[kind])
        await self.forget()
        self.context.tell_all(halt_reply(kind, by))
        self._at = trio.current_time()

    async def forget(self) -> None:
        """This node says nothing more in the game."""
        await erasing.forget_secrets(self.context)

    async def convict(self, seat: int, certificate: Certificate) -> None:
        """Somebody was caught: keep the proof, and tell where it is."""
        path = self._folder / "certificates" / f"{self._row.sid.hex()[:16]}-seat{seat}.certificate"
        await self._environment.aside(_write, path, certificate.encode())
        name = self._signed.charter.seats[seat].name
        why = rule_refusal(self._table.game, certificate.reason) if certificate.kind == "illegal-act" else None
        self.context.tell_all(say.AccusationReply(seat, name, certificate.kind, why, str(path)))
        if self.over:  # a proof that its store had lost
            await self._keep_transcript()

    @property
    def begun(self) -> bool:
        """Whether the game has ended here."""
        return self._at is not None

    @property
    def restless(self) -> bool:
        """Whether the game has ended and this node may soon go."""
        return self.begun

    def summary(self) -> str:
        """The store's summary of the game."""
        return self._status

    def may_go(self, others_here: Collection[int], all_have_it: bool, watched: bool, taken_at: float) -> bool:
        """Whether nothing keeps this node any more: the game has ended, and whoever is here or still plays has its end.

        ``others_here``: who is connected; ``watched``: whether anybody watches, and so has to see the end;
        ``taken_at``: when any of them has come further last, by Trio's clock.
        """
        if self._at is None:
            return False
        now = trio.current_time()
        if now > min(max(self._at, taken_at) + self._linger, self._at + max(LONGEST, self._linger)):
            return True
        nobody = (all_have_it or not others_here) and not watched
        everybody = len(others_here) == len(self._signed.charter.operators) - 1
        soon = everybody or (all_have_it and not self._resumed)
        return (
            nobody and self.context.part(KeyPublisher).complete and now > self._at + (1.0 if soon else self._returning)
        )

    async def _keep_transcript(self) -> None:
        records = self._table.session.records
        self.file = self._folder / "transcripts" / f"{self._row.sid.hex()[:16]}.tta"
        kept = await self._environment.aside(_keep, self.file, self._signed, records)
        if not kept:
            self.verdict = Verdict("damaged", OTHER_BYTES, damage="changed")
            return
        self.verdict = verify_session(self._table.session)
        if self.verdict is not None:
            return
        try:
            self.verdict = await self._environment.workers.run(verify_records, self._signed, records)
        except WorkerFailed as error:
            again = command("verify", str(self.file))
            self.verdict = Verdict("unfinished", f"could not be verified here: {error}; run {again}")

    async def _keep_whereabouts(self) -> None:
        """Keep where the others were found last, so that they can be asked for a game; nothing else depends on that."""
        operators, links = self.context.charter.operators, self.context.mesh.links
        honest = (link for link in links if link.operator not in self.context.caught)
        found = {operators[link.operator].identity: latest((*link.own, *link.agreed), ()) for link in honest}
        with contextlib.suppress(OSError):
            await self._environment.aside(keep_whereabouts, self._folder, found)

    async def _was_lent(self) -> bool:
        """Whether a bot has acted for its person here, since whenever; that is kept by now."""
        if self.context.players.has_lent:
            await self._environment.aside(keep_lent_game, self._folder, self._row.sid)
            return True
        return self._row.sid in await self._environment.aside(read_lent_games, self._folder)

    async def _set_status(self, status: str) -> None:
        self._status = status
        await self._environment.aside(self._store.set_status, self._row.sid, status, self._environment.now())


def last_common_place(session: Session, motion: Motion) -> bytes:
    """The chain at the last place that all have passed who have ended the game without others; each may be further on.

    Empty for any other end, which all who play have at one place, and where there is no such place.
    """
    lane = motion_lane(session.sid, session.heads()[PLAY][0], motion)
    said = [envelope for envelope in session.messages.values() if envelope.lane == lane]
    last = max((envelope.step for envelope in said), default=0)
    votes = [decode_body(envelope.body) for envelope in said if envelope.step == last]
    trails = [vote.trail for vote in votes if isinstance(vote, Vote)]
    if not motion.without or not trails:
        return b""
    common = [place for place in trails[0] if all(place in trail for trail in trails)]
    return common[-1][1] if common else b""


def _keep(path: Path, signed: SignedCharter, records: Sequence[OperationRecord | MessageRecord | ProofRecord]) -> bool:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_regular(path)
    return keep_file(path, signed, records)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_regular(path, data)
