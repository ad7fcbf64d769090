"""A disk that is full before a game begins: who cannot store it says so, and so does the host."""

from __future__ import annotations

import resource
from pathlib import Path

from tests.needs import not_run_here
from tests.node.processes import Process, Visitor
from tta_p2p.node.meeting.conditions import Conditions
from tta_p2p.node.plans import Plan
from tta_p2p.seats.messages import VERSION


def test_a_host_whose_disk_is_full_says_so_on_both_sides_and_begins_when_there_is_room(tmp_path: Path) -> None:
    if not hasattr(resource, "prlimit"):
        not_run_here("a full disk", "it needs Linux")
    told = {"listen": "127.0.0.1:0", "quiet": True}
    host = Process(tmp_path / "host", Plan(do="host", id="a", name="Ann", conditions=Conditions(2, "caravan"), **told))
    nodes = [host]
    try:
        ann = Visitor(host.home, "a", client="a person")
        address = host.wait_for("listening")
        guest = Process(tmp_path / "guest", Plan(do="join", id="b", name="Bob", address=address, **told))
        nodes.append(guest)
        guest.wait_for("joined")
        bob = Visitor(guest.home, "b", client="a person")
        bob.hear("lobby")
        bob.say(do="ready", yes=True)
        while [one["ready"] for one in ann.hear("lobby")["guests"]] != [True, True]:
            pass
        for _ in range(2):
            resource.prlimit(host.popen.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            ann.say(do="start")
            assert (ann.hear("error")["key"], bob.hear("error")["key"]) == ("node.own-store", "node.host-store")
            assert "the table stays open" in ann.said[-1]["text"] and "the table stays open" in bob.said[-1]["text"]
        resource.prlimit(host.popen.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        ann.say(do="start")
        assert guest.wait_for("playing") == host.wait_for("playing")
        ann.close()
        bob.close()
    finally:
        for node in nodes:
            node.close()


def test_a_guest_whose_disk_is_full_says_so_and_does_not_agree_before_there_is_room(tmp_path: Path) -> None:
    if not hasattr(resource, "prlimit"):
        not_run_here("a full disk", "it needs Linux")
    told = {"listen": "127.0.0.1:0", "quiet": True}
    host = Process(tmp_path / "host", Plan(do="host", id="a", name="Ann", conditions=Conditions(2, "caravan"), **told))
    nodes = [host]
    try:
        ann = Visitor(host.home, "a", client="a person")
        address = host.wait_for("listening")
        guest = Process(tmp_path / "guest", Plan(do="join", id="b", name="Bob", address=address, **told))
        nodes.append(guest)
        guest.wait_for("joined")
        bob = Visitor(guest.home, "b", client="a person")
        bob.hear("lobby")
        resource.prlimit(guest.popen.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        bob.say(do="ready", yes=True)
        assert bob.hear("error")["key"] == "node.store"
        assert ann.hear("error")["key"] == "node.guest-store" and ann.said[-1]["args"][0] == "Bob"
        resource.prlimit(guest.popen.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        bob.say(do="ready", yes=True)
        while not all(one["ready"] for one in ann.hear("lobby")["guests"]):
            pass
        ann.say(do="start")
        assert guest.wait_for("playing") == host.wait_for("playing")
        ann.say(do="hello", version=VERSION)
        ann.close()
        bob.close()
    finally:
        for node in nodes:
            node.close()
