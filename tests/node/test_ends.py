"""Every failure that ends a node in play is told: to clients, log, the list of games, `resume`, and the others."""

from __future__ import annotations

import ast
import errno
import os
import resource
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.cli.terminals import here, tta
from tests.ground.repository import ROOT
from tests.needs import not_run_here
from tests.node.inside import two_nodes
from tests.node.processes import Game
from tests.patience import PATIENCE
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.faults import OUTAGES, halt_of, outage_of
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.machine import endings, roster
from tta_p2p.node.machine.endings import NodeEnd
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.outages import OutageReply
from tta_p2p.store.database import StoreError

PROVOKED: dict[str, tuple[Exception, tuple[str, ...], str]] = {
    "a full disk": (StoreError("no room", "SQLITE_FULL"), ("store", "SQLITE_FULL"), "full"),
    "a damaged store": (StoreError("not what was written", "SQLITE_CORRUPT"), ("store", "SQLITE_CORRUPT"), "store"),
    "an older store": (StoreError("a key is lost", "old"), ("store", "old"), "old"),
    "a lost opening": (StoreError("an opening is lost", "sealed"), ("store", "sealed"), "sealed"),
    "no descriptors": (OSError(errno.EMFILE, "too many"), ("store", "EMFILE"), "store"),
    "a full share": (OSError(errno.EDQUOT, "no room"), ("store", "EDQUOT"), "full"),
    "a defect": (KeyError("what nobody foresaw"), ("crashed", "KeyError"), "fault"),
    "no memory": (MemoryError(), ("crashed", "MemoryError"), "fault"),
    "several at once": (
        ExceptionGroup("", [KeyError("it came of that"), ExceptionGroup("", [StoreError("no room", "ENOSPC")])]),
        ("store", "ENOSPC"),
        "full",
    ),
}
"""What ends a loop of a game: the error, what clients read, and what the others are told."""
OF_COMMANDS = {"transfer.py", "settings.py", "identity.py", "home.py"}
"""Files of the store of which a game under way carries out nothing."""
ANSWERED = {"NotPossible", "Illegal", "RuleError", "BadEncoding", "OutOfOrder"}
"""What is told to whoever has asked, and ends nothing."""


@pytest.mark.parametrize("how", PROVOKED)
@pytest.mark.parametrize("where", ["loop", "task"])
async def test_whatever_ends_the_loop_of_a_game_its_clients_and_the_others_read_why(
    how: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error, halt, outage = PROVOKED[how]
    breaks = trio.Event()
    looked = GameLoop._look_around

    async def fails() -> None:
        raise error

    async def look(loop: GameLoop) -> None:
        await looked(loop)
        if breaks.is_set() and loop.context.operator == 0 and loop.presence.connected:
            if where == "loop":
                raise error
            loop.start(Stake.PLAY, "a part", fails)

    monkeypatch.setattr(GameLoop, "_look_around", look)
    told, heard = trio.Event(), list[say.Reply]()

    def hear(reply: say.Reply) -> None:
        if isinstance(reply, OutageReply) and reply.why:
            heard.append(reply)
            told.set()

    monkeypatch.setattr(GameLoop, "run", _quietly(GameLoop.run))
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {}) as (broken, other):
            monkeypatch.setattr(other.desk, "tell_all", hear)
            breaks.set()
            await told.wait()
            said = [(one.key, *one.args) for one in broken.desk._notices if isinstance(one, say.HaltReply)]
            if where == "loop" and not isinstance(error, StoreError | OSError):  # a fault stops play, and not the node
                assert [key for key, *_ in said] == ["fault"] and heard == [OutageReply(0, "player 0", "fault")]
            else:
                assert said == [halt] and heard == [OutageReply(0, "player 0", outage)]


def _quietly(run: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A node of a test ends alone."""

    async def quiet(loop: GameLoop, **how: Any) -> None:
        try:
            await run(loop, **how)
        except Exception:
            assert loop.context.operator == 0

    return quiet


def _raised() -> Iterator[str]:
    """What the product raises by name in a game at a node and in its store."""
    for folder in ("node/game", "store"):
        for path in (ROOT / "tta_p2p" / folder).rglob("*.py"):
            if path.name in OF_COMMANDS:
                continue
            for found in ast.walk(ast.parse(path.read_text())):
                if isinstance(found, ast.Raise) and isinstance(found.exc, ast.Call):
                    yield ast.unparse(found.exc.func).rpartition(".")[2]


def test_every_error_that_a_node_in_play_raises_is_told_as_one_of_these() -> None:
    """A new kind of error needs an entry above, or an answer to whoever has asked."""
    known = {type(error).__name__ for error, _, _ in PROVOKED.values()} | ANSWERED
    kinds = {"StoreDamaged", "GameInUse"}  # of a store, or before any game
    inside = {"AssertionError", "ValueError", "IsADirectoryError", "LockHeld"}  # caught, or a `StoreError`
    assert set(_raised()) - known - kinds - inside == set()
    for error, _, outage in PROVOKED.values():
        assert outage_of(error) == outage in OUTAGES
        for language in LANGUAGES:
            words, said = Words(language), halt_of(error)
            assert words.line(f"halted.{said.key}", said.args) and words.optional(f"outage.{outage}")


def test_a_node_that_ends_is_told_in_its_log_in_the_list_of_games_and_by_the_next_resume(tmp_path: Path) -> None:
    if not hasattr(resource, "prlimit"):
        not_run_here("a node without file descriptors", "it needs Linux")
    with closing(Game(tmp_path, 2, game="smugglers", people=(0, 1))) as game:
        ann, bob = (game.under_way(number, seat=None) for number in range(2))
        node, id = game.nodes[0], game.sid[:8]
        most = resource.prlimit(node.popen.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(node.popen.pid, resource.RLIMIT_NOFILE, (3, most))
        ann.say(do="vote", motion="pause", yes=True)
        halted = ann.hear("halted")
        assert (halted["key"], bob.hear("outage")["why"]) == ("store", "store")
        assert node.ends() == 1
        why = Words().line("halted.store", halted["args"])
        assert "this node ends: " in (node.home / "errors.txt").read_text()
        # No file could be opened for that; where one can be, this is kept:
        endings.note(node.home, game.sid, NodeEnd("halted.store", halted["args"], int(time.time())))
        listed = " ".join(here(node.home, "games").stdout.split())
        assert why in listed and f"tta resume {id}" in listed
        try:
            told = tta(node.home, "resume", "--detach").stderr
            assert why in " ".join(told.split())
            assert endings.find(node.home, game.sid) is None, "it plays again"
        finally:
            for running in roster.running_nodes(node.home):
                os.kill(running.pid, signal.SIGKILL)


def test_who_stops_its_node_is_told_so_to_the_others_and_in_its_list_of_games(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="skiff", people=(0, 1))) as game:
        bob = game.under_way(1, seat=None)
        node = game.nodes[0]
        node.popen.send_signal(signal.SIGTERM)
        assert bob.hear("outage") == {"is": "outage", "operator": 0, "name": "Player 0", "why": "stopped"}
        node.ends()
        assert Words()("halted.stopped") in " ".join(here(node.home, "games").stdout.split())


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'{"key":"halted.store","args":[],"at":99999999999}', b'{"key":"cli.help","args":[],"at":1}'],
)
def test_what_is_no_note_of_an_end_says_nothing(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    for name in ("ab" * 16, "../../etc/passwd", ""):
        (tmp_path / "run" / f"{'ab' * 16}.ended").write_bytes(data)
        assert endings.find(tmp_path, name) is None
    assert [*endings.lobbies(tmp_path)] == []
