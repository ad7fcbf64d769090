"""A failure of the program or of the disk of whoever watches accuses nobody, and the game is watched to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from protocol import mailbox
from protocol.charter import SignedCharter
from protocol.messages import decode_body, decode_envelope
from tests.node.processes import Game
from tests.node.spectators import Spectator, shown
from tests.node.streams import played, said, watching
from tests.patience import PATIENCE
from tta_p2p.cli.errors import FAILED, report_of
from tta_p2p.net.errors import OwnFault
from tta_p2p.node.spectators import follower
from tta_p2p.node.spectators.follower import FAULTS_IN_PLACE, watch_table
from tta_p2p.node.spectators.spectator_table import MisleadingStream, SpectatorTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.store.errors import StoreError

FULL = Path("/dev/full")
MOST = 1_000_000


class Invented(Exception):
    """Something no library raises and no part of the program knows."""


class Faulty(Spectator):
    """One whose program fails where it takes messages: once at each kind of them, or always from some message on.

    ``after``: the message has been taken in by then. ``from_message``: the number from which on it always fails.
    """

    after = False
    from_message = MOST

    def __init__(self, name: str, folder: Path, nodes: list[str]) -> None:
        super().__init__(name, folder, nodes, nodes, give_up=5.0)
        self.struck: list[str] = []
        begin = self.following._open

        async def begin_faulty(signed: SignedCharter) -> SpectatorTable:
            watching = await begin(signed)
            receive = watching.table.receive

            def fail(data: bytes) -> str:
                kind = self.due(data)
                if kind and not self.after:
                    raise Invented(kind)
                outcome = receive(data)
                if kind:
                    raise Invented(kind)
                return outcome

            watching.table.receive = fail  # type: ignore[method-assign]
            return watching

        self.following._open = begin_faulty  # type: ignore[method-assign]

    def due(self, data: bytes) -> str:
        """Name the kind of a message at which the program fails now."""
        kind = type(decode_body(decode_envelope(data).body)).__name__
        if len(self.messages) < self.from_message < MOST or (kind in self.struck and self.from_message == MOST):
            return ""
        self.struck.append(kind)
        return kind

    def accuses_nobody(self) -> None:
        """Nobody was barred, called a liar or accused."""
        assert not self.following._liars and not self.following._barred
        assert not self.certificates and not any(isinstance(one, say.AccusationReply) for one in self.said)
        assert "nobody has signed" not in self.told


@pytest.mark.parametrize("after", [False, True], ids=["before it is taken in", "after that"])
async def test_a_program_that_fails_at_each_kind_of_message_accuses_nobody_and_sees_a_fair_game(
    after: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "FIRST_RETRY", 0.02)
    game = Game(tmp_path, 2, game="skiff", people=(0,), within=(0, 1), spectators="open")
    try:
        eve = Faulty("eve", tmp_path, shown(game))
        eve.after = after
        slow = Spectator("slow", tmp_path, shown(game)[:1])  # for whom a node stays, so that it is there for both
        slow.following.read_on = trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(slow.watch)
            await slow.have(10)
            async with trio.open_nursery() as first:
                first.start_soon(eve.watch)
                await trio.to_thread.run_sync(game.let_go, 0)
            slow.following.read_on.set()
        await trio.to_thread.run_sync(game.wait)
        slow.saw_a_fair_game(game)
        assert len(eve.struck) > 5 and len(set(eve.struck)) == len(eve.struck)
        eve.saw_a_fair_game(game)
        eve.accuses_nobody()
        assert "your own tta failed at what Player" in eve.told and "(Invented)" in eve.told
        assert "shows the game now" in eve.told
    finally:
        game.close()


async def test_a_defect_that_every_stream_triggers_ends_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "FIRST_RETRY", 0.02)
    game = Game(tmp_path, 2, game="skiff", people=(0,), within=(0, 1), spectators="open")
    try:
        eve = Faulty("eve", tmp_path, shown(game))
        eve.from_message = 15
        await eve.watch()
        assert len(eve.struck) == FAULTS_IN_PLACE
        assert [one.key for one in eve.said if isinstance(one, say.ErrorReply)].count("node.stream-fault-over") == 1
        eve.accuses_nobody()
        await trio.to_thread.run_sync(game.let_go, 0)
        await trio.to_thread.run_sync(game.wait)
    finally:
        game.close()


async def test_where_the_disk_is_full_the_verdict_is_told_then_the_file_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir(mode=0o700)
    game = Game(tmp_path, 2, game="skiff", people=(0,), within=(0, 1), spectators="open")
    told = list[say.Reply]()
    seen = trio.Event()

    async def show(lines: Lines) -> int:
        await lines.send(say.HelloRequest(say.VERSION, watch=True))
        while (reply := await lines.reply()) is not None:
            told.append(reply)
            if isinstance(reply, say.TurnReply):
                seen.set()
            if isinstance(reply, say.ErrorReply) and reply.key == "node.file-unwritten":
                break
        return 0

    failed = list[StoreError]()

    async def watch() -> None:
        try:
            await watch_table(shown(game)[0], show, out=FULL, name="Eve")
        except StoreError as error:
            failed.append(error)

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch)
            await seen.wait()
            await trio.to_thread.run_sync(game.let_go, 0)
        await trio.to_thread.run_sync(game.wait)
    finally:
        game.close()
    over, unwritten = told[-2:]
    assert isinstance(over, say.GameOverReply) and over.verdict == "fair"
    assert isinstance(unwritten, say.ErrorReply) and unwritten.args == [str(FULL), "ENOSPC"]
    report = report_of(failed[0])
    assert report is not None and report.code == FAILED and str(FULL) in report.text
    assert not any(isinstance(one, say.AccusationReply) for one in told)


async def test_a_certificate_that_cannot_be_written_costs_the_file_alone(tmp_path: Path) -> None:
    lie = {1: "wrong-share"}
    game = Game(tmp_path, 3, game="smugglers", villains=lie, spectators="open", people=(0,), within=(0, 2))
    try:
        eve = Spectator("eve", tmp_path, [shown(game)[0]])
        (eve.folder / "certificates").write_text("a file where a folder should be")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(eve.watch)
            await eve.have(1)
            await trio.to_thread.run_sync(game.let_go, 0)
        over = eve.said[-1]
        assert isinstance(over, say.GameOverReply) and over.verdict == "convicted", eve.told
        (accused,) = {one for one in eve.said if isinstance(one, say.AccusationReply)}
        assert (accused.seat, accused.certificate) == (1, "")
        assert f"{eve.folder / 'certificates'}" in eve.told and "cannot be written" in eve.told
        assert not eve.following._liars and "stopped showing" not in eve.told
        await trio.to_thread.run_sync(game.wait, 0, 2)
    finally:
        game.close()


# One table alone.


async def test_a_messenger_of_a_program_that_has_failed_is_named_for_what_nobody_signed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "WINDOW", 12)
    _, stored = played()
    messages = said(stored)
    async with watching(tmp_path) as game:
        for data in messages[:20]:
            await game.take(data)
        game._attempt(_fail)
        with pytest.raises(MisleadingStream, match="signed"):
            await game.take(messages[20][:-1])
        with pytest.raises(OwnFault, match="Invented"):  # the 21st may have been lost here
            for data in messages[21:]:
                await game.take(data)


async def test_whose_engine_differs_is_misled_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "WINDOW", 12)
    _, stored = played()
    messages = said(stored)
    async with watching(tmp_path) as game:
        for data in messages[:20]:
            await game.take(data)
        game.table.session._machine.collector.halt(0, "another state")
        for data in messages[20:]:
            await game.take(data)


@pytest.mark.parametrize("which", ["_event", "tell_all", "poll"])
async def test_a_failure_beside_the_game_costs_what_failed_alone(
    which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, stored = played()
    async with watching(tmp_path) as game:
        owner = game.table if which == "poll" else game
        rightly, failed = getattr(owner, which), list[int]()
        if which == "poll":
            done = game.table.job_done

            def job_done(job: int, result: object) -> None:
                done(job, result)
                if not failed:
                    monkeypatch.setattr(owner, which, fails)

            monkeypatch.setattr(game.table, "job_done", job_done)

        def fails(*arguments: object) -> object:
            failed.append(1)
            monkeypatch.setattr(owner, which, rightly)
            raise Invented

        if which != "poll":
            monkeypatch.setattr(owner, which, fails)
        for data in said(stored):
            await game.take(data)
        with trio.fail_after(PATIENCE):
            await game.told.wait()
        assert failed and game.verdict is not None and game.verdict.state == "fair"


def _fail() -> None:
    raise Invented
