"""Whoever is killed while all sign the charter, before the first move, is at the table all the same."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import trio
import trio.testing

from protocol.signatures import IdentityKey
from tests.node.dice import dice_of
from tests.node.plans import plan, processes
from tests.node.processes import LONG, NODE, Process, Visitor
from tta_p2p.node.data_folder.stored_games import SIGNED, stored_games
from tta_p2p.node.lobby import knock as joining
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.greeting import hello
from tta_p2p.node.plan.plans import Plan
from tta_p2p.table.audit import compare_files

QUITTER = "tests.node.quitter"


def host_plan(**more: object) -> Plan:
    return plan(0, do="host", conditions=Conditions(2, "skiff", on_leave="continue", away=LONG), **more)


def guest_plan(address: str, **more: object) -> Plan:
    return plan(1, do="join", address=address, **more)


def again(number: int, sid: str) -> Plan:
    return plan(number, do="resume", sid=sid, listen="")


def only_game(home: Path) -> tuple[str, str]:
    """The id and the status of the only game in a data folder."""
    (row,) = stored_games(home)
    return row.sid, row.status


def begin(home: Path, plan: Plan, program: tuple[str, ...] = NODE) -> Process:
    """A node of the game that other tests play, too."""
    return Process(home, plan, program, dice=dice_of(int(plan.name[-1]), plan))


def end_recovery(host: Process, guest: Process) -> None:
    """Both play: the cards are dealt, for which they need each other."""
    for node in (host, guest):
        visitor = Visitor(node.home, node.plan.id, watch=True)
        while visitor.hear("turn")["view"] is None:
            pass
        visitor.close()


def end_well(host: Process, guest: Process) -> None:
    for node in (host, guest):
        assert node.ends() == 0, (node.lines, (node.home / "errors.txt").read_text())
        assert node.verdict().state == "fair"
    (relation,) = compare_files([host.transcript(), guest.transcript()])
    assert relation.relation == "equal"


@pytest.mark.parametrize("moment", ["signed", "sent", "begins"])
def test_a_guest_that_is_killed_while_all_sign_comes_back_to_the_game(tmp_path: Path, moment: str) -> None:
    with processes() as started:
        host = begin(tmp_path / "host", host_plan())
        started.append(host)
        address = host.wait_for("listening")
        guest = begin(tmp_path / "guest", guest_plan(address), (QUITTER, moment))
        started.append(guest)
        assert guest.ends() == -signal.SIGKILL
        sid, status = only_game(guest.home)
        assert status == SIGNED, "it is known here, and not known whether it has begun"
        back = begin(guest.home, again(1, sid))
        started.append(back)
        assert back.wait_for("asking") == sid == back.wait_for("playing") == host.wait_for("playing")
        if moment == "sent":
            end_well(host, back)
            assert only_game(guest.home) == (sid, "over")
        else:
            end_recovery(host, back)


def test_a_host_that_is_killed_when_all_have_signed_has_the_game_and_hands_it_over_when_it_is_back(
    tmp_path: Path,
) -> None:
    with processes() as started:
        host = begin(tmp_path / "host", host_plan(), (QUITTER, "kept"))
        started.append(host)
        guest = begin(tmp_path / "guest", guest_plan(host.wait_for("listening")))
        started.append(guest)
        assert host.ends() == -signal.SIGKILL
        sid, status = only_game(host.home)
        assert status == "playing"
        back = begin(host.home, again(0, sid))
        started.append(back)
        assert guest.wait_for("playing") == back.wait_for("playing") == sid
        end_recovery(back, guest)


def test_a_host_that_lacks_the_game_says_that_it_has_not_begun_and_nothing_is_left_of_it(tmp_path: Path) -> None:
    with processes() as started:
        host = begin(tmp_path / "host", host_plan())
        started.append(host)
        address = host.wait_for("listening")
        guest = begin(tmp_path / "guest", guest_plan(address), (QUITTER, "signed"))
        started.append(guest)
        assert guest.ends() == -signal.SIGKILL
        sid, _ = only_game(guest.home)
        host.kill()
        back = begin(guest.home, again(1, sid))
        started.append(back)
        back.wait_for("asking")
        visitor = Visitor(guest.home, "node1", seat=None)
        assert visitor.hear("error")["key"] == "node.asks-whether-begun", "who comes later reads it, too"
        where = address.partition("#")[0]
        other = begin(host.home, host_plan(listen=where))
        started.append(other)
        assert "did not sign the conditions" in back.wait_for("failed")
        assert visitor.hear("lobby")["state"] == "failed"
        visitor.close()
        assert back.ends() == 1
        assert stored_games(guest.home) == []


def test_a_host_that_has_opened_another_table_hands_over_the_game_that_has_begun_before(tmp_path: Path) -> None:
    """The host has gone on to a new table before its guest has heard that the game at the old one begins."""
    with processes() as started:
        host = begin(tmp_path / "host", host_plan())
        started.append(host)
        address = host.wait_for("listening")
        guest = begin(tmp_path / "guest", guest_plan(address), (QUITTER, "sent"))
        started.append(guest)
        assert guest.ends() == -signal.SIGKILL
        sid, _ = only_game(guest.home)
        assert host.wait_for("playing") == sid
        host.kill()
        other = begin(host.home, host_plan(id="other", listen=address.partition("#")[0]))
        started.append(other)
        other.wait_for("listening")
        back = begin(guest.home, again(1, sid))
        started.append(back)
        assert back.wait_for("playing") == sid
        other.kill()
        old = begin(host.home, again(0, sid))
        started.append(old)
        assert old.wait_for("playing") == sid
        end_recovery(old, back)


def test_one_who_is_asked_whether_a_game_has_begun_and_keeps_silent_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    @asynccontextmanager
    async def dial(places: Sequence[str], **_: object) -> AsyncIterator[SimpleNamespace]:
        yield SimpleNamespace(channel=places[0])

    class Asking:
        async def ask_again(self, channel: str) -> str:
            asked.append(channel)
            if channel == "silent":
                await trio.sleep_forever()
            return "agreed"

    async def ask() -> None:
        agreed = await joining.ask_whether_begun(
            Asking(),  # type: ignore[arg-type]
            [["silent"], ["other"]],  # type: ignore[list-item]
            signer=IdentityKey(bytes(32)),
            hello=hello(),
            entropy=bytes,
            parts=(),  # type: ignore[arg-type]
            patience=600,
            tell=lambda error, rest: None,
        )
        assert agreed == "agreed" and asked == ["silent", "other"]  # type: ignore[comparison-overlap]
        assert trio.current_time() - began == joining.QUESTION

    clock = trio.testing.MockClock(autojump_threshold=0)
    began = clock.current_time()
    monkeypatch.setattr(joining, "dial_lobby", dial)
    trio.run(ask, clock=clock)


def test_a_guest_gives_up_what_it_has_signed_by_leaving(tmp_path: Path) -> None:
    with processes() as started:
        host = begin(tmp_path / "host", host_plan())
        started.append(host)
        guest = begin(tmp_path / "guest", guest_plan(host.wait_for("listening")), (QUITTER, "signed"))
        started.append(guest)
        assert guest.ends() == -signal.SIGKILL
        host.kill()
        back = begin(guest.home, again(1, only_game(guest.home)[0]), NODE)
        started.append(back)
        back.wait_for("asking")
        visitor = Visitor(guest.home, "node1", seat=None)
        visitor.hear("lobby")
        visitor.say(do="leave")
        assert back.ends() == 0
        visitor.close()
        assert stored_games(guest.home) == []
