"""Starting and finding node processes; used by the commands that play."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed, for_people
from tta_p2p.cli.output.progress import WaitNotice
from tta_p2p.cli.output.speech import command_text, text_of, title_of

if TYPE_CHECKING:
    from tta_p2p.node.machine.roster import RunningNode
    from tta_p2p.node.plan.plans import Plan

REACHED = {"host": ("listening",), "join": ("joined", "looking"), "resume": ("playing", "asking")}
"""What a node reports when it has come to where it can be left alone, one of these."""
STOPPING = 20.0
"""Seconds that a node may take to stop."""
LAST_WORDS = 3.0
"""Seconds in which a node that has failed ends and says why."""


class PlayedElsewhere(CommandFailed):
    """Another process plays the game that a node was started for; ``pid`` is its number, 0 where it is not known."""

    def __init__(self, pid: int) -> None:
        super().__init__(text_of("told.plays-hidden", pid=pid) if pid else text_of("told.plays-hidden-unknown"))
        self.pid = pid


def new_id() -> str:
    """A name for a node process."""
    return secrets.token_hex(4)


def spawn(plan: Plan, home: Path) -> subprocess.Popen[bytes]:
    """Start a node process of its own session: it outlives this terminal. Its log is in the data folder."""
    from tta_p2p.node.machine import logs, roster
    from tta_p2p.node.machine.launch import start_node

    logs.sweep(roster.folder(home), {node.id for node in roster.running_nodes(home)})
    with (roster.folder(home) / f"{plan.id}.log").open("ab") as errors:
        return start_node(plan, home, errors)


def start_and_wait(plan: Plan, home: Path, *, looks: bool, plain: bool) -> subprocess.Popen[bytes]:
    """Start a node, and wait until clients find it. Where somebody ``looks``, a game that is taken up again has been
    gone through by then: before that it has nothing to show. ``plain``: nothing that is told is taken back.
    """
    resumes = plan.do == "resume"
    with WaitNotice(text_of("told.going-through" if resumes else "told.starting"), plain):
        process = spawn(plan, home)
        wait_for_report(process, plan, home, "ready")
        if resumes and looks:
            wait_for_report(process, plan, home, *REACHED[plan.do], shown=False)
    return process


def wait_for_report(process: subprocess.Popen[bytes], plan: Plan, home: Path, *awaited: str, shown: bool = True) -> str:
    """Wait until a node reports one of these words, and give what it says with it; other lines are ``shown``.

    Raises CommandFailed with what the node says when it fails or ends instead, and PlayedElsewhere. Whoever
    interrupts this ends the node.
    """
    from tta_p2p.node.machine import roster

    try:
        while True:
            line = next_report(process.stdout)
            word, _, rest = line.partition(" ")
            if word in awaited:
                return rest
            if word == "taken":
                raise PlayedElsewhere(int(rest))
            if word in ("", "failed"):
                raise CommandFailed(rest or text_of("told.ended-at-once", log=roster.folder(home) / f"{plan.id}.log"))
            if shown and (told := _told(word, rest)):
                typer.echo(for_people(told), err=True)
    except KeyboardInterrupt:
        process.terminate()
        raise


def _told(word: str, rest: str) -> str:
    """Give the part of a node's line that a person reads; nothing of lines for programs."""
    if word == "shown":
        return text_of("told.watch-with", command=command_text("watch", rest))
    return rest if word in ("not", "waiting:") else ""


def failure(process: subprocess.Popen[bytes]) -> str:
    """The reason for a node's end in its own words; empty while it runs, or where it ended without a word."""
    try:
        process.wait(LAST_WORDS)
    except subprocess.TimeoutExpired:
        return ""
    while line := next_report(process.stdout):
        word, _, rest = line.partition(" ")
        if word == "failed":
            return rest
    return ""


def stop(node: RunningNode) -> None:
    """Tell a node to stop, and wait until it has. Everything that it said is stored. Raises CommandFailed."""
    from tta_p2p.node.machine import roster
    from tta_p2p.store.home import home

    if not roster.is_alive(home(), node):
        return  # its number may be that of a stranger by now
    with contextlib.suppress(ProcessLookupError):
        os.kill(node.pid, signal.SIGTERM)
    deadline = time.monotonic() + STOPPING
    while node.has_process:
        if time.monotonic() > deadline:
            raise CommandFailed(text_of("told.not-stopping", pid=node.pid))
        time.sleep(0.05)


def next_report(stream: IO[bytes] | None) -> str:
    """The next line that a node reports; empty when it has ended."""
    assert stream is not None
    return stream.readline().decode(errors="replace").strip()


def matching_nodes(nodes: Iterable[RunningNode], wanted: str) -> list[RunningNode]:
    """Nodes that may be meant: the one with this id, or all whose id or game begins so or whose table is called so."""
    found = list(nodes)
    exact = [node for node in found if node.id == wanted]
    begins = wanted.lower()
    begin = [node for node in found if node.table.casefold() == wanted.casefold() or node.sid.startswith(begins)]
    begin += [node for node in found if node.id.startswith(begins) and node not in begin]
    return (exact or begin) if wanted else found


def pick(nodes: Iterable[RunningNode], wanted: str) -> RunningNode:
    """The running node that is meant, if it is one. Raises CommandFailed."""
    found = matching_nodes(nodes, wanted)
    if not found and not wanted:
        raise CommandFailed(text_of("told.nothing-runs"))
    if not found:
        raise CommandFailed(text_of("told.such-runs-not"))
    if len(found) > 1:
        called = [title_of(node.game) if node.game else text_of("told.a-table") for node in found]
        named = text_of("comma").join(
            text_of("told.game-here", id=node.called, game=game, table=node.table)
            for node, game in zip(found, called, strict=True)
        )
        key = "told.several-meant" if wanted else "told.several-run"
        raise CommandFailed(text_of(key, asked=wanted, games=named), USAGE)
    return found[0]
