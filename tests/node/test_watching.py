"""Games between real processes, watched by others: from the start, late, past a lost node; nothing hidden is shown."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import trio

from protocol.transcript import MessageRecord, SecretRecord, TranscriptReader
from tests.cli.terminals import TTA, begin, surroundings, tta
from tests.needs import not_run_here
from tests.node.games import all_fair_and_equal
from tests.node.processes import Game, move
from tests.node.spectators import Spectator, shown
from tests.node.template import Copy
from tests.patience import PATIENCE
from tests.simulation.latecomers import listening
from tta_p2p.net.errors import HandshakeRefused, Unreachable
from tta_p2p.net.zeroconf import multicast_works
from tta_p2p.node.lobby.announcements import find_game, find_table
from tta_p2p.node.lobby.announcements import find_tables as find_tables
from tta_p2p.node.spectators.stream import NOT_ALLOWED
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.store.database import Store
from tta_p2p.table.audit import compare_files, read_record, verify_file


async def test_all_who_watch_see_the_same_and_get_the_messages_of_the_transcript_and_nothing_else(
    tmp_path: Path,
) -> None:
    """One from the start, one late at another node, and one that reads slowly: for this one its node waits."""
    game = Game(tmp_path, 3, game="skiff", people=(0,), spectators="open")
    try:
        nodes = shown(game)
        assert nodes[0] == game.address, "where the lobby was"
        first = Spectator("first", tmp_path, [nodes[0]])
        slow = Spectator("slow", tmp_path, [nodes[0]])
        late = Spectator("late", tmp_path, [nodes[2]])
        slow.following.read_on = trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(first.watch)
            nursery.start_soon(slow.watch)
            await first.have(20)  # all have spoken, and no more comes where the person is to begin
            await first.see()
            await slow.have(10)
            secrets = secrets_of(game)
            nursery.start_soon(late.watch)
            await late.have(20)
            await trio.to_thread.run_sync(game.let_go, 0)
            await trio.to_thread.run_sync(game.wait, 1, 2)  # whom nobody watches who reads slowly
            assert game.nodes[0].running
            slow.following.read_on.set()
        await trio.to_thread.run_sync(game.wait)
        all_fair_and_equal(game)
        records = TranscriptReader().feed(game.nodes[0].transcript().read_bytes())
        transcript = {record.envelope for record in records if isinstance(record, MessageRecord)}
        chains = set()
        for one in (first, slow, late):
            one.saw_a_fair_game(game)
            assert set(one.messages) == transcript
            assert not any(secret in data for secret in secrets for data in one.messages)
            proofs = [said for said in one.said if isinstance(said, ProofsReply)]
            chains.add(proofs[-1].chain)
            assert any(said.start + len(said.lines) for said in one.said if isinstance(said, say.LogReply))
        assert len(chains) == 1 and len(chains.pop()) == 64
        assert "has stopped showing the game" not in slow.told
        views = first.views
        assert all(view["seat"] is None for view in views)
        assert not views[0]["state"]["ending"] and views[-1]["state"]["ending"], "from the beginning to the end"
        dealt = {str(crate) for hand in views[0]["state"]["hands"] for crate in hand}
        assert len(dealt) == 6 and not dealt & views[0]["knows"]["faces"].keys(), "nothing hidden is shown"
    finally:
        game.close()


def secrets_of(game: Game) -> set[bytes]:
    """The masking key and the box key of every node, and what all its other secrets are made from."""
    secrets: set[bytes] = set()
    for node in game.nodes:
        store = Store(node.home)
        records = [read_record(data) for data in store.journal(bytes.fromhex(game.sid))]
        store.close()
        (keys,) = (one.secret for one in records if isinstance(one, SecretRecord) and one.name.startswith("keys "))
        secrets |= {keys[:32], keys[32:64], keys[96:128]}
    assert len(secrets) == 3 * len(game.nodes)
    return secrets


def begin_to_watch(place: str, folder: Path, tells: int) -> Copy | subprocess.Popen[bytes]:
    """A command that watches and tells what it sees to a pipe."""
    with Path(os.devnull).open() as nothing, (folder / "errors").open("wb") as errors, os.fdopen(tells, "wb"):
        files = (nothing.fileno(), tells, errors.fileno())
        return begin([*TTA, "watch", place, "--plain"], surroundings(folder / "frozen"), files)


async def test_from_a_terminal_the_whole_game_is_told_verified_and_kept_and_a_frozen_spectator_delays_nobody(
    tmp_path: Path,
) -> None:
    game = Game(tmp_path, 2, game="caravan", people=(0,), spectators="open")
    watcher = None
    piped, tells = os.pipe()
    try:
        out, player, host = tmp_path / "seen.tta", game.visit(0, seat=None), game.visit(1, watch=True)
        watcher = begin_to_watch(shown(game)[0], tmp_path, tells)
        assert os.read(piped, 1), "it watches"
        watcher.send_signal(signal.SIGSTOP)
        told = list[str]()

        async def watch() -> None:
            done = await trio.to_thread.run_sync(tta, tmp_path / "cli", "watch", shown(game)[1], "--out", out)
            told.append(done.stdout)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch)
            await trio.to_thread.run_sync(host.hear, "watched")
            await trio.to_thread.run_sync(player.play_on)
        text = " ".join(told[0].split())
        for part in ("You are watching", "The game is over", "Verified: fair", "The game so far: "):
            assert part in text
        await trio.to_thread.run_sync(game.wait)
        all_fair_and_equal(game)
        assert [one.relation for one in compare_files([out, game.nodes[0].transcript()])] == ["equal"]
    finally:
        game.close()
        os.close(piped)
        if watcher is not None:
            watcher.send_signal(signal.SIGCONT)
            watcher.kill()
            watcher.wait()


async def test_who_watches_a_game_that_is_called_off_reads_by_whom(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="smugglers", people=(0, 1), spectators="open")
    try:
        players, host = [game.under_way(number, seat=None) for number in (0, 1)], game.visit(0, watch=True)
        told = list[str]()

        async def watch() -> None:
            done = await trio.to_thread.run_sync(tta, tmp_path / "cli", "watch", shown(game)[1])
            told.append(done.stdout)

        eve = Spectator("eve", tmp_path, [shown(game)[0]])
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch)
            nursery.start_soon(eve.watch)
            await eve.have(10)
            await trio.to_thread.run_sync(game.visit(1, watch=True).hear, "watched")
            await trio.to_thread.run_sync(host.hear, "watched")
            for number, player in enumerate(players):
                await trio.to_thread.run_sync(move, "call-off", 0, number, player)
        by = "Player 0 and Player 1 agreed to end the game here, undecided"
        assert [said.text[: len(by)] for said in eve.said if isinstance(said, say.HaltReply)] == [by]
        assert by in " ".join(told[0].split())
        await trio.to_thread.run_sync(game.wait)
    finally:
        game.close()


async def test_without_the_players_agreement_nobody_watches_and_hears_why(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,))  # who takes their time: the game is there throughout
    try:
        eve = Spectator("eve", tmp_path, [game.address])
        await eve.watch()
        assert isinstance(eve.following.failed, HandshakeRefused) and eve.following.failed.why == (NOT_ALLOWED,)
        done = await trio.to_thread.run_sync(tta, tmp_path / "cli", "watch", game.address)
        assert (done.returncode, done.stderr) == (1, "tta: The players have agreed not to let anybody watch\n")
        assert not any("shown" in line for node in game.nodes for line in node.lines)
        running = [json.loads(path.read_text()) for node in game.nodes for path in node.home.glob("run/*.json")]
        assert len(running) == 2 and not any(node["watch"] for node in running)
    finally:
        game.close()


async def test_a_node_that_is_killed_or_shows_a_changed_message_is_left_for_another_and_nobody_is_accused(
    tmp_path: Path,
) -> None:
    liar = {1: ("tests.node.liar", "60")}
    game = Game(tmp_path, 3, game="skiff", people=(2,), spectators="open", programs=liar)
    try:
        nodes = shown(game)
        eve = Spectator("eve", tmp_path, [nodes[1]], others=nodes)
        fooled = Spectator("fooled", tmp_path, [nodes[1]], give_up=5.0)
        lost = Spectator("lost", tmp_path, [nodes[0]], others=nodes[2:])
        kept_back = list[str]()
        with listening(kept_back.append):
            async with trio.open_nursery() as nursery:
                for one in (eve, fooled, lost):
                    nursery.start_soon(one.watch)
                for one in (eve, fooled, lost):
                    await one.have(20)
                game.nodes[0].kill()
                game.restart(0)
                await trio.to_thread.run_sync(game.let_go, 2)
        assert kept_back == []
        await trio.to_thread.run_sync(game.wait)
        all_fair_and_equal(game)
        for one in (eve, lost):
            one.saw_a_fair_game(game)
        assert "things nobody has signed" in eve.told and "shows the game now" in eve.told
        assert "Player 0 has stopped showing the game" in lost.told and "shows the game now" in lost.told
        assert "things nobody has signed" in fooled.told and "nobody has shown" in fooled.told
        assert verify_file(fooled.out).state == "unfinished", "what it had checked before, and nothing more"
        assert not fooled.certificates
    finally:
        game.close()


class Announced(Game):
    """Nodes that announce themselves on loopback."""

    def _plan(self, number: int) -> dict[str, Any]:
        return {**super()._plan(number), "quiet": False, "interfaces": ("127.0.0.1",)}


async def test_a_game_that_can_be_watched_is_found_at_all_its_nodes_and_cannot_be_joined(tmp_path: Path) -> None:
    if not multicast_works("127.0.0.1"):
        not_run_here("games found on loopback", "there is no multicast here")
    game = Announced(tmp_path, 2, game="skiff", people=(0,), spectators="open")
    try:
        nodes = shown(game)
        name = game.table
        found, seconds = [], 1.0
        with trio.fail_after(2 * PATIENCE):
            while len(found) < 2:  # a node announces itself, and answers, when it has the time
                tables = await find_tables(["127.0.0.1"], seconds)
                seconds *= 2
                found = [one for one in tables if one.notice.game and game.sid.startswith(one.notice.game)]
        assert {str(place) for one in found for place in one.addresses} == set(nodes)
        assert {one.notice.game for one in found} == {game.sid[:16]}
        assert {one.notice.plays for one in found} == {"skiff"}
        for wanted in (name, game.sid[:8]):  # whoever is heard late is not waited for
            some = {str(one.addresses[0]) for one in await find_game(wanted, ["127.0.0.1"], PATIENCE)}
            assert some and some <= set(nodes)
        with pytest.raises(Unreachable), trio.fail_after(PATIENCE):
            while True:  # the goodbye of the table that one could join takes a moment
                await find_table(name, ["127.0.0.1"], 1.0)
        eve = Spectator("eve", tmp_path, [nodes[1]])
        async with trio.open_nursery() as nursery:
            nursery.start_soon(eve.watch)
            await eve.have(10)
            nursery.cancel_scope.cancel()
    finally:
        game.close()
