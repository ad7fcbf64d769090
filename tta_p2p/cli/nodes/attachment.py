"""Coming to a game that a node plays: one that a command starts, or the one that plays it already.

Whoever starts a node for a game at the same moment as somebody else comes to the one node that has its lock.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.output.speech import tell, text_of, words
from tta_p2p.cli.terminal.passphrase import unlock

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.display import DisplayMode
    from tta_p2p.node.data_folder.stored_games import StoredGame
    from tta_p2p.node.machine.roster import RunningNode
    from tta_p2p.node.plan.plans import Plan

COMING = 60.0
"""Seconds for which a node that another process starts may take until clients find it."""
LOOK = 0.05
"""Seconds between two looks whether it is there."""


def start(plan: Plan, detach: bool, manner: DisplayMode) -> None:
    """Start a node process and play with it from this terminal. Raises CommandFailed, PlayedElsewhere."""
    from tta_p2p.cli.nodes import processes
    from tta_p2p.node.lobby.announcements import split_addresses
    from tta_p2p.node.machine import roster
    from tta_p2p.store.home import home
    from tta_p2p.ui.invitation import invitation

    folder = home()
    process = processes.start_and_wait(plan, folder, looks=not detach, plain=manner.plain)
    if detach:  # nobody looks at it from here on: only what has come about is told
        where = processes.wait_for_report(process, plan, folder, *processes.REACHED[plan.do])
        if plan.do == "host":
            game = plan.conditions.game if plan.conditions is not None else ""
            if where:
                tell("told.join-with", invitation=invitation(split_addresses(where), plan.name, game, words()))
            if where and not plan.quiet and not (plan.onion and not plan.listen and not plan.public):
                tell("told.join-named", table=plan.table or plan.name)
            if plan.folder:
                tell("told.join-folder", copy=text_of("lobby.folder.copy"))
        tell("told.come-back", id=plan.id)
        return
    node = next((node for node in roster.running_nodes(folder) if node.id == plan.id), None)
    if node is None:
        log = roster.folder(folder) / f"{plan.id}.log"
        raise CommandFailed(processes.failure(process) or text_of("told.ended-at-once", log=log))
    try:
        play(node.socket, manner)
    except CommandFailed as error:
        raise CommandFailed(processes.failure(process) or str(error)) from error
    except typer.Exit as left:
        why = processes.failure(process) if left.exit_code and manner.screen else ""
        if why:  # what the screen said has gone with it
            raise CommandFailed(why) from left
        raise


def play(
    socket: str, manner: DisplayMode, watch: bool = False, take_over: bool = False, seat: int | None = None
) -> None:
    """Play from this terminal until the game is over or the player leaves; the node goes on.

    Who goes onward from it plays the next game that waits for them, here as well.
    """
    from tta_p2p.cli.terminal import fault_log
    from tta_p2p.cli.terminal.client import play_at
    from tta_p2p.ui.client import EXIT_ONWARD

    code = fault_log.run(play_at, socket, watch, take_over, seat, manner)
    while code == EXIT_ONWARD:
        following = next_socket(socket)
        caution = "" if following else text_of("told.none-waits")
        if following:
            socket, watch, take_over, seat = following, False, False, None
        code = fault_log.run(play_at, socket, watch, take_over, seat, manner, caution)
    raise typer.Exit(code)


def next_socket(socket: str) -> str:
    """Give the socket of the next node, after one of these, whose game waits for its player here; empty: of none."""
    from tta_p2p.cli.nodes import pending
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.node.machine import roster
    from tta_p2p.store.home import home

    folder = home()
    nodes = [node for node in roster.running_nodes(folder) if node.sid and node.state != roster.FAULTED]
    nodes.sort(key=lambda node: node.id)
    here = next((number for number, node in enumerate(nodes) if node.socket == socket), -1)
    others = [*nodes[here + 1 :], *nodes[: max(here, 0)]]
    me = {row.sid: row.me for row in stored_games(folder)}
    waits = pending.waits(others)
    mine = (node for node in others if node.id in waits and pending.waits_for(waits[node.id], me.get(node.sid, "")))
    return next((node.socket for node in mine), "")


def resume_at_node(row: StoredGame, plan: Plan, detach: bool, manner: DisplayMode) -> None:
    """Start the node that takes a game up again, or come to the one that plays it. Raises CommandFailed."""
    from tta_p2p.cli.nodes import processes
    from tta_p2p.node.machine import endings, roster
    from tta_p2p.store.home import home
    from tta_p2p.ui.style import showable

    node = _node_of(row, home())
    if node is not None and node.state == roster.FAULTED:
        typer.echo(text_of("told.faulted"), err=True)
        processes.stop(node)
        node = None
    elif node is None and (end := endings.find(home(), row.sid)) is not None:
        typer.echo(showable(text_of("told.ended-before", why=end.text(words()))), err=True)
    key = "told.runs-paused" if row.status == "paused" else "told.runs-already"
    _start_or_come(lambda: _node_of(row, home()), bytes.fromhex(row.sid), node, plan, key, detach, manner)


def open_again(row: StoredGame, plan: Callable[[], Plan], detach: bool, manner: DisplayMode) -> None:
    """Start the node that opens a table again, or come to the one that has. Raises CommandFailed."""
    from tta_p2p.node.machine import roster
    from tta_p2p.store.database import rematch_of
    from tta_p2p.store.home import home

    def find() -> RunningNode | None:
        nodes = roster.running_nodes(home())
        return next((node for node in nodes if node.before == row.sid and not node.sid), None)

    node = find()
    fresh = plan() if node is None else None
    _start_or_come(find, rematch_of(bytes.fromhex(row.sid)), node, fresh, "told.is-open-again", detach, manner)


def _start_or_come(
    find: Callable[[], RunningNode | None],
    lock: bytes,
    node: RunningNode | None,
    plan: Plan | None,
    key: str,
    detach: bool,
    manner: DisplayMode,
) -> None:
    """Start a node unless there is one, or another process starts one: then come to that, and say so with a ``key``.

    ``lock``: the game of which such a node has the lock.
    """
    from tta_p2p.cli.nodes import processes
    from tta_p2p.store.home import home

    while node is None:
        assert plan is not None
        unlock()
        try:
            start(plan, detach, manner)
            return
        except processes.PlayedElsewhere as error:
            node = _until_announced(home(), find, lock, error.pid)
    typer.echo(text_of(key, id=node.id if key == "told.is-open-again" else node.called), err=True)
    if plan is not None and plan.sought:
        from tta_p2p.cli.nodes.whereabouts import tell_whereabouts

        typer.echo(tell_whereabouts(node.socket, plan.sought), err=True)
    if not detach:
        play(node.socket, manner)


def nodes_to_come(folder: Path, wanted: str) -> list[RunningNode]:
    """The nodes that run, each that takes up a game which may be wanted once it plays that: before, it is at no table.

    Raises PlayedElsewhere where clients cannot find the node of the only game that is wanted.
    """
    from tta_p2p.cli.nodes.processes import PlayedElsewhere, matching_nodes
    from tta_p2p.cli.stored_games.selection import matching_games
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.node.machine.roster import running_nodes
    from tta_p2p.store.database import StoreError, is_played

    found = matching_nodes(running_nodes(folder), wanted)
    if not all(node.sid for node in found) or not found:
        with contextlib.suppress(OSError, StoreError):  # nothing can be said of games that start
            for row in matching_games(stored_games(folder), wanted):
                if row.under_way and not row.local and is_played(folder, bytes.fromhex(row.sid)):
                    try:
                        sid = bytes.fromhex(row.sid)
                        _until_announced(folder, lambda row=row: _node_of(row, folder), sid)  # type: ignore[misc]
                    except PlayedElsewhere:
                        if not found:
                            raise
    return list(running_nodes(folder))


def _node_of(row: StoredGame, folder: Path) -> RunningNode | None:
    """The node that plays a game, or asks whether it has begun."""
    from tta_p2p.node.data_folder.stored_games import signs
    from tta_p2p.node.machine.roster import running_nodes

    return next((node for node in running_nodes(folder) if row.sid == node.sid or signs(node, row)), None)


def _until_announced(
    folder: Path, find: Callable[[], RunningNode | None], lock: bytes, pid: int = 0
) -> RunningNode | None:
    """Wait for the node that another process has started, as long as that has the lock; None: it has it no more.

    Raises PlayedElsewhere where clients cannot find it.
    """
    from tta_p2p.cli.nodes.processes import PlayedElsewhere
    from tta_p2p.store.database import is_played

    until = time.monotonic() + COMING
    while (node := find()) is None and is_played(folder, lock):
        if time.monotonic() > until:
            raise PlayedElsewhere(pid)
        time.sleep(LOOK)
    return node
