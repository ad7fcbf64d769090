"""Nodes that break one rule each: a simulator that does not find them watches nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import trio
from trio import _highlevel_serve_listeners

from protocol.ops import acts
from protocol.outbox import Outbox
from protocol.transcript import MessageRecord
from tta_p2p.net import dialling, threads
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game import loop
from tta_p2p.node.game.catch_up import CatchUp
from tta_p2p.node.game.parts.rematch import Rematch
from tta_p2p.node.game.parts.votes import BotVoter
from tta_p2p.node.lobby import host
from tta_p2p.node.lobby.exchange import HOST_GONE, LobbyFailed
from tta_p2p.node.machine import environment
from tta_p2p.node.plan import matchmaking
from tta_p2p.node.process import Node
from tta_p2p.node.programs.program import ProgramRun
from tta_p2p.node.spectators.stream import Stream
from tta_p2p.store import files, marks
from tta_p2p.table.game_table import GameTable

LIMITER, LOOKUPS = threads.limiter, threads.lookups

Mutation = Callable[[pytest.MonkeyPatch], None]


def sends_before_it_stores(patch: pytest.MonkeyPatch) -> None:
    """What a node says is on its way before it is on the disk."""
    poll = GameTable.poll
    flush = loop.GameLoop._flush

    async def hasty(self: loop.GameLoop) -> None:
        def poll_and_send(table: GameTable) -> Any:
            output = poll(table)
            for data in output.send:
                self.context.mesh.send_all(FrameKind.MESSAGE, data)
            output.send.clear()
            return output

        self.table.poll = lambda: poll_and_send(self.table)  # type: ignore[method-assign]
        await flush(self)

    patch.setattr(loop.GameLoop, "_flush", hasty)


def takes_an_old_copy_for_the_newest(patch: pytest.MonkeyPatch) -> None:
    """A node does not notice that its store is an older copy, and speaks where it has spoken."""
    patch.setattr(marks, "is_newest", lambda store, sid: True)
    patch.setattr(CatchUp, "try_to_send", _speaks_at_once)
    patch.setattr(Outbox, "is_free", lambda *_: True)


def _speaks_at_once(self: CatchUp) -> None:
    if not self.context.may_send:
        self.context.may_send = True
        self.table.start_sending(range(len(self._charter.operators)))


def asks_nobody_what_it_lacks(patch: pytest.MonkeyPatch) -> None:
    """A node that is connected anew does not ask what it has missed."""
    patch.setattr(CatchUp, "ask_peer", lambda self, operator, unless_within=0.0: None)


def asks_nobody_whether_the_game_has_begun(patch: pytest.MonkeyPatch) -> None:
    """Who has signed and loses its channel to the host goes, though the others may have begun."""

    async def gives_up(*_: Any, **__: Any) -> Any:
        raise LobbyFailed(HOST_GONE)

    patch.setattr(matchmaking, "ask_whether_begun", gives_up)


def forgets_what_it_has_signed(patch: pytest.MonkeyPatch) -> None:
    """A guest signs without storing first what it signs."""
    patch.setattr(matchmaking.Matchmaking, "_keep_signed", lambda *_: None)


def shows_less_than_it_has(patch: pytest.MonkeyPatch) -> None:
    """A node keeps every fifth message from those who look on."""
    add = Stream.add

    def keeps_some_back(self: Stream, stored: Any) -> None:
        add(
            self,
            [record for record in stored if not (isinstance(record, MessageRecord) and record.envelope[-1] % 5 == 0)],
        )

    patch.setattr(Stream, "add", keeps_some_back)


def waits_for_ever_for_who_is_lost(patch: pytest.MonkeyPatch) -> None:
    """Nodes of bots neither go on without one of their kind nor end the game."""
    patch.setattr(BotVoter, "_call_gone", lambda self: None)
    patch.setattr(BotVoter, "_end_without_the_missing", lambda self: None)


def plays_no_other_game(patch: pytest.MonkeyPatch) -> None:
    """Nobody opens the table again, whoever wants to play."""
    patch.setattr(Rematch, "_decide", lambda self: None)


def falls_with_its_program(patch: pytest.MonkeyPatch) -> None:
    """A program that ends brings down the node at which it plays."""

    def fails(self: ProgramRun, key: str, detail: int | str = "") -> None:
        raise RuntimeError(key)

    patch.setattr(ProgramRun, "_finish", fails)


def takes_no_lock(patch: pytest.MonkeyPatch) -> None:
    """Two processes may play one game."""
    patch.setattr(Node, "_hold", lambda self, sid: None)


def looks_at_no_damage(patch: pytest.MonkeyPatch) -> None:
    """What is wrong with the files of a store is left to SQLite."""
    patch.setattr(files, "damage_of", lambda found: "")


def finds_no_opening_again(patch: pytest.MonkeyPatch) -> None:
    """A copy that lacks the opening of a sealed answer has lost it."""

    def stored(run: Any, seat: int, commitment: bytes, room: int) -> bytes:
        opening: bytes = run.play.remember(f"seal {commitment.hex()}", acts._lost)
        return opening

    patch.setattr(acts, "_own_opening", stored)


def falls_without_descriptors(patch: pytest.MonkeyPatch) -> None:
    """A node that can take no connection ends."""
    patch.setattr(_highlevel_serve_listeners, "ACCEPT_CAPACITY_ERRNOS", {})


def dials_no_lobby_again(patch: pytest.MonkeyPatch) -> None:
    """A guest whose channel to the lobby is lost goes."""
    patch.setattr(matchmaking, "RETURNING", frozenset())


def keeps_no_seat_in_the_lobby(patch: pytest.MonkeyPatch) -> None:
    """A host gives the seat of a guest away whose channel is lost."""
    patch.setattr(host, "KEPT_SEAT", 0.0)


def lets_the_disk_wait_for_names(patch: pytest.MonkeyPatch) -> None:
    """Names are looked up in the threads that the disk needs."""

    def shared(_: str, most: int) -> trio.CapacityLimiter:
        return LIMITER("everything", threads.DISK)

    patch.setattr(threads, "limiter", shared)
    patch.setattr(environment, "limiter", shared)
    patch.setattr(dialling, "lookups", lambda limit: LOOKUPS(None))


BRIEF, LONG, DAYS = 100.0, 300.0, 900.0
"""Seconds in which games end from which nothing is broken: to wait for one that never ends is dear."""
MUTANTS: dict[str, tuple[str, int, float, Mutation]] = {
    "sends before it stores": ("kills and cuts", 23, BRIEF, sends_before_it_stores),
    "takes an old copy for the newest": ("disk", 19, LONG, takes_an_old_copy_for_the_newest),
    "asks nobody what it lacks": ("network", 22, BRIEF, asks_nobody_what_it_lacks),
    "asks nobody whether the game has begun": ("nothing", 13, BRIEF, asks_nobody_whether_the_game_has_begun),
    "forgets what it has signed": ("nothing", 35, BRIEF, forgets_what_it_has_signed),
    "shows less than it has": ("nothing", 6, BRIEF, shows_less_than_it_has),
    "waits for ever for who is lost": ("lost", 2, BRIEF, waits_for_ever_for_who_is_lost),
    "plays no other game": ("nothing", 5, BRIEF, plays_no_other_game),
    "falls with its program": ("nothing", 9, BRIEF, falls_with_its_program),
    "takes no lock": ("two starts", 1, DAYS, takes_no_lock),
    "looks at no damage": ("days", 12, DAYS, looks_at_no_damage),
    "finds no opening again": ("seals", 1, DAYS, finds_no_opening_again),
    "falls without descriptors": ("days", 15, DAYS, falls_without_descriptors),
    "dials no lobby again": ("lobby", 5, DAYS, dials_no_lobby_again),
    "keeps no seat in the lobby": ("lobby", 1, DAYS, keeps_no_seat_in_the_lobby),
    "lets the disk wait for names": ("names", 3, DAYS, lets_the_disk_wait_for_names),
}
"""What such a node does wrong; the theme and the first seed of the games that show it, and in how many seconds after
all is calm they end at nodes with which nothing is wrong.
"""
