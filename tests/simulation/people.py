"""People at the nodes: they play by the seat protocol, think, go away, come back, and vote."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import trio

from tests.simulation.network import HERE, Machine
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.pause import PauseReply, ResumeRequest
from tta_p2p.seats.parts.recovery import EndRecoveryRequest, RecoveryReply
from tta_p2p.seats.parts.rematch import RematchRequest
from tta_p2p.seats.parts.votes import MotionReply, VoteRequest

if TYPE_CHECKING:
    from tests.simulation.computer import Computer
    from tests.simulation.world import World

AWAY = 90.0
"""Seconds that somebody is waited for who is not connected before a person calls it gone."""
NOT_BEFORE = 40.0
"""Seconds from one motion of a person to the next."""
RESTS = (2.0, 20.0, 200.0)
"""Seconds for which a person rests in a pause."""
AT_THE_END = 5.0
"""Seconds that a person looks at the end before it says whether it wants another game."""
ALONE = 120.0
"""Seconds for which a person waits in a lobby for the others to come along."""
ENOUGH, BRIEF_ENOUGH = 700.0, 360.0
"""Seconds after all is calm for which a person waits for the same before it calls a game off, and a brief one."""
GLANCE = 0.5
"""Seconds after which a person looks again though nothing has happened: at a brief table, and where all is calm."""


class Person:
    """Who sits at a node and plays its seat, or only looks on where a bot plays it."""

    def __init__(self, world: World, computer: Computer, *, plays: bool) -> None:
        self.world, self.computer, self.plays = world, computer, plays
        self.luck = random.Random(world.luck.getrandbits(64))
        self.thinks = self.luck.choice((0.0, 0.1, 1.0, 5.0)) if plays else 0.0
        self.looks = plays or self.luck.random() < 0.2
        """Whether it is there from the beginning; else it comes when nothing goes wrong any more."""
        self._missing: list[str] = []
        self.mute_until = 0.0
        """Until when it neither plays nor votes."""
        self._waits: list[say.SeatWait] = []
        self._waits_since = 0.0
        self._moved_at = 0.0
        self._pauses_at = trio.current_time() + world.beside.expovariate(1 / 40) if world.pauses else float("inf")
        """When it moves to pause, once."""
        self._rests = world.beside.choice(RESTS)
        self._resumes_at = float("inf")
        self._refused = False
        self._motions: dict[tuple[str, int], int] = {}
        self.name = world.plans[computer.number].name
        self._turn: say.TurnReply | None = None
        self._heard = trio.Event()
        """Whether anything has been said since it last looked."""
        self._enough = BRIEF_ENOUGH if world.brief else ENOUGH
        self.greeted = False
        """Whether its node has ever said anything to it."""
        self._seats: list[say.SeatInfo] = []
        self.again = plays and world.rematches and world.beside.random() < 0.8
        """Whether it wants to play again, once."""
        self.agreed = False
        """Whether it has said so."""
        self._looks_at_the_end = False
        """Whether it is to say that it may play again."""
        self._answers_at = self._leaves_at = float("inf")
        self._gone = False
        """Whether it has had enough, and looks no more."""

    async def run(self) -> None:
        """Be there, whatever becomes of the node meanwhile."""
        if not self.looks:
            await self.world.calm.wait()
        machine = self.computer.machine
        HERE.set(Machine(machine.network, machine.host, beside=machine))
        path = socket_path(self.computer.home, self.world.plans[self.computer.number].id)
        while not self._gone:
            try:
                lines = await connect_seat(str(path))
            except OSError:
                await trio.sleep(0.5)
                continue
            try:
                await lines.send(say.HelloRequest(say.VERSION))
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._act, lines)
                    while (said := await lines.reply()) is not None:
                        self._hear(said)
                        self.world.watch.told(self.computer, said)
                        if self._gone:
                            break
                    nursery.cancel_scope.cancel()
            except* (trio.BrokenResourceError, trio.ClosedResourceError):
                pass
            await trio.sleep(0.2)

    def _hear(self, said: say.Reply) -> None:
        self.greeted = True
        self._heard.set()
        match said:
            case say.WelcomeReply():
                self._seats, self._leaves_at = said.seats, float("inf")
                self._looks_at_the_end = self.world.rematches and self.plays
            case say.LobbyReply():
                self._turn, self._waits, self._missing = None, [], []
                self._motions.clear()
                self._leaves_at = min(self._leaves_at, trio.current_time() + ALONE)
            case say.GameOverReply() if self.world.rematches and self.plays:
                self._answers_at = trio.current_time() + self.luck.random() * AT_THE_END
            case say.TurnReply():
                self._turn = said
            case RecoveryReply(missing):
                self._missing = missing
            case say.WaitReply(waits):
                # What is moved again and again and never carries brings nobody further.
                owed, before = (
                    [(wait.seat, wait.why) for wait in some if not wait.why.startswith("vote-")]
                    for some in (waits, self._waits)
                )
                if owed != before or not self._waits:
                    self._waits_since = trio.current_time()
                self._waits = waits
            case PauseReply(holds, mine) if not holds or not mine:
                self._resumes_at = trio.current_time() + self._rests if holds else float("inf")
            case MotionReply(motion, operator, by, open=True):
                self._motions[motion, operator] = by
            case say.ErrorReply("node.too-early" | "node.owes-nothing" | "node.paused"):
                self._refused = True
            case MotionReply(motion, operator):
                self._motions.pop((motion, operator), None)
            case _:
                pass

    async def _act(self, lines: Lines) -> None:
        """Play and vote, now and then."""
        while True:
            if self.world.brief or self.world.calm.is_set():
                with trio.move_on_after(GLANCE):
                    await self._heard.wait()
                self._heard = trio.Event()
            await trio.sleep(0.05 + self.luck.random() * self.thinks)
            if trio.current_time() < self.mute_until:
                await trio.sleep_until(self.mute_until)
            await self._meet_again(lines)
            turn, self._turn = self._turn, None
            if self.plays and turn is not None and turn.mine:
                await self._play(lines, turn)
            await self._move(lines)
            lost = {self.world.plans[one.number].name for one in self.world.computers if one.given_up}
            if lost & set(self._missing) and self.world.calm.is_set():
                self._missing = []
                self.world.count("people who went on without somebody")
                await lines.send(EndRecoveryRequest())

    async def _meet_again(self, lines: Lines) -> None:
        """Ask for another game once this one is over, or go; and leave a lobby to which nobody comes."""
        if self._looks_at_the_end:
            self._looks_at_the_end = False
            await lines.send(RematchRequest("perhaps"))
        if trio.current_time() > self._answers_at:
            self._answers_at = float("inf")
            if self.again:
                self.again, self.agreed = False, True
                self.world.count("people who want to play again")
                await lines.send(RematchRequest("yes"))
            else:
                self._gone = True
                await lines.send(RematchRequest("no"))
                await lines.send(say.ByeRequest())
        if trio.current_time() > self._leaves_at:
            self._leaves_at, self._gone = float("inf"), True
            self.world.count("people who leave a lobby")
            await lines.send(say.LeaveRequest())

    async def _play(self, lines: Lines, turn: say.TurnReply) -> None:
        if turn.draft and self.luck.random() < 0.1:
            await lines.send(say.UndoRequest())
        elif turn.legal:
            await lines.send(say.ActRequest(self.luck.choice(turn.legal).text))

    async def _move(self, lines: Lines) -> None:
        """Vote on what is moved, and call somebody gone who has been away for long."""
        mine = {info.operator for info in self._seats if info.name == self.name}
        for (motion, operator), by in list(self._motions.items()):
            if self.plays and by not in mine:
                self._motions.pop((motion, operator), None)
                self.world.count("votes of people")
                await self._vote(lines, motion, operator)
        if not self.plays or trio.current_time() < self._moved_at + NOT_BEFORE:
            return
        if self._turn is not None or self._waits:
            await self._rest(lines)
        calm = self.world.calm_since
        if self._waits and calm is not None and trio.current_time() > max(self._waits_since, calm) + self._enough:
            self._moved_at = trio.current_time()
            self.world.count("people who call the game off")
            await lines.send(VoteRequest("call-off", 0))
            return
        gone = sorted({wait.seat for wait in self._waits if not wait.connected and wait.seat >= 0})
        if gone:
            self._moved_at = trio.current_time()
            await trio.sleep(AWAY)
            for seat in sorted({wait.seat for wait in self._waits if not wait.connected} & set(gone)):
                self.world.count("motions of people")
                await lines.send(VoteRequest("gone", self._operator(seat)))

    async def _rest(self, lines: Lines) -> None:
        """Move to pause, once, and go on when a pause has been long enough."""
        if trio.current_time() > self._pauses_at:
            self._pauses_at = float("inf")
            self.world.count("pauses moved")
            await lines.send(VoteRequest("pause", 0))
        if trio.current_time() > self._resumes_at:
            self._resumes_at = float("inf")
            self.world.count("people who go on after a pause")
            await lines.send(ResumeRequest())

    async def _vote(self, lines: Lines, motion: str, operator: int) -> None:
        """Vote along, unless it is said to be gone who is there, as far as the node knows."""
        self._refused = False
        await lines.send(VoteRequest(motion, operator))
        await trio.sleep(0.3)
        if self._refused:
            await lines.send(VoteRequest(motion, operator, yes=False))

    def _operator(self, seat: int) -> int:
        return next((info.operator for info in self._seats if info.seat == seat), -1)
