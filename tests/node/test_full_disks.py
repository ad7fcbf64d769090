"""A disk that is full before a game begins: who cannot store it says so, and so does the host."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

from tests.needs import not_run_here
from tests.node.processes import Game, Process, Visitor
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.plan.plans import Plan
from tta_p2p.seats.messages import VERSION


@contextlib.contextmanager
def two_at_a_table(folder: Path) -> Iterator[tuple[Process, Visitor, Process, Visitor]]:
    """Ann's node and its client, and Bob's, who has sat down at her table."""
    if not hasattr(resource, "prlimit"):
        not_run_here("a full disk", "it needs Linux")
    told = {"listen": "127.0.0.1:0", "quiet": True}
    host = Process(folder / "host", Plan(do="host", id="a", name="Ann", conditions=Conditions(2, "caravan"), **told))
    nodes, visitors = [host], list[Visitor]()
    try:
        visitors.append(Visitor(host.home, "a", client="a person"))
        address = host.wait_for("listening")
        nodes.append(Process(folder / "guest", Plan(do="join", id="b", name="Bob", address=address, **told)))
        nodes[1].wait_for("joined")
        visitors.append(Visitor(nodes[1].home, "b", client="a person"))
        visitors[1].hear("lobby")
        yield host, visitors[0], nodes[1], visitors[1]
        for visitor in visitors:
            visitor.close()
    finally:
        for node in nodes:
            node.close()


def fill(node: Process, full: bool = True) -> None:
    """Let nothing be written there any more, or everything again."""
    most = 1 if full else resource.RLIM_INFINITY
    resource.prlimit(node.popen.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def agree(ann: Visitor, bob: Visitor) -> None:
    """Bob agrees, and Ann hears it."""
    bob.say(do="ready", yes=True)
    while [one["ready"] for one in ann.hear("lobby")["guests"]] != [True, True]:
        pass


def test_a_host_whose_disk_is_full_says_so_on_both_sides_and_begins_when_there_is_room(tmp_path: Path) -> None:
    with two_at_a_table(tmp_path) as (host, ann, guest, bob):
        agree(ann, bob)
        for _ in range(2):
            fill(host)
            ann.say(do="start")
            assert (ann.hear("error")["key"], bob.hear("error")["key"]) == ("node.own-store", "node.host-store")
            assert "the table stays open" in ann.said[-1]["text"] and "the table stays open" in bob.said[-1]["text"]
        fill(host, False)
        ann.say(do="start")
        assert guest.wait_for("playing") == host.wait_for("playing")


def test_a_guest_whose_disk_is_full_says_so_and_does_not_agree_before_there_is_room(tmp_path: Path) -> None:
    with two_at_a_table(tmp_path) as (host, ann, guest, bob):
        fill(guest)
        bob.say(do="ready", yes=True)
        assert bob.hear("error")["key"] == "node.store"
        assert ann.hear("error")["key"] == "node.guest-store" and ann.said[-1]["args"][0] == "Bob"
        fill(guest, False)
        agree(ann, bob)
        ann.say(do="start")
        assert guest.wait_for("playing") == host.wait_for("playing")
        ann.say(do="hello", version=VERSION)


def test_a_guest_whose_disk_is_full_after_it_has_agreed_reads_that_no_game_has_begun(tmp_path: Path) -> None:
    with two_at_a_table(tmp_path) as (_, ann, guest, bob):
        agree(ann, bob)
        fill(guest)
        ann.say(do="start")
        assert bob.hear("error")["key"] == "node.nothing-begun" and "no game has begun" in bob.said[-1]["text"]
        assert ann.hear("error")["key"] == "node.guest-store" and ann.said[-1]["args"][0] == "Bob"
        assert ann.hear("error")["args"][0] == "not-signed" and "open the table anew" in ann.said[-1]["text"]


def test_a_node_that_can_open_no_file_any_more_says_in_its_log_why_it_ends(tmp_path: Path) -> None:
    if not hasattr(resource, "prlimit"):
        not_run_here("a node without file descriptors", "it needs Linux")
    with contextlib.closing(Game(tmp_path, 2, game="skiff", people=(0, 1))) as game:
        ann = game.under_way(0, seat=None)
        node = game.nodes[0]
        most = resource.prlimit(node.popen.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(node.popen.pid, resource.RLIMIT_NOFILE, (3, most))
        ann.say(do="vote", motion="pause", yes=True)
        assert node.ends() == 1
        log = (node.home / "errors.txt").read_text()
        assert "this node ends: " in log and "Too many open files" in log, log
