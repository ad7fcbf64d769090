"""Whoever is killed while all sign the charter, before the first move, is at the table all the same."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.node.processes import NODE, Process, Visitor
from tta_p2p.node.history import SIGNED, stored_games
from tta_p2p.node.meeting.conditions import Conditions
from tta_p2p.node.plans import Plan
from tta_p2p.table.audit import compare_files

QUITTER = "tests.node.quitter"


def plan(number: int, **more: object) -> Plan:
    common = {"id": f"node{number}", "name": f"Player {number}", "listen": "127.0.0.1:0", "at_once": True}
    return Plan(**{**common, "quiet": True, "bot": "random", "linger": 60.0, **more})  # type: ignore[arg-type]


def host_plan(**more: object) -> Plan:
    return plan(0, do="host", conditions=Conditions(2, "caravan", away=600), **more)


def guest_plan(address: str, **more: object) -> Plan:
    return plan(1, do="join", address=address, **more)


def again(number: int, sid: str) -> Plan:
    return plan(number, do="resume", sid=sid, listen="")


def only_game(home: Path) -> tuple[str, str]:
    """The id and the status of the only game in a data folder."""
    (row,) = stored_games(home)
    return row.sid, row.status


@contextmanager
def processes() -> Iterator[list[Process]]:
    started: list[Process] = []
    try:
        yield started
    finally:
        for process in started:
            process.close()


def end_well(host: Process, guest: Process) -> None:
    for node in (host, guest):
        assert node.ends() == 0, (node.lines, (node.home / "errors.txt").read_text())
        assert node.verdict().state == "fair"
    (relation,) = compare_files([host.transcript(), guest.transcript()])
    assert relation.relation == "equal"


@pytest.mark.parametrize("moment", ["signed", "sent", "begins"])
def test_a_guest_that_is_killed_while_all_sign_comes_back_to_the_game(tmp_path: Path, moment: str) -> None:
    with processes() as started:
        host = Process(tmp_path / "host", host_plan())
        started.append(host)
        address = host.wait_for("listening")
        guest = Process(tmp_path / "guest", guest_plan(address), (QUITTER, moment))
        started.append(guest)
        assert guest.ends() == -signal.SIGKILL
        sid, status = only_game(guest.home)
        assert status == SIGNED, "it is known here, and not known whether it has begun"
        back = Process(guest.home, again(1, sid))
        started.append(back)
        assert back.wait_for("asking") == sid == back.wait_for("playing") == host.wait_for("playing")
        end_well(host, back)
        assert only_game(guest.home) == (sid, "over")


def test_a_host_that_is_killed_when_all_have_signed_has_the_game_and_hands_it_over_when_it_is_back(
    tmp_path: Path,
) -> None:
    with processes() as started:
        host = Process(tmp_path / "host", host_plan(), (QUITTER, "kept"))
        started.append(host)
        guest = Process(tmp_path / "guest", guest_plan(host.wait_for("listening")))
        started.append(guest)
        assert host.ends() == -signal.SIGKILL
        sid, status = only_game(host.home)
        assert status == "playing"
        back = Process(host.home, again(0, sid))
        started.append(back)
        assert guest.wait_for("playing") == back.wait_for("playing") == sid
        end_well(back, guest)


def test_a_host_that_lacks_the_game_says_that_it_has_not_begun_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    with processes() as started:
        host = Process(tmp_path / "host", host_plan())
        started.append(host)
        address = host.wait_for("listening")
        guest = Process(tmp_path / "guest", guest_plan(address), (QUITTER, "signed"))
        started.append(guest)
        assert guest.ends() == -signal.SIGKILL
        sid, _ = only_game(guest.home)
        host.kill()
        back = Process(guest.home, again(1, sid))
        started.append(back)
        back.wait_for("asking")
        visitor = Visitor(guest.home, "node1", seat=None)
        assert visitor.hear("error")["key"] == "node.asks-whether-begun", "who comes later reads it, too"
        where = address.partition("#")[0]
        other = Process(host.home, host_plan(listen=where))
        started.append(other)
        assert "has not signed" in back.wait_for("failed")
        assert visitor.hear("lobby")["state"] == "failed"
        visitor.close()
        assert back.ends() == 1
        assert stored_games(guest.home) == []


def test_a_guest_gives_up_what_it_has_signed_by_leaving(tmp_path: Path) -> None:
    with processes() as started:
        host = Process(tmp_path / "host", host_plan())
        started.append(host)
        guest = Process(tmp_path / "guest", guest_plan(host.wait_for("listening")), (QUITTER, "signed"))
        started.append(guest)
        assert guest.ends() == -signal.SIGKILL
        host.kill()
        back = Process(guest.home, again(1, only_game(guest.home)[0]), NODE)
        started.append(back)
        back.wait_for("asking")
        visitor = Visitor(guest.home, "node1", seat=None)
        visitor.hear("lobby")
        visitor.say(do="leave")
        assert back.ends() == 0
        visitor.close()
        assert stored_games(guest.home) == []
