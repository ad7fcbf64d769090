"""All others vote an honest player out as a cheat, in real processes: it ends its game, and nobody believes them."""

from __future__ import annotations

import signal
from pathlib import Path

import trio

from protocol.replay import NO_PROOF
from tests.node.processes import Game
from tests.node.spectators import Spectator, shown
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.votes import MotionReply
from tta_p2p.store.database import Store
from tta_p2p.table.audit import export_journal, verify_file

CONSPIRACY = {1: "false-witness", 2: "false-witness"}


class Listener(Spectator):
    """Watches until it is told that somebody was voted out without proof."""

    async def _hear(self, lines: Lines) -> None:
        await lines.send(say.HelloRequest(say.VERSION, watch=True))
        while (reply := await lines.reply()) is not None:
            self.said.append(reply)
            if isinstance(reply, say.HaltReply) and "showed no proof" in reply.text:
                return


async def test_an_honest_player_whom_all_others_call_a_cheat_ends_its_game_and_nobody_believes_them(
    tmp_path: Path,
) -> None:
    # A liar of flesh and blood keeps the game going until everybody has looked at it.
    game = Game(tmp_path, 3, game="skiff", villains=CONSPIRACY, people=(0, 1), spectators="open", within=(0,))
    try:
        ann = game.visit(0, seat=None)
        reason = await trio.to_thread.run_sync(lambda: ann.hear("halted")["text"])
        assert "voted you out as a cheat and showed no proof" in reason
        for number in (0, 2):
            eve = Listener(f"eve{number}", tmp_path, [shown(game)[number]])
            await eve.watch()
            assert not eve.certificates and not any(
                isinstance(one, say.AccusationReply | say.DepartureReply) for one in eve.said
            )
            assert not any(isinstance(one, MotionReply) and one.yes and not one.open for one in eve.said)
            following = eve.following.watching
            assert following is not None
            following.keep()
            assert verify_file(eve.out).state == "unfinished"
        ann.say(do="vote", motion="forfeit", operator=0)
        reason = await trio.to_thread.run_sync(lambda: ann.hear("halted")["text"])
        assert reason == "Player 0 agreed to end the game here, without a winner (forfeit)"
        assert not any(said["is"] in ("accused", "left") for said in ann.said)
        game.nodes[0].close()
        await trio.to_thread.run_sync(game.visit(1, seat=None).play_on)
        await trio.to_thread.run_sync(game.wait, 1, 2)
        for number in (1, 2):
            found = game.nodes[number].verdict()
            assert (found.exit_code, found.reason, found.left, found.accused) == (2, NO_PROOF, (), ())
        store = Store(game.nodes[0].home)
        (row,) = store.games()
        export_journal(tmp_path / "mine.tta", row.charter, store.journal(row.sid))
        store.close()
        found = verify_file(tmp_path / "mine.tta")
        assert (found.status, found.exit_code, found.left, found.accused) == ("left", 6, (), ())
        assert "voted Player 0 out as a cheat and showed no proof: nobody is accused" in found.reason
    finally:
        game.close()


async def test_a_spectator_sees_a_cheat_caught_and_the_proof_whenever_it_comes(tmp_path: Path) -> None:
    lie = {1: "wrong-share"}
    game = Game(tmp_path, 3, game="smugglers", villains=lie, spectators="open", people=(0,), within=(0, 2))
    try:
        first, late = (Spectator(name, tmp_path, [shown(game)[0]]) for name in ("first", "late"))
        visitor = game.visit(2, watch=True)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(first.watch)
            await first.have(1)
            await trio.to_thread.run_sync(lambda: visitor.hear("accused"))
            nursery.start_soon(late.watch)
            await late.have(1)
            await trio.to_thread.run_sync(game.let_go, 0)
        for eve in (first, late):
            over = eve.said[-1]
            assert isinstance(over, say.GameOverReply) and over.verdict == "convicted", eve.told
            found = verify_file(eve.out)
            assert found.exit_code == 5 and [one.seat for one in found.accused] == [1]
            assert len(eve.certificates) == 1 and any(isinstance(one, say.AccusationReply) for one in eve.said)
        await trio.to_thread.run_sync(game.wait, 0, 2)
    finally:
        game.close()


def test_a_node_that_is_killed_between_catching_and_voting_has_the_proof_when_it_comes_back(tmp_path: Path) -> None:
    game = Game(
        tmp_path,
        3,
        game="skiff",
        people=(2,),
        villains={1: "wrong-share"},
        programs={0: ("tests.node.mayfly",)},
        within=(2,),
    )
    try:
        assert game.nodes[0].ends() == -signal.SIGKILL
        del game.programs[0]
        game.restart(0)
        game.let_go(2)
        game.wait(0, 2)
        for number in (0, 2):
            found = game.nodes[number].verdict()
            assert found.exit_code == 5 and [one.seat for one in found.accused] == [1]
    finally:
        game.close()
