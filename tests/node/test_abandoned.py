"""A place in the lobby whose person has gone is free again after a while."""

from __future__ import annotations

from pathlib import Path

from tests.node.plans import plan, processes
from tests.node.processes import Process, Visitor
from tta_p2p.node.lobby.conditions import Conditions


def names(visitor: Visitor, how_many: int) -> list[str]:
    """Who is in the lobby, as soon as they are so many."""
    while True:
        lobby = visitor.hear("lobby")
        if len(lobby["guests"]) == how_many:
            return [guest["name"] for guest in lobby["guests"]]


def test_whoever_has_gone_without_agreeing_gives_the_place_up_and_who_is_there_or_was_not_yet_keeps_it(
    tmp_path: Path,
) -> None:
    person = {"at_once": False, "bot": "", "kept": 0.5}
    with processes() as started:
        host = Process(tmp_path / "host", plan(0, do="host", conditions=Conditions(4, "caravan", away=600), **person))
        started.append(host)
        address = host.wait_for("listening")
        guests = []
        for number in (1, 2, 3):
            guests.append(Process(tmp_path / f"guest{number}", plan(number, do="join", address=address, **person)))
            started.append(guests[-1])
            guests[-1].wait_for("joined")
        seen = Visitor(host.home, "node0", seat=None)
        assert names(seen, 4) == ["Player 0", "Player 1", "Player 2", "Player 3"]
        stays, goes = (Visitor(guest.home, f"node{number}", seat=None) for number, guest in enumerate(guests[:2], 1))
        assert names(goes, 4) and names(stays, 4)
        goes.close()
        guests[1].wait_for("left: nobody has come back")
        assert guests[1].ends() == 0
        assert names(seen, 3) == ["Player 0", "Player 1", "Player 3"]
        assert guests[0].running and guests[2].running, "at one there is somebody, and to the other nobody has come yet"
        for visitor in (seen, stays):
            visitor.close()
